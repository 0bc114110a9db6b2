"""How sentences speak of places: *à Paris*, *en Galicie*, *au Danemark*, *dans la Manche*.

A map says which article a name takes; the language's rule makes the rest of it, and the map has the
exceptions. A name without an article is a town's, or needs none.
"""

from collections.abc import Callable

from judge.board import Board, PlaceWords, Terrain
from judge.names import fold

_COMMON = frozenset(("Mer", "Golfe", "Baie", "Pays", "Canal", "Océan", "Détroit"))
"""Common nouns at the head of a French name: written small inside a sentence, *la mer du Nord*."""

_VOWELS = "aeiouy"


class Places:
    """Speaks of a board's provinces in one language.

    table: a code table, whose own names of provinces come first.
    """

    def __init__(self, board: Board, language: str, table: str = "") -> None:
        self.board = board
        self.language = language
        self.table = table
        self._words = board.place_words.get(language, {})

    def name(self, province: int) -> str:
        """A province's name as it stands inside a sentence, without an article."""
        facts = self.board.provinces[province]
        name = facts.table_names.get(self.table, facts.names[self.language].name)
        head, _, rest = name.partition(" ")
        if self.language == "fr" and rest and head in _COMMON:
            return f"{head.lower()} {rest}"
        return name

    def the(self, province: int) -> str:
        """``la Galicie``, ``l'Espagne``, ``Paris``; ``the North Sea``."""
        return _joined(self._of(province).article, self.name(province))

    def at(self, province: int) -> str:
        """``à Paris``, ``en Galicie``, ``au Danemark``, ``dans la Manche``; ``in the Ruhr``."""
        words = self._of(province)
        if words.at:
            return words.at
        return _AT[self.language](self, province)

    def into(self, province: int) -> str:
        """After a verb of motion: *entrer* ``en Galicie``, *to enter* ``the North Sea``."""
        return self.at(province) if self.language == "fr" else self.the(province)

    def of(self, province: int) -> str:
        """``de Paris``, ``d'Ankara``, ``de la Galicie``, ``du Danemark``; ``of the North Sea``."""
        return _OF[self.language](self, province)

    def come_from(self, province: int) -> str:
        """``de Paris``, ``de Galicie``, ``du Danemark``, ``de la Manche``; ``from the Ruhr``."""
        if self.language != "fr":
            return f"from {self.the(province)}"
        feminine = self._of(province).article in ("la", "l'")
        if feminine and self.board.provinces[province].terrain is not Terrain.SEA:
            return _de(self.name(province))
        return self.of(province)

    def _of(self, province: int) -> PlaceWords:
        return self._words.get(province, PlaceWords())

    # ------------------------------------------------------------ French

    def _at_french(self, province: int) -> str:
        article, name = self._of(province).article, self.name(province)
        if self.board.provinces[province].terrain is Terrain.SEA:
            return f"dans {self.the(province)}" if article else f"en {name}"
        before = {"": "à", "le": "au", "les": "aux"}.get(article, "en")
        return f"{before} {name}"

    def _of_french(self, province: int) -> str:
        article, name = self._of(province).article, self.name(province)
        if not article:
            return _de(name)
        merged = {"le": "du", "les": "des"}.get(article)
        return f"{merged} {name}" if merged else f"de {_joined(article, name)}"


def _de(name: str) -> str:
    return f"d'{name}" if fold(name)[:1] in _VOWELS else f"de {name}"


def _joined(article: str, name: str) -> str:
    if not article:
        return name
    return f"{article}{name}" if article.endswith("'") else f"{article} {name}"


_AT: dict[str, Callable[[Places, int], str]] = {
    "fr": Places._at_french,
    "en": lambda places, province: f"in {places.the(province)}",
}
_OF: dict[str, Callable[[Places, int], str]] = {
    "fr": Places._of_french,
    "en": lambda places, province: f"of {places.the(province)}",
}
