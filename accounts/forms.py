"""Forms for accounts. Labels stand above the fields, so fields have no placeholders."""

from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ImmediateHttpResponse
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.addresses import account_to_recover
from accounts.emblems import Emblem, Ground, Ink, Symbol
from accounts.models import ABOUT_MAX_LENGTH, Preferences, User
from accounts.names import NAME_MAX_LENGTH, NAME_MIN_LENGTH, name_key
from accounts.services import clean_new_name
from accounts.unsent import is_unsent

if TYPE_CHECKING:  # generic in the stubs only
    PreferencesModelForm = forms.ModelForm[Preferences]
else:
    PreferencesModelForm = forms.ModelForm

NAME_HELP = _("2 to 24 letters or digits, in any alphabet. Everybody at the table sees it.")
EMAIL_HELP = _(
    "For a forgotten password, and to tell you when a slow game waits for you, if you like."
    " Nobody else sees it."
)
PASSWORD_HELP = _(
    "At least 8 characters: not only digits, no common password, and nothing like your name or address."
)

ADDRESS_MAX_LENGTH = 254
"""The length that the database stores and mail servers accept."""


class PlainLabels:
    """Removes the placeholders of allauth's forms: they repeat the label."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name == "password1" and field.help_text:
                field.help_text = PASSWORD_HELP
        if email := self.fields.get("email"):
            email.label = _("E-mail address")
            # A longer address would be cut, and might then be another person's.
            email.validators.append(MaxLengthValidator(ADDRESS_MAX_LENGTH))


class LoginForm(PlainLabels, allauth_forms.LoginForm):
    """Name or address, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail address")
        # Password managers store the account under either; "username" is the word they look for.
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "dir": "auto"}
        self.fields["remember"].label = _("Stay logged in on this device")

    def clean_login(self) -> str:
        """Return one spelling of a login: each mix of capitals would have its own count of guesses."""
        typed: str = super().clean_login()
        # Names cannot contain an "@".
        return typed.lower() if "@" in typed else name_key(typed)


class SignupForm(PlainLabels, allauth_forms.SignupForm):
    """Name, address and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = pgettext_lazy("of a player", "Name")
        self.fields["username"].help_text = NAME_HELP
        self.fields["username"].widget.attrs["dir"] = "auto"
        self.fields["email"].help_text = EMAIL_HELP


class ChangeEmailForm(PlainLabels, allauth_forms.AddEmailForm):
    """The address that replaces the present one when it is confirmed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New e-mail address")


class ChangePasswordForm(PlainLabels, allauth_forms.ChangePasswordForm): ...


class SetPasswordForm(PlainLabels, allauth_forms.SetPasswordForm): ...


class ResetPasswordForm(PlainLabels, allauth_forms.ResetPasswordForm):
    """The address that gets a link for a new password."""

    def clean_email(self) -> str:
        """Choose the one account a mail goes to, however many accounts claim the address."""
        email: str = get_adapter().clean_email(self.cleaned_data["email"].lower())
        account = account_to_recover(email)
        self.users = [] if account is None else [account]
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Show the form again if the mail could not be sent, whether or not the account exists."""
        email: str = super().save(request, **kwargs)
        if is_unsent(request):
            messages.error(
                request,
                _("The mail could not be sent just now. Please try again in a few minutes."),
            )
            raise ImmediateHttpResponse(HttpResponseRedirect(request.get_full_path()))
        return email


class ResetPasswordKeyForm(PlainLabels, allauth_forms.ResetPasswordKeyForm): ...


class ReauthenticateForm(PlainLabels, allauth_forms.ReauthenticateForm): ...


class GuestForm(forms.Form):
    """A name is all a guest needs."""

    name = forms.CharField(
        label=pgettext_lazy("of a player", "Name"),
        min_length=NAME_MIN_LENGTH,
        max_length=NAME_MAX_LENGTH,
        help_text=NAME_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "dir": "auto"}),
    )

    def clean_name(self) -> str:
        return clean_new_name(name=self.cleaned_data["name"])


class RegisterGuestForm(forms.Form):
    """Turns a guest into a registered person, who alone may use the name from then on."""

    name = forms.CharField(
        label=pgettext_lazy("of a player", "Name"),
        required=False,
        min_length=NAME_MIN_LENGTH,
        max_length=NAME_MAX_LENGTH,
        help_text=NAME_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "dir": "auto"}),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=ADDRESS_MAX_LENGTH,
        help_text=EMAIL_HELP,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)
        self.fields["name"].initial = user.display_name

    def clean_name(self) -> str:
        name = self.cleaned_data["name"] or self.user.display_name
        return clean_new_name(name=name, besides=self.user.pk)

    def clean(self) -> None:
        super().clean()
        if password := self.cleaned_data.get("password"):
            # Check the password against the future account: it must not be like the name or the
            # address.
            kept = User(
                username=self.cleaned_data.get("name") or self.user.display_name,
                email=self.cleaned_data.get("email", ""),
            )
            try:
                get_adapter().clean_password(password, user=kept)
            except forms.ValidationError as weak:
                self.add_error("password", weak)


class CloseForm(forms.Form):
    """A tick; the page has asked for the password or a second factor before."""

    certain = forms.BooleanField(label=_("Yes, delete my account for good"))


class EmblemForm(forms.Form):
    """One symbol, one ink, one ground."""

    symbol = forms.ChoiceField(
        label=pgettext_lazy("part of an emblem", "Symbol"),
        choices=Symbol.choices,
        widget=forms.RadioSelect,
    )
    ink = forms.ChoiceField(
        label=pgettext_lazy("part of an emblem", "Ink"),
        choices=Ink.choices,
        widget=forms.RadioSelect,
    )
    ground = forms.ChoiceField(
        label=pgettext_lazy("part of an emblem", "Ground"),
        choices=Ground.choices,
        widget=forms.RadioSelect,
    )

    def chosen(self) -> Emblem:
        """What was chosen, once the form is valid."""
        parts = self.cleaned_data
        return Emblem(Symbol(parts["symbol"]), Ink(parts["ink"]), Ground(parts["ground"]))


class AboutForm(forms.Form):
    """The line about oneself."""

    about = forms.CharField(
        label=_("A line about yourself"),
        max_length=ABOUT_MAX_LENGTH,
        required=False,
        help_text=_(
            "140 characters at most. Everybody who opens your public page reads it. Links are shown as text."
        ),
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )


class PreferencesForm(PreferencesModelForm):
    """Language, looks, sounds; visitors are not asked about settings that need an account."""

    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", pgettext_lazy("language", "As my browser")), *settings.LANGUAGES],
        widget=forms.Select(attrs={"autocomplete": "language"}),
    )

    class Meta:
        model = Preferences
        fields = (
            "language",
            "colour_scheme",
            "reduced_motion",
            "sounds",
            "shows_games",
            "shows_presence",
            "gives_riddles",
        )
        widgets: ClassVar = {
            "colour_scheme": forms.RadioSelect,
            "reduced_motion": forms.RadioSelect,
        }
        labels: ClassVar = {
            "colour_scheme": _("Colours"),
            "reduced_motion": _("Less motion"),
            "sounds": _("Play sounds"),
            "shows_games": _("Others may see the list of my games"),
            "shows_presence": _("My friends may see when I am here"),
            "gives_riddles": _("My finished games may become riddles"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A visitor has no games to list. The primary key does not tell: an unsaved row has one
        # too.
        if self.instance._state.adding:  # noqa: SLF001
            del self.fields["shows_games"]
        # Guests have no friends, and no riddle comes from their games.
        if self.instance._state.adding or self.instance.user.is_guest:  # noqa: SLF001
            del self.fields["shows_presence"]
            del self.fields["gives_riddles"]
