"""Parts of a table in templates, rendered once: {% remembered "games/table/_round.html" round=round %}."""

from django import template
from django.utils.safestring import SafeString

from games.transport.partials import remembered_partial

register = template.Library()


@register.simple_tag
def remembered(partial: str, **views: object) -> SafeString:
    """A partial that shows this one view and nothing else of the page."""
    ((name, view),) = views.items()
    return remembered_partial(partial, view, name)
