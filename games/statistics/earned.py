"""Which honours the sheets of games earn: in one game, and over all games of a person. PURE."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from games.engine.vocabulary import BoardKind, Role
from games.statistics.honours import Career, against_the_odds, of_career
from games.statistics.measures import Measure
from games.statistics.sheet import Sheet, board_on
from games.statistics.streaks import NO_GAMES, Streak
from games.values.game_kind import GameKind
from games.values.honours import Honour


def honours_on(sheet: Sheet | None) -> dict[int, frozenset[Honour]]:
    """Return what each person has earned in this one game, by the person's number."""
    if sheet is None or sheet["kind"] == GameKind.BOTS:
        return {}
    # Sheets from before there were honours have none until statistics are rebuilt.
    found = {
        int(person): {Honour(each) for each in earned}
        for person, earned in sheet.get("feats", {}).items()
    }
    for person, _role, won, tallies in sheet["seats"]:
        if person is not None and against_the_odds(tallies, won=won):
            found.setdefault(person, set()).add(Honour.AGAINST_THE_ODDS)
    return {person: frozenset(earned) for person, earned in found.items()}


@dataclass(slots=True, kw_only=True)
class CareerSoFar:
    """What somebody has towards the honours of a career, after some of their games."""

    finished: int = 0
    wins: Counter[tuple[Role, int]] = field(default_factory=Counter)
    """By role and table size."""
    streaks: dict[GameKind, Streak] = field(
        default_factory=lambda: dict.fromkeys(GameKind, NO_GAMES)
    )
    met: set[int] = field(default_factory=set)

    def take(self, person: int, sheet: Sheet) -> None:
        """Add the next game of this person; games with bots add nothing."""
        kind = GameKind(sheet["kind"])
        if kind is GameKind.BOTS:
            return
        for seat, role, won, tallies in sheet["seats"]:
            if seat != person:
                continue
            if not sheet["is_void"]:
                self.met |= {each for each, *_rest in sheet["seats"] if each not in {None, person}}
            if board_on(sheet) is BoardKind.CUSTOM:
                continue
            self.streaks[kind] = self.streaks[kind].then(won)
            self.wins[Role(role), sheet["size"]] += won
            self.finished += tallies.get(Measure.FINISHED, (0, 0))[0]

    def earned(self) -> frozenset[Honour]:
        """Return the honours of a career that this earns."""
        career = Career(
            finished=self.finished,
            wins=self.wins,
            longest_won=max(each.longest_won for each in self.streaks.values()),
            people=len(self.met),
        )
        return of_career(career)


def honours_in_order(person: int, sheets: Iterable[Sheet]) -> dict[Honour, int]:
    """Return each honour of a person with the place, from 0, of the game that earned it among these sheets.

    `sheets`: all of this person's games in the order of their ends.
    """
    found: dict[Honour, int] = {}
    career = CareerSoFar()
    for place, sheet in enumerate(sheets):
        career.take(person, sheet)
        for honour in honours_on(sheet).get(person, frozenset()) | career.earned():
            found.setdefault(honour, place)
    return found
