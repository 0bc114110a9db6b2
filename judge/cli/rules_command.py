"""`judge rules`: the rule systems, and what each decides on every named option."""

import json

import click

from judge.cli.base import command as speaking
from judge.cli.base import speak, text
from judge.problems import Problem, Unreadable
from judge.rulesystems import FAMILIES, NAMES, rule_system


@speaking("rules")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help=text("opt-json"))
def command(name: str | None, as_json: bool) -> None:
    if name is None:
        if as_json:
            click.echo(json.dumps(list(NAMES)))
            return
        for family in FAMILIES:
            click.echo(f"{family}: {speak().say(f'rules.{family}.title')}")
        return
    if name not in NAMES:
        raise Unreadable([Problem("rules-unknown", details={"value": name[:60]})])
    system = rule_system(name)
    if as_json:
        rows = {
            option: {"value": value, "rule": system.anchors[option]}
            for option, value in system.options.items()
        }
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    family = name.partition(":")[0]
    click.echo(f"{name}: {speak().say(f'rules.{family}.title')}")
    click.echo(speak().say(f"rules.{family}.text"))
    click.echo()
    for option, value in system.options.items():
        shown = str(value).lower()
        click.echo(f"{option}: {shown} ({system.anchors[option]})")
        click.echo(f"    {speak().say(f'options.{option}')}")
