"""The mind of a bot at one decision: what it sees, what it suspects, how it looks to others.

Both parties share one measure: the harm of a government, of chaos, and of waiting. Harm is harm to
the liberals, and 1 is a lost game; fascists want it.
"""

from dataclasses import dataclass

from games.bots.habits import boldness, chance_fascist_policy, unseen_draw
from games.bots.levels import TEMPERS, Temper
from games.bots.suspicion import (
    Suspicion,
    feigned_suspicion,
    next_draw_seen,
    own_suspicion,
)
from games.engine.observation import Observation
from games.engine.vocabulary import Party, Role, SeatNumber
from games.values.bots import BotLevel
from games.values.chat import SaidLines

CARE_IN_ZONE = 0.8
"""How likely a liberal President picks the least harmful Chancellor once Hitler's election ends the game."""

HITLER_ALONE, HITLER_AMONG_FRIENDS = 0.125, 0.0
"""What Hitler dares beside another fascist: nothing at small tables, where the few suspects are soon told apart."""
DREAD_OF_CHAOS = 0.07
"""How much worse a policy by chaos seems than one for which somebody answers."""
LOST_VOTE, NEARER_CHAOS = 0.05, 0.065
"""The harm of a lost vote itself, and what each step of the election tracker adds: chaos comes nearer (R-041).

Bots for whom a step counted less let chaos decide in nearly half of their games; people do in 38 %.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mind:
    """One seat's knowledge and beliefs at one decision."""

    table: Observation
    seat: SeatNumber
    role: Role
    own: Suspicion
    feigned: Suspicion
    """What a fascist pretends to suspect: what a liberal in this seat would. A liberal's is its own."""
    draw: tuple[float, ...]
    """The chances that the next draw holds 0, 1, 2, 3 Liberals."""
    bold: float
    temper: Temper

    @property
    def is_liberal(self) -> bool:
        """Whether this seat is a liberal, who plays the best move; others must also look liberal."""
        return self.role.party is Party.LIBERAL

    @property
    def hides(self) -> bool:
        """Whether this seat is Hitler and passes for a liberal."""
        return self.role is Role.HITLER and self.temper.hides_as_hitler

    @property
    def daring(self) -> float:
        """How much a fascist weighs the party against the own cover, from 0 to 1; less as a Hitler who hides.

        It grows with the boards: what is done openly in the first rounds costs the rest of the game.
        """
        enacted = self.table.liberal_policies + self.table.fascist_policies
        daring = min(0.95, 0.2 + 0.15 * enacted)
        if not self.hides:
            return daring
        return daring * (HITLER_AMONG_FRIENDS if self._knows_friends else HITLER_ALONE)

    @property
    def _knows_friends(self) -> bool:
        """Whether this seat knows a fellow fascist; at a table of seven or more Hitler does not."""
        return any(
            self.knows_fascist(seat) for seat in range(len(self.table.roles)) if seat != self.seat
        )

    def knows_fascist(self, seat: SeatNumber) -> bool:
        """Whether this seat was shown that the other one is in the Fascist party."""
        role = self.table.roles[seat]
        party = self.table.parties[seat] if role is None else role.party
        return party is Party.FASCIST


def think(
    observation: Observation, said: SaidLines = (), level: BotLevel = BotLevel.REGULAR
) -> Mind:
    """Return one seat's mind after this talk. Raises ValueError for a viewer without a seat or role."""
    seat, role = observation.viewer, observation.own_role
    if seat is None or role is None:
        raise ValueError("only a seat with a role can decide")
    temper = TEMPERS[level]
    own = own_suspicion(observation, said, temper)
    seen = next_draw_seen(observation)
    liberal, fascist = observation.liberal_policies, observation.fascist_policies
    if seen is None:
        draw = unseen_draw(observation.ruleset, liberal, fascist)
    else:
        draw = tuple(float(held == seen) for held in range(4))
    return Mind(
        table=observation,
        seat=seat,
        role=role,
        own=own,
        feigned=own
        if role.party is Party.LIBERAL
        else feigned_suspicion(observation, said, temper),
        draw=draw,
        bold=boldness(liberal, fascist),
        temper=temper,
    )


def _harm_of_policy(mind: Mind, chance_fascist: float) -> float:
    """Return the harm of enacting one policy: steps near the end weigh more."""
    table, rules = mind.table, mind.table.ruleset
    loss = 1 / (rules.fascist_goal - table.fascist_policies)
    gain = 1 / (rules.liberal_goal - table.liberal_policies)
    return chance_fascist * loss - (1 - chance_fascist) * gain


def _harm_of_chaos(mind: Mind) -> float:
    """Return the harm of the top policy; one that would win is discarded where chaos wins no game (B-9)."""
    table, rules = mind.table, mind.table.ruleset
    fascist = 1 - sum(held * chance for held, chance in enumerate(mind.draw)) / 3
    harm = _harm_of_policy(mind, fascist)
    if not rules.chaos_wins and table.fascist_policies == rules.fascist_goal - 1:
        harm -= fascist
    if not rules.chaos_wins and table.liberal_policies == rules.liberal_goal - 1:
        harm += 1 - fascist
    return harm


def harm_of_government(
    mind: Mind, suspicion: Suspicion, president: SeatNumber, chancellor: SeatNumber
) -> float:
    """Return the harm of electing these two, as a player with this suspicion sees it."""
    table = mind.table
    chance_fascist = 0.0
    shady = suspicion.fascist[president], suspicion.fascist[chancellor]
    for by_fascist in (False, True):
        for with_fascist in (False, True):
            chance = (shady[0] if by_fascist else 1 - shady[0]) * (
                shady[1] if with_fascist else 1 - shady[1]
            )
            chance_fascist += chance * chance_fascist_policy(
                mind.draw, president=by_fascist, chancellor=with_fascist, bold=mind.bold
            )
    harm = _harm_of_policy(mind, chance_fascist)
    if table.ruleset.power_of(min(table.fascist_policies + 1, 5)) is not None:
        # A fascist President would also get the power of the next slot.
        harm += 0.15 * chance_fascist * shady[0]
    hitler = 0.0
    if table.hitler_zone:
        hitler = min(1.0, mind.temper.wariness * suspicion.hitler[chancellor])
    return hitler + (1 - hitler) * harm


def harm_of_rejection(mind: Mind, suspicion: Suspicion) -> float:
    """Return the harm of rejecting the government: the next candidate's government, or chaos."""
    table = mind.table
    if chaos_is_next(mind):
        return DREAD_OF_CHAOS + _harm_of_chaos(mind)
    president = _next_president(mind)
    others = [seat for seat, alive in enumerate(table.alive) if alive and seat != president]
    harms = [harm_of_government(mind, suspicion, president, each) for each in others]
    harm = sum(harms) / len(harms)
    if mind.temper.plans_ahead:
        # A liberal would nominate the best of them, a fascist the worst.
        shady = suspicion.fascist[president]
        harm = (1 - shady) * min(harms) + shady * max(harms)
    elif table.hitler_zone:
        # Where it matters most, a liberal President takes the least harmful Chancellor.
        careful = CARE_IN_ZONE * (1 - suspicion.fascist[president])
        harm = careful * min(harms) + (1 - careful) * harm
    return harm + LOST_VOTE + NEARER_CHAOS * table.tracker


def chaos_is_next(mind: Mind) -> bool:
    """Whether one more lost vote brings chaos (R-041)."""
    return mind.table.tracker + 1 >= mind.table.ruleset.chaos_at


def _next_president(mind: Mind) -> SeatNumber:
    """Return the next presidential candidate, from what the table has seen (R-014, R-075)."""
    table = mind.table
    seat = table.president
    if table.current_round is not None and table.current_round.special:
        seat = table.past_rounds[-1].president
    while True:
        seat = (seat + 1) % table.ruleset.players
        if table.alive[seat]:
            return seat
