"""What allauth asks of this site: our name rules, mails that may fail, and where people land."""

import logging
from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauth_context
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from accounts.language import language_of_address
from accounts.names import normalise_name, validate_name
from accounts.services import clean_new_name, name_taken
from accounts.unsent import FAILURES, is_unsent, mark_unsent, unsent_sentence

logger = logging.getLogger(__name__)
SAYS_A_MAIL_IS_ON_ITS_WAY = "account/messages/email_confirmation_sent.txt"


class PeopleAdapter(DefaultAccountAdapter):
    """Named in settings; allauth asks it for whatever it leaves to the site."""

    error_messages: ClassVar = DefaultAccountAdapter.error_messages | {
        # The same sentence for every address, known or not.
        "email_password_mismatch": _(
            "This address and this password do not belong together. You can log in by an address"
            " once it is confirmed; until then please log in by your name."
        ),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it will be stored; `shallow`: whether somebody has it is not asked."""
        if shallow:
            username = normalise_name(username)
            validate_name(username)
            return username
        return clean_new_name(name=username)

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        """Save whoever has just signed up; back to the form if the name is taken by now."""
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
        asked = allauth_context.request
        if is_unsent(asked):
            # What never went out does not count: it may be asked for again at once.
            ratelimit.clear(asked, action="confirm_email", key=address.email.lower())

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send, or note that it failed: what somebody did is done, with or without the mail.

        Nothing is logged of the reader, and not what the mail server says: it repeats addresses.
        """
        try:
            super().send_mail(template_prefix, email, context)
        except FAILURES as failure:
            logger.warning("A mail could not be sent: %s", type(failure).__name__)
            mark_unsent(allauth_context.request)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        """Never say that a mail is on its way when it is not."""
        if message_template == SAYS_A_MAIL_IS_ON_ITS_WAY and is_unsent(request):
            messages.error(request, unsent_sentence((message_context or {})["email"]))
            return
        super().add_message(request, level, message_template, message_context, extra_tags, message)

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
