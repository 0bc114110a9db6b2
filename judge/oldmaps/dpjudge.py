"""Reads a DPjudge map: one directive a line, the files that it uses included."""

import re
from collections.abc import Callable
from pathlib import Path

from judge.oldmaps.dpjudgeareas import MARKS, Entry, Name, put_together
from judge.oldmaps.draft import AREAS_LIMIT, BORDERS_LIMIT, OldMap, Power
from judge.problems import Unreadable

FILES_LIMIT = 32
"""Most files that a map may be made of."""

_TERRAINS = ("LAND", "COAST", "WATER", "PORT", "SHUT", "AMEND")
_SILENT = ("NOTIFY", "FLAGS", "FLAG", "TEXTONLY")
_OTHER_GAMES = {
    word: word
    for word in [
        "DUMMY",
        "DUMMIES",
        "CONTROL",
        "TEAM",
        "TEAMS",
        "LEAGUE",
        "RESERVES",
        "MILITIA",
        "NEWHOMES",
        "ROTATE",
        "IN",
        "FROM",
    ]
}
_HARMLESS_RULE = re.compile(r"PRESS|DRAW|FTF|NOTIFY|LIST|ALTERNATE_VIEW|MUST_ORDER")
_BUILD_RULES = {"BUILD_ANY": "owned", "REMOTE_BUILDS": "owned-with-home"}
_HOMEMARKS = "+*@~&"
_POWER = re.compile(r"(?:(\S+)\s+->\s+)?(\S+)(?:\s+\(([^)]*)\))?(.*)")
_PLAIN_FLOW = re.compile(
    r"(SPRING:MOVEMENT,RETREATS|FALL:MOVEMENT,RETREATS|WINTER:ADJUSTMENTS|NEWYEAR)", re.I
)

Files = Callable[[str], tuple[str, bytes] | None]
"""Gives a file that a map uses, as messages name it and its bytes; None where there is none."""


class _Reader:
    def __init__(self, shown: str, files: Files) -> None:
        self.map = OldMap(shown)
        self.files = files
        self.file = shown
        self.line = 0
        self.read: list[str] = []
        self.names: dict[str, Name] = {}
        self.entries: dict[str, Entry] = {}
        self.current: Power | None = None
        self.units: dict[str, tuple[Power, str]] = {}
        self.rules: dict[str, tuple[str, int]] = {}
        self.named_powers: dict[str, tuple[str, int]] = {}
        self.lost: dict[str, tuple[str, int]] = {}
        self.in_directives = False
        self.changes = 0

    # ------------------------------------------------------------ files and lines

    def use(self, name: str, data: bytes) -> None:
        """Read a file and all that it uses."""
        self.read.append(name)
        before = self.file, self.line
        self.file = name
        for self.line, text in enumerate(data.decode("latin-1").splitlines(), 1):
            words = text.split()
            if words and not words[0].startswith("#"):
                self._directive(words, " ".join(words))
        self.file, self.line = before

    def _refuse(self, code: str, **details: object) -> None:
        self.map.refuse(code, self.line, self.file, **details)

    def _warn(self, code: str, **details: object) -> None:
        self.map.warn(code, self.line, self.file, **details)

    def _rule(self, rule: str) -> None:
        self._refuse("import-rule", rule=rule)

    def _directive(self, words: list[str], text: str) -> None:
        first, rest = words[0].upper(), words[1:]
        if self.in_directives or "DIRECTIVES" in (w.upper() for w in words[:2]):
            self._block(words)
        elif first in ("USE", "USES", "MAP"):
            for name in rest if first != "MAP" else rest[:1]:
                self._use(name)
        elif first in _SILENT:
            return
        elif first in _OTHER_GAMES:
            self._rule(first)
        elif first in _TERRAINS:
            self._terrain(first, rest)
        elif first == "DROP":
            for key in rest:
                self._drop(key.upper())
        elif first == "VICTORY":
            self._victory(rest)
        elif first == "BEGIN":
            self._begin([w.upper() for w in rest])
        elif first == "FLOW":
            if not all(_PLAIN_FLOW.fullmatch(word) for word in rest):
                self._warn("import-calendar", value=" ".join(rest))
        elif first == "RULE":
            self._rules([w.upper() for w in rest])
        elif first == "UNPLAYED":
            self._unplayed([w.strip(",").upper() for w in rest])
        elif first in ("UNOWNED", "NEUTRAL") or (first == "CENTERS" and self.current is None):
            self._unowned([w.upper() for w in rest])
        elif first in ("OWNS", "CENTERS", "UNITS", "HOME", "HOMES", "INHABITS"):
            self._of_power(first, [w.upper() for w in rest])
        elif first in ("A", "F") and len(rest) == 1:
            self._unit(first, rest[0].upper())
        elif "=" in text:
            self._name(text)
        else:
            self._power(text)

    def _block(self, words: list[str]) -> None:
        """Game settings, which say nothing of the board; rules among them do."""
        if words[0].upper() == "RULE":
            self._warn("import-block-rule", value=" ".join(words[1:]))
        self.in_directives = words[0].upper() != "END"

    def _use(self, name: str) -> None:
        full = name if "." in name else f"{name}.map"
        found = None
        if re.fullmatch(r"[\w-][\w.-]*", full) and len(self.read) < FILES_LIMIT:
            found = self.files(full)
        if found is None:
            self._refuse("import-file-missing", name=full)
        elif found[0] in self.read:
            self._refuse("import-file-twice", name=full)
        else:
            self.use(*found)

    # ------------------------------------------------------------ names, terrain and borders

    def _name(self, text: str) -> None:
        left, _, right = text.partition("=")
        old, arrow, name = left.rpartition("->")
        spelled = [w.replace("+", " ") for w in right.split() if not w.endswith("?")]
        first = right.split()[:1]
        if not first or not name.strip():
            self._refuse("import-line", text=text)
            return
        key = first[0].rstrip("?").upper()
        if arrow:
            self._rename(old.strip().upper(), key)
        self.names[key] = Name(name.strip(), [w for w in spelled if w.upper() != key])

    def _rename(self, old: str, new: str) -> None:
        if old not in self.names and old not in self.entries:
            self._refuse("import-unknown-area", name=old)
            return
        if not self._may_change():
            return
        self.names.pop(old, None)

        def renamed(word: str) -> str:
            if word.upper() != old and word.upper().partition("/")[0] != old:
                return word
            head, slash, coast = word.partition("/")
            shape = str.upper if head.isupper() else str.lower if head.islower() else str.title
            if "/" in old:
                return new if word.upper() == old else word
            return shape(new) + slash + coast

        self.entries = {renamed(key): entry for key, entry in self.entries.items()}
        for entry in self.entries.values():
            entry.written = renamed(entry.written)
            entry.beside = [renamed(word) for word in entry.beside]
        for power in self.map.powers.values():
            power.home = [renamed(key) for key in power.home]
            if power.centres is not None:
                power.centres = [renamed(key) for key in power.centres]
        self.map.neutral = {renamed(key) for key in self.map.neutral}
        self.units = {
            renamed(province): (power, f"{unit[:2]}{renamed(unit[2:])}")
            for province, (power, unit) in self.units.items()
        }

    def _terrain(self, terrain: str, rest: list[str]) -> None:
        if not rest or (len(rest) > 1 and rest[1].upper() != "ABUTS"):
            self._refuse("import-line", text=f"{terrain} {' '.join(rest)}")
            return
        written, beside = rest[0], rest[2:]
        key = written.upper()
        for word in beside:
            mark = next((m for m in MARKS if m in word), "")
            if mark:
                self._rule(MARKS[mark])
        if len(self.entries) >= AREAS_LIMIT or len(beside) > BORDERS_LIMIT:
            self._refuse("import-too-large", limit=AREAS_LIMIT)
            return
        before = self.entries.get(key)
        if terrain == "AMEND":
            if before is None:
                self._refuse("import-unknown-area", name=written)
                return
            for word in beside:
                if word.startswith("-"):
                    gone = word[1:].upper()
                    before.beside = [b for b in before.beside if not b.upper().startswith(gone)]
                elif len(before.beside) < BORDERS_LIMIT:
                    before.beside.append(word)
            return
        if before is not None and before.written.islower() != written.islower():
            # The other case is another body: what was said of the first one is forgotten.
            self._forget(key, coasts=not written.islower())
            before = None
        if before is not None and len(rest) == 1:
            before.terrain = terrain
        else:
            self.entries[key] = Entry(terrain, written, beside, self.file, self.line)

    def _forget(self, key: str, coasts: bool) -> None:
        for other in list(self.entries):
            if other == key or (coasts and other.startswith(f"{key}/")):
                del self.entries[other]

    def _may_change(self) -> bool:
        """Whether areas may be dropped or renamed once more: it goes through all borders."""
        self.changes += 1
        if self.changes > AREAS_LIMIT:
            self._refuse("import-too-large", limit=AREAS_LIMIT)
        return self.changes <= AREAS_LIMIT

    def _drop(self, key: str) -> None:
        """Forget an area with its coasts, names, unit and home."""
        if not self._may_change():
            return
        self._forget(key, coasts=True)
        for other in [n for n in self.names if n.partition("/")[0] == key]:
            del self.names[other]
        for entry in self.entries.values():
            entry.beside = [b for b in entry.beside if b.upper().partition("/")[0] != key]
        had = key in self.units
        self.units.pop(key, None)
        for power in self.map.powers.values():
            had = had or key in power.home
            power.home = [h for h in power.home if h != key]
            if power.centres is not None:
                power.centres = [c for c in power.centres if c != key]
        self.map.neutral.discard(key)
        if had:
            self.lost[key] = self.file, self.line

    # ------------------------------------------------------------ powers

    def _power(self, text: str) -> None:
        match = _POWER.fullmatch(text)
        assert match is not None  # every line without blanks at its ends has a first word
        old, name, adjective, homes = match.groups()
        key = name.upper()
        if old:
            power = self.map.powers.pop(old.upper(), None)
            if power is None:
                self._refuse("import-unknown-power", name=old)
            else:
                power.name = _spoken(name)
                self.map.powers[key] = power
        if key not in self.map.powers:
            if len(self.map.powers) >= AREAS_LIMIT:
                self._refuse("import-too-large", limit=AREAS_LIMIT)
                return
            self.map.powers[key] = Power(_spoken(name))
            self.named_powers[key] = self.file, self.line
        self.current = self.map.powers[key]
        if adjective:
            self.current.adjective = _spoken(adjective.partition(":")[0], in_names=False)
        self._homes(self.current, [w.upper() for w in homes.split()])

    def _homes(self, power: Power, words: list[str]) -> None:
        for word in words:
            if word[0] in _HOMEMARKS or "(" in word:
                self._rule(f"{word[0]}{word[1:4]}")
            elif word.startswith("-"):
                power.home = [h for h in power.home if h != word[1:]]
                self.map.neutral.add(word[1:])
            elif word not in power.home:
                power.home.append(word)

    def _of_power(self, first: str, words: list[str]) -> None:
        power = self.current
        if power is None:
            self._refuse("import-no-power-yet", text=first)
            return
        if first in ("OWNS", "CENTERS"):
            marked = [w for w in words if w[-1] in "!?"]
            for word in marked:
                self._rule(word)
            base = list(power.home) if power.centres is None else power.centres
            power.centres = (base if first == "OWNS" else []) + words
        elif first == "UNITS":
            self.units = {k: v for k, v in self.units.items() if v[0] is not power}
        else:
            power.home = []
            self._homes(power, words)

    def _unowned(self, words: list[str]) -> None:
        self.current = None
        for word in words:
            if word.startswith("-"):
                self.map.neutral.discard(word[1:])
                for power in self.map.powers.values():
                    power.home = [h for h in power.home if h != word[1:]]
            else:
                self.map.neutral.add(word)

    def _unit(self, letter: str, place: str) -> None:
        if self.current is None:
            self._refuse("import-no-power-yet", text=f"{letter} {place}")
            return
        if len(self.units) < AREAS_LIMIT:
            self.units[place.partition("/")[0]] = (self.current, f"{letter} {place}")

    def _unplayed(self, words: list[str]) -> None:
        gone = set(words)
        if words[:2] == ["ALL", "EXCEPT"]:
            gone = set(self.map.powers) - set(words[2:])
        elif words in (["ALL"], []):
            gone = set(self.map.powers)
        for key in sorted(gone):
            power = self.map.powers.pop(key, None)
            if power is None:
                self._refuse("import-unknown-power", name=key)
            self.units = {k: v for k, v in self.units.items() if v[0] is not power}
        self.current = None

    # ------------------------------------------------------------ the game

    def _victory(self, rest: list[str]) -> None:
        if rest and rest[0].isascii() and rest[0].isdecimal() and len(rest[0]) < 5:
            self.map.victory = int(rest[0])
        else:
            self._refuse("import-line", text=f"VICTORY {' '.join(rest)}")

    def _begin(self, words: list[str]) -> None:
        season, year, phase = (*words, "", "", "")[:3]
        steps = {
            ("SPRING", "MOVEMENT"): "S{}M",
            ("FALL", "MOVEMENT"): "F{}M",
            ("AUTUMN", "MOVEMENT"): "F{}M",
            ("WINTER", "ADJUSTMENTS"): "W{}A",
        }
        code = steps.get((season, phase))
        if not (year.isascii() and year.isdecimal() and len(year) <= 4):
            self._refuse("import-line", text=f"BEGIN {' '.join(words)}")
            return
        if code is None and phase == "MOVEMENT":
            self._warn("import-calendar", value=season)
            code = steps["SPRING", "MOVEMENT"]
        if code is None:
            self._rule(f"BEGIN {' '.join(words)}")
        else:
            self.map.first_phase = code.format(int(year))

    def _rules(self, words: list[str]) -> None:
        for word in words:
            if word.startswith("!"):
                self.rules.pop(word[1:], None)
            else:
                self.rules[word] = self.file, self.line

    # ------------------------------------------------------------ the whole

    def finished(self) -> OldMap:
        """The map, once every line has been read."""
        for rule, (file, line) in self.rules.items():
            if rule in _BUILD_RULES:
                self.map.build = _BUILD_RULES[rule]
            elif not _HARMLESS_RULE.search(rule):
                self.map.refuse("import-rule", line, file, rule=rule)
        for key, (file, line) in self.lost.items():
            if key not in self.entries:
                self.map.warn("import-dropped", line, file, name=key)
        for power, unit in self.units.values():
            place, _, coast = unit[2:].partition("/")
            power.units.append((unit[0], place, coast.lower()))
        homes = {h for power in self.map.powers.values() for h in power.home}
        self.map.neutral -= homes
        for key, power in self.map.powers.items():
            if not power.home and not power.units and not power.centres:
                file, line = self.named_powers.get(key, (self.file, 0))
                self.map.warn("import-empty-power", line, file, name=key)
        put_together(self.map, self.names, self.entries)
        return self.map


def _spoken(text: str, in_names: bool = True) -> str:
    """A power's name or adjective as people say it: ``U+S+A`` is USA, ``OTTOMAN+TURK`` two."""
    parts = text.lstrip("_").split("+")
    if in_names and all(len(part) <= 1 for part in parts):
        return "".join(parts).upper()
    return " ".join(part.capitalize() for part in parts if part)


def read(shown: str, data: bytes, files: Files) -> OldMap:
    """The map of a DPjudge file. files: gives the files that it uses, by name."""
    reader = _Reader(shown, files)
    reader.use(shown, data)
    return reader.finished()


def beside(path: Path, bytes_of: Callable[[Path], bytes]) -> Files:
    """Files that lie in the folder of a map, and nowhere else."""

    def found(name: str) -> tuple[str, bytes] | None:
        candidate = path.parent / name
        if not candidate.is_file() or candidate.is_symlink():
            return None
        try:
            return str(candidate), bytes_of(candidate)
        except Unreadable:
            return None

    return found
