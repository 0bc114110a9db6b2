"""A map file's draft without errors, made into a `Board`."""

from judge.board import (
    Board,
    BuildRule,
    Passage,
    PlaceWords,
    Power,
    Province,
    Spellings,
    UnitKind,
)
from judge.mapdraft import (
    ARSENALS,
    BUILD_WORDS,
    KINDS,
    LANGUAGES,
    Draft,
    as_dict,
    as_list,
    code_tables,
    first_phase,
    shown,
    strings,
)
from judge.names import fold, words


def _texts(value: object) -> tuple[str, ...]:
    """Texts that are only shown, whole."""
    return tuple(str(text) for text in as_list(value))


def _place_words(d: Draft, number: dict[str, int]) -> dict[str, dict[int, PlaceWords]]:
    """How sentences speak of provinces, by language."""
    found: dict[str, dict[int, PlaceWords]] = {}
    for language in LANGUAGES:
        articles = as_dict(as_dict(d.raw.get("articles")).get(language))
        places = as_dict(as_dict(d.raw.get("at")).get(language))
        found[language] = {
            number[key]: PlaceWords(str(articles.get(key, "")), str(places.get(key, "")))
            for key in sorted({*articles, *places})
        }
    return found


def board_of(d: Draft) -> Board:
    """The board of a draft without errors."""
    keys = sorted(d.provinces, key=lambda k: (fold(k), k))
    number = {k: i for i, k in enumerate(keys)}
    provinces = []
    for key in keys:
        facts = d.provinces[key]
        also = as_dict(facts.get("also"))
        terrain = d.terrain(key)
        assert terrain is not None
        provinces.append(
            Province(
                key=key,
                terrain=terrain,
                centre=facts.get("centre") is True,
                names={
                    x: Spellings(str(facts[x]), strings(also.get(x)))
                    for x in LANGUAGES
                    if x in facts
                },
                codes={k: str(v) for k, v in as_dict(facts.get("code")).items()},
                table_names={k: str(v) for k, v in as_dict(facts.get("name")).items()},
                coasts=tuple(d.coasts(key)),
                coast_also={k: str(v) for k, v in as_dict(facts.get("coast_also")).items()},
                arsenal=ARSENALS.get(str(facts.get("arsenal"))),
                convoys=facts.get("convoys") is True,
            )
        )
    coasts = tuple((number[key], coast) for key in keys for coast in d.coasts(key))
    names = [*keys, *(f"{keys[p]} ({c})" for p, c in coasts)]
    location = {name: i for i, name in enumerate(names)}
    fleet: list[list[int]] = [[] for _ in names]
    for here, there in d.fleet():
        fleet[location[here]].append(location[there])
    army = [sorted(number[t] for t in d.army(key)) for key in keys]
    powers = []
    for key, facts in d.powers.items():
        also = as_dict(facts.get("also"))
        units: list[tuple[UnitKind, int]] = []
        for text in strings(facts.get("units")):
            letter, _, place = text.partition(" ")
            units.append((KINDS[letter], location[place]))
        powers.append(
            Power(
                key=key,
                names={
                    x: Spellings(str(facts.get(x, key)), strings(also.get(x))) for x in LANGUAGES
                },
                adjectives={x: strings(as_dict(facts.get("adjective")).get(x)) for x in LANGUAGES},
                home=tuple(sorted(number[h] for h in strings(facts.get("home")))),
                units=tuple(units),
                centres=(
                    tuple(sorted(number[c] for c in d.centres_at_start(key)))
                    if "centres" in facts
                    else None
                ),
                neutral=facts.get("neutral") is True,
            )
        )
    titles = as_dict(d.raw.get("title"))
    order = {key: n for n, key in enumerate(d.powers)}
    return Board(
        build=BuildRule(BUILD_WORDS[str(d.raw.get("build", "home"))]),
        designers=_texts(d.raw.get("designers")),
        notes={
            x: _texts(told) for x, told in as_dict(d.raw.get("notes")).items() if x in LANGUAGES
        },
        fewer_players={
            int(count): tuple(tuple(order[name] for name in strings(group)) for group in groups)
            for count, groups in as_dict(d.raw.get("fewer_players")).items()
        },
        fewer_players_victory={
            int(count): int(victory)
            for count, victory in as_dict(d.raw.get("fewer_players_victory")).items()
        },
        passages=tuple(
            Passage(number[p["through"]], (number[p["between"][0]], number[p["between"][1]]))
            for p in as_list(d.raw.get("passages"))
        ),
        key=str(d.raw["map"]),
        titles={x: str(titles.get(x, d.raw["map"])) for x in LANGUAGES},
        powers=tuple(powers),
        provinces=tuple(provinces),
        coasts=coasts,
        army_borders=tuple(tuple(a) for a in army),
        fleet_borders=tuple(tuple(sorted(f)) for f in fleet),
        victory=int(d.raw.get("victory", len(keys))),
        first_phase=first_phase(d.raw),
        compass={x: number[str(key)] for x, key in as_dict(d.raw.get("compass")).items()},
        shapes=shown(d.raw.get("shapes", "")),
        place_words=_place_words(d, number),
        tables=code_tables(d.raw),
        coast_words={
            x: {
                coast: strings(as_dict(spelled).get(x))
                for coast, spelled in as_dict(d.raw.get("coasts")).items()
            }
            for x in LANGUAGES
        },
        ambiguous={
            x: {
                " ".join(words(word)): tuple(number[k] for k in strings(found))
                for word, found in as_dict(as_dict(d.raw.get("ambiguous")).get(x)).items()
            }
            for x in LANGUAGES
        },
    )
