"""`judge receive`: take sheets into a game, from text files and from mails."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game, tell, text
from judge.problems import Problem, Unreadable
from judge.receiving import receive

if TYPE_CHECKING:
    from judge.gamefiles import Game
    from judge.post.taking import TakenMail


@speaking("receive")
@click.argument("game", type=click.Path(path_type=Path))
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--power", help=text("opt-power"))
@click.option("--imap", is_flag=True, help=text("opt-imap"))
def command(game: Path, files: tuple[Path, ...], power: str | None, imap: bool) -> None:
    if not files and not imap:
        raise click.UsageError(text("usage-receive"))
    opened = open_game(game)
    sheets = [path for path in files if not _is_mail(path)]
    if sheets:
        _take_sheets(opened, sheets, power)
    if imap or len(sheets) < len(files):
        _take_mails(opened, [path for path in files if _is_mail(path)], power, imap)


def _is_mail(path: Path) -> bool:
    if str(path) == "-":
        return True
    if path.suffix.lower() == ".txt":
        return False
    from judge.post.sources import is_mail_source

    return is_mail_source(path)


def _take_sheets(game: "Game", files: list[Path], power: str | None) -> None:
    for taken in receive(game, files, power):
        name = game.notation.power(taken.power)
        key = "received" if taken.is_new else "received-again"
        phase = game.words.phase(taken.phase)
        click.echo(text(key, file=taken.file, number=taken.number, power=name, phase=phase))


def _take_mails(game: "Game", paths: list[Path], power: str | None, imap: bool) -> None:
    from judge.post.settings import read_settings
    from judge.post.sources import is_mail, mails_from_input, mails_in, read_input
    from judge.post.taking import Origin, Taker

    settings = read_settings(game.facts.name, game.folder)
    taker = Taker(game, settings)

    def take(origins: Iterable[Origin]) -> None:
        for origin in origins:
            _say(game, taker.take(origin))

    for path in paths:
        if str(path) != "-":
            take(mails_in(path))
            continue
        data = read_input()
        if is_mail(data):
            take(mails_from_input(data))
        else:
            _take_typed(game, data, power)
    if imap:
        from judge.post.imap import take_from_server

        for found in take_from_server(game, settings):
            if isinstance(found, Problem):
                tell([found], "plain")
            else:
                _say(game, found)


def _take_typed(game: "Game", data: bytes, power: str | None) -> None:
    """A sheet from standard input, which has no name to say whose it is."""
    import tempfile

    from judge.sheets.reading import SHEET_LIMIT

    if len(data) > SHEET_LIMIT:
        details = {"limit": SHEET_LIMIT}
        raise Unreadable([Problem("file-too-large", file="-", details=details)])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "-.txt"
        path.write_bytes(data)
        _take_sheets(game, [path], power)


def _say(game: "Game", taken: "TakenMail") -> None:
    """Say what became of a mail. That one was refused is no failure: anybody can send mail."""
    entry = taken.entry
    if not taken.is_new:
        click.echo(text("mail-again", file=taken.shown, number=entry.number))
        return
    for part in entry.parts:
        power = game.board.power_numbers.get(part.power)
        name = "" if power is None else game.notation.power(power)
        facts = {"file": taken.shown, "number": entry.number, "power": name}
        if part.refused and not entry.refused:
            reason = text_of_problem(part.refused)
            click.echo(text("mail-part-refused", reason=reason, **facts), err=True)
        elif part.number:
            from judge.phase import Phase

            phase = game.words.phase(Phase.parse(part.phase))
            click.echo(text("mail-taken", sheet=part.number, phase=phase, **facts))
        elif not part.refused:
            click.echo(text("mail-noted", **facts))
    if entry.refused:
        reason = text_of_problem(entry.refused)
        click.echo(text("mail-refused", file=taken.shown, kept=entry.file, reason=reason), err=True)


def text_of_problem(code: str) -> str:
    """A problem's sentence, in the language asked for."""
    from judge.cli.base import speak

    return speak().say(f"problems.{code}")
