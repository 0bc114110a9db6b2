"""Moments as a person reads them: ``mardi 1er décembre 2026 à 20:00 (Europe/Paris)``, and days."""

from datetime import date, datetime, tzinfo

from judge.words import Words


def told(at: datetime, zone: tzinfo, words: Words) -> str:
    """A moment by a zone's clock."""
    here = at.astimezone(zone)
    return words.say(
        "post.moment",
        weekday=words.say(f"post.weekdays.{here.weekday()}"),
        **_parts(here, words),
        hour=f"{here:%H:%M}",
        zone=getattr(zone, "key", "UTC"),
    )


def told_day(day: date, words: Words) -> str:
    """A day: ``24 décembre 2026``."""
    return words.say("post.day", **_parts(day, words))


def _parts(day: date, words: Words) -> dict[str, object]:
    first = words.say("post.first-of-month")
    month = words.say(f"post.months.{day.month}")
    return {"day": first if day.day == 1 else day.day, "month": month, "year": day.year}
