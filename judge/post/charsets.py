"""The text of a mail's bytes: what it says of its encoding is often wrong."""

import codecs
import re

_TEXTS = re.compile(
    r"(?:us-?)?ascii|ansi_x3.4-1968|utf-?8|utf-?16(?:le|be)?|utf-?32(?:le|be)?"
    r"|iso-?8859-?\d+|latin-?\d+|l1|(?:windows|cp)-?(?:125\d|437|850|1252)|mac(?:intosh|roman)?"
    r"|koi8-[ru]",
    re.IGNORECASE,
)
"""The encodings that are tried: others are no text, or slow to read on purpose."""

_NARROW = frozenset(("ascii", "iso8859-1", "latin-1", "iso8859-15", "cp1252"))

_UNSEEN = {
    "\ufeff": None,  # byte order mark
    "\u00ad": None,  # soft hyphen
    **dict.fromkeys("\u200b\u200c\u200d\u2060\u200e\u200f\u202a\u202b\u202c\u202d\u202e"),
    **dict.fromkeys("\u00a0\u202f\u2007\u2009\u2002\u2003\u3000", " "),
    "\u2028": "\n",
    "\u2029": "\n",
    "\x85": "\n",
    **{chr(c): None for c in (*range(32), *range(127, 160)) if chr(c) not in "\t\n\r\f\v\x85"},
}
_SEEN = str.maketrans(_UNSEEN)


def decoded(data: bytes, charset: str) -> str:
    """The text of some bytes, with plain blanks and without signs that nobody sees.

    charset: what the mail says, empty for nothing. UTF-8 is taken at its word whatever the mail
    says, for no other text looks like it; what is not the encoding named is read as Western.
    """
    return plain(_decoded(data, charset.strip().strip("\"'")))


def plain(text: str) -> str:
    """A text with plain blanks and without signs that nobody sees."""
    return text.translate(_SEEN)


def _decoded(data: bytes, charset: str) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    if _TEXTS.fullmatch(charset):
        try:
            name = codecs.lookup(charset).name
            if name not in _NARROW and name != "utf-8":
                return data.decode(name)
            if name == "iso8859-15" and not re.search(rb"[\x80-\x9f]", data):
                return data.decode(name)
        except (LookupError, UnicodeDecodeError):
            pass
    # Most mails that say Latin-1 mean the Western code page, which has its letters and more.
    return "".join(_WESTERN[byte] for byte in data)


def _western(byte: int) -> str:
    try:
        return bytes((byte,)).decode("cp1252")
    except UnicodeDecodeError:
        return chr(byte)


_WESTERN = [_western(byte) for byte in range(256)]
