"""Parts of a table from the engine that renders them for sockets, which is faster.

{% remembered "games/table/_round.html" round=round %} is rendered once and cached; {% compiled "games/table/_notes.html" %}
sees all that the page knows.
"""

from typing import Any, cast

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from games.transport.partials import remembered_partial, render_partial

register = template.Library()


@register.simple_tag
def remembered(partial: str, **views: object) -> SafeString:
    """Return a partial that depends on this one view and nothing else of the page."""
    ((name, view),) = views.items()
    return remembered_partial(partial, view, name)


@register.simple_tag(takes_context=True)
def compiled(context: Context, partial: str) -> SafeString:
    """Return a partial with the context of the page."""
    return render_partial(partial, cast(dict[str, Any], context.flatten()))
