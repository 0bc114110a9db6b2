"""What players must not see before its time, or ever, is in no commit of a game's repository."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.cli.command import judge, tree
from tests.cli.small_game import RETREATS, SPRING, send, small_game, written

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

KEYS = ("secret123", "motdepasse9")
ADDRESSES = ("joe@example.org", "anna@exemple.fr")
PRESS = ("chuchotis", "messe basse")

SPRING_MAIL = {
    "allemagne": """\
Partie: petite  Puissance: Allemagne  Clé: secret123
Printemps 1901
# anna@exemple.fr

A Bou xxx
F Bel - Man retraite SKA
Presse: un chuchotis
et encore un chuchotis
""",
    "angleterre": """\
From joe@example.org
Puissance: Angleterre
Clé: motdepasse9
Printemps 1901

F Lon - Man
Hiver:
+ F Edi
Presse:
messe basse
""",
    "france": """\
Clé : secret123
Joe <joe@example.org>
A Par - Bou
A Mar S A Par - Bou retraite Gas, Pié
Presse :
A Par - Pic, disait le chuchotis
Hiver :
si Esp prise : + F Mar
si Esp non prise : + A Par
""",
}
RETREAT_MAIL = {"allemagne": "Clé: secret123\nA Bou - Ruh\nPresse:\nmesse basse\n"}
EARLY_MAIL = {"france": "Clé: secret123\nAutomne 1901\nA Bou xxx\nA Mar - Esp\n"}
AUTUMN_MAIL = {
    "allemagne": "Clé: secret123\nA Ruh - Kie\nF Bel - Hol\nHiver:\n+ A Ber\nPresse:\nchuchotis\n",
    "angleterre": "Clé: motdepasse9\njoe@example.org\nF Lon - Nrd retraite SKA\n"
    "Retraites:\nF Lon - Yor\n",
}
WINTER_MAIL = {"allemagne": "Clé: secret123\nanna@exemple.fr\n+ F Ber\n"}

NEVER = {
    **{text: re.compile(re.escape(text), re.IGNORECASE) for text in KEYS + ADDRESSES + PRESS},
    "a key's word": re.compile(r"cl[ée]\s*:", re.IGNORECASE),
    "a retreat of a unit that was not dislodged": re.compile(r"\b(ska|yor|pié)\b", re.IGNORECASE),
    "an order in the press": re.compile(r"A Par - Pic"),
    "a build that another sheet replaced": re.compile(r"\+ A Ber"),
    "a build whose condition was not met": re.compile(r"\+ A Par"),
    "a condition": re.compile(r"\bsi Esp\b"),
}

PUBLIC_FROM = {
    "retreat": re.compile(r"A Bou (-|R|retraite|retreat) Ruh"),
    "autumn": re.compile(r"A Mar - Esp|F Lon - Nrd|A Ruh - Kie"),
    "winter": re.compile(r"\+ [AF] "),
}
"""Orders by the commit in which they may first stand."""


@dataclass
class Table:
    """A repository with a game in it.

    commits: the name and the tree of each, in order.
    """

    folder: Path
    commits: list[tuple[str, str]] = field(default_factory=list)

    @property
    def game(self) -> Path:
        """The game's folder, somewhere inside."""
        return self.folder / "parties" / "petite"

    def git(self, *arguments: str) -> str:
        """What git says; nobody's own settings play a part."""
        settings = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        identity = ["-c", "user.name=Arbitre", "-c", "user.email=arbitre@localhost"]
        done = subprocess.run(
            ["git", *identity, *arguments],
            cwd=self.folder,
            env={**os.environ, **settings},
            capture_output=True,
            check=True,
        )
        return done.stdout.decode("utf-8", "surrogateescape")

    def commit(self, name: str) -> None:
        """Add everything that git sees and commit it, as a careless person does."""
        self.git("add", "-A")
        self.git("commit", "--quiet", "--allow-empty", "-m", name)
        self.commits.append((name, self.git("rev-parse", "HEAD^{tree}").strip()))

    def blobs(self, tree_name: str) -> dict[str, str]:
        """Every file of a commit with its text."""
        names = self.git("ls-tree", "-r", "-z", "--name-only", tree_name).split("\0")
        return {name: self.git("show", f"{tree_name}:{name}") for name in names if name}


def received(table: Table, sheets: dict[str, str], mail: Path) -> None:
    """Take sheets in, and commit what git sees of them."""
    files = written(mail, sheets)
    said = judge("receive", table.game, *files)
    assert said.code == 0, said.err


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A year of a game, committed after every step."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    place = tmp_path_factory.mktemp("table")
    table = Table(place / "table")
    table.folder.mkdir()
    table.git("init", "--quiet")
    table.game.parent.mkdir()
    small_game(table.game)
    table.commit("new")
    received(table, SPRING_MAIL, place / "spring")
    assert judge("check", table.game).code in (0, 1)
    table.commit("spring received")
    ran = judge("run", table.game)
    assert ran.code == 0, ran.err
    table.commit("spring")
    received(table, RETREAT_MAIL, place / "retreats")
    received(table, EARLY_MAIL, place / "early")
    table.commit("retreats received")
    ran = judge("run", table.game)
    assert ran.code == 0, ran.err
    table.commit("retreat")
    received(table, AUTUMN_MAIL, place / "autumn")
    table.commit("autumn received")
    ran = judge("run", table.game)
    assert ran.code == 0, ran.err
    table.commit("autumn")
    received(table, WINTER_MAIL, place / "winter")
    table.commit("winter received")
    ran = judge("run", table.game)
    assert ran.code == 0, ran.err
    table.commit("winter")
    return table


def test_the_year_was_played_as_it_was_sent(played: Table) -> None:
    """The secrets were in sheets that counted: what they ordered happened."""
    reports = {
        name.split("/")[2]: text
        for name, text in played.blobs("HEAD").items()
        if name.endswith("report.txt")
    }
    assert list(reports) == [
        "1901-1-printemps",
        "1901-2-retraites",
        "1901-3-automne",
        "1901-5-hiver",
    ]
    spring, retreats, autumn, winter = reports.values()
    assert "A Bou xxx\n      tient ; délogée par A Par, 2 contre 1 (Guide 19)" in spring
    assert "A Bou retraite Ruh              se replie" in retreats
    assert "A Mar - Esp                     réussit" in autumn
    assert "+ F Ber                         construite" in winter
    assert "+ F Mar                         construite" in winter


def test_git_sees_nothing_private(played: Table) -> None:
    paths = set(played.git("log", "--all", "--format=", "--name-only").split())
    assert paths
    assert {p for p in paths if "private" in p.split("/") or "mail" in p} == set()
    assert (played.game / "private/received/0001.txt").is_file()
    assert played.git("status", "--porcelain") == ""


def test_no_blob_ever_holds_a_secret(played: Table) -> None:
    objects = played.git("rev-list", "--objects", "--all").splitlines()
    names = {line.split(" ", 1)[0] for line in objects}
    kinds = played.git("cat-file", "--batch-all-objects", "--batch-check").splitlines()
    blobs = [line.split()[0] for line in kinds if line.split()[1] == "blob"]
    assert set(blobs) <= names
    assert len(blobs) > 20
    for blob in blobs:
        text = played.git("cat-file", "blob", blob)
        found = {what: m[0] for what, sign in NEVER.items() if (m := sign.search(text))}
        assert found == {}, text


def test_no_blob_is_a_sheet_as_it_was_received(played: Table) -> None:
    mails = (SPRING_MAIL, RETREAT_MAIL, EARLY_MAIL, AUTUMN_MAIL, WINTER_MAIL)
    raw = {sheet for mail in mails for sheet in mail.values()}
    kept = {p.read_text("utf-8") for p in (played.game / "private/received").glob("*.txt")}
    assert raw <= kept
    for _, tree_name in played.commits:
        assert raw.isdisjoint(played.blobs(tree_name).values())


def test_no_order_is_there_before_its_phase_is_ruled(played: Table) -> None:
    names = [name for name, _ in played.commits]
    seen: dict[str, str] = {}
    for name, tree_name in played.commits:
        for text in played.blobs(tree_name).values():
            for phase, sign in PUBLIC_FROM.items():
                if sign.search(text):
                    seen.setdefault(phase, name)
                    assert names.index(name) >= names.index(phase), (name, sign.search(text))
    assert seen == {phase: phase for phase in PUBLIC_FROM}


def test_sheets_and_waiting_orders_change_nothing_that_git_sees(played: Table) -> None:
    trees = dict(played.commits)
    assert trees["spring received"] == trees["new"]
    assert trees["retreats received"] == trees["spring"]
    assert trees["autumn received"] == trees["retreat"]
    assert trees["winter received"] == trees["autumn"]


def test_messages_of_commits_hold_no_secret(played: Table) -> None:
    text = played.git("log", "--all", "--format=%an %ae %s %b")
    assert [what for what, sign in NEVER.items() if sign.search(text)] == []


@needs_git
def test_the_commits_of_run_hold_no_secret(tmp_path: Path) -> None:
    """`judge run --commit` adds the game's public files and no other."""
    table = Table(tmp_path / "table")
    table.folder.mkdir()
    table.git("init", "--quiet")
    table.git("config", "user.name", "Arbitre")
    table.git("config", "user.email", "arbitre@localhost")
    table.game.parent.mkdir()
    small_game(table.game)
    (table.folder / "notes.txt").write_text("secret123\n")
    for number, sheets in enumerate((SPRING_MAIL, RETREAT_MAIL)):
        received(table, sheets, tmp_path / f"mail {number}")
        ran = judge("run", table.game, "--commit")
        assert ran.code == 0, ran.err
    assert table.git("rev-list", "--count", "--all").strip() == "2"
    for revision in table.git("rev-list", "--all").split():
        for name, text in table.blobs(revision).items():
            assert name.startswith("parties/petite/")
            assert [what for what, sign in NEVER.items() if sign.search(text)] == [], name
    told = table.git("log", "--all", "--format=%s %b")
    assert [what for what, sign in NEVER.items() if sign.search(told)] == []


# ---------------------------------------------------------------- forms that secrets come in


def public_text(folder: Path, sheet: str, *options: str) -> str:
    """All that is public of a small game once spring is ruled on a French sheet."""
    game = small_game(folder / "partie", *options)
    send(game, SPRING)
    send(game, {"france": sheet})
    assert judge("run", game).code == 0
    files = {n: b for n, b in tree(game).items() if not n.startswith("private/")}
    return "\n".join(data.decode("utf-8") for data in files.values())


HIDDEN = [
    ("secret123", "Clé: secret123\nA Par - Bou\n"),
    ("secret123", "  CLE :secret123\nA Par - Bou\n"),
    ("secret123", "> Clé: secret123\nA Par - Bou\n"),
    ("secret123", "# Clé: secret123\nA Par - Bou\n"),
    ("secret123", "Key: secret123\nA Par - Bou\n"),
    ("secret123", "Partie: petite  Puissance: France  Clé: secret123\nA Par - Bou\n"),
    ("secret123", "Partie: petite\tClé: secret123\nA Par - Bou\n"),
    ("joe@example.org", "joe@example.org\nA Par - Bou\n"),
    ("joe@example.org", "From: Joe <joe@example.org>\nA Par - Bou\n"),
    ("joe@example.org", "mailto:joe@example.org?subject=ordres\nA Par - Bou\n"),
    ("chuchotis", "A Par - Bou\nPresse:\nun chuchotis\nencore un chuchotis\n"),
    ("chuchotis", "A Par - Bou\nPRESSE : un chuchotis\n"),
    ("chuchotis", "Press:\nun chuchotis\nOrdres:\nA Par - Bou\n"),
    ("chuchotis", "A Par - Bou\n== Presse: ==\nun chuchotis\n"),
    ("Ska", "A Par - Bou retraite SKA\n"),
    ("Ska", "A Par : Bou retraite SKA, Tri\n"),
    ("Ska", "A Par - Bou (retraite SKA)\n"),
    ("Ska", "A Par - Bou R SKA\n"),
    ("Ska", "A Par - Bou\nRetraites:\nA Par - SKA\n"),
    ("Ska", "A Par - Bou\nRetraites\nA Par - SKA\n"),
    ("Ska", "A Par - Bou\nRetreats: A Par - SKA\n"),
    ("+ A", "A Par - Bou\nHiver:\n+ A Par\n"),
    ("+ A", "A Par - Bou\nAjustements\n+ A Par\n"),
    ("+ A", "A Par - Bou\nWinter: + A Par\n"),
]


@pytest.mark.parametrize(("secret", "sheet"), HIDDEN)
def test_forms_that_are_hidden(secret: str, sheet: str, tmp_path: Path) -> None:
    text = public_text(tmp_path, sheet)
    assert "A Par - Bou                     " in text or "A Par - Bou\n" in text
    assert secret.lower() not in text.lower()


SHOWN = [
    ("secret123", "Partie: petite Clé: secret123\nA Par - Bou\n"),
    ("secret123", "Puissance: France, clé: secret123\nA Par - Bou\n"),
    ("secret123", "Clé: secret123  A Par - Bou\n"),
    ("secret123", "A Par - Bou # clé: secret123\n"),
    ("secret123", "Clé = secret123\nA Par - Bou\n"),
    ("secret123", "Clé secret123\nA Par - Bou\n"),
    ("secret123", "Clef: secret123\nA Par - Bou\n"),
    ("secret123", "Ma clé: secret123\nA Par - Bou\n"),
    ("chuchotis", "A Par - Bou\nPresse\nun chuchotis\n"),
    ("chuchotis", "A Par - Bou\n== Presse ==\nun chuchotis\n"),
    ("Ska", "A Par - Bou retreat SKA\n"),
    ("Ska", "A Par - Bou, retraite SKA\n"),
    ("Ska", "A Par - Bou\nRetraites du printemps 1901\nA Par - SKA\n"),
    ("+ A", "A Par - Bou\nHiver\n+ A Par\n"),
    ("+ A", "A Par - Bou\nHiver 1901\n+ A Par\n"),
]


@pytest.mark.parametrize(("secret", "sheet"), SHOWN)
def test_forms_that_ought_to_be_hidden(secret: str, sheet: str, tmp_path: Path) -> None:
    assert secret.lower() not in public_text(tmp_path, sheet).lower()


def test_a_french_condition_in_an_english_game(tmp_path: Path) -> None:
    game = small_game(tmp_path / "game", "--language", "en")
    send(game, {"france": "A PAR - BUR retraite SKA\n"})
    assert judge("run", game, "--missing-hold").code == 0
    assert "ska" not in (game / "1901-1-spring/orders/france.txt").read_text("utf-8").lower()


@pytest.mark.parametrize(
    ("power", "section"),
    [("france", "A Mar - Pié\n"), ("allemagne", "A Bou - Ruh\nF Bel - Pié\n")],
    ids=["nothing dislodged", "another unit dislodged"],
)
def test_a_conditional_retreat_that_was_not_needed_stays_private(
    power: str, section: str, tmp_path: Path
) -> None:
    game = small_game(tmp_path / "partie")
    send(game, {**SPRING, power: SPRING[power] + "Retraites:\n" + section})
    assert judge("run", game).code == 0
    if not (game / "1901-2-retraites/report.txt").exists():
        send(game, RETREATS)
        assert judge("run", game).code == 0
    files = {n: b for n, b in tree(game).items() if not n.startswith("private/")}
    assert [n for n, data in files.items() if "Pié".encode() in data] == []
