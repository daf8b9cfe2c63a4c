"""{% moment view %}: a moment on the stage; the picture of a public one is rendered once for all games and readers."""

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.presenters.table.moment_view import MomentView
from games.transport.partials import remembered_partial, render_partial

register = template.Library()

_PLACE = re.compile("[\ue000-\ue0ff]")


@register.simple_tag
def moment(view: MomentView) -> SafeString:
    """Return games/table/_moment.html with this moment."""
    name = "games/table/_moment.html"
    if view.is_private:
        # What one seat alone is shown is kept nowhere.
        return render_partial(name, {"moment": view})
    picture = remembered_partial(name, view.picture, "moment")
    words = view.words
    # All places at once: a name may hold such a character, too.
    return mark_safe(_PLACE.sub(lambda place: escape(words[place[0]]), picture))  # noqa: S308
