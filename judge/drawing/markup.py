"""Text inside XML: escaped, and without the characters that XML cannot hold."""

import re

_REFUSED = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """A text as it stands inside an element or a quoted attribute."""
    clean = _REFUSED.sub("\ufffd", text)
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        clean = clean.replace(sign, entity)
    return clean


def told(title: str, description: str = "") -> str:
    """The ``<title>`` of an element, and its ``<desc>`` where there is more to say."""
    desc = f"<desc>{escaped(description)}</desc>" if description else ""
    return f"<title>{escaped(title)}</title>{desc}"
