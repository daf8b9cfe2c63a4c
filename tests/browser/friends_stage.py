"""Friends, requests, an invitation and a finished game, on the database of a running site (see tests.browser.stage).

Fia is the one who looks; names are as long as names may be.
"""

from collections.abc import Mapping
from datetime import timedelta
from random import Random

from django.utils import timezone

from accounts import friends
from accounts.friend_models import Presence
from accounts.models import User
from accounts.presence import note_online
from games.models import Invitation, Seat
from games.services import invitations
from tests.browser.stage import session_of
from tests.factories import a_game, a_person, play_at_random
from tests.games.lobbies import a_table, join

LONG = ("Bartholomäusmeierhoferin", "Christopher-Alexander II", "Guadalupe Hernández Ruiz")


def pages_of_friends() -> Mapping[str, str]:
    """Everything that pages of friends can show, with the sessions of who looks."""
    fia, friend, player, met = (_member(name) for name in ("Fia", *LONG))
    asking, asked, gone = (_member(name) for name in ("Wojciech Brzęczyszczykie", "Uwe", "Vera"))
    for other in (friend, player, gone):
        _befriend(fia, other)
    friends.ask(user=asking, other=fia)
    friends.ask(user=fia, other=asked)
    note_online([each.pk for each in (fia, friend, player)])
    Presence.objects.update(until=timezone.now() + timedelta(hours=3))
    a_table(friend, name="The long night of Weimar without an end")
    _at_table(player)
    last = _last_game([fia, met, a_person()])
    lobby = a_table(fia, name="Friends of Fia", most_players=7)
    join(lobby, a_person())
    invitations.invite(lobby_id=lobby.pk, user=fia, other=friend)
    Invitation.objects.update(kept_until=timezone.now() + timedelta(hours=3))
    return {
        "fia": session_of(fia),
        "invited": session_of(friend),
        "guest": session_of(a_person()),
        "asking": asking.username,
        "friend": friend.username,
        "code": lobby.code,
        "game": last,
    }


def pair() -> Mapping[str, str]:
    """Two members who are not friends yet: sessions and names."""
    ada, bea = _member("Adalind"), _member("Beatrix")
    return {
        "ada": session_of(ada), "bea": session_of(bea),
        "ada_name": ada.username, "bea_name": bea.username,
    }  # fmt: skip


def _member(name: str) -> User:
    """A person with an account; of another name if they are staged a second time."""
    is_taken = bool(name) and User.objects.named_like(name).exists()
    return a_person("" if is_taken else name, is_guest=False)


def _befriend(one: User, other: User) -> None:
    friends.ask(user=one, other=other)
    friends.accept(user=other, other=one)


def _at_table(user: User) -> None:
    game, users = a_game(5, is_public=True, pace="relaxed")
    Seat.objects.filter(game=game, user=users[0]).update(user=user)


def _last_game(people: list[User]) -> str:
    """A game of these people and bots that is over; return its code."""
    game, users = a_game(5, is_public=True)
    for old, new in zip(users, people, strict=False):
        Seat.objects.filter(game=game, user=old).update(user=new)
    play_at_random(game, Random(3))
    return game.code
