"""Closing an account deletes the person's private data at tables, and no table waits for the empty seat."""

import re
from datetime import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from channels.db import database_sync_to_async
from django.apps import apps
from django.db import connection, models, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.arrivals import note_arrival
from accounts.delivery_models import NoticeChoice, PushDevice, QuietHours
from accounts.friend_models import FriendRequest, Friendship, Presence
from accounts.models import Block, GuestArrival, User, UserSession
from accounts.notice_choices import Channels, save_choices, save_quiet_hours
from accounts.notice_models import Notice, NoticeKind
from accounts.presence import note_online
from accounts.services import close_account
from accounts.signals import account_closed
from games.models import (
    ChatMessage,
    Game,
    GameNotes,
    Invitation,
    LobbyRemoval,
    LobbySeat,
    Mute,
    Seat,
    TableWish,
)
from games.selectors.game import load_table
from games.selectors.table_cache import forget_all
from games.services.blocking import block_person
from games.services.chat import keep_notes, mark_player, mute, say, say_phrase
from games.services.clock import tidy_up
from games.services.closed_accounts import delete_private_data, seat_missing_stand_ins
from games.services.lobby_rematch import rematch
from games.services.table_wishes import save_wish
from games.values.chat import Mark
from games.values.table_wish import WishedTable
from tests.factories import a_game, a_lobby, a_person
from tests.games import talk
from tests.games.lobbies import a_finished_game, a_table, join
from tests.games.visits import browser, page, words
from tests.sockets import tab

# For every column that names a person, its fate when they close the account. A new relation fails
# the test below until it is listed here.
GONE = {
    "account.EmailAddress.user",
    "accounts.Block.blocked",
    "accounts.Block.user",
    "accounts.GuestArrival.user",
    "api.ApiToken.user",
    "api.BotAccount.user",
    "accounts.FriendRequest.asked",
    "accounts.FriendRequest.user",
    "accounts.Friendship.friend",
    "accounts.Friendship.user",
    "accounts.Notice.user",
    "accounts.Notice.by",
    "accounts.NoticeChoice.user",
    "accounts.PushDevice.user",
    "accounts.QuietHours.user",
    "accounts.UserSession.user",
    "mfa.Authenticator.user",
    "games.GameNotes.user",
    "games.LobbyMessage.user",
    "games.LobbyRemoval.user",
    "games.Mute.user",
    "games.Mute.muted",
    "accounts.Presence.user",
    "games.Invitation.by",
    "games.Invitation.user",
    "games.TableWish.user",
    "clubs.Ask.by",
    "clubs.Ask.user",
    "clubs.ClubNews.author",
    "clubs.Membership.user",
    "clubs.Removal.user",
    "learning.LessonDone.user",
    "learning.RiddleAnswer.user",
    "learning.RiddleProgress.user",
    "moderation.MonthLine.person",
    "moderation.MonthLine.other",
    "accounts.User.groups",
    "accounts.User.user_permissions",
}
STAYS = {
    "accounts.Sanction.user": "what staff decided stays on record, without the text",
    "accounts.Preferences.user": "made anew, with nothing chosen",
    "admin.LogEntry.user": "what staff did stays on record",
    "moderation.Case.person": "that there was a case, and what was decided",
    "moderation.Case.claimed_by": "which member of staff handled a case",
    "moderation.Case.decided_by": "which member of staff decided a case",
    "moderation.Report.reporter": "that a report was made, without the sentence",
    "moderation.Appeal.answered_by": "which member of staff answered an appeal",
    "games.ChatMessage.user": "its place in the talk, without the words",
    "games.GameResult.annulled_by": "which staff member annulled a game",
    "games.Lobby.host": "a lobby that has been closed or started",
    "games.LobbySeat.user": "of a lobby that has started, which is only a link",
    "games.EarnedHonour.user": "follows from the games; shown nowhere",
    "games.PlayerRating.user": "others' ratings follow from it; shown nowhere",
    "games.PlayerStreak.user": "numbers; shown nowhere",
    "games.PlayerTally.user": "numbers; shown nowhere",
    "games.HeadToHead.user": "numbers of finished games",
    "games.HeadToHead.other": "numbers of others; shown as deleted player",
    "games.Seat.user": "the game goes on, as deleted player",
    "games.SeatResult.user": "the game counts for the others, as deleted player",
    "games.SeasonStanding.user": "shown nowhere",
    "nights.Night.organiser": "the night was played; without the text, and cancelled if it had not begun",
    "nights.NightAct.by": "what an organiser did stays on record",
    "nights.NightAct.person": "to whom it was done",
    "nights.NightHonour.user": "shown as deleted player",
    "nights.NightPlace.user": "a night that is over counts for the others; a place at a later one is given away",
    "nights.NightSeat.user": "the round counts for the others, as deleted player",
}
WORDS = "something said in own words"


def relations() -> set[str]:
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.related_model is User and not field.auto_created
    } | {f"accounts.User.{field.name}" for field in User._meta.many_to_many}


def rows_of(relation: str, user: User) -> models.QuerySet[Any]:
    label, name = relation.rsplit(".", 1)
    model = apps.get_model(label)
    if model is User:
        return getattr(user, name).all()
    return model._base_manager.filter(**{name: user})


def a_person_with_everything() -> tuple[User, User, Game, Game]:
    """A person with a running and a finished game, another person, and the two games."""
    over, users, _state = talk.at(talk.over)
    Game.objects.filter(pk=over.pk).update(status="finished", finished_at=timezone.now())
    forget_all()
    person, other = users[0], users[1]
    running, _players = a_game()
    Seat.objects.filter(game=running, number=0).update(user=person)
    Seat.objects.filter(game=running, number=1).update(user=other)
    forget_all()
    for game in (over, running):
        say(game_id=game.pk, user_id=person.pk, text=WORDS, message_id="m0")
        keep_notes(game_id=game.pk, user_id=person.pk, text="private")
        mark_player(game_id=game.pk, user_id=person.pk, seat=1, mark=Mark.SUSPECT)
        mark_player(game_id=game.pk, user_id=other.pk, seat=0, mark=Mark.TRUST)
        mark_player(game_id=game.pk, user_id=other.pk, seat=2, mark=Mark.UNSURE)
    say_phrase(game_id=over.pk, user_id=person.pk, phrase="hello", about=None)
    mute(game_id=over.pk, user_id=person.pk, author="seat-1", is_muted=True)
    mute(game_id=over.pk, user_id=other.pk, author="seat-0", is_muted=True)
    block_person(user=person, other=users[2])
    block_person(user=other, other=person)
    LobbyRemoval.objects.create(lobby=a_lobby(), user=person)
    Authenticator.objects.create(user=person, type=Authenticator.Type.TOTP, data={})
    now = timezone.now()
    UserSession.objects.create(user=person, session_key="a" * 40, begun_at=now, last_used_at=now)
    note_arrival(guest=person, address="k7qf-3mzd")
    for reader, by in ((person, other), (other, person)):
        Notice.objects.create(user=reader, by=by, kind="club", sentence="x", path="/", key="x")
    Friendship.objects.create(user=person, friend=users[3])
    Friendship.objects.create(user=users[3], friend=person)
    FriendRequest.objects.create(user=person, asked=users[4])
    FriendRequest.objects.create(user=users[4], asked=person)
    note_online([person.pk])
    table = a_lobby()
    Invitation.objects.create(lobby=table, user=person, by=other)
    Invitation.objects.create(lobby=table, user=other, by=person)
    save_choices(user=person, choices={NoticeKind.CLUB: Channels(mail=True)})
    save_quiet_hours(user=person, begins=time(22), ends=time(7), time_zone="UTC")
    PushDevice.objects.create(user=person, endpoint="https://push.example.org/x")
    save_wish(user=person, wish=WishedTable())
    return person, other, over, running


@pytest.mark.django_db
def test_every_relation_to_a_person_has_been_thought_about() -> None:
    assert relations() == GONE | STAYS.keys()


@pytest.mark.django_db
def test_private_data_and_words_are_deleted() -> None:
    person, other, over, running = a_person_with_everything()
    private = (
        Block, GameNotes, Mute, LobbyRemoval, Authenticator, UserSession, GuestArrival,
        Notice, NoticeChoice, QuietHours, PushDevice, TableWish, Friendship, FriendRequest, Presence,
        Invitation,
    )  # fmt: skip
    assert all(model._default_manager.exists() for model in private)
    close_account(user=person)
    assert {each for each in GONE if rows_of(each, person).exists()} == set()
    lines = ChatMessage.objects.filter(user=person)
    assert {line.text for line in lines} == {""}
    assert {line.message_key for line in lines} == {None}
    assert lines.exclude(phrase="").count() == 1
    # Others keep their marks on others; marks on the closed account stay only while the seat plays
    # on.
    marks = {sheet.game_id: set(sheet.marks) for sheet in GameNotes.objects.filter(user=other)}
    assert marks == {over.pk: {"2"}, running.pk: {"0", "2"}}


@pytest.mark.django_db
def test_the_talk_shows_where_something_was_said_and_not_what() -> None:
    person, other, over, _running = a_person_with_everything()
    address = f"/games/{over.code}/talk/"
    Mute.objects.all().delete()
    assert WORDS in words(page(browser(other), address))
    close_account(user=person)
    shown = words(page(browser(other), address))
    assert WORDS not in shown
    assert "(deleted with the account)" in shown
    assert "deleted player" in shown


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_room_forgets_the_words_of_a_closed_account() -> None:
    run = database_sync_to_async
    person, _other, _over, running = await run(a_person_with_everything)()
    address = f"/ws/games/{running.code}/"
    async with tab(address) as here:
        assert WORDS in await here.html_until_quiet()
        await run(close_account)(user=person)
        await here.html_until_quiet()
        async with tab(address) as newcomer:
            shown = await newcomer.html_until_quiet()
    assert "(deleted with the account)" in shown
    assert WORDS not in shown


@pytest.mark.django_db
def test_closing_is_all_or_nothing() -> None:
    person, _other, _over, running = a_person_with_everything()
    lobby = a_table()
    Seat.objects.filter(game=running, number=0).update(has_stand_in=True)
    join(lobby, person)
    Seat.objects.filter(game=running, number=0).update(has_stand_in=False)
    forget_all()

    def die(**_details: object) -> None:
        raise SystemExit

    account_closed.connect(die)
    try:
        with pytest.raises(SystemExit):
            close_account(user=person)
    finally:
        account_closed.disconnect(die)
    assert User.objects.get(pk=person.pk).closed_at is None
    assert GameNotes.objects.filter(user=person).exists()
    assert LobbySeat.objects.filter(user=person).exists()
    forget_all()
    assert not load_table(running.pk).occupants[0].has_stand_in

    close_account(user=User.objects.get(pk=person.pk))
    assert not LobbySeat.objects.filter(user=person).exists()
    assert load_table(running.pk).occupants[0].has_stand_in
    assert load_table(running.pk).occupants[0].name == ""


@pytest.mark.django_db
@pytest.mark.usefixtures("clock_tidies_up_again")
def test_the_clock_seats_a_stand_in_that_is_missing_once() -> None:
    """A seat that an earlier release left behind, or an action at the moment of closing."""
    game, users = a_game()
    lobby = a_table(most_players=5)
    waiting = join(lobby)
    gone = [users[2].pk, waiting.pk]
    User.objects.filter(pk__in=gone).update(closed_at=timezone.now(), is_active=False)
    forget_all()
    assert not load_table(game.pk).occupants[2].has_stand_in

    tidy_up(timezone.now())
    assert [each.has_stand_in for each in load_table(game.pk).occupants] == [
        False, False, True, False, False,
    ]  # fmt: skip
    assert not lobby.seats.filter(user=waiting).exists()
    seating = Game.objects.get(pk=game.pk).seating
    assert seat_missing_stand_ins() == 0
    assert Game.objects.get(pk=game.pk).seating == seating
    assert a_person().closed_at is None


@pytest.mark.django_db
def test_closing_locks_in_the_order_of_a_rematch() -> None:
    """Two transactions that lock games and lobbies in different orders wait for each other on PostgreSQL."""

    def locked(queries: CaptureQueriesContext) -> list[str]:
        firsts = [re.match(r'SELECT .*? FROM "(games_\w+)"', each["sql"]) for each in queries]
        tables = [first[1] for first in firsts if first]
        wanted = ("games_game", "games_lobby")
        return sorted(wanted, key=tables.index)

    game, users = a_finished_game()
    rematch(game=game, user=users[0])
    with CaptureQueriesContext(connection) as joining, transaction.atomic():
        rematch(game=game, user=users[1])
    with CaptureQueriesContext(connection) as closing, transaction.atomic():
        delete_private_data(user=users[0])
    # Before it locks anything, a rematch only looks whether the person sat in the game.
    assert locked(joining) == locked(closing) == ["games_game", "games_lobby"]
