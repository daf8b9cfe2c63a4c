"""Partials over the socket say exactly what pages say: both engines render the same file alike."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from django.conf import settings
from django.template import TemplateSyntaxError, engines
from django.template.backends.jinja2 import Jinja2
from django.template.loader import get_template
from django.test import Client
from django.utils import translation
from jinja2 import nodes

from games.live.room import Room
from games.services.chat import keep_notes
from games.transport import partials
from games.values.chat import TalkMode
from tests.factories import a_game, a_person
from tests.games.consumers.test_bytes import a_random_game
from tests.games.test_noninterference import Screen, table_of
from tests.games.test_noninterference_talk import spoken
from tests.injections import INJECTIONS

TABLE = Path(settings.BASE_DIR) / "templates" / "games" / "table"
# Both engines write quotes as entities, each with entities of its own.
SAME = {"&#x27;": "&#39;", "&quot;": "&#34;"}


def alike(html: str) -> str:
    for django, jinja in SAME.items():
        html = html.replace(django, jinja)
    return html


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Compare each partial that is rendered with what Django makes of it; count them by template."""
    render, count = partials.render_partial, Counter[str]()

    def both(template: str, context: Mapping[str, Any]) -> str:
        compiled = render(template, context)
        by_django = get_template(template, using="django").render(dict(context)).strip()
        assert alike(compiled) == alike(by_django), template
        count[template] += 1
        return compiled

    monkeypatch.setattr(partials, "render_partial", both)
    for user in ("games.live.talk", "games.live.table_screen", "games.templatetags.moments"):
        monkeypatch.setattr(f"{user}.render_partial", both)
    return count


async def watch(seed: int, language: str, names: tuple[str, ...]) -> None:
    """Play a random game in a room where everybody and a spectator look on."""
    steps = a_random_game(seed, len(names))
    lines = spoken(steps, Random(seed))
    room, log = Room(1), list(steps[0])

    def table() -> Any:
        found = table_of(log)
        occupants = tuple(
            replace(each, name=name) for each, name in zip(found.occupants, names, strict=True)
        )
        return replace(found, occupants=occupants)

    with translation.override(language):
        await room.update(table())
        for seat in (None, *range(len(names))):
            screen = Screen(seat)
            screen.language = language
            await room.seat(screen)
        for step in steps[1:]:
            log += step
            newest = table()
            await room.update(newest)
            for line in lines.pop(newest.state.public_version, ()):
                await room.hear((*room.said, line))


@pytest.mark.parametrize(("seed", "language"), [(1, "en"), (2, "pl"), (3, "es"), (4, "nl")])
def test_both_engines_render_a_whole_game_alike(
    seed: int, language: str, rendered: Counter[str]
) -> None:
    names = INJECTIONS[seed * 10 : seed * 10 + 5 + seed]
    asyncio.run(watch(seed, language, names))
    assert len(rendered) > 20
    assert rendered["games/table/_decision.html"] > 20


def test_every_partial_of_the_table_compiles_in_every_language() -> None:
    # Parts of pages alone: Django renders them.
    of_pages = {"_card.html", "_styles.html", "_table_tools.html"}
    found = [path.name for path in TABLE.glob("_*.html") if path.name not in of_pages]
    assert len(found) > 60
    for language, _name in settings.LANGUAGES:
        for name in found:
            get_template(f"{language}|games/table/{name}", using="compiled")
    # Jinja2 misses a filter only when its branch is rendered.
    environment = cast(Jinja2, engines["compiled"]).env
    assert environment.loader is not None
    for name in found:
        source = environment.loader.get_source(environment, f"en|games/table/{name}")[0]
        used = environment.parse(source, f"en|games/table/{name}").find_all(nodes.Filter)
        assert {each.name for each in used} <= set(environment.filters), name


def test_what_the_compiler_does_not_know_is_an_error() -> None:
    with pytest.raises(TemplateSyntaxError):
        get_template("en|games/table/_card.html", using="compiled")


PARTS_OF_THE_PAGE = (
    "_chat_box.html",
    "_notes.html",
    "_decision.html",
    "_log_filter.html",
    "_log.html",
)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("talk", [mode.value for mode in TalkMode])
@pytest.mark.parametrize("reader", ["player", "spectator", "visitor"])
@pytest.mark.parametrize("language", ["en", "pl"])
def test_both_engines_render_the_parts_of_a_page_alike(
    talk: str, reader: str, language: str
) -> None:
    game, users = a_game(talk=talk)
    person = {"player": users[0], "spectator": a_person()}.get(reader)
    client = Client()
    if person is not None:
        client.force_login(person)
        keep_notes(game_id=game.pk, user_id=person.pk, text="<i>Ada?</i> & 'Bo'")
    client.cookies["django_language"] = language
    client.get("/accounts/login/")
    contexts: Any = client.get(f"/games/{game.code}/").context
    context = contexts[0].flatten()
    shown = {"_decision.html": context["table"].decision, "_log.html": context["log"]}
    with translation.override(language):
        for name in PARTS_OF_THE_PAGE:
            given = context | {"view": shown.get(name), "csrf_token": "the-token"}
            path = f"games/table/{name}"
            by_django = get_template(path, using="django").render(given).strip()
            assert alike(partials.render_partial(path, given)) == alike(by_django), name
            is_form = name == "_notes.html" or (name == "_chat_box.html" and talk != "none")
            if is_form and person is not None:
                assert 'name="csrfmiddlewaretoken" value="the-token"' in by_django


def test_forms_over_the_socket_have_no_token() -> None:
    view = {
        "url": "/x/",
        "buttons": [{"action": "agree"}],
        "sentences": ["Stop?"],
        "id": "agreement",
    }
    with translation.override("en"):
        sent = partials.render_partial("games/table/_agreement.html", {"view": view})
    assert "<form" in sent
    assert "csrf" not in sent
