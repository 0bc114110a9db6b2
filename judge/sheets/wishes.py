"""Orders for phases to come in the canonical form, before a board can say what they mean."""

from judge.board import LETTERS
from judge.sheets.headers import Section
from judge.sheets.writing import Notation, times
from judge.sheets.written import Place, Subject, Verb, Written


def wish(notation: Notation, written: Written, section: Section) -> str:
    """An order for a retreat or a winter to come as it will be read: ``F Nrd retraite Ska, Dan``.

    A word of several readings stays as written; what is no order of that phase gives an empty text.
    """
    if written.verb is Verb.WAIVE:
        return times(notation.waive, written.count)
    if written.unit is None:
        return ""
    unit = _unit(notation, written.unit)
    takes_off = written.verb in (Verb.REMOVE, Verb.DISBAND)
    if section is Section.WINTER:
        if takes_off:
            return f"- {unit}"
        return f"+ {unit}" if written.verb in (Verb.BUILD, Verb.BARE) else ""
    if takes_off:
        return f"{unit} {notation.disband}"
    places = written.retreats or (written.path[-1:] if written.verb is Verb.MOVE else ())
    named = ", ".join(_place(notation, place) for place in places)
    return f"{unit} {notation.retreats} {named}" if places else ""


def _unit(notation: Notation, subject: Subject) -> str:
    letter = "" if subject.kind is None else f"{LETTERS[subject.kind]} "
    count = "" if subject.count in (None, 1) else str(subject.count)
    return count + (" " if count and not letter else "") + letter + _place(notation, subject.place)


def _place(notation: Notation, place: Place) -> str:
    if len(place.candidates) > 1:
        return place.text
    (province,) = place.candidates
    if place.coast is None:
        return notation.province(province)
    location = notation.board.coast_location(province, place.coast)
    return place.text if location is None else notation.location(location)
