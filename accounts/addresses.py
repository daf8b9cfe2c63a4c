"""E-mail addresses: who owns one, and how many accounts may claim an unconfirmed one.

A person may enter any address. It stays a claim until the link in a mail has been opened. No
answer of the site depends on other people's claims, neither in its words nor in its time.
"""

from typing import Any

from allauth.account.models import EmailAddress

from accounts.models import User

CLAIMS_PER_ADDRESS = 5
"""How many accounts may hold the same address unconfirmed; the one that confirms it owns it."""

HOUSES_WITHOUT_FULL_STOPS = ("gmail.com", "googlemail.com")


def owner_of(email: str) -> User | None:
    """Return the person who has confirmed this address, or None."""
    address = (
        EmailAddress.objects.filter(email=email.lower(), verified=True)
        .select_related("user")
        .first()
    )
    return None if address is None else address.user


def account_to_recover(email: str) -> User | None:
    """Return the account that gets the mail for a new password: the owner's, else the oldest claim's.

    One account only, so one request sends one mail.
    """
    people = User.objects.filter(is_active=True)
    claimed = people.filter(emailaddress__email=email.lower())
    return (
        claimed.order_by("-emailaddress__verified", "pk").first()
        # Accounts made on the command line or by staff have the address in the person's row only.
        or people.filter(email=email.lower()).order_by("pk").first()
    )


def mailbox_of(email: str) -> str:
    """Return one spelling for all addresses that are known to end in the same mailbox.

    The part after a "+" is the reader's own note, and some providers ignore full stops.
    """
    name, _at, house = email.casefold().rpartition("@")
    name = name.partition("+")[0] or name
    if house in HOUSES_WITHOUT_FULL_STOPS:
        name, house = name.replace(".", ""), HOUSES_WITHOUT_FULL_STOPS[0]
    return f"{name}@{house}"


def drop_oldest_claims(*, instance: EmailAddress, created: bool, raw: bool, **_: Any) -> None:
    """Drop the oldest unconfirmed claims on an address after a new one was made.

    The newest stay, so a visitor cannot find out by trial how many others have claimed an address.
    """
    if not created or raw or instance.verified:
        return
    claims = EmailAddress.objects.filter(email=instance.email, verified=False)
    for claim in claims.select_related("user").order_by("-pk")[CLAIMS_PER_ADDRESS:]:
        claim.remove()
