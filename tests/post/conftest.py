"""What the tests of mail share: a user's configuration folder of their own, and a certificate."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.post.servers import PASSWORD, USER, Certificate, make_certificate


@pytest.fixture(autouse=True)
def configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty configuration folder: nobody's own settings play a part."""
    folder = tmp_path / "config"
    folder.mkdir()
    monkeypatch.setenv("JUDGE_CONFIG", str(folder))
    return folder


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """A certificate of localhost; needs openssl."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed: no certificate for TLS")
    return make_certificate(tmp_path_factory.mktemp("certificate"))


Configure = Callable[..., None]


@pytest.fixture
def configure(configuration: Path, monkeypatch: pytest.MonkeyPatch) -> Configure:
    """Write the user's settings for servers on this machine."""
    monkeypatch.setenv("MAIL_PASSWORD", PASSWORD)

    def write(**accounts: str) -> None:
        """accounts: ``imap`` and ``smtp``, each the lines that are its own."""
        text = 'from: "Arbitre <judge@exemple.fr>"\n'
        for name, lines in accounts.items():
            text += f"{name}:\n  host: 127.0.0.1\n  user: {USER}\n"
            if "password" not in lines:
                text += "  password: {environment: MAIL_PASSWORD}\n"
            text += "".join(f"  {line}\n" for line in lines.splitlines())
        (configuration / "mail.yaml").write_text(text, "utf-8")

    return write
