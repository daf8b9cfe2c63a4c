"""One version of a table as it is read in one language: what all its readers need, worked out once.

Door: Reading, to be made and used while its language is active. It holds the whole game, so it stays on
this side; presenters are handed what its properties and `seen_by` say.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games import agreement
from games.engine import observe
from games.engine.events import Event, is_told_to
from games.engine.observation import Observation
from games.engine.vocabulary import SeatNumber
from games.presenters.table.agreement import Agreement
from games.presenters.table.regions import Player, Region, TableFacts
from games.presenters.table.rounds import LogView
from games.table import GameTable, Occupant
from games.transport.partials import remembered_partial
from games.values.timing import Hold, Motion, Pace


class Reading:
    """A table, and what follows from it whoever looks."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self.language = get_language()
        self.is_over = table.is_over
        self.logs: dict[SeatNumber | None, tuple[LogView, SafeString]] = {}
        """The whole log by its reader, see live.history."""
        self._seen: dict[SeatNumber | None, Observation] = {}

    def seen_by(self, viewer: SeatNumber | None) -> Observation:
        """What this seat, or a spectator, knows."""
        seen = self._seen.get(viewer)
        if seen is None:
            seen = self._seen[viewer] = observe(self.table.state, viewer)
        return seen

    def told_to(self, viewer: SeatNumber | None, events: Sequence[Event]) -> list[Event]:
        """Those of these events that this viewer is told of."""
        return [event for event in events if is_told_to(event, viewer, game_over=self.is_over)]

    def rendered(self, region: Region, template: str = "") -> SafeString:
        """One region as it goes over the socket, maybe only a part of it; no token of any session."""
        return remembered_partial(template or region.template, region, language=self.language)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Who is shown in which seat."""
        return _players(self.table.occupants, self.language)

    @cached_property
    def facts(self) -> TableFacts:
        """What is public of the game beside the rules."""
        return _facts(self.table, self.language)


# Asked for at every action, and hardly ever new.
@lru_cache(maxsize=1024)
def _players(
    occupants: tuple[Occupant, ...],
    language: str | None,  # noqa: ARG001
) -> tuple[Player, ...]:
    return tuple(
        Player(
            name=occupant.shown_name,
            is_bot=occupant.is_bot,
            has_stand_in=occupant.has_stand_in,
        )
        for occupant in occupants
    )


def _facts(table: GameTable, language: str | None) -> TableFacts:
    act_url, return_url, rematch_url, agree_url = _addresses(table.code, language)
    has_ended = table.is_over or table.is_abandoned
    # How long a table waits at most is nobody's hurry.
    is_just_waiting = table.hold is Hold.WAITING and not agreement.has_open_motion(table)
    return TableFacts(
        game_code=table.code,
        game_name=table.name,
        act_url=act_url,
        # After the end nothing is timed, paused or asked any more, whatever its row still says.
        deadline=None if has_ended or is_just_waiting else table.deadline_at,
        is_ranked=table.is_ranked,
        rematch_url=rematch_url if has_ended else "",
        replay_url=reverse("games:replay", args=[table.code]) if table.is_over else "",
        return_url=return_url,
        pace=Pace.NONE if has_ended else Pace(table.pace),
        paused_at=None if has_ended else table.paused_at,
        agreement=_agreement(table, agree_url),
    )


def _agreement(table: GameTable, url: str) -> Agreement:
    """What is public of what the people at the table ask each other."""
    if table.is_over or table.is_abandoned:
        return Agreement(is_abandoned=table.is_abandoned)
    is_declined = table.motion is not Motion.NONE and table.declined_in == table.decision
    has_motion = agreement.has_open_motion(table) or is_declined
    is_held = table.hold in (Hold.WAITING, Hold.VOTING)
    voters, motions = agreement.voters(table), agreement.motions(table)
    askers = tuple(
        seat for seat in range(len(table.occupants)) if agreement.may_ask_for_stand_in(table, seat)
    )
    against = [seat for seat in table.state.living if agreement.answer_of(table, seat) is False]
    return Agreement(
        url=url,
        hold=table.hold,
        motion=table.motion if has_motion else Motion.NONE,
        number=table.motion_number,
        voters=voters,
        agreeing=agreement.agreeing(table) if has_motion else (),
        declined_by=against[0] if is_declined and against else None,
        absent=table.undecided() if is_held else agreement.awaited_without_limit(table),
        motions=motions,
        askers=askers,
    )


@lru_cache(maxsize=1024)
def _addresses(code: str, language: str | None) -> tuple[str, str, str, str]:  # noqa: ARG001
    """Where to act, to take one's seat back, to play again, and to agree on something."""
    act, back, again, agree = (
        reverse(f"games:{name}", args=[code]) for name in ("act", "return", "rematch", "agree")
    )
    return act, back, again, agree
