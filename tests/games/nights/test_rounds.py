"""From the reminders to the honours, as the clock moves a night on."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from accounts.blocks import block
from accounts.models import SanctionKind
from accounts.notice_models import Notice
from accounts.sanctions import impose
from games.engine import legal_actions
from games.models import Game, GameResult, Seat, Void
from games.nights import clock
from games.nights.clock import advance, latest_round, run_due_nights
from games.nights.drawing import ready_people, seated_in
from games.nights.managing import begin_round, pause_night, redraw_round, resume_night
from games.nights.models import (
    Night,
    NightAct,
    NightHonour,
    NightRound,
    NightSeat,
    NightStatus,
    NightTable,
    PlaceState,
)
from games.nights.places import join_night, leave_night, remove_from_night, say_ready
from games.nights.refusals import NightError
from games.nights.results import played_at, seats_of
from games.nights.standings import standing
from games.selectors.game import load_table
from games.services.agreement import submit_agreement
from games.services.chat import say
from games.services.clock import run_due
from games.services.game import leave_seat
from games.services.packing import pack_game
from games.services.setbacks import Setbacks
from games.values.agreement_request import AgreementAction, AgreementRequest
from tests.factories import play, play_at_random, play_on
from tests.games.nights.nights import (
    MINUTE,
    SECOND,
    a_night_with,
    all_ready,
    begin_first_round,
    move_on,
    play_round,
)

pytestmark = pytest.mark.django_db


def see_all(begun: NightRound) -> None:
    """Everybody opens the page of the table."""
    Seat.objects.filter(game__night_table__round=begun).update(seen_at=timezone.now())


def sizes(begun: NightRound) -> list[int]:
    """How many people sit at each table."""
    return sorted((table.seats.count() for table in begun.tables.all()), reverse=True)


def test_reminders_come_once_each_also_with_two_clocks() -> None:
    night, people = a_night_with(2)
    for before in (timedelta(days=1), timedelta(hours=1), timedelta(minutes=5)):
        at = night.starts_at - before
        for _clock in range(2):
            run_due_nights(at - SECOND)
            run_due_nights(at)
    sentences = Notice.objects.order_by("pk").values_list("sentence", "user")
    assert sorted(sentences) == sorted(
        (sentence, person.pk)
        for sentence in ("night_day", "night_hour", "night_soon")
        for person in people
    )


def test_after_an_outage_only_the_last_reminder_is_sent() -> None:
    night, people = a_night_with(2)
    run_due_nights(night.starts_at - timedelta(minutes=3))
    assert set(Notice.objects.values_list("sentence", flat=True)) == {"night_soon"}
    assert Notice.objects.count() == len(people)
    night.refresh_from_db()
    assert night.status == NightStatus.CHECKING_IN


def test_23_people_are_dealt_to_tables_of_8_8_and_7_without_bots() -> None:
    night, people = a_night_with(23)
    begun = begin_first_round(night, people)
    assert sizes(begun) == [8, 8, 7]
    games = [table.game for table in begun.tables.all()]
    assert all(game is not None and not game.has_bots and game.lobby is None for game in games)
    seats = Seat.objects.filter(game__in=games)
    assert {seat.user_id for seat in seats} == {person.pk for person in people}
    assert not seats.filter(has_stand_in=True).exists()
    assert Notice.objects.filter(sentence="night_round").count() == 23
    assert {game.name for game in games if game} == {"Friday 1.1", "Friday 1.2", "Friday 1.3"}


def test_fewer_than_five_wait_and_after_half_an_hour_the_night_is_cancelled() -> None:
    night, people = a_night_with(6)
    all_ready(night, people[:4], night.starts_at - MINUTE)
    move_on(night, night.starts_at - 9 * MINUTE)
    move_on(night, night.starts_at)
    assert (night.status, night.rounds.count()) == (NightStatus.CHECKING_IN, 0)
    all_ready(night, people[:5], night.starts_at + MINUTE)
    move_on(night, night.starts_at + MINUTE)
    assert (night.status, night.rounds.count()) == (NightStatus.RUNNING, 1)
    # One leaves again before the round begins.
    leave_night(night_id=night.pk, user=people[4])
    move_on(night, night.starts_at + 2 * MINUTE)
    assert (night.status, night.rounds.count()) == (NightStatus.RUNNING, 0)
    move_on(night, night.starts_at + 3 * MINUTE)
    assert night.status == NightStatus.CHECKING_IN
    move_on(night, night.starts_at + 30 * MINUTE)
    assert night.status == NightStatus.CANCELLED
    [act] = night.acts.filter(kind=NightAct.Kind.CANCELLED)
    assert act.by is None
    assert Game.objects.filter(night_table__round__night=night).count() == 0


def test_round_is_dealt_once_however_often_and_wherever_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    night, people = a_night_with(16)
    move_on(night, night.starts_at - 9 * MINUTE)
    all_ready(night, people, night.starts_at)
    move_on(night, night.starts_at)
    at = night.starts_at + MINUTE

    def killed(*_anything: Any, **_at_all: Any) -> Any:
        raise DatabaseError("killed")

    with monkeypatch.context() as patch:
        # The site ends between the beginning of the round and its games.
        patch.setattr(clock, "deal_tables", killed)
        with pytest.raises(DatabaseError):
            advance(night.pk, at)
    begun = latest_round(night)
    assert begun is not None
    assert begun.begun_at == at
    assert begun.tables.exclude(game=None).count() == 0
    drawn = {
        table.pk: set(table.seats.values_list("user", flat=True)) for table in begun.tables.all()
    }
    for _again in range(3):
        advance(night.pk, at + SECOND)
        run_due_nights(at + SECOND)
    assert Game.objects.filter(status="running", night_table__round=begun).count() == 2
    assert drawn == {
        table.pk: set(table.game.seats.values_list("user", flat=True))
        for table in begun.tables.select_related("game")
        if table.game
    }


def test_second_round_follows_two_minutes_after_the_last_game_and_people_meet_others() -> None:
    night, people = a_night_with(16, round_count=2)
    begun = begin_first_round(night, people)
    tables = list(begun.tables.order_by("number"))
    see_all(begun)
    assert tables[0].game
    play_at_random(tables[0].game, Random(1))
    move_on(night, timezone.now() + MINUTE)
    begun.refresh_from_db()
    assert begun.ended_at is None
    assert tables[1].game
    play_at_random(tables[1].game, Random(2))
    night.refresh_from_db()
    # The end of the game has called the clock.
    assert night.due_at is not None
    assert night.due_at <= timezone.now()
    ended_at = timezone.now() + MINUTE
    run_due_nights(ended_at)
    second = latest_round(night)
    assert second is not None
    assert (second.number, second.begins_at) == (2, ended_at + 2 * MINUTE)
    assert seated_in(second) == {person.pk for person in people}
    met = [set(table.seats.values_list("user", flat=True)) for table in second.tables.all()]
    before = [set(table.seats.values_list("user", flat=True)) for table in tables]
    assert {len(new & old) for new in met for old in before} == {4}
    run_due_nights(ended_at + MINUTE)
    assert not Game.objects.filter(night_table__round=second).exists()
    run_due_nights(ended_at + 2 * MINUTE)
    assert Game.objects.filter(night_table__round=second).count() == 2


def test_whoever_does_not_come_is_out_after_two_minutes_and_a_stand_in_plays_on() -> None:
    night, people = a_night_with(10)
    begun = begin_first_round(night, people)
    assert begun.begun_at is not None
    absent = people[3]
    seats = Seat.objects.filter(game__night_table__round=begun)
    seats.exclude(user=absent).update(seen_at=begun.begun_at)
    move_on(night, begun.begun_at + 119 * SECOND)
    assert not seats.filter(has_stand_in=True).exists()
    move_on(night, begun.begun_at + 120 * SECOND)
    assert [seat.user for seat in seats.filter(has_stand_in=True)] == [absent]
    assert night.people.get(user=absent).state == PlaceState.MISSED
    assert Notice.objects.get(sentence="night_missed").user == absent
    with pytest.raises(NightError):
        join_night(night_id=night.pk, user=absent)
    with pytest.raises(NightError):
        say_ready(night_id=night.pk, user=absent, now=begun.begun_at + 5 * MINUTE)


def test_action_or_a_word_at_the_table_counts_as_coming() -> None:
    night, people = a_night_with(5)
    begun = begin_first_round(night, people)
    [table] = begun.tables.all()
    assert table.game
    assert begun.begun_at
    state = load_table(table.game.pk)
    [president] = state.undecided()
    action = legal_actions(state.state, president)[0]
    acting = state.occupants[president].user_id
    play(table.game, action)
    speaking = next(person.pk for person in people if person.pk != acting)
    say(game_id=table.game.pk, user_id=speaking, text="Hello", message_id="m")
    move_on(night, begun.begun_at + 2 * MINUTE)
    out = night.people.filter(state=PlaceState.MISSED).values_list("user", flat=True)
    assert set(out) == {person.pk for person in people} - {acting, speaking}


def test_late_comer_sits_out_and_is_first_in_the_next_round() -> None:
    night, people = a_night_with(6, places=5)
    late = people[5]
    begun = begin_first_round(night, people[:5])
    see_all(begun)
    say_ready(night_id=night.pk, user=late, now=timezone.now())
    assert night.people.get(user=late).sat_out
    play_round(begun)
    move_on(night, timezone.now())
    second = latest_round(night)
    assert second is not None
    assert late.pk in seated_in(second)
    assert len(seated_in(second)) == 5
    move_on(night, second.begins_at)
    assert not night.people.get(user=late).sat_out
    # Whoever was there and had to sit out this time is first in the third.
    [waits] = night.people.filter(sat_out=True)
    assert waits.user_id not in seated_in(second)


def test_people_who_left_the_table_have_to_say_that_they_are_there_again() -> None:
    night, people = a_night_with(6)
    begun = begin_first_round(night, people)
    see_all(begun)
    [table] = begun.tables.all()
    assert table.game
    leaver = people[2]
    leave_seat(game_id=table.game.pk, user_id=leaver.pk)
    play_on(table.game, Random(4))
    at = timezone.now() + 11 * MINUTE
    move_on(night, at)
    second = latest_round(night)
    assert second is not None
    # Who was executed may go; chance decides whether the stand-in was.
    number = table.game.seats.get(user=leaver).number
    is_missed = load_table(table.game.pk).state.alive[number]
    assert (leaver.pk not in seated_in(second)) == is_missed
    assert seated_in(second) | {leaver.pk} == {person.pk for person in people}
    seat = NightSeat.objects.get(table=table, user=leaver)
    assert bool(seat.absence) == is_missed
    if is_missed:
        own = next(row for row in played_at(seats_of(night)) if row.person == leaver.pk)
        assert not own.won


def test_whoever_was_executed_may_go_also_if_the_game_is_packed_when_the_round_ends() -> None:
    rng = Random(2)
    # Cards and roles are dealt at random: one game in some ends without an execution.
    while True:
        night, people = a_night_with(7, round_count=1)
        begun = begin_first_round(night, people)
        see_all(begun)
        [table] = begun.tables.all()
        game = table.game
        assert game
        at_death = play_at_random(game, rng, until=lambda each: not all(each.state.alive))
        if not all(at_death.state.alive):
            break
    dead = at_death.state.alive.index(False)
    Seat.objects.filter(game=game, number=dead).update(has_stand_in=True)
    play_on(game, rng)
    assert pack_game(game.pk)
    move_on(night, timezone.now())
    assert night.status == NightStatus.OVER
    assert not NightSeat.objects.exclude(absence=NightSeat.Absence.NONE).exists()


def test_abandoned_and_annulled_games_count_for_nobody() -> None:
    night, people = a_night_with(16, round_count=1)
    begun = begin_first_round(night, people)
    see_all(begun)
    first, second = begun.tables.order_by("number")
    assert first.game
    assert second.game
    abandon(first.game)
    first.refresh_from_db()
    assert first.outcome == NightTable.Outcome.ABANDONED
    play_at_random(second.game, Random(1))
    move_on(night, timezone.now())
    assert night.status == NightStatus.OVER
    assert {row.table for row in played_at(seats_of(night))} == {second.pk}
    GameResult.objects.filter(game=second.game).update(void=Void.ANNULLED)
    assert played_at(seats_of(night)) == []


def abandon(game: Game) -> None:
    """Everybody at the table agrees to abandon its game."""
    people = [each.user_id for each in load_table(game.pk).occupants]
    submit_agreement(
        game_id=game.pk,
        user_id=people[0],
        request=AgreementRequest(
            action=AgreementAction.ABANDON, number=load_table(game.pk).motion_number
        ),
    )
    for person in people[1:]:
        number = load_table(game.pk).motion_number
        submit_agreement(
            game_id=game.pk,
            user_id=person,
            request=AgreementRequest(action=AgreementAction.AGREE, number=number),
        )


def test_end_of_the_night_keeps_honours_and_forgets_who_never_sat_down() -> None:
    night, people = a_night_with(12, round_count=2)
    begun = begin_first_round(night, people[:10])
    for number in (1, 2):
        see_all(begun)
        play_round(begun, seed=number)
        at = timezone.now() + MINUTE
        move_on(night, at)
        if number == 1:
            move_on(night, at + 2 * MINUTE)
            following = latest_round(night)
            assert following is not None
            begun = following
    assert night.status == NightStatus.OVER
    assert (night.voice_url, night.due_at) == ("", None)
    lines = standing(played_at(seats_of(night)))
    assert len(lines) == 10
    assert sum(line.games for line in lines) == 20
    winners = NightHonour.objects.filter(night=night, kind=NightHonour.Kind.WINNER)
    assert {honour.user_id for honour in winners} == {
        line.person for line in lines if line.rank == 1
    }
    assert {place.user_id for place in night.people.all()} == {each.pk for each in people[:10]}
    assert Notice.objects.filter(sentence="night_over").count() == 10
    advance(night.pk, timezone.now() + timedelta(days=1))


def test_organiser_pauses_draws_again_and_begins_and_every_act_is_noted() -> None:
    night, people = a_night_with(16)
    organiser = people[0]
    with pytest.raises(NightError):
        pause_night(night_id=night.pk, user=organiser)
    move_on(night, night.starts_at - 9 * MINUTE)
    all_ready(night, people[:15], night.starts_at)
    move_on(night, night.starts_at)
    with pytest.raises(NightError):
        redraw_round(night_id=night.pk, user=people[1])
    all_ready(night, people[15:], night.starts_at)
    # The clock of this test is ahead of the real one, with which the organiser acts.
    night.people.update(ready_at=timezone.now())
    redraw_round(night_id=night.pk, user=organiser)
    drawn = latest_round(night)
    assert drawn is not None
    assert len(seated_in(drawn)) == 16
    pause_night(night_id=night.pk, user=organiser)
    move_on(night, night.starts_at + 5 * MINUTE)
    assert not Game.objects.filter(night_table__round=drawn).exists()
    resume_night(night_id=night.pk, user=organiser)
    begin_round(night_id=night.pk, user=organiser)
    run_due_nights(timezone.now())
    assert Game.objects.filter(night_table__round=drawn).count() == 2
    with pytest.raises(NightError):
        redraw_round(night_id=night.pk, user=organiser)
    remove_from_night(night_id=night.pk, user=organiser, person_id=people[1].pk)
    assert [act.kind for act in night.acts.all()] == [
        "announced", "redrawn", "paused", "resumed", "begun", "removed",
    ]  # fmt: skip


def test_database_refuses_to_change_what_organisers_did() -> None:
    night, _people = a_night_with(1)
    for change in (
        lambda: night.acts.update(kind=NightAct.Kind.PAUSED),
        lambda: night.acts.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert [act.kind for act in night.acts.all()] == [NightAct.Kind.ANNOUNCED]


def test_blocked_people_sit_apart_and_barred_people_are_not_dealt_in() -> None:
    night, people = a_night_with(16)
    block(user=people[1], other=people[2])
    impose(user=people[3], kind=SanctionKind.SUSPENSION, text="x", until=None)
    at = night.starts_at
    move_on(night, at - 9 * MINUTE)
    for place in night.people.all():
        place.ready_at = at
        place.save()
    assert people[3].pk not in ready_people(night, at)
    move_on(night, at)
    drawn = latest_round(night)
    assert drawn is not None
    for table in drawn.tables.all():
        seated = set(table.seats.values_list("user", flat=True))
        assert not {people[1].pk, people[2].pk} <= seated
        assert people[3].pk not in seated


def test_round_without_enough_people_ends_the_night_after_a_while() -> None:
    night, people = a_night_with(5, round_count=3)
    begun = begin_first_round(night, people)
    see_all(begun)
    play_round(begun)
    for person in people[:2]:
        leave_night(night_id=night.pk, user=person)
    at = timezone.now()
    move_on(night, at)
    assert night.status == NightStatus.RUNNING
    move_on(night, at + 14 * MINUTE)
    assert night.status == NightStatus.RUNNING
    move_on(night, at + 15 * MINUTE)
    assert night.status == NightStatus.OVER
    assert night.honours.exists()


def test_broken_night_stops_neither_the_others_nor_play(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, _people = a_night_with(2)
    other, _others = a_night_with(2)
    now = other.starts_at - timedelta(hours=1)
    real = clock.advance

    def advance_or_break(night_id: int, at: Any) -> None:
        if night_id == broken.pk:
            raise ValueError("broken")
        real(night_id, at)

    monkeypatch.setattr(clock, "advance", advance_or_break)
    monkeypatch.setattr(clock, "broken", Setbacks(clock.logger, "Night %s"))
    run_due(now)
    assert Notice.objects.filter(sentence="night_hour").count() == 2


def test_outage_gives_people_their_time_to_come_again() -> None:
    night, people = a_night_with(5)
    begun = begin_first_round(night, people)
    assert begun.begun_at is not None
    run_due_nights(begun.begun_at + 10 * MINUTE, 9 * MINUTE)
    assert not night.people.filter(state=PlaceState.MISSED).exists()
    run_due_nights(begun.begun_at + 11 * MINUTE)
    assert night.people.filter(state=PlaceState.MISSED).count() == 5


def test_member_who_plays_elsewhere_is_not_dealt_in() -> None:
    night, people = a_night_with(6)
    busy = people[5]
    elsewhere = begin_first_round(*a_night_with_person(busy, 5))
    assert busy.pk in seated_in(elsewhere)
    all_ready(night, people, night.starts_at)
    assert busy.pk not in ready_people(night, night.starts_at)
    assert len(ready_people(night, night.starts_at)) == 5


def a_night_with_person(person: Any, count: int) -> tuple[Night, list[Any]]:
    """Another night with this person."""
    night, people = a_night_with(count - 1)
    join_night(night_id=night.pk, user=person)
    return night, [*people, person]
