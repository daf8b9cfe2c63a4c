"""Forms for second factors: codes of an authenticator app, recovery codes, and passkeys."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.core.internal import ratelimit
from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa.adapter import get_adapter as get_factor_adapter
from allauth.mfa.base import forms as factor_forms
from allauth.mfa.totp import forms as app_forms
from allauth.mfa.webauthn import forms as passkey_forms
from django import forms
from django.core.cache import cache
from django.core.validators import MaxLengthValidator
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

from accounts.models import User

PASSKEY_NAME_MAX_LENGTH = 60


class EachCodeOnce:
    """Takes each code of a person once, and not many wrong ones.

    allauth forgets a used code while it is still valid: a code of an app lasts for three steps of its clock.
    """

    fields: dict[str, forms.Field]
    user: User

    USED_CODES_ARE_KEPT_SECONDS = 300

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        code = self.fields["code"]
        code.label = _("Code")
        code.widget.attrs.pop("placeholder", None)
        code.widget.attrs |= {"autocomplete": "one-time-code", "dir": "ltr", "maxlength": 20}

    def clean_code(self) -> str:
        """Return the code; raise ValidationError if it is wrong, used, or the guesses are too many."""
        guess = ratelimit.consume(
            context.request, app="allauth.account", action="wrong_factor", key=str(self.user.pk)
        )
        if not guess:
            raise get_adapter().validation_error("too_many_login_attempts")
        code: str = super().clean_code()  # type: ignore[misc]
        key = f"accounts.used-code:{self.user.pk}:{normalize_user_code(code)}"
        if not cache.add(key, 1, timeout=self.USED_CODES_ARE_KEPT_SECONDS):
            raise get_factor_adapter().validation_error("incorrect_code")
        guess.rollback()
        return code


class FactorForm(EachCodeOnce, factor_forms.AuthenticateForm):
    """The second step of a login: a code of an app, or a recovery code."""


class ReauthenticateByFactorForm(EachCodeOnce, factor_forms.ReauthenticateForm):
    """A code instead of the password, before something important is changed."""


class AddAppForm(EachCodeOnce, app_forms.ActivateTOTPForm):
    """The first code of an authenticator app."""

    @property
    def secret_in_fours(self) -> str:
        """The key as a person types it."""
        return " ".join(self.secret[start : start + 4] for start in range(0, len(self.secret), 4))


class NamedPasskey:
    """The name a person gives a passkey."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["name"]
        name.label = _("Name of the passkey")
        name.help_text = _("So that you can tell several apart. Only you see it.")
        name.validators.append(MaxLengthValidator(PASSKEY_NAME_MAX_LENGTH))
        name.widget.attrs |= {"maxlength": PASSKEY_NAME_MAX_LENGTH, "dir": "auto"}


@contextmanager
def _what_a_device_sends() -> Iterator[None]:
    """Refuse an answer that no device would give: it is read by libraries that expect no nonsense."""
    try:
        yield
    except forms.ValidationError as refused:
        if refused.code != "incorrect_code":
            raise
        raise get_factor_adapter().validation_error("passkey_failed") from refused
    except DatabaseError:
        raise
    except Exception as nonsense:
        raise get_factor_adapter().validation_error("passkey_failed") from nonsense


class ReadsPasskeyCarefully:
    """A form that a passkey answers."""

    def clean_credential(self) -> Any:
        """Return the factor that was used; raise ValidationError for any other answer."""
        with _what_a_device_sends():
            return super().clean_credential()  # type: ignore[misc]


class LoginByPasskeyForm(ReadsPasskeyCarefully, passkey_forms.LoginWebAuthnForm):
    """A login with a passkey alone."""


class PasskeyFactorForm(ReadsPasskeyCarefully, passkey_forms.AuthenticateWebAuthnForm):
    """The second step of a login, with a passkey."""


class ReauthenticateByPasskeyForm(ReadsPasskeyCarefully, passkey_forms.ReauthenticateWebAuthnForm):
    """A passkey instead of the password, before something important is changed."""


class AddPasskeyForm(NamedPasskey, passkey_forms.AddWebAuthnForm):
    """A new passkey; its device has answered already when this is sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        passwordless = self.fields["passwordless"]
        passwordless.initial = True
        passwordless.label = _("Log in with it alone, without a password")
        passwordless.help_text = _(
            "The device then asks for your fingerprint, your face or a PIN each time."
            " Some older security keys cannot do this."
        )

    def clean(self) -> dict[str, Any]:
        """Check what the device has sent."""
        with _what_a_device_sends():
            checked: dict[str, Any] = super().clean()
        return checked


class RenamePasskeyForm(NamedPasskey, passkey_forms.EditWebAuthnForm): ...
