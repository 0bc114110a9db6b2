"""A ruled phase as one page: the map, every order with its reasons, what comes of it."""

from collections.abc import Mapping

from judge.drawing import scene as scenes
from judge.drawing.markup import escaped
from judge.drawing.phases import drawn, shapes_of
from judge.explaining.telling import Teller
from judge.gamefiles import Game, PhaseFolder
from judge.pages.orders import convoys, emblem, orders_list, told_orders
from judge.pages.page import listed, page, section, spoken
from judge.problems import Unreadable
from judge.report.battles import BattleTeller
from judge.report.diagnostics import printable, sentence
from judge.report.lines import Report
from judge.report.season import Season
from judge.ruledphase import RuledPhase, rule_again, season_of
from judge.ruling import MovementRuling
from judge.season import powers_to_order
from judge.sheets.writing import Notation, counted
from judge.words import Words, words


def season_page(
    game: Game, found: PhaseFolder, language: str, navigation: str = "", head: str = ""
) -> str:
    """The page of a ruled phase. navigation, head: markup that a site adds."""
    ruled = rule_again(game, found)
    season = season_of(game, ruled, game.correction(found))
    notation = Notation(game.board, language, game.facts.codes)
    writer = _Writer(game, ruled, season, notation, words(language))
    title = words(language).phase(found.phase)
    if game.facts.name:
        title += f" · {game.facts.name}"
    return page(language, title, writer.body(navigation), head)


class _Writer:
    def __init__(
        self, game: Game, ruled: RuledPhase, season: Season, notation: Notation, words: Words
    ) -> None:
        self.game = game
        self.board = game.board
        self.ruled = ruled
        self.season = season
        self.notation = notation
        self.words = words

    def phrase(self, key: str, /, **facts: object) -> str:
        """A sentence of the reports, as markup."""
        return spoken(self.words.say(f"report.{key}", **facts))

    def title(self, key: str) -> str:
        """A report's heading, not shouted."""
        return escaped(self.words.say(f"report.{key}").capitalize())

    def body(self, navigation: str) -> str:
        """Everything between the page's head and its end."""
        phase = escaped(self.words.phase(self.ruled.ruling.position.phase))
        name = escaped(self.season.title)
        skip = escaped(self.words.say("pages.skip"))
        parts = [
            f'<a class="skip" href="#orders">{skip}</a>\n<header>\n<h1>{phase}</h1>\n',
            f'<p class="quiet">{name} · {self.phrase("rules", rules=self.season.rules)}</p>\n',
            navigation,
            "</header>\n<main>\n",
            self._correction(),
            self._map(),
            '<div class="powers" id="orders">\n',
            self._orders(),
            "</div>\n",
            self._movement(),
            self._missing(),
            self._problems(),
            self._captures(),
            self._position(),
            self._following(),
            f"</main>\n<footer>{self._options()}</footer>\n",
        ]
        return "".join(parts)

    def _map(self) -> str:
        """The picture of the orders; a map without shapes has none."""
        try:
            shapes = shapes_of(self.game)
        except Unreadable:
            return ""
        scene = scenes.of_ruling(self.board, shapes, self.ruled.ruling)
        return f"<figure>\n{drawn(self.game, shapes, scene, self.words.language)}</figure>\n"

    def _orders(self) -> str:
        ruling = self.ruled.ruling
        told = told_orders(self.board, ruling, self.season.rules, self.notation, self.words)
        return "".join(
            section(self._power(power), orders_list(told[power], self.words))
            for power in range(len(self.board.powers))
            if power in told
        )

    def _power(self, power: int) -> str:
        centres = len(self.ruled.ruling.position.centres_of(power))
        count = escaped(self.words.count("pages.centres", centres))
        return f"{emblem(power)}{escaped(self.notation.power(power))} <small>{count}</small>"

    def _movement(self) -> str:
        """Convoys, dislodged units, standoffs."""
        ruling = self.ruled.ruling
        if not isinstance(ruling, MovementRuling):
            return ""
        teller = Teller(self.board, ruling, self.notation, self.words)
        out = convoys(teller)
        out = section(self.title("convoys"), out) if out else ""
        out += self._battles(ruling)
        if ruling.dislodged:
            out += section(
                self.title("dislodged"),
                listed([spoken(text) for text in teller.prose.dislodged(ruling)]),
            )
        if ruling.standoffs:
            names = [escaped(teller.places.name(p)) for p in ruling.standoffs]
            shown = [name[:1].upper() + name[1:] for name in names]
            out += section(self.title("standoffs"), listed(shown))
        return out

    def _battles(self, ruling: MovementRuling) -> str:
        """The fights of a season where units share provinces."""
        lines = Report()
        BattleTeller(self.board, ruling.position, self.notation, self.words).tell(
            ruling.battles, lines
        )
        rows = ["".join(span.text for span in line) for line in lines.lines[1:]]
        told = "".join(f"<p>{spoken(row)}</p>\n" for row in rows)
        heading = escaped(self.words.say("battles.heading").capitalize())
        return section(heading, told) if told else ""

    # ------------------------------------------------------------ what all phases have

    def _correction(self) -> str:
        if not self.season.correction:
            return ""
        return section(self.title("correction"), f"<p>{escaped(self.season.correction)}</p>\n")

    def _missing(self) -> str:
        if not self.season.missing:
            return ""
        step = self.ruled.ruling.position.phase.step
        key = "holds" if step.is_movement else "flees" if step.is_retreats else "adjusts"
        items = [
            self.phrase(f"missing-{key}", power=self.notation.power(p)) for p in self.season.missing
        ]
        return section(self.title("missing"), listed(items))

    def _problems(self) -> str:
        items = []
        for power, problem in self.season.problems:
            text = sentence(problem, self.words)
            name = self.notation.power(power) if power is not None else ""
            shown = self.phrase("problem-line", power=name, line=problem.line, text=text)
            source = escaped(printable(problem.text.strip()))
            items.append(f"{shown} <code>{source}</code>" if source else shown)
        return section(self.title("problems"), listed(items)) if items else ""

    def _captures(self) -> str:
        before = dict(self.ruled.ruling.position.owners)
        items = []
        for centre, power in self.ruled.after.owners:
            loser = before.get(centre)
            if loser == power:
                continue
            facts: Mapping[str, object] = {
                "place": self.board.provinces[centre].names[self.words.language].name,
                "power": self.notation.power(power),
                "loser": "" if loser is None else self.notation.power(loser),
            }
            items.append(self.phrase("capture-neutral" if loser is None else "capture", **facts))
        return section(self.title("captures"), listed(items)) if items else ""

    def _position(self) -> str:
        """The position that the phase leaves, a row a power."""
        rows = []
        for power in range(len(self.board.powers)):
            units = [u for u in self.ruled.after.units if u.power == power]
            centres = len(self.ruled.after.centres_of(power))
            if not units and not centres:
                continue
            names = ", ".join(counted(self.notation.unit(u.kind, u.location) for u in units))
            rows.append(
                f'<tr><th scope="row">{escaped(self.notation.power(power))}</th>'
                f"<td>{centres}</td><td>{len(units)}</td>"
                f'<td style="text-align:left">{escaped(names)}</td></tr>'
            )
        heads = "".join(
            f'<th scope="col">{escaped(self.words.say(f"pages.{key}"))}</th>'
            for key in ("power", "centres-head", "units-head", "where")
        )
        table = f'<div class="scroll"><table><tr>{heads}</tr>{"".join(rows)}</table></div>\n'
        return section(self.title("position"), table)

    def _following(self) -> str:
        end = self.season.end
        if end is not None:
            names = [self.notation.power(p) for p in end.powers]
            text = self.words.say(f"ends.{end.how}", powers=names, rule=end.rule)
            return section(self.title("end"), f"<p>{escaped(text)}</p>\n")
        following = self.season.following
        if following is None:
            return ""
        told = f"<p>{self.phrase('next', phase=self.words.phase(following))}</p>\n"
        waiting = powers_to_order(self.board, self.ruled.after, self.season.idle, self.season.year)
        if waiting and not following.step.is_movement:
            names = [self.notation.power(p) for p in waiting]
            told += f"<p>{self.phrase('next-powers', powers=names)}</p>\n"
        return told

    def _options(self) -> str:
        if not self.season.options:
            return ""
        return f"<p>{self.phrase('options', options=', '.join(self.season.options))}</p>"
