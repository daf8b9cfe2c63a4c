"""The only writer of people: becoming a guest, registering, closing an account, preferences.

A refusal is a ValidationError in the person's language. Knows nothing of games.
"""

import secrets
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.arrivals import forget_arrival
from accounts.blocks import forget_blocks
from accounts.delivery_models import NoticeChoice, PushDevice, QuietHours
from accounts.emblems import Emblem
from accounts.friends import forget_friends
from accounts.models import ColourScheme, Preferences, ReducedMotion, User, UserSession
from accounts.names import guest_handle, normalise_name, validate_name, validate_not_reserved
from accounts.notice_models import Notice
from accounts.presence import forget_presence
from accounts.sanctions import forget_texts
from accounts.signals import account_closed, account_closing, account_renamed
from accounts.word_lists import refuse_listed_name

MIND_MAY_CHANGE_FOR = timedelta(days=7)
"""Between the wish of a member to be deleted, and the deletion."""
CLOSED_AT_ONCE = 20


def name_taken() -> ValidationError:
    """Return the ValidationError for a name that is taken, or that looks like a taken one."""
    return ValidationError(
        _("This name, or one that looks like it, is taken. Please choose another one."),
        code="name_taken",
    )


def clean_new_name(*, name: str, besides: int | None = None) -> str:
    """Return the name as it will be stored; raise ValidationError if it is not allowed or taken.

    `besides` is the person whose own name it may already be.
    """
    name = normalise_name(name)
    validate_name(name)
    validate_not_reserved(name)
    refuse_listed_name(name)
    if User.objects.named_like(name).exclude(pk=besides or 0).exists():
        raise name_taken()
    return name


def create_guest(*, name: str) -> User:
    """Create a person with only a name, known by the session only.

    Guests may share names. Raises ValidationError for a name that is not allowed, or that belongs
    to a member.
    """
    guest = User(username=guest_handle(), guest_name=clean_new_name(name=name), is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def register_guest(*, user: User, email: str, password: str, name: str = "") -> None:
    """Turn a guest into a member; the row stays the same, so all history stays.

    From now on the name (empty: the one the guest has) is theirs alone. Raises ValidationError:
    "name_taken" if another person has it, "not_a_guest" for a member. The link of the confirmation
    mail needs the running request, so call this from a view.
    """
    name = clean_new_name(name=name or user.display_name, besides=user.pk)
    with transaction.atomic():
        # The condition decides between two clicks at once: the second finds no guest any more.
        guest = User.objects.guests().filter(pk=user.pk)
        if not guest.update(is_guest=False):
            raise ValidationError(_("This account is kept already."), code="not_a_guest")
        user.is_guest = False
        user.username, user.guest_name = name, ""
        user.email = email.lower()
        user.set_password(password)
        try:
            with transaction.atomic():
                user.save(update_fields=["username", "guest_name", "email", "password"])
        except IntegrityError as taken:  # taken a moment ago
            raise name_taken() from taken
        forget_arrival(user)
        address = EmailAddress.objects.create(user=user, email=user.email, primary=True)
    address.send_confirmation(signup=True)


@transaction.atomic
def rename(*, user: User, name: str) -> None:
    """Give a person another name, which staff chose. Raises ValidationError for one not allowed or taken."""
    name = clean_new_name(name=name, besides=user.pk)
    former_name = user.display_name
    try:
        with transaction.atomic():
            if user.is_guest:
                user.guest_name = name
                user.save(update_fields=["guest_name"])
            else:
                user.username = name
                user.save(update_fields=["username"])
    except IntegrityError as taken:
        raise name_taken() from taken
    account_renamed.send(User, user=user, former_name=former_name)


def ask_to_close(*, user: User) -> datetime | None:
    """Close a guest's account at once, a member's in a week; return when, None for at once."""
    if user.is_guest:
        close_account(user=user)
        return None
    user.closes_at = timezone.now() + MIND_MAY_CHANGE_FOR
    user.save(update_fields=["closes_at"])
    return user.closes_at


def keep_account(*, user: User) -> None:
    """Forget that the person has asked to be deleted; nothing if they have not."""
    User.objects.filter(pk=user.pk, closed_at=None).update(closes_at=None)


def close_due_accounts(now: datetime) -> None:
    """Close the accounts whose week is over; called by the clock, which comes back for the rest."""
    due = User.objects.filter(closes_at__lte=now, closed_at=None).order_by("closes_at")
    for pk in due.values_list("pk", flat=True)[:CLOSED_AT_ONCE]:
        with transaction.atomic():
            # Looked at again under the lock: the person may have kept the account just now.
            user = due.select_for_update(no_key=True).filter(pk=pk).first()
            if user is not None:
                close_account(user=user)


@transaction.atomic
def close_account(*, user: User) -> None:
    """Make the account anonymous and keep its row: finished games show "deleted player" in this seat.

    This ends every session, because a session is valid only for the password it began with. The
    data that other apps keep about the person goes in the same transaction, so a process that dies
    leaves nothing half done.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    account_closing.send(sender=User, user=user)
    forget_blocks(user)
    forget_friends(user)
    forget_presence(user)
    forget_texts(user)
    forget_arrival(user)
    former_name = user.display_name
    user.guest_name = user.emblem = user.about = ""
    user.username = f"closed-{secrets.token_hex(8)}"
    user.email = ""
    user.set_unusable_password()
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.closed_at = timezone.now()
    user.closes_at = None
    user.save()
    user.groups.clear()
    user.user_permissions.clear()
    for model in (
        EmailAddress, Authenticator, UserSession, Notice, NoticeChoice, QuietHours, PushDevice,
    ):  # fmt: skip
        model.objects.filter(user=user).delete()
    # What others were told of this person leads to nobody any more, and holds the former name.
    Notice.objects.filter(by=user).delete()
    # The record of staff's changes stays, without the name.
    about = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=about, object_id=str(user.pk)).update(
        object_repr=user.username
    )
    user.preferences.delete()
    user.preferences = Preferences.objects.create(user=user)
    account_closed.send(sender=User, user=user, former_name=former_name)


def save_preferences(
    *,
    user: User,
    language: str,
    colour_scheme: ColourScheme,
    reduced_motion: ReducedMotion,
    sounds: bool,
    shows_games: bool,
    shows_presence: bool | None = None,
    gives_riddles: bool | None = None,
) -> None:
    """Save preferences; the last two are None where the form has no such field (a guest)."""
    choices = {"shows_presence": shows_presence, "gives_riddles": gives_riddles}
    asked = {name: choice for name, choice in choices.items() if choice is not None}
    Preferences.objects.filter(user=user).update(
        language=language,
        colour_scheme=colour_scheme,
        reduced_motion=reduced_motion,
        sounds=sounds,
        shows_games=shows_games,
        **asked,
    )
    user.preferences.refresh_from_db()


def save_emblem(*, user: User, emblem: Emblem) -> None:
    """Wear this emblem from now on; games that have begun keep what was worn then."""
    user.emblem = str(emblem)
    User.objects.filter(pk=user.pk, closed_at=None).update(emblem=user.emblem)


def save_coach(*, user: User, is_on: bool) -> None:
    """Remember whether this person wants the coach in practice games."""
    Preferences.objects.filter(user=user).update(has_coach=is_on)


def save_language(*, user: User, language: str) -> None:
    """Remember the language a person wants; "" means the browser's."""
    Preferences.objects.filter(user=user).update(language=language)
