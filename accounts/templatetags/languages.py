"""The languages of the site, for the switch at the foot of pages."""

from functools import cache

from django import template
from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import get_language_info

register = template.Library()


@register.simple_tag
@cache
def site_languages() -> tuple[tuple[str, str], ...]:
    """Return the code of each language and its name in itself, as a sentence begins."""
    return tuple(
        (code, capfirst(get_language_info(code)["name_local"]))
        for code, _name in settings.LANGUAGES
    )
