"""`judge map import`: an old judge's map as one of ours."""

from pathlib import Path

import click

from judge.cli.base import Failed, tell, text
from judge.cli.base import command as speaking


@speaking("map-import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seed", type=click.Path(path_type=Path), help=text("opt-map-seed"))
@click.option("--power", "powers", multiple=True, help=text("opt-map-power"))
@click.option("--plain", is_flag=True, help=text("opt-plain"))
@click.option("--json", "as_json", is_flag=True, help=text("opt-json"))
def command(
    file: Path, seed: Path | None, powers: tuple[str, ...], plain: bool, as_json: bool
) -> None:
    from judge.oldmaps.importing import take_over

    names = {}
    for given in powers:
        letter, _, name = given.partition("=")
        if len(letter) != 1 or not name.strip():
            raise click.BadParameter(given, param_hint="--power")
        names[letter] = name.strip()
    intro = [text("map-imported", file=file.name), text("map-to-translate")]
    written, problems = take_over(file, seed, names, intro)
    tell(problems, "json" if as_json else "plain" if plain else "full")
    if written is None:
        raise Failed
    click.echo(written, nl=False)
