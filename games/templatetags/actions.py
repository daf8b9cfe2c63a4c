"""{% action_fields view option %}: the hidden fields of a form for one legal action.

A ballot may be changed, and its form stays: {% action_id option %} is the one field that is new then.
"""

from django import template
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.presenters.table.decision import DecisionView, OptionView

register = template.Library()

_ACTION_ID = '<input type=hidden name=action_id value="{}" id={}-id>'


@register.simple_tag(takes_context=True)
def action_fields(context: Context, view: DecisionView, option: OptionView) -> SafeString:
    """Return the form's hidden fields, of a ballot without its action_id; forms sent over the socket have no session token."""
    fields = {"action": option.action}
    if option.field:
        fields[option.field] = option.value
    fields["decision"] = view.decision
    if not option.is_ballot:
        fields["action_id"] = option.action_id
    token = CsrfTokenNode().render(context) if context.get("csrf_token") else ""
    hidden = [
        f'<input type=hidden name={name} value="{escape(value)}">'
        for name, value in fields.items()
    ]
    return mark_safe(token + "".join(hidden))  # noqa: S308


@register.simple_tag
def action_id(option: OptionView) -> SafeString:
    """Return the hidden field that is new whenever the option is offered again."""
    return format_html(_ACTION_ID, option.action_id, option.button_id)
