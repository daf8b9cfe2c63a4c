"""Closing accounts of people with friends, notices, devices, clubs and nights leaves no row that names them."""

import pytest

from accounts.models import User
from accounts.services import close_account
from tests.games.commands.test_backup_of_people import NAME, fill, rows
from tests.games.services.test_closed_accounts import GONE, rows_of

pytestmark = pytest.mark.django_db

FILLED = {
    "accounts.FriendRequest.asked", "accounts.FriendRequest.user", "accounts.Friendship.friend",
    "accounts.Friendship.user", "accounts.Notice.by", "accounts.Notice.user", "accounts.NoticeChoice.user",
    "accounts.Presence.user", "accounts.PushDevice.user", "accounts.QuietHours.user", "clubs.Ask.by", "clubs.Ask.user",
    "clubs.ClubNews.author", "clubs.Membership.user", "clubs.Removal.user", "games.Invitation.by",
    "games.Invitation.user", "games.TableWish.user", "learning.LessonDone.user", "learning.RiddleAnswer.user",
    "learning.RiddleProgress.user",
}  # fmt: skip


def named() -> set[str]:
    """The relations by which some row names a person."""
    people = User.objects.all()
    return {each for each in GONE if any(rows_of(each, person).exists() for person in people)}


def test_no_row_names_people_whose_accounts_are_closed() -> None:
    fill()
    assert named() >= FILLED
    for person in User.objects.filter(is_guest=False):
        close_account(user=person)
    assert {each for each in FILLED if each in named()} == set()


def test_no_text_of_anybody_names_a_closed_account() -> None:
    fill()

    def telling() -> set[str]:
        return {label for label, found in rows().items() if NAME in repr(found)}

    assert telling() >= {"accounts.User", "accounts.Notice"}
    close_account(user=User.objects.get(username=NAME))
    assert telling() == set()
