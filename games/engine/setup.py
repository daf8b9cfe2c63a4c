"""Set-up: seats, secret roles, and the first policy deck.

Covers "Set-up" and "Who knows whom" of RULES.md. Three of the four places where chance enters are
here; renewal is the fourth.
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
    """The random part of a game, before the first round."""

    roles: tuple[Role, ...]
    first_president: SeatNumber
    draw_pile: tuple[Policy, ...]


def deal(ruleset: Ruleset, rng: Random, given: tuple[SeatNumber, Role] | None = None) -> Deal:
    """Return random secret roles by seat, first presidential candidate and draw pile.

    For practice a seat may be given its role; all other roles are as random as ever. Raises IllegalSetup for a seat
    that does not exist.
    """
    roles = list(ruleset.roles)
    if given is None:
        rng.shuffle(roles)
    else:
        seat, role = given
        if not 0 <= seat < ruleset.players:
            raise IllegalSetup(Reason.UNKNOWN_SEAT)
        roles.remove(role)
        rng.shuffle(roles)
        roles.insert(seat, role)
    draw_pile = list(ruleset.policy_deck)
    rng.shuffle(draw_pile)
    return Deal(
        roles=tuple(roles),
        first_president=rng.randrange(ruleset.players),
        draw_pile=tuple(draw_pile),
    )


def start_game(ruleset: Ruleset, dealt: Deal) -> tuple[Event, ...]:
    """Return the first events of a game; the election tracker is at 0 (R-008).

    Raises IllegalSetup for roles or a deck that are not those of the box, or a seat that does not
    exist.
    """
    if Counter(dealt.roles) != Counter(ruleset.roles):
        raise IllegalSetup(Reason.WRONG_ROLES)
    if Counter(dealt.draw_pile) != Counter(ruleset.policy_deck):
        raise IllegalSetup(Reason.WRONG_DECK)
    if not 0 <= dealt.first_president < ruleset.players:
        raise IllegalSetup(Reason.UNKNOWN_SEAT)
    own = [SecretRoleDealt(seat=seat, role=role) for seat, role in enumerate(dealt.roles)]
    return (
        GameStarted(players=ruleset.players, edition=ruleset.edition, board=ruleset.board),
        *own,
        *_opening(ruleset, dealt.roles),
        PolicyDeckShuffled(draw_pile_count=len(dealt.draw_pile)),
        DrawPileArranged(draw_pile=dealt.draw_pile),
        PresidencyPassed(president=dealt.first_president, round=1),
    )


def _opening(ruleset: Ruleset, roles: tuple[Role, ...]) -> list[TeammateShown]:
    """Return who learns whose role at the opening (R-010 to R-012)."""
    team = [seat for seat, role in enumerate(roles) if role is not Role.LIBERAL]
    awake = [seat for seat in team if roles[seat] is Role.FASCIST or ruleset.hitler_knows_fascists]
    return [
        TeammateShown(seat=seat, teammate=teammate, role=roles[teammate])
        for seat in awake
        for teammate in team
        if teammate != seat
    ]
