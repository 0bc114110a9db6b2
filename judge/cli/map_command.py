"""`judge map`: maps, their checks and where they come from."""

from judge.cli.base import LazyGroup, text

command = LazyGroup(
    name="map",
    help=text("map"),
    prefix="map-",
    modules={
        "check": "judge.cli.map_check_command",
        "import": "judge.cli.map_import_command",
        "list": "judge.cli.map_list_command",
        "new": "judge.cli.map_new_command",
        "show": "judge.cli.map_show_command",
    },
    no_args_is_help=True,
)
