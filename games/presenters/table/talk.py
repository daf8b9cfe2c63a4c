"""The talk beside a table, without its lines: the composer, possible claims, and claims made."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.observation import Observation
from games.presenters.players import Player
from games.presenters.table.chat import TalkStateView, present_talk_state
from games.presenters.table.claims import (
    ClaimOffersView,
    ClaimSlotView,
    present_claim_offers,
    present_claim_slots,
)
from games.presenters.table.regions import Region, views_in
from games.values.chat import ClaimValue, TalkMode


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
    observation: Observation,
    players: tuple[Player, ...],
    claims: tuple[ClaimValue, ...],
    mode: TalkMode,
    *,
    say_url: str,
    is_admitted: bool = False,
) -> TalkView:
    """Return the talk for this viewer, in the active language.

    `is_admitted`: whether a spectator takes part in the spectators' talk.
    """
    return TalkView(
        state=present_talk_state(observation, mode, is_admitted=is_admitted),
        offers=present_claim_offers(observation, players, claims, say_url),
        slots=tuple(present_claim_slots(claims, players).values()),
    )
