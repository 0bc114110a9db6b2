"""A game by mail leaves in git's whole history no mail, address, key, press or order to come."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from judge.gamefiles import Game
from tests.cli.command import judge, tree
from tests.post.mailing import ADDRESSES, mail, mail_game, take

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

KEYS = {"France": "coq gaulois", "Italie": "louve romaine"}
SPRING = """\
Bonjour Jean-Michel, ne dites rien à Pia.

Clé: coq gaulois
A Par - Bou retraite Gas
A Mar - Esp
F Bre - AtM
Hiver:
+ F Bre
Presse:
Un chuchotis.
Ordres:
Absent du 24/12 au 26/12
Définitif

Le 30 nov. 2026 à 10:00, Arbitre <judge@exemple.fr> a écrit :
> Clé: coq gaulois
--\x20
Jo, 06 12 34 56 78
"""
AUTUMN = "Clé: coq gaulois\nAutomne 1901\nA Bou - Mun\nA Esp - Por\nF AtM xxx\n"
NEVER = [
    *ADDRESSES.values(),
    *KEYS.values(),
    "judge@exemple.fr",
    "loup@bois.fr",
    "Jean-Michel",
    "06 12 34",
    "chuchotis",
    "Received:",
    "Message-ID",
    "scrypt:",
    "24/12",
    "2026-12",
]


def git(folder: Path, *arguments: str) -> bytes:
    identity = ["-c", "user.name=Arbitre", "-c", "user.email=arbitre@localhost"]
    command = ["git", *identity, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout


def history(folder: Path) -> dict[str, dict[str, bytes]]:
    """Every commit, oldest first: its subject, and every file of it with its bytes."""
    found = {}
    for commit in git(folder, "rev-list", "--all", "--reverse").decode().split():
        names = git(folder, "ls-tree", "-r", "-z", "--name-only", commit).decode().split("\0")
        files = {n: git(folder, "show", f"{commit}:{n}") for n in names if n}
        found[git(folder, "log", "-1", "--format=%s", commit).decode().strip()] = files
    return found


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A year's beginning by mail, all that git sees committed after each step."""
    folder = tmp_path_factory.mktemp("secrets") / "table"
    folder.mkdir()
    git(folder, "init", "--quiet")
    game = mail_game(folder / "tsar", KEYS)

    def commit(name: str) -> None:
        git(folder, "add", "-A")
        git(folder, "commit", "--quiet", "--allow-empty", "-m", name)

    commit("new")
    take(game, mail(SPRING))
    take(game, mail("Clé: louve romaine\nA Ven - Tyr\nA Rom xxx\nF Nap - Ion\n", "Italie"))
    take(game, mail("A Ber - Kie\n", "Allemagne"))
    take(game, mail("A Par - Pic\n", sender="loup@bois.fr", subject="[tsar/France]"))
    take(game, mail(AUTUMN, message_id="<2@x.fr>"))
    commit("mail")
    assert judge("send", game.folder, "--results", "--dry-run").code == 0
    commit("letters")
    assert judge("run", game.folder, "--missing-hold").code == 0
    commit("spring")
    assert judge("send", game.folder, "--results", "--dry-run").code == 0
    commit("results")
    assert judge("run", game.folder, "--missing-hold").code == 0
    commit("autumn")
    return folder


def test_nothing_private_is_in_any_commit(table: Path) -> None:
    commits = history(table)
    assert list(commits) == ["new", "mail", "letters", "spring", "results", "autumn"]
    for name, files in commits.items():
        assert [n for n in files if "private" in n.split("/")] == []
        whole = b"\n".join([name.encode(), *(n.encode() for n in files), *files.values()])
        found = [sign for sign in NEVER if sign.lower().encode() in whole.lower()]
        assert found == [], name


def test_orders_come_with_the_ruling_of_their_phase_and_not_before(table: Path) -> None:
    commits = history(table)
    first = {
        "spring": rb"A Par - Bou|A Ven - Tyr",
        "autumn": rb"A Bou - Mun|A Esp - Por",
        "never": rb"retraite Gas|\+ F Bre|A Par - Pic",
    }
    for known_from, orders in first.items():
        seen = [
            name for name, files in commits.items() if re.search(orders, b"\n".join(files.values()))
        ]
        names = list(commits)
        assert seen == ([] if known_from == "never" else names[names.index(known_from) :])


def test_every_mail_can_be_found_byte_for_byte(table: Path) -> None:
    private = tree(table / "tsar" / "private")
    kept = {data for name, data in private.items() if name.startswith(("mail/", "refused/"))}
    for data in (
        mail(SPRING),
        mail("A Ber - Kie\n", "Allemagne"),
        mail(AUTUMN, message_id="<2@x.fr>"),
    ):
        assert data in kept
    assert mail("A Par - Pic\n", sender="loup@bois.fr", subject="[tsar/France]") in kept


def test_a_dispute_is_settled_from_the_mail(table: Path) -> None:
    """The public number and hash lead to the sheet, and the account to the mail it came in."""
    game = Game(table / "tsar")
    public = (game.folder / "1901-1-printemps/received.yaml").read_text("utf-8")
    match = re.search(r"France: \{number: (\d+), sha256: \"?([0-9a-f]{64})", public)
    assert match is not None
    sheet = game.folder / f"private/received/{int(match[1]):04}.txt"
    assert sheet.read_text("utf-8").startswith("A Par - Bou retraite Gas\n")
    account = (game.folder / "private/mail/index.yaml").read_text("utf-8")
    row = account[: account.index(f"number: {match[1]}, sheet: ")]
    assert row.rstrip().endswith("{power: France, phase: S1901M,")
    assert "private/mail/0001.eml" in row


def test_letters_say_nothing_of_others(table: Path) -> None:
    for path in (table / "tsar/private/outbox").glob("*.eml"):
        data = path.read_bytes()
        power = path.stem.rsplit("-", 1)[1].capitalize()
        others = {a for p, a in ADDRESSES.items() if p != power}
        assert [a for a in others if a.encode() in data] == [], path.name
        assert [key for key in KEYS.values() if key.encode() in data] == [], path.name
