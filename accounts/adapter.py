"""What allauth asks of this site: our name rules, and where people land."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import get_language, override

from accounts.language import language_of_address
from accounts.names import normalise_name, validate_name
from accounts.services import clean_new_name, name_taken


class PeopleAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        if shallow:
            username = normalise_name(username)
            validate_name(username)
            return username
        return clean_new_name(name=username)

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        try:
            with transaction.atomic():
                return super().save_user(request, user, form, commit)
        except IntegrityError as taken:  # somebody took the name a moment ago
            messages.error(request, name_taken().message)
            again = HttpResponseRedirect(request.get_full_path())
            raise ImmediateHttpResponse(again) from taken

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Tell the owner of a confirmed address, and only the owner, that it is in use already.

        The page answers alike in both cases, so nobody can find out who plays here.
        """
        address = emailconfirmation.email_address
        if address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.send_account_already_exists_mail(address.email)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> Any:
        """In the reader's language, whoever caused the mail."""
        reader = email if isinstance(email, str) else email[0]
        with override(language_of_address(reader) or get_language()):
            return super().render_mail(template_prefix, email, context, headers)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002
        return reverse("accounts:profile")
