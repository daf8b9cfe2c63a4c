"""Every socket for every kind of person: who gets in, who acts, who speaks.

The sockets come from the list of routes. One that is missing in the table below fails.
"""

from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.utils import timezone

from accounts.models import User
from config.asgi import application
from games.consumers.game import NO_SUCH_GAME
from games.engine import legal_actions
from games.models import ChatMessage
from games.routing import websocket_urlpatterns
from games.selectors.game import load_table
from tests.factories import fields_of
from tests.games.moderation.test_matrix import Site
from tests.sockets import cookies_of, tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

EVERYBODY = frozenset(
    (
        "anonymous",
        "guest",
        "member",
        "seated",
        "mute",
        "suspension",
        "ban",
        "moderator",
        "superuser",
    )
)
# The table with a password is another's for everybody but its owner; lobbies ask for a password on the page.
ENTER = {
    "ws/home/": EVERYBODY | {"owner"},
    "ws/friends/": (EVERYBODY | {"owner"}) - {"anonymous"},
    "ws/lobbies/{lobby}/": EVERYBODY | {"owner"},
    "ws/games/{public}/": EVERYBODY | {"owner"},
    "ws/games/{closed}/": frozenset({"owner"}),
    # A visitor has no bell.
    "ws/me/": EVERYBODY - {"anonymous"} | {"owner"},
}
# At a table that has begun a mute binds spectators at once; nobody else loses anything by a sanction there.
SPEAK = frozenset(("guest", "member", "seated", "moderator", "superuser"))


async def staged() -> tuple[Site, dict[str, User | None], dict[str, str]]:
    """Return a staged site, its people who have been here since yesterday, and its codes."""

    def make() -> Site:
        site = Site()
        site.people["owner"] = site.owners[0]
        User.objects.update(date_joined=timezone.now() - timedelta(days=1))
        return site

    site = await database_sync_to_async(make)()
    codes = {
        "lobby": site.lobby.code,
        "public": site.public.code,
        "closed": site.closed.code,
    }
    return site, site.people, codes


async def answer_to(person: User | None, path: str) -> int:
    """Return the code with which a socket is closed at once, or 0 for one that gets a frame."""
    headers = [(b"origin", b"http://testserver"), (b"host", b"testserver")]
    if person is not None:
        cookies = await database_sync_to_async(cookies_of)(person)
        headers.append((b"cookie", cookies.encode()))
    one = WebsocketCommunicator(application, path, headers=headers)
    connected, _code = await one.connect(timeout=3)
    assert connected
    first = await one.receive_output(timeout=5)
    await one.disconnect()
    return int(first["code"]) if first["type"] == "websocket.close" else 0


async def test_every_socket_is_in_the_table() -> None:
    ours = {str(each.pattern).replace("<slug:code>", "{}") for each in websocket_urlpatterns}
    assert ours == {each.format(lobby="{}", public="{}", closed="{}") for each in ENTER}


async def test_every_kind_of_person_gets_in_where_the_table_says() -> None:
    _site, people, codes = await staged()
    assert set(people) == EVERYBODY | {"owner"}
    wrong = {}
    for pattern, allowed in ENTER.items():
        for role, person in people.items():
            given = await answer_to(person, f"/{pattern.format(**codes)}")
            if given != (0 if role in allowed else NO_SUCH_GAME):
                wrong[role, pattern] = given
    assert wrong == {}


async def test_nobody_acts_for_a_seat_of_somebody_else() -> None:
    site, people, codes = await staged()
    table = await database_sync_to_async(load_table)(site.public.pk)
    president = table.state.president
    action = legal_actions(table.state, president)[0]
    own = table.occupants[president].user_id
    others = {role: each for role, each in people.items() if each is None or each.pk != own}
    assert len(others) >= len(people) - 1
    for role, person in others.items():
        async with tab(f"/ws/games/{codes['public']}/", person) as one:
            await one.html()
            await one.ask(fields_of(action, table, role))
            assert "notice" in await one.html_until_quiet(), role
    after = await database_sync_to_async(load_table)(site.public.pk)
    assert after.version == table.version


async def test_only_who_may_write_is_heard() -> None:
    site, people, codes = await staged()

    def heard() -> set[int | None]:
        lines = ChatMessage.objects.filter(game=site.public).exclude(phrase="").order_by()
        return set(lines.values_list("user_id", flat=True))

    for person in people.values():
        async with tab(f"/ws/games/{codes['public']}/", person) as one:
            await one.html()
            await one.ask({"action": "phrase", "phrase": "hello", "message_id": "m"})
            assert "talk-answer" in await one.html_until_quiet()
    spoke = await database_sync_to_async(heard)()
    assert spoke == {each.pk for role in SPEAK | {"owner"} if (each := people[role])}
