"""The enumerator against the rules engine: every deal of the roles and of the deck is really played."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest

from games.bots import choose
from games.engine import deal, decide, fold, observe, standard_ruleset, start_game
from games.engine.actions import Action, DiscardPolicy
from games.engine.decide import awaited
from games.engine.events import (
    BallotMarked,
    DiscardChosen,
    Event,
    HandShown,
    PresidencyPassed,
    RolesRevealed,
    told_to,
)
from games.engine.setup import Deal
from games.engine.table_talk import CLAIMABLE_CONTENTS
from games.engine.vocabulary import ClaimKind, Phase, Policy, Role
from games.learning.facts import read_facts
from games.learning.policy_deck import can_all_be_true
from games.learning.teams import is_certainly_false, possible_teams, teams_if_liberals_are_honest
from games.values.chat import ClaimValue

ROUNDS = 2


def played(
    seed: int, players: int = 5, rounds: int = ROUNDS
) -> tuple[list[Event], list[Action], Deal]:
    """Play bots until this many rounds are over, or the game is; return events, actions and deal."""
    rng = Random(seed)
    dealt = deal(standard_ruleset(players), rng)
    log = list(start_game(standard_ruleset(players), dealt))
    state, actions = fold(log), list[Action]()
    while state.phase is not Phase.GAME_OVER and state.round <= rounds:
        seat = awaited(state)[0]
        observation = observe(state, seat)
        action = choose(observation, observation.legal_actions, rng)
        events = decide(state, action, rng)
        actions.append(action)
        log += events
        state = fold(events, state)
    return log, actions, dealt


def deals(players: int, cards: int) -> Iterator[tuple[tuple[Role, ...], tuple[Policy, ...]]]:
    """Return every deal of the roles with every order of the first cards."""
    rules = standard_ruleset(players)
    for roles in sorted(set(permutations(rules.roles))):
        for top in product(Policy, repeat=cards):
            rest = list(rules.policy_deck)
            for policy in top:
                rest.remove(policy)
            yield roles, (*top, *rest)


def replayed(
    actions: list[Action], dealt: Deal, choices: tuple[Policy, ...]
) -> list[Event] | None:
    """Replay public acts with other hidden choices; None if the rules refuse one."""
    left = iter(choices)
    log = list(start_game(standard_ruleset(len(dealt.roles)), dealt))
    state = fold(log)
    for action in actions:
        if state.phase is Phase.GAME_OVER:
            return None
        tried: Action = action
        if isinstance(action, DiscardPolicy):
            tried = DiscardPolicy(seat=action.seat, policy=next(left))
        if tried not in observe(state, tried.seat).legal_actions:
            return None
        events = decide(state, tried, Random(0))
        log += events
        state = fold(events, state)
    return log


def alike(told: Iterable[Event]) -> list[Event]:
    """Leave out ballots that were marked: they say nothing of roles and policies."""
    return [each for each in told if not isinstance(each, BallotMarked)]


@pytest.mark.parametrize("seed", [0, 3])
def test_it_finds_what_playing_every_deal_finds(seed: int) -> None:
    log, actions, dealt = played(seed)
    sessions = sum(isinstance(action, DiscardPolicy) for action in actions)
    assert sessions
    others = [
        (roles, other)
        for roles, pile in deals(5, 3 * sessions)
        for choices in product(Policy, repeat=sessions)
        if (other := replayed(actions, replace(dealt, roles=roles, draw_pile=pile), choices))
    ]
    for seat in (None, 0, 1, 2, 3, 4):
        told = alike(told_to(log, seat, game_over=False))
        facts = read_facts(told, seat)
        fitting = [
            (roles, hands_of(other))
            for roles, other in others
            if alike(told_to(other, seat, game_over=False)) == told
        ]
        assert set(possible_teams(facts)) == {roles for roles, _hands in fitting}
        hands = {each for _roles, each in fitting}
        acts = sorted({act for found in hands for act, _content in found})
        for contents in product(*(CLAIMABLE_CONTENTS[kind] for _round, kind in acts)):
            said = frozenset(zip(acts, contents, strict=True))
            assert can_all_be_true(facts, said) == (said in hands)


def hands_of(log: list[Event]) -> frozenset[tuple[tuple[int, ClaimKind], str]]:
    """Return what every government really held."""
    found, round_ = set[tuple[tuple[int, ClaimKind], str]](), 0
    for event in log:
        if isinstance(event, PresidencyPassed):
            round_ = event.round
        elif isinstance(event, HandShown):
            kind = ClaimKind.DREW if len(event.policies) == 3 else ClaimKind.RECEIVED
            found.add(((round_, kind), "".join(sorted(event.policies, reverse=True))))
    return frozenset(found)


@pytest.mark.parametrize("players", range(5, 11))
def test_what_is_true_is_always_possible(players: int) -> None:
    steps = 0
    for seed in range(8):
        log, _actions, dealt = played(100 * players + seed, players, rounds=9)
        if any(isinstance(event, RolesRevealed) for event in log):
            log = log[: max(i for i, each in enumerate(log) if isinstance(each, PresidencyPassed))]
        true = hands_of(log)
        claims = [
            ClaimValue(seat=0, round=round_, kind=kind, content=content)
            for (round_, kind), content in true
        ]
        for seat in (None, *range(players)):
            facts = read_facts(told_to(log, seat, game_over=False), seat)
            steps = max(steps, len(facts.steps))
            assert can_all_be_true(facts, true)
            assert dealt.roles in possible_teams(facts)
            assert dealt.roles in teams_if_liberals_are_honest(facts, claims)
            assert not any(is_certainly_false(facts, claim) for claim in claims)
    assert steps >= 6


def test_a_president_who_discarded_knows_what_was_passed() -> None:
    log, _actions, _dealt = played(1)
    discarded = next(event for event in log if isinstance(event, DiscardChosen))
    facts = read_facts(told_to(log, discarded.seat, game_over=False), discarded.seat)
    drew = next(
        content for (_round, kind), content in facts.seen.items() if kind is ClaimKind.DREW
    )
    received = next(
        content for (_round, kind), content in facts.seen.items() if kind is ClaimKind.RECEIVED
    )
    assert sorted(drew) == sorted(received + discarded.policy)
