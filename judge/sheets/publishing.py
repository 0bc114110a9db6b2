"""What of a sheet may be published once its phase is ruled.

Remarks, press, and every line with a key or an address go, and so do orders for phases still to
come (conditional retreats, other sections). Lines keep their numbers and columns, so that problems
point to the same place in the published sheet as in the received one.
"""

import re
import unicodedata
from collections.abc import Iterator

from judge.names import fold
from judge.phase import Phase, Step
from judge.position import Position
from judge.problems import Problem
from judge.sheets.conditions import condition_of, decided
from judge.sheets.headers import Section
from judge.sheets.reading import Reader, Sheet, decode, split_lines
from judge.sheets.scopes import Scope, scopes, section_for
from judge.sheets.tokens import LINE_LIMIT

_ADDRESS = re.compile(r"[^\s@<>]@[^\s@<>]")
_KEY = re.compile(r"\b(?:cles?|clefs?|keys?|passwords?|passwd|mdp|mots? de passe)\b")


def published(data: bytes, reader: Reader, position: Position, power: int) -> str:
    """The lines of a sheet that a phase uses, their conditions decided.

    Those stand under no heading, or under the one of the position's phase.
    """
    kept = [
        _used(reader.without_own_condition(line), scope, position.phase, reader)
        for line, scope in _public_lines(data)
    ]
    kept, _ = decided(kept, reader, position, power, "")
    text = "\n".join(line.rstrip() for line in kept).rstrip()
    return text + "\n" if text else ""


def _printable(line: str) -> str:
    """A line with every kind of blank as a plain one, and without signs that nobody sees."""
    return "".join(c if c == "\t" or c.isprintable() else " " if c.isspace() else "" for c in line)


def read_whole(data: bytes, reader: Reader, name: str) -> Sheet:
    """A sheet with what is for phases to come; conditions, which cannot be decided yet, are out.

    A line whose condition is not understood is a problem.
    """
    lines = _composed(data)
    unclear = []
    for number, (line, scope) in enumerate(zip(lines, scopes(lines), strict=True), 1):
        line = reader.without_own_condition(line)
        lines[number - 1] = line
        found = condition_of(line[scope.start :])
        if found is None or scope.section is Section.PRESS:
            continue
        condition, start, end = found[0], found[1] + scope.start, found[2] + scope.start
        if condition.verb:
            lines[number - 1] = line[:start] + " " * (end - start) + line[end:]
        else:
            lines[number - 1] = ""
            at = (number, start + 1, line, max(1, end - start))
            details = {"word": condition.what}
            unclear.append(Problem("condition-unclear", "error", name, *at, details))
    sheet = reader.read("\n".join(lines).encode("utf-8", "surrogatepass"), name)
    sheet.problems += unclear
    return sheet


def hidden_problems(whole: Sheet, shown: str) -> list[Problem]:
    """The problems of a received sheet where its published text is blank.

    whole: as `read_whole` gives it, so that nothing unreadable waits unseen for its phase.
    """
    lines = split_lines(shown)
    return [
        problem
        for problem in whole.problems
        if not is_secret(problem.text)
        and not (
            problem.line <= len(lines)
            and lines[problem.line - 1][max(0, problem.column - 1) :].strip()
        )
    ]


def _used(line: str, scope: Scope, phase: Phase, reader: Reader) -> str:
    if not _is_for(scope, phase):
        return ""
    found = condition_of(line[scope.start :])
    if found is not None:
        # A heading would stand before the condition.
        line = " " * scope.start + line[scope.start :]
        if phase.step.is_movement and not found[0].verb:
            # What is not understood may be about a phase to come.
            return ""
    if phase.step.is_movement:
        return reader.without_flights(line).rstrip()
    return line.rstrip()


def _is_for(scope: Scope, phase: Phase) -> bool:
    if scope.phase is not None:
        return scope.phase == phase
    return scope.section in (Section.ORDERS, section_for(phase.step))


def lines_for(data: bytes, phase: Phase) -> list[str]:
    """The lines of a sheet under a heading that is about a phase to come; without the heading.

    A heading that names another phase is not about this one; one without a year is.
    """
    found: list[str] = []
    for line, scope in _public_lines(data):
        section = section_for(phase.step)
        wanted = scope.phase == phase
        if scope.phase is None:
            wanted = scope.section is section is not Section.ORDERS
        if wanted and line[scope.start :].strip():
            found.append(line[scope.start :].strip())
    return found


def phases_named(data: bytes) -> list[Phase]:
    """The phases that a sheet's headings name, in their order."""
    named: list[Phase] = []
    for scope in scopes(_composed(data)):
        if scope.phase is not None and scope.phase not in named:
            named.append(scope.phase)
    return named


def phase_meant(data: bytes, reader: Reader, current: Phase) -> Phase:
    """The phase a sheet is for: the current one if it has orders for it, else the first one named.

    Orders under no heading are for the current phase.
    """
    named = phases_named(data)
    if not named or current in named:
        return current
    lines = (
        line if scope.phase is None and _is_for(scope, current) else ""
        for line, scope in _public_lines(data)
    )
    return current if reader.read("\n".join(lines).encode(), "").entries else named[0]


def _public_lines(data: bytes) -> Iterator[tuple[str, Scope]]:
    """Every line without its remark, empty where it is nobody else's business, and its scope.

    An order for when a unit is dislodged is a retreat's, wherever it stands.
    """
    lines = _composed(data)
    after_key = False
    for line, scope in zip(lines, scopes(lines), strict=True):
        said = line if len(line) > LINE_LIMIT else line.split("#", 1)[0]
        is_key = _names_key(said)
        hidden = is_key or is_secret(said) or scope.section is Section.PRESS
        if after_key and said.strip():
            hidden, after_key = True, False
        if is_key:
            # A key may stand on the line after its name.
            after_key = not re.search(r"[:=]\s*\S", said)
        yield ("" if hidden else said), _as_retreat(scope, said)


def _composed(data: bytes) -> list[str]:
    """A sheet's lines as a person sees them, so that no sign hides what a word is: neither an
    accent sent as a sign of its own, nor one that nobody sees in the middle of ``Clé``."""
    lines = split_lines(decode(data))
    return [_printable(unicodedata.normalize("NFC", line)).rstrip() for line in lines]


def _as_retreat(scope: Scope, line: str) -> Scope:
    if scope.section is not Section.ORDERS:
        return scope
    found = condition_of(line[scope.start :])
    if found is None or found[0].verb != "dislodged":
        return scope
    phase = scope.phase
    if phase is not None and phase.step.is_movement:
        phase = Phase(phase.year, Step(phase.step + 1))
    return Scope(Section.RETREATS, phase, scope.start)


def is_secret(line: str) -> bool:
    """Whether a line holds an address or names a key, which nobody else may see."""
    return bool(_ADDRESS.search(line)) or _names_key(line)


def _names_key(line: str) -> bool:
    return bool(_KEY.search(fold(line[:LINE_LIMIT])))
