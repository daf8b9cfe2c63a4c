"""What a sanction forbids at tables, and that a game which has begun goes on as it began."""

from datetime import timedelta
from functools import partial

import pytest

from accounts.models import Sanction, SanctionKind, User
from accounts.sanctions import impose, lift, mark_read
from games.forms.chat import parse_talk
from games.services import lobby as lobbies
from games.services.chat import say
from games.services.lobby_rematch import rematch
from games.services.lobby_talk import talk_in_lobby
from games.services.quick_seat import quick_seat
from games.values.refusals import ServiceReason
from tests.factories import a_game, a_person
from tests.games.lobbies import a_finished_game, a_table, join, people_of, registered
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("kind", [SanctionKind.SUSPENSION, SanctionKind.BAN])
def test_suspended_person_sits_down_nowhere(kind: SanctionKind) -> None:
    game, (person, *_others) = a_finished_game()
    made = impose(user=person, kind=kind, text="x")
    for act in (
        partial(a_table, person),
        partial(join, a_table(), person),
        partial(quick_seat, user=person),
        partial(lobbies.open_table, user=person),
        partial(rematch, game=game, user=person),
    ):
        assert refusal(act) is ServiceReason.SUSPENDED
    lift(made)
    lobby = a_table()
    join(lobby, person)
    assert person in people_of(lobby)


def test_warning_must_be_read_before_the_next_game() -> None:
    person, lobby = a_person(), a_table()
    warning = impose(user=person, kind=SanctionKind.WARNING, text="x")
    assert refusal(partial(join, lobby, person)) is ServiceReason.WARNING_UNREAD
    mark_read(user=person, sanction_id=warning.pk)
    join(lobby, person)


def test_person_without_ranked_games_plays_casual_ones() -> None:
    person = registered()
    impose(user=person, kind=SanctionKind.NO_RANKED, text="x")
    ranked, casual = a_table(registered(), is_ranked=True), a_table()
    assert refusal(partial(join, ranked, person)) is ServiceReason.RANKED_FORBIDDEN
    join(casual, person)


def spoken(user: User, lobby_id: int) -> partial[None]:
    request = parse_talk({"action": "say", "text": "hello", "message_id": "m0"})
    return partial(talk_in_lobby, lobby_id=lobby_id, user=user, request=request)


def test_muted_person_writes_nothing_in_a_lobby() -> None:
    person, lobby = a_person(), a_table()
    join(lobby, person)
    spoken(person, lobby.pk)()
    impose(user=person, kind=SanctionKind.MUTE, text="x")
    assert refusal(spoken(person, lobby.pk)) is ServiceReason.MUTED_BY_STAFF


def test_mute_binds_at_the_next_table_and_among_spectators() -> None:
    spectator = a_person()
    running, (person, *_others) = a_game()
    impose(user=person, kind=SanctionKind.MUTE, text="x")
    impose(user=spectator, kind=SanctionKind.MUTE, text="x")
    say(game_id=running.pk, user_id=person.pk, text="hello")
    as_spectator = partial(say, game_id=running.pk, user_id=spectator.pk, text="hello")
    assert refusal(as_spectator) is ServiceReason.MUTED_BY_STAFF
    first = Sanction.objects.filter(user=person)
    first.update(begins_at=running.started_at - timedelta(hours=1))
    impose(user=person, kind=SanctionKind.MUTE, text="one more during the game")
    as_player = partial(say, game_id=running.pk, user_id=person.pk, text="hello again")
    assert refusal(as_player) is ServiceReason.MUTED_BY_STAFF
    later, (other, *_others) = a_game(seed=2)
    made = impose(user=other, kind=SanctionKind.MUTE, text="x")
    Sanction.objects.filter(pk=made.pk).update(begins_at=later.started_at - timedelta(hours=1))
    at_the_next = partial(say, game_id=later.pk, user_id=other.pk, text="hello")
    assert refusal(at_the_next) is ServiceReason.MUTED_BY_STAFF
