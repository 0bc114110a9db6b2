"""`judge map`: maps, their checks and where they come from."""

from judge.cli.base import LazyGroup, text

command = LazyGroup(
    name="map",
    help=text("map"),
    prefix="map-",
    modules={
        "check": "judge.cli.map_check_command",
        "import": "judge.cli.map_import_command",
    },
    no_args_is_help=True,
)
