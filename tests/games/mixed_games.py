"""Games of people, bots and stand-ins, played through the services."""

from datetime import timedelta
from random import Random

from django.utils import timezone

from games.engine import legal_actions
from games.models import Game
from games.selectors.game import load_table
from games.services.clock import advance
from games.services.game import leave_seat
from tests.factories import a_game, play


def play_mixed_game(
    seed: int, *, people: int = 4, bots: int = 3, decisions: int = 30
) -> tuple[Game, set[int]]:
    """Play a game in which the first person leaves early and comes back late.

    Returns the game, and the numbers of the events that people caused.
    """
    rng = Random(seed)
    game, users = a_game(people=people, bots=bots, seed=seed)
    by_people: set[int] = set()

    def decide(seat: int) -> None:
        table = load_table(game.pk)
        after = play(game, rng.choice(legal_actions(table.state, seat)))
        by_people.update(range(table.version + 1, after.version + 1))

    for decision in range(decisions):
        # Long enough for every bot's pause.
        advance(game.pk, timezone.now() + timedelta(hours=1))
        if load_table(game.pk).is_over:
            break
        decide(rng.choice(load_table(game.pk).undecided()))
        table = load_table(game.pk)
        if decision == 5:
            leave_seat(game_id=game.pk, user_id=users[0].pk)
        if decision > 15 and table.occupants[0].has_stand_in and 0 in table.undecided():
            decide(0)
    return game, by_people
