"""`judge map new`: a small board that is whole, to be changed into another."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import text


@speaking("map-new")
@click.argument("file", type=click.Path(path_type=Path))
def command(file: Path) -> None:
    from judge.names import slug
    from judge.problems import Problem, Unreadable
    from judge.resources import folder

    name = slug(file.stem)
    if file.suffix != ".yaml" or not name:
        details = {"part": "name", "value": file.name[:60]}
        raise Unreadable([Problem("map-value", file=str(file), details=details)])
    template = (folder("maps") / "template" / "island.yaml").read_text("utf-8")
    try:
        with file.open("x", encoding="utf-8", newline="\n") as out:
            out.write(template.replace("map: island\n", f'map: "{name}"\n'))
    except FileExistsError:
        raise Unreadable([Problem("game-exists", details={"folder": str(file)})]) from None
    except OSError as error:
        details = {"reason": error.strerror or ""}
        raise Unreadable([Problem("file-unreadable", file=str(file), details=details)]) from None
    click.echo(text("map-created", file=file))
