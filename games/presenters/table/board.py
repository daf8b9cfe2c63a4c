"""The boards: both policy tracks, the election tracker, the piles. Public, the same for all viewers."""

from typing import ClassVar

from games.engine.board import MOST_SPARED_BY_CHAOS
from games.engine.observation import Observation
from games.engine.ruleset import Ruleset
from games.engine.vocabulary import Party
from games.presenters.learning.help_anchors import PILES, POWER_ANCHORS, TRACKER, VETO, ZONE
from games.presenters.view import View, view_model
from games.words import phrases
from games.words.once_per_language import once_per_language


@view_model
class PolicySlotView(View):
    """One slot of a track: filled, or with the power it will grant."""

    number: int
    is_filled: bool
    is_next: bool
    in_zone: bool
    power: str
    """The presidential power of an empty slot, "victory" for the last one, or nothing."""
    power_name: str
    anchor: str = ""
    """The section of the rule help about the power."""

    @property
    def symbol(self) -> str:
        """The symbol of the power."""
        return f"power-{self.power}"


@view_model
class PolicyTrackView(View):
    """One party's board."""

    template: ClassVar[str] = "games/table/_policy_track.html"
    id: str
    party: str
    count: int
    goal: int
    slots: tuple[PolicySlotView, ...]
    zone_at: int
    zone_is_open: bool
    veto_unlocked: bool
    has_links: bool = True
    """Whether the board's texts link to the rule help."""
    zone_anchor: ClassVar[str] = ZONE
    veto_anchor: ClassVar[str] = VETO

    @property
    def changed_slots(self) -> tuple[PolicySlotView, ...]:
        """The slots that the newest policy has changed: its own, and those beside it."""
        return tuple([slot for slot in self.slots if abs(slot.number - self.count) <= 1])

    @property
    def has_new_notes(self) -> bool:
        """Whether the newest policy has opened the zone, or may have unlocked the veto."""
        return 0 < self.zone_at == self.count or self.veto_unlocked

    def template_after(self, shown: object) -> str:
        """Return the template for a board that shows this: of one more policy the news alone."""
        if not isinstance(shown, PolicyTrackView):
            return self.template
        is_next = shown.count + 1 == self.count
        return "games/table/_policy_track_new.html" if is_next else self.template


@view_model
class ElectionTrackerView(View):
    """The number of failed governments since the last policy."""

    template: ClassVar[str] = "games/table/_election_tracker.html"
    id: str = "election-tracker"
    position: int
    chaos_at: int
    anchor: str = TRACKER

    @property
    def steps(self) -> range:
        """The steps before chaos."""
        return range(self.chaos_at)

    @property
    def last_steps(self) -> tuple[int, int]:
        """The step before, and where the tracker stands now."""
        return self.position - 1, self.position

    def template_after(self, shown: object) -> str:
        """Return the template for a tracker that shows this: of its steps only those that may have changed."""
        if not isinstance(shown, ElectionTrackerView):
            return self.template
        if self.chaos_at in (shown.position, self.position):
            return "games/table/_election_tracker_steps.html"
        is_next = shown.position + 1 == self.position
        return f"games/table/{'_tracker_moved' if is_next else '_tracker_back'}.html"


@view_model
class PilesView(View):
    """The number of policies in each pile (R-065)."""

    template: ClassVar[str] = "games/table/_piles.html"
    id: str = "piles"
    draw_pile: int
    discard_pile: int
    anchor: str = PILES

    def template_after(self, shown: object) -> str:
        """Return the template for piles that are shown: the numbers alone."""
        is_shown = isinstance(shown, PilesView)
        return "games/table/_piles_cards.html" if is_shown else self.template


@view_model
class StakesView(View):
    """What is at stake next, in sentences about the boards alone."""

    template: ClassVar[str] = "games/table/_stakes.html"
    id: str = "stakes"
    liberal_wins: bool = False
    fascist_wins: bool = False
    power: str = ""
    """What the next Fascist policy grants the President."""
    in_zone: bool = False
    is_before_chaos: bool = False
    chaos_wins_not: bool = False
    """Whether that policy would win, but the board keeps chaos from it."""


def present_stakes(observation: Observation) -> StakesView:
    """Return what the next policy or the next lost vote would do; nothing once the game is over."""
    rules = observation.ruleset
    fascist = observation.fascist_policies
    if observation.victory is not None or fascist == rules.fascist_goal:
        return StakesView()
    power = rules.fascist_track[fascist]
    liberal_wins = observation.liberal_policies + 1 == rules.liberal_goal
    fascist_wins = fascist + 1 == rules.fascist_goal
    is_before_chaos = observation.tracker + 1 == rules.chaos_at
    chaos_wins_not = (
        is_before_chaos and (liberal_wins or fascist_wins) and _is_chaos_kept(observation)
    )
    return StakesView(
        liberal_wins=liberal_wins,
        fascist_wins=fascist_wins,
        power=power.value if power else "",
        in_zone=observation.hitler_zone,
        is_before_chaos=is_before_chaos,
        chaos_wins_not=chaos_wins_not,
    )


def _is_chaos_kept(observation: Observation) -> bool:
    """Whether chaos would not win the game now (B-9)."""
    spared = sum(each.chaos_discard is not None for each in observation.past_rounds)
    return not observation.ruleset.chaos_wins and spared < MOST_SPARED_BY_CHAOS


def present_empty_tracks(rules: Ruleset) -> tuple[PolicyTrackView, PolicyTrackView]:
    """Return the Liberal and the Fascist track before the first policy."""
    return present_tracks_at(rules, 0, 0)


def present_tracks(observation: Observation) -> tuple[PolicyTrackView, PolicyTrackView]:
    """Return the Liberal and the Fascist track now."""
    rules = observation.ruleset
    return present_tracks_at(rules, observation.liberal_policies, observation.fascist_policies)


@once_per_language(512)
def present_tracks_at(
    rules: Ruleset, liberal_policies: int, fascist_policies: int
) -> tuple[PolicyTrackView, PolicyTrackView]:
    """Return both tracks with so many policies, in the active language."""
    liberal = tuple(
        PolicySlotView(
            number=number,
            is_filled=number <= liberal_policies,
            is_next=number == liberal_policies + 1,
            in_zone=False,
            power="victory" if number == rules.liberal_goal else "",
            power_name="",
        )
        for number in range(1, rules.liberal_goal + 1)
    )
    fascist = tuple(
        PolicySlotView(
            number=number,
            is_filled=number <= fascist_policies,
            is_next=number == fascist_policies + 1,
            in_zone=number > rules.hitler_zone_at,
            power="victory" if number == rules.fascist_goal else (power.value if power else ""),
            power_name=phrases.name_of(power) if power else "",
            anchor=POWER_ANCHORS[power] if power else "",
        )
        for number, power in enumerate(rules.fascist_track, start=1)
    )
    return (
        PolicyTrackView(
            id="liberal-track",
            party=Party.LIBERAL.value,
            count=liberal_policies,
            goal=rules.liberal_goal,
            slots=liberal,
            zone_at=0,
            zone_is_open=False,
            veto_unlocked=False,
        ),
        PolicyTrackView(
            id="fascist-track",
            party=Party.FASCIST.value,
            count=fascist_policies,
            goal=rules.fascist_goal,
            slots=fascist,
            zone_at=rules.hitler_zone_at,
            zone_is_open=fascist_policies >= rules.hitler_zone_at,
            veto_unlocked=fascist_policies >= rules.veto_at,
        ),
    )


def present_election_tracker(observation: Observation) -> ElectionTrackerView:
    """Return the election tracker."""
    return ElectionTrackerView(position=observation.tracker, chaos_at=observation.ruleset.chaos_at)


def present_piles(observation: Observation) -> PilesView:
    """Return the number of policies in each pile."""
    return PilesView(
        draw_pile=observation.draw_pile_count, discard_pile=observation.discard_pile_count
    )
