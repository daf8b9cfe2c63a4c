"""The form with which somebody makes a token."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.api.models import NAME_MAX_LENGTH
from games.api.scopes import OF_BOTS, OF_PEOPLE, SCOPE_TEXTS, TokenScope


class TokenForm(forms.Form):
    """What a token is called, and what it allows."""

    name = forms.CharField(
        label=pgettext_lazy("of a token", "Name"),
        max_length=NAME_MAX_LENGTH,
        help_text=_("For yourself: which program will use it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
    scopes = forms.TypedMultipleChoiceField(
        label=pgettext_lazy("of a token", "What it allows"),
        coerce=TokenScope,
        choices=[],
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: QueryDict | None = None, *, is_bot: bool) -> None:
        super().__init__(data)
        offered = OF_BOTS if is_bot else OF_PEOPLE
        field = self.fields["scopes"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(scope.value, SCOPE_TEXTS[scope]) for scope in offered]
