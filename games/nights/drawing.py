"""Draw a round: who is dealt in, and at which table. A writer of rounds and tables; they have no games yet."""

from collections.abc import Collection, Sequence
from datetime import datetime
from random import SystemRandom

from accounts.blocks import blocks_among
from accounts.models import SanctionKind
from accounts.sanctions import kinds_in_force
from games.models import Game, Seat
from games.nights.models import Night, NightPlace, NightRound, NightSeat, NightTable, PlaceState
from games.nights.origins import from_one_place
from games.nights.pairing import FEWEST, Pair, Seating, arrange, meetings
from games.nights.schedule import CHECK_IN
from games.values.timing import SLOW

CHANCE = SystemRandom()
NO_PLAY = {SanctionKind.SUSPENSION, SanctionKind.BAN, SanctionKind.WARNING}
NO_RANKED = {SanctionKind.NO_RANKED}


def ready_people(night: Night, at: datetime) -> list[int]:
    """Return who is dealt into a round drawn at this moment, at most so many as there are places.

    Whoever sat out the last round comes first, then people with a place, then the waiting list. Somebody who plays
    elsewhere or may not play is not there.
    """
    coming = list(night.people.filter(state=PlaceState.COMING, user__closed_at=None))
    with_place = {each.pk for each in coming[: night.places]}
    ready = [each for each in coming if each.ready_at and each.ready_at >= at - CHECK_IN]
    kept_out = _kept_out(night, [each.user_id for each in ready])
    ready = [each for each in ready if each.user_id not in kept_out]

    def turn(each: NightPlace) -> tuple[bool, bool]:
        return not each.sat_out, each.pk not in with_place

    # Sorting is stable: among equals the order of joining stays.
    return [each.user_id for each in sorted(ready, key=turn)[: night.places]]


def _kept_out(night: Night, people: Collection[int]) -> set[int]:
    barring = NO_PLAY | NO_RANKED if night.is_ranked else NO_PLAY
    barred = {pk for pk, kinds in kinds_in_force(people).items() if kinds & barring}
    playing = Seat.objects.filter(
        user__in=people, has_stand_in=False, game__status=Game.Status.RUNNING
    )
    return barred | set(playing.exclude(game__pace__in=SLOW).values_list("user_id", flat=True))


def draw(night: Night, *, number: int, drawn_at: datetime, begins_at: datetime) -> bool:
    """Draw a round of a locked night; False, and no round, if fewer than five people are there.

    A former draw of the same round, which has not begun, is replaced.
    """
    night.rounds.filter(number=number, begun_at=None).delete()
    people = ready_people(night, drawn_at)
    if len(people) < FEWEST:
        return False
    drawn = NightRound.objects.create(
        night=night, number=number, drawn_at=drawn_at, begins_at=begins_at
    )
    seat_people(drawn, people)
    return True


def seat_people(drawn: NightRound, people: Sequence[int]) -> None:
    """Seat these people at the tables of a round that has not begun, in place of any others."""
    drawn.tables.all().delete()
    tables = arrange(
        people,
        met=_met(drawn),
        rounds=max(1, drawn.night.round_count - drawn.number + 1),
        earlier=_earlier(drawn),
        apart=[
            *(frozenset((block.user_id, block.blocked_id)) for block in blocks_among(people)),
            *from_one_place(drawn.night, people),
        ],
        chance=CHANCE,
    )
    rows = [NightTable(round=drawn, number=number) for number, _people in enumerate(tables, 1)]
    NightTable.objects.bulk_create(rows)
    NightSeat.objects.bulk_create(
        [
            NightSeat(table=row, user_id=person)
            for row, seated in zip(rows, tables, strict=True)
            for person in seated
        ]
    )


def seated_in(drawn: NightRound) -> set[int]:
    """Return the people of a round."""
    return set(NightSeat.objects.filter(table__round=drawn).values_list("user_id", flat=True))


def sits_together(drawn: NightRound, pairs: Collection[Pair]) -> bool:
    """Whether two people of one of these pairs sit at one table of a round."""
    tables = dict(NightSeat.objects.filter(table__round=drawn).values_list("user_id", "table_id"))
    return any(len({tables.get(person) for person in pair}) == 1 for pair in pairs)


def _earlier(drawn: NightRound) -> list[Seating]:
    """Return the tables of all rounds before this one as they were drawn, whoever came to them."""
    seats = NightSeat.objects.filter(
        table__round__night_id=drawn.night_id, table__round__number__lt=drawn.number
    )
    rounds: dict[int, dict[int, list[int]]] = {}
    for number, table, user_id in seats.order_by(
        "table__round__number", "table__number"
    ).values_list("table__round__number", "table__number", "user_id"):
        rounds.setdefault(number, {}).setdefault(table, []).append(user_id)
    return [list(tables.values()) for tables in rounds.values()]


def _met(drawn: NightRound) -> dict[Pair, int]:
    """Return how often each pair has met in earlier rounds; whoever did not come to a table met nobody there."""
    earlier = NightSeat.objects.filter(
        table__round__night_id=drawn.night_id, table__round__number__lt=drawn.number
    ).exclude(absence=NightSeat.Absence.MISSED)
    tables: dict[int, list[int]] = {}
    for table_id, user_id in earlier.values_list("table_id", "user_id"):
        tables.setdefault(table_id, []).append(user_id)
    return meetings(list(tables.values()))
