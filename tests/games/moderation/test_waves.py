"""Waves: one decision about many guests of one address, and no new guests from there for a while."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.arrivals import forget_arrival, note_arrival, paused_until
from accounts.models import GuestArrival, Sanction, SanctionKind, User
from accounts.sanctions import bar_to_play, bar_to_write, impose, lift
from accounts.services import close_account, create_guest
from games.models import Seat
from games.moderation import appeals, audit, cases, reports, waves
from games.moderation.addresses import guests_of, present_address
from games.moderation.cases import CaseError, CaseRefusal
from games.moderation.evidence import player
from games.moderation.models import AuditEntry, Case, Decision, ReportReason, Wave
from games.moderation.numbers import by_month
from games.moderation.retention import forget_addresses
from games.services.chat import say
from tests.factories import a_game, a_person
from tests.games.moderation.people import a_moderator, a_report, a_table_with_talk

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ADDRESS = "k7qf-3mzd"


def a_guest(name: str = "Tom", address: str = ADDRESS, ago: timedelta = timedelta(0)) -> User:
    """A guest who came from this address."""
    guest = create_guest(name=name)
    note_arrival(guest=guest, address=address)
    GuestArrival.objects.filter(user=guest).update(came_at=timezone.now() - ago)
    return guest


def a_case(guest: User, moderator: User | None = None, reporter: User | None = None) -> Case:
    """A case about this guest, claimed by this moderator if one is given."""
    target = player(guest.username)
    assert target is not None
    by = reporter or a_person()
    case = reports.report(reporter=by, target=target, reason=ReportReason.SPAM, sentence="").case
    if moderator:
        cases.claim(case=case, moderator=moderator)
    return case


def decided(case: Case, moderator: User, *guests: User, **fields: Any) -> Wave:
    values: dict[str, Any] = {
        "token": "first",
        "decision": Decision.SUSPENSION,
        "text": "Why",
        "lasts": DAY,
        "pause": 6 * HOUR,
    }
    ids = [each.pk for each in guests]
    return waves.decide_for_all(case=case, moderator=moderator, guests=ids, **values | fields)


@pytest.fixture
def moderator() -> User:
    return a_moderator()


def test_case_shows_who_else_came_from_there(moderator: User) -> None:
    guest, today = a_guest(), a_guest("Eva")
    this_week, earlier = a_guest("Ida", ago=3 * DAY), a_guest("Kai", ago=8 * DAY)
    a_guest("Elsewhere", address="another")
    member = a_guest("Mia")
    User.objects.filter(pk=member.pk).update(is_guest=False)
    a_case(today)
    address = present_address(a_case(guest), moderator)
    assert address is not None
    assert (address.in_a_day, address.in_a_week) == (1, 2)
    assert [(each.person, each.reports) for each in address.others] == [(today, 1), (this_week, 0)]
    assert earlier not in [each.person for each in address.others]


def test_case_about_a_member_has_no_address(moderator: User) -> None:
    case = a_case(a_guest(), moderator)
    assert present_address(case, moderator)
    User.objects.filter(pk=case.person_id).update(is_guest=False)
    assert present_address(Case.objects.get(pk=case.pk), moderator) is None
    assert present_address(a_case(a_person(is_guest=False)), moderator) is None


def test_one_decision_is_about_each_of_them(moderator: User) -> None:
    reported, second, silent, spared = (a_guest(each) for each in ("Tom", "Eva", "Ida", "Kai"))
    case, other_case = a_case(reported, moderator), a_case(second)
    a_person_elsewhere, member = a_guest("Elsewhere", address="another"), a_guest("Mia")
    User.objects.filter(pk=member.pk).update(is_guest=False)
    wave = decided(case, moderator, reported, second, silent, a_person_elsewhere, member)
    assert wave.cases.count() == 3
    for guest in (reported, second, silent):
        sanction = Sanction.objects.get(user=guest)
        assert (sanction.kind, sanction.text) == (SanctionKind.SUSPENSION, "Why")
        assert sanction.case.decided_by == moderator
    for person in (spared, a_person_elsewhere, member):
        assert not Sanction.objects.filter(user=person).exists()
    assert Case.objects.get(pk=other_case.pk).decision == Decision.SUSPENSION
    assert not Case.objects.filter(decided_at=None).exists()
    assert by_month()[0].decisions == by_month()[0].sanctions == 3


def test_audit_has_a_row_for_each_person_and_one_for_the_wave(moderator: User) -> None:
    guests = [a_guest(), a_guest("Eva")]
    case = a_case(guests[0], moderator)
    wave = decided(case, moderator, *guests)
    rows = AuditEntry.objects.filter(act="case_decided")
    assert {each.person_id for each in rows} == {each.pk for each in guests}
    assert {each.details["wave"] for each in rows} == {wave.pk}
    row = AuditEntry.objects.get(act="wave_decided")
    assert (row.by_id, row.person_id) == (moderator.pk, None)
    assert (row.details["guests"], row.details["pause_hours"]) == (2, 6)
    assert ADDRESS not in str(AuditEntry.objects.values())
    assert audit.check() is None


def test_second_press_decides_nothing(moderator: User) -> None:
    guests = [a_guest(), a_guest("Eva")]
    case = a_case(guests[0], moderator)
    assert decided(case, moderator, *guests) == decided(case, moderator, *guests)
    assert Sanction.objects.count() == 2
    # Also without the guest of the case, whose case stays open.
    more = [a_guest("Ida"), a_guest("Kai")]
    case = a_case(more[0], moderator)
    first = decided(case, moderator, more[1], token="second")
    assert decided(case, moderator, more[1], token="second") == first
    assert Sanction.objects.count() == 3
    assert Case.objects.get(pk=case.pk).decided_at is None
    with pytest.raises(CaseError, match=CaseRefusal.DECIDED):
        decided(guests[0].cases.get(), moderator, *guests, token="third")


def test_all_or_nothing(moderator: User, monkeypatch: pytest.MonkeyPatch) -> None:
    guests = [a_guest(), a_guest("Eva")]
    case = a_case(guests[0], moderator)

    def die(**_fields: object) -> None:
        raise SystemExit

    monkeypatch.setattr(waves, "pause_guests", die)
    with pytest.raises(SystemExit):
        decided(case, moderator, *guests)
    assert not Sanction.objects.exists()
    assert not Wave.objects.exists()
    assert Case.objects.get().decided_at is None


def test_what_a_moderator_may_not_handle_is_left_out(moderator: User) -> None:
    first, reported_by_them, of_another, at_their_table, free = (
        a_guest(each) for each in ("Tom", "Eva", "Ida", "Kai", "Leo")
    )
    case = a_case(first, moderator)
    a_case(reported_by_them, reporter=moderator)
    a_case(of_another, a_moderator())
    game, _users = a_game()
    Seat.objects.filter(game=game, number=0).update(user=moderator)
    Seat.objects.filter(game=game, number=1).update(user=at_their_table)
    everybody = {each.person: each for each in guests_of(case, moderator)}
    assert {person for person, each in everybody.items() if each.is_open_to} == {first, free}
    assert everybody[reported_by_them].case is None
    assert everybody[reported_by_them].reports == 0
    wave = decided(case, moderator, *everybody)
    assert set(Sanction.objects.values_list("user_id", flat=True)) == {first.pk, free.pk}
    assert wave.cases.count() == 2
    again = a_case(a_guest("Max"), moderator)
    with pytest.raises(CaseError, match=CaseRefusal.NOBODY):
        decided(again, moderator, of_another, token="second")


def test_only_who_has_claimed_the_case_decides(moderator: User) -> None:
    guest = a_guest()
    case = a_case(guest)
    with pytest.raises(CaseError, match=CaseRefusal.NOT_CLAIMED):
        decided(case, moderator, guest)
    cases.claim(case=case, moderator=a_moderator())
    with pytest.raises(CaseError, match=CaseRefusal.NOT_CLAIMED):
        decided(case, moderator, guest)


@pytest.mark.parametrize(
    ("decision", "lasts"),
    [
        (Decision.WARNING, None),
        (Decision.NOTHING, None),
        (Decision.BAN, DAY),
        (Decision.MUTE, None),
        (Decision.SUSPENSION, timedelta(minutes=59)),
        (Decision.SUSPENSION, 91 * DAY),
    ],
)
def test_decision_and_time_must_fit(
    moderator: User, decision: Decision, lasts: timedelta | None
) -> None:
    guest = a_guest()
    with pytest.raises(ValueError, match=r"decide|time"):
        decided(a_case(guest, moderator), moderator, guest, decision=decision, lasts=lasts)


def test_running_table_is_played_on(moderator: User) -> None:
    game, users = a_table_with_talk()
    for each in users[:3]:
        note_arrival(guest=each, address=ADDRESS)
    case = a_report(game, users[3]).case
    cases.claim(case=case, moderator=moderator)
    decided(case, moderator, *users[:3], decision=Decision.BAN, lasts=None)
    for each in users[:3]:
        assert bar_to_play(each.pk)
        assert bar_to_write(each.pk)
        say(game_id=game.pk, user_id=each.pk, text="Still here")


@pytest.mark.parametrize(
    ("pause", "lasts", "ends"),
    [(6 * HOUR, DAY, 6 * HOUR), (24 * HOUR, HOUR, HOUR), (None, DAY, None)],
)
def test_pause_ends_with_the_decision_at_the_latest(
    moderator: User, pause: timedelta | None, lasts: timedelta, ends: timedelta | None
) -> None:
    guest = a_guest()
    decided(a_case(guest, moderator), moderator, guest, pause=pause, lasts=lasts)
    until, now = paused_until(ADDRESS), timezone.now()
    assert (until is None) == (ends is None)
    if until and ends:
        assert now + ends - timedelta(minutes=1) < until <= now + ends


def test_pause_ends_when_nobody_is_sanctioned_any_more(moderator: User) -> None:
    guests = [a_guest(), a_guest("Eva")]
    decided(a_case(guests[0], moderator), moderator, *guests)
    unrelated = impose(user=a_person(), kind=SanctionKind.BAN, text="x")
    first, second = Sanction.objects.filter(user__in=guests)
    for each in (unrelated, first):
        lift(each)
        assert paused_until(ADDRESS)
    lift(second)
    assert paused_until(ADDRESS) is None


def test_each_of_them_appeals_to_another_moderator(moderator: User) -> None:
    guests = [a_guest(), a_guest("Eva")]
    decided(a_case(guests[0], moderator), moderator, *guests)
    other = a_moderator()
    for each in guests:
        appeal = appeals.appeal(sanction=Sanction.objects.get(user=each), text="Not me")
        assert not appeals.appeals_for(moderator).exists()
        appeals.answer(appeal=appeals.appeals_for(other).get(), moderator=other, is_granted=True)
        assert appeal.sanction.user == each
        assert not bar_to_play(each.pk)


def test_address_is_forgotten_a_month_after_the_decision(moderator: User) -> None:
    first, second = a_guest(), a_guest("Eva")
    case, open_case = a_case(first, moderator), a_case(second)
    cases.decide(case=case, moderator=moderator, decision=Decision.WARNING, text="x")
    shown = present_address(open_case, moderator)
    assert shown is not None
    assert shown.decided == 1
    GuestArrival.objects.all().delete()
    assert forget_addresses(timezone.now() + 29 * DAY) == ("addresses", 0)
    assert forget_addresses(timezone.now() + 31 * DAY) == ("addresses", 1)
    assert Case.objects.get(pk=case.pk).address == ""
    assert Case.objects.get(pk=open_case.pk).address == ADDRESS
    User.objects.filter(pk=second.pk).update(is_guest=False)
    forget_addresses(timezone.now())
    assert Case.objects.get(pk=open_case.pk).address == ""


def test_reported_guest_who_deletes_the_account_hides_no_wave(moderator: User) -> None:
    guest, other = a_guest(), a_guest("Eva")
    case = a_case(guest, moderator)
    close_account(user=guest)
    address = present_address(case, moderator)
    assert address is not None
    assert [each.person for each in address.others] == [other]
    decided(case, moderator, guest, other)
    assert [each.user for each in Sanction.objects.all()] == [other]


def test_who_came_long_ago_is_decided_about_by_their_case(moderator: User) -> None:
    guest = a_guest()
    case = a_case(guest, moderator)
    forget_arrival(guest)
    assert [each.person for each in guests_of(case, moderator)] == [guest]
    assert guests_of(case, moderator)[0].facts == "1 report"


def test_moderator_decides_about_all_on_the_site(client: Client, moderator: User) -> None:
    guests = [a_guest(), a_guest("Eva"), a_guest("Ida")]
    case = a_case(guests[0])
    impose(user=guests[2], kind=SanctionKind.BAN, text="x")
    hidden = a_guest("Hidden")
    a_case(hidden, reporter=moderator)
    client.force_login(moderator)
    page = f"/moderation/cases/{case.pk}/"
    shown = client.get(page).content.decode()
    assert ADDRESS in shown
    assert "3 other guests in the last 24 hours" in shown
    assert "for-all" not in shown, "the case is not claimed"
    client.post(f"{page}claim/")
    assert f"{page}for-all/suspension/" in client.get(page).content.decode()
    address = f"{page}for-all/suspension/"
    answer = client.get(address)
    form = answer.context["form"]
    assert form.initial["guests"] == [guests[1].pk, guests[0].pk], "who is banned is not ticked"
    assert answer.context["left_out"] == ["Hidden"]
    sent = {**form.initial, "lasts": "24", "pause": "6", "note": "A wave"}
    assert "required" in client.post(address, {**sent, "guests": []}).content.decode()
    gone = {**sent, "guests": [*sent["guests"], "999999", "x"]}
    for _press in range(2):
        done = client.post(address, gone, follow=True).content.decode()
        assert "Decided about 2 guests." in done
    assert Sanction.objects.count() == 3
    shown = client.get(page).content.decode()
    assert "Decided about 2 guests of one address at once." in shown
    assert "No new guest comes in from there until" in shown
    for _press in range(2):
        client.post(f"{page}let-guests-in/")
    assert paused_until(ADDRESS) is None
    assert AuditEntry.objects.filter(act="pause_ended", by_id=moderator.pk).count() == 1
    assert client.get(f"{page}for-all/warning/").status_code == 404


def test_case_page_asks_no_more_for_more_guests(
    client: Client, moderator: User, django_assert_max_num_queries: Any
) -> None:
    case = a_case(a_guest())
    for number in range(12):
        a_case(a_guest(f"Guest {number}"))
    client.force_login(moderator)
    client.get("/rules/")
    with django_assert_max_num_queries(15):
        client.get(f"/moderation/cases/{case.pk}/")
