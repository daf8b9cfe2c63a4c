"""{% symbol "president" %}: a symbol of the site.

static/img/symbols.svg holds them, drawn for this site on a 48 by 48 grid, in the colour of the text around them.
Parties differ in shape and creature as well as in colour: the Liberal dove flies in a circle, the Fascist wolf looks
out of a square. No sign belongs to any movement, past or present.
"""

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
@cache
def symbol(name: str) -> SafeString:
    """Return a drawing of static/img/symbols.svg, hidden from screen readers."""
    return format_html(
        '<svg class=symbol aria-hidden=true><use href="{}#{}"/></svg>',
        static("img/symbols.svg"),
        name,
    )
