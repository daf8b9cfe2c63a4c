"""Moments follow from events: every event that matters has one, and public ones are the same for all."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest

from games.engine.events import (
    ChancellorNominated,
    Event,
    GameEnded,
    GovernmentElected,
    GovernmentRejected,
    PeekShown,
    PlayerExecuted,
    PolicyEnacted,
    VetoGranted,
    told_to,
)
from games.engine.state import GameState
from games.engine.vocabulary import Policy, Role, SeatNumber, Victory, Vote
from games.values.moments import SECONDS, Moment, MomentKind, moments_of, seconds_of
from tests.games.engine.players import play

GAMES = range(40)
Step = tuple[Sequence[Event], GameState]


@cache
def steps_of(seed: int) -> list[Step]:
    """What each action of a random game led to, and the state after it."""
    steps: list[Step] = []
    play(seed, watch=lambda _before, _action, events, after: steps.append((events, after)))
    return steps


def all_steps() -> list[Step]:
    return [step for seed in GAMES for step in steps_of(seed)]


def seen(
    events: Sequence[Event], after: GameState, viewer: SeatNumber | None
) -> tuple[Moment, ...]:
    told = told_to(events, viewer, game_over=after.victory is not None)
    return moments_of(
        told,
        after.ruleset,
        liberal_policies=after.liberal_policies,
        fascist_policies=after.fascist_policies,
        rounds=(*after.past_rounds, after.current_round),
        viewer=viewer,
    )


def test_nothing_is_asked_of_whom_the_table_knows_not_to_be_hitler() -> None:
    """Of a Chancellor elected again in the danger zone, and of an executed one, but of nobody else."""
    found: Counter[tuple[MomentKind, bool]] = Counter()
    for seed in GAMES:
        cleared: set[SeatNumber | None] = set()
        for events, after in steps_of(seed):
            for moment in seen(events, after, None):
                if moment.kind in {MomentKind.NOT_HITLER, MomentKind.EXECUTED}:
                    who = moment.chancellor if moment.target is None else moment.target
                    assert moment.is_known is (who in cleared)
                    found[moment.kind, moment.is_known] += 1
                    assert (moment.seconds < 2) is (
                        moment.is_known and moment.kind is MomentKind.NOT_HITLER
                    )
                else:
                    assert not moment.is_known
                if moment.kind is MomentKind.NOT_HITLER:
                    cleared.add(moment.chancellor)
    assert len(found) == 4


def test_each_telling_event_has_its_moment() -> None:
    for events, after in all_steps():
        kinds = Counter(moment.kind for moment in seen(events, after, None))
        happened = Counter(type(event) for event in events)
        enacted = [event for event in events if isinstance(event, PolicyEnacted)]
        by_chaos = sum(event.chancellor is None for event in enacted)
        assert kinds[MomentKind.NOMINATED] == happened[ChancellorNominated]
        assert kinds[MomentKind.ELECTED] == happened[GovernmentElected]
        assert kinds[MomentKind.REJECTED] == happened[GovernmentRejected]
        assert kinds[MomentKind.CHAOS] == by_chaos
        assert kinds[MomentKind.ENACTED] == len(enacted) - by_chaos
        assert kinds[MomentKind.VETO_GRANTED] == happened[VetoGranted]
        assert kinds[MomentKind.EXECUTED] == happened[PlayerExecuted]


def test_hitler_is_shown_where_the_game_ends_with_hitler_and_nowhere_else() -> None:
    ends: Counter[Victory] = Counter()
    for events, after in all_steps():
        shown = [
            each for each in seen(events, after, None) if each.kind is MomentKind.HITLER_REVEALED
        ]
        ends_with_hitler = after.victory in {Victory.HITLER_ELECTED, Victory.HITLER_EXECUTED}
        assert len(shown) == (
            any(isinstance(each, GameEnded) for each in events) and ends_with_hitler
        )
        for moment in shown:
            assert moment.target is not None
            assert after.roles[moment.target] is Role.HITLER
            assert after.victory is not None
            ends[after.victory] += 1
    assert set(ends) == {Victory.HITLER_ELECTED, Victory.HITLER_EXECUTED}


def test_thresholds_are_told_once_with_the_policy_that_reaches_them() -> None:
    told: Counter[MomentKind] = Counter()
    reached: Counter[MomentKind] = Counter()
    for events, after in all_steps():
        told.update(moment.kind for moment in seen(events, after, None))
        has_ended = any(isinstance(event, GameEnded) for event in events)
        for event in events:
            if not isinstance(event, PolicyEnacted) or has_ended:
                continue
            if event.policy is Policy.LIBERAL:
                reached[MomentKind.LIBERALS_ONE_AWAY] += after.liberal_policies == 4
            else:
                reached[MomentKind.DANGER_ZONE] += after.fascist_policies == 3
                reached[MomentKind.VETO_UNLOCKED] += after.fascist_policies == 5
    assert min(reached.values()) > 0
    assert {kind: told[kind] for kind in reached} == dict(reached)


def test_public_moments_and_their_length_are_the_same_for_every_viewer() -> None:
    for events, after in all_steps():
        public = seen(events, after, None)
        assert not any(moment.is_private for moment in public)
        for viewer in range(after.ruleset.players):
            own = seen(events, after, viewer)
            assert tuple(each for each in own if not each.is_private) == public
            assert seconds_of(own) == seconds_of(public)


def test_only_the_president_is_shown_what_a_power_shows_also_once_the_game_is_over() -> None:
    shown = 0
    for events, after in all_steps():
        for viewer in range(after.ruleset.players):
            for moment in seen(events, after, viewer):
                if moment.is_private:
                    shown += 1
                    assert moment.president == viewer
    assert shown > len(GAMES) / 2


def test_a_peek_is_shown_in_its_order() -> None:
    peeks = 0
    for events, after in all_steps():
        for event in events:
            if isinstance(event, PeekShown):
                peeks += 1
                kinds = {each.kind: each.policies for each in seen(events, after, event.seat)}
                assert kinds[MomentKind.PEEK_SHOWN] == event.policies
    assert peeks


def test_a_moment_lasts_between_one_and_three_seconds() -> None:
    assert all(1.2 <= seconds <= 3.0 for seconds in SECONDS.values())
    for events, after in all_steps():
        for moment in seen(events, after, None):
            assert 1.2 <= moment.seconds <= 3.0


@pytest.mark.parametrize(
    ("votes", "slow"),
    [
        ("jjjjjjj", 0),
        ("jjjjnnn", 0),
        ("njjjjnn", 0),
        ("jjnnnjj", 3),
        ("nnnjjjn", 3),
        ("jjjnnjj", 2),
        ("jjjnn", 0),
        ("njnjjj", 3),
        ("jjnnnj", 2),
        ("nnj-jnj", 2),
    ],
)
def test_a_vote_that_its_last_ballots_decide_turns_them_slowly(votes: str, slow: int) -> None:
    turned = {"j": Vote.JA, "n": Vote.NEIN, "-": None}
    moment = Moment(kind=MomentKind.ELECTED, votes=tuple(turned[each] for each in votes))
    assert moment.slow_ballots == slow
    # The verdict is read as long.
    assert moment.seconds == 3.0


def test_moments_of_a_whole_game_are_those_of_its_actions_one_by_one() -> None:
    for seed in GAMES:
        steps = steps_of(seed)
        whole = [event for events, _after in steps for event in events]
        one_by_one = [moment for events, after in steps for moment in seen(events, after, None)]
        assert list(seen(whole, steps[-1][1], None)) == one_by_one
