"""Founding, changing and closing clubs, and who owns one when its owner goes."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from accounts.models import SanctionKind
from accounts.sanctions import impose
from accounts.services import close_account
from games.clubs.founding import change_club, close_own_club
from games.clubs.models import Ask, Club, ClubEntry, ClubNews, ClubRole, Membership
from games.clubs.news import write_news
from games.clubs.values import CLUBS_A_PERSON, ClubRefusal
from tests.factories import a_person
from tests.games.clubs.people import (
    EMBLEM,
    a_club,
    a_member,
    list_a_word,
    members,
    owner,
    refused,
    told,
)
from tests.games.lobbies import registered

pytestmark = pytest.mark.django_db

CHANGED: dict[str, Any] = {
    "name": "Another name",
    "about": "x",
    "languages": ["pl", "en"],
    "entry": ClubEntry.INVITATION,
    "emblem": EMBLEM,
}


def test_founder_is_the_owner_and_the_address_is_made_of_the_name() -> None:
    ola = registered("Ola")
    club = a_club(ola, name="Łódź  by Night", languages=["pl", "en"])
    assert (club.name, club.slug, club.size) == ("Łódź by Night", "lodz-by-night", 1)
    assert club.language_codes == ["en", "pl"]
    assert owner(club) == ola
    assert a_club(name="Клуб").slug == "club"


def test_addresses_are_used_once_and_never_those_of_other_pages() -> None:
    first = a_club(name="Friday night")
    close_own_club(club_id=first.pk, user=owner(first))
    # The name is free again, the address of the closed club is not.
    assert a_club(name="Friday night").slug == "friday-night-2"
    assert a_club(name="New").slug == "new-2"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Fríday N1ght", None),
        ("FRIDAY NIGHT", "taken"),
        ("Fridаy Night", "name_scripts"),
        ("Friday-Night", "taken"),
        ("Moderators", "name_reserved"),
        ("Secret Hitler", "name_reserved"),
        ("x" * 41, "name_length"),
        ("Club of naughtyword", "name_listed"),
        ("💥 Club", "name_characters"),
    ],
)
def test_names_follow_the_rules_of_accounts(name: str, code: str | None) -> None:
    a_club(name="Friday Night")
    list_a_word()
    if code is None:
        assert a_club(name=name).name == name
        return
    with pytest.raises(ValidationError) as error:
        a_club(name=name)
    (fault,) = error.value.error_dict["name"]
    assert (fault.code or "taken") == code


def test_text_with_a_listed_word_is_refused_where_it_stands() -> None:
    list_a_word()
    with pytest.raises(ValidationError) as error:
        a_club(about="All naughtyword here")
    assert list(error.value.error_dict) == ["about"]
    assert not Club.objects.exists()


def test_founding_needs_a_confirmed_address_and_no_sanction() -> None:
    assert refused(a_club, owner=a_person(is_guest=False)) is ClubRefusal.NOT_CONFIRMED
    muted, banned = registered(), registered()
    impose(user=muted, kind=SanctionKind.MUTE, text="x")
    impose(user=banned, kind=SanctionKind.BAN, text="x")
    assert refused(a_club, owner=muted) is ClubRefusal.MUTED
    assert refused(a_club, owner=banned) is ClubRefusal.SUSPENDED
    assert not Club.objects.exists()


def test_nobody_is_in_more_than_twenty_clubs() -> None:
    ola = registered()
    for _number in range(CLUBS_A_PERSON - 1):
        a_club(ola)
    a_member(a_club(), ola)
    assert refused(a_club, owner=ola) is ClubRefusal.TOO_MANY_CLUBS
    assert refused(a_member, club=a_club(), user=ola) is ClubRefusal.TOO_MANY_CLUBS
    assert Membership.objects.filter(user=ola).count() == CLUBS_A_PERSON


def test_only_the_owner_changes_a_club() -> None:
    club = a_club(name="Friday night")
    officer = a_member(club, is_officer=True)
    assert (
        refused(change_club, club_id=club.pk, user=officer, **CHANGED) is ClubRefusal.NOT_ALLOWED
    )
    change_club(club_id=club.pk, user=owner(club), **CHANGED)
    club.refresh_from_db()
    assert (club.name, club.slug) == ("Another name", "friday-night")
    assert (club.entry, club.languages) == (ClubEntry.INVITATION, " en pl ")
    # The own name is no fault, the name of another club is.
    change_club(club_id=club.pk, user=owner(club), **CHANGED)
    other = a_club()
    with pytest.raises(ValidationError):
        change_club(club_id=other.pk, user=owner(other), **CHANGED)


def test_closed_club_loses_people_and_texts_and_tells_them() -> None:
    club = a_club(name="Friday")
    ola, officer = owner(club), a_member(club, is_officer=True)
    write_news(club_id=club.pk, user=ola, title="Hello", text="World")
    assert told(officer) == ["News of Friday: Hello"]
    assert refused(close_own_club, club_id=club.pk, user=officer) is ClubRefusal.NOT_ALLOWED
    close_own_club(club_id=club.pk, user=ola)
    club.refresh_from_db()
    assert (club.closed_at is None, club.about, club.size) == (False, "", 0)
    assert not Membership.objects.exists()
    assert not ClubNews.objects.exists()
    assert told(officer) == ["The club Friday has closed."]
    assert told(ola) == []
    assert refused(close_own_club, club_id=club.pk, user=ola) is ClubRefusal.CLOSED


def test_when_the_owner_goes_the_oldest_officer_follows_then_the_oldest_member() -> None:
    club = a_club(name="Friday")
    member, officer = a_member(club), a_member(club, is_officer=True)
    close_account(user=owner(club))
    assert owner(club) == officer
    assert told(officer) == ["You are the owner of Friday now."]
    impose(user=officer, kind=SanctionKind.BAN, text="x")
    assert owner(club) == member
    # Who is banned stays in the club, and is not the heir.
    assert members(club) == {member.username, officer.username}
    club.refresh_from_db()
    assert club.size == 2
    close_account(user=member)
    club.refresh_from_db()
    assert club.closed_at is not None
    assert not club.memberships.exists()


def test_mute_of_the_owner_changes_no_owner() -> None:
    club = a_club()
    a_member(club)
    former = owner(club)
    impose(user=former, kind=SanctionKind.MUTE, text="x")
    assert owner(club) == former


def test_closed_account_leaves_no_trace_in_a_club() -> None:
    club = a_club(entry=ClubEntry.OPEN)
    officer = a_member(club, is_officer=True)
    write_news(club_id=club.pk, user=officer, title="Mine", text="x")
    write_news(club_id=club.pk, user=owner(club), title="Theirs", text="x")
    Ask.objects.create(club=a_club(), user=officer, kind=Ask.Kind.REQUEST)
    close_account(user=officer)
    club.refresh_from_db()
    assert club.size == 1
    assert [news.title for news in ClubNews.objects.all()] == ["Theirs"]
    assert not Ask.objects.exists()
    assert Membership.objects.filter(role=ClubRole.OFFICER).count() == 0
