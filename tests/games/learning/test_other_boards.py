"""On boards drawn by lot, what can have happened always holds what did happen."""

from random import Random

import pytest

from games.engine import fold
from games.engine.board import Board
from games.engine.events import (
    DiscardChosen,
    DrawPileArranged,
    Event,
    HandShown,
    PartyMembershipShown,
    PeekShown,
    PresidencyPassed,
    told_to,
)
from games.engine.vocabulary import ClaimKind, Edition, Policy, Role
from games.learning.could_know import chances_by_round
from games.learning.facts import HiddenAct, hand_of, read_facts
from games.learning.finding import first_riddle
from games.learning.policy_deck import Deck, can_all_be_true
from games.learning.position import position_of
from games.learning.riddles import RiddleQuestion
from games.learning.teams import possible_teams
from games.values.chat import ClaimValue
from tests.conftest import LONG
from tests.games.engine.test_boards import legal_board, play

GAMES = 400 if LONG else 40


def a_game(seed: int) -> tuple[Board, list[Event]]:
    rng = Random(seed)
    board = legal_board(rng)
    return board, play(board, rng.choice(tuple(Edition)), rng)


def truths(log: list[Event]) -> dict[HiddenAct, str]:
    """Return what was really seen in each hidden act, in the words of claims."""
    found: dict[HiddenAct, str] = {}
    round_ = 0
    for event in log:
        match event:
            case PresidencyPassed():
                round_ = event.round
            case HandShown():
                kind = ClaimKind.DREW if len(event.policies) == 3 else ClaimKind.RECEIVED
                found[round_, kind] = hand_of(event.policies)
            case PeekShown():
                found[round_, ClaimKind.PEEKED] = "".join(event.policies)
            case _:
                pass
    return found


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_happened_is_never_excluded(seed: int) -> None:
    _board, log = a_game(seed)
    state = fold(log)
    roles = tuple(role for role in state.roles if role is not None)
    said = frozenset(truths(log).items())
    for seat in (*range(state.ruleset.players), None):
        facts = read_facts(told_to(log, seat, game_over=False), seat)
        assert roles in possible_teams(facts)
        assert can_all_be_true(facts, said), seat


@pytest.mark.parametrize("seed", range(GAMES))
def test_no_chance_of_the_truth_is_nothing(seed: int) -> None:
    _board, log = a_game(seed)
    state = fold(log)
    rules = state.ruleset
    current = state.current_round
    rounds = (*state.past_rounds, *(() if current is None else (current,)))
    presidents = {record.round: record for record in rounds}
    claims = [
        ClaimValue(
            seat=presidents[round_].chancellor or 0
            if kind is ClaimKind.RECEIVED
            else presidents[round_].president,
            round=round_,
            kind=kind,
            content=content,
        )
        for (round_, kind), content in truths(log).items()
    ]
    for seat in (Random(seed).randrange(rules.players), None):
        told = told_to(log, seat, game_over=False)
        for chances in chances_by_round(told, rounds, claims, seat):
            assert sum(chances.hitler) == pytest.approx(1)
            assert sum(chances.fascist) == pytest.approx(rules.fascists + 1)
            for place, role in enumerate(state.roles):
                assert role is not Role.HITLER or chances.hitler[place] > 0
                assert role is Role.LIBERAL or chances.fascist[place] > 0


@pytest.mark.parametrize("seed", range(GAMES))
def test_deck_begins_without_what_is_enacted_at_the_start(seed: int) -> None:
    board, log = a_game(seed)
    facts = read_facts(log[:1], None)
    dealt = next(event.draw_pile for event in log if isinstance(event, DrawPileArranged))
    counted = dealt.count(Policy.LIBERAL), dealt.count(Policy.FASCIST)
    assert Deck.full(facts.ruleset).drawn_from == counted
    assert sum(counted) == (
        board.liberal_policies
        + board.fascist_policies
        - board.liberals_at_start
        - board.fascists_at_start
    )


@pytest.mark.parametrize("seed", range(GAMES))
def test_position_counts_the_piles_of_the_board(seed: int) -> None:
    """From the few events that a riddle keeps, piles and policies come out as they lay."""
    _board, log = a_game(seed)
    places = [place for place, event in enumerate(log) if isinstance(event, PresidencyPassed)][1:]
    for place in places[:: max(1, len(places) // 4)]:
        state = fold(log[:place])
        seen = position_of(told_to(log[:place], 0, game_over=False), 0)
        assert (seen.draw_pile_count, seen.discard_pile_count) == (
            len(state.draw_pile),
            len(state.discard_pile),
        )
        assert (seen.liberal_policies, seen.fascist_policies) == (
            state.liberal_policies,
            state.fascist_policies,
        )


def test_riddles_come_from_the_standard_board_alone() -> None:
    _board, log = a_game(1)
    assert any(isinstance(event, DiscardChosen | PartyMembershipShown) for event in log)
    assert first_riddle(log, (), tuple(RiddleQuestion), Random(1)) is None
