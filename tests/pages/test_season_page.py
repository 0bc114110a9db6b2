"""The HTML page: complete in itself, well formed, nothing that runs, readable in light and dark."""

import re
from html.parser import HTMLParser

import pytest

from judge.gamefiles import Game
from judge.pages.page import STYLE, spoken
from judge.pages.season import season_page
from tests.boards import ROOT
from tests.drawing.test_colours import contrast

GAMES = sorted(path.name for path in (ROOT / "games").iterdir())
VOID = frozenset(("meta", "link", "br", "rect", "circle", "path", "use"))


class Checker(HTMLParser):
    """Keeps the open elements, and what could fetch or run something."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("script", "iframe", "object", "embed", "form", "img", "video"):
            self.wrong.append(f"<{tag}>")
        for name, value in attrs:
            if name.startswith("on") or (value or "").strip().lower().startswith("javascript:"):
                self.wrong.append(f"{tag} {name}")
            if name in ("src", "srcset", "data", "action"):
                self.wrong.append(f"{tag} {name}={value}")
        if given.get("id"):
            self.ids.append(str(given["id"]))
        target = given.get("href") or ""
        if target.startswith("#"):
            self.targets.append(target[1:])
        elif tag in ("a", "use") and re.match(r"[a-z]+:|//", target):
            self.wrong.append(f"{tag} {target}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")


def checked(text: str) -> Checker:
    checker = Checker()
    checker.feed(text)
    assert (checker.wrong, checker.open) == ([], [])
    assert len(checker.ids) == len(set(checker.ids))
    assert set(checker.targets) <= set(checker.ids)
    assert not re.search(r"url\((?!#)", text) and "@import" not in text
    return checker


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_is_a_page(name: str) -> None:
    game = Game(ROOT / "games" / name)
    for found in game.phases:
        if game.is_ruled(found):
            checked(season_page(game, found, game.facts.language))


def test_every_order_stands_there_with_its_sentence() -> None:
    game = Game(ROOT / "games" / "printemps-1913")
    text = season_page(game, game.find("1913-1"), "fr")
    items = re.findall(
        r'<li class="(\w+)">.*?<code>(.*?)</code> <span class="said">(.*?)</span>', text
    )
    assert len(items) == len(game.position(game.find("1913-1")).units)
    told = {order: (style, said.replace("\u00a0", " ")) for style, order, said in items}
    assert told["A ARM - SEB"] == ("good", "Réussit.")
    assert told["F BEL - NRD"] == ("good", "F BEL déloge F NRD, 2 contre 1.")
    assert told["A EDI - NGE"] == ("warn", "A EDI rebondit en Norvège contre F NRD, 1 contre 1.")
    assert told["A UKR S A MOS H"] == (
        "bad",
        "A SEB - UKR coupe le soutien A UKR S A MOS H. A UKR est délogée par A SEB, 3 contre 2.",
    )


def test_lines_do_not_break_where_they_must_not() -> None:
    text = "A Ruh n'entre pas en Belgique : « A Bel » tient ; F Esp (cs) aussi, à la fin"
    assert spoken(text) == (
        "A\u00a0Ruh n'entre pas en Belgique\u00a0: «\u00a0A\u00a0Bel\u00a0» tient\u00a0;"
        " F\u00a0Esp (cs) aussi, à la fin"
    )


def test_a_name_cannot_break_out_of_the_page() -> None:
    from dataclasses import replace

    game = Game(ROOT / "games" / "printemps-1913")
    game.facts = replace(game.facts, name='"><script>alert(1)</script>')
    text = season_page(game, game.find("1913-1"), "fr")
    checked(text)
    assert "<script" not in text


def variables(style: str) -> dict[str, str]:
    found = dict(re.findall(r"--(\w+):(#[0-9a-f]{6})", style))
    assert set(found) == {"paper", "card", "ink", "soft", "line", "good", "warn", "bad", "link"}
    return found


def test_text_is_readable_in_light_and_dark() -> None:
    light, _, dark = STYLE.partition("@media(prefers-color-scheme:dark)")
    low = []
    for name, style in (("light", light), ("dark", dark.partition("}}")[0])):
        colours = variables(style)
        for text in ("ink", "soft", "good", "warn", "bad", "link"):
            for ground in ("paper", "card"):
                ratio = contrast(colours[text], colours[ground])
                if ratio < 4.5:
                    low.append((name, text, ground, round(ratio, 2)))
    assert low == []


class Focus(HTMLParser):
    """What the keyboard reaches, in its order."""

    def __init__(self) -> None:
        super().__init__()
        self.stops: list[str] = []
        self.forced: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("a", "summary") or given.get("tabindex") == "0":
            self.stops.append(f"{tag} {given.get('href') or ''}".strip())
        if given.get("tabindex") not in (None, "0"):
            self.forced.append(tag)


def test_the_keyboard_reaches_every_explanation() -> None:
    """A link to skip the picture comes first, then each folded explanation, in the page's order."""
    game = Game(ROOT / "games" / "printemps-1913")
    text = season_page(game, game.find("1913-1"), "fr")
    focus = Focus()
    focus.feed(text)
    assert focus.forced == []
    assert focus.stops == ["a #orders", *["summary"] * text.count("<details>")]
    assert text.count("<details>") > 10
    assert '<html lang="fr">' in text and "focus-visible" in STYLE
