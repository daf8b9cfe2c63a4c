"""The list of a month: when and how it is made, who reads which lines, and what becomes of it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services import close_account
from games.engine.events import DiscardChosen
from games.engine.vocabulary import Party, Policy
from games.models import Game, GameResult, Seat, SeatResult, Void
from games.moderation import cases, month_games, months
from games.moderation.models import AuditEntry, Case
from games.moderation.month_models import LineAbout, LineGame, MonthLine, MonthList
from games.moderation.month_page import lines_for
from games.selectors.replay import find_recording
from games.services.clock import tidy_up
from games.services.retention import forget_old_data
from tests.factories import a_person
from tests.games.moderation.a_month import AFTER, START, a_month_with_a_pair, a_ranked_game, made
from tests.games.moderation.people import a_moderator
from tests.games.statistics.games import a_finished_game
from tests.games.statistics.stored import a_crowd, store

pytestmark = pytest.mark.django_db
ADDRESS = "/moderation/months/"


def content(listing: MonthList) -> list[tuple[object, ...]]:
    """What a list says, without the numbers of its rows."""
    columns = ("about", "person", "other", "times", "out_of", "expected", "corrected", "met")
    games = LineGame.objects.filter(line__listing=listing)
    return [
        *listing.lines.order_by("person", "other").values_list(*columns),
        *games.order_by("line__person", "game", "round").values_list("game", "round", "step"),
    ]


def a_line() -> MonthLine:
    """The line of a pair."""
    a_month_with_a_pair()
    return made().lines.get()


def page(client: Client, reader: User, address: str = ADDRESS) -> str:
    client.force_login(reader)
    return client.get(address).content.decode()


def test_pair_that_wins_together_is_listed_with_its_figures() -> None:
    one, other, _crowd = a_month_with_a_pair()
    listing = made()
    line = listing.lines.get()
    assert (str(listing), listing.games) == ("2026-03", 96)
    assert listing.pairs > 10
    assert (line.about, line.person, line.other) == (LineAbout.PAIR, one, other)
    assert (line.times, line.out_of, line.expected, line.met) == (24, 24, 12, 24)
    assert line.chance == pytest.approx(0.5**24)
    assert line.corrected == pytest.approx(0.5**24 * listing.pairs)
    assert line.expected_met == 24 * 24 / 96
    assert line.games.count() == 24


def test_friends_who_win_as_predicted_are_not_listed() -> None:
    a_month_with_a_pair()
    SeatResult.objects.update(predicted=0.99)
    assert not made().lines.exists()


def test_pair_that_meets_no_more_than_chance_is_not_listed() -> None:
    one, _other, _crowd = a_month_with_a_pair()
    # All that counts is their own games.
    GameResult.objects.exclude(seats__user=one).update(void=Void.ANNULLED)
    assert not made().lines.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"void": Void.ANNULLED},
        {"void": Void.LEFT_EARLY},
        {"kind": "casual"},
        {"ended_at": START - timedelta(seconds=1)},
        {"ended_at": AFTER},
    ],
)
def test_only_ranked_games_of_the_month_that_count(change: dict[str, object]) -> None:
    a_month_with_a_pair()
    GameResult.objects.update(**change)
    SeatResult.objects.update(**{name: value for name, value in change.items() if name != "void"})
    listing = made()
    assert (listing.games, listing.pairs) == (0, 0)
    assert not listing.lines.exists()


def test_leavers_and_games_without_a_prediction_say_nothing_about_a_pair() -> None:
    one, _other, _crowd = a_month_with_a_pair()
    of_one = list(SeatResult.objects.filter(user=one).order_by("pk"))
    SeatResult.objects.filter(pk__in=[each.pk for each in of_one[:3]]).update(is_leaver=True)
    SeatResult.objects.filter(pk=of_one[3].pk).update(predicted=None)
    line = made().lines.get()
    assert (line.met, line.times, line.out_of) == (21, 20, 20)


def test_list_is_due_at_night_after_the_month_and_made_once() -> None:
    a_month_with_a_pair()
    months.make_some(AFTER - timedelta(seconds=1))
    assert not MonthList.objects.filter(month="2026-03-01").exists()
    MonthList.objects.all().delete()
    first = made()
    before = content(first)
    months.make_some(AFTER + timedelta(days=20))
    assert content(MonthList.objects.get()) == before
    # The site stood still for two months: no month is passed over.
    made(AFTER + timedelta(days=65))
    made(AFTER + timedelta(days=65))
    assert [str(each) for each in MonthList.objects.all()] == ["2026-05", "2026-04", "2026-03"]


def test_list_is_the_same_made_in_many_turns_by_two_clocks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    a_month_with_a_pair()
    in_one_turn = content(made())
    MonthList.objects.all().delete()
    read = {"together_in": month_games.together_in, "games_with_both": month_games.games_with_both}
    overtaken = []

    def overtaking(name: str) -> Callable[..., object]:
        """Let another clock take a whole turn while this one is reading."""

        def reading(*args: object) -> object:
            monkeypatch.setattr(month_games, name, read[name])
            found = read[name](*args)  # type: ignore[operator]
            months.make_some(AFTER, 0)
            overtaken.append(name)
            return found

        return reading

    for _ in range(100):
        for name in read:
            monkeypatch.setattr(month_games, name, overtaking(name))
        months.make_some(AFTER, 0)
        if MonthList.objects.exclude(finished_at=None).exists():
            break
    assert len(overtaken) > 15
    assert set(overtaken) == set(read)
    assert content(MonthList.objects.get()) == in_one_turn


def test_clock_makes_it(clock_tidies_up_again: None) -> None:
    tidy_up(timezone.now())
    assert MonthList.objects.count() == 1


def test_thrown_policies_are_listed_with_the_place_in_the_replay() -> None:
    crowd = a_crowd(7)
    for seed in range(20):
        played = a_finished_game(
            seed, people=[each.pk for each in crowd], started_at=START + timedelta(days=seed)
        )
        store(played, crowd, is_ranked=True)
    lines = list(made().lines.filter(about=LineAbout.THROWN))
    assert len(lines) > 2
    for line in lines:
        assert months.LEAST_THROWN <= line.times <= line.out_of
        places = list(line.games.all())
        assert len(places) == line.times
        for place in places:
            seat = SeatResult.objects.get(result_id=place.game_id, user=line.person)
            assert seat.role == "liberal"
            recording = find_recording(place.game_id)
            assert recording is not None
            assert place.step is not None
            before, here = recording.moments[place.step - 1 : place.step + 1]
            assert here.round == place.round
            thrown = DiscardChosen(seat=seat.seat, policy=Policy.LIBERAL)
            assert thrown in recording.log[before.events : here.events]


def test_moderators_read_it_in_as_few_queries_with_many_lines(client: Client) -> None:
    line, moderator = a_line(), a_moderator()

    def queries(thrown: int) -> int:
        for _ in range(thrown):
            another = MonthLine.objects.create(
                listing=line.listing, about="thrown", person=a_person(), times=3, out_of=5
            )
            game = a_ranked_game([a_person() for _ in range(5)], Party.FASCIST)
            LineGame.objects.create(line=another, game=game, round=4, as_president=True, step=2)
        with CaptureQueriesContext(connection) as made:
            shown = client.get(ADDRESS).content.decode()
        assert line.person.display_name in shown
        assert shown.count("3 of 5 hands") == MonthLine.objects.filter(about="thrown").count()
        return len(made)

    page(client, moderator)
    assert queries(1) == queries(5) < 25
    assert "March 2026" in page(client, moderator, f"{ADDRESS}2026-03/")
    assert client.get(f"{ADDRESS}2026-02/").status_code == 404


def test_unfinished_list_is_shown_to_nobody(client: Client) -> None:
    line, moderator = a_line(), a_moderator()
    MonthList.objects.update(finished_at=None)
    assert not lines_for(moderator).exists()
    assert "There is no list yet." in page(client, moderator)
    assert (
        client.post(f"{ADDRESS}lines/{line.pk}/case/", {"person": line.person_id}).status_code
        == 404
    )


def test_nobody_reads_about_themselves_or_games_in_which_they_sat(client: Client) -> None:
    line, moderator, player = a_line(), a_moderator(), a_moderator()
    game = line.games.all()[0].game
    Seat.objects.create(game=game, number=0, user=player)
    assert lines_for(moderator).exists()
    assert line.person.display_name not in page(client, player)
    assert (
        client.post(f"{ADDRESS}lines/{line.pk}/case/", {"person": line.person_id}).status_code
        == 404
    )
    MonthLine.objects.update(other=moderator)
    assert not lines_for(moderator).exists()
    # About staff only a superuser reads.
    assert lines_for(a_person(is_guest=False, is_staff=True, is_superuser=True)).exists()


def test_case_is_opened_from_a_line_and_holds_its_games(client: Client) -> None:
    line, moderator, player = a_line(), a_moderator(), a_moderator()
    address = f"{ADDRESS}lines/{line.pk}/case/"
    client.force_login(moderator)
    assert client.post(address, {"person": a_person().pk}).status_code == 404
    assert client.post(address).status_code == 404
    shown = client.post(address, {"person": line.other_id}, follow=True).content.decode()
    assert "24 of 24 on the same side" in shown
    case = Case.objects.get()
    assert (case.person, list(case.month_lines.all())) == (line.other, [line])
    # Once more leads to the same case.
    client.post(address, {"person": line.other_id})
    assert Case.objects.count() == 1
    assert AuditEntry.objects.filter(act="case_opened").count() == 1
    assert f"/moderation/cases/{case.pk}/" in page(client, moderator)
    assert len(cases.annullable(case)) == 24
    # Who sat in one of the games handles it no more than a report about it.
    assert cases.cases_for(player).filter(pk=case.pk).exists()
    Seat.objects.create(game=line.games.all()[0].game, number=0, user=player)
    assert not cases.cases_for(player).filter(pk=case.pk).exists()


def test_games_behind_a_password_have_no_link(client: Client) -> None:
    line, moderator = a_line(), a_moderator()
    locked = line.games.all()[0].game
    Game.objects.filter(pk=locked.pk).update(is_locked=True)
    shown = page(client, moderator)
    assert f"/games/{locked.code}/" not in shown
    assert "behind a password" in shown
    assert shown.count("/replay/") == 23


def test_closed_account_vanishes_from_lists() -> None:
    line = a_line()
    assert line.other is not None
    close_account(user=line.other)
    assert not MonthLine.objects.exists()
    assert not LineGame.objects.exists()


def test_account_closed_while_its_month_is_read_is_not_listed() -> None:
    one, _other, _crowd = a_month_with_a_pair()
    while not MonthLine.objects.exists():
        months.make_some(AFTER, 0)
    User.objects.filter(pk=one.pk).update(closed_at=timezone.now())
    assert not made().lines.exists()


def test_old_lists_are_forgotten_and_not_made_again(client: Client) -> None:
    a_month_with_a_pair()
    made()
    listing = made(AFTER + timedelta(days=30))
    assert str(listing) == "2026-04"
    later = AFTER + timedelta(days=366)
    assert forget_old_data(later)["months"] == 1
    assert not MonthLine.objects.exists()
    assert forget_old_data(later + timedelta(days=60))["months"] == 0
    assert str(MonthList.objects.get()) == "2026-04"
