"""Links from the game to the rule help, and the first-game hints.

{% rule "veto" %} writes the attributes of such a link: without scripts it opens the rules in a new
tab, with them help.js opens the section beside the table. The attributes are short, as they are
sent with every update.
"""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.engine.vocabulary import Phase
from games.presenters.learning.help import section_with
from games.presenters.learning.help_anchors import PHASE_ANCHORS
from games.presenters.learning.hints import Hint, present_hints
from games.words.once_per_language import once_per_language
from games.words.table_size import numbers_of_players

register = template.Library()
register.simple_tag(numbers_of_players)


@register.simple_tag
@once_per_language(256)
def rule(anchor: str) -> SafeString:
    """Return the attributes of a link to this place of the rule help, in the active language."""
    return format_html(
        'class=rule href="{}" target=_blank rel=noreferrer',
        reverse("games:help_section", args=[anchor]),
    )


@register.simple_tag
def link_to_rule(anchor: str) -> SafeString:
    """Return a link to a place on the page of the rules, named like its section.

    Raises LookupError if that page has no such place.
    """
    section = section_with(anchor)
    if section is None or section.page != "help":
        raise LookupError(anchor)
    return format_html('<a href="{}#{}">{}</a>', reverse("games:help"), anchor, section.title)


@register.simple_tag
def rule_of_phase(phase: str) -> SafeString:
    """Return the attributes of a link to the help about this phase."""
    return rule(PHASE_ANCHORS[Phase(phase)])


@register.simple_tag
def first_game_hints() -> tuple[Hint, ...]:
    """Return a hint for each phase."""
    return present_hints()
