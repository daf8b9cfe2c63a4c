"""One version of a table on one viewer's screen, in one language.

It is made and used while its language is active, and holds only what its viewer may know.
"""

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine.observation import Observation
from games.engine.vocabulary import SeatNumber
from games.presenters.table.regions import Player, Region, TableFacts
from games.presenters.table.rounds import LogView
from games.selectors.seen_table import PublicFacts, SeenTable
from games.table import Occupant
from games.transport.partials import remembered_partial
from games.values.timing import Hold, Pace
from games.words.once_per_language import once_per_language


class TableScreen:
    """What a viewer knows of a table, and what follows from it for the page."""

    def __init__(self, seen: SeenTable) -> None:
        self.seen = seen
        self.observation: Observation = seen.observation
        self.language = get_language()
        self.is_over = seen.is_over
        self.players, self.facts = _public(seen.facts)
        self.log: tuple[LogView, SafeString] | None = None
        """The whole log once it is rendered, see live.history."""

    @property
    def viewer(self) -> SeatNumber | None:
        """The seat that reads; None for a spectator."""
        return self.observation.viewer

    @property
    def log_reader(self) -> SeatNumber | None:
        """Whose log it is: after the end nobody knows more than anybody else, and all read the same."""
        return None if self.is_over else self.viewer

    def rendered(self, region: Region, template: str = "") -> SafeString:
        """One region as it goes over the socket, maybe only a part of it; no token of any session."""
        return remembered_partial(template or region.template, region, language=self.language)


# Asked for at every action, and hardly ever new.
@once_per_language(1024)
def _players(occupants: tuple[Occupant, ...]) -> tuple[Player, ...]:
    return tuple(
        Player(
            name=occupant.shown_name,
            is_bot=occupant.is_bot,
            has_stand_in=occupant.has_stand_in,
        )
        for occupant in occupants
    )


# Once for all who read one version in one language.
@once_per_language(256)
def _public(facts: PublicFacts) -> tuple[tuple[Player, ...], TableFacts]:
    """Who is shown in which seat, and what is public of the game beside the rules."""
    return _players(facts.occupants), _facts(facts)


def _facts(facts: PublicFacts) -> TableFacts:
    act_url, return_url, rematch_url, agree_url = _addresses(facts.code)
    has_ended = facts.is_over or facts.is_abandoned
    # How long a table waits at most is nobody's hurry.
    is_just_waiting = facts.agreement.hold is Hold.WAITING and not facts.agreement.is_open
    return TableFacts(
        game_code=facts.code,
        game_name=facts.name,
        act_url=act_url,
        # After the end nothing is timed, paused or asked any more, whatever its row still says.
        deadline=None if has_ended or is_just_waiting else facts.deadline_at,
        is_ranked=facts.is_ranked,
        rematch_url=rematch_url if has_ended else "",
        replay_url=reverse("games:replay", args=[facts.code]) if facts.is_over else "",
        return_url=return_url,
        agree_url=agree_url,
        pace=Pace.NONE if has_ended else facts.pace,
        paused_at=None if has_ended else facts.paused_at,
        agreement=facts.agreement,
    )


# An address may begin with the language.
@once_per_language(1024)
def _addresses(code: str) -> tuple[str, str, str, str]:
    """Where to act, to take one's seat back, to play again, and to agree on something."""
    act, back, again, agree = (
        reverse(f"games:{name}", args=[code]) for name in ("act", "return", "rematch", "agree")
    )
    return act, back, again, agree
