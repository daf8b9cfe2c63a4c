"""The times of a night: when people arrive, when rounds are drawn and begin, and when nobody is waited for any more."""

from datetime import datetime, time, timedelta

FEWEST_GAMES = 10
"""Finished games of whoever announces a night."""
MOST_AHEAD = 5
"""Nights to come that one person may have announced."""
REMINDERS = (
    ("night_day", timedelta(days=1)),
    ("night_hour", timedelta(hours=1)),
    ("night_soon", timedelta(minutes=5)),
)
"""The sentence of each reminder, and how long before the beginning it is sent."""
CHECK_IN = timedelta(minutes=10)
"""So long before the beginning people can say that they are there; so long it holds."""
BEFORE_FIRST = timedelta(minutes=1)
"""Between the draw of the first round and its beginning."""
BETWEEN = timedelta(minutes=2)
"""Between the end of a round and the beginning of the next."""
COME_WITHIN = timedelta(minutes=2)
"""Whoever has not come to a table so long after the beginning of the round is out of the night."""
START_WITHIN = timedelta(minutes=30)
"""A night that never had five people there so long after its time is cancelled."""
GO_ON_WITHIN = timedelta(minutes=15)
"""A night that has not five people there so long after a round is over."""
LOOK_AGAIN = timedelta(seconds=5)
"""How often the clock looks whether enough people are there."""
LOOK_ANYWAY = timedelta(minutes=1)
"""How often the clock looks after a running round of which it hears nothing."""
FRIDAY, EVENING = 4, time(20)
"""When a night is suggested: the number of the weekday, and the time."""


def reminders_due(starts_at: datetime, now: datetime) -> int:
    """Return how many of the reminders are due, or were due before."""
    return sum(starts_at - before <= now for _sentence, before in REMINDERS)


def next_reminder(starts_at: datetime, sent: int) -> datetime | None:
    """Return when the next reminder is due; None after the last."""
    return starts_at - REMINDERS[sent][1] if sent < len(REMINDERS) else None


def next_friday(now: datetime) -> datetime:
    """Return the next Friday after this day at eight in the evening, without a zone: when a night is suggested."""
    days = (FRIDAY - now.weekday()) % 7 or 7
    evening = datetime.combine(now.date(), EVENING)
    return evening + timedelta(days=days)
