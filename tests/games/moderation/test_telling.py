"""Whom moderation tells of what: nobody else, no name of a moderator, each thing once."""

import pytest

from accounts.models import SanctionKind, User
from accounts.notice_models import Notice
from accounts.notices import sentence_of
from accounts.sanctions import impose, lift
from games.moderation import appeals, cases
from games.moderation.models import Decision
from tests.factories import a_person
from tests.games.moderation.people import a_claimed_case, a_moderator

pytestmark = pytest.mark.django_db


def told(user: User) -> list[tuple[str, str]]:
    rows = Notice.objects.filter(user=user, kind="moderation").order_by("pk")
    assert {row.by for row in rows} <= {None}
    return [(sentence_of(row), row.path) for row in rows]


def test_person_hears_of_a_sanction_and_of_its_end() -> None:
    person, moderator = a_person(), a_moderator()
    sanction = impose(user=person, kind=SanctionKind.MUTE, text="x", by=moderator)
    lift(sanction, by=moderator)
    lift(sanction, by=moderator)
    page = "/accounts/moderators/"
    assert told(person) == [
        ("The moderators have decided something about you.", page),
        ("The moderators have lifted what they had decided about you.", page),
    ]


@pytest.mark.parametrize("is_granted", [True, False])
def test_answer_to_an_appeal_is_told_once(is_granted: bool) -> None:
    person = a_person()
    sanction = impose(user=person, kind=SanctionKind.MUTE, text="x")
    appeals.answer(
        appeal=appeals.appeal(sanction=sanction, text="x"),
        moderator=a_moderator(),
        is_granted=is_granted,
    )
    (_imposed, (sentence, path)) = told(person)
    assert ("lifted" in sentence) is is_granted
    assert (path == f"/moderation/appeal/{sanction.pk}/") is not is_granted


def test_whoever_reported_hears_that_it_was_decided_and_not_what() -> None:
    moderator = a_moderator()
    case, _game, _users = a_claimed_case(moderator)
    reporter = case.reports.get().reporter
    cases.decide(case=case, moderator=moderator, decision=Decision.WARNING, text="x", lasts=None)
    assert told(reporter) == [
        ("The moderators have looked at what you reported.", "/moderation/mine/")
    ]
    assert len(told(case.person)) == 1
