"""`judge status`: who has sent what, what is late, what a run would do; and what all may see."""

import json
from pathlib import Path

import pytest

from judge.gamefiles import Game
from tests.cli.command import Said, judge, tree
from tests.playing import lay_ready
from tests.post.mailing import ADDRESSES, mail, mail_game, take

DEADLINES = """\
format: 1
zone: Europe/Paris
grace: 6
fixed: {S1901M: 2026-12-01T20:00}
"""
HOLD = dict.fromkeys(ADDRESSES, "toutes mes unités tiennent\n")


@pytest.fixture
def game(tmp_path: Path) -> Game:
    game = mail_game(tmp_path / "tsar")
    (game.folder / "private/deadlines.yaml").write_text(DEADLINES)
    return game


def status(game: Game, *options: str, now: str = "2026-12-01T18:30") -> Said:
    said = judge("status", game.folder, "--now", now, *options)
    assert (said.code, said.err) == (0, "")
    return said


def test_the_gms_view(game: Game) -> None:
    take(game, mail("A Par - Bou\nA Mar - Esp\nF Bre - Mnn\n"))
    take(game, mail(HOLD["Italie"] + "Définitif\n", "Italie"))
    late = "Tue, 1 Dec 2026 21:30:00 +0100"
    take(game, mail(HOLD["Russie"] + "Absent du 2/12 au 3/12\n", "Russie", at=late))
    take(game, mail("A Bou - Mun\n", sender="loup@bois.fr", subject="[tsar/France]"))
    lay_ready(game.folder, {"turquie": HOLD["Turquie"]})
    before = tree(game.folder)
    assert status(game).out == (
        "tsar : Printemps 1901\n"
        "Échéance : mardi 1er décembre 2026 à 20:00 (Europe/Paris).\n"
        "Il reste 1 heure.\n"
        "\n"
        "  Allemagne : aucune feuille\n"
        "  Angleterre : aucune feuille\n"
        "  Autriche : aucune feuille\n"
        "  France : feuille n° 1, reçue le mardi 1er décembre 2026 à 12:00 (Europe/Paris), "
        "1 ligne à problème, sans ordre : F Bre\n"
        "  Italie : feuille n° 2, reçue le mardi 1er décembre 2026 à 12:00 (Europe/Paris), "
        "définitive\n"
        "  Russie : feuille n° 3, reçue le mardi 1er décembre 2026 à 21:30 (Europe/Paris), "
        "2 heures commencées de retard\n"
        "  Turquie : feuille posée par l'arbitre\n"
        "  Russie : absence annoncée du 2 décembre 2026 au 3 décembre 2026\n"
        "\n"
        "judge run refuserait : il manque Allemagne, Angleterre et Autriche (--missing-hold pour "
        "juger quand même).\n"
        "3 lettres attendent « judge send ».\n"
        "1 message mis de côté dans private/refused.\n"
    )
    assert tree(game.folder) == before


def test_after_the_deadline(game: Game) -> None:
    lines = status(game, now="2026-12-01T23:15").out.splitlines()
    assert lines[1:5] == [
        "Échéance : mardi 1er décembre 2026 à 20:00 (Europe/Paris).",
        "Passée depuis 4 heures commencées.",
        "Délai de grâce jusqu'au mercredi 2 décembre 2026 à 02:00 (Europe/Paris).",
        "",
    ]
    assert lines[5] == "  Allemagne : aucune feuille, 4 heures commencées de retard"
    assert len(status(game, now="2026-12-02T02:00").out.splitlines()) == len(lines) - 1


def test_what_a_run_would_do(game: Game) -> None:
    def verdict(now: str = "2026-12-01T18:30") -> str:
        found = json.loads(status(game, "--json", now=now).out)["run"]
        assert isinstance(found, str)
        return found

    for number, power in enumerate(ADDRESSES):
        assert verdict() == "waits"
        final = "" if power == "France" else "Définitif\n"
        take(game, mail(HOLD[power] + final, power, message_id=f"<{number}@x.fr>"))
    assert verdict() == "ready"
    take(game, mail("Définitif\n", at="Tue, 1 Dec 2026 13:00:00 +0100", message_id="<8@x.fr>"))
    assert verdict() == "final"
    assert verdict("2026-12-01T21:00") == "ready"
    take(game, mail("A Par - Bou\n", at="Tue, 1 Dec 2026 14:00:00 +0100", message_id="<9@x.fr>"))
    assert verdict() == "ready"  # a new sheet takes the word back
    lay_ready(game.folder, {"turquie": "Automne 1901\nA Con xxx\n"})
    assert verdict() == "other-phase"
    assert judge("run", game.folder).code == 1


def test_a_verdict_is_what_a_run_does(game: Game) -> None:
    assert judge("run", game.folder).code == 1
    for power in ADDRESSES:
        take(game, mail(HOLD[power], power))
    assert "judge run jugerait : toutes les feuilles sont là." in status(game).out
    assert judge("run", game.folder).code == 0


@pytest.mark.parametrize(
    ("public", "lines"),
    [
        ("none", []),
        ("count", ["Feuilles reçues : 2 sur 7."]),
        ("names", ["Feuilles reçues : 2 sur 7.", "Reçues : Angleterre et France."]),
    ],
)
def test_what_all_may_see(public: str, lines: list[str], game: Game) -> None:
    assert judge("player", game.folder, "--public", public).code == 0
    take(game, mail("A Par - Bou\n"))
    take(game, mail("F Lon - Man\n", "Angleterre"))
    assert status(game, "--public").out.splitlines() == [
        "tsar : Printemps 1901",
        "Échéance : mardi 1er décembre 2026 à 20:00 (Europe/Paris).",
        "Il reste 1 heure.",
        *lines,
    ]
    data = json.loads(status(game, "--public", "--json").out)
    extra: dict[str, dict[str, object]] = {
        "none": {},
        "count": {"sent": 2, "wanted": 7},
        "names": {"sent": 2, "wanted": 7, "sent_by": ["Angleterre", "France"]},
    }
    assert data == {
        "game": "tsar",
        "phase": "S1901M",
        "ended": False,
        "deadline": "2026-12-01T19:00:00Z",
        **extra[public],
    }


def test_the_other_phases(game: Game) -> None:
    """In winter only some have something to order; what an earlier sheet said counts."""
    (game.folder / "private/deadlines.yaml").unlink()
    sheets = {power: HOLD[power] for power in ADDRESSES}
    sheets["France"] = "A Par - Pic\nA Mar - Esp\nF Bre xxx\n"
    for name, sheet in sheets.items():
        take(game, mail(sheet, name))
    assert judge("run", game.folder).code == 0
    sheets["France"] = "A Pic - Bel\nA Esp xxx\nF Bre xxx\nHiver:\n+ A Par\n+ A Mar\n"
    for number, (name, sheet) in enumerate(sheets.items()):
        at = f"Tue, 1 Dec 2026 19:00:0{number} +0100"
        take(game, mail(sheet, name, at=at, message_id=f"<h{number}@x.fr>"))
    assert judge("run", game.folder).code == 0
    lines = status(game).out.splitlines()
    assert lines[0] == "tsar : Hiver 1901"
    assert "  France : ordres donnés d'avance" in lines
    assert "  Italie : rien à ordonner" in lines
    assert "judge run jugerait : toutes les feuilles sont là." in lines


def test_a_game_that_is_over(game: Game) -> None:
    assert judge("end", game.folder, "--concede", "France").code == 0
    assert status(game).out == "tsar : Printemps 1901\nLa partie est terminée.\n"
    assert status(game, "--public").out == "tsar : Printemps 1901\nLa partie est terminée.\n"


def test_a_moment_that_is_none(game: Game) -> None:
    said = judge("status", game.folder, "--now", "demain")
    assert (said.code, said.out) == (1, "")
    assert "[moment-unreadable]" in said.err
