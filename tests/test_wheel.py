"""The wheel: what is in it, and that it works where no checkout is near."""

import importlib.util
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

import judge
from judge import resources
from tests.boards import ROOT

BUILDABLE = importlib.util.find_spec("build") is not None
needs_build = pytest.mark.skipif(
    not BUILDABLE, reason="the package `build` is not installed: pip install -e '.[test]'"
)

FAR = {
    name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "JUDGE_LANG")
}
"""An environment in which the checkout is not on the path."""

SHEET = "FRANCE\nA Par - Bou\nALLEMAGNE\nA Mun - Bou\n"


@dataclass(frozen=True)
class Installed:
    """The wheel, and an environment of its own in which it is installed.

    place: a folder with nothing in it, far from the checkout.
    """

    wheel: Path
    scripts: Path
    place: Path

    def run(self, *command: str | Path, stdin: str = "") -> str:
        """What a command of the environment says; it must end well."""
        done = subprocess.run(
            [str(self.scripts / str(command[0])), *(str(part) for part in command[1:])],
            input=stdin.encode(),
            cwd=self.place,
            env=FAR,
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr.decode()) == (0, ""), done.stdout.decode()
        return done.stdout.decode("utf-8")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Build the wheel and install it; no network is used.

    What the judge depends on is lent from the environment of the tests by a `.pth` file; that
    environment's own `.pth` files, the checkout's among them, count for nothing there.
    """
    place = tmp_path_factory.mktemp("far")
    build = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(place / "dist"), str(ROOT)]
    _must([sys.executable, *build], place)
    (wheel,) = (place / "dist").glob("*.whl")
    home = place / "env"
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    names = {"base": str(home), "platbase": str(home)}
    packages = Path(sysconfig.get_path("purelib", "venv", names))
    lent = sysconfig.get_path("purelib")
    (packages / "lent.pth").write_text(f"{lent}\n", "utf-8")
    pip = ["-m", "pip", "--python", str(scripts / "python"), "--disable-pip-version-check"]
    _must([sys.executable, *pip, "install", "--no-deps", "--no-index", str(wheel)], place)
    (place / "elsewhere").mkdir()
    return Installed(wheel, scripts, place / "elsewhere")


def _must(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, env=FAR, capture_output=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr).decode("utf-8", "replace")


@needs_build
def test_the_wheel_holds_all_that_the_command_reads(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as archive:
        names = set(archive.namelist())
    files = [path for part in ("maps", "grammars") for path in (ROOT / part).iterdir()]
    wanted = {f"judge/{path.parent.name}/{path.name}" for path in files if path.is_file()}
    assert {"judge/maps/europe.yaml", "judge/grammars/fr.lark", "judge/grammars/en.lark"} <= wanted
    inside = (path for path in (ROOT / "judge").rglob("*") if path.is_file())
    wanted |= {
        path.relative_to(ROOT).as_posix()
        for path in inside
        if "__pycache__" not in path.parts and path.suffix in (".py", ".yaml", ".typed")
    }
    assert wanted - names == set()
    info = {name for name in names if ".dist-info/" in name}
    assert {name.split("/")[0] for name in names - info} == {"judge"}


@needs_build
def test_the_installed_command_works_from_another_folder(installed: Installed) -> None:
    code = "import judge; print(judge.__file__)"
    package = Path(installed.run("python", "-c", code).strip()).parent
    assert package.is_relative_to(installed.scripts.parent)
    assert installed.run("judge", "--version") == f"judge {judge.__version__}\n"
    checked = installed.run("judge", "map", "check", package / "maps" / "europe.yaml")
    assert checked.endswith("34 centres, 7 puissances. Rien à signaler.\n")
    french = installed.run("judge", "try", "-", stdin=SHEET)
    assert "échoue : rebond en Bou contre A Mun, 1 contre 1 (Guide 19)" in french
    english = installed.run("judge", "try", "-", "--lang", "en", stdin="FRANCE\nA PAR - BUR\n")
    assert "A PAR - BUR                     succeeds" in english
    assert "Partie « essai » créée" in installed.run("judge", "new", "essai")
    assert "A Par\n" in installed.run("judge", "sheet", "essai", "France")
    ruled = subprocess.run(
        [installed.scripts / "judge", "run", "essai", "--missing-hold"],
        cwd=installed.place,
        env=FAR,
        capture_output=True,
        check=True,
    )
    assert (installed.place / "essai/1901-1-printemps/report.txt").read_bytes() == ruled.stdout
    assert [path.name for path in installed.place.iterdir()] == ["essai"]


def test_a_checkout_works_from_another_folder(tmp_path: Path) -> None:
    assert resources.folder("maps").samefile(ROOT / "maps")
    assert resources.folder("grammars").samefile(ROOT / "grammars")
    code = "from judge.cli import main; main(['try', '-'])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=SHEET.encode(),
        cwd=tmp_path,
        env={**FAR, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert "rebond en Bou" in done.stdout.decode("utf-8")
    assert list(tmp_path.iterdir()) == []
