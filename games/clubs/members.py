"""The writer of memberships: join, leave, remove, appoint, hand over."""

from enum import StrEnum

from django.db import transaction
from django.db.models import F

from accounts.models import User
from accounts.notice_models import NoticeKind
from accounts.notices import notify, withdraw
from games.clubs.founding import make_owner
from games.clubs.models import Ask, Club, ClubEntry, ClubRole, Membership, Removal
from games.clubs.standing import (
    asks_seen_by,
    has_confirmed_address,
    is_unwelcome,
    lock_club,
    lock_person,
    membership_of,
    require_free,
    require_role,
    require_room,
)
from games.clubs.values import OFFICERS_A_CLUB, OPEN_ASKS, ClubError, ClubRefusal


class Joined(StrEnum):
    """What came of a wish to join."""

    MEMBER = "member"
    ASKED = "asked"


@transaction.atomic
def join(*, club_id: int, user: User) -> Joined:
    """Become a member, or ask to; a second time changes nothing. An invitation opens every club.

    Whoever the owner has blocked asks and hears nothing. Raises ClubError: SUSPENDED, NOT_ALLOWED for guests, CLOSED,
    FULL, TOO_MANY_CLUBS, TOO_MANY_ASKED, NOT_WELCOME, INVITED_ONLY.
    """
    require_free(user)
    lock_person(user)
    club = lock_club(club_id)
    if membership_of(club, user.pk) is not None:
        return Joined.MEMBER
    require_room(club, user)
    invited = asks_seen_by(user).filter(club=club, kind=Ask.Kind.INVITATION).exists()
    if invited or club.entry == ClubEntry.OPEN:
        if not invited and is_unwelcome(club, user):
            raise ClubError(ClubRefusal.NOT_WELCOME)
        admit(club, user)
        return Joined.MEMBER
    if club.entry == ClubEntry.INVITATION:
        raise ClubError(ClubRefusal.INVITED_ONLY)
    _ask_to_join(club, user)
    return Joined.ASKED


def _ask_to_join(club: Club, user: User) -> None:
    requests = Ask.objects.filter(kind=Ask.Kind.REQUEST)
    if requests.filter(club=club, user=user).exists():
        return
    if max(requests.filter(club=club).count(), requests.filter(user=user).count()) >= OPEN_ASKS:
        raise ClubError(ClubRefusal.TOO_MANY_ASKED)
    ask = Ask.objects.create(club=club, user=user, kind=Ask.Kind.REQUEST)
    if is_unwelcome(club, user):
        # Nobody is told, and it is in no officer's list.
        return
    officers = club.memberships.filter(role__lte=ClubRole.OFFICER)
    notify(
        users=list(officers.values_list("user_id", flat=True)),
        kind=NoticeKind.CLUB,
        sentence="club_request",
        facts={"club": club.name, "name": user.display_name},
        path=f"/clubs/{club.slug}/members/",
        key=f"club:ask:{ask.pk}",
        by=user,
    )


def admit(club: Club, user: User) -> None:
    """Make a person a member of a locked club that has room."""
    Membership.objects.create(club=club, user=user)
    Club.objects.filter(pk=club.pk).update(size=F("size") + 1)
    club.removals.filter(user=user).delete()
    _forget_asks(club, user)


def _forget_asks(club: Club, user: User) -> None:
    """Delete every open question between a club and a person, and take back what was told of it."""
    for ask in club.asks.filter(user=user):
        withdraw(f"club:ask:{ask.pk}")
        ask.delete()


@transaction.atomic
def leave(*, club_id: int, user: User) -> None:
    """Leave a club. Raises ClubError: CLOSED, NOT_A_MEMBER, OWNER_STAYS for the owner, who hands over or closes it."""
    club = lock_club(club_id)
    membership = require_role(club, user, ClubRole.MEMBER)
    if membership.role == ClubRole.OWNER:
        raise ClubError(ClubRefusal.OWNER_STAYS)
    drop(club, membership)


def drop(club: Club, membership: Membership) -> None:
    """Delete a membership of a locked club."""
    _forget_asks(club, membership.user)
    membership.delete()
    Club.objects.filter(pk=club.pk).update(size=F("size") - 1)


@transaction.atomic
def remove(*, club_id: int, user: User, member_id: int) -> None:
    """Remove a member below oneself, who then comes back by invitation only.

    Raises ClubError: SUSPENDED, CLOSED, NOT_A_MEMBER, NOT_ALLOWED.
    """
    require_free(user)
    club = lock_club(club_id)
    own = require_role(club, user, ClubRole.OFFICER)
    other = _member(club, member_id)
    if other.role <= own.role:
        raise ClubError(ClubRefusal.NOT_ALLOWED)
    Removal.objects.get_or_create(club=club, user_id=member_id)
    drop(club, other)


@transaction.atomic
def appoint(*, club_id: int, user: User, member_id: int, is_officer: bool) -> None:
    """Make a member an officer or an officer a member, as the owner.

    Raises ClubError: SUSPENDED, CLOSED, NOT_A_MEMBER, NOT_ALLOWED, TOO_MANY_OFFICERS.
    """
    require_free(user)
    club = lock_club(club_id)
    require_role(club, user, ClubRole.OWNER)
    other = _member(club, member_id)
    if other.role == ClubRole.OWNER:
        raise ClubError(ClubRefusal.NOT_ALLOWED)
    officers = club.memberships.filter(role=ClubRole.OFFICER).exclude(pk=other.pk)
    if is_officer and officers.count() >= OFFICERS_A_CLUB:
        raise ClubError(ClubRefusal.TOO_MANY_OFFICERS)
    other.role = ClubRole.OFFICER if is_officer else ClubRole.MEMBER
    other.save(update_fields=["role"])


@transaction.atomic
def offer(*, club_id: int, user: User, member_id: int) -> None:
    """Offer the club to a member with a confirmed address, as the owner; a former offer to somebody else ends.

    Raises ClubError: SUSPENDED, CLOSED, NOT_A_MEMBER, NOT_ALLOWED, THEY_ARE_NOT_CONFIRMED.
    """
    require_free(user)
    club = lock_club(club_id)
    require_role(club, user, ClubRole.OWNER)
    other = _member(club, member_id)
    if other.role == ClubRole.OWNER:
        raise ClubError(ClubRefusal.NOT_ALLOWED)
    if not has_confirmed_address(member_id):
        raise ClubError(ClubRefusal.THEY_ARE_NOT_CONFIRMED)
    for each in club.asks.filter(kind=Ask.Kind.HAND_OVER):
        withdraw(f"club:ask:{each.pk}")
        each.delete()
    ask = Ask.objects.create(club=club, user_id=member_id, kind=Ask.Kind.HAND_OVER, by=user)
    notify(
        users=[member_id],
        kind=NoticeKind.CLUB,
        sentence="club_hand_over",
        facts={"club": club.name, "name": user.display_name},
        path=f"/clubs/{club.slug}/",
        key=f"club:ask:{ask.pk}",
        by=user,
    )


@transaction.atomic
def take_over(*, club_id: int, user: User) -> None:
    """Accept the club that its owner offers; the former owner is an officer then.

    Raises ClubError: SUSPENDED, NOT_CONFIRMED, CLOSED, NOT_A_MEMBER, NO_LONGER_ASKED.
    """
    require_free(user)
    if not has_confirmed_address(user.pk):
        raise ClubError(ClubRefusal.NOT_CONFIRMED)
    club = lock_club(club_id)
    membership = require_role(club, user, ClubRole.MEMBER)
    if not asks_seen_by(user).filter(club=club, kind=Ask.Kind.HAND_OVER).exists():
        raise ClubError(ClubRefusal.NO_LONGER_ASKED)
    club.memberships.filter(role=ClubRole.OWNER).update(role=ClubRole.OFFICER)
    make_owner(club, membership)


def _member(club: Club, user_id: int) -> Membership:
    found = membership_of(club, user_id)
    if found is None:
        raise ClubError(ClubRefusal.NO_LONGER_ASKED)
    return found
