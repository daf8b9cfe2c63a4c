"""The pages of nights, their forms, and calendars."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from icalendar import Calendar

from accounts.blocks import block
from games.clubs.members import leave
from games.models import Game, GameEvent, SeatResult
from games.nights.models import Night, NightStatus
from games.nights.night_page import present_night
from games.nights.places import join_night, remove_from_night
from games.nights.schedule import next_friday
from games.selectors.table_cache import forget_all
from tests.factories import a_person, play_at_random
from tests.games.clubs.people import a_club, a_member, owner
from tests.games.nights.nights import (
    a_night,
    a_night_with,
    an_organiser,
    begin_first_round,
    in_future,
    members,
    move_on,
    play_round,
)
from tests.games.visits import soup_of

pytestmark = pytest.mark.django_db

VOICE = "https://voice.example/room"
MOST_QUERIES = 12


def signed_in(user: Any) -> Client:
    """A browser of this person."""
    client = Client()
    client.force_login(user)
    return client


def typed(**fields: Any) -> dict[str, Any]:
    """A form as an organiser fills it in."""
    usual = {
        "name": "Friday night", "starts": in_future(days=3).strftime("%Y-%m-%dT%H:%M"), "zone": "America/New_York",
        "languages": ["en", "pl"], "places": "24", "round_count": "3", "pace": "relaxed", "talk": "free",
        "voice_url": VOICE, "text": "Bring tea.",
    }  # fmt: skip
    return usual | fields


@pytest.mark.parametrize(("today", "friday"), [(1, 7), (5, 7), (6, 7), (7, 14), (8, 14)], ids=str)
def test_next_friday_is_after_today(today: int, friday: int) -> None:
    assert next_friday(datetime(2026, 8, today, 22, tzinfo=UTC)) == datetime(2026, 8, friday, 20)  # noqa: DTZ001


def test_form_suggests_an_evening_and_the_language_of_the_page() -> None:
    soup = soup_of(signed_in(an_organiser()).get("/nights/new/"))
    suggested = datetime.fromisoformat(str(soup.select_one("#id_starts")["value"]))  # type: ignore[index]
    assert (suggested.weekday(), suggested.hour, suggested.minute) == (4, 20, 0)
    assert [each["value"] for each in soup.select("[name=languages][checked]")] == ["en"]


def test_example_stands_on_the_page_until_there_is_a_night() -> None:
    assert soup_of(Client().get("/nights/")).select(".example")
    a_night()
    soup = soup_of(Client().get("/nights/"))
    assert soup.select(".night-card")
    assert not soup.select(".example")


def test_form_announces_a_night_at_the_time_of_the_chosen_zone() -> None:
    client = signed_in(an_organiser())
    form = typed()
    answer = client.post("/nights/new/", form)
    night = Night.objects.get()
    assert answer.headers["Location"] == f"/nights/{night.code}/"
    # New York is four or five hours behind.
    there = night.starts_there
    assert there.strftime("%Y-%m-%dT%H:%M") == form["starts"]
    assert 4 <= (night.starts_at.replace(tzinfo=None) - there) / timedelta(hours=1) <= 5
    page = client.get(answer.headers["Location"]).content.decode()
    assert "Friday night" in page
    assert "America/New_York" in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"voice_url": "http://voice.example/room"},
        {"voice_url": "javascript:alert(1)"},
        {"starts": "2020-01-01T20:00"},
        {"starts": "2999-01-01T20:00"},
        {"starts": "soon"},
        {"zone": "Moon/Crater"},
        {"places": "4"},
        {"places": "201"},
        {"round_count": "13"},
        {"pace": "1d"},
        {"pace": "none"},
        {"languages": []},
        {"name": "  "},
    ],
)
def test_wrong_input_is_refused_and_nothing_typed_is_lost(wrong: dict[str, Any]) -> None:
    client = signed_in(an_organiser())
    answer = client.post("/nights/new/", typed(**wrong))
    assert answer.status_code == 200
    assert not Night.objects.exists()
    page = answer.content.decode()
    assert "Bring tea." in page
    assert 'aria-invalid="true"' in page


def test_whoever_may_not_announce_reads_why() -> None:
    client = signed_in(a_person(is_guest=False))
    assert "10 games to the end" in client.get("/nights/new/").content.decode()
    answer = client.post("/nights/new/", typed())
    assert answer.status_code == 409
    assert not Night.objects.exists()


def test_list_says_beside_the_button_why_nobody_can_press_it() -> None:
    def start_of(client: Client) -> tuple[bool, str]:
        soup = soup_of(client.get("/nights/"))
        row = soup.select_one(".start-row")
        assert row is not None
        button, bar = row.select_one("a.button"), row.select_one("#start-bar")
        assert button is not None
        assert (button.get("aria-disabled") == "true") == (bar is not None)
        return button.get("href") == "/nights/new/", bar.get_text(strip=True) if bar else ""

    host = an_organiser()
    assert start_of(signed_in(host)) == (True, "")
    SeatResult.objects.filter(
        pk__in=SeatResult.objects.filter(user=host).values("pk")[:7]
    ).delete()
    assert start_of(signed_in(host)) == (False, "Games finished: 3 of 10")
    assert start_of(signed_in(owner(a_club()))) == (True, "")
    assert start_of(Client()) == (False, "You need an account: sign up")
    assert start_of(signed_in(a_person())) == (False, "You need an account: keep this one")


def test_voice_room_is_for_people_with_a_place_only() -> None:
    night, people = a_night_with(7, places=5)
    address = f"/nights/{night.code}/"
    assert VOICE in signed_in(people[4]).get(address).content.decode()
    others = [signed_in(people[5]), signed_in(members(1)[0]), Client(), signed_in(a_person())]
    for client in others:
        for path in (address, f"{address}live/", f"{address}tv/", f"/nights/{night.code}.ics"):
            assert VOICE not in client.get(path).content.decode()
    # A TV shows it to nobody, whoever is signed in there.
    for path in (f"{address}tv/", f"{address}live/?view=tv"):
        assert VOICE not in signed_in(people[0]).get(path).content.decode()


def test_voice_room_closes_to_whoever_is_removed_or_blocked_later() -> None:
    night, (organiser, *people) = a_night_with(5)
    address = f"/nights/{night.code}/"
    pages = [signed_in(person) for person in people]

    def hear() -> list[bool]:
        """Who reads the link, on the page and on one that is open and looks again."""
        shown = [VOICE in client.get(address).content.decode() for client in pages]
        assert shown == [
            VOICE in client.get(f"{address}live/").content.decode() for client in pages
        ]
        return shown

    assert hear() == [True] * 4
    remove_from_night(night_id=night.pk, user=organiser, person_id=people[0].pk)
    block(user=organiser, other=people[1])
    # Whom a guest of the night has blocked still comes.
    block(user=people[3], other=people[2])
    assert hear() == [False, False, True, True]


def test_voice_room_of_a_night_for_members_closes_to_who_has_left_the_club() -> None:
    club = a_club()
    night = a_night(owner(club), club_id=club.pk, members_only=True)
    kim = a_member(club)
    join_night(night_id=night.pk, user=kim)
    client, address = signed_in(kim), f"/nights/{night.code}/"
    assert VOICE in client.get(address).content.decode()
    leave(club_id=club.pk, user=kim)
    assert VOICE not in client.get(address).content.decode()


def test_forms_join_leave_and_say_that_one_is_there() -> None:
    night, person = a_night(), members(1)[0]
    client, address = signed_in(person), f"/nights/{night.code}/"
    for act, words in (
        ("join", "You have a place."),
        ("ready", "from ten minutes before"),
        ("leave", "You are no longer among those who come."),
    ):
        answer = client.post(f"{address}{act}/", follow=True)
        assert words in answer.content.decode(), act
    guest = signed_in(a_person()).post(f"{address}join/", follow=True).content.decode()
    assert "Game nights are for players with an account." in guest
    assert night.people.filter(state="coming").count() == 1


def test_live_part_is_empty_while_nothing_changes_and_new_when_somebody_joins() -> None:
    night, person = a_night(), members(1)[0]
    client = Client()
    page = client.get(f"/nights/{night.code}/").content.decode()
    [address] = [part.split('"')[0] for part in page.split('hx-get="')[1:]]
    assert client.get(address).status_code == 204
    join_night(night_id=night.pk, user=person)
    answer = client.get(address)
    assert answer.status_code == 200
    assert person.display_name in answer.content.decode()


def test_open_page_of_somebody_who_is_there_says_so_again() -> None:
    night, people = a_night_with(2)
    Night.objects.filter(pk=night.pk).update(starts_at=timezone.now())
    said_at = timezone.now() - timedelta(minutes=5)
    night.people.filter(user=people[1]).update(ready_at=said_at)
    signed_in(people[1]).get(f"/nights/{night.code}/live/")
    place = night.people.get(user=people[1])
    assert place.ready_at
    assert place.ready_at > said_at
    assert night.people.get(user=people[0]).ready_at is None


def test_page_of_a_running_night_needs_few_queries_whatever_its_size() -> None:
    counts = {}
    for size in (5, 40):
        night, people = a_night_with(size, places=200)
        begun = begin_first_round(night, people)
        for client, kind in ((Client(), "visitor"), (signed_in(people[0]), "organiser")):
            client.get("/nights/")  # The first visit also writes down the session.
            for path in ("", "live/", "tv/"):
                with CaptureQueriesContext(connection) as queries:
                    client.get(f"/nights/{night.code}/{path}")
                counts[size, kind, path] = len(queries)
        assert begun.tables.count() == (1 if size == 5 else 5)
    assert {key: count for key, count in counts.items() if count > MOST_QUERIES} == {}
    for kind in ("visitor", "organiser"):
        for path in ("", "live/", "tv/"):
            assert counts[5, kind, path] == counts[40, kind, path]
    with CaptureQueriesContext(connection) as queries:
        Client().get("/nights/")
    assert len(queries) <= MOST_QUERIES


def test_running_games_show_their_round_and_enacted_policies_and_nothing_of_the_roles() -> None:
    """Two deals that differ in every secret make the same page, for everybody who does not sit there."""
    night, people = a_night_with(16)
    begun = begin_first_round(night, people)
    games = Game.objects.filter(night_table__round=begun)
    visitor = Client()
    address = f"/nights/{night.code}/"

    def seen() -> list[str]:
        pages = []
        for path in ("", "tv/", "live/"):
            page = visitor.get(f"{address}{path}").content.decode()
            pages.append(page.split('id="night-live"')[1].split("</main>")[0])
        return pages

    before = seen()
    dealt = GameEvent.objects.filter(game__in=games, kind="secret_role_dealt").order_by("pk")
    roles = [event.payload["role"] for event in dealt]
    assert set(roles) == {"liberal", "fascist", "hitler"}
    # The same people with each other's roles, as another deal would have it.
    for event, role in zip(dealt, reversed(roles), strict=True):
        event.payload["role"] = role
        event.save(update_fields=["payload"])
    assert [event.payload["role"] for event in dealt.all()] != roles
    forget_all()
    assert seen() == before
    text = " ".join(before).casefold()
    assert "hitler" not in text.replace("secret hitler", "")


def test_enacted_policies_of_a_running_game_are_counted() -> None:
    night, people = a_night_with(5)
    begun = begin_first_round(night, people)
    [table] = begun.tables.all()
    assert table.game
    state = play_at_random(
        table.game,
        Random(2),
        until=lambda now: now.state.liberal_policies + now.state.fascist_policies == 2,
    )
    [shown] = present_night(night, None, timezone.now()).round.tables  # type: ignore[union-attr]
    policies = state.state.liberal_policies, state.state.fascist_policies
    assert (shown.liberal, shown.fascist) == policies
    assert shown.round == state.state.round


def test_over_night_shows_honours_and_standing() -> None:
    night, people = a_night_with(10, round_count=1)
    begun = begin_first_round(night, people)
    play_round(begun)
    move_on(night, timezone.now())
    assert night.status == NightStatus.OVER
    page = Client().get(f"/nights/{night.code}/").content.decode()
    for words in (
        "Winner of the night",
        "Standing",
        "What the organiser did",
        "This night is over.",
    ):
        assert words in page
    assert "hx-get" not in page
    assert Client().get(f"/nights/{night.code}/tv/").status_code == 200


def test_organisers_buttons_work_and_others_are_refused() -> None:
    night, people = a_night_with(6)
    organiser, other = signed_in(people[0]), signed_in(people[1])
    address = f"/nights/{night.code}/manage/"
    answer = other.post(address, {"act": "cancel"}, follow=True)
    assert "Only the organiser can do this." in answer.content.decode()
    for fields in ({"act": "nonsense"}, {}, {"act": "remove", "person": "x"}, {"act": "pause"}):
        answer = organiser.post(address, fields, follow=True)
        assert "This is not possible at the moment." in answer.content.decode()
    organiser.post(address, {"act": "remove", "person": str(people[2].pk)})
    assert night.people.get(user=people[2]).state == "removed"
    organiser.post(address, {"act": "cancel"})
    night.refresh_from_db()
    assert night.status == NightStatus.CANCELLED


def test_calendars_are_valid_and_know_no_voice_room() -> None:
    night = a_night(name="Tea; with, commas", text="First line\nsecond; line, " + "long " * 40)
    cancelled = a_night()
    Night.objects.filter(pk=cancelled.pk).update(status=NightStatus.CANCELLED, due_at=None)
    for path, count in ((f"/nights/{night.code}.ics", 1), ("/nights/calendar.ics", 2)):
        answer = Client().get(path)
        assert answer.headers["Content-Type"].startswith("text/calendar")
        assert VOICE.encode() not in answer.content
        assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
        events = Calendar.from_ical(answer.content).walk("VEVENT")
        assert len(events) == count
    own: Any = next(each for each in events if str(each["summary"]) == "Tea; with, commas")
    assert own["dtstart"].dt == night.starts_at
    assert str(own["description"]).startswith("First line\nsecond; line, long")
    assert str(own["url"]).endswith(f"/nights/{night.code}/")
    assert {str(each["status"]) for each in events} == {"CONFIRMED", "CANCELLED"}


def test_officer_chooses_the_club_in_the_form_and_its_page_shows_the_night() -> None:
    club = a_club()
    client = signed_in(owner(club))
    page = client.get("/nights/new/").content.decode()
    assert club.name in page
    wrong = client.post("/nights/new/", typed(members_only="on"))
    assert "Please choose the club." in wrong.content.decode()
    client.post("/nights/new/", typed(club=club.pk, members_only="on"))
    night = Night.objects.get()
    assert (night.club, night.members_only) == (club, True)
    address = f"/nights/{night.code}/"
    assert f'href="{address}"' in Client().get(f"/clubs/{club.slug}/").content.decode()
    for path in (address, "/nights/"):
        assert f'href="/clubs/{club.slug}/"' in Client().get(path).content.decode()
    refused = signed_in(members(1)[0]).post(f"{address}join/", follow=True).content.decode()
    assert "This night is for the members of a club." in refused
    # Whoever leads no club is not asked for one.
    assert "For a club" not in signed_in(an_organiser()).get("/nights/new/").content.decode()


def test_form_changes_a_night_and_calendars_take_the_new_version() -> None:
    night = a_night(zone="America/New_York")
    client, address = signed_in(night.organiser), f"/nights/{night.code}/"
    assert f'href="{address}change/"' in client.get(address).content.decode()
    form = client.get(f"{address}change/").content.decode()
    assert night.starts_there.strftime("%Y-%m-%dT%H:%M") in form
    assert "Bring tea." in form
    answer = client.post(f"{address}change/", typed(text="Bring cake."), follow=True)
    assert "The night is changed." in answer.content.decode()
    assert "Bring cake." in answer.content.decode()
    (event,) = Calendar.from_ical(Client().get(f"/nights/{night.code}.ics").content).walk("VEVENT")
    assert event["sequence"] == 1
    wrong = client.post(f"{address}change/", typed(places="4", text="Bring pie."))
    assert "Bring pie." in wrong.content.decode()
    other = signed_in(members(1)[0])
    assert f"{address}change/" not in other.get(address).content.decode()
    refused = other.post(f"{address}change/", typed(text="Mine"), follow=True).content.decode()
    assert "This is not possible at the moment." in refused
    night.refresh_from_db()
    assert night.text == "Bring cake."
