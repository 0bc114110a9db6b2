"""Mails as mailers write them: the sheet that must come out of each, and what must be cut."""

from pathlib import Path
from typing import Any

import pytest

from judge import yamlfiles
from judge.gamefiles import Game
from judge.post.claims import claims_of
from judge.post.cleaning import cleaned
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


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_what_is_cut_from_a_mail(name: str, game: Game) -> None:
    mail = read_mail((MAILS / f"{name}.eml").read_bytes())
    is_forward = mail.subject.lower().startswith(("tr", "fwd"))
    own = cleaned(mail.text, is_forward)
    (claim,) = claims_of(own.lines, None, game)
    cuts = [*own.cuts, *without_prose(claim.lines, game.reader).cuts]
    kinds = [str(cut.why) for cut in cuts]
    assert [k for n, k in enumerate(kinds) if k not in kinds[:n]] == EXPECTED[name]["cut"]
