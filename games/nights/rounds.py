"""Begin a round with its games, look for absent people, and end it. The clock calls these; each may be repeated.

Everything that has happened stands in rows, and each step takes the lock of its night and looks again. So the site may
be killed at any point, and two clocks do nothing twice.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.engine.codec import EVENT_KINDS, decode_event
from games.engine.events import PlayerExecuted
from games.engine.vocabulary import Edition
from games.models import ChatMessage, Game, GameEvent, Lobby, LobbySeat, Seat
from games.nights.announcing import close_night, lock_night
from games.nights.drawing import draw, ready_people, seat_people, seated_in, sits_together
from games.nights.models import (
    Night,
    NightHonour,
    NightPlace,
    NightRound,
    NightSeat,
    NightStatus,
    NightTable,
    PlaceState,
)
from games.nights.news import tell
from games.nights.origins import from_one_place
from games.nights.pairing import FEWEST
from games.nights.results import played_at, seats_of
from games.nights.schedule import BETWEEN, COME_WITHIN
from games.nights.standings import honours
from games.selectors.chance import liberal_chance
from games.selectors.event_rows import event_rows
from games.services.dealing import deal_game
from games.services.game import leave_seat
from games.services.lobby_leaving import leave_open_lobbies
from games.values.actor import Actor
from games.values.refusals import GameError
from games.values.timing import TimeUp

EDITION = Edition.RETAIL
_EXECUTED = next(kind for kind, each in EVENT_KINDS.items() if each is PlayerExecuted)


def begin(night: Night, drawn: NightRound, now: datetime) -> bool:
    """Begin a drawn round of a locked night; `deal_tables` creates its games. False if too few people are left.

    The draw is kept while the same people are ready and no two at a table play from one place. Otherwise they are
    seated anew.
    """
    people = ready_people(night, drawn.drawn_at)
    if len(people) < FEWEST:
        drawn.delete()
        return False
    if set(people) != seated_in(drawn) or sits_together(drawn, from_one_place(night, people)):
        seat_people(drawn, people)
    drawn.begun_at = now
    drawn.save(update_fields=["begun_at"])
    ready = Q(state=PlaceState.COMING, ready_at__gte=drawn.drawn_at - BETWEEN)
    night.people.filter(ready).exclude(user__in=people).update(sat_out=True)
    night.people.filter(user__in=people).update(sat_out=False)
    return True


def deal_tables(night: Night, now: datetime) -> None:
    """Create the game of each table of a round that has begun and has none; one short transaction for each."""
    missing = NightTable.objects.filter(
        round__night=night, round__ended_at=None, game=None, outcome=NightTable.Outcome.OPEN
    ).exclude(round__begun_at=None)
    for table_id in list(missing.values_list("pk", flat=True)):
        with transaction.atomic():
            _deal(night, table_id, now)


def _deal(night: Night, table_id: int, now: datetime) -> None:
    lock_night(night.pk)
    table = NightTable.objects.select_related("round").get(pk=table_id)
    if table.game_id is not None:
        return
    people = list(User.objects.filter(night_seats__table=table).order_by("pk"))
    in_lobbies = LobbySeat.objects.filter(user__in=people, lobby__status=Lobby.Status.OPEN)
    waiting = set(in_lobbies.values_list("user_id", flat=True))
    for person in people:
        if person.pk in waiting:
            leave_open_lobbies(user=person)
    is_shared = bool(from_one_place(night, [each.pk for each in people]))
    settings = _settings(night, table, is_ranked=night.is_ranked and not is_shared)
    # Nobody is in a lobby, so nobody's browser adds to the deal.
    table.game = deal_game(lobby=settings, joined=people)
    table.liberal_chance = liberal_chance([each.pk for each in people], EDITION)
    table.save(update_fields=["game", "liberal_chance"])
    tell(
        night,
        "night_unranked" if is_shared else "night_round",
        [each.pk for each in people],
        until=now + COME_WITHIN,
        round=table.round.number,
        table=table.number,
    )


def _settings(night: Night, table: NightTable, *, is_ranked: bool) -> Lobby:
    """Return how a table of this night plays, as a lobby that is never saved."""
    return Lobby(
        name=f"{night.name} {table.round.number}.{table.number}",
        host_id=night.organiser_id,
        edition=EDITION.value,
        pace=night.pace,
        talk=night.talk,
        time_up=TimeUp.STAND_IN.value,
        bots_allowed=False,
        is_ranked=is_ranked,
    )


def look_for_absent(night: Night, begun: NightRound, now: datetime) -> None:
    """Give the seats of people who have not come to their table to stand-ins; they are out of the night.

    Whoever has opened the page of the table, acted or spoken there has come.
    """
    running = Seat.objects.filter(
        game__night_table__round=begun, game__status=Game.Status.RUNNING, seen_at=None
    )
    absent = list[int]()
    for seat in running:
        if seat.user_id is None:
            continue
        acted = GameEvent.objects.filter(
            game=seat.game_id, actor=Actor.PERSON, acting_seat=seat.number
        )
        spoke = ChatMessage.objects.filter(game=seat.game_id, user=seat.user_id)
        if acted.exists() or spoke.exists():
            continue
        try:
            # In a transaction of its own: an action at the same table may wait for the night.
            leave_seat(game_id=seat.game_id, user_id=seat.user_id)
        except GameError:
            continue  # The game has ended just now.
        absent.append(seat.user_id)
    with transaction.atomic():
        locked = lock_night(night.pk)
        missed = NightSeat.objects.filter(table__round=begun, user__in=absent)
        missed.update(absence=NightSeat.Absence.MISSED)
        locked.people.filter(user__in=absent).update(state=PlaceState.MISSED, ready_at=None)
        NightRound.objects.filter(pk=begun.pk).update(checked_at=now)
        tell(locked, "night_missed", absent)


def end_round(night: Night, begun: NightRound, now: datetime) -> None:
    """End a round of a locked night whose games have all ended, and draw the next or end the night."""
    _note_who_left(begun)
    begun.ended_at = now
    begun.save(update_fields=["ended_at"])
    there = NightSeat.objects.filter(table__round=begun, absence=NightSeat.Absence.NONE)
    # Whoever has played to the end need not say that they are there.
    NightPlace.objects.filter(
        night=night, state=PlaceState.COMING, user__in=there.values("user_id")
    ).update(ready_at=now)
    if begun.number >= night.round_count:
        finish(night, now)
    elif night.status == NightStatus.RUNNING:
        draw_next(night, begun, now)


def draw_next(night: Night, ended: NightRound, now: datetime) -> bool:
    """Draw the round after this one; False if too few people are there."""
    return draw(night, number=ended.number + 1, drawn_at=now, begins_at=now + BETWEEN)


def _note_who_left(begun: NightRound) -> None:
    """Note whose seat a stand-in holds at the end, unless the person was executed and went."""
    away = Seat.objects.filter(game__night_table__round=begun, has_stand_in=True)
    games = list(Game.objects.filter(night_table__round=begun).values_list("pk", flat=True))
    executed = set()
    for game_id, row in event_rows(games, [_EXECUTED]):
        event = decode_event(row.kind, row.payload)
        assert isinstance(event, PlayerExecuted)
        executed.add((game_id, event.target))
    for seat in away:
        if (seat.game_id, seat.number) not in executed:
            own = NightSeat.objects.filter(table__game=seat.game_id, user=seat.user_id)
            own.filter(absence=NightSeat.Absence.NONE).update(absence=NightSeat.Absence.LEFT)


def finish(night: Night, now: datetime) -> None:
    """End a locked night with its honours; people who never sat at a table are forgotten."""
    close_night(night, NightStatus.OVER, now)
    played = played_at(seats_of(night))
    NightHonour.objects.bulk_create(
        [
            NightHonour(night=night, kind=each.kind, user_id=each.person, value=each.value)
            for each in honours(played)
        ],
        ignore_conflicts=True,
    )
    seated = NightSeat.objects.filter(table__round__night=night).values("user_id")
    night.people.exclude(user__in=seated).delete()
    came = night.people.filter(user__in=seated).values_list("user_id", flat=True)
    tell(night, "night_over", list(came))
