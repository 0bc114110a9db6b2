"""What a mail says of itself: for which game and power it is, its key, and whether it is final.

Nothing here is believed yet; `judge.post.players` says who may speak for a power.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from judge.gamefiles import Game, is_game_name
from judge.names import fold, slug
from judge.phase import Phase
from judge.post.message import Mail
from judge.receiving import find_power
from judge.sheets.headers import Field, Section, fields_of, phase_of
from judge.sheets.scopes import Scope, scopes
from judge.sheets.tokens import scan

CLAIMS_LIMIT = 40
"""Most sheets read of one mail: a game's powers, several times over."""

_KEY_WORDS = frozenset(
    ("cle", "clef", "key", "mot de passe", "mdp", "password", "ma cle", "ma clef", "my key")
)
_FINAL = re.compile(
    r"\W*(?:(?:mes |nos |ces )?(?:ordres|feuille|orders|sheet)\W+)?"
    r"(?:definiti(?:f|fs|ve|ves|vement)|final)\W*"
)
_ABSENT = re.compile(
    r"\W*(?:je (?:suis|serai) |i am |i'm )?(?:absent|absente|away|absence)\W+"
    r"(?:du|from|de)?\s*(?P<first>.{3,30}?)\s+(?:au|to|until|a|-)\s+(?P<last>.{3,30}?)\W*"
)
_MONTHS = {
    **dict(zip(("jan", "fev", "mar", "avr", "mai"), range(1, 6), strict=True)),
    **dict(zip(("juin", "juil", "aou", "sep", "oct", "nov", "dec"), range(6, 13), strict=True)),
    "feb": 2,
    "apr": 4,
    "may": 5,
    "june": 6,
    "july": 7,
    "aug": 8,
}
_DAY = re.compile(r"(\d\d?)(?:er|st|nd|rd|th)?[/. ]+(\d\d?|[a-z]+)\.?(?:[/. ]+(\d{4}))?")
_SUBJECT_PHASE = re.compile(
    r"\b(?:(?:retraites?|retreats?|ajustements?|adjustments?)\s+(?:du |de l'|d'|of )?)?"
    r"(?:printemps|automne|hiver|spring|autumn|fall|winter)\s+\d{1,4}\b",
    re.IGNORECASE,
)
_NO_TAGS = frozenset(("ext", "external", "externe", "exterieur", "spam", "spam?", "bulk"))
"""What mail servers put into brackets."""


@dataclass
class Claim:
    """One sheet in a mail, with what it says of itself.

    game, power: as named, empty where they are not. key: as sent. lines: numbered as the mail's
    are, without keys and notes. final: whether it may be ruled before the deadline. absent: first
    and last day away.
    """

    game: str = ""
    power: str = ""
    key: str = ""
    lines: list[str] = field(default_factory=list)
    final: bool = False
    absent: tuple[date, date] | None = None


def claims_of(
    lines: Sequence[str], sent: date | None, game: Game, by_headings: bool = True
) -> list[Claim]:
    """The sheets of a mail.

    sent: the day it came, by which a day without its year is understood. by_headings: whether a
    heading ``AUTRICHE`` says whose the lines below are; where it is known whose they are, such
    lines are the sheet's own, and other powers' orders in it are its problem.
    """
    found = [Claim()]
    lines = [_spread(line) for line in lines]
    key_follows = False
    for line, scope in zip(lines, scopes(lines), strict=True):
        if len(found) > CLAIMS_LIMIT:
            break
        claim = found[-1]
        if scope.section is Section.PRESS:
            claim.lines.append(line)
            continue
        if key_follows and line.strip():
            claim.key, key_follows = line.strip()[:200], False
            claim.lines.append("")
            continue
        fields = dict(fields_of(line))
        key_follows = key_follows or _is_bare_key(line)
        named = fields.get(Field.GAME), fields.get(Field.POWER)
        if any(named):
            claim = _begin(found, named)
            claim.game = named[0] or claim.game
            claim.power = named[1] or claim.power
            claim.key = fields.get(Field.KEY, claim.key)
            claim.lines.append(_without_key(line) if Field.KEY in fields else line)
            continue
        claim.lines.append(line if _is_sheets_own(line, scope, claim, sent) else "")
    found = found[:CLAIMS_LIMIT]
    return [part for c in found for part in _by_heading(c, game)] if by_headings else found


def _begin(found: list[Claim], named: tuple[str | None, str | None]) -> Claim:
    """The claim that a line ``Partie: … Puissance: …`` is about, the last of the list from then on.

    A new one where it names another game or power; what comes later of the same power is one with
    what came before.
    """
    last = found[-1]
    game, power = named
    changes = (game and last.game and slug(game) != slug(last.game)) or (
        power and last.power and slug(power) != slug(last.power)
    )
    if not changes:
        return last
    wanted = slug(game or last.game), slug(power or "")
    claim = next((c for c in found if (slug(c.game), slug(c.power)) == wanted), None)
    if claim is None:
        # A key given once at the top may be that of all.
        claim = Claim(game or last.game, power or "", last.key)
    else:
        found.remove(claim)
    claim.lines += [""] * (len(last.lines) - len(claim.lines))
    found.append(claim)
    return claim


_FIELD_WORD = re.compile(
    r"(?<=\S)[,;]?\s+(?=(?:partie|puissance|cl[ée]|clef|game|power|key)\s*:)", re.IGNORECASE
)


def _spread(line: str) -> str:
    """A line ``Partie: tsar, Puissance: Autriche`` with its fields two blanks apart."""
    if len(line) > 200 or not re.match(r"\W*(?:partie|puissance|game|power|cl)", fold(line)):
        return line
    return _FIELD_WORD.sub("  ", line)


def _is_bare_key(line: str) -> bool:
    """Whether a line is a key's word alone, so that the key is on the next one."""
    name, sign, value = line[:100].partition(":")
    return bool(sign) and not value.strip() and fold(name).strip(" *_#-") in _KEY_WORDS


def _without_key(line: str) -> str:
    """A line of fields without the key's."""
    parts = re.split(r"\s{2,}|\t", line.strip())
    return "  ".join(part for part in parts if not _key(part))


def _key(line: str) -> str:
    """The key that a line gives, empty for none."""
    name, sign, value = line[:300].partition(":")
    if not sign or len(name) > 40:
        name, sign, value = line[:300].partition("=")
    if sign and " ".join(fold(name).split()).strip(" *_#-") in _KEY_WORDS:
        return value.strip().strip("*_«»\"'").strip()
    return ""


def _is_sheets_own(line: str, scope: Scope, claim: Claim, sent: date | None) -> bool:
    """Whether a line is the sheet's; else it is a note for the judge, and is taken here."""
    key = _key(line)
    if key:
        claim.key = key
        return False
    if len(line) > 200:
        return True
    said = " ".join(fold(line[scope.start :]).replace("’", "'").split())
    if _FINAL.fullmatch(said):
        claim.final = True
        return False
    absent = _ABSENT.fullmatch(said)
    if absent:
        days = _day(absent["first"], sent), _day(absent["last"], sent)
        if days[0] is not None and days[1] is not None and days[0] <= days[1]:
            claim.absent = days[0], days[1]
            return False
    return True


def _day(text: str, sent: date | None) -> date | None:
    """A day as written: ``24/12``, ``24 décembre 2026``, ``2026-12-24``."""
    said = re.sub(r"^(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|le) ", "", text)
    match = re.fullmatch(r"(\d{4})-(\d\d?)-(\d\d?)", said)
    if match:
        return _date(int(match[1]), int(match[2]), int(match[3]))
    match = _DAY.fullmatch(said)
    if match is None:
        return None
    month = int(match[2]) if match[2].isdecimal() else _month(match[2])
    if match[3]:
        return _date(int(match[3]), month, int(match[1]))
    if sent is None:
        return None
    # The first such day that is not long past when the mail comes.
    years = (sent.year, sent.year + 1)
    days = [d for year in years if (d := _date(year, month, int(match[1])))]
    return next((d for d in days if d >= sent - timedelta(days=60)), None)


def _month(name: str) -> int:
    return next(
        (n for start, n in sorted(_MONTHS.items(), reverse=True) if name.startswith(start)), 0
    )


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _by_heading(claim: Claim, game: Game) -> list[Claim]:
    """The claim cut at its headings ``AUTRICHE``, where it names several powers."""
    vocabulary = game.reader.vocabulary(game.facts.language)
    heads: list[tuple[int, str]] = []
    for n, (line, scope) in enumerate(zip(claim.lines, scopes(claim.lines), strict=True)):
        if scope.section is Section.PRESS or not 0 < len(line.strip()) <= 60 or fields_of(line):
            continue
        tokens = scan(line, vocabulary)
        if tokens and tokens[0].type == "POWER" and all(t.text == ":" for t in tokens[1:]):
            heads.append((n, tokens[0].text))
    if claim.power or not heads:
        return [claim]
    if len({find_power(game, name) for _, name in heads}) == 1:
        claim.power = heads[0][1]
        return [claim]
    found: dict[int | None, Claim] = {}
    ends = [*(n for n, _ in heads[1:]), len(claim.lines)]
    for (start, name), end in zip(heads, ends, strict=True):
        first = start if found else 0
        power = find_power(game, name)
        part = found.setdefault(
            power, Claim(claim.game, name, claim.key, [], claim.final, claim.absent)
        )
        part.lines += [""] * (first - len(part.lines)) + claim.lines[first:end]
    return list(found.values())


# ---------------------------------------------------------------- around the text


@dataclass(frozen=True, slots=True)
class Envelope:
    """What a mail's subject and addresses say of all sheets in it.

    game, power: as named, empty where they are not. phase: that the subject names.
    """

    game: str = ""
    power: str = ""
    phase: Phase | None = None


def envelope_of(mail: Mail, game: Game) -> Envelope:
    """Read a mail's subject (``[tsar/Autriche]``, ``tsar/Autriche``) and its plus-address."""
    name, power = _tag(mail, game) or _plus(mail.recipients, game) or ("", "")
    named = _SUBJECT_PHASE.search(mail.subject)
    return Envelope(name, power, phase_of(named[0]) if named else None)


def _tag(mail: Mail, game: Game) -> tuple[str, str] | None:
    """The game and power that a subject names; another game's where it does not name this one."""
    subject = mail.subject
    others: list[tuple[str, str]] = []
    for tag in re.findall(r"\[([^\[\]]{1,80})\]", subject):
        name, _, power = tag.partition("/")
        if slug(name) == slug(game.facts.name):
            return game.facts.name, power.strip()
        if is_game_name(name.strip()) and fold(tag).strip("* ") not in _NO_TAGS:
            others.append((name.strip(), power.strip()))
    if mail.automatic == "list" and len(others) == 1 and not others[0][1]:
        # The list's own tag, which it puts before every subject.
        others = []
    for match in re.finditer(r"([^\s/\[\]()]{1,60})/([^\s/\[\]():,;]{1,40})", subject):
        name, power = match[1], match[2]
        if slug(name) == slug(game.facts.name):
            return game.facts.name, power
        if find_power(game, power) is not None and find_power(game, name) is None:
            others.append((name, power))
    return others[0] if others else None


def _plus(recipients: Iterable[str], game: Game) -> tuple[str, str] | None:
    """``judge+tsar@…``, ``judge+tsar.autriche@…``; another game's address says nothing of this."""
    ours = slug(game.facts.name)
    other: tuple[str, str] | None = None
    for address in recipients:
        _, sign, detail = address.partition("@")[0].partition("+")
        if not sign or not detail:
            continue
        said = slug(detail)
        if said == ours:
            return game.facts.name, ""
        power = said.removeprefix(f"{ours}-")
        if power != said and find_power(game, power) is not None:
            return game.facts.name, power
        other = other or (detail, "")
    return other
