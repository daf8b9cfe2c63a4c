"""Simultaneous ballots from one of several processes; runs in manage.py's shell on a site's database."""

import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

from django.db import connection

from games.engine import legal_actions
from games.engine.actions import CastBallot
from games.engine.vocabulary import Phase, Vote
from games.models import Game
from games.selectors.game import load_table
from games.services.game import submit_action
from games.table import GameTable
from games.values.refusals import GameError, ServiceReason
from tests.factories import a_game, play, request_for

SEATS, THREADS = 10, 25
FINE = {
    ServiceReason.STALE_DECISION,
    ServiceReason.DUPLICATE_ACTION,
    ServiceReason.TRY_AGAIN,
}


def open_vote(seed: int) -> int:
    """A game of ten that votes on its first government; return its number."""
    game, _users = a_game(SEATS, seed=seed)
    table = load_table(game.pk)
    play(game, legal_actions(table.state, table.state.president)[0])
    return game.pk


def vote(table: GameTable, number: int, ballots: int) -> None:
    """Let every seat send so many ballots at once."""
    chance = Random(number)
    orders = [(seat, each) for seat in range(SEATS) for each in range(ballots)]
    chance.shuffle(orders)
    votes = [chance.choice(list(Vote)) for _ in orders]

    def send(place: int) -> None:
        seat, each = orders[place]
        action = CastBallot(seat=seat, vote=votes[place])
        user_id = table.occupants[seat].user_id
        try:
            request = request_for(action, table, f"{number}-{each}")
            submit_action(game_id=table.game_id, user_id=user_id, request=request)
        except GameError as error:
            if error.reason not in FINE:
                raise

    def work(thread: int) -> None:
        try:
            for place in range(thread, len(orders), THREADS):
                send(place)
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as threads:
        list(threads.map(work, range(THREADS)))


def main(number: int, ballots: int) -> None:
    """Vote in each game named on standard input, on a signal."""
    for line in sys.stdin:
        table = load_table(int(line))
        assert table.state.phase is Phase.VOTE
        print("ready", flush=True)  # noqa: T201
        sys.stdin.readline()
        vote(table, number, ballots)
        print("done", flush=True)  # noqa: T201


def stage(games: int) -> None:
    """Open so many votes; print their numbers and codes."""
    for seed in range(games):
        pk = open_vote(seed)
        print(pk, Game.objects.get(pk=pk).code, flush=True)  # noqa: T201
