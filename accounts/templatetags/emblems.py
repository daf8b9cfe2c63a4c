"""Emblems of people in templates: {% emblem player.face %}."""

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.emblems import ALL, read_emblem

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=ALL)
def emblem(face: str) -> SafeString:
    """A drawing of static/img/emblems.svg, silent: the name beside it says whose it is."""
    worn = read_emblem(face)
    return _drawing(f"emblem ink-{worn.ink} ground-{worn.ground}", worn.symbol or "nobody")


@register.simple_tag
def emblem_to_choose(symbol: str, *, ink: str = "", ground: str = "") -> SafeString:
    """The same where one is chosen; what is not given here, the style sheet takes from what is chosen now."""
    parts = ("emblem", ink and f"ink-{ink}", ground and f"ground-{ground}")
    return _drawing(" ".join(filter(None, parts)), symbol)


def _drawing(classes: str, symbol: str) -> SafeString:
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>',
        classes,
        static("img/emblems.svg"),
        symbol,
    )
