"""Cases: who may handle which, claiming, and what each decision does."""

from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.sanctions import bar_to_play, bar_to_ranked, bar_to_write
from accounts.services import close_account
from games.models import Game, GameResult, Seat, Void
from games.moderation import cases, evidence, reports
from games.moderation.cases import CaseError, CaseRefusal
from games.moderation.dossier import present_reports
from games.moderation.models import AuditEntry, Case, Decision, ReportReason
from games.services.chat import say
from tests.factories import a_game, a_person, play_at_random
from tests.games.moderation.people import (
    a_claimed_case,
    a_moderator,
    a_report,
    a_table_with_talk,
)

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def moderator() -> User:
    return a_moderator()


def test_only_one_moderator_has_a_case(moderator: User) -> None:
    case, _game, _users = a_claimed_case(moderator)
    other = a_moderator()
    with pytest.raises(CaseError, match=CaseRefusal.CLAIMED):
        cases.claim(case=case, moderator=other)
    with pytest.raises(CaseError, match=CaseRefusal.NOT_CLAIMED):
        cases.decide(case=case, moderator=other, decision=Decision.NOTHING)
    cases.release(case=case, moderator=moderator)
    cases.claim(case=case, moderator=other)


def test_nobody_handles_a_case_that_concerns_them(moderator: User) -> None:
    game, users = a_table_with_talk()
    a_report(game, users[0])
    assert cases.cases_for(moderator).count() == 1
    assert not cases.cases_for(users[0]).exists()  # reported it
    assert not cases.cases_for(users[1]).exists()  # is reported
    assert not cases.cases_for(users[3]).exists()  # sat there
    target = evidence.player(moderator.username)
    assert target is not None
    reports.report(reporter=users[0], target=target, reason=ReportReason.OTHER, sentence="")
    assert cases.cases_for(moderator).count() == 1
    assert not cases.cases_for(a_moderator()).filter(person=moderator).exists()
    superuser = a_person(is_guest=False, is_staff=True, is_superuser=True)
    assert cases.cases_for(superuser).filter(person=moderator).exists()


@pytest.mark.parametrize(
    ("decision", "lasts", "barred"),
    [
        (Decision.NOTHING, None, ""),
        (Decision.WARNING, None, "play"),
        (Decision.MUTE, DAY, "write"),
        (Decision.NO_RANKED, DAY, "ranked"),
        (Decision.SUSPENSION, DAY, "play ranked write"),
        (Decision.BAN, None, "play ranked write"),
    ],
)
def test_decision_does_what_it_says(
    moderator: User, decision: Decision, lasts: timedelta | None, barred: str
) -> None:
    case, game, users = a_claimed_case(moderator)
    cases.decide(case=case, moderator=moderator, decision=decision, text="Why", lasts=lasts)
    asked = {"play": bar_to_play, "ranked": bar_to_ranked, "write": bar_to_write}
    found = {name for name, ask in asked.items() if ask(users[1].pk)}
    assert found == set(barred.split())
    # Nobody has power at a running table: the person plays and talks on.
    say(game_id=game.pk, user_id=users[1].pk, text="Still here")
    assert AuditEntry.objects.filter(act="case_decided", by_id=moderator.pk).count() == 1
    with pytest.raises(CaseError, match=CaseRefusal.DECIDED):
        cases.decide(case=case, moderator=moderator, decision=Decision.NOTHING)


@pytest.mark.parametrize(
    ("decision", "lasts"),
    [
        (Decision.MUTE, None),
        (Decision.SUSPENSION, timedelta(minutes=59)),
        (Decision.SUSPENSION, timedelta(days=91)),
        (Decision.WARNING, DAY),
        (Decision.BAN, DAY),
    ],
)
def test_time_must_fit_the_decision(
    moderator: User, decision: Decision, lasts: timedelta | None
) -> None:
    case, _game, _users = a_claimed_case(moderator)
    with pytest.raises(ValueError, match="time"):
        cases.decide(case=case, moderator=moderator, decision=decision, text="x", lasts=lasts)


def test_later_report_opens_another_case(moderator: User) -> None:
    case, game, users = a_claimed_case(moderator)
    cases.decide(case=case, moderator=moderator, decision=Decision.NOTHING)
    assert a_report(game, users[2]).case != case


def test_name_changes_only_after_the_game(moderator: User) -> None:
    case, game, users = a_claimed_case(moderator)
    with pytest.raises(CaseError, match=CaseRefusal.AT_PLAY):
        cases.decide(
            case=case, moderator=moderator, decision=Decision.RENAME, text="x", new_name="Quiet"
        )
    Game.objects.filter(pk=game.pk).update(status="finished", finished_at=timezone.now())
    Seat.objects.filter(user=users[1]).update(name="Rude name")
    a_person("Taken", is_guest=False)
    with pytest.raises(CaseError, match=CaseRefusal.NAME):
        cases.decide(
            case=case, moderator=moderator, decision=Decision.RENAME, text="x", new_name="Taken"
        )
    cases.decide(
        case=case, moderator=moderator, decision=Decision.RENAME, text="x", new_name="Quiet"
    )
    users[1].refresh_from_db()
    assert users[1].display_name == "Quiet"
    assert Seat.objects.get(user=users[1]).shown_name == "Quiet"
    assert bar_to_play(users[1].pk), "the new name must be read first"


def test_deleted_account_gets_no_name(moderator: User) -> None:
    case, game, users = a_claimed_case(moderator)
    Game.objects.filter(pk=game.pk).update(status="finished", finished_at=timezone.now())
    close_account(user=users[1])
    with pytest.raises(CaseError, match=CaseRefusal.CLOSED):
        cases.decide(
            case=case, moderator=moderator, decision=Decision.RENAME, text="x", new_name="Quiet"
        )


@pytest.mark.parametrize(
    "path", ["cases/{n}/", "cases/{n}/claim/", "cases/{n}/ban/", "appeals/{n}/", "appeal/{n}/"]
)
def test_huge_numbers_are_no_cases(client: Client, moderator: User, path: str) -> None:
    client.force_login(moderator)
    address = "/moderation/" + path.format(n="9" * 40)
    ask = client.post if path.endswith("claim/") else client.get
    assert ask(address).status_code == 404


def test_offered_name_is_one_that_may_be_given(client: Client, moderator: User) -> None:
    case, game, users = a_claimed_case(moderator)
    Game.objects.filter(pk=game.pk).update(status="finished", finished_at=timezone.now())
    client.force_login(moderator)
    address = f"/moderation/cases/{case.pk}/rename/"
    offered = client.get(address).context["form"].initial
    client.post(address, offered)
    users[1].refresh_from_db()
    assert users[1].display_name == offered["new_name"]


def test_ranked_game_of_the_case_is_annulled(moderator: User) -> None:
    game, users = a_game(is_ranked=True)
    other, _people = a_game(is_ranked=True, seed=2)
    for each in (game, other):
        play_at_random(each, Random(3))
    case = a_report(game, users[0], reason=ReportReason.CHEATING).case
    cases.claim(case=case, moderator=moderator)
    cases.decide(
        case=case,
        moderator=moderator,
        decision=Decision.NO_RANKED,
        text="x",
        lasts=DAY,
        annulled=[game.pk, other.pk],
    )
    assert GameResult.objects.get(pk=game.pk).void == Void.ANNULLED
    assert GameResult.objects.get(pk=other.pk).void != Void.ANNULLED


def test_moderator_decides_on_the_site(client: Client, moderator: User) -> None:
    game, users = a_table_with_talk("Offensive words")
    users[1].preferences.language = "es"
    users[1].preferences.save()
    case = a_report(game, users[0], sentence="See this").case
    client.force_login(moderator)
    assert users[1].display_name in client.get("/moderation/").content.decode()
    page = client.get(f"/moderation/cases/{case.pk}/").content.decode()
    for words in ("Offensive words", "See this", "still running"):
        assert words in page
    assert "/replay/" not in page
    client.post(f"/moderation/cases/{case.pk}/claim/")
    form = client.get(f"/moderation/cases/{case.pk}/suspension/").content.decode()
    assert "juego" in form or "jugar" in form, "the text block is in the person's language"
    assert 'lang="es"' in form.split('name="text"')[1].split(">")[0]
    typed = {"lasts": "24", "text": "No puedes jugar.", "note": "first time"}
    answer = client.post(f"/moderation/cases/{case.pk}/suspension/", typed, follow=True)
    assert "No case is open." in answer.content.decode()
    assert Sanction.objects.get(user=users[1]).text == "No puedes jugar."
    client.force_login(users[0])
    assert "restricted" in client.get("/moderation/mine/").content.decode()


def test_evidence_of_a_running_game_is_what_spectators_read(
    client: Client, moderator: User
) -> None:
    game, users = a_table_with_talk()
    report = a_report(game, users[0])
    report.evidence.append({**report.evidence[0], "channel": "dead", "text": "From the grave"})
    report.save()
    client.force_login(moderator)
    address = f"/moderation/cases/{report.case_id}/"
    assert "From the grave" not in client.get(address).content.decode()
    Game.objects.filter(pk=game.pk).update(status="finished", finished_at=timezone.now())
    page = client.get(address).content.decode()
    assert "From the grave" in page
    assert f"/games/{game.code}/replay/" in page


def test_case_of_a_table_with_a_password_leads_to_no_replay(moderator: User) -> None:
    game, users = a_table_with_talk(password="x", is_public=False)
    case = a_report(game, users[0]).case
    Game.objects.filter(pk=game.pk).update(status="finished", finished_at=timezone.now())
    [report] = present_reports(case)
    assert [line.text for line in report.lines] == ["Hello", "You are all idiots"]
    assert report.replay_url == ""


@pytest.mark.parametrize("path", ["", "cases/{case}/", "cases/{case}/nothing/"])
def test_only_moderators_get_in(client: Client, moderator: User, path: str) -> None:
    case, _game, users = a_claimed_case(moderator)
    address = "/moderation/" + path.format(case=case.pk)
    assert client.get(address).status_code == 302
    for person in (users[0], a_person(is_guest=False), a_person(is_guest=False, is_staff=True)):
        client.force_login(person)
        assert client.get(address).status_code in (302, 403)
        assert "Claim" not in client.get(address).content.decode()
    client.force_login(moderator)
    assert client.get(address).status_code == 200
    own = Case.objects.create(person=moderator)
    assert client.get(f"/moderation/cases/{own.pk}/").status_code == 404
    assert client.get(f"/moderation/cases/{case.pk}/no-such/").status_code == 404
    assert client.post(f"/moderation/cases/{own.pk}/claim/").status_code == 404


def test_reported_line_about_oneself_is_kept_and_taken_away(
    client: Client, moderator: User
) -> None:
    reporter = a_person()
    rude = a_person("Rudi", is_guest=False, about="something rude")
    target = evidence.player("Rudi")
    assert target is not None
    made = reports.report(reporter=reporter, target=target, reason=ReportReason.HATE, sentence="")
    User.objects.filter(pk=rude.pk).update(about="something ruder")
    assert present_reports(made.case)[0].lines[0].text == "something rude"
    # Another line is another thing to report.
    again = evidence.player("Rudi")
    assert again is not None
    reports.report(reporter=reporter, target=again, reason=ReportReason.HATE, sentence="")

    cases.claim(case=made.case, moderator=moderator)
    cases.decide(
        case=made.case,
        moderator=moderator,
        decision=Decision.WARNING,
        text="Be kind.",
        clears_about=True,
    )
    rude.refresh_from_db()
    assert rude.about == ""
    entry = AuditEntry.objects.order_by("-number").get(act="case_decided")
    assert entry.details["clears_about"] is True
