"""The user's own settings: what they may say, where they stand, where passwords come from."""

from pathlib import Path

import pytest

from judge.post.settings import Account, Settings, password, read_settings, settings_file
from judge.problems import Unreadable

WHOLE = """\
from: "Arbitre <Juge@exemple.fr>"
server: mx.exemple.fr
imap:
  host: imap.exemple.fr
  user: juge
  password: {command: [pass, show, courriel]}
  after: move
  move_to: Parties
smtp:
  host: smtp.exemple.fr
  tls: starttls
  user: juge
  password: {keyring: courriel}
games:
  Le tsar:
    from: "Arbitre <juge+tsar@exemple.fr>"
    imap: {folder: Tsar, after: read}
"""


def read(configuration: Path, text: str, game: str = "napoleon") -> Settings:
    (configuration / "mail.yaml").write_text(text, "utf-8")
    return read_settings(game, configuration.parent / "partie")


def test_no_file_is_no_settings(configuration: Path) -> None:
    assert read_settings("tsar", configuration.parent / "partie") == Settings()
    assert Settings().domain == "judge.invalid"


def test_all_that_a_file_may_say(configuration: Path) -> None:
    settings = read(configuration, WHOLE)
    assert settings == Settings(
        sender="Arbitre <Juge@exemple.fr>",
        server="mx.exemple.fr",
        imap=Account(
            host="imap.exemple.fr",
            port=993,
            tls="tls",
            user="juge",
            password=("command", ("pass", "show", "courriel")),
            after="move",
            move_to="Parties",
        ),
        smtp=Account(
            host="smtp.exemple.fr",
            port=587,
            tls="starttls",
            user="juge",
            password=("keyring", ("courriel",)),
        ),
    )
    assert (settings.address, settings.domain) == ("juge@exemple.fr", "exemple.fr")


def test_a_game_may_have_its_own(configuration: Path) -> None:
    settings = read(configuration, WHOLE, "le-tsar")
    assert settings.sender == "Arbitre <juge+tsar@exemple.fr>"
    assert settings.imap is not None
    assert (settings.imap.host, settings.imap.folder, settings.imap.after) == (
        "imap.exemple.fr",
        "Tsar",
        "read",
    )


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("mail.yaml", "[]\n"),
        ("de", "de: x\n"),
        ("from", "from: juge\n"),
        ("from", 'from: "Juge <juge@x.fr>\\r\\nBcc: y@x.fr"\n'),
        ("imap", "imap: imap.exemple.fr\n"),
        ("imap.host", "imap: {user: x}\n"),
        ("imap.host", "imap: {host: 'a b'}\n"),
        ("imap.port", "imap: {host: a, port: 0}\n"),
        ("imap.port", "imap: {host: a, port: x}\n"),
        ("imap.tls", "imap: {host: exemple.fr, tls: none}\n"),
        ("imap.tls", "imap: {host: exemple.fr, tls: ssl3}\n"),
        ("imap.after", "imap: {host: a, after: delete}\n"),
        ("imap.after", "imap: {host: a, after: move}\n"),
        ("imap.folder", "imap: {host: a, folder: 3}\n"),
        ("imap.to", "imap: {host: a, to: 'x\" ALL'}\n"),
        ("imap.secret", "imap: {host: a, secret: x}\n"),
        ("imap.password", "imap: {host: a, password: hunter2}\n"),
        ("imap.password", "imap: {host: a, password: {clear: hunter2}}\n"),
        ("imap.password", "imap: {host: a, password: {command: []}}\n"),
        ("games", "games: [tsar]\n"),
    ],
)
def test_what_a_file_may_not_say(part: str, text: str, configuration: Path) -> None:
    with pytest.raises(Unreadable) as refused:
        read(configuration, text)
    (problem,) = refused.value.problems
    assert (problem.code, problem.details["part"]) == ("game-value", part)
    assert "hunter2" not in str(problem.details)


def test_settings_do_not_lie_in_a_games_folder(configuration: Path) -> None:
    (configuration / "mail.yaml").write_text("from: juge@exemple.fr\n")
    with pytest.raises(Unreadable) as refused:
        read_settings("tsar", configuration)
    assert [problem.code for problem in refused.value.problems] == ["settings-in-game"]


def test_where_the_file_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("JUDGE_CONFIG")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert settings_file() == tmp_path / "judge" / "mail.yaml"
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert settings_file() == tmp_path / ".config" / "judge" / "mail.yaml"


def account(kind: str, *words: str) -> Account:
    return Account("localhost", 1, "none", "juge", (kind, words))


def test_where_passwords_come_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_PASSWORD", "sésame")
    assert password(account("environment", "MAIL_PASSWORD"), "") == "sésame"
    assert password(account("command", "printf", "sésame\nrien\n"), "") == "sésame"
    assert password(Account("localhost", 1, "none"), "") == ""


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("environment", ("MAIL_ABSENT",)),
        ("command", ("no-such-command-here",)),
        ("command", ("false",)),
        ("command", ("true",)),
    ],
)
def test_passwords_that_cannot_be_had(kind: str, words: tuple[str, ...]) -> None:
    with pytest.raises(Unreadable) as refused:
        password(account(kind, *words), "mail.yaml")
    assert [problem.code for problem in refused.value.problems] == ["password-failed"]


def test_the_keyring_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys
    from types import ModuleType

    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(Unreadable) as refused:
        password(account("keyring", "courriel"), "mail.yaml")
    assert [problem.code for problem in refused.value.problems] == ["keyring-missing"]
    ring = ModuleType("keyring")
    ring.get_password = lambda service, user: f"{service}/{user}"  # type: ignore[attr-defined]  # a module made up for the test
    monkeypatch.setitem(sys.modules, "keyring", ring)
    assert password(account("keyring", "courriel"), "") == "courriel/juge"
