"""format=flowed (RFC 3676): paragraphs that a mailer cut into lines are put together again."""

SOFT_FROM = 50
"""Shortest line that a mailer could have cut: shorter ones end in a blank that somebody typed."""


def unflowed(text: str, deletes: bool = False) -> str:
    """The text with its soft line breaks undone and its stuffing taken off.

    deletes: whether the blank at a soft break was added by the mailer (``delsp=yes``).
    """
    out: list[str] = []
    depth_before, is_open = 0, False
    for raw in text.split("\n"):
        line = raw.lstrip(">")
        depth = len(raw) - len(line)
        line = line.removeprefix(" ")
        is_soft = line.endswith(" ") and line != "-- " and len(raw) >= SOFT_FROM
        said = line[:-1] if is_soft and deletes else line
        if is_open and depth == depth_before and line != "-- ":
            out[-1] += said
        else:
            out.append(("> " * depth if depth else "") + said)
        depth_before, is_open = depth, is_soft
    return "\n".join(out)
