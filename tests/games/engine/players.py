"""Fast random players: whole games from a seed."""

from collections.abc import Callable
from random import Random

from games.engine.actions import Action, CastBallot
from games.engine.board import BoardCode
from games.engine.decide import actors, decide, legal_actions
from games.engine.events import Event
from games.engine.ruleset import ruleset_of
from games.engine.setup import deal, start_game
from games.engine.state import GameState, fold
from games.engine.vocabulary import BoardKind, Edition, Phase, Vote

Watcher = Callable[[GameState, Action, tuple[Event, ...], GameState], None]


def choose(
    state: GameState, rng: Random, *, ja: float = 0.6, veto: float = 0.6, anew: float = 0.1
) -> Action:
    """Return any legal action of a seat that may act; Ja, vetoes, changed ballots as often as asked."""
    if state.phase is Phase.VOTE:
        open_seats = [seat for seat in state.living if not state.voted[seat]]
        seats = list(state.living) if rng.random() < anew else open_seats
        vote = Vote.JA if rng.random() < ja else Vote.NEIN
        return CastBallot(seat=rng.choice(seats), vote=vote)
    (seat,) = actors(state)
    options = legal_actions(state, seat)
    if state.phase is Phase.CHANCELLOR_ENACT and state.veto_in_force and rng.random() < veto:
        return options[-1]
    return rng.choice(options)


def play(
    seed: int,
    *,
    players: int | None = None,
    edition: Edition | None = None,
    board: BoardCode = BoardKind.STANDARD.value,
    stop_after: int | None = None,
    anew: float = 0.1,
    watch: Watcher | None = None,
) -> list[Event]:
    """Return the events of a random game, to its end or for so many actions.

    `watch` is called after each action with the state before, the action, its events and the state
    after.
    """
    rng = Random(seed)
    rules = ruleset_of(
        players or rng.randint(5, 10), edition or rng.choice((*Edition, Edition.RETAIL)), board
    )
    ja = rng.choice((0.35, 0.55, 0.7, 0.9))
    events = list(start_game(rules, deal(rules, rng)))
    state = fold(events)
    actions = 0
    while state.phase is not Phase.GAME_OVER and actions != stop_after:
        action = choose(state, rng, ja=ja, anew=anew)
        more = decide(state, action, rng)
        after = fold(more, state)
        if watch is not None:
            watch(state, action, more, after)
        events += more
        state = after
        actions += 1
    return events


def random_game(seed: int, players: int | None = None) -> list[Event]:
    """A whole random game."""
    return play(seed, players=players)
