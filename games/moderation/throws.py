"""Liberals who threw away the only Liberal policy. Pure: events of one finished game in, choices out.

The rule: a President who drew one Liberal and two Fascist policies, or a Chancellor who received one of each, had the
choice; whoever discarded the Liberal one threw it away. Only choices that the person made count, none of a
stand-in, and none of a session that a granted veto ended: there nothing was enacted. A veto that was only asked
for, or refused, excuses nobody who then enacts the Fascist policy.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.codec import EVENT_KINDS
from games.engine.events import DiscardChosen, Event, HandShown, PresidencyPassed, VetoGranted
from games.engine.vocabulary import Policy, SeatNumber

READ = (PresidencyPassed, HandShown, DiscardChosen, VetoGranted)
KINDS = tuple(kind for kind, each in EVENT_KINDS.items() if each in READ)
"""The stored kinds of the events from which choices follow."""
PRESIDENTS_HAND = 3


@dataclass(frozen=True, slots=True)
class HandChoice:
    """One discard by a person who held exactly one Liberal policy beside Fascist ones."""

    seat: SeatNumber
    round: int
    as_president: bool
    is_thrown: bool
    event: int
    """The number of the discard in the log."""


def choices_in(log: Iterable[tuple[int, Event, bool]]) -> list[HandChoice]:
    """Return the choices of a game: from each event its number, itself, and whether a person caused it."""
    choices: list[HandChoice] = []
    session: list[HandChoice] = []
    hand: tuple[Policy, ...] = ()
    round_ = 0
    for number, event, by_person in log:
        match event:
            case PresidencyPassed():
                choices += session
                session, round_ = [], event.round
            case HandShown():
                hand = event.policies
            case DiscardChosen() if by_person and _has_one_liberal(hand):
                as_president = len(hand) == PRESIDENTS_HAND
                is_thrown = event.policy is Policy.LIBERAL
                session.append(HandChoice(event.seat, round_, as_president, is_thrown, number))
            case VetoGranted():
                session = []
            case _:
                pass
    return choices + session


def _has_one_liberal(hand: tuple[Policy, ...]) -> bool:
    return Counter(hand)[Policy.LIBERAL] == 1 and Policy.FASCIST in hand
