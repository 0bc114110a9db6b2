"""What `docs/mail.md` shows is what the program reads."""

import re
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from judge.post.calendar import read_calendar
from judge.post.settings import read_settings
from judge.words import words
from tests.boards import ROOT
from tests.post.mailing import mail_game

DOCUMENT = ROOT / "docs" / "mail.md"
BLOCKS = re.findall(r"```yaml\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)


def test_the_settings(configuration: Path, tmp_path: Path) -> None:
    (configuration / "mail.yaml").write_text(BLOCKS[0], "utf-8")
    settings = read_settings("napoleon", tmp_path / "partie")
    assert settings.imap is not None and settings.smtp is not None
    assert settings.address == "judge+napoleon@exemple.fr"
    assert (settings.imap.to, settings.imap.after, settings.smtp.port) == (
        "judge+napoleon",
        "read",
        587,
    )


def test_the_calendar(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "tsar")
    (game.folder / "private/deadlines.yaml").write_text(BLOCKS[1], "utf-8")
    rules = read_calendar(game).rules
    assert rules is not None
    assert (rules.zone, rules.grace, rules.absence_limit) == (ZoneInfo("Europe/Paris"), 12, 5)
    assert len(BLOCKS) == 2


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_reason_has_its_sentence(language: str) -> None:
    sources = (ROOT / "judge" / "post").glob("*.py")
    named = {code for path in sources for code in re.findall(r'"(mail-[a-z-]+)"', path.read_text())}
    named -= {"mail-at", "mail-daemon"}  # a sentence of receipts, and a bounce's sender
    assert len(named) >= 15
    assert named - set(words(language).find("problems")) == set()
