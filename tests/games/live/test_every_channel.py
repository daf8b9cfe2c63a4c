"""Every kind of notice by every channel, with and without quiet hours: exactly what arrives.

Real pushes, decrypted by the browser they are for; choices are made on the page.
"""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import async_to_sync
from django.core import mail
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.delivery_models import NoticeDelivery, QuietHours
from accounts.models import Preferences, User
from accounts.notice_models import Notice, NoticeKind
from accounts.notices import Facts, notify
from accounts.push import new_keys
from games.live.notice_sending import delivery_loop
from games.models import Game, GameEvent
from games.services.turn_notices import tell_whose_turn_it_is
from tests.factories import a_game
from tests.games.turn_mails import to_the_vote
from tests.push_service import Browser, PushService, push_service

pytestmark = pytest.mark.django_db(transaction=True)

SETTINGS = "/accounts/notices/settings/"
# What somebody ticks, and what arrives: here, as a push, as a mail. What is pushed or mailed also stands here.
CHANNELS = {
    "here": (True, False, False),
    "push": (True, True, False),
    "mail": (True, False, True),
    "nothing": (False, False, False),
}
NOBODY_MISSES_IT = {NoticeKind.MODERATION: {"nothing": (True, False, False)}}
TABLE: Facts = {"name": "Bob", "table": "Test table"}
# For each kind a notice, and what it says on the page and in a push; the subject of a mail says the same.
SAID: dict[NoticeKind, tuple[str, Facts, str]] = {
    NoticeKind.TURN: ("turn_waits", {}, "A table waits for you: Test table"),
    NoticeKind.INVITATION: ("invited", TABLE, "Bob invites you to the table “Test table”."),
    NoticeKind.FRIEND: ("friend_asks", {"name": "Bob"}, "Bob asks to be your friend."),
    NoticeKind.FRIEND_AT_TABLE: (
        "friend_at_table",
        TABLE,
        "Bob sits at the table “Test table”, where a seat is free.",
    ),
    NoticeKind.TABLE: (
        "table_wished",
        TABLE,
        "A table you asked to hear of has opened: Test table, by Bob",
    ),
    NoticeKind.NIGHT: ("night_hour", {"night": "Friday"}, "Friday begins in an hour."),
    NoticeKind.CLUB: ("club_news", {"club": "Owls", "title": "Hello"}, "News of Owls: Hello"),
    NoticeKind.MODERATION: (
        "sanction_imposed",
        {},
        "The moderators have decided something about you.",
    ),
    NoticeKind.RATING: (
        "rating_others_game",
        {"before": 1500, "after": 1510},
        "A ranked game of other people was annulled. Your rating was 1500 and is 1510 now.",
    ),
}


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    settings.WEB_PUSH_PRIVATE_KEY, _public = new_keys()
    settings.WEB_PUSH_CONTACT = "mailto:somebody@example.org"
    with push_service() as found:
        yield found


def chooses(user: User, browser: Browser, kind: NoticeKind, channel: str, is_quiet: bool) -> None:
    """Register the browser and an address, tick this box of this kind, and say when it is quiet."""
    User.objects.filter(pk=user.pk).update(is_guest=False)
    Preferences.objects.filter(user=user).update(language="en")
    EmailAddress.objects.create(
        user=user, email=f"{user.pk}@example.org", primary=True, verified=True
    )
    client = Client()
    client.force_login(user)
    assert client.post("/accounts/notices/devices/", browser.subscription).status_code == 204
    now = timezone.now()
    asked = {"time_zone": "UTC"}
    if channel != "nothing":
        asked[f"{kind.value}_{channel}"] = "on"
    if is_quiet:
        hours = (now - timedelta(hours=1), now + timedelta(hours=1))
        asked |= dict(zip(("begins", "ends"), (f"{each:%H:%M}" for each in hours), strict=True))
    assert client.post(SETTINGS, asked).status_code == 302


def tell(kind: NoticeKind, users: list[User], game: Game) -> None:
    """Tell all of them; for a slow game the clock does."""
    sentence, facts, _said = SAID[kind]
    if kind is NoticeKind.TURN:
        hour = timedelta(hours=1)
        Game.objects.filter(pk=game.pk).update(
            opened_at=F("opened_at") - hour, deadline_at=F("deadline_at") - hour
        )
        GameEvent.objects.update(created_at=F("created_at") - 2 * hour)
        tell_whose_turn_it_is(timezone.now())
        return
    notify(
        users=[each.pk for each in users],
        kind=kind,
        sentence=sentence,
        facts=facts,
        path="/about/",
        key="this",
    )


def send() -> None:
    """Let the clock send what is due."""

    async def run() -> None:
        stop = asyncio.Event()
        asyncio.get_running_loop().call_later(1, stop.set)
        await delivery_loop(stop, 0.05)

    async_to_sync(run)()


def came_to(user: User, browser: Browser, said: str) -> tuple[bool, bool, bool]:
    """Whether it came here, as a push and as a mail; and never twice, and nothing else came."""
    here = Notice.objects.filter(user=user).count()
    if here:
        client = Client()
        client.force_login(user)
        assert said in client.get("/accounts/notices/").content.decode()
    pushes = [each["body"] for each in browser.messages()]
    mails = [each.subject for each in mail.outbox if each.to == [f"{user.pk}@example.org"]]
    assert here in {0, 1}
    assert pushes in ([], [said])
    assert mails in ([], [f"[Secret Hitler] {said}"])
    return bool(here), bool(pushes), bool(mails)


@pytest.mark.parametrize("kind", list(NoticeKind))
def test_each_channel_brings_exactly_what_was_chosen(
    kind: NoticeKind, service: PushService
) -> None:
    # All others decide about the government of the one who nominated.
    game, seated = a_game(people=9, pace="1d")
    nominating = to_the_vote(game)
    voting = [each for each in seated if each != seated[nominating]]
    expected = CHANNELS | NOBODY_MISSES_IT.get(kind, {})
    cases = [(channel, is_quiet) for channel in expected for is_quiet in (False, True)]
    readers = [
        (user, Browser(service, str(user.pk)), *case)
        for user, case in zip(voting, cases, strict=True)
    ]
    for reader in readers:
        user, browser, channel, is_quiet = reader
        chooses(user, browser, kind, channel, is_quiet)
    tell(kind, voting, game)
    said = SAID[kind][2]
    send()
    for user, browser, channel, is_quiet in readers:
        here, push, by_mail = expected[channel]
        wanted = (here, push and not is_quiet, by_mail and not is_quiet)
        assert came_to(user, browser, said) == wanted, (channel, is_quiet)

    # The quiet hours are over.
    QuietHours.objects.all().delete()
    NoticeDelivery.objects.exclude(due_at=None).update(due_at=timezone.now())
    send()
    for user, browser, channel, _is_quiet in readers:
        assert came_to(user, browser, said) == expected[channel], channel
    assert not NoticeDelivery.objects.exclude(due_at=None).exists()
