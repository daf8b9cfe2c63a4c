"""At a ranked night two people who share a device or a connection sit in no ranked game together."""

from typing import Any

import pytest
from django.core import signing
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.notice_models import Notice
from accounts.notices import sentence_of
from accounts.origins import Origin
from games.models import Game, SeatResult
from games.nights.announcing import cancel_night
from games.nights.clock import latest_round
from games.nights.models import Night, NightRound
from games.nights.places import join_night, leave_night, say_ready
from tests.games.lobbies import registered
from tests.games.nights.nights import MINUTE, a_night, an_organiser, move_on

pytestmark = pytest.mark.django_db

UNRANKED = "Without rank, as two people at this table play from the same device or connection"


def a_ranked_night(count: int, **fields: Any) -> tuple[Night, list[User]]:
    people = [registered() for _ in range(count)]
    night = a_night(an_organiser_of(people[0]), is_ranked=True, **fields)
    for person in people:
        join_night(night_id=night.pk, user=person)
    at = timezone.now()
    Night.objects.filter(pk=night.pk).update(starts_at=at - MINUTE)
    night.refresh_from_db()
    return night, people


def an_organiser_of(user: User) -> User:
    """Give somebody the finished games that announcing a night takes."""
    SeatResult.objects.filter(user=an_organiser()).update(user=user)
    return user


def begin(night: Night) -> NightRound:
    at = timezone.now()
    for each in (at - 2 * MINUTE, at - MINUTE, at):
        move_on(night, each)
    begun = latest_round(night)
    assert begun is not None
    return begun


def there(night: Night, person: User, device: str = "", connection: str = "") -> None:
    say_ready(night_id=night.pk, user=person, origin=Origin(device=device, connection=connection))


def tables_of(begun: NightRound) -> list[set[int]]:
    return [set(each.seats.values_list("user_id", flat=True)) for each in begun.tables.all()]


@pytest.mark.parametrize("key", ["device", "connection"])
def test_they_are_drawn_to_different_tables(key: str) -> None:
    night, people = a_ranked_night(10)
    pair = people[:2]
    for person in people:
        there(night, person, **({key: "same"} if person in pair else {}))
    seated = tables_of(begin(night))
    assert len(seated) == 2
    assert all(len(table & {each.pk for each in pair}) == 1 for table in seated)
    assert [game.is_ranked for game in Game.objects.filter(night_table__round__night=night)] == [
        True,
        True,
    ]


def test_only_table_is_played_without_rank_and_everybody_is_told_why() -> None:
    night, people = a_ranked_night(5)
    for number, person in enumerate(people):
        there(night, person, device="same" if number < 2 else f"own {number}")
    begun = begin(night)
    table = begun.tables.get()
    assert table.game is not None
    assert not table.game.is_ranked
    for person in people:
        last = Notice.objects.filter(user=person).latest("pk")
        assert "without rank, as two people there play from the same place" in sentence_of(last)
    assert UNRANKED in Client().get(f"/nights/{night.code}/").content.decode()


def test_others_play_ranked_and_read_nothing_of_it() -> None:
    night, people = a_ranked_night(5)
    for number, person in enumerate(people):
        there(night, person, device=f"own {number}", connection=f"net {number}")
    table = begin(night).tables.get()
    assert table.game is not None
    assert table.game.is_ranked
    assert UNRANKED not in Client().get(f"/nights/{night.code}/").content.decode()


def test_who_moves_to_one_place_after_the_draw_is_seated_anew() -> None:
    night, people = a_ranked_night(10)
    for person in people:
        there(night, person)
    at = timezone.now()
    for each in (at - 2 * MINUTE, at - MINUTE):
        move_on(night, each)
    drawn = latest_round(night)
    assert drawn is not None
    assert drawn.begun_at is None
    together = sorted(tables_of(drawn)[0])[:2]
    night.people.filter(user__in=together).update(device_key="same")
    move_on(night, at)
    assert all(len(table & set(together)) == 1 for table in tables_of(drawn))


def test_pages_note_it_and_the_end_forgets_it() -> None:
    night, people = a_ranked_night(2)
    Night.objects.filter(pk=night.pk).update(starts_at=timezone.now() + MINUTE)
    clients = [
        Client(REMOTE_ADDR="81.2.69.142", headers={"user-agent": "Firefox"}) for _ in people
    ]
    for client, person in zip(clients, people, strict=True):
        client.force_login(person)
        named = {"device": "laptop", "people": [each.pk for each in people]}
        client.cookies["known_device"] = signing.dumps(named, salt="accounts.known_devices")
        assert client.post(f"/nights/{night.code}/ready/").status_code == 302
    first, second = night.people.all()
    assert first.device_key == second.device_key != ""
    assert first.connection_key == second.connection_key != ""
    assert "laptop" not in first.device_key
    # An open page says so when somebody has gone elsewhere.
    clients[1].get(f"/nights/{night.code}/live/", REMOTE_ADDR="89.160.20.112")
    second.refresh_from_db()
    assert second.device_key == first.device_key
    assert second.connection_key not in ("", first.connection_key)
    leave_night(night_id=night.pk, user=people[1])
    second.refresh_from_db()
    assert (second.device_key, second.connection_key) == ("", "")
    cancel_night(night_id=night.pk, user=people[0])
    first.refresh_from_db()
    assert (first.device_key, first.connection_key) == ("", "")


def test_night_without_rank_notes_nothing() -> None:
    night = a_night()
    Night.objects.filter(pk=night.pk).update(starts_at=timezone.now() + MINUTE)
    client = Client(REMOTE_ADDR="81.2.69.142", headers={"user-agent": "Firefox"})
    client.force_login(night.organiser)
    client.post(f"/nights/{night.code}/ready/")
    client.get(f"/nights/{night.code}/live/")
    place = night.people.get()
    assert place.ready_at is not None
    assert (place.device_key, place.connection_key) == ("", "")
