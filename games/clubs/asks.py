"""The writer of what waits for an answer: officers invite and answer requests; people decline and take back.

The clock notifies people of invitations, so that nobody can detect a block by how long a request takes; see
accounts/late_notices.py.
"""

from datetime import datetime

from django.db import transaction

from accounts.blocks import is_blocked
from accounts.late_notices import tell_late
from accounts.models import User
from accounts.names import name_key
from accounts.notice_models import NoticeKind
from accounts.notices import notify, withdraw
from games.clubs.members import admit
from games.clubs.models import Ask, Club, ClubRole
from games.clubs.standing import (
    asks_seen_by,
    lock_club,
    lock_person,
    membership_of,
    owner_of,
    require_free,
    require_role,
    require_room,
)
from games.clubs.values import OPEN_ASKS, ClubError, ClubRefusal

_KEY = "club:ask:"


@transaction.atomic
def invite(*, club_id: int, user: User, name: str) -> User:
    """Invite a member of the site by name, as an officer; whoever has asked to join is in at once. Return who it is.

    Raises ClubError: SUSPENDED, CLOSED, NOT_A_MEMBER, NOT_ALLOWED, NOBODY_OF_THIS_NAME, ALREADY_A_MEMBER, TOO_MANY_ASKED,
    FULL, THEY_HAVE_TOO_MANY.
    """
    require_free(user)
    _require_officer(club_id, user)
    people = User.objects.filter(username_key=name_key(name), is_guest=False, closed_at=None)
    other = people.first()
    if other is None:
        raise ClubError(ClubRefusal.NOBODY_OF_THIS_NAME)
    lock_person(other)
    club = lock_club(club_id)
    require_role(club, user, ClubRole.OFFICER)
    if membership_of(club, other.pk) is not None:
        raise ClubError(ClubRefusal.ALREADY_A_MEMBER)
    if club.asks.filter(user=other, kind=Ask.Kind.REQUEST).exists():
        _let_in(club, other)
        return other
    invitations = club.asks.filter(kind=Ask.Kind.INVITATION)
    if invitations.filter(user=other).exists():
        return other
    if invitations.count() >= OPEN_ASKS:
        raise ClubError(ClubRefusal.TOO_MANY_ASKED)
    Ask.objects.create(club=club, user=other, kind=Ask.Kind.INVITATION, by=user)
    return other


def tell_of_invitations(now: datetime) -> int:
    """Tell people which clubs invite them, each once; called by the clock; return how many were told.

    An invitation older than TELLS_FOR is no longer announced, but stays in the list. While a block stands between the two
    people it is hidden: see asks_seen_by.
    """
    invitations = Ask.objects.filter(kind=Ask.Kind.INVITATION)
    return tell_late(invitations, now, _tell, person="user", since="created_at", key=_KEY)


@transaction.atomic
def _tell(number: int) -> int:
    # It may be answered or taken back at this moment.
    rows = Ask.objects.select_for_update(of=("self",)).select_related("club", "user")
    ask = rows.filter(pk=number).first()
    if ask is None or ask.by is None or not asks_seen_by(ask.user).filter(pk=number).exists():
        return 0
    return notify(
        users=[ask.user_id],
        kind=NoticeKind.CLUB,
        sentence="club_invitation",
        facts={"club": ask.club.name, "name": ask.by.display_name},
        path=f"/clubs/{ask.club.slug}/",
        key=f"{_KEY}{ask.pk}",
        by=ask.by,
    )


@transaction.atomic
def answer(*, club_id: int, user: User, ask_id: int, accepts: bool) -> None:
    """Accept or decline a request to join, or take back an invitation, as an officer. Who is declined hears nothing.

    Raises ClubError: SUSPENDED, CLOSED, NOT_A_MEMBER, NOT_ALLOWED, NO_LONGER_ASKED, FULL, THEY_HAVE_TOO_MANY.
    """
    require_free(user)
    _require_officer(club_id, user)
    asker = User.objects.filter(club_asks=ask_id).first()
    if asker is None:
        raise ClubError(ClubRefusal.NO_LONGER_ASKED)
    lock_person(asker)
    club = lock_club(club_id)
    require_role(club, user, ClubRole.OFFICER)
    found = club.asks.filter(pk=ask_id).exclude(kind=Ask.Kind.HAND_OVER).first()
    if found is None or (accepts and found.kind != Ask.Kind.REQUEST):
        raise ClubError(ClubRefusal.NO_LONGER_ASKED)
    if accepts:
        if is_blocked(asker.pk, by=owner_of(club)):
            raise ClubError(ClubRefusal.NO_LONGER_ASKED)
        _let_in(club, asker)
    else:
        withdraw(f"{_KEY}{found.pk}")
        found.delete()


@transaction.atomic
def decline(*, club_id: int, user: User, kind: str) -> None:
    """Decline an invitation or an offer, or take back one's own request; nothing if there is none."""
    for ask in Ask.objects.filter(club_id=club_id, user=user, kind=kind):
        withdraw(f"{_KEY}{ask.pk}")
        ask.delete()


def _require_officer(club_id: int, user: User) -> None:
    """Refuse everybody else before any name or number is looked up, so that the answer tells them nothing.

    The caller locks people and then clubs afterwards, and checks the role again under the locks.
    """
    require_role(Club.objects.get(pk=club_id), user, ClubRole.OFFICER)


def _let_in(club: Club, person: User) -> None:
    try:
        require_room(club, person)
    except ClubError as error:
        if error.refusal is ClubRefusal.TOO_MANY_CLUBS:
            raise ClubError(ClubRefusal.THEY_HAVE_TOO_MANY) from None
        raise
    admit(club, person)
    notify(
        users=[person.pk],
        kind=NoticeKind.CLUB,
        sentence="club_accepted",
        facts={"club": club.name},
        path=f"/clubs/{club.slug}/",
        key=f"club:accepted:{club.pk}:{club.memberships.get(user=person).pk}",
    )
