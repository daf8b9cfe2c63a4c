"""The log by rounds: each round is one entry with a head, to which lines are appended.

Heads are public and come from the Observation; lines are those of log.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from games.engine.observation import Observation
from games.engine.state import RoundRecord
from games.engine.vocabulary import SeatNumber, Vote
from games.presenters.players import Player
from games.presenters.table.claims import ClaimSlotView, slot_id
from games.presenters.table.log import LogLine
from games.presenters.table.seats import rounds
from games.presenters.view import View, view_model
from games.words import phrases

# Events that the head of an entry already shows.
HEADED = frozenset({"round", "chancellor", "president", "close"})
# The newest entries are open; viewers who come just after a vote still see its ballots.
OPEN_ROUNDS = 2
NO_CLAIMS: Mapping[str, ClaimSlotView] = {}


@view_model
class RoundHeadView(View):
    """One government in a line: who, the vote, the outcome."""

    template: ClassVar[str] = "games/table/_round_head.html"
    id: str
    number: int
    is_special: bool
    president: str
    chancellor: str
    seats: tuple[SeatNumber, ...]
    outcome: str
    """elected, rejected, or empty before the ballots are revealed."""
    ja: int
    nein: int
    veto: str
    policy: str
    """The party of the policy that was enacted."""
    is_chaos: bool
    power: str
    power_name: str

    @property
    def marks_id(self) -> str:
        """The id of the outcome, which changes more often than the government."""
        return f"round-{self.number}-marks"

    def template_after(self, shown: object) -> str:
        """Return the template for a head that shows this: its government or its marks, if only they differ."""
        if not isinstance(shown, RoundHeadView):
            return self.template
        if shown.chancellor == self.chancellor:
            return "games/table/_round_marks.html"
        is_just_nominated = replace(shown, chancellor=self.chancellor, seats=self.seats) == self
        return "games/table/_round_government.html" if is_just_nominated else self.template

    @property
    def power_symbol(self) -> str:
        """The symbol of the power."""
        return f"power-{self.power}"


@view_model
class RoundView(View):
    """The entry of one round."""

    number: int
    game_code: str
    head: RoundHeadView
    lines: tuple[LogLine, ...]
    claims: ClaimSlotView
    """The place for claims, present even without any."""
    is_open: bool
    is_past: bool


@view_model
class LogView(View):
    """The whole log."""

    template: ClassVar[str] = "games/table/_log.html"
    id: str = "log"
    opening: tuple[LogLine, ...]
    """The events before the first round."""
    rounds: tuple[RoundView, ...]


@view_model
class OpenLogView(View):
    """Lets the page ask for the whole log of a game that has just ended, once somebody sees it."""

    template: ClassVar[str] = "games/table/_open_log.html"
    id: str = "open-log"


@view_model
class NewRoundsView(View):
    """Entries to append to the log."""

    template: ClassVar[str] = "games/table/_new_rounds.html"
    id: str = "log"
    rounds: tuple[RoundView, ...]


@view_model
class NewLinesView(View):
    """Lines to append to an entry."""

    template: ClassVar[str] = "games/table/_round_lines.html"
    id: str
    number: int
    game_code: str
    lines: tuple[LogLine, ...]
    is_past: bool
    """Whether the round has ended with these lines, so that the viewer can look back at it."""


@view_model
class LogChanges:
    """Changes of the log: heads to compare with those shown, and views to append."""

    heads: tuple[RoundHeadView, ...]
    appended: tuple[NewLinesView | NewRoundsView, ...]


def present_log_view(
    observation: Observation,
    lines: Sequence[LogLine],
    players: tuple[Player, ...],
    game_code: str,
    claims: Mapping[str, ClaimSlotView] = NO_CLAIMS,
) -> LogView:
    """Return every round with its claims, the newest ones open."""
    by_round = _by_round(lines)
    return LogView(
        opening=tuple(by_round.get(0, ())),
        rounds=tuple(
            _round_view(observation, record, by_round, players, game_code, claims)
            for record in rounds(observation)
        ),
    )


def present_log_changes(
    observation: Observation,
    lines: Sequence[LogLine],
    players: tuple[Player, ...],
    game_code: str,
    *,
    since: int,
) -> LogChanges:
    """Return the effect of these new lines on a log that ended with the round `since`."""
    by_round = _by_round(lines)
    # Backwards, so that the cost does not grow with the game.
    changed: list[RoundRecord] = []
    for record in (observation.current_round, *reversed(observation.past_rounds)):
        if record is None or record.round < since:
            break
        changed.insert(0, record)
    appended: list[NewLinesView | NewRoundsView] = []
    begun = []
    for record in changed:
        if record.round > since:
            begun.append(_round_view(observation, record, by_round, players, game_code))
            continue
        is_past = record is not observation.current_round
        told = _told(by_round, record.round)
        if told or is_past:
            appended.append(
                NewLinesView(
                    id=f"round-{record.round}-lines",
                    number=record.round,
                    game_code=game_code,
                    lines=told,
                    is_past=is_past,
                )
            )
    if begun:
        appended.append(NewRoundsView(rounds=tuple(begun)))
    heads = tuple(_head(record, players) for record in changed)
    return LogChanges(heads=heads, appended=tuple(appended))


def _by_round(lines: Sequence[LogLine]) -> dict[int, list[LogLine]]:
    by_round: dict[int, list[LogLine]] = {}
    for line in lines:
        by_round.setdefault(line.round, []).append(line)
    return by_round


def _told(by_round: dict[int, list[LogLine]], number: int) -> tuple[LogLine, ...]:
    return tuple(line for line in by_round.get(number, ()) if line.kind not in HEADED)


def _round_view(
    observation: Observation,
    record: RoundRecord,
    by_round: dict[int, list[LogLine]],
    players: tuple[Player, ...],
    game_code: str,
    claims: Mapping[str, ClaimSlotView] = NO_CLAIMS,
) -> RoundView:
    slot = slot_id(record.round)
    return RoundView(
        number=record.round,
        game_code=game_code,
        head=_head(record, players),
        lines=_told(by_round, record.round),
        claims=claims.get(slot, ClaimSlotView(id=slot)),
        is_open=record.round > observation.round - OPEN_ROUNDS,
        is_past=record.round < observation.round or observation.victory is not None,
    )


def _head(record: RoundRecord, players: tuple[Player, ...]) -> RoundHeadView:
    chancellor = record.chancellor
    policy = record.enacted or record.chaos
    outcome = {None: "", True: "elected", False: "rejected"}[record.elected]
    seats = (record.president,) if chancellor is None else (record.president, chancellor)
    return RoundHeadView(
        id=f"round-{record.round}-head",
        number=record.round,
        is_special=record.special,
        president=players[record.president].name,
        chancellor="" if chancellor is None else players[chancellor].name,
        seats=seats,
        outcome=outcome,
        ja=record.votes.count(Vote.JA),
        nein=record.votes.count(Vote.NEIN),
        veto="" if record.veto is None else record.veto.value,
        policy="" if policy is None else policy.party.value,
        is_chaos=record.chaos is not None or record.chaos_discard is not None,
        power="" if record.power is None else record.power.value,
        power_name="" if record.power is None else phrases.name_of(record.power),
    )
