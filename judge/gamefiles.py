"""A game's folder: what is in it, read and checked; how its files are named."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from judge import boardfile, ending, journal, positionfile, yamlfiles
from judge.board import Board
from judge.ending import End, Limits
from judge.names import slug
from judge.phase import Phase, Step
from judge.position import Position
from judge.problems import Problem, Unreadable
from judge.rulesystems import NAMES, RuleSystem, rule_system
from judge.season import Owners
from judge.sheets.line import Options
from judge.sheets.reading import Reader
from judge.sheets.writing import Notation
from judge.words import LANGUAGES, Words, words
from judge.yamlfiles import scalar

FORMAT = 1


_PARTS = frozenset(
    (
        "format",
        "name",
        "map",
        "rules",
        "options",
        "language",
        "codes",
        "reading",
        "end",
        "no_orders",
        "idle",
        "players",
        "seed",
    )
)
"""Everything `game.yaml` may say; a slip of the pen is told, not ignored."""


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 100_000


_FOLDER = re.compile(r"(\d{1,4})-([1-5])-[a-z]+")
_MAP = re.compile(r"[\w-]{1,60}(\.yaml)?")
_NAME = re.compile(r"[^\W_][\w .'-]{0,59}")


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays a power from a phase on; the name is public."""

    power: str
    name: str
    since: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What `game.yaml` says.

    map: a shipped map's name, or a map file's inside the folder. language: of reports and sheets.
    codes: the code table. strict, two_orders_void: how sheets are read. limits: when the rules end
    the game. no_orders: by power, how often it had to send a sheet and did not (ONR). idle: powers
    that nobody plays before somebody in players takes them over. players: who plays what, in the
    order in which they came. seed: of the draw that allotted the powers, so that anyone can check
    its order.
    """

    name: str
    map: str = "europe"
    rules: str = "guide"
    options: Mapping[str, Any] = field(default_factory=dict)
    language: str = "fr"
    codes: str = "guide"
    strict: bool = False
    two_orders_void: bool = False
    limits: Limits = field(default_factory=Limits)
    no_orders: Mapping[str, int] = field(default_factory=dict)
    idle: tuple[str, ...] = ()
    players: tuple[Player, ...] = ()
    seed: str = ""


def is_game_name(name: str) -> bool:
    """Whether a game can be called so: letters, digits and plain signs, at most sixty."""
    return _NAME.fullmatch(name) is not None


def facts_text(facts: Facts) -> str:
    """The text of `game.yaml`."""
    out = [
        f"format: {FORMAT}",
        f"name: {scalar(facts.name)}",
        f"map: {scalar(facts.map)}",
        f"rules: {scalar(facts.rules)}",
        "options:" + ("" if facts.options else " {}"),
        *(f"  {name}: {str(value).lower()}" for name, value in sorted(facts.options.items())),
        f"language: {facts.language}",
        f"codes: {scalar(facts.codes)}",
        "reading:",
        f"  strict: {str(facts.strict).lower()}",
        f"  two_orders_void: {str(facts.two_orders_void).lower()}",
        "end:",
        f"  victory: {facts.limits.victory}",
        f"  years_without_capture: {facts.limits.years_without_capture}",
        f"  years: {facts.limits.years}",
        "no_orders:" + ("" if facts.no_orders else " {}"),
        *(f"  {scalar(power)}: {count}" for power, count in sorted(facts.no_orders.items())),
        "idle:" + ("" if facts.idle else " []"),
        *(f"  - {scalar(power)}" for power in facts.idle),
        "players:" + ("" if facts.players else " []"),
        *(
            f"  - {{power: {scalar(p.power)}, name: {scalar(p.name)}, since: {p.since}}}"
            for p in facts.players
        ),
        f"seed: {scalar(facts.seed)}",
    ]
    return "\n".join(out) + "\n"


@dataclass(frozen=True, slots=True)
class PhaseFolder:
    """One season folder: its phase and its name in the game's folder."""

    phase: Phase
    name: str


class Game:
    """A game's folder, opened. Raises Unreadable where the folder is no game or is damaged."""

    def __init__(self, folder: Path, shown: str | None = None) -> None:
        self.folder = folder
        self.shown = shown or str(folder)
        if not (folder / "game.yaml").is_file():
            raise Unreadable([Problem("game-not-a-game", file=self.shown)])
        if journal.needs_recovery(folder):
            with journal.lock(folder):
                journal.recover(folder)
        self._facts_bytes = self.read_bytes("game.yaml")
        self.facts = self._read_facts()
        self.board: Board = self._load_board()
        for power in (
            *self.facts.idle,
            *self.facts.no_orders,
            *(p.power for p in self.facts.players),
        ):
            if power not in self.board.power_numbers:
                raise self._bad("powers", power)
        for player in self.facts.players:
            try:
                Phase.parse(player.since)
            except ValueError:
                raise self._bad("players", player.since) from None
        if self.facts.codes not in self.board.tables:
            raise self._bad("codes", self.facts.codes)
        try:
            self.rules: RuleSystem = rule_system(self.facts.rules, self.facts.options)
        except ValueError as error:
            raise self._bad("options", str(error)) from None

    def as_it_stands(self) -> "Game":
        """The game read again where another run changed it: asked once the lock is held."""
        if self.read_bytes("game.yaml") != self._facts_bytes:
            return Game(self.folder, self.shown)
        vars(self).pop("phases", None)
        return self

    # ------------------------------------------------------------ game.yaml

    def _bad(self, part: str, value: object) -> Unreadable:
        details = {"part": part, "value": str(value)[:60]}
        return Unreadable(
            [Problem("game-value", file=self.path_shown("game.yaml"), details=details)]
        )

    def _read_facts(self) -> Facts:
        raw = yamlfiles.parse(self._facts_bytes, self.path_shown("game.yaml"))
        if not isinstance(raw, dict):
            raise self._bad("game.yaml", raw)
        if raw.get("format") != FORMAT:
            details = {"value": str(raw.get("format"))[:40]}
            raise Unreadable(
                [Problem("game-format", file=self.path_shown("game.yaml"), details=details)]
            )
        reading = raw.get("reading", {})
        options = raw.get("options", {})
        for part, given in (("reading", reading), ("options", options)):
            if not isinstance(given, dict):
                raise self._bad(part, given)
        for unknown in sorted(set(map(str, reading)) - {"strict", "two_orders_void"}):
            raise self._bad(f"reading.{unknown}", reading.get(unknown))
        end = raw.get("end", {})
        no_orders = raw.get("no_orders", {})
        for part, value in (("end", end), ("no_orders", no_orders)):
            if not isinstance(value, dict) or not all(_is_count(n) for n in value.values()):
                raise self._bad(part, value)
        idle, players = raw.get("idle", []), raw.get("players", [])
        if not isinstance(idle, list):
            raise self._bad("idle", idle)
        wanted = {"power", "name", "since"}
        if not isinstance(players, list) or not all(
            isinstance(p, dict) and set(p) == wanted for p in players
        ):
            raise self._bad("players", players)
        for unknown in sorted(set(map(str, raw)) - _PARTS):
            raise self._bad(unknown, raw[unknown])
        if set(end) - {f.name for f in fields(Limits)}:
            raise self._bad("end", end)
        facts = Facts(
            limits=Limits(**end),
            no_orders={str(k): v for k, v in no_orders.items()},
            idle=tuple(str(p) for p in idle),
            players=tuple(
                Player(str(p["power"]), str(p["name"]), str(p["since"])) for p in players
            ),
            seed=str(raw.get("seed", ""))[:200],
            name=raw.get("name", ""),
            map=raw.get("map", ""),
            rules=raw.get("rules", ""),
            options={str(k): v for k, v in options.items()},
            language=raw.get("language", ""),
            codes=raw.get("codes", ""),
            strict=reading.get("strict", False),
            two_orders_void=reading.get("two_orders_void", False),
        )
        checks = {
            "name": isinstance(facts.name, str) and is_game_name(facts.name),
            "map": isinstance(facts.map, str) and re.fullmatch(_MAP, facts.map),
            "rules": facts.rules in NAMES,
            "language": facts.language in LANGUAGES,
            "codes": isinstance(facts.codes, str),
            "strict": isinstance(facts.strict, bool),
            "two_orders_void": isinstance(facts.two_orders_void, bool),
        }
        for part, fine in checks.items():
            if not fine:
                raise self._bad(part, getattr(facts, part))
        return facts

    def _load_board(self) -> Board:
        if self.facts.map.endswith(".yaml"):
            self._inside(self.facts.map)
            return boardfile.load(str(self.folder / self.facts.map))
        return boardfile.load(self.facts.map)

    # ------------------------------------------------------------ files

    def path_shown(self, name: str) -> str:
        """A file of the game as messages name it."""
        return f"{self.shown}/{name}"

    def _inside(self, name: str) -> Path:
        """A path in the folder; links that lead out of it are refused."""
        path = self.folder / name
        if not path.resolve().is_relative_to(self.folder.resolve()):
            raise Unreadable([Problem("outside-folder", details={"path": self.path_shown(name)})])
        return path

    def read_bytes(self, name: str) -> bytes:
        """A file's bytes. Raises Unreadable where there is none, or it leads out of the folder."""
        path = self._inside(name)
        try:
            if path.stat().st_size > yamlfiles.SIZE_LIMIT:
                details: dict[str, Any] = {"limit": yamlfiles.SIZE_LIMIT}
                raise Unreadable(
                    [Problem("file-too-large", file=self.path_shown(name), details=details)]
                )
            return path.read_bytes()
        except FileNotFoundError:
            raise Unreadable([Problem("file-missing", file=self.path_shown(name))]) from None
        except OSError as error:
            details = {"reason": error.strerror or ""}
            raise Unreadable(
                [Problem("file-unreadable", file=self.path_shown(name), details=details)]
            ) from None

    def exists(self, name: str) -> bool:
        """Whether the folder has a file of that name."""
        return self._inside(name).is_file()

    # ------------------------------------------------------------ phases

    @cached_property
    def phases(self) -> tuple[PhaseFolder, ...]:
        """The season folders, oldest first."""
        found = []
        for path in self.folder.iterdir():
            match = _FOLDER.fullmatch(path.name)
            if match and path.is_dir():
                found.append(PhaseFolder(Phase(int(match[1]), Step(int(match[2]))), path.name))
        if not found:
            raise Unreadable([Problem("game-no-phase", file=self.shown)])
        return tuple(sorted(found, key=lambda f: (f.phase, f.name)))

    @property
    def current(self) -> PhaseFolder:
        """The phase to be ruled: the last one."""
        return self.phases[-1]

    def find(self, text: str) -> PhaseFolder:
        """The phase that a person names: by folder, by number ``1901-1`` or by code ``S1901M``."""
        for found in self.phases:
            number = f"{found.phase.year}-{int(found.phase.step)}"
            if text in (found.name, number, str(found.phase)):
                return found
        raise Unreadable([Problem("phase-unknown", details={"value": text[:60]})])

    def is_ruled(self, found: PhaseFolder) -> bool:
        """Whether a phase has its ruling."""
        return self.exists(f"{found.name}/ruling.yaml")

    def position(self, found: PhaseFolder) -> Position:
        """The position before a phase. Raises Unreadable where its file is damaged."""
        name = f"{found.name}/position.yaml"
        shown = self.path_shown(name)
        position = positionfile.read(self.board, self.read_bytes(name), shown, self.rules.stacks)
        if position.phase != found.phase:
            details = {"value": str(position.phase)}
            raise Unreadable([Problem("position-value", file=shown, details=details)])
        return position

    # ------------------------------------------------------------ what the game writes with

    @property
    def map_folder(self) -> Path | None:
        """Where a map of the game's own stands; None where the program's is used."""
        return self.folder if self.facts.map.endswith(".yaml") else None

    @cached_property
    def words(self) -> Words:
        """The catalogue of the game's language."""
        return words(self.facts.language)

    @cached_property
    def notation(self) -> Notation:
        """How the game writes units and orders."""
        return Notation(self.board, self.facts.language, self.facts.codes)

    @cached_property
    def reader(self) -> Reader:
        """How the game reads sheets."""
        facts = self.facts
        return Reader(self.board, facts.language, facts.codes, self.rules.stacks)

    @property
    def reading(self) -> Options:
        """The game's options for reading sheets."""
        return Options(self.facts.strict, self.facts.two_orders_void, self.rules.stacks)

    def missing_ignore_file(self) -> dict[str, bytes]:
        """The ignore file that keeps the private part out of git, where somebody removed it."""
        return {} if self.exists(".gitignore") else {".gitignore": GITIGNORE.encode()}

    def idle(self, phase: Phase) -> tuple[int, ...]:
        """The powers that nobody plays in a phase, by number."""
        came = {p.power for p in self.facts.players if not phase < Phase.parse(p.since)}
        numbers = self.board.power_numbers
        return tuple(sorted(numbers[power] for power in self.facts.idle if power not in came))

    def teams(self, phase: Phase) -> tuple[tuple[int, ...], ...]:
        """The powers of each player who has several in a phase."""
        player_of: dict[int, str] = {}
        for player in self.facts.players:
            if not phase < Phase.parse(player.since):
                player_of[self.board.power_numbers[player.power]] = player.name
        teams: dict[str, list[int]] = {}
        for power, name in sorted(player_of.items()):
            teams.setdefault(name, []).append(power)
        return tuple(tuple(powers) for powers in teams.values() if len(powers) > 1)

    def sheet_name(self, power: int) -> str:
        """A power's sheet's file name: ``autriche.txt``."""
        return f"{slug(self.board.powers[power].key)}.txt"

    def years(self, until: PhaseFolder) -> tuple[Owners, ...]:
        """The owners of the centres at the start of each year, up to a phase's own year."""
        found: dict[int, Owners] = {}
        for folder in self.phases:
            if folder.phase <= until.phase and folder.phase.year not in found:
                found[folder.phase.year] = self.position(folder).owners
        return tuple(found[year] for year in sorted(found))

    @property
    def end(self) -> End | None:
        """How the game ended; None while it goes on."""
        if not self.exists("end.yaml"):
            return None
        return ending.read(self.board, self.read_bytes("end.yaml"), self.path_shown("end.yaml"))

    def published_sheets(self, found: PhaseFolder) -> dict[int, str]:
        """The sheets of a ruled phase, as published, by power."""
        sheets = {}
        for power in range(len(self.board.powers)):
            name = f"{found.name}/orders/{self.sheet_name(power)}"
            if self.exists(name):
                sheets[power] = self.read_bytes(name).decode("utf-8", "replace")
        return sheets

    def correction(self, found: PhaseFolder) -> str:
        """The public note of a phase that was corrected; empty for none."""
        name = f"{found.name}/correction.txt"
        return self.read_bytes(name).decode("utf-8", "replace").strip() if self.exists(name) else ""

    def later_name(self, phase: Phase, power: int) -> str:
        """Where orders for a phase that has not come are kept."""
        return f"private/later/{phase}/{self.sheet_name(power)}"

    def sheet_for(self, found: PhaseFolder, power: int) -> bytes | None:
        """The sheet that counts for a phase: the last one sent, else what an earlier one said."""
        sent = self.pending(power)
        if sent is not None:
            return sent
        name = self.later_name(found.phase, power)
        return self.read_bytes(name) if self.exists(name) else None

    def pending_name(self, power: int) -> str:
        """Where the sheet is kept that counts so far for a power."""
        return f"private/pending/{self.sheet_name(power)}"

    def pending(self, power: int) -> bytes | None:
        """The sheet that counts so far for a power; None where none came."""
        name = self.pending_name(power)
        return self.read_bytes(name) if self.exists(name) else None

    def phase_folder(self, phase: Phase) -> str:
        """The name of a phase's folder: ``1901-1-printemps``."""
        return f"{phase.year}-{int(phase.step)}-{self.words.phase_slug(phase)}"


@dataclass(frozen=True, slots=True)
class Received:
    """One line of the index of received sheets."""

    number: int
    sha256: str
    power: str
    phase: str
    file: str


RECEIVED_INDEX = "private/received/index.yaml"


def read_index(game: Game) -> list[Received]:
    """The index of everything received. Raises Unreadable where it is damaged."""
    if not game.exists(RECEIVED_INDEX):
        return []
    shown = game.path_shown(RECEIVED_INDEX)
    raw = yamlfiles.parse(game.read_bytes(RECEIVED_INDEX), shown)
    try:
        return [
            Received(
                int(r["number"]), str(r["sha256"]), str(r["power"]), str(r["phase"]), str(r["file"])
            )
            for r in raw or []
        ]
    except (KeyError, TypeError, ValueError) as error:
        details = {"value": str(error)[:60]}
        raise Unreadable([Problem("position-value", file=shown, details=details)]) from None


def index_text(index: list[Received]) -> str:
    """The text of the index."""
    rows = [
        f"- {{number: {r.number}, sha256: {r.sha256}, power: {scalar(r.power)}, "
        f"phase: {r.phase}, file: {scalar(r.file)}}}"
        for r in index
    ]
    return "\n".join(rows) + "\n" if rows else "[]\n"


def digest(data: bytes) -> str:
    """The SHA-256 of a sheet, in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def find_received(index: list[Received], data: bytes, power: str, phase: Phase) -> Received | None:
    """The entry of a sheet that was received for a phase, None where it was not."""
    sought = (digest(data), power, str(phase))
    return next((r for r in index if (r.sha256, r.power, r.phase) == sought), None)


def file_away(
    index: list[Received], data: bytes, power: str, phase: Phase, suffix: str
) -> tuple[Received, dict[str, bytes]]:
    """Give something received its number; the writes keep it byte for byte, with its hash.

    The same bytes for the same power and phase keep their first number.
    """
    earlier = find_received(index, data, power, phase)
    if earlier is not None:
        return earlier, {}
    mark = digest(data)
    number = max((r.number for r in index), default=0) + 1
    name = f"{number:04}{suffix}"
    received = Received(number, mark, power, str(phase), name)
    index.append(received)
    writes = {
        f"private/received/{name}": data,
        RECEIVED_INDEX: index_text(index).encode(),
    }
    return received, writes


GITIGNORE = "private/\n"


def create(folder: Path, facts: Facts) -> Game:
    """Make a new game's folder. Raises Unreadable where something stands there already."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Unreadable([Problem("game-exists", details={"folder": str(folder)})])
    from judge.position import opening

    own_map = None
    if not facts.map.replace("-", "").isalnum():
        # A map of the GM's own goes with the game, so that it can be verified anywhere.
        own_map = Path(facts.map).read_bytes()
    board = boardfile.load(facts.map)
    own_shapes: dict[str, bytes] = {}
    if own_map is not None:
        if board.shapes:
            from judge.drawing.shapes import own_files

            own_shapes = own_files(board, Path(facts.map).parent)
        facts = replace(facts, map="map.yaml")
    rule_system(facts.rules, facts.options)
    position = opening(board)
    slug_of = words(facts.language).phase_slug(position.phase)
    first = f"{position.phase.year}-{int(position.phase.step)}-{slug_of}"
    folder.mkdir(parents=True, exist_ok=True)
    # The ignore file stands before anything private does.
    (folder / ".gitignore").write_text(GITIGNORE, "utf-8", newline="\n")
    for part in ("pending", "received", "later"):
        (folder / "private" / part).mkdir(parents=True)
    journal.commit(
        folder,
        {
            **({} if own_map is None else {"map.yaml": own_map}),
            **own_shapes,
            f"{first}/position.yaml": positionfile.write(board, position).encode(),
            "game.yaml": facts_text(facts).encode(),
        },
    )
    return Game(folder)
