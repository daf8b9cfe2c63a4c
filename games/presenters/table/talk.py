"""The talk beside a table, without its lines: the composer, possible claims, and claims made."""

from collections.abc import Mapping

from games.engine.observation import Observation
from games.engine.table_talk import SILENT_PHASES, ClaimableAct, acts, may_claim
from games.engine.vocabulary import Phase, SeatNumber
from games.presenters.players import Player
from games.presenters.table.chat import TalkStateView, present_talk_state
from games.presenters.table.claims import (
    ClaimOffersView,
    ClaimSlotView,
    newest_round,
    offer_claims,
    present_claim_slots,
)
from games.presenters.table.regions import Region, views_in
from games.presenters.view import view_model, view_of_regions
from games.values.chat import ClaimValue, SaidLines, TalkMode


@view_model
class TalkFacts:
    """All that the talk of any viewer is made of: equal facts give the same viewer equal talk.

    All of it is public. The room compares it to find out whether talk is to be presented anew, so nothing is
    in it that changes with every ballot or line, or from one phase to the next with the same silence.
    """

    phase: Phase
    """One phase for all in which the same people are silent."""
    president: SeatNumber | None
    chancellor: SeatNumber | None
    """The government while it is silent."""
    alive: tuple[bool, ...]
    acts: tuple[ClaimableAct, ...]
    """Everything that somebody may make a claim about, the newest first."""
    round: int
    """The newest round that has begun."""
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
    is_silent = observation.phase in SILENT_PHASES
    return TalkFacts(
        phase=_alike(observation.phase),
        president=observation.president if is_silent else None,
        chancellor=observation.chancellor if is_silent else None,
        alive=observation.alive,
        acts=tuple(acts(observation)),
        round=newest_round(observation),
        # Another process may already know of claims about later rounds.
        claims=tuple([line.claim for line in said if line.claim and line.claim.round <= newest]),
        players=players,
        mode=mode,
        say_url=say_url,
    )


def _alike(phase: Phase) -> Phase:
    """Return the first phase in which people talk as they do in this one."""
    if phase is Phase.GAME_OVER:
        return phase
    return Phase.PRESIDENT_DISCARD if phase in SILENT_PHASES else Phase.NOMINATE


@view_of_regions
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
    done = facts.acts if may_claim(viewer, facts) else ()
    own = tuple([act for act in done if act.seat == viewer])
    return TalkView(
        state=present_talk_state(facts, viewer, facts.mode, is_admitted=is_admitted),
        offers=offer_claims(own, facts.round, viewer, facts.players, facts.claims, facts.say_url),
        slots=tuple(present_claim_slots(facts.claims, facts.players).values()),
    )
