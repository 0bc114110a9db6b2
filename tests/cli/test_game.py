"""A game from `judge new` to its reports, as its files and as what the commands say."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge import journal
from judge.cli.base import COMMANDS
from tests.cli.command import PROCESS, Said, judge, judge_process, plain_environment, tree
from tests.cli.small_game import (
    AUTUMN,
    POSITION,
    RETREATS,
    SPRING,
    WINTER,
    YEAR,
    send,
    small_game,
    written,
)

SPRING_REPORT = """\
Printemps 1901 · petite
règles : guide
options : retreat_to_convoyed_attackers_start true, disorder_from home,
  disorder_distance convoys, disorder_alphabet fr, extra_builds first

ALLEMAGNE
  F Bel - Man
      échoue : rebond en Man contre F Lon, 1 contre 1 (Guide 19)
  A Bou xxx
      tient ; délogée par A Par, 2 contre 1 (Guide 19)

ANGLETERRE
  F Lon - Man
      échoue : rebond en Man contre F Bel, 1 contre 1 (Guide 19)

FRANCE
  A Mar S A Par - Bou             soutien donné
  A Par - Bou
      réussit : déloge A Bou, 2 contre 1 (Guide 19)

UNITÉS DÉLOGÉES
  A Bou (Allemagne), délogée par A Par : peut se replier en Gas, Mun,
    Pic, Ruh

SITUATIONS BLOQUÉES
  Man

POSITION
  Allemagne : F Bel
  Angleterre : F Lon
  Autriche : aucune unité
  France : A Bou, A Mar
  Italie : aucune unité
  Russie : aucune unité
  Turquie : aucune unité

CENTRES
  Allemagne : 2, Angleterre : 1, Autriche : 0, France : 2, Italie : 0,
    Russie : 0, Turquie : 0, sans propriétaire : 29

À suivre : Retraites du printemps 1901
Ordres attendus de : Allemagne
"""

RETREATS_REPORT = """\
Retraites du printemps 1901 · petite
règles : guide
options : retreat_to_convoyed_attackers_start true, disorder_from home,
  disorder_distance convoys, disorder_alphabet fr, extra_builds first

ALLEMAGNE
  A Bou retraite Ruh              se replie

POSITION
  Allemagne : F Bel, A Ruh
  Angleterre : F Lon
  Autriche : aucune unité
  France : A Bou, A Mar
  Italie : aucune unité
  Russie : aucune unité
  Turquie : aucune unité

CENTRES
  Allemagne : 2, Angleterre : 1, Autriche : 0, France : 2, Italie : 0,
    Russie : 0, Turquie : 0, sans propriétaire : 29

À suivre : Automne 1901
"""

WINTER_REPORT = """\
Hiver 1901 · petite
règles : guide
options : retreat_to_convoyed_attackers_start true, disorder_from home,
  disorder_distance convoys, disorder_alphabet fr, extra_builds first

ALLEMAGNE
  centres : 4, unités : 2
  + A Ber                         construite

FRANCE
  centres : 3, unités : 2
  + F Mar                         construite

POSITION
  Allemagne : A Ber, F Hol, A Kie
  Angleterre : F Nrd
  Autriche : aucune unité
  France : A Bou, A Esp, F Mar
  Italie : aucune unité
  Russie : aucune unité
  Turquie : aucune unité

CENTRES
  Allemagne : 4, Angleterre : 1, Autriche : 0, France : 3, Italie : 0,
    Russie : 0, Turquie : 0, sans propriétaire : 26

À suivre : Printemps 1902
"""

FOLDERS = {
    "1901-1-printemps": SPRING,
    "1901-2-retraites": RETREATS,
    "1901-3-automne": AUTUMN,
    "1901-5-hiver": WINTER,
}
RULED = ("position.yaml", "received.yaml", "report.txt", "ruling.yaml")


# ---------------------------------------------------------------- a year


def test_new_says_what_it_made_and_makes_it(tmp_path: Path) -> None:
    said = judge("new", tmp_path / "tsar")
    sentence = f"Partie « tsar » créée dans {tmp_path}/tsar. Première phase : Printemps 1901.\n"
    assert said == Said(0, sentence, "")
    files = tree(tmp_path / "tsar")
    assert set(files) == {".gitignore", "1901-1-printemps/position.yaml", "game.yaml"}
    assert files[".gitignore"] == b"private/\n"
    folders = {p.name for p in (tmp_path / "tsar" / "private").iterdir()}
    assert {"later", "pending", "received"} <= folders


def test_a_year_makes_these_files_and_no_other(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    for number, sheets in enumerate(YEAR):
        files = written(tmp_path / f"mail {number}", sheets)
        received = judge("receive", game, *files)
        assert (received.code, received.err) == (0, "")
        assert judge("check", game).code == 0
        said = judge("run", game)
        assert said.code == 0, said.err
    wanted = {f"{f}/{name}" for f in FOLDERS for name in RULED}
    wanted |= {f"{f}/orders/{power}.txt" for f, sheets in FOLDERS.items() for power in sheets}
    wanted |= {f"private/received/{n:04}.txt" for n in range(1, 10)}
    wanted |= {".gitignore", "game.yaml", "private/received/index.yaml"}
    wanted |= {"1902-1-printemps/position.yaml"}
    files_now = tree(game)
    assert set(files_now) == wanted
    for folder, sheets in FOLDERS.items():
        for power, text in sheets.items():
            assert files_now[f"{folder}/orders/{power}.txt"] == text.encode()
    for report, text in (
        ("1901-1-printemps", SPRING_REPORT),
        ("1901-2-retraites", RETREATS_REPORT),
        ("1901-5-hiver", WINTER_REPORT),
    ):
        assert files_now[f"{report}/report.txt"].decode() == text
        assert judge("report", game, report) == Said(0, text, "")


def test_run_shows_the_report_and_says_where_it_is(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    send(game, SPRING)
    said = judge("run", game)
    where = f"Printemps 1901 : jugement écrit dans {game}/1901-1-printemps.\n"
    assert said == Said(0, SPRING_REPORT, where)
    assert judge("report", game) == Said(0, SPRING_REPORT, "")


def test_every_file_is_plain_text_of_72_columns(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    for sheets in YEAR:
        send(game, sheets)
        assert judge("run", game).code == 0
    for name, data in tree(game).items():
        text = data.decode("utf-8")
        assert "\r" not in text, name
        assert text.endswith("\n"), name
        if name.endswith("report.txt"):
            rows = text.splitlines()
            assert all(len(row) <= 72 and row == row.rstrip() for row in rows), name


def test_a_blank_sheet_filled_in_is_read_back(tmp_path: Path) -> None:
    """The sheets that `judge sheet` writes, each unit holding, for all seven powers of 1901."""
    game = tmp_path / "tsar"
    assert judge("new", game).code == 0
    mail = tmp_path / "mail"
    mail.mkdir()
    powers = ["allemagne", "angleterre", "autriche", "france", "italie", "russie", "turquie"]
    for power in powers:
        blank = judge("sheet", game, power)
        assert (blank.code, blank.err) == (0, "")
        filled = re.sub(r"(?m)^([AF] .*)$", r"\1 xxx", blank.out)
        (mail / f"{power}.txt").write_text(filled, "utf-8")
    together = judge("sheet", game)
    assert together.out.count("Puissance: ") == 7
    assert judge("receive", game, *sorted(mail.iterdir())).code == 0
    checked = judge("check", game)
    assert (checked.code, checked.err) == (0, "")
    assert "Sans ordre" not in checked.out
    said = judge("run", game)
    assert said.code == 0
    assert said.out.count(" xxx ") == 22
    assert "PROBLÈMES" not in said.out


def test_a_blank_sheet_in_each_kind_of_phase(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    first = "# Feuille d'ordres : Allemagne. Complétez chaque ligne après l'unité ; "
    first += "« # » commence une remarque.\nPartie: petite\nPuissance: Allemagne\n"
    assert judge("sheet", game, "Allemagne").out == first + "Printemps 1901\n\nF Bel\nA Bou\n"
    assert judge("sheet", game, "Germany").out == first + "Printemps 1901\n\nF Bel\nA Bou\n"
    assert judge("sheet", game, "Turquie") == Said(0, "", "")
    send(game, SPRING)
    assert judge("run", game).code == 0
    retreats = judge("sheet", game).out
    assert retreats == (
        first + "Retraites du printemps 1901\n\n# Retraites possibles : Gas, Mun, Pic, Ruh\nA Bou\n"
    )


def test_check_tells_how_each_line_is_read(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    france = "Par=Bou\na mar s par-bou\nA Mar - Gas\nA Mar - Mnn\n"
    send(game, {"france": france, "angleterre": "# rien\n"})
    said = judge("check", game, "--plain")
    assert said.code == 1
    assert said.out == (
        "Angleterre (angleterre.txt)\n"
        "  Sans ordre : F Lon\n"
        "\n"
        "France (france.txt)\n"
        "    1  Par=Bou          A Par - Bou\n"
        "    2  a mar s par-bou  A Mar S A Par - Bou  (ne compte pas)\n"
        "    3  A Mar - Gas      A Mar - Gas\n"
        "\n"
        "Aucune feuille de : Allemagne\n"
    )
    codes = [re.findall(r"\[([a-z-]+)\]", line)[0] for line in said.err.splitlines()]
    assert sorted(codes) == ["ordered-twice", "sheet-empty", "unknown-province"]
    assert [line.split(":")[0] for line in said.err.splitlines()].count("france.txt") == 2
    data = json.loads(judge("check", game, "--json").out)
    assert [s["power"] for s in data["sheets"]] == ["Angleterre", "France"]
    assert data["sheets"][1]["orders"][1] == {
        "line": 2,
        "text": "a mar s par-bou",
        "reads": "A Mar S A Par - Bou",
        "counts": False,
    }
    assert data["without_sheet"] == ["Allemagne"]
    assert {p["code"] for p in data["problems"]} == set(codes)


def test_check_reads_files_that_have_not_been_sent(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    before = tree(game)
    (france,) = written(tmp_path / "mail", {"france": SPRING["france"]})
    said = judge("check", game, france)
    assert said.code == 0
    assert said.out.startswith(f"France ({france})\n    1  A Par - Bou ")
    assert tree(game) == before


def test_the_last_sheet_of_a_power_counts(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    for number, order in enumerate(["A Par - Pic", "A Par - Bou", "A Par - Gas"]):
        (file,) = written(tmp_path / f"mail {number}", {"france": order + "\n"})
        assert f"n° {number + 1} " in judge("receive", game, file).out
    assert "déjà reçue, n° 3" in judge("receive", game, file).out
    assert judge("run", game, "--missing-hold").code == 0
    assert (game / "1901-1-printemps/orders/france.txt").read_text() == "A Par - Gas\n"
    assert "France: {number: 3," in (game / "1901-1-printemps/received.yaml").read_text()


def test_a_sheet_is_placed_by_its_name_its_heading_or_by_hand(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    files = written(
        tmp_path / "mail",
        {"France": "A Par xxx\n", "joe": "Puissance: Angleterre\nF Lon xxx\n", "germany": "x\n"},
    )
    assert judge("receive", game, *files).code == 0
    pending = sorted(p.name for p in (game / "private/pending").iterdir())
    assert pending == ["allemagne.txt", "angleterre.txt", "france.txt"]
    (nobody,) = written(tmp_path / "mail", {"x": "A Par - Bou\n"})
    refused = judge("receive", game, files[0], nobody)
    assert refused.code == 1
    assert "[receive-no-power]" in refused.err
    assert judge("receive", game, nobody, "--power", "France").code == 0


@pytest.mark.parametrize(
    ("line", "code"),
    [("Partie: autre", "wrong-game"), ("Automne 1900", "wrong-phase")],
)
def test_a_sheet_for_another_game_or_phase_is_not_taken(
    line: str, code: str, tmp_path: Path
) -> None:
    game = small_game(tmp_path / "partie")
    before = tree(game)
    files = written(tmp_path / "mail", {**SPRING, "france": f"{line}\nA Par - Bou\n"})
    said = judge("receive", game, *files)
    assert (said.code, said.out) == (1, "")
    assert f"[{code}]" in said.err
    assert tree(game) == before


def test_a_sheet_for_a_phase_to_come_waits_in_private(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    (early,) = written(tmp_path / "mail", {"france": "Automne 1901\nA Mar - Esp\n"})
    assert judge("receive", game, early).code == 0
    assert "France" in judge("run", game).err
    send(game, SPRING)
    assert judge("run", game).code == 0
    send(game, RETREATS)
    assert judge("run", game).code == 0
    send(game, {power: AUTUMN[power] for power in ("allemagne", "angleterre")})
    said = judge("run", game)
    assert said.code == 0
    assert "  A Mar - Esp                     réussit\n" in said.out
    public = {n: b for n, b in tree(game).items() if not n.startswith("private/")}
    assert [n for n, b in public.items() if b"A Mar - Esp" in b] == [
        "1901-3-automne/orders/france.txt",
        "1901-3-automne/report.txt",
        "1901-3-automne/ruling.yaml",
    ]


def test_a_sheet_of_two_phases_counts_for_the_first_one_too(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    text = "Printemps 1901\nA Par - Pic\nHiver 1901\n+ A Par\n"
    files = written(tmp_path / "mail", {**SPRING, "france": text})
    assert judge("receive", game, *files).code == 0
    said = judge("run", game)
    assert said.code == 0
    assert "  A Par - Pic                     réussit\n" in said.out
    assert "+ A Par" not in said.out


# ---------------------------------------------------------------- sheets that are missing or bad


@pytest.mark.parametrize("sent", [[], ["france"], ["france", "angleterre"]])
def test_run_waits_for_every_sheet(sent: list[str], tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    send(game, {power: SPRING[power] for power in sent})
    before = tree(game)
    said = judge("run", game)
    missing = [p.title() for p in SPRING if p not in sent]
    listed = " et ".join(", ".join(missing).rsplit(", ", 1))
    assert said == Said(
        1,
        "",
        f"erreur : feuilles manquantes : {listed}. "
        "Avec --missing-hold, leurs unités tiennent. [sheets-missing]\n",
    )
    assert tree(game) == before


def test_a_power_without_units_is_not_waited_for(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    send(game, {**SPRING, "turquie": "A Smy - Con\n"})
    said = judge("run", game)
    assert said.code == 0
    assert "TURQUIE\n" not in said.out
    assert "[no-unit-there]" in said.err


def test_missing_sheets_hold_when_asked(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    send(game, {"france": SPRING["france"]})
    said = judge("run", game, "--missing-hold")
    assert said.code == 0
    assert "  F Bel xxx                       sans ordre, tient\n" in said.out
    assert (
        "FEUILLES MANQUANTES\n  Allemagne : ses unités tiennent\n"
        "  Angleterre : ses unités tiennent\n" in said.out
    )
    ruling = (game / "1901-1-printemps/ruling.yaml").read_text("utf-8")
    assert ruling.endswith("missing:\n  - Allemagne\n  - Angleterre\n")
    published = {p.name for p in (game / "1901-1-printemps/orders").iterdir()}
    assert published == {"france.txt"}


BAD_SHEETS = {
    "nothing": b"",
    "blank lines": b"\n \n\t\n",
    "prose": b"Bonjour, mes ordres suivront demain.\n" * 20,
    "every byte": bytes(range(256)),
    "two-byte letters": "A Par - Bou\n".encode("utf-16"),
    "western letters": "A Par - Bou # été\nARMÉE ÉTRANGE\n".encode("cp1252"),
    "one long line": b"A Par - Bou, " * 5_000,
    "many lines": b"A Par - Bou\n" * 6_000,
    "half orders": b"A\nA Par -\nA Par S\nA Par C A\n- \n: :\n=\n+\n",
    "another's units": b"F Lon - Nrd\nA Bou - Ruh\n",
    "illegal orders": b"A Par - Mos\nA Mar - GLi\nA Par S A Par\nA Mar C A Par - Lon\n",
    "orders of other phases": b"+ A Par\n- A Mar\nA Par retraite Pic\nrenonce\n",
    "conditions": b"si A Par prise : A Par - Bou\nsi : A Par - Bou\nA Par - Pic si Bou pris\n",
    "brackets": b"[[[[((((\n{{{{\n\"\"\"\n'''\n",
    "terminal signs": b"A Par - \x1b[31mBou\x07\n",
}


@pytest.mark.parametrize("name", BAD_SHEETS)
def test_no_sheet_blocks_a_run(name: str, tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    send(game, SPRING)
    (game / "private/pending/france.txt").write_bytes(BAD_SHEETS[name])
    assert judge("check", game).code in (0, 1)
    said = judge("run", game)
    assert said.code == 0
    report = (game / "1901-1-printemps/report.txt").read_bytes().decode("utf-8")
    assert report == said.out[: len(report)]
    assert "F Bel - Man" in report
    assert all(c == "\n" or c.isprintable() for c in report)
    assert max(len(line) for line in report.splitlines()) <= 72


def test_an_unreadable_line_hides_no_other(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    send(game, {**SPRING, "france": "A Par - Mnn\nzut alors\nA Mar - Gas\nA Par -\n"})
    said = judge("run", game)
    assert said.code == 0
    assert "  A Mar - Gas                     réussit\n" in said.out
    assert "  A Par xxx                       sans ordre, tient\n" in said.out
    assert (
        "PROBLÈMES\n"
        "  France, ligne 1 : région inconnue « Mnn » [A Par - Mnn]\n"
        "  France, ligne 2 : mot inconnu « zut » [zut alors]\n"
        "  France, ligne 4 : l'ordre s'arrête après « - » [A Par -]\n" in said.out
    )
    assert [line.split(": ")[0] for line in said.err.splitlines()[:3]] == [
        "france.txt:1:9",
        "france.txt:2:1",
        "france.txt:4:8",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "A Par - Bou # joe@example.org",
        "A Par - Bou retraite: Pic",
    ],
)
def test_run_reads_a_line_as_check_did(line: str, tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    send(game, {**SPRING, "france": line + "\n"})
    checked = json.loads(judge("check", game, "--json").out)
    (france,) = (s for s in checked["sheets"] if s["power"] == "France")
    assert judge("run", game).code == 0
    report = (game / "1901-1-printemps/report.txt").read_text("utf-8")
    told = {"A Par - Bou": "  A Par - Bou", "A Par xxx": "  A Par xxx"}
    read = {row["reads"] for row in france["orders"]} or {"A Par xxx"}
    assert {order for order, row in told.items() if row in report} == read


# ---------------------------------------------------------------- the same bytes


def play(folder: Path, order: Callable[[list[str]], list[str]], seed: str) -> dict[str, bytes]:
    """A year in processes of their own, sheets laid down in some order."""
    game = small_game(folder / "partie")
    said = []
    for sheets in YEAR:
        for power in order(list(sheets)):
            send(game, {power: sheets[power]})
        environment = {"PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": f"UTC{seed[0]}"}
        said.append(judge_process("run", ".", folder=game, environment=environment))
    assert [s.code for s in said] == [0, 0, 0, 0]
    return {**tree(game), "said": "\n".join(s.out + s.err for s in said).encode()}


def test_a_game_played_twice_has_the_same_bytes(tmp_path: Path) -> None:
    forth = play(tmp_path / "a", lambda powers: powers, "1")
    back = play(tmp_path / "another place", lambda powers: powers[::-1], "77")
    assert forth == back


def test_the_order_of_arrival_shows_in_the_numbers_alone(tmp_path: Path) -> None:
    trees = []
    for name, turned in (("forth", False), ("back", True)):
        game = small_game(tmp_path / name / "partie")
        files = written(tmp_path / name, SPRING)
        assert judge("receive", game, *(files[::-1] if turned else files)).code == 0
        assert judge("run", game).code == 0
        trees.append({n: b for n, b in tree(game).items() if not n.startswith("private/")})
    for files_now in trees:
        receipts = files_now.pop("1901-1-printemps/received.yaml").decode()
        assert re.findall(r"(?m)^(\w+):", receipts) == ["Allemagne", "Angleterre", "France"]
    assert trees[0] == trees[1]


# ---------------------------------------------------------------- languages


def test_an_english_game(tmp_path: Path) -> None:
    game = small_game(tmp_path / "game", "--language", "en")
    blank = judge("sheet", game, "Germany").out
    assert blank.endswith("Game: petite\nPower: Germany\nSpring 1901\n\nF BEL\nA BUR\n")
    files = written(
        tmp_path / "mail",
        {"germany": "A BUR H\nF BEL - ENG\n", "england": "F LON-ENG\n", "france": "A PAR-BUR\n"},
    )
    received = judge("receive", game, *files)
    assert received.out.splitlines()[0].startswith(f"{files[0]}: sheet no. 1 ")
    said = judge("run", game)
    assert said.code == 0
    assert said.err == f"Spring 1901: ruling written to {game}/1901-1-spring.\n"
    assert said.out.startswith("Spring 1901 · petite\nrules: guide\noptions: ")
    assert "\n\nGERMANY\n  F BEL - ENG\n" in said.out
    assert (game / "1901-1-spring/report.txt").read_text("utf-8") == said.out
    assert {p.name for p in game.iterdir()} >= {"1901-1-spring", "1901-3-autumn"}


def test_messages_in_english_of_a_french_game(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    missing = judge("run", game, "--lang", "en")
    assert missing.code == 1
    assert missing.err.startswith("error: missing sheets: Allemagne, Angleterre and France.")
    send(game, {**SPRING, "france": "A Par - Mnn\n"})
    checked = judge("check", game, "--lang", "en", "--plain")
    assert checked.err.startswith("france.txt:1:9: error [unknown-province] unknown province “Mnn”")
    said = judge("run", game, "--lang", "en")
    assert said.code == 0
    assert said.err.splitlines()[-1] == (
        f"Spring 1901: ruling written to {game}/1901-1-printemps."
    ) or said.err.splitlines()[-1].startswith("Printemps 1901: ruling written to ")
    report = judge("report", game, "--lang", "en").out
    assert report.startswith("Spring 1901 · petite\nrules: guide\noptions: ")
    assert "\n\nGERMANY\n" in report
    assert "POSITION\n  Germany: " in report
    assert (game / "1901-1-printemps/report.txt").read_text("utf-8").startswith("Printemps 1901")


def test_the_language_may_stand_in_the_environment(tmp_path: Path) -> None:
    said = judge_process("check", ".", folder=tmp_path, environment={"JUDGE_LANG": "en"})
    assert said.err == ".: error: this folder is not a game: no game.yaml [game-not-a-game]\n"
    said = judge_process("check", ".", "--lang", "fr", folder=tmp_path)
    assert said.err.startswith(".: erreur : ce dossier n'est pas une partie")


HELPED = [
    [],
    *([name] for name in COMMANDS),
    *(["map", name] for name in ("check",)),
]


def help_rows(text: str) -> Iterator[tuple[str, str]]:
    """The options and commands of a help page with what is said of each."""
    rows = text.splitlines()
    for number, row in enumerate(rows):
        match = re.match(r"  (\S+(?: \S+)*)(?:  +(\S.*))?$", row)
        if match and any(line and not line.startswith(" ") for line in rows[:number]):
            below = rows[number + 1] if number + 1 < len(rows) else ""
            wrapped = below.strip() if below.startswith("      ") else ""
            yield match[1], match[2] or wrapped


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("command", HELPED, ids=lambda c: " ".join(c) or "judge")
def test_help(command: list[str], language: str) -> None:
    said = judge_process(*command, "--help", "--lang", language)
    assert (said.code, said.err) == (0, "")
    usage, _, rest = said.out.partition("\n\n")
    called = " ".join(["judge", *command])
    start = {"fr": f"Usage : {called} ", "en": f"Usage: {called} "}[language]
    assert usage.startswith(start)
    sentence, _, listed = rest.partition("\n\n")
    assert len(sentence.strip()) >= 5
    rows = dict(help_rows(said.out[len(usage) + len(sentence) + 2 :]))
    assert "--help" in rows
    assert "--lang [fr|en]" in rows
    assert [name for name, told in rows.items() if not told] == []
    assert listed
    if language == "fr":
        english = {"Show", "Show this", "message", "and exit", "Commands", "the"}
        assert [word for word in english if re.search(rf"\b{word}\b", said.out)] == []


def test_help_in_this_process_is_whole_too() -> None:
    """Each help page has every sentence in its catalogue: no key shows."""
    for command in HELPED:
        assert "cli." not in judge(*command, "--help").out


def test_french_help_names_its_arguments_in_french() -> None:
    usages = [judge_process(name, "--help").out for name in ("new", "receive", "check", "map")]
    found = set(re.findall(r"\b[A-Z]{4,}\b", "".join(usages)))
    assert found & {"TEXT", "FOLDER", "GAME", "FILES", "PATHS", "COMMAND", "ARGS"} == set()


def test_the_version() -> None:
    said = judge_process("--version")
    assert (said.code, said.err) == (0, "")
    assert re.fullmatch(r"judge \d+\.\d+\S*\n", said.out)


# ---------------------------------------------------------------- wrong usage and other errors


WRONG_USAGE = [
    "",
    "nothing",
    "map draw a b c",
    "--nothing",
    "run --nothing",
    "run a b",
    "run --missing-hold=yes",
    "report a b c",
    "receive",
    "receive game",
    "receive game sheet --power",
    "new",
    "new a b",
    "new a --language de",
    "new a --rules nothing",
    "new a --name",
    "sheet",
    "sheet a b c",
    "try",
    "try a b",
    "try a --rules nothing",
    "map check",
    "map check a b",
    "--lang",
    "--lang de run",
    "run --lang",
    "--version=1",
]


@pytest.mark.parametrize("arguments", WRONG_USAGE)
def test_wrong_usage(arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = judge(*arguments.split())
    assert (said.code, said.out) == (2, "")
    assert said.err.strip()
    assert "Traceback" not in said.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    ["try a b", "run a b c", "run --missing-hold=yes", "new a --name", "new a --language de"],
)
def test_wrong_usage_is_told_in_french(arguments: str) -> None:
    said = judge(*arguments.split())
    english = r"Got unexpected|does not take|requires an argument|is not (one )?"
    assert not re.search(english, said.err)


def test_a_bare_command_shows_its_help() -> None:
    said = judge_process()
    assert said.code == 2
    assert "Juge pour Diplomacy" in said.err


def test_the_help_of_a_bare_command_is_whole() -> None:
    rows = help_rows(judge_process().err)
    assert [name for name, told in rows if name.startswith("-") and not told] == []


def test_a_folder_that_is_no_game(tmp_path: Path) -> None:
    (sheet,) = written(tmp_path / "mail", {"france": "A Par - Bou\n"})
    for folder in (tmp_path / "mail", tmp_path / "missing", sheet):
        for command in (["run"], ["report"], ["sheet"], ["receive"]):
            files = [sheet] if command == ["receive"] else []
            said = judge(*command, folder, *files)
            assert (said.code, said.out) == (1, ""), (command, folder)
            assert "[game-not-a-game]" in said.err
    assert set(tree(tmp_path)) == {"mail/france.txt"}


def test_new_takes_no_folder_that_holds_something(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for folder in (tmp_path, tmp_path / "file"):
        said = judge("new", folder, "--name", "x")
        assert (said.code, said.out) == (1, "")
        assert "[game-exists]" in said.err
    (tmp_path / "empty").mkdir()
    assert judge("new", tmp_path / "empty").code == 0


@pytest.mark.parametrize(
    "options",
    [
        ["--name", "../x"],
        ["--name", "a/b"],
        ["--name", "a:b"],
        ["--name", "-x"],
        ["--name", "a\nb"],
        ["--name", "x" * 61],
        ["--map", "nowhere"],
        ["--map", "../nowhere"],
        ["--codes", "nothing"],
    ],
)
def test_new_refuses_and_makes_nothing(options: list[str], tmp_path: Path) -> None:
    said = judge("new", tmp_path / "x", *options)
    assert (said.code, said.out) == (1, "")
    assert said.err
    assert list(tmp_path.iterdir()) == []


def test_new_with_a_map_file_makes_a_game_or_nothing(tmp_path: Path) -> None:
    file = tmp_path / "board.yaml"
    shutil.copy(Path(__file__).parents[2] / "maps" / "europe.yaml", file)
    said = judge("new", tmp_path / "x", "--map", str(file))
    if said.code == 0:
        assert judge("sheet", tmp_path / "x").code == 0
    else:
        assert list(tmp_path.iterdir()) == [file]


def test_reports_that_there_are_not(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    assert "[phase-not-ruled]" in judge("report", game).err
    assert "[phase-unknown]" in judge("report", game, "1950-1").err
    send(game, SPRING)
    assert judge("run", game).code == 0
    for phase in ("1901-1", "1901-1-printemps", "S1901M"):
        assert judge("report", game, phase) == Said(0, SPRING_REPORT, "")
    for phase in ("1901-2", "S1901R", "x", "../x", "1901", "-1"):
        said = judge("report", game, "--", phase)
        assert (said.code, said.out) == (1, ""), phase


# ---------------------------------------------------------------- damaged games

GAME = """\
format: 1
name: petite
map: europe
rules: guide
options: {}
language: fr
codes: guide
reading:
  strict: false
  two_orders_void: false
"""

DAMAGED_GAMES: dict[str, bytes | str] = {
    "empty": "",
    "a word": "partie",
    "a list": "- format: 1",
    "not text": bytes(range(256)),
    "two-byte letters": GAME.encode("utf-16"),
    "another format": GAME.replace("format: 1", "format: 2"),
    "no format": GAME.replace("format: 1\n", ""),
    "half a line": GAME[:30] + "{",
    "an alias": "a: &a [1]\nb: *a\n" + GAME,
    "deep": "a: " + "[" * 10_000,
    "two documents": GAME + "---\n" + GAME,
    "too large": "#" * 4_100_000,
    "a tag": GAME.replace("petite", "!!python/object/apply:os.system [ls]"),
    "a date that is none": GAME.replace("petite", "1901-99-99"),
    "a number too long": GAME.replace("petite", "9" * 5_000),
    "no name": GAME.replace("name: petite\n", ""),
    "a bad name": GAME.replace("petite", "../petite"),
    "a name that is a list": GAME.replace("petite", "[petite]"),
    "an unknown map": GAME.replace("europe", "atlantis"),
    "a map elsewhere": GAME.replace("europe", "../../europe"),
    "a map that is a path": GAME.replace("europe", "/etc/hostname"),
    "a map that is this file": GAME.replace("europe", "game.yaml"),
    "unknown rules": GAME.replace("rules: guide", "rules: none"),
    "rules that are a list": GAME.replace("rules: guide", "rules: [guide]"),
    "an unknown option": GAME.replace("{}", "{nothing: true}"),
    "options in a list": GAME.replace("{}", "[]"),
    "an unknown language": GAME.replace("language: fr", "language: de"),
    "unknown codes": GAME.replace("codes: guide", "codes: nothing"),
    "reading that is a word": GAME.replace("strict: false", "strict: 'no'"),
    "reading that is a list": GAME.replace("reading:\n", "reading: []\nx:\n"),
    "a key that is a list": "? [a]\n: 1\n" + GAME,
}

BREAKS_THE_READER = {
    "a key twice": GAME + "name: autre\n",
    "a truth that is none": GAME.replace("petite", "!!bool petite"),
    "a time that is none": GAME.replace("petite", "!!timestamp petite"),
}

DAMAGED_POSITIONS: dict[str, bytes | str] = {
    "empty": "",
    "a word": "position",
    "a list": "[]",
    "not text": bytes(range(256)),
    "another format": POSITION.replace("format: 1", "format: 2"),
    "no phase": POSITION.replace("phase: S1901M\n", ""),
    "a phase that is none": POSITION.replace("S1901M", "P1901"),
    "another phase": POSITION.replace("S1901M", "F1901M"),
    "a kind of phase that the folder is not": POSITION.replace("S1901M", "S1901R"),
    "no units": POSITION.replace("units:", "unités:"),
    "no centres": POSITION.split("centres:")[0],
    "units in a list": "format: 1\nphase: S1901M\nunits: []\ncentres: {}\n",
    "an unknown power": POSITION.replace("  Allemagne:", "  Bavière:"),
    "an unknown province": POSITION.replace("A Bou", "A Xyz"),
    "a fleet inland": POSITION.replace("A Bou", "F Bou"),
    "an army at sea": POSITION.replace("A Bou", "A Nrd"),
    "a fleet without its coast": POSITION.replace("F Lon", "F Esp"),
    "a unit that is a number": POSITION.replace("A Bou", "7"),
    "a unit that is a list": POSITION.replace("A Bou", "[A, Bou]"),
    "a unit that is nothing": POSITION.replace("- A Bou", "-"),
    "two units in a province": POSITION.replace("A Par", "A Bou"),
    "a centre that is none": POSITION.replace("    - Ber\n", "    - Boh\n"),
    "a centre twice": POSITION.replace("    - Ber\n", "    - Bel\n"),
    "a part that is none": POSITION + "capital: Par\n",
    "dislodged that is a number": POSITION + "dislodged: 3\n",
    "dislodged that is nonsense": POSITION
    + "dislodged: [{unit: [], power: {}, from: 1, retreats: x}]\n",
    "standoffs of nowhere": POSITION + "standoffs: [Xyz]\n",
    "deep": "a: " + "[" * 10_000,
    "an alias": POSITION + "standoffs: &a [Man]\n",
    "too large": "#" * 4_100_000,
}


def refused(game: Path, *commands: list[str]) -> None:
    """Each command says what is wrong, and writes nothing."""
    before = tree(game)
    for command in commands:
        said = judge(command[0], game, *command[1:])
        assert (said.code, said.out) == (1, ""), command
        assert said.err.strip(), command
        assert "Traceback" not in said.err
        assert re.search(r"\[[a-z0-9-]+\]", said.err), said.err
    assert tree(game) == before


ALL = (["check"], ["sheet"], ["run", "--missing-hold"], ["report"])


@pytest.mark.parametrize("name", DAMAGED_GAMES)
def test_a_damaged_game_file(name: str, tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    send(game, SPRING)
    content = DAMAGED_GAMES[name]
    (game / "game.yaml").write_bytes(content if isinstance(content, bytes) else content.encode())
    refused(game, *ALL)


@pytest.mark.parametrize("name", BREAKS_THE_READER)
def test_a_game_file_that_breaks_the_reader(name: str, tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    (game / "game.yaml").write_text(BREAKS_THE_READER[name], "utf-8")
    refused(game, *ALL)


@pytest.mark.parametrize("name", DAMAGED_POSITIONS)
def test_a_damaged_position(name: str, tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    send(game, SPRING)
    content = DAMAGED_POSITIONS[name]
    file = game / "1901-1-printemps/position.yaml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    refused(game, *ALL)


@pytest.mark.parametrize(
    "part",
    [
        "1901-1-printemps/position.yaml",
        "1901-1-printemps",
        "game.yaml",
    ],
)
def test_a_part_that_is_missing(part: str, tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    path = game / part
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    refused(game, *ALL)


@pytest.mark.parametrize(
    ("part", "commands"),
    [
        ("game.yaml", ALL),
        ("1901-1-printemps/position.yaml", (["check"], ["sheet"], ["run"])),
        ("1901-1-printemps", (["check"], ["sheet"], ["run"])),
        ("private/pending/france.txt", (["check"], ["run"])),
        ("private/received/index.yaml", (["run"],)),
    ],
)
def test_a_link_that_leads_outside(
    part: str, commands: tuple[list[str], ...], tmp_path: Path
) -> None:
    """What lies outside is neither read, shown nor written."""
    game = small_game(tmp_path / "partie")
    send(game, SPRING)
    path, outside = game / part, tmp_path / "outside"
    if path.exists():
        path.rename(outside)
    else:
        outside.write_text("- a secret of somebody else\n")
    path.symlink_to(outside)
    lying = tree(outside) if outside.is_dir() else outside.read_bytes()
    for command in commands:
        said = judge(command[0], game, *command[1:])
        assert (said.code, said.out) == (1, ""), command
        assert "[outside-folder]" in said.err
        assert "secret" not in said.err
    assert (tree(outside) if outside.is_dir() else outside.read_bytes()) == lying
    assert not (game / "1901-1-printemps/ruling.yaml").exists()


def test_a_map_of_the_game_may_not_be_a_link_outside(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    (game / "game.yaml").write_text(GAME.replace("europe", "board.yaml"), "utf-8")
    (tmp_path / "board.yaml").write_text("a secret\n")
    (game / "board.yaml").symlink_to(tmp_path / "board.yaml")
    refused(game, *ALL)


@pytest.mark.parametrize("content", ["x", "3", "- 3\n", "{a: 1}\n", "- {number: a}\n", "&a [*a]"])
def test_a_damaged_index_of_what_was_received(content: str, tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    send(game, SPRING)
    (game / "private/received/index.yaml").write_text(content)
    refused(game, ["run"])


# ---------------------------------------------------------------- killed runs, runs at once


def test_a_run_that_was_killed_before_it_committed_changed_nothing(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    send(game, SPRING)
    staging = game / "private" / "journal.new"
    staging.mkdir()
    (staging / "0").write_text("half a report")
    assert judge("run", game) == Said(
        0,
        SPRING_REPORT,
        f"Printemps 1901 : jugement écrit dans {game}/1901-1-printemps.\n",
    )
    assert not staging.exists()


def test_a_run_that_was_killed_after_it_committed_is_finished(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    send(game, SPRING)
    committed = game / "private" / "journal"
    committed.mkdir()
    (committed / "0").write_text("fini\n")
    index = {"writes": ["1901-1-printemps/note.txt"], "removes": ["private/pending/france.txt"]}
    (committed / "index.json").write_text(json.dumps(index))
    assert judge("check", game).code == 0
    assert (game / "1901-1-printemps/note.txt").read_text() == "fini\n"
    assert not (game / "private/pending/france.txt").exists()
    assert not committed.exists()


@pytest.mark.parametrize("index", ["", "x", "[]", "{}", '{"writes": 3, "removes": []}'])
def test_a_damaged_journal(index: str, tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    (game / "private/journal").mkdir()
    (game / "private/journal/index.json").write_text(index)
    said = judge("check", game)
    assert said.code == 1
    assert said.err.strip()


def test_a_journal_cannot_write_outside(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    (game / "private/journal").mkdir()
    (game / "private/journal/0").write_text("planted\n")
    index = {"writes": ["../planted.txt"], "removes": []}
    (game / "private/journal/index.json").write_text(json.dumps(index))
    judge("check", game)
    assert not (tmp_path / "planted.txt").exists()


def test_a_held_game_is_not_ruled(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    send(game, SPRING)
    before = tree(game)
    with journal.lock(game):
        said = judge_process("run", game)
        assert (said.code, said.out) == (1, "")
        assert re.fullmatch(r"Une autre commande tient la partie \(processus \d+\)\.\n", said.err)
        english = judge_process("run", game, "--lang", "en")
        assert re.fullmatch(r"Another command holds the game \(process \d+\)\.\n", english.err)
        for command in ("check", "sheet"):
            assert judge_process(command, game).code == 0
    assert tree(game) == before
    assert judge("run", game).code == 0


def test_a_held_game_takes_no_sheet(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    files = written(tmp_path / "mail", SPRING)
    with journal.lock(game):
        said = judge_process("receive", game, *files)
    assert said.code == 1
    assert "Traceback" not in said.err


def test_a_held_game_with_something_to_finish(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    (game / "private/journal").mkdir()
    (game / "private/journal/index.json").write_text('{"writes": [], "removes": []}')
    with journal.lock(game):
        said = judge_process("check", game)
    assert said.code == 1
    assert "Traceback" not in said.err


def test_of_several_runs_at_once_one_rules(tmp_path: Path) -> None:
    game = small_game(tmp_path / "partie")
    send(game, SPRING)
    runs = [
        subprocess.Popen(
            [*PROCESS, "run", str(game)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=plain_environment(),
        )
        for _ in range(4)
    ]
    ended = [(run.communicate(timeout=60), run.returncode) for run in runs]
    assert sorted(code for _, code in ended) == [0, 1, 1, 1]
    for (out, err), code in ended:
        assert out.decode() == ("" if code else SPRING_REPORT)
        assert b"Traceback" not in err
    again = small_game(tmp_path / "alone" / "partie")
    send(again, SPRING)
    assert judge("run", again).code == 0
    assert tree(game) == tree(again)
