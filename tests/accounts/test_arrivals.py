"""Where guests come from: a pseudonym for a week, and a pause in which no new guest comes in."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.arrivals import (
    LONGEST_PAUSE,
    address_of,
    end_pause,
    forget_arrivals,
    pause,
    paused_until,
    refuse_during_pause,
)
from accounts.models import GuestArrival, GuestPause, User
from accounts.pseudonyms import pseudonym_of
from accounts.services import close_account
from tests.accounts.conftest import PASSWORD
from tests.games.lobbies import a_table

pytestmark = pytest.mark.django_db
HERE, THERE = "9.9.9.9", "8.8.4.4"
REFUSED = "no new guest can come in from there"


def pseudonym(address: str) -> str:
    return pseudonym_of(RequestFactory().get("/", REMOTE_ADDR=address))


def walks_in(name: str = "Tom", address: str = HERE, **fields: Any) -> User:
    Client(REMOTE_ADDR=address).post("/accounts/guest/", {"name": name, **fields})
    return User.objects.latest("pk")


def test_pseudonym_is_short_stable_and_says_nothing() -> None:
    assert re.fullmatch(r"[2-9b-z]{4}-[2-9b-z]{4}", pseudonym(HERE))
    assert pseudonym(HERE) == pseudonym(HERE) != pseudonym(THERE)


def test_pseudonym_of_a_home_is_that_of_all_its_addresses() -> None:
    assert pseudonym("2a00:1450:4001:800::1") == pseudonym("2a00:1450:4001:8ff::2") != ""
    assert pseudonym("2a00:1450:4001:800::1") != pseudonym("2a00:1450:4001:900::1")
    assert pseudonym(f"::ffff:{HERE}") == pseudonym(HERE)


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.7", "172.18.0.2", "fd00::1", "unknown"])
def test_address_that_many_share_by_mistake_has_none(address: str) -> None:
    assert pseudonym(address) == ""


def test_new_key_of_the_site_changes_every_pseudonym(settings: Any) -> None:
    former = pseudonym(HERE)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-key-of-the-site-0123456789-0123456789-0123456789"
    assert pseudonym(HERE) != former


def test_guest_is_kept_with_the_pseudonym_until_the_account_changes() -> None:
    guest, other = walks_in(), walks_in("Eva")
    assert address_of(guest) == address_of(other) == pseudonym(HERE)
    close_account(user=other)
    assert address_of(other) == ""
    client = Client()
    client.force_login(guest)
    keep = {"name": "Tom", "email": "tom@example.org", "password": PASSWORD}
    assert client.post("/accounts/keep/", keep).status_code == 302
    assert address_of(guest) == ""


def test_nothing_is_kept_of_an_address_that_is_not_public() -> None:
    walks_in(address="127.0.0.1")
    assert not GuestArrival.objects.exists()


def test_week_after_the_arrival_nothing_is_known() -> None:
    old, new = walks_in(), walks_in("Eva")
    GuestArrival.objects.filter(user=old).update(
        came_at=timezone.now() - timedelta(days=7, hours=1)
    )
    pause(address=pseudonym(HERE), lasts=timedelta(hours=1))
    GuestPause.objects.create(address="over-over", until=timezone.now())
    assert forget_arrivals(timezone.now()) == 2
    assert (address_of(old), address_of(new)) == ("", pseudonym(HERE))
    assert GuestPause.objects.get().address == pseudonym(HERE)


def test_longer_pause_stays_and_none_is_longer_than_a_day() -> None:
    pause(address="k7qf-3mzd", lasts=timedelta(hours=6))
    until = paused_until("k7qf-3mzd")
    pause(address="k7qf-3mzd", lasts=timedelta(hours=1))
    assert paused_until("k7qf-3mzd") == until
    for lasts in (LONGEST_PAUSE + timedelta(seconds=1), timedelta(0)):
        with pytest.raises(ValueError, match="a day"):
            pause(address="k7qf-3mzd", lasts=lasts)
    assert end_pause("k7qf-3mzd")
    assert not end_pause("k7qf-3mzd")


@pytest.mark.parametrize(("hours", "words"), [(1, "for 1 hour."), (6, "for 6 hours.")])
def test_refusal_says_for_how_long(hours: int, words: str) -> None:
    pause(address="k7qf-3mzd", lasts=timedelta(hours=hours))
    with pytest.raises(ValidationError) as refused:
        refuse_during_pause("k7qf-3mzd")
    assert words in refused.value.message
    refuse_during_pause("")
    refuse_during_pause("another")


def test_no_new_guest_comes_in_anywhere_during_a_pause() -> None:
    lobby = a_table()
    form = Client().get("/lobbies/new/").context["form"]
    new_table = {each.name: each.value() for each in form if each.value()}
    pause(address=pseudonym(HERE), lasts=timedelta(hours=1))
    doors = {
        "/accounts/guest/": {"name": "Tom"},
        "/tour/table/": {},
        "/lobbies/open/": {},
        "/quick-seat/": {"guest-name": "Tom"},
        "/lobbies/new/": {"guest-name": "Tom", **new_table},
        f"/lobbies/{lobby.code}/join/": {"guest-name": "Tim"},
    }
    before = User.objects.count()
    for door, sent in doors.items():
        page = Client(REMOTE_ADDR=HERE).post(door, sent)
        assert REFUSED in page.content.decode(), door
        named = Client(REMOTE_ADDR=HERE).post(door, {"guest-name": "Tom", **sent})
        assert REFUSED in named.content.decode(), door
    assert User.objects.count() == before
    for door, sent in doors.items():
        assert Client(REMOTE_ADDR=THERE).post(door, sent).status_code == 302, door
    assert User.objects.count() == before + len(doors)


def test_members_log_in_and_sign_up_during_a_pause(ana: User) -> None:
    guest = walks_in()
    pause(address=pseudonym(HERE), lasts=timedelta(hours=1))
    client = Client(REMOTE_ADDR=HERE)
    assert (
        client.post("/accounts/login/", {"login": "Ana", "password": PASSWORD}).status_code == 302
    )
    new = {"username": "Ivo", "email": "ivo@example.org", "password1": PASSWORD}
    assert Client(REMOTE_ADDR=HERE).post("/accounts/signup/", new).status_code == 302
    assert User.objects.filter(username="Ivo").exists()
    # Who is in already stays in.
    client.force_login(guest)
    assert client.get("/accounts/").status_code == 200
    keep = {"name": "Tom", "email": "tom@example.org", "password": PASSWORD}
    assert client.post("/accounts/keep/", keep).status_code == 302
