"""The mails of slow games as people get them, and the loop that sends them despite bad servers."""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from email import message_from_string
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from channels.db import database_sync_to_async
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts.deliveries import take
from accounts.delivery_models import NoticeDelivery
from accounts.models import Preferences, User
from accounts.notice_choices import choices_of
from accounts.notice_messages import write_mail
from accounts.notice_models import NoticeKind
from games.live.clock_loop import clock_loop
from games.live.notice_sending import delivery_loop
from games.models import Game, GameEvent
from games.selectors.game import load_table
from games.selectors.table_cache import forget_all
from games.services.turn_notices import tell_whose_turn_it_is
from tests.factories import a_game
from tests.mail_server import Temper, mail_server

pytestmark = pytest.mark.django_db(transaction=True)


def a_waiting_game(minutes: int = 30, address: str = "reader@example.org") -> tuple[Game, User]:
    """A slow game that waits for a registered person."""
    game, users = a_game(people=5, pace="1d")
    president = users[load_table(game.pk).state.president]
    User.objects.filter(pk=president.pk).update(is_guest=False)
    EmailAddress.objects.create(user=president, email=address, primary=True, verified=True)
    game.refresh_from_db()
    since = timedelta(minutes=minutes)
    assert game.opened_at is not None
    assert game.deadline_at is not None
    Game.objects.filter(pk=game.pk).update(
        opened_at=game.opened_at - since, deadline_at=game.deadline_at - since
    )
    return game, president


def the_mail(now: datetime | None = None) -> EmailMessage:
    """The mail that is due now, or then."""
    at = now or timezone.now()
    tell_whose_turn_it_is(at)
    NoticeDelivery.objects.update(due_at=at)
    (due,) = take(at, 5)
    letter = write_mail(due, at)
    assert letter is not None
    return letter


def test_mail_says_which_table_what_for_until_when_and_how_to_stop(
    client: Client, settings: Any
) -> None:
    settings.SITE_URL = "https://play.example.org"
    game, president = a_waiting_game()
    now = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
    ends = datetime(2026, 11, 22, 11, 30, tzinfo=UTC)
    opened = ends - timedelta(days=1)
    Game.objects.filter(pk=game.pk).update(deadline_at=ends, opened_at=opened)
    GameEvent.objects.update(created_at=opened - timedelta(hours=1))
    letter = the_mail(now)
    assert letter.to == ["reader@example.org"]
    assert letter.subject == "[Secret Hitler] A table waits for you: Test table"
    lines = letter.body.replace("\xa0", " ").splitlines()
    assert f"Hello {president.username}," in lines
    assert "Table: Test table" in lines
    sentence = f"Presidential candidate {president.username} nominates a Chancellor."
    assert sentence in lines
    assert "Until: 22 November 2026, 11:30 UTC" in lines
    assert "Time left: 23 hours, 30 minutes" in lines
    assert "When the time is up: A stand-in decides" in lines
    assert f"https://play.example.org/games/{game.code}/" in lines
    (stop,) = [line for line in lines if "/mails/stop/" in line]
    assert letter.extra_headers["List-Unsubscribe"] == f"<{stop}>"
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    client.post(stop.removeprefix("https://play.example.org"))
    assert not choices_of(president)[NoticeKind.TURN].mail


def test_mail_speaks_the_language_of_its_reader() -> None:
    _game, president = a_waiting_game()
    Preferences.objects.filter(user=president).update(language="pl")
    letter = the_mail()
    with override("pl"):
        from django.utils.formats import date_format

        assert date_format(timezone.now() + timedelta(days=1), "DATE_FORMAT")[-4:] in letter.body
        assert "godzin" in letter.body


def test_odd_table_name_stays_one_line() -> None:
    game, _president = a_waiting_game()
    Game.objects.filter(pk=game.pk).update(name="Fri\r\nBcc: all@example.org")
    letter = the_mail()
    assert letter.subject == "[Secret Hitler] A table waits for you: Fri Bcc: all@example.org"
    letter.send()
    assert mail.outbox[0].bcc == []


async def in_the_end(is_so: Any, seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while not await database_sync_to_async(is_so)():
        assert time.monotonic() < until, "it never came to that"
        await asyncio.sleep(0.05)


async def clock_without_sweeps(stop: asyncio.Event) -> None:
    """Tell whose turn it is, as a clock does, and send what is due."""
    await database_sync_to_async(tell_whose_turn_it_is)(timezone.now())
    await delivery_loop(stop, 0.05)


async def test_clock_tells_sends_and_notes_it() -> None:
    await database_sync_to_async(a_waiting_game)()
    stop = asyncio.Event()
    loop = asyncio.create_task(clock_loop(stop))
    await in_the_end(lambda: NoticeDelivery.objects.filter(sent_at__isnull=False).exists())
    await asyncio.sleep(0.2)
    stop.set()
    await asyncio.wait_for(loop, 4)
    assert [letter.to for letter in mail.outbox] == [["reader@example.org"]]


async def test_mail_that_cannot_be_written_keeps_no_other_waiting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    (broken, _president), _other = [
        await database_sync_to_async(a_waiting_game)(address=f"{name}@example.org")
        for name in ("one", "two")
    ]
    await database_sync_to_async(tell_whose_turn_it_is)(timezone.now())
    # Its log can no longer be read.
    await GameEvent.objects.filter(game=broken).aupdate(payload={"broken": True})
    await database_sync_to_async(forget_all)()
    stop = asyncio.Event()
    loop = asyncio.create_task(delivery_loop(stop, 0.05))
    await in_the_end(lambda: len(mail.outbox) == 1)
    stop.set()
    await asyncio.wait_for(loop, 2)
    assert mail.outbox[0].to == ["two@example.org"]
    row = await NoticeDelivery.objects.aget(notice__key__startswith=f"turn:{broken.pk}:")
    assert row.sent_at is None
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == [
        f"Delivery {row.pk} of a notice could not be looked at"
    ]


async def test_mail_reaches_a_real_server(settings: Any) -> None:
    await database_sync_to_async(a_waiting_game)()
    stop = asyncio.Event()
    with mail_server(Temper.TAKES) as server:
        server.configure(settings, timeout=5)
        loop = asyncio.create_task(clock_without_sweeps(stop))
        await in_the_end(lambda: NoticeDelivery.objects.filter(sent_at__isnull=False).exists())
        stop.set()
        await asyncio.wait_for(loop, 2)
    (text,) = server.mails
    letter = message_from_string(text)
    assert letter["To"] == "reader@example.org"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter["List-Unsubscribe"].strip().startswith("<http")
    assert letter["Message-ID"].startswith("<notice-")
    assert letter["Auto-Submitted"] == "auto-generated"


@pytest.mark.parametrize("temper", [Temper.AWAY, Temper.REFUSES, Temper.DROPS, Temper.HANGS])
async def test_bad_server_is_tried_again_later(
    temper: Temper, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    await database_sync_to_async(a_waiting_game)()
    stop = asyncio.Event()
    with mail_server(temper) as server:
        server.configure(settings, timeout=0.3)
        loop = asyncio.create_task(clock_without_sweeps(stop))
        later = timezone.now() + timedelta(seconds=20)
        await in_the_end(lambda: NoticeDelivery.objects.filter(due_at__gt=later, tries=1).exists())
        await asyncio.sleep(0.3)
        stop.set()
        await asyncio.wait_for(loop, 2)
    assert server.visits <= 1
    assert "of a notice was not taken" in caplog.text
    assert "reader@example.org" not in caplog.text


async def test_hanging_server_holds_up_neither_the_clock_nor_the_end(settings: Any) -> None:
    """While the server hangs, bots play on, and the process ends when told."""
    from games.live import aside

    def stage() -> int:
        a_waiting_game()
        bots, _users = a_game(people=0, bots=5, pace="none")
        return bots.pk

    bots = await database_sync_to_async(stage)()
    stop = asyncio.Event()
    patch = pytest.MonkeyPatch()
    patch.setattr(aside, "LAST_SECONDS", 0.2)
    with mail_server(Temper.HANGS) as server, patch.context():
        server.configure(settings, timeout=30)
        mails = asyncio.create_task(clock_without_sweeps(stop))
        await in_the_end(lambda: server.visits == 1)
        clock = asyncio.create_task(clock_loop(stop))
        finished = Game.objects.filter(pk=bots, status=Game.Status.FINISHED)
        await in_the_end(finished.exists, seconds=30)
        assert not mails.done()
        stop.set()
        began = time.monotonic()
        await asyncio.wait_for(asyncio.gather(mails, clock), 5)
        assert time.monotonic() - began < 3
    patch.undo()
    assert not await database_sync_to_async(NoticeDelivery.objects.exclude(due_at=None).exists)()
