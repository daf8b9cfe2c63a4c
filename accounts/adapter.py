"""allauth's adapter for this site: name rules, limits on mails and guesses, where people land."""

import logging
from ipaddress import ip_address
from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.contrib import messages
from django.contrib.sites.shortcuts import get_current_site
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from accounts.addresses import mailbox_of
from accounts.backends import person_of_login
from accounts.browsers import device_in_words
from accounts.known_devices import is_known_device, known_device, remember_device
from accounts.language import language_of_address
from accounts.names import normalise_name, validate_name
from accounts.services import clean_new_name, name_taken
from accounts.unsent import FAILURES, is_unsent, mark_unsent, send_in_time, unsent_sentence

logger = logging.getLogger(__name__)
# Which limit of its mailbox a mail counts against. A mail in neither group reports a change to an
# account. Two limits, so that a mailbox full of confirmations may still get a link for a new
# password.
MAILS_AND_THEIR_LIMITS = {
    "account/email/email_confirmation": "confirmation_mail",
    "account/email/email_confirmation_signup": "confirmation_mail",
    "account/email/account_already_exists": "confirmation_mail",
    "account/email/password_reset_key": "password_mail",
    "account/email/unknown_account": "password_mail",
}
SAYS_A_MAIL_IS_ON_ITS_WAY = "account/messages/email_confirmation_sent.txt"
GREETS = "account/messages/logged_in.txt"


class PeopleAdapter(DefaultAccountAdapter):
    """allauth's hooks for this site; named in settings."""

    _is_new = False

    error_messages: ClassVar = DefaultAccountAdapter.error_messages | {
        # The same sentence for every address, known or not.
        "email_password_mismatch": _(
            "This address and this password do not belong together. You can log in by an address"
            " once it is confirmed; until then please log in by your name."
        ),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name as it will be stored; `shallow` skips the check that nobody has it."""
        if shallow:
            username = normalise_name(username)
            validate_name(username)
            return username
        return clean_new_name(name=username)

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        """Save the new person; raise ImmediateHttpResponse with the form if the name is taken by now."""
        try:
            with transaction.atomic():
                return super().save_user(request, user, form, commit)
        except IntegrityError as taken:  # taken a moment ago
            messages.error(request, name_taken().message)
            again = HttpResponseRedirect(request.get_full_path())
            raise ImmediateHttpResponse(again) from taken

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a guess before the password is checked; a right password is taken off the counts again.

        Names are public, so guesses at a name count for the address they come from: no stranger
        can lock the owner out. A second count bounds all guesses together; it spares a device on
        which the owner has logged in before. Neither count depends on whether the person exists,
        or on whether a name and an address belong to the same person.
        """
        login = credentials.get("username") or credentials.get("email") or ""
        device = known_device(request, person_of_login(login))
        if device:
            counts = [("login_failed_known_device", f"{login} {device}")]
        else:
            here = ratelimit.get_ip(request)
            counts = [("login_failed", f"{login} {here}"), ("login_failed_anywhere", login)]
        guess = ratelimit.RateLimitUsage(usage=[])
        self._login_failed_rl_usage = guess
        for action, key in counts:
            counted = ratelimit.consume(request, app="allauth.account", action=action, key=key)
            if not counted:
                raise self.validation_error("too_many_login_attempts")
            guess.usage += counted.usage

    def post_login(self, request: HttpRequest, user: Any, **login: Any) -> HttpResponseBase:
        """Remember the device as one this person uses, and tell its owner about a new one."""
        self._is_new = bool(login.get("signup"))
        response: HttpResponseBase = super().post_login(request, user, **login)
        if not login.get("signup") and not is_known_device(request, user):
            self.send_notification_mail("account/email/new_device", user)
        remember_device(request, response, user)
        return response

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the reader's address; IPv4 in its usual form even if the server listens on IPv6."""
        found = ip_address(super().get_client_ip(request))
        return str(getattr(found, "ipv4_mapped", None) or found)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Tell the owner of a confirmed address, and only the owner, that it is already in use.

        The page gives the same answer in both cases, so it does not reveal who plays here.
        """
        address = emailconfirmation.email_address
        if address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.send_account_already_exists_mail(address.email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail, or note that sending failed: the change it reports stays either way.

        Every mail about an account goes through here. Each mailbox gets only a few, whoever asks
        for them, and the page gives the same answer past that limit, so a requester learns nothing
        about other requests. Log lines name neither the reader nor the mail server's words, which
        repeat addresses.
        """
        asked = allauth_context.request
        counted = ratelimit.consume(
            asked,
            app="allauth.account",
            action=MAILS_AND_THEIR_LIMITS.get(template_prefix, "notice_mail"),
            key=mailbox_of(email),
            limit_get=True,
        )
        if not counted:
            return
        everything = {"request": asked, "email": email, "current_site": get_current_site(asked)}
        everything |= context
        try:
            send_in_time(self.render_mail(template_prefix, email, everything))
        except FAILURES as failure:
            logger.warning("A mail could not be sent: %s", type(failure).__name__)
            mark_unsent(asked)
            counted.rollback()  # it may be asked for again at once

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Any,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell people about a change to their account, at addresses confirmed as theirs."""
        if email is None:
            confirmed = EmailAddress.objects.get_verified(user)
            email = None if confirmed is None else confirmed.email
        if email is not None:
            super().send_notification_mail(template_prefix, user, context, email)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        """Show a message, but never that a mail is on its way when sending failed.

        Whoever signs up reads of that mail alone: a second line would only greet them.
        """
        if message_template == GREETS and self._is_new:
            return
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
        """Render the mail in the language of its reader, not of the person who caused it."""
        reader = email if isinstance(email, str) else email[0]
        with override(language_of_address(reader) or get_language()):
            said = context | {"browser": device_in_words(allauth_context.request)}
            return super().render_mail(template_prefix, email, said, headers)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002
        return reverse("accounts:profile")
