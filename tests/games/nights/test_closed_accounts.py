"""What an account leaves behind at game nights."""

import pytest

from accounts.own_data import own_data
from accounts.services import close_account
from games.nights.models import Night, NightStatus
from tests.games.nights.nights import a_night_with

pytestmark = pytest.mark.django_db


def test_closing_an_account_gives_the_place_away_and_cancels_own_nights() -> None:
    night, people = a_night_with(6, places=5)
    close_account(user=people[1])
    assert night.people.get(user=people[1]).state == "left"
    close_account(user=people[0])
    night = Night.objects.get(pk=night.pk)
    assert (night.status, night.text, night.voice_url) == (NightStatus.CANCELLED, "", "")
    assert night.organiser.display_name == "deleted player"


def test_own_data_has_nights_places_and_acts() -> None:
    night, people = a_night_with(2)
    data = own_data(people[0])
    assert [row["name"] for row in data["nights.Night.organiser"]] == ["Friday"]
    assert [row["night__code"] for row in data["nights.NightPlace.user"]] == [night.code]
    assert [row["kind"] for row in data["nights.NightAct.by"]] == ["announced"]
    assert own_data(people[1])["nights.Night.organiser"] == []
