"""The message catalogues: every sentence a person reads, in French and in English."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from judge.cachefiles import cached
from judge.phase import Phase

LANGUAGES = ("fr", "en")


class Words:
    """One language's catalogue.

    A key is a path with dots, ``report.position``. A sentence has its facts in braces.
    """

    def __init__(self, language: str, catalogue: Mapping[str, Any]) -> None:
        self.language = language
        self._catalogue = catalogue

    def find(self, key: str) -> Any:
        """What stands under a key, None where there is nothing."""
        found: Any = self._catalogue
        for part in key.split("."):
            if not isinstance(found, dict) or part not in found:
                return None
            found = found[part]
        return found

    def say(self, key: str, /, **facts: Any) -> str:
        """The sentence under a key with its facts. Raises KeyError where there is none."""
        found = self.find(key)
        if not isinstance(found, str):
            raise KeyError(key)
        if not facts:
            return found
        return found.format_map({name: self.shown(value) for name, value in facts.items()})

    def shown(self, value: Any) -> str:
        """A fact as a sentence shows it; several are listed."""
        if isinstance(value, list | tuple):
            return self.listed([self.shown(v) for v in value])
        return str(value)

    def listed(self, items: list[str]) -> str:
        """``a, b et c``."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.say('words.and')} {items[-1]}"

    def joined(self, subject: str, said: str) -> str:
        """Something and what is said of it, with the language's colon between them."""
        colon = " : " if self.language == "fr" else ": "
        return f"{subject}{colon}{said}"

    def phase(self, phase: Phase) -> str:
        """A phase in words: ``Printemps 1901``, ``Retraites du printemps 1901``."""
        return self.say(f"phases.{phase.step.value}", year=phase.year)

    def phase_slug(self, phase: Phase) -> str:
        """The word of a phase in a folder's name: ``printemps``."""
        return self.say(f"folders.{phase.step.value}")

    def count(self, key: str, number: int, /, **facts: Any) -> str:
        """The singular or plural under a key: ``key.one`` or ``key.many``.

        In French zero is singular, in English plural.
        """
        single = number == 1 or (number == 0 and self.language == "fr")
        return self.say(f"{key}.{'one' if single else 'many'}", number=number, **facts)


@cache
def words(language: str) -> Words:
    """The catalogue of a language, read once. Raises KeyError for an unknown language."""
    if language not in LANGUAGES:
        raise KeyError(language)
    data = Path(__file__).with_name(f"{language}.yaml").read_bytes()
    return Words(language, cached("words", data, lambda: _parse(data, language)))


def _parse(data: bytes, language: str) -> Mapping[str, Any]:
    # Only a program that has no cached catalogue needs the reader of YAML.
    from judge import yamlfiles

    catalogue: Mapping[str, Any] = yamlfiles.parse(data, f"{language}.yaml")
    return catalogue
