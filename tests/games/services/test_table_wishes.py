"""New tables that people asked to hear of: which ones fit, who is told, and how often."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.blocks import block
from accounts.models import Preferences, User
from accounts.notice_models import Notice
from games.models import Lobby, TableWish
from games.services.lobby import change_settings, create_lobby
from games.services.table_wishes import forget_wish, save_wish, wish_of
from games.values.lobby import LobbySettings
from games.values.table_wish import RankedWish, WishedTable
from games.values.timing import Pace
from tests.factories import a_game, a_person

pytestmark = pytest.mark.django_db

PAGE = "/notices/tables/"
OPEN = LobbySettings(name="Round table", fewest_players=7, most_players=8, pace=Pace.QUICK)


def a_wisher(**wish: Any) -> User:
    user = a_person(is_guest=False)
    save_wish(user=user, wish=WishedTable(**wish))
    return user


def opens(settings: LobbySettings = OPEN, host: User | None = None) -> Lobby:
    return create_lobby(user=host or a_person(is_guest=False), settings=settings)


def told() -> list[int]:
    return list(
        Notice.objects.filter(kind="table").order_by("pk").values_list("user_id", flat=True)
    )


@pytest.mark.parametrize(
    ("wish", "fits"),
    [
        ({}, True),
        ({"fewest_players": 8, "most_players": 10}, True),
        ({"fewest_players": 5, "most_players": 6}, False),
        ({"fewest_players": 9, "most_players": 10}, False),
        ({"paces": (Pace.QUICK, Pace.DAY)}, True),
        ({"paces": (Pace.RELAXED,)}, False),
        ({"ranked": RankedWish.CASUAL}, True),
        ({"ranked": RankedWish.RANKED}, False),
        ({"language": "pl"}, True),
        ({"language": "es"}, False),
    ],
)
def test_only_fitting_tables_are_told(wish: dict[str, Any], fits: bool) -> None:
    host = a_person(is_guest=False)
    Preferences.objects.filter(user=host).update(language="pl")
    host = User.objects.get(pk=host.pk)
    wisher = a_wisher(**wish)
    lobby = opens(host=host)
    assert told() == ([wisher.pk] if fits else [])
    if fits:
        notice = Notice.objects.get()
        assert notice.path == f"/lobbies/{lobby.code}/"
        assert notice.facts == {"table": "Round table", "name": host.display_name}


@pytest.mark.parametrize(
    ("spoken", "wished", "fits"),
    [
        (("es", "nl"), "nl", True),
        (("es", "nl"), "es", True),
        (("es", "nl"), "pl", False),
        (("es", "nl"), "", True),
        (("de",), "pl", False),
        ((), "pl", True),
        ((), "es", False),
    ],
)
def test_languages_spoken_at_a_table_go_before_its_hosts(
    spoken: tuple[str, ...], wished: str, fits: bool
) -> None:
    host = a_person(is_guest=False)
    Preferences.objects.filter(user=host).update(language="pl")
    wisher = a_wisher(language=wished)
    opens(replace(OPEN, languages=spoken), User.objects.get(pk=host.pk))
    assert told() == ([wisher.pk] if fits else [])


@pytest.mark.parametrize(
    "closed", [{"is_public": False}, {"password": "x"}], ids=["by link", "password"]
)
def test_tables_that_are_not_for_everybody_are_told_to_nobody(closed: dict[str, Any]) -> None:
    a_wisher()
    opens(replace(OPEN, **closed))
    assert told() == []


def test_table_that_becomes_one_for_everybody_is_told_once() -> None:
    wisher, host = a_wisher(), a_person(is_guest=False)
    lobby = opens(replace(OPEN, is_public=False), host)
    for _ in range(2):
        change_settings(lobby_id=lobby.pk, user=host, settings=OPEN)
        TableWish.objects.update(told_at=None)
    assert told() == [wisher.pk]


def test_nobody_hears_of_more_than_one_in_ten_minutes() -> None:
    wisher = a_wisher()
    opens()
    opens()
    assert told() == [wisher.pk]
    TableWish.objects.update(told_at=timezone.now() - timedelta(minutes=10, seconds=1))
    opens()
    assert told() == [wisher.pk, wisher.pk]


def test_neither_hosts_nor_blocked_nor_seated_people_are_told() -> None:
    host = a_wisher()
    blocked, blocking = a_wisher(), a_wisher()
    block(user=host, other=blocked)
    block(user=blocking, other=host)
    waits = a_wisher()
    opens(replace(OPEN, is_public=False), waits)
    _game, players = a_game(people=5, pace="quick")
    save_wish(user=players[0], wish=WishedTable())
    _slow, slow_players = a_game(people=5, pace="1d")
    save_wish(user=slow_players[0], wish=WishedTable())
    opens(host=host)
    assert told() == [slow_players[0].pk]


def test_page_keeps_and_forgets_a_wish(client: Client) -> None:
    user = a_person(is_guest=False)
    client.force_login(user)
    asked = {"fewest_players": "7", "most_players": "10", "language": "nl", "ranked": "ranked", "paces": ["quick", "1d"]}  # fmt: skip
    assert client.post(PAGE, asked).status_code == 302
    kept = WishedTable(
        fewest_players=7,
        most_players=10,
        language="nl",
        ranked=RankedWish.RANKED,
        paces=(Pace.QUICK, Pace.DAY),
    )
    assert wish_of(user) == kept
    bad = client.post(PAGE, asked | {"most_players": "5"})
    assert "less than the fewest" in bad.content.decode()
    assert wish_of(user) == kept
    page = client.get(PAGE).content.decode()
    assert 'name="forget"' in page
    client.post(PAGE, {"forget": ""})
    assert wish_of(user) is None


def test_forgotten_wish_is_told_nothing() -> None:
    user = a_wisher()
    forget_wish(user=user)
    opens()
    assert told() == []
