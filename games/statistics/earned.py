"""Which honours the sheets of games earn: in one game, and over all games of a person. PURE."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from games.engine.vocabulary import BoardKind, Role
from games.statistics.honours import Career, against_the_odds, of_career
from games.statistics.measures import Measure
from games.statistics.sheet import Sheet, board_on
from games.statistics.streaks import NO_GAMES
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


def honours_in_order(person: int, sheets: Iterable[Sheet]) -> dict[Honour, int]:
    """Return each honour of a person with the place, from 0, of the game that earned it among these sheets.

    `sheets`: all of this person's games in the order of their ends.
    """
    found: dict[Honour, int] = {}
    career, streaks, met = Career(), dict.fromkeys(GameKind, NO_GAMES), set[int]()
    for place, sheet in enumerate(sheets):
        if sheet["kind"] == GameKind.BOTS:
            continue
        for seat, role, won, tallies in sheet["seats"]:
            if seat != person:
                continue
            if not sheet["is_void"]:
                met |= {each for each, *_rest in sheet["seats"] if each not in {None, person}}
            if board_on(sheet) is BoardKind.CUSTOM:
                career = replace(career, people=len(met))
                continue
            kind = GameKind(sheet["kind"])
            streaks[kind] = streaks[kind].then(won)
            wins = Counter(career.wins)
            wins[Role(role), sheet["size"]] += won
            career = Career(
                finished=career.finished + tallies.get(Measure.FINISHED, (0, 0))[0],
                wins=wins,
                longest_won=max(each.longest_won for each in streaks.values()),
                people=len(met),
            )
        for honour in honours_on(sheet).get(person, frozenset()) | of_career(career):
            found.setdefault(honour, place)
    return found
