"""The hidden fields of a form for one legal action: {% action_fields view option %}."""

from django import template
from django.template.context import RequestContext
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.presenters.decision import DecisionView, OptionView

register = template.Library()


@register.simple_tag(takes_context=True)
def action_fields(context: RequestContext, view: DecisionView, option: OptionView) -> SafeString:
    """What the form says beside its button; over the socket there is no token of any session."""
    return format_html(
        "{}{}{}{}{}",
        CsrfTokenNode().render(context) if context.get("csrf_token") else "",
        _hidden("action", option.action),
        _hidden(option.field, option.value) if option.field else "",
        _hidden("decision", view.decision),
        _hidden("action_id", option.action_id),
    )


def _hidden(name: str, value: object) -> SafeString:
    return format_html('<input type="hidden" name="{}" value="{}">', name, value)
