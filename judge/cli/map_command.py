"""`judge map`: a game's map; its other commands show, check and begin map files."""

import click

from judge.cli.base import LazyGroup, text


class _Group(LazyGroup):
    """Draws, unless another of its commands is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.modules and args[0] != "--help"):
            args = ["draw", *args]
        return super().parse_args(ctx, args)


command = _Group(
    name="map",
    help=text("map"),
    prefix="map-",
    modules={
        "draw": "judge.cli.map_draw_command",
        "check": "judge.cli.map_check_command",
        "import": "judge.cli.map_import_command",
        "list": "judge.cli.map_list_command",
        "new": "judge.cli.map_new_command",
        "show": "judge.cli.map_show_command",
    },
)
