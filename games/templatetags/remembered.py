"""{% remembered "games/table/_round.html" round=round %}: a part of a table, rendered once and cached."""

from django import template
from django.utils.safestring import SafeString

from games.transport.partials import remembered_partial

register = template.Library()


@register.simple_tag
def remembered(partial: str, **views: object) -> SafeString:
    """Return a partial that depends on this one view and nothing else of the page."""
    ((name, view),) = views.items()
    return remembered_partial(partial, view, name)
