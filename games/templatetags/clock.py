"""The server's clock for countdowns: a browser's own may be minutes wrong."""

from time import time

from django import template

register = template.Library()


@register.simple_tag
def now_ms() -> int:
    """Return the time in milliseconds; written once a page, never into a frame."""
    return round(time() * 1000)
