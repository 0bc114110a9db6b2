"""YAML as this project allows it: the safe loader, a size limit, no aliases, no duplicate keys.

Hostile or broken YAML becomes problems with a line, never a traceback or a hang.
"""

import re
from pathlib import Path
from typing import Any

import yaml

from judge.problems import Problem, Unreadable

SIZE_LIMIT = 4_000_000
"""Largest file read, in bytes: a map of four thousand provinces is far below it."""

DEPTH_LIMIT = 40
"""Deepest nesting read: ours is below ten."""

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _StrictLoader(_Loader):  # type: ignore[misc]  # chosen at run time: C where present
    """The safe loader with each key once in its mapping."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:  # noqa: ARG002  # theirs
        seen = set()
        for key, _ in node.value:
            if isinstance(key.value, str):
                if key.value in seen:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"duplicate {key.value}", key.start_mark
                    )
                seen.add(key.value)
        return super().construct_mapping(node, deep=True)


class _Refused(yaml.MarkedYAMLError):
    """YAML that is well formed and not allowed here."""

    def __init__(self, reason: str, mark: Any) -> None:
        super().__init__(problem=reason, problem_mark=mark)


def _number(loader: Any, node: Any) -> Any:
    """A number of ordinary length; YAML would read any, slowly."""
    if len(node.value) > 40:
        raise yaml.constructor.ConstructorError(None, None, "number too long", node.start_mark)
    if node.tag.endswith("int"):
        return loader.construct_yaml_int(node)
    return loader.construct_yaml_float(node)


for _tag in ("int", "float"):
    _StrictLoader.add_constructor(f"tag:yaml.org,2002:{_tag}", _number)

_SUSPECT = re.compile(r"[&*]|(?:- ){8}|^ {60}", re.MULTILINE)
_BRACKET = re.compile(r"[\[{]|[\]}]")


def _looks_deep(text: str) -> bool:
    depth = 0
    for bracket in _BRACKET.findall(text):
        depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
        if depth > 8:
            return True
    return False


def _refuse_aliases_and_depth(text: str) -> None:
    """Look at the events before anything is built, when the text could hold either.

    The C loader composes nodes out of Python's reach, so this cannot be a hook in the loader.
    """
    if not _SUSPECT.search(text) and not _looks_deep(text):
        return
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _Refused("alias", event.start_mark)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEPTH_LIMIT:
                raise _Refused("depth", event.start_mark)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _problem(error: yaml.YAMLError, file: str) -> Problem:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    reason = str(getattr(error, "problem", "") or getattr(error, "reason", "") or "")
    code = "yaml-syntax"
    details: dict[str, Any] = {"reason": reason}
    if reason in ("alias", "depth"):
        code = f"yaml-{reason}"
    elif reason.startswith("duplicate "):
        code, details = "yaml-duplicate", {"key": reason.removeprefix("duplicate ")}
    return Problem(
        code,
        file=file,
        line=mark.line + 1 if mark else 0,
        column=mark.column + 1 if mark else 0,
        details=details,
    )


_WRONG_VALUES = (
    ValueError,
    OverflowError,
    RecursionError,
    TypeError,
    LookupError,
    AttributeError,
)
"""What the loader's constructors raise for values that are no such thing (``!!bool x``)."""


def parse(data: bytes, file: str) -> Any:
    """The value that some YAML bytes hold.

    file: the name to show in problems.
    Raises Unreadable with one problem: too large, not UTF-8, not YAML, an alias, a key twice.
    """
    if len(data) > SIZE_LIMIT:
        raise Unreadable([Problem("file-too-large", file=file, details={"limit": SIZE_LIMIT})])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable([Problem("not-utf8", file=file, details={"byte": error.start})]) from None
    try:
        _refuse_aliases_and_depth(text)
        return yaml.load(text, Loader=_StrictLoader)
    except yaml.YAMLError as error:
        raise Unreadable([_problem(error, file)]) from None
    except _WRONG_VALUES as error:
        problem = Problem("yaml-syntax", file=file, details={"reason": str(error)[:200]})
        raise Unreadable([problem]) from None


def read(path: Path, shown: str | None = None) -> Any:
    """The value that a YAML file holds; as `parse`, and a missing file is a problem too."""
    file = shown or str(path)
    try:
        if path.exists() and not path.is_file():
            reason = "not a file"
            raise Unreadable([Problem("file-unreadable", file=file, details={"reason": reason})])
        if path.is_file() and path.stat().st_size > SIZE_LIMIT:
            raise Unreadable([Problem("file-too-large", file=file, details={"limit": SIZE_LIMIT})])
        data = path.read_bytes()
    except FileNotFoundError:
        raise Unreadable([Problem("file-missing", file=file)]) from None
    except OSError as error:
        reason = error.strerror or ""
        raise Unreadable(
            [Problem("file-unreadable", file=file, details={"reason": reason})]
        ) from None
    return parse(data, file)


def scalar(text: str) -> str:
    """A string written so that YAML reads it back as that string.

    Plain where that is safe, else double-quoted. Used by every file the judge writes.
    """
    plain = (
        text != ""
        and text == text.strip()
        and text[0] not in "-?:,[]{}#&*!|>'\"%@`=<~+.0123456789"
        and not any(c in text for c in ':#,[]{}"\\\n\t')
        and text.lower() not in _RESERVED
        and text.isprintable()
    )
    if plain:
        return text
    return _quoted(text)


def _quoted(text: str) -> str:
    """`text` as a double-quoted YAML scalar; what cannot be printed is escaped."""
    out = []
    for c in text:
        if c in '"\\':
            out.append("\\" + c)
        elif c == "\n":
            out.append("\\n")
        elif c.isprintable():
            out.append(c)
        else:
            n = ord(c)
            out.append(f"\\x{n:02x}" if n < 256 else f"\\u{n:04x}" if n < 65536 else f"\\U{n:08x}")
    return '"' + "".join(out) + '"'


_RESERVED = {"", "null", "true", "false", "yes", "no", "on", "off", "y", "n"}
