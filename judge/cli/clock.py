"""The clock, read in this one place and for no ruling."""

from datetime import UTC, datetime, tzinfo

from judge.problems import Problem, Unreadable


def moment(given: str | None, zone: tzinfo) -> datetime:
    """The moment given, by a zone's clock where it names none; else now. Raises Unreadable."""
    if given is None:
        return datetime.now(UTC)
    try:
        found = datetime.fromisoformat(given)
        return found.replace(tzinfo=found.tzinfo or zone).astimezone(UTC)
    except (ValueError, OverflowError):
        details = {"value": given[:60]}
        raise Unreadable([Problem("moment-unreadable", details=details)]) from None
