"""Notes whether a TV shows a table: then its players probably sit in one room."""

from django.db import transaction
from django.db.models import F

from games.models import Game
from games.selectors.game import load_table
from games.selectors.table_cache import forget
from games.transport.broadcast import announce_game


def note_tv(game_id: int, count: int) -> None:
    """Keep whether any of so many TVs is there, and tell everybody at the table if that is new.

    A process that is killed takes its note back no more: secrets stay covered until the TV comes again and leaves.
    """
    has_tv = count > 0
    with transaction.atomic():
        changed = Game.objects.running().filter(pk=game_id, has_tv=not has_tv)
        if changed.update(has_tv=has_tv, seating=F("seating") + 1):
            version = load_table(game_id).version
            # Read inside the transaction: nothing may stay cached if it is rolled back.
            forget(game_id)
            announce_game(game_id, version, reseated=True)
