"""Quick seat says what it has chosen, and why."""

from typing import Any

import pytest

from games.models import Lobby
from games.values.timing import Pace
from tests.factories import a_person
from tests.games.lobbies import a_table, join, people_of, registered
from tests.games.views.lobby_forms import text
from tests.games.visits import browser, soup_of, words

pytestmark = pytest.mark.django_db


def told(client: Any) -> str:
    answer = client.post("/quick-seat/", follow=True)
    return words(soup_of(answer).select_one(".notices"))


def test_quick_seat_says_where_one_sits_and_why() -> None:
    polish = a_table(name="Piątek", languages=("pl",))
    join(polish)
    english = a_table(name="Friday", languages=("en",), most_players=7)
    join(english)
    person = a_person()
    assert told(browser(person)) == (
        "You sit at Friday: English · Relaxed · 3 of 7 seats taken."
        " Chosen for you: your language, begins soonest."
    )
    assert person in people_of(english)
    # Who sits somewhere already is led there, and nothing was chosen.
    answer = browser(person).post("/quick-seat/", follow=True)
    assert "You sit at" not in text(answer)


def test_quick_seat_obeys_the_filter_of_the_list() -> None:
    a_table(name="Friday", languages=("en",))
    quick = a_table(name="Piątek", languages=("pl",), pace=Pace.QUICK)
    client = browser(a_person())
    client.get("/?filter=1&spoken=pl&pace=quick")
    assert "You sit at Piątek: Polski · Quick · 2 of 10 seats taken." in told(client)
    assert len(people_of(quick)) == 2


def test_ranked_table_is_taken_and_opened_only_when_ranked_games_are_asked_for() -> None:
    ranked = a_table(registered(), name="For points", is_ranked=True)
    casual, asking, guest = browser(registered()), browser(registered()), browser(a_person())
    assert "No open table was as you want it, so you have opened one:" in told(casual)
    for client in (asking, guest):
        client.get("/?filter=1&kind=ranked")
    assert "You sit at For points: Relaxed · Ranked · 2 of 10 seats taken." in told(asking)
    # A guest cannot, and nothing is opened instead without a word.
    answer = guest.post("/quick-seat/", follow=True)
    assert answer.status_code == 403
    assert Lobby.objects.open().count() == 2
    assert len(people_of(ranked)) == 2


def test_new_table_is_as_it_was_wanted() -> None:
    client = browser(a_person())
    client.get("/?filter=1&spoken=pl&pace=slow")
    client.post("/quick-seat/")
    lobby = Lobby.objects.get()
    assert (lobby.languages, lobby.pace, lobby.is_ranked) == ("pl", "1d", False)


def test_name_of_a_table_is_text_in_what_is_said() -> None:
    a_table(name="<b>Friday</b>", languages=("en",))
    answer = browser(a_person()).post("/quick-seat/", follow=True)
    assert "<b>Friday" not in answer.content.decode()
