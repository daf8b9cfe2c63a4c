"""E-mail addresses: who owns one, and how many accounts may claim one that is not confirmed yet.

A person may write any address into an account. It is only a claim until the link in a mail has been
opened. No answer of the site may depend on other people's claims: neither its words nor how long it takes.
"""

from typing import Any

from allauth.account.models import EmailAddress

from accounts.models import User

CLAIMS_PER_ADDRESS = 5
"""Accounts that may hold the same address unconfirmed; whoever confirms it, owns it."""

HOUSES_WITHOUT_FULL_STOPS = ("gmail.com", "googlemail.com")


def owner_of(email: str) -> User | None:
    """Who has confirmed this address."""
    address = (
        EmailAddress.objects.filter(email=email.lower(), verified=True)
        .select_related("user")
        .first()
    )
    return None if address is None else address.user


def account_to_recover(email: str) -> User | None:
    """Whose password may be chosen anew by a mail to this address: the owner's, else the eldest claim's.

    One account, so that one click sends one mail.
    """
    people = User.objects.filter(is_active=True)
    claimed = people.filter(emailaddress__email=email.lower())
    return (
        claimed.order_by("-emailaddress__verified", "pk").first()
        # Made on the command line or by staff: the address is in the row of the person only.
        or people.filter(email=email.lower()).order_by("pk").first()
    )


def mailbox_of(email: str) -> str:
    """One spelling for all addresses that end in the same mailbox, as far as anybody can know.

    Whatever follows a "+" is the reader's own note, and some houses do not see full stops.
    """
    name, _at, house = email.casefold().rpartition("@")
    name = name.partition("+")[0] or name
    if house in HOUSES_WITHOUT_FULL_STOPS:
        name, house = name.replace(".", ""), HOUSES_WITHOUT_FULL_STOPS[0]
    return f"{name}@{house}"


def drop_oldest_claims(*, instance: EmailAddress, created: bool, raw: bool, **_: Any) -> None:
    """After an address was written down: those who claimed it long ago and never confirmed it lose it.

    The newest stay, so that nobody can find out by trying how many others have claimed an address.
    """
    if not created or raw or instance.verified:
        return
    claims = EmailAddress.objects.filter(email=instance.email, verified=False)
    for claim in claims.select_related("user").order_by("-pk")[CLAIMS_PER_ADDRESS:]:
        claim.remove()
