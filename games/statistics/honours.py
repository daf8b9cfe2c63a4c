"""Honours: the rules by which a finished game, or all games so far, earn them. PURE.

Only games count in which every seat began as a person's, on the standard or the rebalanced board, which are not void, and
which the person did not leave (see measures). Feats are earned in one game; the others follow from the sums over a person's games. None asks for a game to be
lost or thrown away.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.engine.events import (
    ChancellorNominated,
    DiscardChosen,
    GameEnded,
    GameStarted,
    HandShown,
    PartyMembershipShown,
    PlayerExecuted,
    PolicyEnacted,
    PresidencyPassed,
    VetoGranted,
    VetoRequested,
)
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS, ruleset_of
from games.engine.vocabulary import BoardKind, Party, Policy, Role, SeatNumber, Victory
from games.statistics.facts import FinishedGame, LoggedEvent
from games.statistics.measures import MILLION, ON_CUSTOM_BOARDS, Measure
from games.statistics.tally import SeatTally
from games.values.game_kind import GameKind
from games.values.honours import Honour

FEWEST_CLAIMS: Final = 3
"""Claims that an honest game needs: who says nothing tells no lie."""
FEWEST_VOTES: Final = 3
CLEAN_BOARD_POLICIES: Final = 2
LOW_CHANCE: Final = 35 * MILLION // 100
STREAK: Final = 5
WINS_A_ROLE: Final = 10
WINS_A_SIDE: Final = 25
PEOPLE: Final = 50
_SIZES: Final = frozenset(range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
_GOALS: Final = {Party.LIBERAL: 5, Party.FASCIST: 6}
TO_THE_END: Final = {Honour.TEN_TO_THE_END: 10, Honour.HUNDRED_TO_THE_END: 100}


OF_CAREER: Final = frozenset(
    {
        *TO_THE_END, Honour.FIVE_IN_A_ROW, Honour.EVERY_SIZE, Honour.EVERY_ROLE, Honour.BOTH_SIDES,
        Honour.FIFTY_PEOPLE,
    }
)  # fmt: skip
"""What follows from all games of a person, not from one."""


@dataclass(slots=True)
class _Walk:
    """What a walk over the log finds: who did what at the moments that earn something."""

    roles: Sequence[Role]
    policies: dict[Party, int] = field(default_factory=lambda: dict.fromkeys(Party, 0))
    president: SeatNumber = 0
    own_nomination: bool = False
    own_choice: bool = False
    vetoing: SeatNumber | None = None
    """The Chancellor who asked for a veto, if the person did."""
    hand: tuple[Policy, ...] = ()
    """The hand shown last: the Chancellor's, once a veto can be asked for."""
    enacted_last: dict[Party, SeatNumber | None] = field(default_factory=dict)
    """By party, who enacted its latest policy by own choice; None: nobody did."""
    caught_hitler: set[SeatNumber] = field(default_factory=set)
    """Presidents."""
    wise_vetoes: set[SeatNumber] = field(default_factory=set)
    """Chancellors."""
    executed: set[SeatNumber] = field(default_factory=set)
    found: dict[SeatNumber, set[Party]] = field(default_factory=dict)
    """By President, the parties seen in investigations."""
    victory: Victory | None = None

    @property
    def wins_next(self) -> set[Party]:
        """The parties that needed one more policy when the game ended."""
        return {party for party, goal in _GOALS.items() if self.policies[party] == goal - 1}


def feats(game: FinishedGame, seats: Sequence[SeatTally]) -> dict[int, frozenset[Honour]]:
    """Return what each person has earned in this one game, by the person's number; people with nothing are left out.

    `seats`: the tallies of the same game. AGAINST_THE_ODDS is not among them: it needs the predictions of ratings,
    see against_the_odds.
    """
    if game.kind is GameKind.BOTS or game.is_void or game.board is BoardKind.CUSTOM:
        return {}
    walk = _Walk(roles=[each.role for each in seats])
    for happened in game.log:
        _take(walk, happened)
    return {
        each.person: earned
        for number, each in enumerate(seats)
        if each.person is not None and not each.left and (earned := _of_seat(walk, number, each))
    }


def _take(walk: _Walk, happened: LoggedEvent) -> None:
    event, own = happened.event, happened.by_person
    match event:
        case GameStarted():
            rules = ruleset_of(event.players, event.edition, event.board)
            walk.policies[Party.LIBERAL] = rules.liberals_at_start
            walk.policies[Party.FASCIST] = rules.fascists_at_start
        case PresidencyPassed():
            walk.president = event.president
        case ChancellorNominated():
            walk.own_nomination = own
        case HandShown():
            walk.hand = event.policies
        case DiscardChosen():
            walk.own_choice = own
        case PolicyEnacted():
            walk.policies[event.policy.party] += 1
            by_choice = event.chancellor is not None and walk.own_choice
            walk.enacted_last[event.policy.party] = event.chancellor if by_choice else None
        case VetoRequested():
            walk.vetoing = event.chancellor if own else None
        case VetoGranted():
            if walk.vetoing is not None and set(walk.hand) == {Policy.FASCIST}:
                walk.wise_vetoes.add(walk.vetoing)
        case PartyMembershipShown():
            walk.found.setdefault(event.seat, set()).add(event.party)
        case PlayerExecuted():
            walk.executed.add(event.target)
            if own and walk.roles[event.target] is Role.HITLER:
                walk.caught_hitler.add(event.president)
        case GameEnded():
            walk.victory = event.victory
        case _:
            return


def _of_seat(walk: _Walk, number: SeatNumber, seat: SeatTally) -> frozenset[Honour]:
    if seat.role is not Role.LIBERAL:
        return frozenset(_as_fascist(walk, number, seat)) if seat.won else frozenset()
    earned = _at_any_end(seat)
    return frozenset(earned | _as_liberal(walk, number, seat) if seat.won else earned)


def _at_any_end(seat: SeatTally) -> set[Honour]:
    """What a liberal earns even if the game is lost."""
    earned = set()
    cards, cards_asked = seat.tallies.get(Measure.HONEST_CLAIMS, (0, 0))
    parties, parties_asked = seat.tallies.get(Measure.HONEST_INVESTIGATIONS, (0, 0))
    asked = cards_asked + parties_asked
    if asked >= FEWEST_CLAIMS and cards + parties == asked:
        earned.add(Honour.HONEST)
    right, votes = seat.tallies.get(Measure.DANGER_VOTES, (0, 0))
    if votes >= FEWEST_VOTES and right == votes:
        earned.add(Honour.SURE_VOTES)
    return earned


def _as_liberal(walk: _Walk, number: SeatNumber, seat: SeatTally) -> set[Honour]:
    honest, announced = seat.tallies.get(Measure.HONEST_INVESTIGATIONS, (0, 0))
    found_fascist = Party.FASCIST in walk.found.get(number, set())
    by_policies = walk.victory is Victory.FIVE_LIBERAL_POLICIES
    rules = {
        Honour.EXECUTED_HITLER: number in walk.caught_hitler,
        Honour.WISE_VETO: number in walk.wise_vetoes,
        Honour.DETECTIVE: found_fascist and 0 < announced == honest,
        Honour.LAST_LIBERAL: by_policies and walk.enacted_last.get(Party.LIBERAL) == number,
        Honour.CLEAN_BOARD: by_policies and walk.policies[Party.FASCIST] <= CLEAN_BOARD_POLICIES,
        Honour.FROM_THE_BRINK: Party.FASCIST in walk.wins_next,
        Honour.GAVE_LIFE: number in walk.executed,
    }
    return {honour for honour, is_earned in rules.items() if is_earned}


def _as_fascist(walk: _Walk, number: SeatNumber, seat: SeatTally) -> set[Honour]:
    honest, announced = seat.tallies.get(Measure.HONEST_INVESTIGATIONS, (0, 0))
    elected = walk.victory is Victory.HITLER_ELECTED
    by_policies = walk.victory is Victory.SIX_FASCIST_POLICIES
    rules = {
        Honour.KINGMAKER: elected and walk.own_nomination and walk.president == number,
        Honour.LAST_FASCIST: by_policies and walk.enacted_last.get(Party.FASCIST) == number,
        Honour.LONG_WAY: by_policies and seat.role is Role.HITLER,
        Honour.BLUFF: honest < announced,
        Honour.TURNED_AROUND: Party.LIBERAL in walk.wins_next,
    }
    return {honour for honour, is_earned in rules.items() if is_earned}


def against_the_odds(tallies: Mapping[str, Sequence[int]], *, won: bool) -> bool:
    """Whether a rated game was won with a low chance; `tallies` are those of a seat in a sheet."""
    chance, rated = tallies.get(Measure.EXPECTED.value, (0, 0))
    return won and bool(rated) and chance <= LOW_CHANCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Career:
    """The sums over somebody's games without bots, and not on custom boards, that honours look at."""

    finished: int = 0
    """Games played to their end."""
    wins: Mapping[tuple[Role, int], int] = field(default_factory=dict)
    """By role and table size."""
    longest_won: int = 0
    people: int = 0
    """How many different people they have played with, on whatever board."""


def others_at_most(games: int, size: int) -> int:
    """Return how many people somebody can have met in so many games with this many players, or ON_CUSTOM_BOARDS."""
    return games * ((MOST_PLAYERS if size == ON_CUSTOM_BOARDS else size) - 1)


def are_people_enough(people: int) -> bool:
    """Whether so many people met are as many as an honour asks for."""
    return people >= PEOPLE


def of_career(career: Career) -> frozenset[Honour]:
    """Return what these sums earn."""
    earned = {honour for honour, games in TO_THE_END.items() if career.finished >= games}
    if career.longest_won >= STREAK:
        earned.add(Honour.FIVE_IN_A_ROW)
    if are_people_enough(career.people):
        earned.add(Honour.FIFTY_PEOPLE)
    # Most people have won too few games for any of the others, and a rebuild asks this of millions.
    if sum(career.wins.values()) >= min(len(_SIZES), len(Role) * WINS_A_ROLE, 2 * WINS_A_SIDE):
        earned |= _by_wins(career.wins)
    return frozenset(earned)


def _by_wins(wins: Mapping[tuple[Role, int], int]) -> set[Honour]:
    by_role = dict.fromkeys(Role, 0)
    for (role, _size), won in wins.items():
        by_role[role] += won
    fascist = by_role[Role.FASCIST] + by_role[Role.HITLER]
    reached = {
        Honour.EVERY_SIZE: {size for (_role, size), won in wins.items() if won} >= _SIZES,
        Honour.EVERY_ROLE: min(by_role.values()) >= WINS_A_ROLE,
        Honour.BOTH_SIDES: min(by_role[Role.LIBERAL], fascist) >= WINS_A_SIDE,
    }
    return {honour for honour, is_reached in reached.items() if is_reached}
