"""Partials over the socket say exactly what pages say: both engines render the same file alike."""

import asyncio
import re
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
from jinja2.meta import find_referenced_templates

from games.live.room import Room
from games.models import Game
from games.services.chat import keep_notes
from games.services.practice import start_practice
from games.transport import partials
from games.values.chat import TalkMode
from tests.factories import a_game, a_person, play_at_random
from tests.games.consumers.test_bytes import a_random_game
from tests.games.test_noninterference import Screen, table_of
from tests.games.test_noninterference_talk import spoken
from tests.games.views.test_lobby_board import CUSTOM
from tests.injections import INJECTIONS

TEMPLATES = Path(settings.BASE_DIR) / "templates"
TABLE = TEMPLATES / "games" / "table"
NAMED_IN_VALUES = ("games/boards/_community_groups.html", "games/boards/_rating_figures.html")
"""Partials whose names stand in no tag."""
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


def test_every_partial_compiles_in_every_language() -> None:
    # Style sheets stand in the head of pages, which Django renders.
    of_table = [path.name for path in TABLE.glob("_*.html") if path.name != "_styles.html"]
    assert len(of_table) > 60
    environment = cast(Jinja2, engines["compiled"]).env
    assert environment.loader is not None
    of_pages = [
        name
        for path in TEMPLATES.rglob("*.html")
        for name in re.findall(r'{% compiled "([^"]+)" %}', path.read_text())
    ]
    assert "games/player/_head.html" in of_pages
    asked = [*(f"games/table/{name}" for name in of_table), *of_pages, *NAMED_IN_VALUES]
    looked_at = set[str]()
    while asked:
        name = asked.pop()
        if name in looked_at:
            continue
        looked_at.add(name)
        for language, _name in settings.LANGUAGES:
            get_template(f"{language}|{name}", using="compiled")
        parsed = environment.parse(
            environment.loader.get_source(environment, f"en|{name}")[0], f"en|{name}"
        )
        # Jinja2 misses a filter only when its branch is rendered.
        used = {each.name for each in parsed.find_all(nodes.Filter)}
        assert used <= set(environment.filters), name
        asked += [included for included in find_referenced_templates(parsed) if included]
    assert {"_header.html", "_footer.html", "games/help/_help_sheet.html"} <= looked_at


def test_what_the_compiler_does_not_know_is_an_error() -> None:
    with pytest.raises(TemplateSyntaxError):
        get_template("en|_styles.html", using="compiled")


PAGE = "games/table/_table.html"


def at_one_time(html: str) -> str:
    return re.sub(r'data-now="\d+"', "", html)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("talk", [mode.value for mode in TalkMode])
@pytest.mark.parametrize("reader", ["player", "spectator", "visitor"])
@pytest.mark.parametrize("language", ["en", "pl"])
def test_both_engines_render_the_page_alike(talk: str, reader: str, language: str) -> None:
    game, users = a_game(talk=talk)
    person = {"player": users[0], "spectator": a_person()}.get(reader)
    client = Client()
    if person is not None:
        client.force_login(person)
        keep_notes(game_id=game.pk, user_id=person.pk, text="<i>Ada?</i> & 'Bo'")
    client.cookies["django_language"] = language
    client.get("/accounts/login/")

    html = the_page_of_both(client, game, language)

    tokens = html.count('name="csrfmiddlewaretoken" value="the-token"')
    assert tokens > (person is not None) + (reader == "player")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("kind", ["practice", "ranked", "over", "custom board"])
def test_both_engines_render_pages_of_every_kind_of_game_alike(kind: str, language: str) -> None:
    person = a_person()
    if kind == "practice":
        game = start_practice(user=person, players=7)
    else:
        board = CUSTOM if kind == "custom board" else "standard"
        game, (person, *_others) = a_game(people=7, is_ranked=kind == "ranked", board=board)
    if kind == "over":
        play_at_random(game, Random(3))
    client = Client()
    client.force_login(person)

    html = the_page_of_both(client, game, language)

    assert ("final-reveal-headline" in html) == (kind == "over")


def the_page_of_both(client: Client, game: Game, language: str) -> str:
    """Compare what the engines make of this person's page of a game; return it, with a token that is known."""
    contexts: Any = client.get(f"/games/{game.code}/").context
    context = contexts[0].flatten() | {"csrf_token": "the-token"}
    shown = ""
    for unread in (0, 1, 3, 100):
        context |= {"unread_notices": unread}
        with translation.override(language):
            by_django = at_one_time(get_template(PAGE, using="django").render(context).strip())
            compiled = at_one_time(partials.render_partial(PAGE, context))
        shown = alike(compiled)
        assert shown == alike(by_django)
        assert (">99+<" in shown) == (unread == 100 and "bell-count" in shown)
    return shown


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
