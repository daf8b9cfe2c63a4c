"""Clubs and their people for tests, made by the services."""

from typing import Any

from django.utils import timezone

from accounts.models import User
from accounts.notice_models import Notice
from accounts.notices import sentence_of
from accounts.word_lists import forget_words
from accounts.word_models import ListedWord
from games.clubs.asks import tell_of_invitations
from games.clubs.founding import found_club
from games.clubs.members import appoint, join
from games.clubs.models import Club, ClubEntry, ClubRole, Membership
from games.clubs.values import ClubError, ClubRefusal
from tests.factories import a_person
from tests.games.lobbies import registered

EMBLEM = "owl teal solid"


def a_club(owner: User | None = None, **fields: Any) -> Club:
    """A club with its owner, open to everybody."""
    wanted: dict[str, Any] = {
        "name": f"Club {Club.objects.count() + 1}",
        "about": "We play on Fridays.",
        "languages": ["en"],
        "entry": ClubEntry.OPEN,
        "emblem": EMBLEM,
    }
    return found_club(user=owner or registered(), **(wanted | fields))


def a_member(club: Club, user: User | None = None, *, is_officer: bool = False) -> User:
    """Somebody with an account who has joined an open club."""
    user = user or a_person(is_guest=False)
    join(club_id=club.pk, user=user)
    if is_officer:
        appoint(club_id=club.pk, user=owner(club), member_id=user.pk, is_officer=True)
    return user


def owner(club: Club) -> User:
    return Membership.objects.select_related("user").get(club=club, role=ClubRole.OWNER).user


def members(club: Club) -> set[str]:
    """The names of all members."""
    return set(club.memberships.values_list("user__username", flat=True))


def refused(act: Any, **arguments: Any) -> ClubRefusal | None:
    """Why this is refused; None if it is not."""
    try:
        act(**arguments)
    except ClubError as error:
        return error.refusal
    return None


def told(user: User) -> list[str]:
    """What the notices of a person say, the oldest first, once the clock has told."""
    tell_of_invitations(timezone.now())
    return [sentence_of(each) for each in Notice.objects.filter(user=user).order_by("pk")]


def list_a_word() -> None:
    """Let staff list "naughtyword" for names and talk."""
    ListedWord.objects.create(word="naughtyword", in_names=True, in_talk=True)
    forget_words()
