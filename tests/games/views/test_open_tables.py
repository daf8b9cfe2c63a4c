"""The cards of open tables on the home page, and their filter, without scripts."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.codec import encode_event
from games.engine.events import Event, SecretRoleDealt
from games.live.open_tables import render_list
from games.models import GameEvent, Lobby, LobbySeat
from games.selectors.game import load_table
from games.selectors.home import read_home
from games.selectors.table_cache import forget
from games.services import lobby_seats as seats
from games.services.quick_seat import tables_for
from games.values.chat import TalkMode
from games.values.quick_seat import Wish
from games.values.table_filter import TableFilter
from games.values.timing import Pace
from tests.factories import a_game, a_person, play_at_random
from tests.games.lobbies import a_table, join, registered
from tests.games.ratings import give_rating
from tests.games.visits import browser, page, words
from tests.redeal import redeal

pytestmark = pytest.mark.django_db


def shown(client: Client, path: str = "/") -> list[str]:
    return [words(name) for name in page(client, path).select(".table-card-name")]


@pytest.mark.parametrize(("pace", "listed"), [(Pace.RELAXED, []), (Pace.DAY, ["Left"])])
def test_table_that_everybody_has_left_is_offered_to_nobody(pace: Pace, listed: list[str]) -> None:
    """A slow one stays: its people come back in their own time."""
    host, guest = a_person(), a_person()
    table = a_table(host, name="Left", pace=pace)
    join(table, guest)
    assert shown(browser()) == ["Left"]
    long_ago = timezone.now() - timedelta(minutes=3)
    LobbySeat.objects.filter(user=host).update(seen_at=long_ago)
    assert shown(browser()) == ["Left"]
    LobbySeat.objects.update(seen_at=long_ago)
    assert shown(browser()) == listed
    assert {each.name for each in tables_for(a_person(), Wish())} <= set(listed)


def test_card_shows_faces_free_seats_and_what_is_spoken_there() -> None:
    table = a_table(
        a_person("Ana"), name="Friday", most_players=7, languages=("pl", "en"), talk=TalkMode.NONE,
        voice_link="https://voice.example.org/",
    )  # fmt: skip
    join(table)
    seats.add_bots(lobby_id=table.pk, user=table.host)
    (card,) = page(browser(), "/").select(".table-card")
    assert len(card.select(".table-card-faces > .emblem")) == 3
    assert len(card.select(".table-card-faces > .free-seat")) == 4
    said = words(card)
    for fact in (
        "Friday",
        "English, Polski · Relaxed · People talk aloud · Voice room",
        "Host: Ana",
        "1 bot",
        "3 of 7 seats taken",
    ):
        assert fact in said
    assert "voice.example.org" not in str(card)
    assert "Ranked" not in said


def test_ranked_card_tells_the_mean_rating_of_those_who_show_their_games() -> None:
    people = [give_rating(registered(), rating, games=0) for rating in (1900, 1501, 100)]
    hidden = people[2]
    hidden.preferences.shows_games = False
    hidden.preferences.save()
    table = a_table(registered(), name="Ranked one", is_ranked=True)
    assert words(page(browser(), "/").select_one(".table-card .badge-solid")) == "Ranked"
    for person in people:
        table.seats.create(user=person)
    told = words(page(browser(), "/").select_one(".table-card .badge-solid"))
    assert told == "Ranked · mean rating 1700"
    # Of a casual table nobody's rating is told.
    Lobby.objects.filter(pk=table.pk).update(is_ranked=False)
    assert "rating" not in words(page(browser(), "/").select_one(".table-card"))


def tables() -> None:
    a_table(name="English", languages=("en",))
    a_table(name="Polish quick", languages=("pl", "en"), pace=Pace.QUICK)
    a_table(name="Slow", languages=("pl",), pace=Pace.DAYS)
    a_table(registered(), name="Ranked", is_ranked=True)
    full = a_table(name="Full", languages=("pl",), most_players=5)
    for _ in range(4):
        join(full)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", {"English", "Polish quick", "Slow", "Ranked", "Full"}),
        ("spoken=en", {"English", "Polish quick"}),
        ("spoken=pl&free=on", {"Polish quick", "Slow"}),
        ("pace=quick", {"Polish quick"}),
        ("pace=slow", {"Slow"}),
        ("kind=ranked", {"Ranked"}),
        ("kind=casual&pace=relaxed", {"English", "Full"}),
        ("spoken=xx&pace=never&kind=<b>", {"English", "Polish quick", "Slow", "Ranked", "Full"}),
        ("spoken=it", set()),
    ],
)
def test_filter_takes_what_is_wanted_and_is_kept_for_next_time(
    query: str, expected: set[str]
) -> None:
    tables()
    client = browser()
    assert set(shown(client, f"/?filter=1&{query}")) == expected
    assert set(shown(client)) == expected
    assert len(shown(client, "/?filter=1")) == 5
    assert len(shown(client)) == 5


def test_filter_is_kept_on_the_device_with_an_account_too_and_shown_in_words() -> None:
    tables()
    client = browser(a_person())
    client.get("/?filter=1&spoken=pl&pace=quick&free=on")
    soup = page(client, "/")
    assert (
        words(soup.select_one(".table-filter summary .badge"))
        == "Polski · Quick · Only with a free seat"
    )
    assert {str(each["value"]) for each in soup.select(".table-filter [selected]")} == {
        "pl",
        "quick",
        "",
    }
    assert soup.select(".table-filter [name=free][checked]")
    assert "wanted=spoken%3Dpl%26pace%3Dquick%26free%3D1" in str(soup)


@pytest.mark.parametrize("cookie", ["%", "spoken=zz&pace", "&=&&=", "x" * 3000, '"><script>'])
def test_broken_cookie_shows_all(cookie: str) -> None:
    tables()
    client = browser()
    client.cookies["tables"] = cookie
    assert len(shown(client)) == 5


def test_best_tables_come_first_when_a_page_is_loaded() -> None:
    tables()
    busy = a_table(name="Busy")
    join(busy)
    names = shown(browser())
    assert (names[0], names[-1]) == ("Busy", "Full")


def test_home_is_the_same_whatever_roles_were_dealt() -> None:
    """Mean ratings, filters and games to watch tell nothing that a spectator may not know."""
    people = [give_rating(registered(), 1400 + 50 * number, games=0) for number in range(3)]
    table = a_table(people[0], name="Ranked one", is_ranked=True)
    join(table, people[1])
    game, _users = a_game(7, pace="relaxed", is_ranked=True)
    play_at_random(game, Random(4), until=lambda played: len(played.log) > 40)
    log = load_table(game.pk).log
    dealt = {role_of(log)}
    seen = {shown_to_all()}
    for seed in range(6):
        other = redeal(log, None, Random(seed))
        for seq, event in enumerate(other, start=1):
            kind, payload = encode_event(event)
            GameEvent.objects.filter(game=game, seq=seq).update(kind=kind, payload=payload)
        forget(game.pk)
        dealt.add(role_of(load_table(game.pk).log))
        seen.add(shown_to_all())
    assert len(dealt) > 2
    assert len(seen) == 1


def role_of(log: Sequence[Event]) -> tuple[str, ...]:
    return tuple(event.role.value for event in log if isinstance(event, SecretRoleDealt))


def shown_to_all() -> str:
    home = read_home()
    wanted = (TableFilter(), TableFilter(kind="ranked"), TableFilter(free="1"))
    return "".join(
        html
        for each in wanted
        for html in render_list(home.open_lobbies, home.games_for(None), (), each, "en").values()
    )
