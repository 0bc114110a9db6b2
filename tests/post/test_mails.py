"""Mails as mailers write them: the sheet that must come out of each, and what must be cut."""

from pathlib import Path
from typing import Any

import pytest

from judge import yamlfiles
from judge.gamefiles import Game
from judge.post.claims import claims_of
from judge.post.cleaning import cleaned, passes_on
from judge.post.message import read_mail
from judge.post.prose import without_prose
from tests.post.mailing import mail_game, pending, take

MAILS = Path(__file__).parent / "mails"
EXPECTED: dict[str, dict[str, Any]] = yamlfiles.read(MAILS / "expected.yaml")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return mail_game(tmp_path_factory.mktemp("corpus") / "tsar")


def test_every_mail_has_its_expectation() -> None:
    assert {path.stem for path in MAILS.glob("*.eml")} == set(EXPECTED)
    assert len(EXPECTED) >= 60


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_the_sheet_of_a_mail(name: str, game: Game) -> None:
    data, expected = (MAILS / f"{name}.eml").read_bytes(), EXPECTED[name]
    for file in game.folder.glob("private/pending/*"):
        file.unlink()
    taken = take(game, data)
    stored = (game.folder / taken.entry.file).read_bytes()
    assert stored == data
    if expected["sheet"] is None:
        assert pending(game, expected["power"]) is None
        assert [part.refused for part in taken.entry.parts] == ["mail-empty"]
        return
    assert [(p.power, p.refused) for p in taken.entry.parts] == [(expected["power"], "")]
    sheet = pending(game, expected["power"])
    assert sheet is not None
    assert sheet == "\n".join(expected["sheet"]) + "\n"


@pytest.mark.parametrize(
    ("subject", "is_passed_on"),
    [
        ("Tr: ordres", True),
        ("TR : ordres", True),
        ("[tsar] Fwd: ordres", True),
        ("Re: FW: [tsar] ordres", True),
        ("Re: [tsar] ordres", False),
        ("[tsar] transport : A Par - Bou", False),
    ],
)
def test_which_subjects_pass_a_mail_on(subject: str, is_passed_on: bool) -> None:
    assert passes_on(subject) == is_passed_on


PROSE = {
    "Bonjour,": True,
    "Voici mes ordres pour le printemps 1901 :": True,
    "Merci, à bientôt": True,
    "A bientôt": True,
    "A mon avis je vais trahir l'Italie": True,
    "Dis-moi si tout va bien": True,
    "J'attaquerai Munich quand l'Italie aura le dos tourné": True,
    "jo@exemple.fr": True,
    "-----": True,
    "A Par - Bou": False,
    "A Prs - Bxu": False,
    "A Galicee vers Bouheme soutien Munnich": False,
    "Armee Munnich vers Bohemme": False,
    "par - bou": False,
    "Munich tient": False,
    "Fleet London supports army Wales to English Channel": False,
    "+ A Kiell": False,
    "- F Irl": False,
    "renonce": False,
    "si Bou perdu : - A Gal": False,
    "si Buu perdu : A Gal xxx": False,
    "FRANCE": False,
    "Printemps 1901": False,
    "Partie: tsar": False,
    "# une remarque": False,
}


@pytest.mark.parametrize("line", sorted(PROSE))
def test_what_is_no_order(line: str, game: Game) -> None:
    kept = without_prose([line], game.reader).lines
    assert kept == ("" if PROSE[line] else line,)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_what_is_cut_from_a_mail(name: str, game: Game) -> None:
    mail = read_mail((MAILS / f"{name}.eml").read_bytes())
    own = cleaned(mail.text, passes_on(mail.subject))
    (claim,) = claims_of(own.lines, None, game)
    cuts = [*own.cuts, *without_prose(claim.lines, game.reader).cuts]
    kinds = [str(cut.why) for cut in cuts]
    assert [k for n, k in enumerate(kinds) if k not in kinds[:n]] == EXPECTED[name]["cut"]
