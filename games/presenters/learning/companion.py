"""The companion's page: a table with real cards as everybody sees it, and the next question.

Every answer is an address: the game so far and one more report. So the way back is an address,
too. Boards, tracker, piles and seats are drawn like those of the site's own tables.
"""

from dataclasses import replace
from random import Random
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.companion.companion import PhysicalTable
from games.companion.table_reports import NAMING, Question, ReportKind, TableReport, encode
from games.engine.events import Told
from games.engine.ruleset import Ruleset
from games.engine.vocabulary import BoardKind, Party
from games.presenters.boards import BoardView, present_board
from games.presenters.learning.companion_words import (
    answers,
    hint,
    next_candidate,
    notices,
    sentence,
)
from games.presenters.players import Player, name_of
from games.presenters.table.board import (
    ElectionTrackerView,
    PilesView,
    PolicyTrackView,
    present_election_tracker,
    present_piles,
    present_tracks,
)
from games.presenters.table.log import LogLine, present_log
from games.presenters.table.seats import SeatView, present_seats
from games.presenters.view import view_model
from games.words import phrases

SYMBOLS = {
    ReportKind.LIBERAL_ENACTED: "dove",
    ReportKind.FASCIST_ENACTED: "wolf",
    ReportKind.WAS_HITLER: "hitler",
    ReportKind.WAS_NOT_HITLER: "cleared",
    ReportKind.VETO_REQUESTED: "veto",
}
PARTIES = {
    ReportKind.LIBERAL_ENACTED: Party.LIBERAL.value,
    ReportKind.FASCIST_ENACTED: Party.FASCIST.value,
}
# The report that names a player, by question.
NAMED_IN = {question: kind for kind, question in NAMING.items()}
# Decisions at which the government of the last sentence is no longer on the table.
_ENDS_A_GOVERNMENT = frozenset({Question.CHAOS_POLICY, Question.FIRST_CANDIDATE})


@view_model
class StepView:
    """One possible report: a button that leads to the table after it."""

    label: str
    query: str
    symbol: str = ""
    party: str = ""


@view_model
class CompanionView:
    """Everything on the companion's page."""

    question: str
    sentence: str
    hint: str
    notices: tuple[str, ...]
    """What to do with the real cards now."""
    steps: tuple[StepView, ...]
    lot: StepView | None
    """The random choice of a first candidate."""
    unavailable: tuple[str, ...]
    """The players who cannot be named, and why."""
    next_candidate: str
    undo: str | None
    again: str
    """The query of a new game for the same people."""
    liberal_track: PolicyTrackView
    fascist_track: PolicyTrackView
    election_tracker: ElectionTrackerView
    piles: PilesView
    seats: tuple[SeatView, ...]
    lines: tuple[LogLine, ...]
    """What happened, newest first."""
    winner: str
    liberals: int
    fascists: int
    hitler_knows_fascists: bool
    board: BoardView
    """The board on the table."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.question == Question.OVER

    @property
    def names_a_player(self) -> bool:
        """Whether the answers are players."""
        return self.question in NAMED_IN

    @property
    def is_before_the_game(self) -> bool:
        """Whether the first candidate is still to be named."""
        return self.question == Question.FIRST_CANDIDATE


def present_companion(
    table: PhysicalTable,
    reports: tuple[TableReport, ...],
    players: tuple[Player, ...],
    rng: Random,
) -> CompanionView:
    """Return the page after these reports; `rng` offers a random first candidate."""
    observation = table.observation
    rules = observation.ruleset
    liberal, fascist = present_tracks(observation)
    naming = NAMED_IN.get(table.question)
    victory = observation.victory
    return CompanionView(
        question=table.question.value,
        sentence=sentence(table, players),
        hint=hint(table, players),
        notices=notices(table),
        steps=_steps(table, reports, players),
        lot=_lot(rules, rng) if table.question is Question.FIRST_CANDIDATE else None,
        unavailable=() if naming is None else _unavailable(table, players),
        next_candidate=next_candidate(table, players),
        undo=query(rules, reports[:-1]) if reports else None,
        again=query(rules, ()),
        liberal_track=liberal,
        fascist_track=fascist,
        election_tracker=present_election_tracker(observation),
        piles=present_piles(observation),
        seats=_seats(table, players),
        lines=tuple(reversed(_lines(table, players))),
        winner="" if victory is None else victory.winner.value,
        liberals=rules.liberals,
        fascists=rules.fascists,
        hitler_knows_fascists=rules.hitler_knows_fascists,
        board=present_board(rules),
    )


def query(rules: Ruleset, reports: tuple[TableReport, ...]) -> str:
    """Return the query string of a whole game: people, edition, board, reports."""
    told = encode(reports)
    chosen = {"players": rules.players, "edition": rules.edition.value}
    if rules.board != BoardKind.STANDARD:
        chosen["board"] = rules.board
    return urlencode(chosen | {"so_far": told})


def _steps(
    table: PhysicalTable, reports: tuple[TableReport, ...], players: tuple[Player, ...]
) -> tuple[StepView, ...]:
    rules = table.observation.ruleset
    naming = NAMED_IN.get(table.question)
    if naming is not None:
        return tuple(
            StepView(
                label=players[seat].name,
                query=query(rules, (*reports, TableReport(naming, seat))),
            )
            for seat in _clockwise(table)
            if table.refusals[seat] is None
        )
    return tuple(
        StepView(
            label=label,
            query=query(rules, (*reports, TableReport(kind))),
            symbol=SYMBOLS.get(kind, ""),
            party=PARTIES.get(kind, ""),
        )
        for kind, label in answers(table)
    )


def _lot(rules: Ruleset, rng: Random) -> StepView:
    drawn = TableReport(ReportKind.BEGINS, rng.randrange(rules.players))
    return StepView(label=_("Let chance decide"), query=query(rules, (drawn,)))


def _clockwise(table: PhysicalTable) -> tuple[int, ...]:
    """Return the seats in order, from the left of the player who names one of them."""
    count = table.observation.ruleset.players
    first = 0 if table.question is Question.FIRST_CANDIDATE else table.observation.president + 1
    return tuple((first + step) % count for step in range(count))


def _unavailable(table: PhysicalTable, players: tuple[Player, ...]) -> tuple[str, ...]:
    president = table.observation.president
    return tuple(
        phrases.reason_text(reason, names={"name": name_of(players, seat)})
        for seat in _clockwise(table)
        if seat != president and (reason := table.refusals[seat]) is not None
    )


def _seats(table: PhysicalTable, players: tuple[Player, ...]) -> tuple[SeatView, ...]:
    seats = present_seats(table.observation, players)
    if table.question not in _ENDS_A_GOVERNMENT:
        return seats
    return tuple(replace(seat, office="", is_deciding=False) for seat in seats)


def _lines(table: PhysicalTable, players: tuple[Player, ...]) -> tuple[LogLine, ...]:
    told = Told(tuple(event for step in table.steps[1:] for event in step))
    return present_log(told, players, None)
