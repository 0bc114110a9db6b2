"""Deadlines: days that count, the game's clock, lateness. Weekdays of 2026 are written down here:
1 December 2026 is a Tuesday; summer time ends on 25 October 2026 and begins on 28 March 2027."""

from datetime import date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from judge.phase import Phase
from judge.post.calendar import Calendar, opened_text, read_calendar
from judge.post.deadlines import NoSuchDay, Rules, deadline, hours_late, reminder_due
from judge.problems import Unreadable
from tests.post.mailing import mail_game, utc

PARIS = ZoneInfo("Europe/Paris")
SPRING, RETREATS, WINTER = (Phase.parse(code) for code in ("S1901M", "S1901R", "W1901A"))
TUESDAY = utc("2026-12-01 09:00")
"""When the phases of these tests open: ten in the morning in Paris."""


def due(rules: Rules, phase: Phase = SPRING, opened: datetime = TUESDAY, *away: object) -> str:
    """The deadline by the game's clock."""
    found = deadline(rules, phase, opened, away)  # type: ignore[arg-type]  # pairs of days
    assert found is not None
    return f"{found.astimezone(rules.zone):%Y-%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("phase", "expected"),
    [
        (SPRING, "2026-12-08 20:00"),
        (RETREATS, "2026-12-03 20:00"),
        (WINTER, "2026-12-04 20:00"),
    ],
)
def test_each_kind_of_phase_has_its_days(phase: Phase, expected: str) -> None:
    assert due(Rules(PARIS, movement=7, retreats=2, winter=3), phase) == expected


def test_the_day_is_the_one_of_the_games_clock() -> None:
    """Half past eleven at night in London is the next day in Paris."""
    opened = utc("2026-12-01 23:30")
    assert due(Rules(PARIS, movement=1), SPRING, opened) == "2026-12-03 20:00"
    assert due(Rules(ZoneInfo("Europe/London"), movement=1), SPRING, opened) == "2026-12-02 20:00"


def test_weekends_do_not_count() -> None:
    rules = Rules(PARIS, movement=4, skip_weekends=True)
    assert due(rules) == "2026-12-07 20:00"  # Wed, Thu, Fri, Monday
    friday, saturday = utc("2026-12-04 09:00"), utc("2026-12-05 09:00")
    one = Rules(PARIS, movement=1, skip_weekends=True)
    assert due(one, SPRING, friday) == "2026-12-07 20:00"
    assert due(one, SPRING, saturday) == "2026-12-07 20:00"
    assert due(Rules(PARIS, movement=0, skip_weekends=True), SPRING, saturday) == "2026-12-07 20:00"


def test_holidays_do_not_count() -> None:
    christmas = (date(2026, 12, 24), date(2027, 1, 1))
    rules = Rules(PARIS, movement=3, holidays=(christmas,))
    assert due(rules, SPRING, utc("2026-12-22 09:00")) == "2027-01-03 20:00"


def test_an_extension_adds_days_that_count() -> None:
    rules = Rules(PARIS, movement=3, skip_weekends=True, extensions={SPRING: 2})
    assert due(rules) == "2026-12-08 20:00"
    assert due(rules, Phase.parse("F1901M")) == "2026-12-04 20:00"


def test_a_deadline_set_by_hand() -> None:
    rules = Rules(PARIS, fixed={SPRING: datetime(2026, 12, 24, 18, 30)})
    assert due(rules) == "2026-12-24 18:30"
    assert deadline(rules, SPRING, None) == utc("2026-12-24 17:30")
    assert deadline(rules, RETREATS, None) is None


def test_the_hour_is_that_of_the_clock_on_the_wall() -> None:
    rules = Rules(PARIS, movement=2, hour=time(20))
    before, after = utc("2026-10-23 09:00"), utc("2026-10-24 09:00")
    assert deadline(rules, SPRING, before) == utc("2026-10-25 19:00")  # winter time since 3:00
    assert deadline(rules, SPRING, before - timedelta(days=1)) == utc("2026-10-24 18:00")
    assert deadline(rules, SPRING, after) == utc("2026-10-26 19:00")


def test_an_hour_that_summer_time_leaves_out_or_repeats() -> None:
    night = Rules(PARIS, movement=1, hour=time(2, 30))
    assert due(night, SPRING, utc("2027-03-27 09:00")) == "2027-03-28 03:30"
    assert deadline(night, SPRING, utc("2026-10-24 09:00")) == utc("2026-10-25 00:30")


def test_absences_move_a_deadline_no_further_than_allowed() -> None:
    away = (date(2026, 12, 7), date(2026, 12, 12))
    for limit, expected in [(0, "2026-12-08"), (3, "2026-12-11"), (9, "2026-12-13")]:
        rules = Rules(PARIS, movement=7, absence_limit=limit)
        assert due(rules, SPRING, TUESDAY, away) == f"{expected} 20:00"
    rules = Rules(PARIS, movement=7, absence_limit=9, skip_weekends=True)
    assert due(rules, SPRING, TUESDAY, away) == "2026-12-14 20:00"
    next_away = (date(2026, 12, 13), date(2026, 12, 14))
    longer = Rules(PARIS, movement=7, absence_limit=9)
    assert due(longer, SPRING, TUESDAY, away, next_away) == "2026-12-15 20:00"
    assert due(longer, SPRING, TUESDAY, (date(2026, 12, 1), date(2026, 12, 7))) == (
        "2026-12-08 20:00"
    )


def test_holidays_without_end_are_told() -> None:
    rules = Rules(PARIS, holidays=((date(2000, 1, 1), date(9999, 12, 31)),))
    with pytest.raises(NoSuchDay):
        deadline(rules, SPRING, TUESDAY)


@pytest.mark.parametrize(
    ("seconds", "hours"),
    [(-1, 0), (0, 0), (1, 1), (3600, 1), (3601, 2), (86_400, 24), (86_401, 25)],
)
def test_lateness_is_counted_by_the_hour_begun(seconds: int, hours: int) -> None:
    assert hours_late(TUESDAY, TUESDAY + timedelta(seconds=seconds)) == hours


def test_reminders() -> None:
    rules = Rules(PARIS, reminders=(48, 12))
    found = [
        reminder_due(rules, TUESDAY, TUESDAY - timedelta(hours=hours))
        for hours in (72, 48.5, 48, 13, 12, 1, 0, -1)
    ]
    assert found == [None, None, 48, 48, 12, 12, None, None]
    assert reminder_due(Rules(PARIS), TUESDAY, TUESDAY - timedelta(hours=1)) is None


# ---------------------------------------------------------------- the file

WHOLE = """\
format: 1
zone: Europe/Paris
hour: "20:30"
movement: 10
retreats: 3
winter: 4
skip_weekends: true
holidays: [2026-12-25, 2026-12-31..2027-01-02]
grace: 12
extensions: {S1901M: 2}
fixed: {F1901M: 2027-01-10T18:00}
absence_limit: 5
reminders: [12, 48]
"""


def calendar(folder: Path, text: str) -> Calendar:
    game = mail_game(folder / "tsar")
    (game.folder / "private/deadlines.yaml").write_text(text, "utf-8")
    return read_calendar(game)


def test_the_file_says_it_all(tmp_path: Path) -> None:
    assert calendar(tmp_path, WHOLE).rules == Rules(
        zone=PARIS,
        hour=time(20, 30),
        movement=10,
        retreats=3,
        winter=4,
        skip_weekends=True,
        holidays=(
            (date(2026, 12, 25), date(2026, 12, 25)),
            (date(2026, 12, 31), date(2027, 1, 2)),
        ),
        grace=12,
        extensions={SPRING: 2},
        fixed={Phase.parse("F1901M"): datetime(2027, 1, 10, 18)},
        absence_limit=5,
        reminders=(48, 12),
    )


@pytest.mark.parametrize("hour", ["20:30", "'20:30'", "20h30", '"20h30"'])
def test_ways_to_write_an_hour(hour: str, tmp_path: Path) -> None:
    rules = calendar(tmp_path, f"format: 1\nzone: UTC\nhour: {hour}\n").rules
    assert rules is not None
    assert rules.hour == time(20, 30)


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("format", "zone: Europe/Paris\n"),
        ("zone", "format: 1\n"),
        ("zone", "format: 1\nzone: Europe/Atlantis\n"),
        ("zone", "format: 1\nzone: ../../etc/passwd\n"),
        ("zone", "format: 1\nzone: Europe\n"),
        ("hour", "format: 1\nzone: UTC\nhour: 25:00\n"),
        ("hour", "format: 1\nzone: UTC\nhour: soir\n"),
        ("movement", "format: 1\nzone: UTC\nmovement: -1\n"),
        ("movement", "format: 1\nzone: UTC\nmovement: true\n"),
        ("skip_weekends", "format: 1\nzone: UTC\nskip_weekends: yes please\n"),
        ("holidays", "format: 1\nzone: UTC\nholidays: Noël\n"),
        ("holidays", "format: 1\nzone: UTC\nholidays: [Noël]\n"),
        ("extensions", "format: 1\nzone: UTC\nextensions: {printemps: 1}\n"),
        ("fixed", "format: 1\nzone: UTC\nfixed: {S1901M: 2026-12-24T18:00+01:00}\n"),
        ("reminders", "format: 1\nzone: UTC\nreminders: 12\n"),
        ("délai", "format: 1\nzone: UTC\ndélai: 12\n"),
    ],
)
def test_what_a_file_may_not_say(part: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as refused:
        calendar(tmp_path, text)
    (problem,) = refused.value.problems
    assert (problem.code, problem.details["part"]) == ("game-value", part)


def test_openings_are_read_back(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "tsar")
    opened = {SPRING: utc("2026-12-01 09:00"), RETREATS: utc("2026-12-09 21:07")}
    (game.folder / "private/mail").mkdir()
    (game.folder / "private/mail/opened.yaml").write_text(opened_text(opened))
    assert read_calendar(game).opened == opened
