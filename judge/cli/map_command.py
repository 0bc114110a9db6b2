"""`judge map`: maps and their checks."""

from judge.cli.base import LazyGroup, text

command = LazyGroup(
    name="map",
    help=text("map"),
    prefix="map-",
    modules={"check": "judge.cli.map_check_command"},
    no_args_is_help=True,
)
