"""Observations: what a viewer sees, and that it may know all of it (R-110, R-111)."""

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import get_args

import pytest

from games.engine.actions import Action, AnswerVeto, CastBallot
from games.engine.codec import encode_action
from games.engine.errors import Reason
from games.engine.events import (
    PUBLIC_EVENTS,
    BallotMarked,
    DiscardChosen,
    DrawPileArranged,
    Event,
    GameEnded,
    Openness,
    PrivateEvent,
    SecretRoleDealt,
    TopPolicyDiscarded,
    audience,
    is_told_to,
)
from games.engine.observation import Observation, observe
from games.engine.state import GameState, evolve, fold
from games.engine.vocabulary import Phase, Role, SeatNumber, Vote
from tests.games.engine.players import play
from tests.redeal import redeal, visible
from tests.scenarios import a_table

SELF, DEAD = Reason.TARGET_IS_SELF, Reason.TARGET_IS_DEAD
SEALED_EVENTS: set[type] = {DrawPileArranged}


def test_every_event_names_its_audience_once() -> None:
    public, private, sealed = set(PUBLIC_EVENTS), set(get_args(PrivateEvent)), SEALED_EVENTS
    assert public | private | sealed == set(get_args(Event))
    assert len(public) + len(private) + len(sealed) == len(get_args(Event))
    expected: dict[Openness, set[type]] = {Openness.PUBLIC: public, Openness.SEALED: sealed}
    met: set[type] = set()
    for seed in range(60):
        for event in play(seed):
            met.add(type(event))
            told = audience(event)
            if isinstance(told, Openness):
                assert type(event) in expected[told]
            else:
                assert type(event) in private
                assert told == event.seat  # type: ignore[union-attr]
    # Random games of the printed boards never meet what only a custom board brings.
    assert met == set(get_args(Event)) - {TopPolicyDiscarded}


def test_an_unknown_event_is_sealed() -> None:
    class Forgotten:
        seat = 3

    assert audience(Forgotten()) is Openness.SEALED  # type: ignore[arg-type]


def test_after_the_end_everything_is_told() -> None:
    event = DrawPileArranged(draw_pile=())
    assert not is_told_to(event, 0, game_over=False)
    assert is_told_to(event, None, game_over=True)
    private = SecretRoleDealt(seat=2, role=Role.HITLER)
    told = [is_told_to(private, viewer, game_over=False) for viewer in (1, 2, None)]
    assert told == [False, True, False]


def test_the_table_waits_for_those_without_a_ballot() -> None:
    table = a_table(7, dead=(6,)).nominates(3)
    table.act(CastBallot(seat=1, vote=Vote.JA))
    table.act(CastBallot(seat=4, vote=Vote.NEIN))
    for viewer in (*range(7), None):
        assert table.seen_by(viewer).awaited == (0, 2, 3, 5)
        assert table.seen_by(viewer).actors == (0, 1, 2, 3, 4, 5)


def test_the_table_waits_for_the_seats_that_the_rules_ask() -> None:
    asked: dict[Phase, set[str]] = {}
    for seed in range(40):

        def note(before: GameState, action: Action, _events: object, _after: GameState) -> None:
            seen = observe(before, None)
            asked.setdefault(before.phase, set()).update(
                "president" if seat == before.president else "chancellor"
                for seat in seen.awaited
                if before.phase is not Phase.VOTE
            )
            assert action.seat in seen.actors
            assert bool(seen.awaited)

        assert observe(fold(play(seed, watch=note)), None).awaited == ()
    assert asked.pop(Phase.CHANCELLOR_ENACT) == {"chancellor"}
    assert asked.pop(Phase.VOTE) == set()
    assert set(map(frozenset, asked.values())) == {frozenset({"president"})}
    assert len(asked) == len(Phase) - 3


BARRED = {
    "nomination": (
        a_table(7, limited=(1, 2), dead=(4,)),
        [
            SELF,
            Reason.TERM_LIMITED_PRESIDENT,
            Reason.TERM_LIMITED_CHANCELLOR,
            None,
            DEAD,
            None,
            None,
        ],
    ),
    "nomination with five living": (
        a_table(7, limited=(1, 2), dead=(5, 6)),
        [SELF, None, Reason.TERM_LIMITED_CHANCELLOR, None, None, DEAD, DEAD],
    ),
    "vote": (a_table(7).nominates(1), []),
    "second investigation": (
        a_table(9, top="FFF" * 2).governs(1, "F").investigates(4).governs(3, "F"),
        [None, SELF, None, None, Reason.ALREADY_INVESTIGATED, None, None, None, None],
    ),
    "execution": (
        a_table(5, top="FFF", fascist=3, dead=(3,)).governs(1, "F"),
        [SELF, None, None, DEAD, None],
    ),
    "peek": (a_table(5, top="FFF", fascist=2).governs(1, "F"), []),
}


@pytest.mark.parametrize("case", BARRED)
def test_every_viewer_is_told_why_a_seat_may_not_be_named(case: str) -> None:
    table, expected = BARRED[case]
    for viewer in (*range(table.state.ruleset.players), None):
        assert list(table.seen_by(viewer).barred) == expected


def test_exactly_the_seats_that_are_not_barred_may_be_named() -> None:
    named = 0
    for seed in range(40):

        def note(before: GameState, action: Action, _events: object, _after: GameState) -> None:
            nonlocal named
            seen = observe(before, action.seat)
            encoded = [encode_action(each) for each in seen.legal_actions]
            free = [seat for seat, reason in enumerate(seen.barred) if reason is None]
            assert free == [each["target"] for each in encoded if "target" in each]
            named += bool(free)

        play(seed, watch=note)
    assert named > 100


def test_the_chancellor_is_told_why_no_veto_may_be_asked_for() -> None:
    locked = a_table(7, top="FFL", fascist=4).elects(1).discards("F")
    table = a_table(7, top="FFL", fascist=5).elects(1).discards("F")
    assert locked.seen_by(1).veto_barred is Reason.VETO_LOCKED
    assert table.seen_by(1).veto_barred is None
    table.asks_for_veto().act(AnswerVeto(seat=0, grant=False))
    assert table.seen_by(1).veto_barred is Reason.VETO_ALREADY_REFUSED


def stops(seed: int) -> tuple[list[Event], dict[Phase, list[int]]]:
    """A random game, with the length of the log at the first moment of each phase."""
    places: dict[Phase, list[int]] = {}

    def note(_before: GameState, _action: Action, _events: object, after: GameState) -> None:
        places.setdefault(after.phase, []).append(after.version)

    return play(seed, watch=note), places


def running(seed: int) -> list[Event]:
    """A random game stopped somewhere in the middle."""
    events, places = stops(seed)
    rng = Random(seed)
    phase = rng.choice([phase for phase in sorted(places) if phase is not Phase.GAME_OVER])
    return events[: rng.choice(places[phase])]


def running_in(phase: Phase, count: int) -> Iterator[list[Event]]:
    """So many random games stopped in this phase."""
    found = 0
    seed = 0
    while found < count:
        events, places = stops(seed)
        if phase in places:
            found += 1
            yield events[: Random(seed).choice(places[phase])]
        seed += 1


def screens(events: list[Event], viewer: SeatNumber | None) -> list[Observation]:
    """Return what this viewer sees after each event it is told of, and at last."""
    seen: list[Observation] = []
    state: GameState | None = None
    for event in events:
        state = fold([event]) if state is None else evolve(state, event)
        if is_told_to(event, viewer, game_over=False):
            seen.append(observe(state, viewer))
    assert state is not None
    return [*seen, observe(state, viewer)]


HIDDEN = (SecretRoleDealt, DrawPileArranged, DiscardChosen, BallotMarked)


def assert_indistinguishable(events: list[Event], rng: Random) -> set[object]:
    """Compare for every viewer; return the kinds of events that differed below the surface."""
    state = fold(events)
    other_kinds: set[object] = set()
    for viewer in (*range(state.ruleset.players), None):
        other = list(redeal(events, viewer, rng))
        assert visible(other, viewer) == visible(events, viewer)
        assert screens(other, viewer) == screens(events, viewer)
        for kind in HIDDEN:
            hidden = [event for event in events if isinstance(event, kind)]
            if hidden != [event for event in other if isinstance(event, kind)]:
                other_kinds.add(kind)
        if viewer is not None and not state.alive[viewer] and other != events:
            other_kinds.add("for the dead")
    return other_kinds


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.GAME_OVER])
def test_a_viewer_sees_no_difference_in_what_it_cannot_know(phase: Phase) -> None:
    other: set[object] = set()
    for number, events in enumerate(running_in(phase, 8)):
        assert fold(events).phase is phase
        other |= assert_indistinguishable(events, Random(number))
    assert other >= set(HIDDEN)


def test_the_dead_see_no_difference_either() -> None:
    other: set[object] = set()
    for seed in range(20):
        other |= assert_indistinguishable(running(seed), Random(seed))
    assert "for the dead" in other


@pytest.mark.long
@pytest.mark.parametrize("block", range(2))
def test_a_viewer_sees_no_difference_in_many_games(block: int) -> None:
    for seed in range(1000 + block * 250, 1250 + block * 250):
        assert_indistinguishable(running(seed), Random(seed))


def test_a_redeal_reaches_everything_the_viewer_cannot_exclude() -> None:
    events = play(5, players=7, stop_after=1)
    state = fold(events)
    viewer = state.roles.index(Role.LIBERAL)
    dealt = {fold(redeal(events, viewer, Random(seed))).roles for seed in range(800)}
    possible = {
        (*roles[:viewer], Role.LIBERAL, *roles[viewer:])
        for roles in permutations([*[Role.LIBERAL] * 3, *[Role.FASCIST] * 2, Role.HITLER])
    }
    assert dealt == possible
    for place in range(17):
        tops = {fold(redeal(events, None, Random(s))).draw_pile[place] for s in range(60)}
        assert len(tops) == 2


def test_a_finished_game_cannot_be_dealt_anew() -> None:
    events = play(3)
    assert any(isinstance(event, GameEnded) for event in events)
    with pytest.raises(ValueError, match="no secrets"):
        redeal(events, None, Random(1))


def test_a_redeal_nearly_always_changes_something() -> None:
    same = tried = 0
    for seed in range(60):
        events = running(seed)
        for viewer in (0, 3, None):
            tried += 1
            same += list(redeal(events, viewer, Random(seed))) == events
    assert tried == 180
    assert same < 4


@pytest.mark.parametrize("players", range(5, 11))
def test_observing_twice_gives_the_same(players: int) -> None:
    state = fold(play(1, players=players, stop_after=30))
    for viewer in (*range(players), None):
        assert observe(state, viewer) == observe(state, viewer)


@pytest.mark.parametrize("nobody", [-1, 5])
def test_a_seat_that_does_not_exist_sees_nothing(nobody: int) -> None:
    with pytest.raises(IndexError):
        observe(a_table(5).state, nobody)
