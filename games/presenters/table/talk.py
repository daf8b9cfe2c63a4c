"""The talk beside a table, without its lines: the composer, possible claims, and claims made."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.observation import Observation
from games.engine.state import RoundRecord
from games.engine.vocabulary import Phase, SeatNumber
from games.presenters.players import Player
from games.presenters.table.chat import TalkStateView, present_talk_state
from games.presenters.table.claims import (
    ClaimOffersView,
    ClaimSlotView,
    present_claim_offers,
    present_claim_slots,
)
from games.presenters.table.regions import Region, views_in
from games.presenters.view import view_model
from games.values.chat import ClaimValue, SaidLines, TalkMode


@view_model
class TalkFacts:
    """All that the talk of any viewer is made of: equal facts give the same viewer equal talk.

    All of it is public. The room compares it to find out whether talk is to be presented anew, so nothing is
    in it that changes with every ballot or line.
    """

    phase: Phase
    president: SeatNumber
    chancellor: SeatNumber | None
    alive: tuple[bool, ...]
    current_round: RoundRecord | None
    past_rounds: tuple[RoundRecord, ...]
    claims: tuple[ClaimValue, ...]
    players: tuple[Player, ...]
    mode: TalkMode
    say_url: str
    """Where talk is posted to."""


def talk_facts(
    observation: Observation,
    players: tuple[Player, ...],
    said: SaidLines,
    mode: TalkMode,
    say_url: str,
) -> TalkFacts:
    """The facts of the talk, from any viewer's Observation and all that was said."""
    newest = observation.round
    return TalkFacts(
        phase=observation.phase,
        president=observation.president,
        chancellor=observation.chancellor,
        alive=observation.alive,
        current_round=observation.current_round,
        past_rounds=observation.past_rounds,
        # Another process may already know of claims about later rounds.
        claims=tuple([line.claim for line in said if line.claim and line.claim.round <= newest]),
        players=players,
        mode=mode,
        say_url=say_url,
    )


@dataclass(frozen=True, kw_only=True)
class TalkView:
    """The regions of the talk; each field is one or several."""

    state: TalkStateView
    offers: ClaimOffersView
    slots: tuple[ClaimSlotView, ...]

    def regions(self) -> tuple[Region, ...]:
        """Return the regions."""
        return views_in(self, TalkView)

    @property
    def slots_by_id(self) -> Mapping[str, ClaimSlotView]:
        """The claims by their places in the log."""
        return {slot.id: slot for slot in self.slots}


def present_talk(
    facts: TalkFacts, viewer: SeatNumber | None, *, is_admitted: bool = False
) -> TalkView:
    """Return the talk for this viewer, in the active language.

    `is_admitted`: whether a spectator takes part in the spectators' talk.
    """
    return TalkView(
        state=present_talk_state(facts, viewer, facts.mode, is_admitted=is_admitted),
        offers=present_claim_offers(facts, viewer, facts.players, facts.claims, facts.say_url),
        slots=tuple(present_claim_slots(facts.claims, facts.players).values()),
    )
