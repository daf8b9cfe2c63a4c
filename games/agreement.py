"""Who at a table may agree on what: pausing or abandoning the game, and stand-ins for the absent.

Reads a GameTable and changes nothing; services.agreement writes what the people decide.
"""

from games.engine.vocabulary import SeatNumber
from games.table import GameTable
from games.values.agreement import Agreement
from games.values.timing import Hold, Motion, Pace


def has_open_motion(table: GameTable) -> bool:
    """Whether a motion is open that can still be carried."""
    if table.motion is Motion.NONE or table.declined_in:
        return False
    return table.motion is Motion.STAND_IN or has_quorum(table)


def voters(table: GameTable) -> tuple[SeatNumber, ...]:
    """Seats whose people vote on motions: living, not played by a bot, their time not up."""
    absent = table.undecided() if table.hold in (Hold.WAITING, Hold.VOTING) else ()
    return tuple(
        seat for seat in table.state.living if not table.plays_itself(seat) and seat not in absent
    )


def agreeing(table: GameTable) -> tuple[SeatNumber, ...]:
    """Voters who have said yes to the open motion."""
    return tuple(seat for seat in voters(table) if answer_of(table, seat))


def answer_of(table: GameTable, seat: SeatNumber) -> bool | None:
    """Return this seat's answer to the motion; None if it has given none."""
    occupant = table.occupants[seat]
    if table.motion is Motion.NONE or occupant.answered_motion != table.motion_number:
        return None
    return occupant.is_for_motion


def has_quorum(table: GameTable) -> bool:
    """Whether the present voters may pause or abandon the game.

    In an unranked game any present voters may. A ranked game needs everybody who sat down and was
    not executed: people who left or ran out of time have not agreed. So a few players cannot take
    a result from the others, however they came to be few.
    """
    return not table.is_ranked or voters(table) == table.state.living


def motions(table: GameTable) -> frozenset[Motion]:
    """Return the motions that the people at this table may propose now."""
    if table.is_over or table.is_abandoned or table.hold is Hold.VOTING or has_open_motion(table):
        return frozenset()
    possible: set[Motion] = set()
    if has_quorum(table) and table.declined_in != table.decision:
        possible.add(Motion.ABANDON)
        if table.hold is Hold.NONE:
            possible.add(Motion.PAUSE)
    # Allowed again after a refusal: the player who refused may be gone by now.
    has_no_limit = table.hold is Hold.NONE and table.pace is Pace.NONE
    if table.hold is Hold.WAITING or has_no_limit:
        possible.add(Motion.STAND_IN)
    return frozenset(possible)


def _absent(table: GameTable, *, has_motion: bool) -> tuple[SeatNumber, ...]:
    """Return the absent players, while there is a hold or a motion; otherwise none, as each ballot would change them."""
    if table.hold in (Hold.WAITING, Hold.VOTING):
        return table.undecided()
    if not has_motion or table.motion is not Motion.STAND_IN or table.pace is not Pace.NONE:
        return ()
    return tuple(seat for seat in table.undecided() if not table.plays_itself(seat))


def may_ask_for_stand_in(table: GameTable, seat: SeatNumber | None) -> bool:
    """Whether this seat may ask for stand-ins for the absent."""
    return seat in _askers(table, voters(table))


def _askers(table: GameTable, asked: tuple[SeatNumber, ...]) -> tuple[SeatNumber, ...]:
    """Return the seats that may ask for stand-ins for the absent; `asked` are the voters.

    Voters may. So may executed players when the table waits for every voter, so that none is
    left to ask.
    """
    none_is_left = set(asked) <= set(table.undecided())
    return tuple(
        [
            seat
            for seat, alive in enumerate(table.state.alive)
            if not table.plays_itself(seat) and (seat in asked or (none_is_left and not alive))
        ]
    )


def may_take_more_time(table: GameTable, seat: SeatNumber | None) -> bool:
    """Whether this seat may extend the open decision: its own, played by its person, once."""
    return (
        table.more_time
        and not table.is_extended
        and table.deadline_at is not None
        and table.hold is Hold.NONE
        and table.motion is not Motion.STAND_IN
        and seat in table.undecided()
        and not table.plays_itself(seat)
    )


def public_agreement(table: GameTable) -> Agreement:
    """Return the public facts about the open motion and its answers."""
    if table.is_over or table.is_abandoned:
        return Agreement(is_abandoned=table.is_abandoned)
    is_declined = table.motion is not Motion.NONE and table.declined_in == table.decision
    is_open = has_open_motion(table)
    has_motion = is_open or is_declined
    people = voters(table)
    asked = table.state.living if is_declined else ()
    against = [seat for seat in asked if answer_of(table, seat) is False]
    return Agreement(
        hold=table.hold,
        motion=table.motion if has_motion else Motion.NONE,
        is_open=is_open,
        number=table.motion_number,
        voters=people,
        agreeing=agreeing(table) if has_motion else (),
        declined_by=against[0] if against else None,
        absent=_absent(table, has_motion=has_motion),
        motions=motions(table),
        askers=_askers(table, people),
    )
