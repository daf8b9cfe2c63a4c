"""Staff have a second factor, and log in at least every twelve hours."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.models import User
from accounts.staff import staff_with_factor
from tests.accounts.conftest import PASSWORD
from tests.factories import a_person, with_factor

pytestmark = pytest.mark.django_db(transaction=True)

HOURS_12 = timedelta(hours=12)
FACTORS = "/accounts/2fa/"


@pytest.fixture
def olga(db: None) -> User:
    """A superuser, as `createsuperuser` makes one."""
    return User.objects.create_superuser("Olga", "olga@example.org", PASSWORD)


@pytest.mark.parametrize(
    "path", ["/admin/", "/admin/accounts/user/", "/admin/jsi18n/", "/admin/nowhere/"]
)
def test_staff_without_a_factor_are_led_to_set_one_up(
    client: Client, olga: User, path: str
) -> None:
    client.force_login(olga)
    for method in (client.get, client.post):
        assert method(path)["Location"] == FACTORS
    assert "Staff need a second factor" in client.get("/admin/", follow=True).content.decode()
    with_factor(olga)
    assert client.get("/admin/").status_code == 200


def test_recovery_codes_alone_are_no_factor(client: Client, olga: User) -> None:
    Authenticator.objects.create(
        user=olga, type=Authenticator.Type.RECOVERY_CODES, data={"seed": "", "used_mask": 0}
    )
    client.force_login(olga)
    assert client.get("/admin/")["Location"] == FACTORS


def test_players_and_visitors_see_no_page_of_staff(client: Client, ana: User) -> None:
    assert client.get("/admin/")["Location"].startswith("/accounts/login/")
    client.force_login(with_factor(ana))
    assert client.get("/admin/", follow=True).status_code == 403
    request = RequestFactory().get("/moderation/")
    request.user = ana
    view = staff_with_factor(lambda _request: HttpResponse("a case"))
    with pytest.raises(PermissionDenied):
        view(request)


def begun_ago(client: Client, ago: timedelta) -> None:
    """Let the session have begun some time ago."""
    session = client.session
    session["begun_at"] = int((timezone.now() - ago).timestamp())
    session.save()


@pytest.mark.parametrize("remember", [{}, {"remember": "on"}])
def test_staff_session_ends_twelve_hours_after_the_login(
    client: Client, olga: User, remember: dict[str, str]
) -> None:
    client.post("/accounts/login/", {"login": "Olga", "password": PASSWORD} | remember)
    assert client.session[SESSION_KEY] == str(olga.pk)
    stored = Session.objects.get()
    assert timezone.now() < stored.expire_date <= timezone.now() + HOURS_12

    begun_ago(client, HOURS_12 - timedelta(minutes=1))
    session = client.session
    session["seen_at"] = 0  # being active does not prolong it
    session.save()
    assert client.get("/accounts/").status_code == 200
    stored.refresh_from_db()
    assert stored.expire_date <= timezone.now() + timedelta(minutes=1)

    begun_ago(client, HOURS_12)
    assert client.get("/accounts/")["Location"] == "/accounts/login/?next=/accounts/"
    assert SESSION_KEY not in client.session


def test_players_stay_logged_in(client: Client, ana: User) -> None:
    client.force_login(ana)
    begun_ago(client, timedelta(days=30))
    assert client.get("/accounts/").status_code == 200
    assert Session.objects.get().expire_date > timezone.now() + timedelta(days=100)


def test_new_rights_count_for_sessions_that_have_begun(client: Client, ana: User) -> None:
    client.force_login(ana)
    client.get("/accounts/")
    User.objects.filter(pk=ana.pk).update(is_staff=True)
    client.get("/accounts/")
    assert Session.objects.get().expire_date <= timezone.now() + HOURS_12


def test_superusers_remove_a_lost_factor_but_see_no_secret(client: Client, olga: User) -> None:
    client.force_login(with_factor(olga))
    person = with_factor(a_person("Lost", is_guest=False))
    factor = Authenticator.objects.get(user=person)
    page = client.get(f"/admin/mfa/authenticator/{factor.pk}/change/").content.decode()
    assert "Lost" in page
    assert factor.data["secret"] not in page
    everything: dict[str, Any] = {"action": "delete_selected", "_selected_action": [factor.pk]}
    client.post("/admin/mfa/authenticator/", everything | {"post": "yes"})
    assert Authenticator.objects.filter(user=person).exists()
    assert (
        client.post(f"/admin/mfa/authenticator/{factor.pk}/delete/", {"post": "yes"}).status_code
        == 302
    )
    assert not Authenticator.objects.filter(user=person).exists()
    client.force_login(with_factor(a_person("Hella", is_guest=False, is_staff=True)))
    other = Authenticator.objects.get(user=olga)
    answer = client.post(f"/admin/mfa/authenticator/{other.pk}/delete/", {"post": "yes"})
    assert answer.status_code == 403


def test_view_of_staff_passes_its_arguments(olga: User) -> None:
    def view(request: HttpRequest, number: int) -> HttpResponse:
        return HttpResponse(str(number))

    request = RequestFactory().get("/moderation/7/")
    request.user = with_factor(olga)
    assert staff_with_factor(view)(request, number=7).status_code == 200
