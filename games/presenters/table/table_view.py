"""The whole table for one viewer's page: what everybody sees and what the viewer alone is told, side by side."""

from games.engine.observation import Observation
from games.engine.vocabulary import Phase, SeatNumber
from games.presenters.players import Player
from games.presenters.table.phase import PhaseAsides, PhaseAsideView
from games.presenters.table.regions import (
    OwnTableView,
    PublicTableView,
    Region,
    TableFacts,
    own_facts,
    present_own_table,
    present_public_table,
)
from games.presenters.table.seats import BallotView, SeatView, TermsView
from games.presenters.view import view_of_regions


@view_of_regions
class TableView(PublicTableView, OwnTableView):
    """The whole table for one viewer."""

    game_code: str
    game_name: str
    version: int
    phase: str
    is_ranked: bool
    is_abandoned: bool
    viewer: SeatNumber | None
    viewer_name: str
    phase_aside: PhaseAsideView

    @property
    def own_place(self) -> int | None:
        """The viewer's seat, counted from 1."""
        return None if self.viewer is None else self.viewer + 1

    @property
    def others(self) -> int:
        """How many people sit around the stage; one's own seat stands apart."""
        return len(self.seats) - (self.viewer is not None)

    @property
    def is_running(self) -> bool:
        """Whether the game still waits for decisions."""
        return self.phase != Phase.GAME_OVER and not self.is_abandoned

    @property
    def places(self) -> tuple[tuple[SeatView, BallotView], ...]:
        """Each seat with its ballot."""
        return tuple(zip(self.seats, self.ballots, strict=True))

    @property
    def governed_places(self) -> tuple[tuple[SeatView, BallotView, TermsView], ...]:
        """Each seat with its ballot and what it has governed."""
        return tuple(zip(self.seats, self.ballots, self.terms, strict=True))

    def regions(self) -> tuple[Region, ...]:
        """Every region."""
        return (*self.public_regions(), self.phase_aside, *self.own_regions())


def present_table(
    observation: Observation, players: tuple[Player, ...], facts: TableFacts
) -> TableView:
    """Return the table as this viewer sees it, in the active language."""
    public = present_public_table(observation, players, facts)
    own = present_own_table(own_facts(observation, players, facts))
    return whole_table(observation, players, facts, public, own)


def whole_table(
    observation: Observation,
    players: tuple[Player, ...],
    facts: TableFacts,
    public: PublicTableView,
    own: OwnTableView,
) -> TableView:
    """Return the same from parts that are presented already."""
    viewer = observation.viewer
    return TableView(
        game_code=facts.game_code,
        game_name=facts.game_name,
        version=observation.version,
        phase=observation.phase.value,
        is_ranked=facts.is_ranked,
        is_abandoned=facts.agreement.is_abandoned,
        viewer=viewer,
        viewer_name="" if viewer is None else players[viewer].name,
        phase_aside=PhaseAsides(observation, players, facts.extended_by).of(viewer),
        **vars(public),
        **vars(own),
    )
