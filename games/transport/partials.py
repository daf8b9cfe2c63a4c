"""Partials rendered once per process and cached by view and language.

Only for partials that depend on nothing but their view, so equal knowledge gives equal bytes;
without session tokens.
"""

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from functools import cache
from threading import Lock
from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

REMEMBERED = 16384

_rendered: OrderedDict[Hashable, SafeString] = OrderedDict()
_rendered_lock = Lock()


def remembered_partial(
    template: str, view: Hashable, name: str = "view", *, language: str | None = None
) -> SafeString:
    """Return this partial with this view under this name, in the active language.

    A caller that knows the language may pass it: finding it out costs as much as the cached
    answer.
    """
    key = (template, view, language or get_language())
    with _rendered_lock:
        html = _rendered.get(key)
        if html is not None:
            _rendered.move_to_end(key)
            return html
    html = render_partial(template, {name: view})
    with _rendered_lock:
        _rendered[key] = html
        while len(_rendered) > REMEMBERED:
            _rendered.popitem(last=False)
    return html


def render_partial(template: str, context: Mapping[str, Any]) -> SafeString:
    """Render this partial in the active language."""
    html: str = _compiled(template, get_language()).render(context).strip()
    return mark_safe(html)  # noqa: S308


@cache
def _compiled(template: str, language: str | None) -> Any:
    """Return a partial as the compiling engine has it (config.compiled_templates)."""
    found: Any = get_template(f"{language}|{template}", using="compiled")
    # Without the wrapper, which looks for a request each time.
    return found.template
