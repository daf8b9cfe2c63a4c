"""What happens to seats when the person in them leaves the site.

Doors: show_closed_account and forget_name_of_tables, called when accounts says that somebody closed an
account. The seat stays: a finished game shows "deleted player", a running one goes on with a stand-in.
"""

from contextlib import suppress

from django.conf import settings
from django.db.models import F
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from games.live.broadcast import announce_game
from games.models import Game, Lobby, Seat
from games.services.errors import GameError
from games.services.game import set_stand_in
from games.services.lobby import usual_table_name


def show_closed_account(*, user: User) -> None:
    """Let every table this person sits at read the names anew, and play on without the person."""
    own = Game.objects.filter(seats__user=user)
    own.update(seating=F("seating") + 1)
    running = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING)
    for game_id, number in running.values_list("game_id", "number"):
        # A game that has ended meanwhile needs nobody to play on.
        with suppress(GameError):
            set_stand_in(game_id=game_id, seat=number, has_stand_in=True)
    finished = own.filter(status=Game.Status.FINISHED).order_by("-finished_at")
    for game_id, version in finished.values_list("pk", "version")[:20]:
        announce_game(game_id, version, reseated=True)


def forget_name_of_tables(former_name: str) -> None:
    """Tables that were called after this person without anybody having chosen so are so no more."""
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            told = usual_table_name(former_name)
            name = usual_table_name(_("deleted player"))
        for tables in (Lobby.objects, Game.objects):
            tables.filter(name=told).update(name=name)
