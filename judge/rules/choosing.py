"""Named options as a game's file gives them, the same for every rule system."""

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Choice = TypeVar("Choice", bound=DataclassInstance)


def chosen(base: "Choice", given: dict[str, Any]) -> "Choice":
    """A preset with some of its options set. Raises ValueError with the name that is wrong."""
    hints = get_type_hints(type(base))
    for name, value in given.items():
        if name not in {f.name for f in fields(base)}:
            raise ValueError(name)
        allowed = (True, False) if hints[name] is bool else get_args(hints[name])
        if value not in allowed or isinstance(value, bool) != (hints[name] is bool):
            raise ValueError(name)
    return replace(base, **given)
