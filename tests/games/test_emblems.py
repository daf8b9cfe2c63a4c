"""Everybody's emblem, wherever the name stands: one drawing each, and no two alike at one table."""

import re
from collections.abc import Iterable
from random import Random

import pytest
from django.db import transaction
from django.urls import reverse

from accounts.emblems import emblem_of_name, read_emblem
from accounts.models import User
from accounts.services import close_account, save_emblem
from games.models import Game, Lobby, Seat
from games.presenters.players import named_players
from games.selectors.game import load_table
from games.selectors.lobby import load_lobby
from games.selectors.open_tables import open_lobbies
from games.selectors.table_cache import forget_all
from games.services.chat import say
from games.services.lobby_seats import add_bots
from games.services.new_game import create_game
from tests.factories import a_lobby, a_person, play_at_random
from tests.games import talk
from tests.games.lobbies import a_table, join
from tests.games.ratings import rated
from tests.games.visits import browser

pytestmark = pytest.mark.django_db(transaction=True)

TEAPOT, OWL, NOBODY = "teapot plum ruled", "owl teal solid", "nobody grey plain"


def wear(user: User, text: str) -> None:
    save_emblem(user=user, emblem=read_emblem(text))


def drawn(user: User | None, address: str) -> list[str]:
    """Every emblem on a page."""
    page = browser(user).get(address).content.decode()
    pattern = (
        r'class="emblem ink-(\w+) ground-(\w+)" aria-hidden="true"><use href="[^"#]+#([\w-]+)"'
    )
    return [f"{symbol} {ink} {ground}" for ink, ground, symbol in re.findall(pattern, page)]


def prints(shown: Iterable[str]) -> set[tuple[object, object]]:
    return {(read_emblem(each).symbol, read_emblem(each).ink) for each in shown}


def a_game_of_teapots(people: int, *bots: str) -> tuple[Game, list[User]]:
    """Everybody has chosen the same emblem."""
    users = [a_person(emblem=TEAPOT) for _ in range(people)]
    with transaction.atomic():
        lobby = a_lobby(users[0], status=Lobby.Status.STARTED, pace="none")
        return create_game(lobby=lobby, players=[*users, *bots]), users


def faces(game: Game) -> list[str]:
    """As a process knows them that has just been started."""
    forget_all()
    return [occupant.face for occupant in load_table(game.pk).occupants]


def table(game: Game) -> str:
    return reverse("games:table", args=[game.code])


# At one table


def test_no_two_are_alike_at_a_table() -> None:
    game, users = a_game_of_teapots(7, "Robin", "Kim")

    shown = faces(game)

    assert shown[0] == TEAPOT
    assert len(prints(shown)) == 9
    assert drawn(users[3], table(game))[:9] == shown
    assert drawn(None, reverse("games:tv", args=[game.code]))[:9] == shown


def test_no_two_are_alike_in_a_lobby() -> None:
    lobby = a_table(a_person(emblem=TEAPOT))
    for _ in range(3):
        join(lobby, a_person(emblem=TEAPOT))
    add_bots(lobby_id=lobby.pk, user=lobby.host, fill=True)

    shown = [seat.face for seat in load_lobby(lobby.pk).seats]

    assert shown[0] == TEAPOT
    assert len(prints(shown)) == len(shown) > 4
    assert drawn(None, reverse("games:lobby", args=[lobby.code])) == shown


def test_a_game_keeps_what_was_worn_when_it_began() -> None:
    """A new emblem would speak for the President who must be silent, and for the dead."""
    game, users = a_game_of_teapots(5)
    before = faces(game)

    wear(users[0], OWL)
    wear(users[4], "rook black plain")

    assert faces(game) == before
    assert drawn(users[1], table(game))[:5] == before
    assert User.objects.get(pk=users[0].pk).face == OWL


def test_a_bot_of_a_name_has_one_face() -> None:
    one, _ = a_game_of_teapots(5, "Robin")
    other, _ = a_game_of_teapots(6, "Robin")

    assert faces(one)[5] == faces(other)[6] == emblem_of_name("Robin")


def test_games_from_before_show_what_is_worn_now() -> None:
    game, users = a_game_of_teapots(5, "Robin")
    Seat.objects.filter(game=game).update(emblem="")

    wear(users[2], OWL)

    assert faces(game)[2] == OWL
    assert faces(game)[5] == emblem_of_name("Robin")
    assert len(prints(faces(game))) == 6


def test_a_closed_account_leaves_an_empty_face_and_changes_no_other() -> None:
    game, users = a_game_of_teapots(5)
    before = faces(game)

    close_account(user=users[0])

    assert faces(game) == ["", *before[1:]]
    assert drawn(users[1], table(game))[:5] == [NOBODY, *before[1:]]
    assert not Seat.objects.exclude(emblem="").filter(user=users[0]).exists()


# Elsewhere


def test_lines_of_talk_show_who_speaks() -> None:
    game, users = a_game_of_teapots(7)
    watcher = talk.a_spectator()
    wear(watcher, OWL)
    say(game_id=game.pk, user_id=users[6].pk, text="Hello")
    say(game_id=game.pk, user_id=watcher.pk, text="Hi")

    page = browser(watcher).get(table(game)).content.decode()
    line = r'<span class="chat-author">\s*<svg class="emblem ink-(\w+) ground-(\w+)"[^>]*><use href="[^"#]+#([\w-]+)"'
    spoke = [f"{symbol} {ink} {ground}" for ink, ground, symbol in re.findall(line, page)]

    assert spoke == [faces(game)[6], OWL]


def test_open_tables_show_their_hosts() -> None:
    lobby = a_table(a_person(emblem=OWL), is_public=True)

    assert [entry.host_face for entry in open_lobbies()] == [OWL]
    assert OWL in drawn(None, "/")
    assert lobby.host.face == OWL


def test_boards_and_pages_of_people_show_them() -> None:
    ada = rated(1700)
    wear(ada, OWL)

    assert drawn(None, "/leaderboard/")[0] == OWL
    assert drawn(None, reverse("games:player", args=[ada.username]))[0] == OWL


def test_the_end_and_the_replay_show_what_was_worn() -> None:
    game, users = a_game_of_teapots(5)
    play_at_random(game, Random(1))
    shown = faces(game)
    wear(users[0], OWL)

    # Once with the roles, once at the seats.
    assert drawn(users[1], table(game))[:10] == [*shown, *shown]
    replay = reverse("games:replay", args=[game.code])
    assert drawn(None, replay)[:5] == shown
    assert drawn(None, reverse("games:replay_step", args=[game.code, 3]))[:5] == shown


def test_players_of_a_name_only_have_the_face_of_the_name() -> None:
    assert [player.face for player in named_players(["Ada", "Ben"])] == [
        emblem_of_name("Ada"),
        emblem_of_name("Ben"),
    ]
