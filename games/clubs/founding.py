"""The writer of clubs: found one, change it, close it, and see that it always has an owner."""

from collections.abc import Collection

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import SanctionKind, User
from accounts.names import name_key, name_skeleton
from accounts.notice_models import NoticeKind
from accounts.notices import notify, withdraw
from accounts.sanctions import kinds_in_force
from games.clubs.models import Ask, Club, ClubEntry, ClubLobby, ClubNews, ClubRole, Membership
from games.clubs.standing import (
    has_confirmed_address,
    lock_club,
    lock_person,
    require_free_to_write,
    require_role,
)
from games.clubs.tables import table_key
from games.clubs.texts import clean_club_name, clean_text, free_slug, name_taken
from games.clubs.values import (
    CLUBS_A_PERSON,
    ClubError,
    ClubRefusal,
)
from games.values.languages import LANGUAGES


def found_club(
    *,
    user: User,
    name: str,
    about: str,
    languages: Collection[str],
    entry: ClubEntry,
    emblem: str,
) -> Club:
    """Found a club; the founder is its owner.

    Raises ClubError: SUSPENDED, MUTED, NOT_CONFIRMED, TOO_MANY_CLUBS; ValidationError by field for the texts.
    """
    require_free_to_write(user)
    if not has_confirmed_address(user.pk):
        raise ClubError(ClubRefusal.NOT_CONFIRMED)
    club = Club(emblem=emblem, entry=entry, languages=_kept(languages), size=1)
    club.about = clean_text("about", about)
    _name(club, clean_club_name(name))
    club.slug = free_slug(club.name)
    with transaction.atomic():
        lock_person(user)
        if Membership.objects.filter(user=user).count() >= CLUBS_A_PERSON:
            raise ClubError(ClubRefusal.TOO_MANY_CLUBS)
        _save(club)
        Membership.objects.create(club=club, user=user, role=ClubRole.OWNER)
    return club


@transaction.atomic
def change_club(
    *,
    club_id: int,
    user: User,
    name: str,
    about: str,
    languages: Collection[str],
    entry: ClubEntry,
    emblem: str,
) -> None:
    """Change what a club is, as its owner; the address stays.

    Raises ClubError: SUSPENDED, MUTED, NOT_A_MEMBER, NOT_ALLOWED, CLOSED; ValidationError by field for the texts.
    """
    require_free_to_write(user)
    club = lock_club(club_id)
    require_role(club, user, ClubRole.OWNER)
    club.about = clean_text("about", about)
    _name(club, clean_club_name(name, besides=club.pk))
    club.emblem, club.entry, club.languages = emblem, entry, _kept(languages)
    _save(club)


def rename_club(club: Club, name: str) -> None:
    """Give a locked club another name and address, as moderators chose, and take back what was told under the old one.

    Raises ValidationError.
    """
    _name(club, clean_club_name(name, besides=club.pk))
    club.slug = free_slug(club.name)
    _save(club)
    _withdraw_all(club)


def clear_about(club: Club) -> None:
    """Delete what a club says it is about."""
    club.about = ""
    club.save(update_fields=["about"])


@transaction.atomic
def close_own_club(*, club_id: int, user: User) -> None:
    """Close a club as its owner. Raises ClubError: NOT_A_MEMBER, NOT_ALLOWED, CLOSED."""
    club = lock_club(club_id)
    require_role(club, user, ClubRole.OWNER)
    close_club(club, by=user)


def close_club(club: Club, *, by: User | None = None) -> None:
    """Close a locked club: members, questions, news, boards and text go, the games stay. Its members are told."""
    members = list(club.memberships.values_list("user_id", flat=True))
    _withdraw_all(club)
    for each in (club.memberships, club.asks, club.removals, club.news, club.boards):
        each.all().delete()
    club.closed_at = timezone.now()
    club.about, club.size, club.active = "", 0, 0
    club.save(update_fields=["closed_at", "about", "size", "active"])
    notify(
        users=members,
        kind=NoticeKind.CLUB,
        sentence="club_closed",
        facts={"club": club.name},
        path="/clubs/",
        key=f"club:closed:{club.pk}",
        by=by,
    )


@transaction.atomic
def replace_owner(club_id: int) -> None:
    """Make the oldest officer, else the oldest member the owner instead of the present one; else close the club.

    For an owner who is banned or whose account is being closed.
    """
    club = lock_club(club_id)
    former = club.memberships.filter(role=ClubRole.OWNER).first()
    others = club.memberships.exclude(role=ClubRole.OWNER).filter(user__closed_at=None)
    banned = [
        pk
        for pk, kinds in kinds_in_force(others.values_list("user_id", flat=True)).items()
        if SanctionKind.BAN in kinds
    ]
    heir = others.exclude(user__in=banned).order_by("role", "joined_at", "pk").first()
    if heir is None:
        close_club(club)
        return
    if former is not None:
        Membership.objects.filter(pk=former.pk).update(role=ClubRole.MEMBER)
    make_owner(club, heir)


def make_owner(club: Club, heir: Membership) -> None:
    """Give a locked club, which has no owner at this moment, this owner, and tell them."""
    Membership.objects.filter(pk=heir.pk).update(role=ClubRole.OWNER)
    for each in club.asks.filter(kind=Ask.Kind.HAND_OVER):
        withdraw(f"club:ask:{each.pk}")
        each.delete()
    notify(
        users=[heir.user_id],
        kind=NoticeKind.CLUB,
        sentence="club_owner",
        facts={"club": club.name},
        path=f"/clubs/{club.slug}/",
        key=f"club:owner:{club.pk}:{timezone.now().timestamp():.0f}",
    )


def _name(club: Club, name: str) -> None:
    club.name, club.name_key, club.name_skeleton = name, name_key(name), name_skeleton(name)


def _save(club: Club) -> None:
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError as taken:  # taken a moment ago
        raise name_taken() from taken


def _kept(languages: Collection[str]) -> str:
    codes = [code for code in LANGUAGES if code in languages]
    return f" {' '.join(codes)} " if codes else ""


def _withdraw_all(club: Club) -> None:
    """Take back every notice that names the club or leads there."""
    keys = [
        f"club:news:{pk}" for pk in ClubNews.objects.filter(club=club).values_list("pk", flat=True)
    ]
    keys += [f"club:ask:{pk}" for pk in Ask.objects.filter(club=club).values_list("pk", flat=True)]
    tables = ClubLobby.objects.filter(club=club, lobby__status="open")
    keys += [table_key(pk) for pk in tables.values_list("pk", flat=True)]
    for key in keys:
        withdraw(key)
