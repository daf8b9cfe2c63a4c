"""Set-up: who sits where with which secret role, and the first policy deck.

Covers "Set-up" and "Who knows whom" of RULES.md. Three of the four places where chance enters are here;
renewal is the fourth.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random

from games.engine.errors import IllegalSetup, Reason
from games.engine.events import (
    DrawPileArranged,
    Event,
    GameStarted,
    PolicyDeckShuffled,
    PresidencyPassed,
    SecretRoleDealt,
    TeammateShown,
)
from games.engine.ruleset import Ruleset
from games.engine.vocabulary import Policy, Role, SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What chance decided before the first round."""

    roles: tuple[Role, ...]
    first_president: SeatNumber
    draw_pile: tuple[Policy, ...]


def deal(ruleset: Ruleset, rng: Random) -> Deal:
    """Secret roles by seat, the first presidential candidate and the draw pile, at random."""
    roles = list(ruleset.roles)
    rng.shuffle(roles)
    draw_pile = list(ruleset.policy_deck)
    rng.shuffle(draw_pile)
    return Deal(
        roles=tuple(roles),
        first_president=rng.randrange(ruleset.players),
        draw_pile=tuple(draw_pile),
    )


def start_game(ruleset: Ruleset, dealt: Deal) -> tuple[Event, ...]:
    """The first events of a game; the election tracker stands at 0 (R-008).

    Raises IllegalSetup when roles or deck are not those of the box, or the seat does not exist.
    """
    if Counter(dealt.roles) != Counter(ruleset.roles):
        raise IllegalSetup(Reason.WRONG_ROLES)
    if Counter(dealt.draw_pile) != Counter(ruleset.policy_deck):
        raise IllegalSetup(Reason.WRONG_DECK)
    if not 0 <= dealt.first_president < ruleset.players:
        raise IllegalSetup(Reason.UNKNOWN_SEAT)
    own = [SecretRoleDealt(seat=seat, role=role) for seat, role in enumerate(dealt.roles)]
    return (
        GameStarted(players=ruleset.players, edition=ruleset.edition),
        *own,
        *_opening(ruleset, dealt.roles),
        PolicyDeckShuffled(draw_pile_count=len(dealt.draw_pile)),
        DrawPileArranged(draw_pile=dealt.draw_pile),
        PresidencyPassed(president=dealt.first_president, round=1),
    )


def _opening(ruleset: Ruleset, roles: tuple[Role, ...]) -> list[TeammateShown]:
    """Who opens the eyes and finds whom (R-010 to R-012)."""
    team = [seat for seat, role in enumerate(roles) if role is not Role.LIBERAL]
    awake = [seat for seat in team if roles[seat] is Role.FASCIST or ruleset.hitler_knows_fascists]
    return [
        TeammateShown(seat=seat, teammate=teammate, role=roles[teammate])
        for seat in awake
        for teammate in team
        if teammate != seat
    ]
