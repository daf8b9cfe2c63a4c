"""Sanctions: what binds, when it ends, what the person reads, and what staff may impose."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts import sanctions
from accounts.models import Sanction, SanctionKind, User
from accounts.services import close_account, create_guest
from tests.factories import with_factor

ADD = "/admin/accounts/sanction/add/"


def ended(sanction: Sanction) -> None:
    """Let the time of a sanction be over."""
    Sanction.objects.filter(pk=sanction.pk).update(until=timezone.now() - timedelta(seconds=1))


@pytest.mark.parametrize(
    ("kind", "barred"),
    [
        (SanctionKind.WARNING, {"play"}),
        (SanctionKind.MUTE, {"write"}),
        (SanctionKind.NO_RANKED, {"ranked"}),
        (SanctionKind.SUSPENSION, {"play", "ranked", "write"}),
        (SanctionKind.BAN, {"play", "ranked", "write"}),
    ],
)
def test_kind_says_what_is_barred(ana: User, kind: SanctionKind, barred: set[str]) -> None:
    sanctions.impose(user=ana, kind=kind, text="Because.")
    asked = {
        "play": sanctions.bar_to_play,
        "ranked": sanctions.bar_to_ranked,
        "write": sanctions.bar_to_write,
    }
    assert {name for name, ask in asked.items() if ask(ana.pk)} == barred
    other = create_guest(name="Bruno")
    assert not any(ask(other.pk) for ask in asked.values())


def test_sanction_ends_by_itself_and_when_it_is_lifted(ana: User) -> None:
    tomorrow = timezone.now() + timedelta(days=1)
    for over in (ended, sanctions.lift):
        made = sanctions.impose(user=ana, kind=SanctionKind.MUTE, text="x", until=tomorrow)
        assert sanctions.bar_to_write(ana.pk) == made
        over(made)
        assert sanctions.bar_to_write(ana.pk) is None


def test_end_that_has_passed_is_refused(ana: User) -> None:
    with pytest.raises(ValueError, match="after it begins"):
        sanctions.impose(user=ana, kind=SanctionKind.MUTE, text="x", until=timezone.now())


def test_person_reads_a_warning_and_is_free_again(client: Client, ana: User) -> None:
    warning = sanctions.impose(user=ana, kind=SanctionKind.WARNING, text="Be kind at the table.")
    client.force_login(ana)
    assert "/accounts/moderators/" in client.get("/accounts/").content.decode()
    assert "Be kind at the table." in client.get("/accounts/moderators/").content.decode()
    client.post("/accounts/moderators/", {"read": str(warning.pk)})
    assert sanctions.bar_to_play(ana.pk) is None


@pytest.mark.parametrize("typed", ["", "x", "-1", "9" * 30, "0"])
def test_nonsense_and_others_numbers_read_nothing(client: Client, ana: User, typed: str) -> None:
    other = create_guest(name="Bruno")
    warning = sanctions.impose(user=other, kind=SanctionKind.WARNING, text="x")
    client.force_login(ana)
    for sent in (typed, str(warning.pk)):
        assert client.post("/accounts/moderators/", {"read": sent}).status_code == 302
    assert "/accounts/moderators/" not in client.get("/accounts/").content.decode()
    assert sanctions.bar_to_play(other.pk) == warning


def test_closed_account_keeps_no_text(ana: User) -> None:
    sanctions.impose(user=ana, kind=SanctionKind.MUTE, text="About Ana.")
    close_account(user=ana)
    assert Sanction.objects.get().text == ""


def superuser_client() -> tuple[Client, User]:
    staff = User.objects.create_user(username="Greta", is_staff=True, is_superuser=True)
    with_factor(staff)
    client = Client()
    client.force_login(staff)
    return client, staff


def form_of(user: User, kind: str, days: int | None = 1) -> dict[str, str]:
    until = None if days is None else timezone.now() + timedelta(days=days)
    return {
        "user": str(user.pk),
        "kind": kind,
        "text": "Because.",
        "until_0": "" if until is None else f"{until:%Y-%m-%d}",
        "until_1": "" if until is None else f"{until:%H:%M:%S}",
    }


def test_staff_impose_and_lift_in_the_admin(ana: User) -> None:
    client, _staff = superuser_client()
    client.post(ADD, form_of(ana, "suspension"))
    made = Sanction.objects.get()
    assert sanctions.bar_to_play(ana.pk) == made
    client.post(
        "/admin/accounts/sanction/",
        {"action": "lift_sanctions", "_selected_action": [str(made.pk)]},
    )
    assert sanctions.bar_to_play(ana.pk) is None


@pytest.mark.parametrize(
    ("kind", "days"), [("ban", 1), ("warning", 1), ("mute", None), ("suspension", 91)]
)
def test_end_that_does_not_fit_the_kind_is_refused(ana: User, kind: str, days: int | None) -> None:
    client, _staff = superuser_client()
    assert client.post(ADD, form_of(ana, kind, days)).status_code == 200
    assert not Sanction.objects.exists()


def test_nobody_decides_about_themselves_and_staff_without_the_right_not_at_all(ana: User) -> None:
    client, staff = superuser_client()
    client.post(ADD, form_of(staff, "mute"))
    User.objects.filter(pk=staff.pk).update(is_superuser=False)
    assert client.post(ADD, form_of(ana, "mute")).status_code == 403
    assert not Sanction.objects.exists()


def test_staff_lift_no_sanction_of_their_own_or_of_other_staff(ana: User) -> None:
    client, staff = superuser_client()
    right = Permission.objects.get(codename="change_sanction")
    User.objects.filter(pk=staff.pk).update(is_superuser=False)
    staff.user_permissions.add(right)
    User.objects.filter(pk=ana.pk).update(is_staff=True)
    player = create_guest(name="Bruno")
    made = [
        sanctions.impose(user=each, kind=SanctionKind.MUTE, text="x")
        for each in (staff, ana, player)
    ]
    client.post(
        "/admin/accounts/sanction/",
        {"action": "lift_sanctions", "_selected_action": [str(each.pk) for each in made]},
    )
    assert [each.user for each in Sanction.objects.exclude(lifted_at=None)] == [player]
