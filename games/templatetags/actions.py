"""{% action_fields view action %}: the hidden fields of the form for a decision's answers of one kind.

The answer itself is the button that is pressed. A ballot may be changed, and its form stays:
{% offer view %} is the one field that is new then.
"""

from django import template
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.presenters.table.decision import DecisionView

register = template.Library()

_FIELD = '<input type=hidden name={} value="{}">'
_BALLOT_OFFER = '<input type=hidden name=offer value="{}" id=act-offer>'


@register.simple_tag(takes_context=True)
def action_fields(context: Context, view: DecisionView, action: str) -> SafeString:
    """Return the hidden fields of a form for this action; forms sent over the socket have no session token."""
    token = CsrfTokenNode().render(context) if context.get("csrf_token") else ""
    fields = format_html(_FIELD * 2, "action", action, "decision", view.decision)
    return mark_safe(token + fields + offer(view))  # noqa: S308


@register.simple_tag
def offer(view: DecisionView) -> SafeString:
    """Return the hidden field that is new whenever the decision is offered again."""
    if view.ballots:
        return format_html(_BALLOT_OFFER, view.offer)
    return format_html(_FIELD, "offer", view.offer)
