"""A command about mail killed at any moment: a mail is taken whole or not at all, and no letter is
lost."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self
from unittest.mock import patch

import pytest

from judge.gamefiles import Game
from judge.post import sending
from judge.post.letters import SENT
from judge.post.results import write_results
from judge.post.sending import send, waiting_letters
from judge.post.settings import Account, Settings
from judge.post.taking import Origin, Taker
from tests.playing import board_read_once
from tests.post.mailing import ADDRESSES, SETTINGS, mail, mail_game, take, utc
from tests.test_killing import every_kill, kept

NOW = utc("2026-12-01 18:00")
SECOND = mail(
    "A Par - Pic\nPresse:\nx\n", at="Tue, 1 Dec 2026 13:00:00 +0100", message_id="<2@x.fr>"
)
REFUSED = mail("A Par - Bou\n", sender="loup@bois.fr", subject="[tsar/France]")


@pytest.fixture(autouse=True)
def _fast() -> Iterator[None]:
    """In this process nothing waits for the disk: a killed process needs no power cut."""
    with board_read_once(), patch.object(os, "fsync", lambda _: None):
        yield


def taking(data: bytes) -> Callable[[Path], object]:
    return lambda folder: Taker(Game(folder), SETTINGS).take(Origin("essai", data))


def telling(folder: Path) -> object:
    return write_results(Game(folder), SETTINGS, NOW)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    "call", [taking(SECOND), taking(REFUSED), telling], ids=["taken", "refused", "results"]
)
def test_a_mail_is_taken_whole_or_not_at_all(
    call: Callable[[Path], object], late: bool, tmp_path: Path
) -> None:
    game = mail_game(tmp_path / "tsar")
    take(game, mail("A Par - Bou\n"))
    whole = mail_game(tmp_path / "whole")
    take(whole, mail("A Par - Bou\n"))
    players = "private/players.yaml"
    (whole.folder / players).write_bytes((game.folder / players).read_bytes())
    old = kept(whole.folder)
    call(whole.folder)
    new = kept(whole.folder)
    seen = []
    for _ in every_kill(call, game.folder, tmp_path / "killed", late):
        Game(tmp_path / "killed")  # which finishes what was committed
        found = kept(tmp_path / "killed")
        assert found in (old, new)
        seen.append(found == new)
        call(tmp_path / "killed")
        assert kept(tmp_path / "killed") == new
    assert len(seen) > 10
    assert seen == sorted(seen) and seen[0] is False and seen[-1] is True


class Collector:
    """Stands for a server: it takes every letter."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def sendmail(self, _sender: str, _to: list[str], data: bytes) -> dict[str, object]:
        self.taken.append(data)
        return {}


def test_no_letter_is_lost_and_at_most_the_one_in_hand_goes_twice(tmp_path: Path) -> None:
    three = {power: ADDRESSES[power] for power in ("Autriche", "France", "Turquie")}
    game = mail_game(tmp_path / "tsar", addresses=three)
    telling(game.folder)
    names = waiting_letters(game)
    settings = Settings("Arbitre <judge@exemple.fr>", smtp=Account("localhost", 25, "none"))
    server = Collector()
    with patch.object(sending, "_connected", lambda _: server):

        def call(folder: Path) -> object:
            return list(send(Game(folder), settings, NOW))

        for _ in every_kill(call, game.folder, tmp_path / "killed", False):
            Game(tmp_path / "killed")
            call(tmp_path / "killed")
            found = [re.search(rb"^Message-ID: (\S+)", d, re.M) for d in server.taken]
            ids = [match[1] for match in found if match]
            assert len(ids) == len(found)
            assert len(set(ids)) == len(names)
            assert len(ids) <= len(names) + 1
            sent = sorted(path.stem for path in (tmp_path / "killed" / SENT).glob("*"))
            assert (sent, waiting_letters(Game(tmp_path / "killed"))) == (names, [])
            server.taken.clear()
