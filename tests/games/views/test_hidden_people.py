"""Pages of friends, clubs, nights and notices do not tell what is hidden: a block, a no, who is invisible, others' notices.

Each attack asks for the same addresses while something hidden is so, and while it is not; the answers must be the
same bytes.
"""

import re
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.encoding import iri_to_uri

from accounts.delivery_models import PushDevice
from accounts.friends import ask, decline
from accounts.models import SanctionKind, User
from accounts.notice_models import Notice, NoticeKind
from accounts.notices import notify
from accounts.presence import note_online, show_presence
from accounts.sanctions import impose
from games.clubs.members import join as join_club
from games.clubs.models import Ask, Club, ClubEntry
from games.nights.models import Night
from games.nights.places import join_night
from games.services.blocking import block_person, unblock_person
from tests.factories import a_person
from tests.games.clubs.people import a_club, a_member, owner
from tests.games.friends import befriend, members
from tests.games.lobbies import a_table
from tests.games.nights.nights import a_night
from tests.games.visits import browser

pytestmark = pytest.mark.django_db

TOKENS = re.compile(rb'\b[A-Za-z0-9]{64}\b|nonce="[^"]+"|data-now="[^"]+"')
NOBODY = 10**9
Answer = tuple[int, str, bytes]


def answer(client: Client, path: str, **sent: Any) -> Answer:
    """Everything that an answer reveals, without its own address; what is sent makes it a form."""
    response = client.post(path, sent) if sent else client.get(path)
    body = TOKENS.sub(b"", response.content).replace(iri_to_uri(path).encode(), b"PATH")
    return response.status_code, response.get("Location", ""), body.replace(path.encode(), b"PATH")


def answers(reader: User | None, paths: Iterable[str]) -> dict[str, Answer]:
    """The answers to one reader, who has been here before."""
    client = browser(reader)
    client.get("/about/")
    return {path: answer(client, path) for path in paths}


def pages_about(person: User) -> list[str]:
    """Where others read of a person, or look for one."""
    return [
        "/",
        "/friends/",
        f"/friends/search/?name={person.username[:4]}",
        f"/players/{person.username}/",
        f"/players/{person.username}/friend/",
    ]


def suspend(user: User) -> None:
    until = timezone.now() + timedelta(days=1)
    impose(user=user, kind=SanctionKind.SUSPENSION, text="x", until=until)


def the_same(reader: User, paths: list[str], hide: Callable[[], object]) -> None:
    """Assert that these pages are the same before and after something that the reader must not learn."""
    before = answers(reader, paths)
    assert {status for status, _where, _body in before.values()} == {200}
    hide()
    after = answers(reader, paths)
    assert [path for path in paths if before[path] != after[path]] == []


@pytest.mark.parametrize("is_suspended", [False, True])
def test_nobody_learns_that_they_are_blocked(*, is_suspended: bool) -> None:
    blocker, reader = members(2)
    club, night = a_club(), a_night()
    for each in (blocker, reader):
        a_member(club, each)
        join_night(night_id=night.pk, user=each)
    if is_suspended:
        suspend(reader)
    places = [f"/clubs/{club.slug}/", f"/clubs/{club.slug}/members/", f"/nights/{night.code}/"]
    paths = [*pages_about(blocker), *places]
    the_same(reader, paths, lambda: block_person(user=blocker, other=reader))
    assert blocker.username.encode() in answers(reader, paths)[paths[2]][2]


@pytest.mark.parametrize("hidden", ["declined", "blocked"])
def test_refused_request_looks_like_one_that_waits(hidden: str) -> None:
    person, reader = members(2)
    path, form = f"/players/{person.username}/friend/", {"act": "ask"}
    client = browser(reader)
    if hidden == "blocked":
        open_answer = answer(client, path, **form)
        waiting = answers(reader, pages_about(person))
        answer(client, path, act="take_back")
        block_person(user=person, other=reader)
        assert answer(client, path, **form) == open_answer
        assert answers(reader, pages_about(person)) == waiting
    else:
        ask(user=reader, other=person)
        the_same(reader, pages_about(person), lambda: decline(user=person, other=reader))


@pytest.mark.parametrize("blocker", ["the asked", "the asker", "nobody"])
def test_request_asks_the_database_the_same_whether_there_is_a_block_or_not(blocker: str) -> None:
    open_person, person, reader = members(3)
    if blocker == "the asked":
        block_person(user=person, other=reader)
    if blocker == "the asker":
        block_person(user=reader, other=person)
    client, asked = browser(reader), []
    client.get("/rules/")
    for each in (open_person, person):
        path = f"/players/{each.username}/friend/"
        with CaptureQueriesContext(connection) as queries:
            answer(client, path, act="ask")
        # What they do to which columns; savepoints are numbered, rows and times differ.
        asked.append(
            [re.sub(r"\d+", "", each["sql"].split(" WHERE ")[0][:80]) for each in queries]
        )
    assert asked[0] == asked[1]


def test_owner_who_blocks_is_no_different_to_a_stranger_of_the_club() -> None:
    club = a_club(entry=ClubEntry.REQUEST)
    reader = a_person(is_guest=False)
    paths = [f"/clubs/{club.slug}/{page}" for page in ("", "members/", "news/", "games/")]
    the_same(reader, paths, lambda: block_person(user=owner(club), other=reader))
    blocked = answer(browser(reader), f"{paths[0]}join/", yes="1")
    asked = answers(reader, paths)
    Ask.objects.filter(user=reader).delete()
    unblock_person(user=owner(club), other=reader)
    assert answer(browser(reader), f"{paths[0]}join/", yes="1") == blocked
    assert answers(reader, paths) == asked


@pytest.mark.parametrize("place", ["nowhere", "lobby", "private lobby"])
def test_invisible_friend_looks_like_one_who_is_away(place: str) -> None:
    friend, reader = members(2)
    befriend(reader, friend)
    if place != "nowhere":
        # In a lobby that strangers cannot find; the list of open tables shows the other kind to all.
        a_table(friend, is_public=False, password="x" if "private" in place else "")
    paths = pages_about(friend)
    show_presence(user=friend, is_shown=False)
    the_same(reader, paths, lambda: note_online([friend.pk]))
    show_presence(user=friend, is_shown=True)
    away = answers(reader, paths)["/friends/"]
    show_presence(user=friend, is_shown=False)
    assert answers(reader, paths)["/friends/"] != away, "the test sees presence"


def test_who_is_no_friend_sees_nobody_online() -> None:
    person, reader = members(2)
    the_same(reader, pages_about(person), lambda: note_online([person.pk]))


def test_notices_and_devices_of_others_are_like_none() -> None:
    person, reader = members(2)
    notify(
        users=[person.pk], kind=NoticeKind.FRIEND, sentence="friend_asks", facts={"name": "x"},
        path="/friends/", key="x",
    )  # fmt: skip
    notice = Notice.objects.get(user=person)
    device = PushDevice.objects.create(user=person, endpoint="https://push.example.org/x")
    client, former = browser(reader), device.endpoint
    client.get("/about/")
    theirs = answer(client, f"/accounts/notices/{notice.pk}/")
    assert theirs == answer(client, f"/accounts/notices/{NOBODY}/")
    assert theirs[0] == 404
    assert answer(browser(person), f"/accounts/notices/{notice.pk}/")[:2] == (302, notice.path)
    Notice.objects.update(read_at=None)
    form = "/accounts/notices/devices/"
    assert answer(client, form, forget=device.pk) == answer(client, form, forget=NOBODY)
    assert answer(client, form, forget=device.pk)[0] == 302
    renew = f"{form}renew/"
    assert answer(client, renew, former=former) == answer(client, renew, former=f"{former}y")
    assert PushDevice.objects.filter(pk=device.pk).exists()
    notice.refresh_from_db()
    assert notice.read_at is None


def people_around(club: Club, night: Night) -> dict[str, User]:
    """Those who have nothing to say in a club or at a night."""
    suspended, blocked = members(2)
    for each in (suspended, blocked):
        join_club(club_id=club.pk, user=each)
    suspend(suspended)
    for blocker in (owner(club), night.organiser):
        block_person(user=blocker, other=blocked)
    return {
        "stranger": a_person(is_guest=False),
        "officer of another club": owner(a_club()),
        "member": a_member(club),
        "suspended": suspended,
        "blocked": blocked,
    }


def test_forms_of_clubs_and_nights_do_not_tell_which_numbers_and_names_exist() -> None:
    club, night = a_club(entry=ClubEntry.OPEN), a_night()
    people = people_around(club, night)
    Club.objects.filter(pk=club.pk).update(entry=ClubEntry.REQUEST)
    (asker,) = members(1)
    join_club(club_id=club.pk, user=asker)
    asked = Ask.objects.get(user=asker).pk
    page = f"/clubs/{club.slug}/"
    forms = [
        (f"{page}answer/", "ask", {"answer": "accept"}, asked, NOBODY),
        (f"{page}invite/", "name", {}, asker.username, "Nobodyatall"),
        (f"{page}remove/", "member", {}, owner(club).pk, NOBODY),
        (f"{page}appoint/", "member", {"role": "officer"}, owner(club).pk, NOBODY),
        (f"{page}hand-over/", "member", {}, owner(club).pk, NOBODY),
        (f"/nights/{night.code}/manage/", "person", {"act": "remove"}, night.organiser_id, NOBODY),
    ]
    different = []
    for who, person in people.items():
        client = browser(person)
        for path, name, more, one, other in forms:
            found = answer(client, path, **more, **{name: one})
            if found != answer(client, path, **more, **{name: other}):
                different.append((who, path, found[0]))
    assert different == []
    assert Ask.objects.filter(pk=asked).exists()


def test_voice_room_changes_no_page_of_those_who_have_no_place() -> None:
    night = a_night(places=5)
    people = people_around(a_club(), night)
    for person in members(4):
        join_night(night_id=night.pk, user=person)
    waiting = a_person(is_guest=False)
    join_night(night_id=night.pk, user=waiting)
    paths = [f"/nights/{night.code}/{part}" for part in ("", "live/", "tv/")]
    with_room = {}
    for voice_url in (night.voice_url, ""):
        Night.objects.filter(pk=night.pk).update(voice_url=voice_url)
        with_room[voice_url] = [
            answers(reader, paths) for reader in (None, waiting, *people.values())
        ]
    assert with_room[night.voice_url] == with_room[""]
    assert {each[0] for seen in with_room[""] for each in seen.values()} == {200}


def test_closed_account_has_no_page_of_a_friend() -> None:
    closed, reader = members(2)
    User.objects.filter(pk=closed.pk).update(closed_at=timezone.now())
    client = browser(reader)
    client.get("/about/")
    assert answer(client, f"/players/{closed.username}/friend/") == answer(
        client, "/players/nobodyatall/friend/"
    )
