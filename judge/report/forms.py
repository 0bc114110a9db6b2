"""The forms in which a ruled phase can be told: the judge's own, the community's, pages, data."""

from collections.abc import Callable
from typing import TypeVar

from judge.gamefiles import Game, PhaseFolder
from judge.report.lines import Report
from judge.ruledphase import rule_again, season_of, season_report, usable
from judge.ruling import RetreatRuling, WinterRuling
from judge.sheets.interpreting import Interpreter
from judge.sheets.writing import Notation
from judge.words import words

Following = TypeVar("Following", RetreatRuling, WinterRuling)

NAMES = ("judge", "objectif", "objectif-spelled", "markdown", "html", "json")


def written(game: Game, found: PhaseFolder, language: str, form: str) -> str:
    """A ruled phase in one of the forms but the judge's own, which `own_report` gives."""
    return _FORMS[form](game, found, language)


def own_report(game: Game, found: PhaseFolder, language: str) -> Report:
    """The judge's own form, as lines."""
    return _report(game, found, language, Report())


def _report(game: Game, found: PhaseFolder, language: str, onto: Report) -> Report:
    season = season_of(game, rule_again(game, found), game.correction(found))
    notation = Notation(game.board, language, game.facts.codes)
    return season_report(season, notation, language, onto)


def _judge(game: Game, found: PhaseFolder, language: str) -> str:
    return own_report(game, found, language).text()


def _markdown(game: Game, found: PhaseFolder, language: str) -> str:
    from judge.report.markdown import MarkdownReport

    return _report(game, found, language, MarkdownReport()).text()


def _objectif(game: Game, found: PhaseFolder, language: str, spelled: bool = False) -> str:
    from judge.report.objectif import objectif_form

    ruled = rule_again(game, found)
    return objectif_form(
        game.board,
        ruled.ruling,
        Notation(game.board, language, game.facts.codes),
        words(language),
        _ranks(game, found),
        _following(game, found, RetreatRuling),
        _following(game, found, WinterRuling) if spelled else None,
        spelled,
    )


def _spelled(game: Game, found: PhaseFolder, language: str) -> str:
    return _objectif(game, found, language, spelled=True)


def _ranks(game: Game, found: PhaseFolder) -> list[int]:
    """The units of a movement phase in the order in which the sheets name them."""
    if not found.phase.step.is_movement:
        return []
    position = game.position(found)
    interpreter = Interpreter(game.board, position, game.notation, game.reading)
    ranks: dict[int, None] = {}
    for power, text in sorted(game.published_sheets(found).items()):
        sheet, _ = usable(game.reader, position, power, text, game.sheet_name(power))
        for done in interpreter.read(sheet, power).understood:
            ranks.setdefault(done.unit)
    return list(ranks)


def _following(game: Game, found: PhaseFolder, kind: type[Following]) -> Following | None:
    """The ruling of the retreats or the winter that follow a movement phase, where there is one."""
    if not found.phase.step.is_movement:
        return None
    later = [f for f in game.phases if f.phase > found.phase and game.is_ruled(f)]
    for folder in later:
        if folder.phase.step.is_movement:
            return None
        ruling = rule_again(game, folder).ruling
        if isinstance(ruling, kind):
            return ruling
    return None


def _html(game: Game, found: PhaseFolder, language: str) -> str:
    from judge.pages.season import season_page

    return season_page(game, found, language)


def _json(game: Game, found: PhaseFolder, language: str) -> str:
    from judge.report.asdata import json_form

    ruled = rule_again(game, found)
    notation = Notation(game.board, language, game.facts.codes)
    return json_form(game, ruled, notation, words(language))


_FORMS: dict[str, Callable[[Game, PhaseFolder, str], str]] = {
    "judge": _judge,
    "objectif": _objectif,
    "objectif-spelled": _spelled,
    "markdown": _markdown,
    "html": _html,
    "json": _json,
}
