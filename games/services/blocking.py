"""Block a person, which mutes them as well; accounts.blocks keeps the block itself.

What follows in play: services.lobby_seats refuses the blocked a seat at one's own tables and warns before one
sits down beside them; quick seat (services.lobby) leads neither to the other.
"""

from django.db import transaction

from accounts import blocks
from accounts.models import User
from games.models import Lobby, Mute
from games.transport.broadcast import announce_lobby
from games.values.refusals import GameError, ServiceReason


@transaction.atomic
def block_person(*, user: User, other: User) -> None:
    """Block and mute a person. Raises GameError(MALFORMED) for oneself and for a closed account."""
    if not blocks.block(user=user, other=other):
        raise GameError(ServiceReason.MALFORMED)
    Mute.objects.get_or_create(user=user, muted=other)
    _show_in_lobbies(user)


@transaction.atomic
def unblock_person(*, user: User, other: User) -> None:
    """End the block, and hear the person again; without a block nothing changes."""
    blocks.unblock(user=user, other=other)
    Mute.objects.filter(user=user, muted=other).delete()
    _show_in_lobbies(user)


def _show_in_lobbies(user: User) -> None:
    """Let the pages of a lobby in which this person sits be drawn anew."""
    for lobby in Lobby.objects.open().filter(seats__user=user):
        announce_lobby(lobby.pk)
