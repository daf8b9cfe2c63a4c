"""Who may do what in a club: checks before the writers write. Each raises ClubError and changes nothing."""

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.blocks import is_blocked
from accounts.models import Block, SanctionKind, User
from accounts.sanctions import bar_to_play, bar_to_write
from games.clubs.models import Ask, Club, ClubRole, Membership, Removal
from games.clubs.values import CLUBS_A_PERSON, MEMBERS_A_CLUB, ClubError, ClubRefusal


def lock_person(user: User) -> None:
    """Lock a person, so that the number of their clubs holds. Lock clubs after people."""
    User.objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk").first()


def lock_club(club_id: int) -> Club:
    """Lock and return an open club. Raises ClubError(CLOSED)."""
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    if club.closed_at is not None:
        raise ClubError(ClubRefusal.CLOSED)
    return club


def membership_of(club: Club, user_id: int) -> Membership | None:
    """Return the membership of a person in this club."""
    return Membership.objects.filter(club=club, user_id=user_id).first()


def owner_of(club: Club) -> int:
    """Return the id of the owner of an open club."""
    return Membership.objects.values_list("user_id", flat=True).get(club=club, role=ClubRole.OWNER)


def require_role(club: Club, user: User, role: ClubRole) -> Membership:
    """Return the person's membership if they have this role or one above."""
    membership = membership_of(club, user.pk)
    if membership is None:
        raise ClubError(ClubRefusal.NOT_A_MEMBER)
    if membership.role > role:
        raise ClubError(ClubRefusal.NOT_ALLOWED)
    return membership


def require_free(user: User) -> None:
    """Raise ClubError for a guest, and for a person who is suspended or banned."""
    bar = bar_to_play(user.pk)
    if bar is not None and bar.kind != SanctionKind.WARNING:
        raise ClubError(ClubRefusal.SUSPENDED)
    if user.is_guest or user.closed_at is not None:
        raise ClubError(ClubRefusal.NOT_ALLOWED)


def require_free_to_write(user: User) -> None:
    """Raise ClubError for a person who may not write to others."""
    require_free(user)
    if bar_to_write(user.pk) is not None:
        raise ClubError(ClubRefusal.MUTED)


def has_confirmed_address(user_id: int) -> bool:
    """Whether the person has confirmed an e-mail address."""
    is_confirmed: bool = EmailAddress.objects.filter(user_id=user_id, verified=True).exists()
    return is_confirmed


def require_room(club: Club, user: User) -> None:
    """Raise ClubError if the club is full, or the person is in too many clubs already."""
    if club.size >= MEMBERS_A_CLUB:
        raise ClubError(ClubRefusal.FULL)
    if Membership.objects.filter(user=user).count() >= CLUBS_A_PERSON:
        raise ClubError(ClubRefusal.TOO_MANY_CLUBS)


def is_unwelcome(club: Club, user: User) -> bool:
    """Whether the owner has blocked the person, or officers have removed them."""
    return is_blocked(user.pk, by=owner_of(club)) or club.removals.filter(user_id=user.pk).exists()


def asks_seen_by(user: User) -> QuerySet[Ask]:
    """Return what clubs ask this person. Left out is what a block hides: between them and the officer who asks, or the owner."""
    blocked = Block.objects.filter(user=user).values("blocked")
    blocking = Block.objects.filter(blocked=user).values("user")
    owned = Membership.objects.filter(
        Q(user__in=blocked) | Q(user__in=blocking), role=ClubRole.OWNER
    )
    asks = Ask.objects.filter(user=user, by__isnull=False).exclude(club__in=owned.values("club"))
    return asks.exclude(Q(by__in=blocked) | Q(by__in=blocking))


def asks_about(user: User) -> QuerySet[Ask]:
    """Return this person's own requests to join, and what clubs ask them (asks_seen_by)."""
    own = Q(kind=Ask.Kind.REQUEST) | Q(pk__in=asks_seen_by(user).values("pk"))
    return Ask.objects.filter(own, user=user)


def requests_to_see() -> QuerySet[Ask]:
    """Return requests to join any club that officers see: none of people whom its owner has blocked or who were removed."""
    here = {"club": OuterRef("club")}
    blocked = Block.objects.filter(
        blocked=OuterRef("user"),
        user__memberships__club=OuterRef("club"),
        user__memberships__role=ClubRole.OWNER,
    )
    removed = Removal.objects.filter(**here, user=OuterRef("user"))
    requests = Ask.objects.filter(~Exists(blocked), ~Exists(removed), kind=Ask.Kind.REQUEST)
    return requests.select_related("user").order_by("created_at", "pk")
