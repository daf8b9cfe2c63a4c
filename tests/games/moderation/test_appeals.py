"""Appeals: once, by whoever is sanctioned; another moderator answers. And the public numbers."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Sanction, SanctionKind, User
from accounts.sanctions import bar_to_play, impose, lift
from games.models import Seat
from games.moderation import appeals, cases
from games.moderation.appeals import AppealError, AppealRefusal
from games.moderation.models import Appeal, Decision
from tests.factories import a_person, with_factor
from tests.games.moderation.people import a_claimed_case, a_moderator

pytestmark = pytest.mark.django_db


def a_suspension() -> tuple[Sanction, User]:
    """A suspension that a moderator imposed, and the moderator."""
    moderator = a_moderator()
    case, _game, _users = a_claimed_case(moderator)
    cases.decide(
        case=case,
        moderator=moderator,
        decision=Decision.SUSPENSION,
        text="Because.",
        lasts=timedelta(days=7),
    )
    return Sanction.objects.get(), moderator


@pytest.mark.parametrize("is_granted", [True, False])
def test_another_moderator_answers(client: Client, is_granted: bool) -> None:
    sanction, moderator = a_suspension()
    address = f"/moderation/appeal/{sanction.pk}/"
    client.force_login(sanction.user)
    assert address in client.get("/accounts/moderators/").content.decode()
    answer = client.post(address, {"text": "It was not me."}, follow=True)
    assert "has arrived" in answer.content.decode()
    assert client.post(address, {"text": "Again."}).status_code == 409
    found = Appeal.objects.get()
    assert not appeals.appeals_for(moderator).exists()
    other = a_moderator()
    client.force_login(moderator)
    assert client.get(f"/moderation/appeals/{found.pk}/").status_code == 404
    client.force_login(other)
    assert "It was not me." in client.get(f"/moderation/appeals/{found.pk}/").content.decode()
    given = {"answer": "grant" if is_granted else "refuse"}
    assert client.post(f"/moderation/appeals/{found.pk}/", given).status_code == 302
    assert client.post(f"/moderation/appeals/{found.pk}/", given).status_code == 404
    assert (bar_to_play(sanction.user_id) is None) is is_granted
    client.force_login(sanction.user)
    told = client.get(address).content.decode()
    assert ("granted" in told) is is_granted


def test_whoever_may_not_handle_the_case_does_not_answer() -> None:
    sanction, _moderator = a_suspension()
    appeals.appeal(sanction=sanction, text="x")
    other, at_the_table = a_moderator(), a_moderator()
    Seat.objects.filter(game__reports__case__sanction=sanction, number=4).update(user=at_the_table)
    found = [each for each in (other, at_the_table) if appeals.appeals_for(each).exists()]
    assert found == [other]


def test_who_imposed_it_in_the_admin_does_not_answer(client: Client) -> None:
    superuser = with_factor(a_person(is_guest=False, is_staff=True, is_superuser=True))
    person = a_person(is_guest=False)
    client.force_login(superuser)
    typed = {"user": person.pk, "kind": "ban", "text": "x", "until_0": "", "until_1": ""}
    client.post("/admin/accounts/sanction/add/", typed)
    appeals.appeal(sanction=Sanction.objects.get(user=person), text="Why?")
    assert not appeals.appeals_for(superuser).exists()
    assert appeals.appeals_for(a_moderator()).exists()


def test_nothing_to_appeal_against_once_it_is_over() -> None:
    sanction = impose(user=a_person(), kind=SanctionKind.BAN, text="x")
    lift(sanction)
    sanction.refresh_from_db()
    with pytest.raises(AppealError, match=AppealRefusal.OVER):
        appeals.appeal(sanction=sanction, text="x")


def test_nobody_appeals_for_others(client: Client) -> None:
    sanction, _moderator = a_suspension()
    client.force_login(a_person())
    assert client.post(f"/moderation/appeal/{sanction.pk}/", {"text": "x"}).status_code == 404
    assert not Appeal.objects.exists()


def test_numbers_are_public_and_name_nobody(client: Client) -> None:
    assert "Nothing has been reported yet." in client.get("/moderation/numbers/").content.decode()
    sanction, moderator = a_suspension()
    page = client.get("/moderation/numbers/").content.decode()
    assert page.count("<strong>1</strong>") == 3  # report, decision, with a consequence
    assert page.count("<strong>0</strong>") == 2
    assert sanction.user.display_name not in page
    assert moderator.display_name not in page
