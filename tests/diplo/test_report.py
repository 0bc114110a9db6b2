"""The report of the last example of the text, whole, in both languages."""

import pytest

from judge.report.movement import movement_report
from judge.report.season import Season
from judge.rulesystems import rule_system
from judge.season import after
from judge.sheets.writing import Notation
from judge.words import words
from tests.diplo.reading import diplo, played
from tests.diplo.test_examples import CASES

REPORTS = {
    "fr": """\
Printemps 1901
règles : diplo

ALLEMAGNE
  A Ber - Sil
      échoue : repoussée en Sil par A Sil, 1 contre 1 (DIPLO 3 b) ; sa
      région est prise par F Bal, elle doit fuir (DIPLO 3 b)
  2A Mun S A Ber - Sil
      soutien coupé : attaquée par 2A Bou (DIPLO g.2)

ANGLETERRE
  F Bal - Ber                     réussit

FRANCE
  2A Bou - Mun
      échoue : repoussée en Mun par 2A Mun, 2 contre 2 (DIPLO 3 b)

RUSSIE
  A Sil S A Var xxx
      soutien coupé : attaquée par A Ber (DIPLO g.2)
  A Var S A Sil xxx
      soutien coupé : attaquée par 2A Ukr (DIPLO g.2) ; délogée par
      2A Ukr, 2 contre 1 (DIPLO 3 b)

TURQUIE
  2A Ukr - Var
      réussit : déloge A Var, 2 contre 1 (DIPLO 3 b)

COMBATS
  Mun
    a) unités en mouvement : France 2 (2A Bou)
    b) unités statiques : France 2 contre Allemagne 2 (2A Mun) : Mun
       tient
  Sil
    a) unités en mouvement : Allemagne 1 (A Ber)
    b) unités statiques : Allemagne 1 contre Russie 1 (A Sil) : Sil
       tient
  Var
    a) unités en mouvement : Turquie 2 (2A Ukr)
    b) unités statiques : Turquie 2 contre Russie 1 (A Var) : Var est
       prise

UNITÉS DÉLOGÉES
  A Ber (Allemagne), délogée par F Bal : peut se replier en Bon, Kie,
    Pru
  A Var (Russie), délogée par 2A Ukr : peut se replier en Gal, Liv, Mos,
    Pru

POSITION
  Allemagne : 2A Mun
  Angleterre : F Ber
  Autriche : aucune unité
  France : 2A Bou
  Italie : aucune unité
  Russie : A Sil
  Turquie : 2A Var

CENTRES
  Allemagne : 0, Angleterre : 0, Autriche : 0, France : 0, Italie : 0,
    Russie : 0, Turquie : 0, sans propriétaire : 36
""",
    "en": """\
Spring 1901
rules: diplo

GERMANY
  A BER - SIL
      fails: kept out of SIL by A SIL, 1 against 1 (DIPLO 3 b); its
      region is taken by F BAL, it must flee (DIPLO 3 b)
  2A MUN S A BER - SIL
      support cut: attacked by 2A BUR (DIPLO g.2)

ENGLAND
  F BAL - BER                     succeeds

FRANCE
  2A BUR - MUN
      fails: kept out of MUN by 2A MUN, 2 against 2 (DIPLO 3 b)

RUSSIA
  A SIL S A WAR H
      support cut: attacked by A BER (DIPLO g.2)
  A WAR S A SIL H
      support cut: attacked by 2A UKR (DIPLO g.2); dislodged by 2A UKR,
      2 against 1 (DIPLO 3 b)

TURKEY
  2A UKR - WAR
      succeeds: dislodges A WAR, 2 against 1 (DIPLO 3 b)

FIGHTS
  MUN
    a) units in movement: France 2 (2A BUR)
    b) static units: France 2 against Germany 2 (2A MUN): MUN holds
  SIL
    a) units in movement: Germany 1 (A BER)
    b) static units: Germany 1 against Russia 1 (A SIL): SIL holds
  WAR
    a) units in movement: Turkey 2 (2A UKR)
    b) static units: Turkey 2 against Russia 1 (A WAR): WAR is taken

DISLODGED UNITS
  A BER (Germany), dislodged by F BAL: may retreat to BON, KIE, PRU
  A WAR (Russia), dislodged by 2A UKR: may retreat to GAL, LVN, MOS, PRU

POSITION
  Germany: 2A MUN
  England: F BER
  Austria: no unit
  France: 2A BUR
  Italy: no unit
  Russia: A SIL
  Turkey: 2A WAR

SUPPLY CENTRES
  Germany: 0, England: 0, Austria: 0, France: 0, Italy: 0, Russia: 0,
    Turkey: 0, unowned: 36
""",
}


@pytest.mark.parametrize("language", REPORTS)
def test_report(language: str) -> None:
    (case,) = (c for c in CASES if c.title.startswith("DIPLO 3 (8): two attackers"))
    _, ruling = played(case)
    rules = rule_system("diplo")
    season = Season(
        title="",
        board=diplo(),
        rules="diplo",
        options=(),
        ruling=ruling,
        missing=(),
        problems=(),
        after=after(ruling, diplo(), rules.year),
        following=None,
        year=rules.year,
    )
    table = "english" if language == "en" else "guide"
    report = movement_report(season, ruling, Notation(diplo(), language, table), words(language))
    assert report.text() == REPORTS[language]
