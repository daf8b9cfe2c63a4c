"""Malformed, mistimed and hostile messages and requests: a clear answer each, and no change.

Random values of every shape (Hypothesis), and near-misses: real forms with one thing wrong.
"""

import asyncio
import json
from random import Random
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine import legal_actions
from games.forms.chat import is_talk, parse_talk
from games.forms.game import parse_action
from games.models import ChatMessage, Game, GameEvent, Lobby, LobbySeat
from games.selectors.game import load_table
from games.values.refusals import GameError
from tests.factories import a_game, a_person, fields_of, play_at_random
from tests.faults._scale import of, report
from tests.sockets import tab

pytestmark = pytest.mark.django_db(transaction=True)

# Much longer than it takes, on a machine that does much else.
ANSWER_SECONDS = 30
ALLOWANCE = "games.consumers.socket.MESSAGES_AT_ONCE"
VALUES: list[Any] = [
    None, True, False, 0, -1, 99, 100, 10**30, 1.5, float("nan"), "", " ", "0", "-1", "００", "1e1", "null",
    "\x00", "\ud800", "💥" * 40, "x" * 3000, "' or 1=1 --", "<script>", "../..", "%s%n", "{{ 7 }}", [], {},
    ["0"], {"a": 1}, [[[[]]]], "L", "F", "true", "True", "nominate", "return", "say", "claim",
]  # fmt: skip
KEYS = [
    "action", "target", "card", "ja", "accept", "decision", "action_id", "HEADERS", "text", "channel",
    "phrase", "message_id", "talk", "round", "kind", "content", "__class__", "seat", "user_id", "",
]  # fmt: skip
RAW = [
    "", "{", "[]", "null", "1", '"x"', "{}" * 3, "[" * 2000, '{"action":', "\x00", "\ufeff{}", "NaN",
    '{"action": "nominate", "action": "vote"}', "{'action': 'vote'}", '{"a":' * 800, "x" * 5000,
]  # fmt: skip
METHODS = ["get", "post", "put", "delete", "patch", "options", "head"]


def changed(game: Game) -> tuple[Any, ...]:
    """Return the database state that play changes."""
    return (
        list(Game.objects.order_by("pk").values_list("version", "seating", "status", "phase")),
        GameEvent.objects.count(),
        ChatMessage.objects.count(),
        Lobby.objects.count(),
        LobbySeat.objects.count(),
    )


def near_miss(form: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A valid form with one thing wrong."""
    form = dict(form)
    field = chance.choice([*form])
    match chance.randrange(5):
        case 0:
            del form[field]
        case 1:
            form[field] = chance.choice([value for value in VALUES if not _fits(field, value)])
        case 2:
            # Another decision: an earlier, a later, or an invented one.
            round_, _dot, rest = form["decision"].partition(".")
            form["decision"] = (
                f"{int(round_) + chance.choice((-1, 1, 7)) if round_.isdigit() else 0}.{rest}"
            )
        case 3:
            form["action"] = chance.choice(
                [
                    each
                    for each in (*VALUES, "peek", "execute", "veto_request")
                    if each != form["action"]
                ]
            )
        case _:
            form |= {chance.choice(KEYS): chance.choice(VALUES) for _ in range(3)}
            form["decision"] = "9.nowhere"
    return form


def _fits(field: str, value: object) -> bool:
    """Whether this value may be right for a field, and so no near-miss."""
    return isinstance(value, str | bool | int) and field not in ("action", "decision")


async def test_socket_answers_whatever_it_is_sent_and_nothing_changes(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(ALLOWANCE, 10**9)
    wanted, chance = of(1000, 150_000), Random(11)
    sent = 0
    while sent < wanted:
        game, users = await database_sync_to_async(a_game)(5, seed=sent)
        steps = chance.randrange(60)
        await database_sync_to_async(play_at_random)(
            game,
            chance,
            until=lambda table: table.version > 20 + steps,  # noqa: B023
        )
        table = await database_sync_to_async(load_table)(game.pk)
        path = f"/ws/games/{game.code}/"
        stranger = await database_sync_to_async(a_person)(f"Stranger {sent}")
        undecided = table.undecided()
        before = await database_sync_to_async(changed)(game)
        # A decider, another player, and two people without a seat.
        for user in [users[0], users[undecided[0] if undecided else 1], stranger, None]:
            async with tab(path, user) as one:
                await one.html()
                for _message in range(min(250, wanted)):
                    while not one.output_queue.empty():
                        one.output_queue.get_nowait()
                    message = a_message(table, chance)
                    await one.send_input(message)
                    async with asyncio.timeout(ANSWER_SECONDS):
                        answer = await one.output_queue.get()
                    assert answer["type"] == "websocket.send", (message, answer)
                    sent += 1
        assert await database_sync_to_async(changed)(game) == before
    report(f"{sent} hostile socket messages: each answered, nothing changed")
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def a_message(table: Any, chance: Random) -> dict[str, Any]:
    """Any message but an action that would count."""
    if chance.random() < 0.1:
        return {"type": "websocket.receive", "text": chance.choice(RAW)}
    if chance.random() < 0.03:
        return {"type": "websocket.receive", "bytes": chance.randbytes(20)}
    options = [action for seat in range(5) for action in legal_actions(table.state, seat)]
    if options and chance.random() < 0.6:
        form = near_miss(fields_of(chance.choice(options), table, "hostile"), chance)
    else:
        size = chance.randrange(6)
        form = {chance.choice(KEYS): chance.choice(VALUES) for _ in range(size)}
    if would_count(form, table):
        form |= {"decision": "0.nowhere", "action": "act"}
    if form.get("action") == "return":
        # A player without a stand-in has nothing to take back.
        form["action"] = "returns"
    return {"type": "websocket.receive", "text": json.dumps(form)}


def would_count(form: dict[str, Any], table: Any) -> bool:
    """Whether a random form happens to be valid: an action, or a message of talk."""
    try:
        if is_talk(form):
            parse_talk(form)
            return True
        return parse_action(form).decision == table.decision
    except GameError:
        return False


PATHS = [
    "/games/{code}/", "/games/{code}/act/", "/games/{code}/leave/", "/games/{code}/talk/", "/games/zzz/act/",
    "/lobbies/{code}/", "/lobbies/NOSUCH/join/", "/lobbies/new/", "/accounts/guest/", "/players/%00/",
    "/games/{code}/replay/", "/ws/games/{code}/", "/i18n/setlang/", "//", "/%2e%2e/%2e%2e/etc/passwd", "/?a=%ff",
    "/games/{code}/act/?decision=1", "/static/../config/settings/base.py", "/health/ready/?x=" + "y" * 3000,
]  # fmt: skip


def test_forms_that_make_no_sense_are_refused_and_change_nothing() -> None:
    wanted, chance = of(400, 30_000), Random(12)
    game, users = a_game(5)
    stranger = a_person("Stranger")
    browsers = []
    for user in (users[0], users[3], stranger, None):
        browser = Client(raise_request_exception=False)
        if user is not None:
            browser.force_login(user)
        browsers.append(browser)
    table = load_table(game.pk)
    before = changed(game)
    for _request in range(wanted):
        browser = chance.choice(browsers)
        path = chance.choice(PATHS).format(code=game.code)
        if path.endswith("/leave/"):
            # This one is legitimate for seated players.
            browser = browsers[-1]
        message = a_message(table, chance)
        body = message.get("text") or message.get("bytes", b"")
        how = chance.randrange(3)
        if how == 0:
            try:
                form = {str(k): str(v) for k, v in json.loads(body).items()}
                answer = browser.post(path, form)
            except (ValueError, AttributeError, RecursionError):
                answer = browser.post(path, body, content_type="application/json")
        elif how == 1:
            answer = browser.generic(
                chance.choice(METHODS).upper(), path, body, content_type=chance.choice(TYPES)
            )
        else:
            answer = browser.get(path, headers={"cookie": chance.choice(COOKIES)})
        assert answer.status_code < 500, (path, answer.status_code, body)
    assert changed(game) == before
    report(f"{wanted} hostile requests: none answered with an error of ours, nothing changed")


TYPES = [
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data",
    "application/json", "text/plain; charset=nonsense", "", "application/x-www-form-urlencoded; charset=utf-16",
]  # fmt: skip
COOKIES = [
    "sessionid=x",
    "sessionid=" + "y" * 3000,
    "csrftoken=\x00",
    "=;=;",
    "django_language=../../x",
]

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=80),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=of(600, 20_000), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=8), ANYTHING, max_size=8))
def test_any_shape_of_form_is_either_a_request_or_malformed(form: dict[str, Any]) -> None:
    try:
        request = parse_action(form)
    except GameError:
        return
    assert request.by(0) is not None
