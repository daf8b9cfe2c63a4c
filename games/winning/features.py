"""What each part of the model looks at, as lists of numbers. The order is that of the coefficients."""

from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.engine.vocabulary import PresidentialPower, Role, SeatNumber
from games.winning.position import Position

_USUAL_SHARE = 0.35
_MOST_OF_A_RECORD = 3
_POWERS = tuple(PresidentialPower)


def of_round(position: Position) -> list[float]:
    """A round begins, or a power is about to be used: the boards, the teams, who is suspected."""
    alive = [seat for seat, lives in enumerate(position.alive) if lives]
    liberals = [seat for seat in alive if not position.is_fascist(seat)]
    fascists = [seat for seat in alive if position.is_fascist(seat)]
    hitler = position.roles.index(Role.HITLER)
    others = [seat for seat in fascists if seat != hitler]
    trust = _record(position, hitler)
    zone = float(position.in_zone)
    return [
        1.0,
        *_one_of(position.liberal, range(1, 5)),
        *_one_of(position.fascist, range(1, 6)),
        *_one_of(len(position.roles), range(FEWEST_PLAYERS + 1, MOST_PLAYERS + 1)),
        *_one_of(position.tracker, range(1, 3)),
        position.liberal * position.fascist / 10,
        position.share - _USUAL_SHARE,
        position.pool_share - _USUAL_SHARE,
        (len(liberals) - len(fascists)) / len(alive),
        _mean(position, liberals),
        _mean(position, others),
        trust,
        trust * zone,
        zone * position.cleared / len(alive),
        *(float(number) for number in position.seen),
        float(position.is_fascist(position.president)),
        float(position.president == hitler),
        zone * position.is_fascist(position.president),
    ]


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
    return float(max(-_MOST_OF_A_RECORD, min(_MOST_OF_A_RECORD, position.records[seat])))


def _mean(position: Position, seats: list[SeatNumber]) -> float:
    return sum(_record(position, seat) for seat in seats) / len(seats) if seats else 0.0
