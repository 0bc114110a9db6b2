"""What may stand between two words of a place's name."""

import pytest

from tests.boards import europe, reader


@pytest.mark.parametrize(
    "name",
    [
        "St Pétersbourg",
        "St.Pétersbourg",
        "St. Pétersbourg",
        "St-Pétersbourg",
        "Mer du Nord",
        "Mer-du-Nord",
        "Golfe de Lyon",
        "Afrique du Nord",
        "Mer d'Irlande",
        "Mer d' Irlande",
        "Mer d 'Irlande",
        "Mer d’Irlande",
    ],
)
def test_a_name_in_several_words(name: str) -> None:
    sheet = reader().read(f"F {name} - Kie".encode(), "x")
    assert sheet.problems == []
    (entry,) = sheet.entries
    assert entry.written.unit is not None
    place = entry.written.unit.place
    key = {"St": "StP", "Af": "NAf", "Go": "GLi"}.get(name[:2], "Nrd" if "Nord" in name else "Irl")
    assert [europe().provinces[p].key for p in place.candidates] == [key]
    assert (place.text, place.column, place.length) == (name, 3, len(name))


@pytest.mark.parametrize("name", ["Esp (cs)", "Esp cs", "Esp/cs"])
def test_a_place_with_its_coast_is_shown_as_written(name: str) -> None:
    sheet = reader().read(f"F Mar - {name}".encode(), "x")
    assert sheet.problems == []
    (place,) = sheet.entries[0].written.path
    assert (place.text, place.column, place.length) == (name, 9, len(name))
    assert place.coast == "cs"
