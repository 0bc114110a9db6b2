"""What all commands share: languages, lazy loading, help, problems, exit codes."""

import os
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pathlib import Path

    from judge.gamefiles import Game
    from judge.problems import Problem
    from judge.report.lines import Report
    from judge.words import Words

COMMANDS = (
    "new",
    "player",
    "receive",
    "check",
    "sheet",
    "status",
    "run",
    "send",
    "report",
    "history",
    "score",
    "end",
    "replace",
    "undo",
    "correct",
    "verify",
    "try",
    "compare",
    "explain",
    "import",
    "export",
    "rules",
    "map",
    "site",
)


@dataclass
class Settings:
    """What the whole command line asked for: the language, None for the game's own or French."""

    asked: str | None = None

    @property
    def language(self) -> str:
        """The language of messages where no game says otherwise."""
        return self.asked if self.asked in ("fr", "en") else "fr"


settings = Settings()


class Failed(Exception):
    """The user's files have problems, which have been told already: exit status 1."""


def speak(language: str | None = None) -> "Words":
    """The catalogue of a language, else of the one asked for."""
    from judge.words import words

    return words(language or settings.language)


def text(key: str, /, **facts: object) -> str:
    """A sentence of the command line's own, in the language asked for."""
    return speak().say(f"cli.{key}", **facts)


# ---------------------------------------------------------------- help in both languages


class _Speaking(click.Command):
    """A command whose help speaks the language asked for."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = text("show-help")
        return option

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = [_spoken(piece) for piece in self.collect_usage_pieces(ctx)]
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=text("usage") + " ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [p for p in self.get_params(ctx) if isinstance(p, click.Option)]
        for option in options:
            if option.name == "version":
                option.help = text("version")
        records = [
            (_spoken(record[0]), record[1].replace("[required]", text("required")))
            for p in options
            if (record := p.get_help_record(ctx)) is not None
        ]
        records.append(("--lang [fr|en]", text("lang")))
        with formatter.section(text("options")):
            formatter.write_dl(records)
        if isinstance(self, LazyGroup):
            with formatter.section(text("commands")):
                formatter.write_dl([(n, text(self.key(n))) for n in self.list_commands(ctx)])


def _spoken(usage: str) -> str:
    """What stands for arguments and values, in the language asked for."""
    names = speak().find("cli.metavars") or {}
    return re.sub(r"[A-Z_]{3,}", lambda m: str(names.get(m[0], m[0])), usage)


class SpeakingCommand(_Speaking):
    """A single command."""


class LazyGroup(_Speaking, click.Group):
    """A group that imports a command only when it is called.

    modules: each command's name and the module whose ``command`` it is. prefix: of its help keys.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.modules: dict[str, str] = kwargs.pop("modules")
        self.prefix: str = kwargs.pop("prefix", "")
        super().__init__(*args, **kwargs)

    def key(self, name: str) -> str:
        """The catalogue's key of a command's help."""
        return f"{self.prefix}{name}"

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        return list(self.modules)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.modules and not args[0].startswith("-"):
            raise click.UsageError(text("usage-command", name=args[0]), ctx)
        return super().resolve_command(ctx, args)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002  # click's signature
        cmd_name: str,
    ) -> click.Command | None:
        module = self.modules.get(cmd_name)
        if module is None:
            return None
        command: click.Command = import_module(module).command
        return command


def _show_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        from judge import __version__

        click.echo(f"judge {__version__}")
        ctx.exit()


class _Root(LazyGroup):
    """The command ``judge`` itself; its help is looked up only when it is shown."""

    def format_help_text(
        self,
        ctx: click.Context,  # noqa: ARG002  # click's signature
        formatter: click.HelpFormatter,
    ) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text("help"))


root = _Root(
    name="judge",
    modules={name: f"judge.cli.{name}_command" for name in COMMANDS},
    params=[
        click.Option(
            ["--version"], is_flag=True, expose_value=False, is_eager=True, callback=_show_version
        )
    ],
    no_args_is_help=True,
)


def command(name: str) -> Callable[[Callable[..., None]], click.Command]:
    """A command whose help is the catalogue's ``cli.<name>``."""
    return click.command(name=name.split("-")[-1], cls=SpeakingCommand, help=text(name))


def jobs_option(wanted: Callable[..., None]) -> Callable[..., None]:
    """``--jobs N`` of a command that can spread its work over processes."""
    kind = click.IntRange(0, 61)
    return click.option("--jobs", type=kind, default=1, help=text("opt-jobs"))(wanted)


# ---------------------------------------------------------------- telling


def tell(problems: "Iterable[Problem]", how: str = "full", language: str | None = None) -> None:
    """Print problems on standard error: ``full``, ``plain`` or ``json``."""
    from judge.problems import bounded
    from judge.report import diagnostics

    found = bounded(problems)
    if how == "json":
        click.echo(diagnostics.as_json(found, speak(language)), err=True)
        return
    show = diagnostics.plain if how == "plain" else diagnostics.full
    for problem in found:
        click.echo(show(problem, speak(language)), err=True)


def has_colours() -> bool:
    """Whether standard output is a terminal that shows colours, and nobody asked for none."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def show_report(report: "Report") -> None:
    """Print a report: in colour on a terminal, else as plain text."""
    if has_colours():
        from judge.report.terminal import print_report

        print_report(report)
    else:
        click.echo(report.text(), nl=False)


def write_output(target: "Path | None", data: bytes) -> None:
    """Write a result to a file, whole or not at all; to standard output for none or ``-``.

    What is there and no ordinary file (a device, a pipe) is written to as it is.
    """
    if target is None or str(target) == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    if target.exists() and not target.is_file():
        with target.open("wb") as device:
            device.write(data)
        return
    # A link is followed: what it names is replaced, not the link.
    target = target.resolve()
    unfinished = target.with_name(f".{target.name}.new")
    unfinished.write_bytes(data)
    unfinished.replace(target)


def open_game(folder: "Path") -> "Game":
    """Open a game; messages take its language unless another is asked for."""
    from judge.gamefiles import Game

    game = Game(folder)
    if settings.asked is None:
        settings.asked = game.facts.language
    return game


# ---------------------------------------------------------------- running


def run(arguments: list[str]) -> int:
    """Run a command line; the exit status."""
    from judge import journal
    from judge.problems import Unreadable

    if settings.asked not in (None, "fr", "en"):
        wrong, settings.asked = settings.asked, None
        click.echo(text("usage-value", name="--lang", value=wrong), err=True)
        return 2
    try:
        result = root.main(args=arguments, prog_name="judge", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except Unreadable as error:
        tell(error.problems)
        return 1
    except journal.Held as held:
        click.echo(text("held", holder=held), err=True)
        return 1
    except journal.Damaged:
        click.echo(text("damaged-journal"), err=True)
        return 1
    except Failed:
        return 1
    except click.Abort:
        return 1
    except click.ClickException as error:
        return _wrong_usage(error)
    except BrokenPipeError:
        # Whoever reads us has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        reason = error.strerror or str(error)
        key = "system" if error.filename else "system-nowhere"
        click.echo(text(key, file=str(error.filename or ""), reason=reason), err=True)
        return 1


def _refused_value(error: click.BadParameter) -> dict[str, object]:
    param = error.param
    name = param.opts[0] if param is not None else ""
    if param is not None and isinstance(param.type, click.Choice):
        return {"name": name, "value": ", ".join(str(choice) for choice in param.type.choices)}
    if param is not None and isinstance(param.type, click.IntRange):
        return {"name": name, "value": f"{param.type.min}-{param.type.max}"}
    return {"name": name, "value": error.message}


def _wrong_usage(error: click.ClickException) -> int:
    """Say what is wrong with the command line, in the language asked for."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.ctx.get_help() if error.ctx else "", err=True)
        return 2
    if isinstance(error, click.UsageError) and error.ctx is not None:
        click.echo(error.ctx.get_usage(), err=True)
    if isinstance(error, click.NoSuchOption):
        message = text("usage-option", name=error.option_name)
    elif isinstance(error, click.MissingParameter):
        name = error.param.make_metavar(error.ctx) if error.param and error.ctx else ""
        if isinstance(error.param, click.Option):
            name = f"{error.param.opts[0]} {name}"
        message = text("usage-missing", name=_spoken(name))
    elif isinstance(error, click.BadParameter):
        message = text("usage-value", **_refused_value(error))
    elif isinstance(error, click.BadOptionUsage):
        key = "usage-needs-value" if "requires" in error.message else "usage-takes-none"
        message = text(key, name=error.option_name)
    elif error.message.startswith("Got unexpected extra"):
        message = text("usage-extra", names=error.message.partition("(")[2].rstrip(")"))
    else:
        message = error.message
    click.echo(message, err=True)
    return 2
