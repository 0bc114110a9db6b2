"""Reads an nJudge map and its seed.

The map file has three sections (areas, borders, options), each ended by a line that starts with a
hyphen; the seed has the first phase, the units, and who owns what where that is not plain.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.oldmaps.draft import AREAS_LIMIT, COASTS, Area, OldMap, Power

_KINDS = ("mv", "xc", "nc", "sc", "ec", "wc", "cc")
_TYPE = re.compile(r"([A-Za-z0-9])([wl]?)")
_OTHER_GAMES = {"v": "v", "h": "h", "g": "gateway", "r": "railway"}
_BLOCKS = {
    "g": "Gateway",
    "r": "Railway",
    "h": "HongKong",
    "e": "Extra units",
    "f": "Famine",
    "p": "Plague",
    "s": "Storm",
    "v": "Variable income",
    "l": "Limits",
}
_END_OF_NAME = " (-/);,"
_UNIT = re.compile(r"([A-Za-z0-9])(:|m)\s+([a-z]?)([A-Z])\s+(.*)")
_FIRST_LINE = re.compile(r"([SF])(\d{4})([MB])")
MACHIAVELLI = "Machiavelli"

NAME_LIMIT = 60
"""Longest name of an area, in characters."""


@dataclass
class _Borders:
    """What an area's lines say: army borders, and fleet borders by coast."""

    army: list[str] | None = None
    fleet: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    line: int = 0


class _Reader:
    def __init__(self, shown: str, names: Mapping[str, str]) -> None:
        self.map = OldMap(shown)
        self.power_names = names
        self.types: dict[str, str] = {}
        self.spelled: dict[str, str] = {}
        self.borders: dict[str, _Borders] = {}

    # ------------------------------------------------------------ the map's three sections

    def read_map(self, text: str) -> None:
        """Read areas, borders and options."""
        section, last, block = 1, "", ""
        for number, line in enumerate(text.splitlines(), 1):
            if line.startswith("-"):
                section += 1
            elif section < 3:
                if not line[:1].isalnum():
                    if line[:1] in (" ", "\t") and line.strip()[:1].isalnum():
                        self.map.warn("import-line-lost", number, text=line.strip())
                elif section == 1:
                    self._area(number, line.strip())
                else:
                    last = self._moves(number, line.rstrip(), last)
            elif section == 3:
                block = self._option(number, line, block)
        self._finish_areas()

    def _area(self, number: int, line: str) -> None:
        name, comma, rest = line.partition(",")
        words = rest.split()
        if not comma or len(words) < 2:
            self.map.refuse("import-line", number, text=line)
            return
        match = _TYPE.fullmatch(words[0])
        if match is None:
            known = re.match(r"[A-Za-z0-9][0-7.fpPV]", words[0])
            if known:
                self.map.refuse("import-rule", number, rule=MACHIAVELLI)
            else:
                self.map.refuse("import-line", number, text=line)
            return
        kind, more = match.groups()
        if kind in _OTHER_GAMES:
            self.map.refuse("import-rule", number, rule=_OTHER_GAMES[kind])
        area = Area(words[1].upper(), name.strip(), words[2:])
        if len(self.map.areas) >= AREAS_LIMIT or len(line) > 20 * NAME_LIMIT:
            self.map.refuse("import-too-large", limit=AREAS_LIMIT)
            return
        if area.key in self.map.areas:
            self.map.refuse("import-name-twice", number, word=words[1])
            return
        self.map.areas[area.key] = area
        self.types[area.key] = kind
        for spelling in (name, *words[1:]):
            plain = _plain(spelling)
            if self.spelled.setdefault(plain, area.key) != area.key:
                self.map.refuse("import-name-twice", number, word=spelling.strip())
        if more == "w":
            area.convoys = True
            self.map.warn("import-port", number, name=area.key)

    def _longest(self, text: str) -> tuple[str, str]:
        """The area whose name a text starts with, and the rest; no key where there is none."""
        for end in range(min(len(text), NAME_LIMIT), 0, -1):
            if end == len(text) or text[end] in _END_OF_NAME:
                key = self.spelled.get(text[:end])
                if key is not None:
                    return key, text[end:]
        return "", text

    def _moves(self, number: int, line: str, last: str) -> str:
        key, rest = self._longest(_plain(line))
        match = re.match(r"\s*-\s*(\w\w)\S*", rest)
        if not key or match is None or match[1] not in _KINDS:
            self.map.refuse("import-line", number, text=line)
            return last
        if match[1] == "cc":
            self.map.refuse("import-rule", number, rule=MACHIAVELLI)
            return key
        if key in self.borders and key != last:
            self.map.refuse("import-lines-apart", number, name=self.map.areas[key].name)
        found = self.borders.setdefault(key, _Borders(line=number))
        targets = self._targets(number, rest[match.end() :])
        if match[1] == "mv":
            found.army = [*(found.army or []), *(target for target, _ in targets)]
        else:
            coast = "" if match[1] == "xc" else match[1]
            found.fleet.setdefault(coast, []).extend(targets)
        return key

    def _targets(self, number: int, text: str) -> list[tuple[str, str]]:
        found = []
        text = text.strip()
        while text:
            key, rest = self._longest(text)
            match = re.match(r"\s*[/(]\s*(\w+)\)?", rest)
            on = match[1] if match else ""
            rest = rest[match.end() :] if match else rest
            if not key:
                word, _, rest = text.partition(" ")
                self.map.refuse("import-unknown-area", number, name=word)
            elif on in ("mx", "hx", "lx"):
                self.map.refuse("import-rule", number, rule=f"/{on}")
                found.append((key, ""))
            elif on == "cc":
                self.map.refuse("import-rule", number, rule=MACHIAVELLI)
            elif on and on not in COASTS:
                self.map.refuse("import-coast", number, name=f"{key}/{on}")
            else:
                found.append((key, on))
            text = rest.strip()
        return found

    def _option(self, number: int, line: str, block: str) -> str:
        """A line of the third section; the first letter tells the blocks apart."""
        if line.startswith("#"):
            return ""
        letter = line[:1].lower()
        if not block and letter.isalpha():
            if letter in _BLOCKS:
                self.map.refuse("import-rule", number, rule=_BLOCKS[letter])
            elif letter not in "co":
                self.map.refuse("import-line", number, text=line.strip())
            return letter
        if block in ("c", "o"):
            for key in self._unknown_names(line):
                self.map.warn("import-unknown-area", number, name=key)
        return block

    def _unknown_names(self, line: str) -> list[str]:
        unknown, text = [], _plain(line)
        while text:
            key, rest = self._longest(text)
            if not key:
                word, _, rest = text.partition(" ")
                unknown.append(word)
            text = rest.strip(" ,;")
        return unknown

    def _finish_areas(self) -> None:
        for key, area in self.map.areas.items():
            found = self.borders.get(key)
            army = [] if found is None else found.army or []
            if found is None:
                self.map.refuse("import-no-moves", name=area.name)
                continue
            is_closed = set(army) == {key}
            if self.types[key] == "w":
                area.kind = "sea"
            elif found.fleet:
                area.kind = "coast"
            elif is_closed:
                area.kind = "impassable"
            area.army = set() if is_closed else set(army)
            area.fleet = {coast: set(targets) for coast, targets in found.fleet.items()}

    # ------------------------------------------------------------ powers and the seed

    def power(self, letter: str) -> Power:
        """The power of a letter, whose name is in no file."""
        if letter not in self.map.powers:
            self.map.powers[letter] = Power(self.power_names.get(letter, f"Power {letter}"))
        return self.map.powers[letter]

    def take_homes(self) -> None:
        """Home and neutral centres, by the areas' types."""
        for key, kind in self.types.items():
            if kind == "x":
                self.map.neutral.add(key)
            elif (kind.isupper() or kind.isdigit()) and kind not in ("M", "O"):
                self.power(kind).home.append(key)

    def read_seed(self, text: str, file: str) -> None:
        """Read the first phase, the units and the ownership record."""
        lines = text.splitlines()
        match = _FIRST_LINE.fullmatch(lines[0].strip()) if lines else None
        if match is None:
            self.map.refuse("import-not-a-seed", 1, file)
            return
        season, year, phase = match.groups()
        self.map.first_phase = f"W{int(year)}A" if phase == "B" else f"{season}{int(year)}M"
        number = 1
        for number, line in enumerate(lines[1:], 2):  # goes on where units end
            if line.startswith("-"):
                break
            if line.strip():
                self._unit(number, line.strip(), file)
        record = lines[number] if number < len(lines) else "-"
        if record.strip() and not record.startswith("-"):
            self._owners(number + 1, record.strip(), file)

    def _unit(self, number: int, line: str, file: str) -> None:
        match = _UNIT.fullmatch(line)
        if match is None:
            self.map.refuse("import-line", number, file, text=line)
            return
        letter, sign, subtype, unit, place = match.groups()
        if sign == "m" or subtype or unit not in "AF":
            self.map.refuse("import-rule", number, file, rule=f"{subtype}{unit}")
            return
        key, rest = self._longest(_plain(place))
        coast = re.fullmatch(r"\s*(?:[/(]\s*(\w+)\)?)?\s*", rest)
        if not key or coast is None:
            self.map.refuse("import-unknown-area", number, file, name=place)
            return
        self.power(letter).units.append((unit, key, coast[1] or ""))

    def _owners(self, number: int, record: str, file: str) -> None:
        if ":" in record:
            self.map.refuse("import-rule", number, file, rule=MACHIAVELLI)
            return
        keys = list(self.map.areas)
        if len(record) > len(keys):
            self.map.refuse("import-record-long", number, file, count=len(record), areas=len(keys))
            return
        for power in self.map.powers.values():
            power.centres = []
        for key, letter in zip(keys, record, strict=False):
            if letter != ".":
                owner = self.power(letter)
                owner.centres = [*(owner.centres or []), key]


def _plain(text: str) -> str:
    return re.sub(r"[ .\t]+", " ", text).strip().lower()


def read(
    shown: str, data: bytes, seed_shown: str, seed: bytes, power_names: Mapping[str, str]
) -> OldMap:
    """The map of two nJudge files. power_names: by letter, since the files don't name powers."""
    reader = _Reader(shown, power_names)
    reader.read_map(data.decode("latin-1"))
    reader.take_homes()
    reader.read_seed(seed.decode("latin-1"), seed_shown)
    return reader.map
