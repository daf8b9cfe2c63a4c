"""What a page hands to static/js/passkeys.js."""

import json
from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """Return plain values as JSON, for an attribute."""
    return json.dumps(value, cls=DjangoJSONEncoder)
