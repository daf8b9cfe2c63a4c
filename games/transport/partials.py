"""Partials rendered once per process and cached by view and language.

Only for partials that depend on nothing but their view, so equal knowledge gives equal bytes;
without session tokens.
"""

from collections.abc import Hashable, Mapping
from functools import cache, lru_cache
from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString

from games.words.spoken_language import spoken_language

REMEMBERED = 16384


def remembered_partial(
    template: str, view: Hashable, name: str = "view", *, language: str | None = None
) -> SafeString:
    """Return this partial with this view under this name, in the active language.

    A caller that knows the language may pass it: finding it out costs as much as the cached
    answer.
    """
    return _remembered(template, view, name, language or spoken_language())


@lru_cache(REMEMBERED)
def _remembered(template: str, view: Hashable, name: str, _language: str | None) -> SafeString:
    return render_partial(template, {name: view})


def render_partial(template: str, context: Mapping[str, Any]) -> SafeString:
    """Render this partial in the active language."""
    compiled = _compiled(template, spoken_language())
    # Without Template.render, which copies the context and rewrites tracebacks: a third of the time of a small partial.
    html = "".join(compiled.root_render_func(compiled.new_context(context)))
    return SafeString(html.strip())


@cache
def _compiled(template: str, language: str | None) -> Any:
    """Return a partial as the compiling engine has it (config.compiled_templates)."""
    found: Any = get_template(f"{language}|{template}", using="compiled")
    # Without the wrapper, which looks for a request each time.
    return found.template
