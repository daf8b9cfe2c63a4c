"""Boards: their codes, what is refused and why, and games on boards drawn by lot ("Boards" of RULES.md)."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games.engine import (
    IllegalSetup,
    Reason,
    deal,
    decide,
    fold,
    legal_actions,
    observe,
    ruleset_of,
    standard_ruleset,
    start_game,
)
from games.engine.board import (
    MOST_FASCIST_POLICIES,
    MOST_SPARED_BY_CHAOS,
    Board,
    board_of,
    code_of,
    custom_board,
    kind_of,
    played_code,
    players_of,
    rebalanced_board,
    refuse_board,
    standard_board,
)
from games.engine.codec import decode_event, encode_event
from games.engine.decide import actors
from games.engine.events import (
    Event,
    GameEnded,
    GameStarted,
    PolicyDeckShuffled,
    PolicyEnacted,
    TermLimitsSet,
    TopPolicyDiscarded,
)
from games.engine.game_state import GameState
from games.engine.vocabulary import (
    BoardKind,
    Edition,
    Phase,
    Policy,
    PresidentialPower,
    Role,
    Victory,
    Vote,
)
from tests.games.engine.players import choose

INVESTIGATE = PresidentialPower.INVESTIGATE_LOYALTY
EXECUTE = PresidentialPower.EXECUTION
GAMES = [600, pytest.param(20_000, marks=pytest.mark.long)]


def board_by_lot(rng: Random) -> Board:
    """Return any choices a form lets people make, legal or not."""
    players = rng.randint(5, 10)
    return Board(
        players=players,
        fascists=rng.randint(0, 4),
        powers=tuple(rng.choice((None, *PresidentialPower)) for _slot in range(5)),
        hitler_knows_fascists=rng.random() < 0.5,
        hitler_zone_at=rng.randint(1, 5),
        veto_at=rng.randint(1, 5),
        liberal_policies=rng.randint(0, 12),
        fascist_policies=rng.randint(0, 20),
        liberals_at_start=rng.choice((0, 0, 1, 2, 3)),
        fascists_at_start=rng.choice((0, 0, 1, 2, 4)),
        chaos_wins=rng.random() < 0.5,
    )


def legal_board(rng: Random) -> Board:
    """Return the first of such boards that is not refused."""
    while True:
        board = board_by_lot(rng)
        if refuse_board(board) is None:
            return board


def play(board: Board, edition: Edition, rng: Random) -> list[Event]:
    """Return a whole random game on this board; every state must offer a legal answer and keep all cards."""
    rules = ruleset_of(board.players, edition, code_of(board))
    events = list(start_game(rules, deal(rules, rng)))
    state = fold(events)
    box = Counter({Policy.LIBERAL: board.liberal_policies, Policy.FASCIST: board.fascist_policies})
    ja = rng.choice((0.35, 0.6, 0.9))
    for _action in range(20_000):
        if state.phase is Phase.GAME_OVER:
            return events
        assert all(legal_actions(state, seat) for seat in actors(state))
        action = choose(state, rng, ja=ja)
        more = decide(state, action, rng)
        events += more
        state = fold(more, state)
        enacted = Counter(
            {Policy.LIBERAL: state.liberal_policies, Policy.FASCIST: state.fascist_policies}
        )
        assert Counter(state.draw_pile + state.discard_pile + state.hand) + enacted == box
        assert state.phase is not Phase.NOMINATE or len(state.draw_pile) >= 3
    raise AssertionError("the game does not end")


def ruled(code: str, players: int = 7) -> GameState:
    """Return the start of a game of seven on this board."""
    rules = ruleset_of(players, Edition.RETAIL, code)
    return fold(start_game(rules, deal(rules, Random(1))))


@pytest.mark.parametrize("players", range(5, 11))
def test_standard_board_has_the_printed_numbers(players: int) -> None:
    rules = standard_ruleset(players)
    assert rules == ruleset_of(players, Edition.RETAIL, "standard")
    assert (rules.liberal_policies, rules.fascist_policies) == (6, 11)
    assert (rules.hitler_zone_at, rules.veto_at, rules.chaos_wins) == (3, 5, True)
    assert len(rules.policy_deck) == 17


def test_rebalanced_board_differs_at_six_seven_and_nine_only() -> None:
    """B-2."""
    same = {n for n in range(5, 11) if rebalanced_board(n) == standard_board(n)}
    assert same == {5, 8, 10}
    six = ruled("rebalanced", 6)
    assert (six.fascist_policies, len(six.draw_pile)) == (1, 16)
    assert Counter(six.draw_pile) == {Policy.LIBERAL: 6, Policy.FASCIST: 10}
    for players in (7, 9):
        state = ruled("rebalanced", players)
        assert (state.fascist_policies, len(state.draw_pile)) == (0, 16)
        assert Counter(state.draw_pile) == {Policy.LIBERAL: 6, Policy.FASCIST: 10}
    assert played_code(8, "rebalanced") == "standard"
    assert played_code(7, "rebalanced") == "rebalanced"


def test_code_and_board_are_one_to_one() -> None:
    """B-1, B-3."""
    rng = Random(7)
    for _time in range(500):
        board = legal_board(rng)
        code = code_of(board)
        assert board_of(board.players, code) == board
        if kind_of(code) is BoardKind.CUSTOM:
            assert players_of(code) == board.players
            assert custom_board(code) == board
            with pytest.raises(IllegalSetup) as refused:
                board_of(5 if board.players != 5 else 6, code)
            assert refused.value.reason is Reason.WRONG_NUMBER_OF_PLAYERS


def test_a_custom_board_with_printed_numbers_is_the_printed_board() -> None:
    assert code_of(board_of(7, "7-2-nisee-k0-z3-v5-6x11-0x0-c1")) == "standard"
    assert code_of(board_of(6, "6-1-nnpee-k1-z3-v5-6x11-0x1-c1")) == "rebalanced"


@pytest.mark.parametrize(
    "code",
    [
        "",
        "Standard",
        "custom",
        "7-2-nisee-k0-z3-v5-6x11-0x0-c1 ",
        "7-2-nisee-k0-z3-v5-6x11-0x0-c1\n",
        "7-2-nixee-k0-z3-v5-6x11-0x0-c1",
        "٧-2-nisee-k0-z3-v5-6x11-0x0-c1",
        "7" * 5000,
    ],
)
def test_nonsense_is_no_board(code: str) -> None:
    with pytest.raises(IllegalSetup) as refused:
        board_of(7, code)
    assert refused.value.reason is Reason.UNKNOWN_BOARD


SEVEN = replace(standard_board(7), chaos_wins=False)
FIVE = replace(standard_board(5), chaos_wins=False)


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        (replace(SEVEN, fascists=0), Reason.BOARD_TEAMS),
        (replace(SEVEN, fascists=3), Reason.BOARD_TEAMS),
        (replace(SEVEN, players=6), Reason.BOARD_TEAMS),
        (replace(SEVEN, players=11), Reason.WRONG_NUMBER_OF_PLAYERS),
        (replace(SEVEN, hitler_zone_at=0), Reason.BOARD_ZONES),
        (replace(SEVEN, hitler_zone_at=6), Reason.BOARD_ZONES),
        (replace(SEVEN, veto_at=6), Reason.BOARD_ZONES),
        (replace(SEVEN, liberal_policies=6, fascist_policies=5), Reason.BOARD_TOO_FEW_CARDS),
        (replace(SEVEN, liberal_policies=4, fascist_policies=12), Reason.BOARD_TOO_FEW_CARDS),
        (replace(SEVEN, liberal_policies=5, fascist_policies=6), Reason.BOARD_TOO_FEW_CARDS),
        (replace(SEVEN, liberal_policies=13), Reason.BOARD_TOO_MANY_CARDS),
        (
            replace(SEVEN, fascist_policies=MOST_FASCIST_POLICIES + 1),
            Reason.BOARD_TOO_MANY_CARDS,
        ),
        (replace(SEVEN, fascists_at_start=3), Reason.BOARD_STARTS_TOO_FAR),
        (
            replace(SEVEN, hitler_zone_at=5, veto_at=1, fascists_at_start=1),
            Reason.BOARD_STARTS_TOO_FAR,
        ),
        (replace(SEVEN, liberals_at_start=4), Reason.BOARD_STARTS_TOO_FAR),
        (replace(FIVE, powers=(INVESTIGATE,) * 5), Reason.BOARD_TOO_MANY_INVESTIGATIONS),
        (
            replace(FIVE, powers=(EXECUTE, EXECUTE, INVESTIGATE, INVESTIGATE, INVESTIGATE)),
            Reason.BOARD_TOO_MANY_INVESTIGATIONS,
        ),
        (
            replace(FIVE, powers=(None, None, EXECUTE, EXECUTE, EXECUTE)),
            Reason.BOARD_TOO_MANY_EXECUTIONS,
        ),
        (
            replace(SEVEN, powers=(None, EXECUTE, EXECUTE, EXECUTE, EXECUTE)),
            Reason.BOARD_TOO_MANY_EXECUTIONS,
        ),
    ],
)
def test_boards_are_refused_with_their_reason(board: Board, reason: Reason) -> None:
    """B-4, B-5, B-6, B-7, B-8."""
    assert refuse_board(board) is reason
    with pytest.raises(IllegalSetup) as refused:
        custom_board(code_of(board))
    assert refused.value.reason is reason


@pytest.mark.parametrize("games", GAMES)
def test_games_on_boards_by_lot_end(games: int) -> None:
    """Every board that is not refused gives games that end, whatever people do (B-4 to B-9)."""
    rng = Random(20261127)
    endings: Counter[Victory] = Counter()
    spared = 0
    for _game in range(games):
        board = legal_board(rng)
        events = play(board, rng.choice(tuple(Edition)), rng)
        endings += Counter(each.victory for each in events if isinstance(each, GameEnded))
        discarded = sum(isinstance(each, TopPolicyDiscarded) for each in events)
        spared += discarded > 0
        if not board.chaos_wins and discarded < MOST_SPARED_BY_CHAOS:
            assert not won_by_chaos(events)
    assert set(endings) == set(Victory)
    assert spared > games / 100


def won_by_chaos(events: list[Event]) -> bool:
    """Whether the policy that ended the game was turned up by chaos."""
    enacted = [each for each in events if isinstance(each, PolicyEnacted)]
    ended = next(each for each in events if isinstance(each, GameEnded))
    by_policy = {Victory.FIVE_LIBERAL_POLICIES, Victory.SIX_FASCIST_POLICIES}
    return ended.victory in by_policy and enacted[-1].chancellor is None


def vote_down(state: GameState) -> tuple[GameState, list[Event]]:
    """Return the state and the events after the whole table rejects a government."""
    rng = Random(3)
    events: list[Event] = []
    (nomination, *_others) = legal_actions(state, state.president)
    more = decide(state, nomination, rng)
    events += more
    state = fold(more, state)
    for seat in state.living:
        nein = next(
            each for each in legal_actions(state, seat) if getattr(each, "vote", None) is Vote.NEIN
        )
        more = decide(state, nein, rng)
        events += more
        state = fold(more, state)
    return state, events


def test_chaos_discards_a_policy_that_would_win_where_the_board_says_so() -> None:
    """B-9: nothing is enacted, the tracker goes back, limits are lifted, the placard moves on."""
    state = ruled(code_of(SEVEN)).but(
        fascist_policies=5,
        draw_pile=(Policy.FASCIST, Policy.LIBERAL, Policy.FASCIST),
        discard_pile=(Policy.FASCIST,) * 5 + (Policy.LIBERAL,) * 4,
        limited_president=1,
        limited_chancellor=2,
        tracker=2,
    )
    after, events = vote_down(state)
    assert TopPolicyDiscarded(policy=Policy.FASCIST) in events
    assert not any(isinstance(each, PolicyEnacted | GameEnded) for each in events)
    assert TermLimitsSet(president=None, chancellor=None) in events
    assert any(isinstance(each, PolicyDeckShuffled) for each in events)
    assert (after.phase, after.tracker, after.fascist_policies) == (Phase.NOMINATE, 0, 5)
    assert len(after.draw_pile) == 12
    assert after.past_rounds[-1].chaos_discard is Policy.FASCIST
    assert after.past_rounds[-1].chaos is None


@pytest.mark.parametrize("edition", Edition)
def test_table_that_elects_nobody_comes_to_an_end(edition: Edition) -> None:
    """B-9: ten policies that would win are discarded, and the eleventh wins."""
    rules = ruleset_of(7, edition, code_of(SEVEN))
    state = fold(start_game(rules, deal(rules, Random(1))))
    events: list[Event] = []
    while state.phase is not Phase.GAME_OVER:
        state, more = vote_down(state)
        events += more
        assert len(events) < 2_000
    spared = [each for each in events if isinstance(each, TopPolicyDiscarded)]
    assert len(spared) == MOST_SPARED_BY_CHAOS == 10
    assert won_by_chaos(events)


def test_chaos_enacts_what_does_not_win() -> None:
    state = ruled(code_of(SEVEN)).but(
        fascist_policies=5, draw_pile=(Policy.LIBERAL,) * 4, tracker=2
    )
    after, events = vote_down(state)
    assert PolicyEnacted(policy=Policy.LIBERAL, chancellor=None) in events
    assert after.liberal_policies == 1


def test_hitler_knows_the_fascists_where_the_board_says_so() -> None:
    for knows in (False, True):
        board = replace(standard_board(9), hitler_knows_fascists=knows, veto_at=4)
        state = ruled(code_of(board), 9)
        hitler = state.roles.index(Role.HITLER)
        seen = [role for role in observe(state, hitler).roles if role is Role.FASCIST]
        assert len(seen) == (3 if knows else 0)


def test_policies_enacted_at_the_start_grant_nothing_and_count() -> None:
    board = replace(standard_board(9), fascists_at_start=2, liberals_at_start=1, hitler_zone_at=4)
    state = ruled(code_of(board), 9)
    seen = observe(state, None)
    assert (seen.liberal_policies, seen.fascist_policies) == (1, 2)
    assert (state.phase, len(state.draw_pile)) == (Phase.NOMINATE, 14)


def test_old_starts_stay_as_they_were_stored() -> None:
    started = GameStarted(players=7, edition=Edition.RETAIL)
    assert encode_event(started) == ("game_started", {"players": 7, "edition": "retail"})
    assert decode_event("game_started", {"players": 7, "edition": "retail"}) == started
    code = code_of(SEVEN)
    chosen = GameStarted(players=7, edition=Edition.RETAIL, board=code)
    kind, payload = encode_event(chosen)
    assert payload["board"] == code
    assert decode_event(kind, payload) == chosen
