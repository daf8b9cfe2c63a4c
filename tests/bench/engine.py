"""The engine alone: random games a second on one core, and folding a whole game.

Measured in processor time, so that other load does not count.
"""

from random import Random
from statistics import median
from time import process_time

from games.engine.codec import decode_event, encode_event
from games.engine.decide import awaited, legal_actions, unfold
from games.engine.events import Event
from games.engine.observation import observe
from games.engine.ruleset import standard_ruleset
from games.engine.setup import deal, start_game
from games.engine.state import GameState, fold

PLAYERS = 7
GAMES = 400
FEWEST_GAMES_A_SECOND = 250
LONGEST_FOLD_MS = 2.0


def random_game(rng: Random) -> tuple[list[Event], GameState]:
    """Play a whole game with random legal actions."""
    rules = standard_ruleset(PLAYERS)
    events = list(start_game(rules, deal(rules, rng)))
    state = fold(events)
    while state.victory is None:
        seat = awaited(state)[0]
        table = unfold(state, rng.choice(legal_actions(state, seat)), rng)
        events += table.events
        state = table.state
    return events, state


def milliseconds(times: list[float]) -> str:
    """Return the median and the slowest."""
    return f"median {median(times) * 1000:.2f} ms, slowest {max(times) * 1000:.2f} ms"


def main() -> None:
    """Measure and print."""
    rng = Random(7)
    for _warm_up in range(20):
        random_game(rng)
    began = process_time()
    games = [random_game(rng) for _game in range(GAMES)]
    rate = GAMES / (process_time() - began)
    events = sum(len(log) for log, _state in games) / GAMES
    verdict = "enough" if rate >= FEWEST_GAMES_A_SECOND else "TOO SLOW"
    print(
        f"  random {PLAYERS}-player games: {rate:.0f} a second, {events:.0f} events each"
        f" (at least {FEWEST_GAMES_A_SECOND}: {verdict})"
    )

    folds: list[float] = []
    for log, state in games:
        began = process_time()
        again = fold(log)
        folds.append(process_time() - began)
        assert again == state
    verdict = "enough" if median(folds) * 1000 < LONGEST_FOLD_MS else "TOO SLOW"
    print(
        f"  folding a whole game: {milliseconds(folds)} (under {LONGEST_FOLD_MS:.0f}: {verdict})"
    )

    loads: list[float] = []
    for log, _state in games:
        rows = [encode_event(event) for event in log]
        began = process_time()
        fold([decode_event(kind, payload) for kind, payload in rows])
        loads.append(process_time() - began)
    print(f"  decoding and folding a whole game: {milliseconds(loads)}")

    looks: list[float] = []
    for log, _state in games:
        state = fold(log[: len(log) // 2])
        began = process_time()
        for viewer in (*range(PLAYERS), None):
            observe(state, viewer)
        looks.append(process_time() - began)
    print(f"  observing for seven seats and a spectator: {milliseconds(looks)}")


if __name__ == "__main__":
    main()
