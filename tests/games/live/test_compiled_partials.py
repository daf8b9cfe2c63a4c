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
from django.utils import translation
from jinja2 import nodes

from games.live.room import Room
from games.transport import partials
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
