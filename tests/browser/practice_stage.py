"""A practice game for browser tests: its one person, who may ask the coach, has to decide."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.engine import legal_actions
from games.engine.vocabulary import Phase, Role
from games.models import Game
from games.selectors.game import load_table
from games.services.clock import advance
from games.services.practice import start_practice
from tests.factories import play


def a_practice_vote(person: User) -> Game:
    """Return a practice game of this person, a liberal, up to a vote after its first round."""
    game = start_practice(user=person, role=Role.LIBERAL)
    while True:
        table = load_table(game.pk)
        own = [seat for seat in table.undecided() if seat == table.seat_of(person.pk)]
        if own and table.state.round > 1 and table.state.phase is Phase.VOTE:
            return game
        if own:
            play(game, legal_actions(table.state, own[0])[0])
        else:
            advance(game.pk, timezone.now() + timedelta(hours=1))
