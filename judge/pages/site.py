"""A game as a small site: a page a phase, the table of centres over the years, a feed.

Everything on it is public already: ruled phases, their sheets, who plays. The position of the open
phase is shown, its orders never are.
"""

from judge.drawing.markup import escaped
from judge.drawing.phases import drawn, scene_of, shapes_of
from judge.gamefiles import Game, PhaseFolder
from judge.history import Year, years_of
from judge.pages.chart import centres_chart
from judge.pages.orders import emblem
from judge.pages.page import listed, page, section
from judge.pages.season import season_page
from judge.problems import Unreadable
from judge.words import Words, words


def site(game: Game, language: str) -> dict[str, bytes]:
    """Every file of the site by its name."""
    builder = _Site(game, language)
    files = {"index.html": builder.index().encode(), "feed.xml": builder.feed().encode()}
    for number, found in enumerate(builder.ruled):
        files[name_of(found)] = builder.season(number).encode()
    return files


def name_of(found: PhaseFolder) -> str:
    """The file name of a phase's page."""
    return f"{found.name}.html"


class _Site:
    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.language = language
        self.words: Words = words(language)
        self.ruled = [found for found in game.phases if game.is_ruled(found)]
        title = escaped(game.facts.name)
        self.head = (
            f'<link rel="alternate" type="application/rss+xml" title="{title}" href="feed.xml">\n'
        )

    def phrase(self, key: str, /, **facts: object) -> str:
        """A sentence of the pages' own, as markup."""
        return escaped(self.words.say(f"pages.{key}", **facts))

    # ------------------------------------------------------------ seasons

    def season(self, number: int) -> str:
        """A phase's page, with its neighbours."""
        found = self.ruled[number]
        return season_page(self.game, found, self.language, self._navigation(number), self.head)

    def _navigation(self, number: int) -> str:
        links = [f'<a href="index.html">{self.phrase("contents")}</a>']
        head = ""
        for step, key, sign in ((-1, "prev", "← {}"), (1, "next", "{} →")):
            if 0 <= number + step < len(self.ruled):
                other = self.ruled[number + step]
                name = sign.format(escaped(self.words.phase(other.phase)))
                head += f'<a rel="{key}" href="{escaped(name_of(other))}">{name}</a>'
        links += [head] if head else []
        return f'<nav aria-label="{self.phrase("seasons")}">{"".join(links)}</nav>\n'

    # ------------------------------------------------------------ the first page

    def index(self) -> str:
        """The contents: where the game stands, the seasons, the centres, who plays."""
        facts = self.game.facts
        years = years_of(self.game)
        body = [
            f"<header>\n<h1>{escaped(facts.name)}</h1>\n",
            f'<p class="quiet">{escaped(self.words.say("report.rules", rules=facts.rules))}</p>\n',
            "</header>\n<main>\n",
            self._standing(),
            self._map(),
            section(self.phrase("seasons"), self._seasons()),
            section(self.phrase("centres-years"), self._chart(years) + self._table(years)),
            self._players(),
            f'</main>\n<footer><p><a href="feed.xml">{self.phrase("feed")}</a></p></footer>\n',
        ]
        return page(self.language, facts.name, "".join(body), self.head)

    def _standing(self) -> str:
        """How the game ended, or which phase is open."""
        end = self.game.end
        if end is not None:
            names = [self.game.board.powers[p].names[self.language].name for p in end.powers]
            told = self.words.say(f"ends.{end.how}", powers=names, rule=end.rule)
            return f"<p>{escaped(told)}</p>\n"
        phase = self.words.phase(self.game.current.phase)
        return f"<p>{escaped(self.words.say('report.next', phase=phase))}</p>\n"

    def _map(self) -> str:
        """The position now: of the open phase, or the one that the last phase left."""
        game, last = self.game, self.game.current
        try:
            shapes = shapes_of(game)
        except Unreadable:
            return ""
        is_over = game.is_ruled(last)
        scene = scene_of(game, last, shapes, before=not is_over, after=is_over)
        return f"<figure>\n{drawn(game, shapes, scene, self.language)}</figure>\n"

    def _seasons(self) -> str:
        items = []
        for year in dict.fromkeys(found.phase.year for found in self.ruled):
            links = [
                f'<a href="{escaped(name_of(found))}">{escaped(self.words.phase(found.phase))}</a>'
                for found in self.ruled
                if found.phase.year == year
            ]
            items.append(" · ".join(links))
        return listed(items) if items else f"<p>{self.phrase('no-season')}</p>\n"

    def _chart(self, years: list[Year]) -> str:
        if len(years) < 2:
            return ""
        return f"<figure>\n{centres_chart(self.game.board, years, self.words)}</figure>\n"

    def _table(self, years: list[Year]) -> str:
        powers = [p for p in range(len(self.game.board.powers)) if any(y.count(p) for y in years)]
        heads = "".join(f'<th scope="col">{year.year}</th>' for year in years)
        rows = []
        for power in powers:
            name = escaped(self.game.board.powers[power].names[self.language].name)
            cells = "".join(f"<td>{year.count(power) or '–'}</td>" for year in years)
            rows.append(f'<tr><th scope="row">{emblem(power)} {name}</th>{cells}</tr>')
        corner = f'<th scope="col">{self.phrase("power")}</th>'
        table = f"<table><tr>{corner}{heads}</tr>{''.join(rows)}</table>"
        label = self.phrase("centres-years")
        return f'<div class="scroll" tabindex="0" role="group" aria-label="{label}">{table}</div>\n'

    def _players(self) -> str:
        players = self.game.facts.players
        if not players:
            return ""
        numbers = self.game.board.power_numbers
        items = []
        seen: set[str] = set()
        for player in players:
            key = "replaces" if player.power in seen else "plays"
            seen.add(player.power)
            name = self.game.board.powers[numbers[player.power]].names[self.language].name
            facts = {"power": name, "player": player.name, "since": player.since}
            items.append(escaped(self.words.say(f"history.{key}", **facts)))
        return section(self.phrase("players"), listed(items))

    # ------------------------------------------------------------ the feed

    def feed(self) -> str:
        """An RSS feed of the seasons, newest first; without dates, which nothing here knows."""
        name = escaped(self.game.facts.name)
        items = []
        for found in reversed(self.ruled):
            title = escaped(self.words.phase(found.phase))
            link = escaped(name_of(found))
            items.append(
                f"<item><title>{title} · {name}</title><link>{link}</link>"
                f'<guid isPermaLink="false">{name}/{escaped(found.name)}</guid></item>\n'
            )
        return (
            '<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel>\n'
            f"<title>{name}</title>\n<link>index.html</link>\n"
            f"<description>{self.phrase('feed')}</description>\n"
            f"<language>{self.language}</language>\n{''.join(items)}</channel></rss>\n"
        )
