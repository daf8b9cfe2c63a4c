"""Thrown-away Liberal policies: the rule, session by session, and whole games against the statistics."""

from collections import Counter

import pytest

from games.engine.events import (
    DiscardChosen,
    Event,
    HandShown,
    PresidencyPassed,
    VetoGranted,
    VetoRequested,
)
from games.engine.vocabulary import Policy, Role
from games.moderation.throws import choices_in
from games.statistics import Measure, tally
from tests.games.statistics.games import a_finished_game
from tests.scenarios import cards

PRESIDENT, CHANCELLOR = 0, 3


def a_session(drawn: str, discarded: str, passed: str = "", buried: str = "") -> list[Event]:
    """Round 4: the President discards a card; the Chancellor, too, unless nothing was passed."""
    events: list[Event] = [
        PresidencyPassed(president=PRESIDENT, round=4),
        HandShown(seat=PRESIDENT, policies=cards(drawn)),
        DiscardChosen(seat=PRESIDENT, policy=Policy(discarded)),
    ]
    if passed:
        events.append(HandShown(seat=CHANCELLOR, policies=cards(passed)))
    if buried:
        events.append(DiscardChosen(seat=CHANCELLOR, policy=Policy(buried)))
    return events


def told(events: list[Event], *, by_stand_in: tuple[int, ...] = ()) -> dict[int, bool]:
    """Whether each seat that had the choice threw the Liberal policy away."""
    log = [(number, each, number not in by_stand_in) for number, each in enumerate(events, 1)]
    return {choice.seat: choice.is_thrown for choice in choices_in(log)}


@pytest.mark.parametrize(
    ("session", "expected"),
    [
        (a_session("FFL", "L", "FF", "F"), {PRESIDENT: True}),
        (a_session("FFL", "F", "FL", "L"), {PRESIDENT: False, CHANCELLOR: True}),
        (a_session("FFL", "F", "FL", "F"), {PRESIDENT: False, CHANCELLOR: False}),
        (a_session("FLL", "L", "FL", "L"), {CHANCELLOR: True}),
        (a_session("FLL", "F", "LL", "L"), {}),
        (a_session("LLL", "L", "LL", "L"), {}),
        (a_session("FFF", "F", "FF", "F"), {}),
    ],
)
def test_choice_is_one_liberal_policy_among_fascist_ones(
    session: list[Event], expected: dict[int, bool]
) -> None:
    assert told(session) == expected


def test_choice_says_where_it_was() -> None:
    (choice,) = choices_in(
        (n, each, True) for n, each in enumerate(a_session("FFL", "L", "FF", "F"), 1)
    )
    assert (choice.round, choice.as_president, choice.event) == (4, True, 3)


def test_what_a_stand_in_did_is_not_the_persons() -> None:
    session = a_session("FFL", "F", "FL", "L")
    assert told(session, by_stand_in=(5,)) == {PRESIDENT: False}
    assert told(session, by_stand_in=(3,)) == {CHANCELLOR: True}


def test_granted_veto_ends_a_session_in_which_nobody_threw_anything_away() -> None:
    asked: list[Event] = [*a_session("FFL", "L", "FF"), VetoRequested(chancellor=CHANCELLOR)]
    assert told([*asked, DiscardChosen(seat=CHANCELLOR, policy=Policy.FASCIST)]) == {
        PRESIDENT: True
    }
    vetoed = [*asked, VetoGranted(president=PRESIDENT)]
    assert told(vetoed) == {}
    # The next session counts again, and so does the one before.
    assert (
        len(
            choices_in((n, each, True) for n, each in enumerate([*vetoed, *a_session("FFL", "L")]))
        )
        == 1
    )
    assert (
        len(
            choices_in((n, each, True) for n, each in enumerate([*a_session("FFL", "L"), *vetoed]))
        )
        == 1
    )


@pytest.mark.parametrize("seed", range(12))
def test_chancellors_choices_are_those_of_the_statistics(seed: int) -> None:
    game = a_finished_game(seed).finished()
    log = [(number, each.event, each.by_person) for number, each in enumerate(game.log, 1)]
    thrown: Counter[int] = Counter()
    hands: Counter[int] = Counter()
    for choice in choices_in(log):
        if not choice.as_president:
            hands[choice.seat] += 1
            thrown[choice.seat] += choice.is_thrown
    for number, seat in enumerate(tally(game)):
        enacted = seat.tallies.get(Measure.ENACTED_LIBERAL)
        expected = (
            (enacted.instances - enacted.successes, enacted.instances) if enacted else (0, 0)
        )
        assert (thrown[number], hands[number]) == expected
    assert {seat.role for seat in tally(game)} == set(Role)
