"""The grammars: one Lark parser a language, its keywords, and its tree made into written orders."""

import re
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput, UnexpectedToken

from judge import cachefiles
from judge.board import ARMY, FLEET, UnitKind
from judge.resources import folder
from judge.sheets.tokens import Tok
from judge.sheets.written import Place, Subject, Verb, Written

LANGUAGES = ("fr", "en")


class NotAnOrder(Exception):
    """Tokens that make no order.

    token: where the reading stopped, None at the end of the line. expected: the terminals that
    could have stood there.
    """

    def __init__(self, token: Tok | None, expected: Iterable[str]) -> None:
        self.token = token
        self.expected = tuple(sorted(expected))
        super().__init__(token, expected)


class _ToWritten(Transformer[Token, Any]):
    """One method for each rule of ``orders.lark``."""

    def army(self, _: list[Any]) -> UnitKind:
        return ARMY

    def fleet(self, _: list[Any]) -> UnitKind:
        return FLEET

    def unit(self, children: list[Any]) -> Subject:
        kind = nation = count = place = None
        for child in children:
            if isinstance(child, UnitKind):
                kind = child
            elif isinstance(child, Token) and child.type == "NUMBER":
                count = child.value
            elif isinstance(child, Token) and child.type == "POWER":
                nation = child.value.power
            elif isinstance(child, Token):
                place = child.value
        assert isinstance(place, Place)
        return Subject(place, kind, count, nation)

    def arrow(self, children: list[Any]) -> str:
        return children[0].value if children else ""

    def step(self, children: list[Any]) -> tuple[str, Place, bool]:
        arrow = children[0] if len(children) > 1 else ""
        return arrow, children[-1].value, False

    def convoyed_step(self, children: list[Any]) -> tuple[str, Place, bool]:
        return children[0], children[-1].value, True

    def path(self, steps: list[tuple[str, Place, bool]]) -> tuple[tuple[Place, ...], bool, str]:
        places = tuple(place for _, place, _ in steps)
        convoyed = any(flag for *_, flag in steps) or len(places) > 1
        return places, convoyed, next((arrow for arrow, *_ in steps if arrow), "")

    def via(self, _: list[Any]) -> bool:
        return True

    def held(self, _: list[Any]) -> bool:
        return True

    def flight(self, places: list[Any]) -> tuple[Place, ...]:
        return tuple(p.value for p in places)

    def claim(self, children: list[Any]) -> str:
        return str(children[0].value)

    def claims(self, children: list[str]) -> str:
        if not children:
            return ""
        return "succeeds" if children[0].startswith(("reussi", "succ")) else "fails"

    def bare(self, c: list[Any]) -> list[Written]:
        return [Written(Verb.BARE, c[0], claim=c[1])]

    def hold(self, c: list[Any]) -> list[Written]:
        return [Written(Verb.HOLD, c[0], retreats=c[2] or (), claim=c[1])]

    def move(self, c: list[Any]) -> list[Written]:
        unit, (path, convoyed, mark), via, claim, flight = c
        return [
            Written(
                Verb.MOVE,
                unit,
                path=path,
                by_convoy=convoyed or bool(via),
                retreats=flight or (),
                claim=claim or mark,
            )
        ]

    def support(self, c: list[Any]) -> list[Written]:
        first, other, _, yields, claim, flight = c
        told = {"retreats": flight or (), "claim": claim, "yields": bool(yields)}
        return [Written(Verb.SUPPORT, first, other, **told)]

    def support_move(self, c: list[Any]) -> list[Written]:
        first, other, (path, *_), _, yields, claim, flight = c
        told = {"retreats": flight or (), "claim": claim, "yields": bool(yields)}
        return [Written(Verb.SUPPORT, first, other, path[-1:], **told)]

    def mutual(self, c: list[Any]) -> list[Written]:
        return [Written(Verb.SUPPORT, c[0], c[1]), Written(Verb.SUPPORT, c[1], c[0])]

    def convoy(self, c: list[Any]) -> list[Written]:
        fleet, army, (path, *_), yields, claim, flight = c
        told = {"retreats": flight or (), "claim": claim, "yields": bool(yields)}
        return [Written(Verb.CONVOY, fleet, army, path[-1:], **told)]

    def yields(self, _: list[Any]) -> bool:
        return True

    def consent(self, c: list[Any]) -> list[Written]:
        if len(c) == 3 and c[1] is not None:
            place, other, (path, *_) = c
            return [Written(Verb.CONSENT, place, other, path[-1:])]
        return [Written(Verb.CONSENT, c[0])]

    def retreat(self, c: list[Any]) -> list[Written]:
        return [Written(Verb.RETREAT, c[0], retreats=c[1], claim=c[2])]

    def disband(self, c: list[Any]) -> list[Written]:
        return [Written(Verb.DISBAND, c[0])]

    def build(self, c: list[Any]) -> list[Written]:
        return [Written(Verb.BUILD, c[-1])]

    def remove(self, c: list[Any]) -> list[Written]:
        return [Written(Verb.REMOVE, c[-1])]

    def waive(self, c: list[Any]) -> list[Written]:
        return [Written(Verb.WAIVE, count=int(c[0].value) if c[0] else 1)]

    def all_hold(self, _: list[Any]) -> list[Written]:
        return [Written(Verb.ALL_HOLD)]


class Grammar:
    """One language's parser and keywords.

    keywords: each terminal and the words that spell it.
    """

    def __init__(self, language: str) -> None:
        texts = [
            (folder("grammars") / f"{name}.lark").read_text("utf-8")
            for name in ("orders", language)
        ]
        self.lark = Lark(
            "\n".join(texts),
            parser="lalr",
            lexer="basic",
            transformer=_ToWritten(),
            maybe_placeholders=True,
            cache=_cache_file(language),
        )
        self.keywords = {
            t.name: _spellings(t.pattern.value)
            for t in (*self.lark.terminals, *self.lark.lexer_conf.terminals)
        }

    def parse(self, tokens: Sequence[Tok]) -> list[Written]:
        """The orders that some tokens make; one, or two for a mutual support.

        Raises NotAnOrder.
        """
        state: Any = self.lark.parse_interactive()
        for tok in tokens:
            try:
                state.feed_token(Token(tok.type, tok.value))
            except UnexpectedToken as error:
                raise NotAnOrder(tok, error.accepts or error.expected) from None
            except UnexpectedInput:
                raise NotAnOrder(tok, ()) from None
        try:
            result: list[Written] = state.feed_eof()
        except UnexpectedInput:
            raise NotAnOrder(None, state.accepts()) from None
        return result


def _cache_file(language: str) -> str | bool:
    """Where a grammar's tables are kept between runs; False where nothing can be kept.

    Lark checks that what it finds there was made from this very grammar.
    """
    store = cachefiles.folder()
    if store is None:
        return False
    return str(store / f"{language}-{sys.version_info[0]}{sys.version_info[1]}.lark")


def _spellings(pattern: str) -> tuple[str, ...]:
    """The words of a terminal: Lark keeps its alternatives as one regular expression."""
    inner = pattern.removeprefix("(?:").removesuffix(")")
    return tuple(re.sub(r"\\(.)", r"\1", word) for word in inner.split("|"))


@cache
def grammar(language: str) -> Grammar:
    """The grammar of a language, built once."""
    return Grammar(language)
