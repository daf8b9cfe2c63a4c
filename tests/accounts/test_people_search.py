"""Search by the first letters of a name: whom it finds, in which order, and whom never."""

import pytest

from accounts.blocks import block
from accounts.people_search import MOST_FOUND, find_members
from accounts.services import close_account
from tests.factories import a_person

pytestmark = pytest.mark.django_db


def found(typed: str, searcher: object) -> list[str]:
    return [each.username for each in find_members(typed, searcher=searcher)]  # type: ignore[arg-type]


def test_names_are_found_by_their_first_letters_in_any_capitals() -> None:
    me = a_person("Me myself", is_guest=False)
    for name in ("Zofia", "zoltan", "ZOË", "Żaneta", "Bazo", "Zo_a"):
        a_person(name, is_guest=False)
    assert found("zo", me) == sorted(["Zofia", "zoltan", "ZOË", "Zo_a"], key=str.casefold)
    assert found(" ZOL", me) == ["zoltan"]
    assert found("zoë", me) == ["ZOË"]
    assert found("ża", me) == ["Żaneta"]
    assert found("zo_", me) == ["Zo_a"], "no wildcard"
    assert found("azo", me) == []


def test_one_letter_and_a_whole_novel_find_nobody() -> None:
    me, _other = a_person("Ana", is_guest=False), a_person("Anatol", is_guest=False)
    assert found("a", me) == found("", me) == found("  ", me) == []
    assert found("ana" * 100, me) == []
    assert found("an", me) == ["Anatol"], "and not oneself"


def test_guests_closed_accounts_and_the_blocked_are_left_out() -> None:
    me = a_person("Me myself", is_guest=False)
    a_person("Karl guest", is_guest=True)
    gone = a_person("Karl gone", is_guest=False)
    close_account(user=gone)
    blocker, blocked = a_person("Karl Blocker", is_guest=False), a_person("Karl B", is_guest=False)
    a_person("Karl", is_guest=False)
    assert found("karl", me) == ["Karl", "Karl B", "Karl Blocker"]
    assert block(user=blocker, other=me)
    assert block(user=me, other=blocked)
    assert found("karl", me) == ["Karl", "Karl Blocker"], "a block is not told to the blocked"
    assert found("closed", me) == []
    assert found("guest", me) == []


def test_no_more_than_a_page_is_found() -> None:
    me = a_person("Me myself", is_guest=False)
    for number in range(MOST_FOUND + 5):
        a_person(f"Twin {number}", is_guest=False)
    assert len(found("twin", me)) == MOST_FOUND
