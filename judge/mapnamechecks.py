"""The checks of a map's names: everything has one, and no word means two things."""

from judge.mapdraft import LANGUAGES, Draft, as_dict, code_tables, power_words, shown, strings
from judge.names import words


def check_names(d: Draft) -> None:
    """Every province has its names and codes; no word means two provinces unless declared so."""
    declared = {
        language: {
            " ".join(words(str(w))) for w in as_dict(as_dict(d.raw.get("ambiguous")).get(language))
        }
        for language in LANGUAGES
    }
    tables = code_tables(d.raw)
    claims: dict[tuple[str, str], list[str]] = {}

    def claim(scope: str, text: str, key: str) -> None:
        word = " ".join(words(text))
        if not word:
            d.say("map-value", part=f"{key}.{scope}", value=text[:40])
        elif key not in claims.setdefault((scope, word), []):
            claims[scope, word].append(key)

    for key, province in d.provinces.items():
        for language in LANGUAGES:
            if not isinstance(province.get(language), str):
                d.say("map-name-missing", province=key, language=language)
                continue
            claim(language, province[language], key)
            for other in strings(as_dict(province.get("also")).get(language)):
                claim(language, other, key)
        codes = as_dict(province.get("code"))
        for table in codes:
            if table not in tables:
                d.say("map-unknown-table", province=key, name=table[:40])
        for table in tables:
            code = codes.get(table)
            if not isinstance(code, str):
                d.say("map-code-missing", province=key, table=table)
            else:
                claim(table, code, key)
        for table, name in as_dict(province.get("name")).items():
            claim(table, str(name), key)
    for (scope, word), keys in sorted(claims.items()):
        if len(keys) > 1 and word not in declared.get(scope, set()):
            d.say("map-alias-collision", word=word, places=sorted(keys))
    for language, facts in as_dict(d.raw.get("ambiguous")).items():
        for word, keys in as_dict(facts).items():
            for key in strings(keys):
                if key not in d.provinces:
                    d.say("map-unknown-province", province=f"ambiguous.{language}.{word}", name=key)


def check_power_names(d: Draft) -> None:
    """No word means two powers."""
    claims: dict[tuple[str, str], set[str]] = {}
    for key, facts in d.powers.items():
        if not isinstance(facts.get("en"), str):
            d.say("map-name-missing", province=key, language="en")
        for language in LANGUAGES:
            for text in power_words(key, facts, language):
                claims.setdefault((language, " ".join(words(text))), set()).add(key)
    for (_, word), keys in sorted(claims.items()):
        if len(keys) > 1:
            d.say("map-alias-collision", word=word, places=sorted(keys))


def check_place_words(d: Draft) -> None:
    """Articles and ways to say "in" are of known provinces, and short texts."""
    for part in ("articles", "at"):
        for language, spelled in as_dict(d.raw.get(part)).items():
            for key, text in as_dict(spelled).items():
                if language not in LANGUAGES or key not in d.provinces:
                    d.say("map-unknown-province", province=f"{part}.{language}", name=key)
                elif not isinstance(text, str) or len(text) > 60:
                    d.say("map-value", part=f"{part}.{language}.{key}", value=shown(text))


def check_compass(d: Draft) -> None:
    """A plan's west and north are known provinces."""
    for side, key in as_dict(d.raw.get("compass")).items():
        if side not in ("west", "north"):
            d.say("map-value", part="compass", value=side)
        elif str(key) not in d.provinces:
            d.say("map-unknown-province", province=f"compass.{side}", name=shown(key))
