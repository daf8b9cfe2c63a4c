"""Two clocks send pushes and mails, and one is killed in the middle: each goes out once at most, and few are lost.

Lost may be what the killed process had in hand, which may have arrived or not; nothing is sent twice to find out.
"""

import asyncio
import json
from collections import Counter
from contextlib import ExitStack
from email import message_from_string
from pathlib import Path

import psycopg
import pytest

from accounts.push import new_keys
from games.live.notice_sending import AT_ONCE
from tests.faults._clock import Clock
from tests.faults._scale import of, report
from tests.faults._site import FaultySite, address_of, postgres, redis, until, up
from tests.mail_server import MailServer, Temper, mail_server
from tests.push_service import Browser, PushService, push_service
from tests.running_site import manage

PEOPLE = 6
# Slow games that wait, of which the clocks have to tell; and notices of which people were told just now.
STAGE = """
import json
from datetime import timedelta
from allauth.account.models import EmailAddress
from django.db.models import F
from accounts.delivery_models import PushDevice
from accounts.models import User
from accounts.notice_choices import Channels, save_choices
from accounts.notice_models import NoticeKind
from accounts.notices import notify
from accounts.push_devices import password_mark
from games.models import Game, GameEvent
from tests.factories import a_game, a_person
people = [a_person(is_guest=False) for _ in range({people})]
for number, (user, keys) in enumerate(zip(people, json.loads({keys!r}))):
    EmailAddress.objects.create(user=user, email=f"{{number}}@example.org", primary=True, verified=True)
    PushDevice.objects.create(user=user, password_mark=password_mark(user), **keys)
    save_choices(user=user, choices={{NoticeKind.TABLE: Channels(push=True, mail=True)}})
for number in range({notices}):
    notify(
        users=[each.pk for each in people], kind=NoticeKind.TABLE, sentence="table_wished", path="/",
        facts={{"table": "Round table", "name": "Bob"}}, key=f"table:{{number}}",
    )
for number in range({games}):
    game, users = a_game(people=5, pace="1d")
    User.objects.filter(pk__in=[each.pk for each in users]).update(is_guest=False)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=each, email=f"{{each.pk}}@example.org", primary=True, verified=True) for each in users
    )
Game.objects.update(
    opened_at=F("opened_at") - timedelta(hours=1), deadline_at=F("deadline_at") - timedelta(hours=1), due_at=None
)
GameEvent.objects.update(created_at=F("created_at") - timedelta(hours=2))
"""


def arrived(service: PushService, server: MailServer) -> Counter[str]:
    """Return what has come how often, by the number of its device and topic, or of its mail."""
    pushes = [f"{each.path} {each.headers['topic']}" for each in service.requests]
    return Counter(pushes + [message_from_string(each)["Message-ID"] for each in server.mails])


@pytest.mark.postgres
@pytest.mark.redis
async def test_killed_clock_loses_at_most_what_it_had_in_hand_and_nothing_comes_twice(
    tmp_path: Path,
) -> None:
    private, _public = new_keys()
    notices, games, kills = of(20, 200), of(5, 40), of(1, 10)
    with ExitStack() as stack:
        service = stack.enter_context(push_service())
        server = stack.enter_context(mail_server(Temper.TAKES))
        service.pause_seconds = 0.1
        site = FaultySite(
            tmp_path,
            DATABASE_URL=address_of(stack.enter_context(postgres())),
            TEST_REDIS_URL=f"redis://127.0.0.1:{stack.enter_context(redis()).port}/0",
            REDIS_PREFIX="deliveries",
            WEB_PUSH_PRIVATE_KEY=private,
            WEB_PUSH_CONTACT="mailto:somebody@example.org",
            EMAIL_URL=f"smtp://127.0.0.1:{server.port}",
        )
        site.migrate()
        keys = [Browser(service, f"device-{n}").subscription for n in range(PEOPLE)]
        wanted = STAGE.format(people=PEOPLE, keys=json.dumps(keys), notices=notices, games=games)
        staged = manage("shell", "-c", wanted, environment=site.environment)
        assert staged.returncode == 0, staged.stderr
        expected = 2 * PEOPLE * notices + games
        clocks = [Clock(tmp_path, f"clock {number}", site.environment) for number in range(2)]
        stack.enter_context(up(*clocks))
        for kill in range(kills):
            so_far = sum(arrived(service, server).values())
            step = (expected - so_far) // (kills - kill + 1)
            await until(lambda: sum(arrived(service, server).values()) >= so_far + step)  # noqa: B023
            clocks[kill % 2].kill()
            assert sum(arrived(service, server).values()) < expected
            clocks[kill % 2].start()
            await clocks[kill % 2].until_up()

        with psycopg.connect(site.database, autocommit=True) as database:

            def unsent() -> tuple[int, int]:
                """How many are due, and how many are in hand or lost."""
                row = database.execute(
                    "SELECT count(due_at), count(*) FILTER (WHERE due_at IS NULL AND sent_at IS NULL)"
                    " FROM accounts_noticedelivery"
                ).fetchone()
                assert row is not None
                return row[0], row[1]

            await until(lambda: not unsent()[0], of(60, 600))
            # Longer than a round: what is in hand arrives, and nothing comes again.
            await asyncio.sleep(4)
            due, lost = unsent()
            (written,) = database.execute(
                "SELECT count(*) FROM accounts_noticedelivery"
            ).fetchone() or (0,)
        came = arrived(service, server)
        assert written == expected
        assert due == 0
        assert lost <= kills * AT_ONCE
        assert len(came) >= expected - lost
        assert max(came.values()) == 1
        report(
            f"{expected} pushes and mails by two clocks, killed {kills} times: none came twice,"
            f" {expected - len(came)} did not come, {lost} were in hand"
        )
        logs = [clock.log.read_text() for clock in clocks]
        assert [log for log in logs if "Traceback" in log or " ERROR " in log] == []
