"""Symbols of the site in templates: {% symbol "president" %}."""

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
@cache
def symbol(name: str) -> SafeString:
    """A drawing of static/img/symbols.svg, silent: the words beside it say what it means."""
    return format_html(
        '<svg class="symbol" aria-hidden="true"><use href="{}#{}"/></svg>',
        static("img/symbols.svg"),
        name,
    )
