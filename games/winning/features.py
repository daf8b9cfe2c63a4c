"""What each part of the model looks at, as lists of numbers. The order is that of the coefficients."""

from functools import lru_cache

from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.engine.vocabulary import PresidentialPower, Role, SeatNumber
from games.winning.position import Position

_USUAL_SHARE = 0.35
_MOST_OF_A_RECORD = 3
_POWERS = tuple(PresidentialPower)


def of_round(position: Position) -> list[float]:
    """A round begins, or a power is about to be used: the boards, the teams, who is suspected."""
    hitler = position.roles.index(Role.HITLER)
    liberals, others = _records_of_teams(position)
    fascists = len(others) + position.alive[hitler]
    living = len(liberals) + fascists
    trust = _record(position, hitler)
    zone = float(position.in_zone)
    president_is_fascist = position.is_fascist(position.president)
    return [
        *_of_boards(position.liberal, position.fascist, len(position.roles), position.tracker),
        position.share - _USUAL_SHARE,
        position.pool_share - _USUAL_SHARE,
        (len(liberals) - fascists) / living,
        _mean(liberals),
        _mean(others),
        trust,
        trust * zone,
        zone * position.cleared / living,
        *map(float, position.seen),
        float(president_is_fascist),
        float(position.president == hitler),
        zone * president_is_fascist,
    ]


@lru_cache(maxsize=1024)
def _of_boards(liberal: int, fascist: int, players: int, tracker: int) -> tuple[float, ...]:
    """Return what the boards say, and the size of the table: of few combinations, which come again and again."""
    return (
        1.0,
        *_one_of(liberal, range(1, 5)),
        *_one_of(fascist, range(1, 6)),
        *_one_of(players, range(FEWEST_PLAYERS + 1, MOST_PLAYERS + 1)),
        *_one_of(tracker, range(1, 3)),
        liberal * fascist / 10,
    )


def of_power(position: Position, power: PresidentialPower) -> list[float]:
    """A President is about to use a power."""
    fascist = float(position.is_fascist(position.president))
    return [
        *of_round(position),
        *_one_of(_POWERS.index(power), range(1, len(_POWERS))),
        fascist * (power is PresidentialPower.EXECUTION),
        fascist * (power is PresidentialPower.SPECIAL_ELECTION),
    ]


def of_election(position: Position, chancellor: SeatNumber) -> list[float]:
    """The table votes."""
    president = position.president
    zone = float(position.in_zone)
    hitler = float(position.roles[chancellor] is Role.HITLER)
    return [
        1.0,
        float(position.is_fascist(president)),
        float(position.is_fascist(chancellor)),
        hitler,
        zone,
        zone * hitler,
        zone * position.is_fascist(chancellor),
        *_one_of(position.tracker, range(1, 3)),
        _record(position, president),
        _record(position, chancellor),
        (len(position.roles) - FEWEST_PLAYERS) / 5,
        float(position.liberal + position.fascist == 0),
        zone * position.cleared / sum(position.alive),
        float(position.liberal) / 4,
    ]


def of_choice(
    position: Position, seat: SeatNumber, liberals: int, partner: SeatNumber
) -> list[float]:
    """An office chooses between policies."""
    fascist = float(position.is_fascist(seat))
    return [
        1.0,
        fascist,
        float(position.roles[seat] is Role.HITLER),
        fascist * position.is_fascist(partner),
        float(liberals > 1),
        fascist * (liberals > 1),
        fascist * (position.liberal == position.rules.liberal_goal - 1),
        fascist * (position.fascist == position.rules.fascist_goal - 1),
        fascist * position.in_zone,
        fascist * (position.fascist == 0),
        fascist * _record(position, seat),
    ]


def of_veto(position: Position, chancellor: SeatNumber, liberals: int) -> list[float]:
    """A Chancellor may ask for a veto, or a President answers one."""
    president, other = position.is_fascist(position.president), position.is_fascist(chancellor)
    return [
        1.0,
        float(president),
        float(other),
        float(liberals),
        other * float(liberals),
        president * float(liberals),
        float(position.tracker == position.rules.chaos_at - 1),
    ]


def _one_of(value: int, values: range) -> list[float]:
    return [float(value == each) for each in values]


def _record(position: Position, seat: SeatNumber) -> float:
    return _bounded(position.records[seat])


@lru_cache(maxsize=64)
def _bounded(record: int) -> float:
    return float(max(-_MOST_OF_A_RECORD, min(_MOST_OF_A_RECORD, record)))


def _records_of_teams(position: Position) -> tuple[list[int], list[int]]:
    """Return the records of the living Liberals, and of the living Fascists but Hitler."""
    liberals: list[int] = []
    others: list[int] = []
    for role, lives, record in zip(position.roles, position.alive, position.records, strict=True):
        if lives and role is not Role.HITLER:
            (liberals if role is Role.LIBERAL else others).append(record)
    return liberals, others


def _mean(records: list[int]) -> float:
    return sum(map(_bounded, records)) / len(records) if records else 0.0
