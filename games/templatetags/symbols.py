"""{% symbol "president" %}: a symbol of the site."""

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
        '<svg class="symbol" aria-hidden="true"><use href="{}#{}"/></svg>',
        static("img/symbols.svg"),
        name,
    )
