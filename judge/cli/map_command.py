"""`judge map`: a game's map; `judge map check` checks a map file."""

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
    },
)
