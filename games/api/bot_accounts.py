"""Bot accounts: a member makes an account that nobody has played with a bot, for ever. The only writer of BotAccount.

Its name has a mark that no other name can have, so it is told apart wherever a name stands. It sits only at tables where
bots are allowed, and never plays a ranked game.
"""

from django.db import transaction

from accounts.models import User
from accounts.names import JOINTS, NAME_MAX_LENGTH, numbered
from games.api.models import ApiToken, BotAccount
from games.models import Lobby, LobbySeat, Seat
from games.values.refusals import ServiceReason

MARK = " [bot]"
"""Names of people have no brackets."""
MOST_TRIES = 100


class NotFreshError(Exception):
    """Somebody has played with this account, or it is a guest's or a bot's."""


@transaction.atomic
def become_bot(*, user: User) -> None:
    """Make this account a bot, for ever; its tokens end, as they allowed what a person does. Raises NotFreshError."""
    locked = User.objects.select_for_update().get(pk=user.pk)
    if not is_fresh(locked):
        raise NotFreshError
    BotAccount.objects.create(user=locked)
    ApiToken.objects.filter(user=locked).delete()
    _mark(locked)


def is_fresh(user: User) -> bool:
    """Whether this account may become a bot: a member's, with which nobody has sat at a table."""
    return not (
        user.is_guest
        or user.is_staff
        or Seat.objects.filter(user=user).exists()
        or LobbySeat.objects.filter(user=user).exists()
        or is_bot(user.pk)
    )


def _mark(user: User) -> None:
    """Give a bot's name its mark, with a number before it if another bot has that name."""
    if user.username.endswith(MARK):
        return
    short = user.username[: NAME_MAX_LENGTH - len(MARK)].rstrip(JOINTS)
    names = (short, *(numbered(short[:12], number) for number in range(2, MOST_TRIES)))
    marked = (f"{each}{MARK}" for each in names)
    user.username = next(each for each in marked if not User.objects.named_like(each).exists())
    user.save(update_fields=["username"])


def is_bot(user_id: int) -> bool:
    """Whether this account is a bot."""
    return BotAccount.objects.filter(user_id=user_id).exists()


def is_bots_name(name: str) -> bool:
    """Whether this is the name of a bot account; nobody else can have its mark."""
    return name.endswith(MARK)


def keep_mark(user: User) -> None:
    """Mark a bot again, to which staff have given another name."""
    if is_bot(user.pk):
        _mark(user)


def forget_bot(user: User) -> None:
    """Forget that a closed account was a bot."""
    BotAccount.objects.filter(user=user).delete()


def refusal_at(lobby: Lobby, user: User) -> ServiceReason | None:
    """Return why a bot may not sit here; None for people, and where bots are allowed."""
    may_sit = lobby.bots_allowed and not lobby.is_ranked
    return None if may_sit or not is_bot(user.pk) else ServiceReason.BOTS_NOT_ALLOWED
