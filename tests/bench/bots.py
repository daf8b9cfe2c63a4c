"""Bots beside people: how games of bots who talk go, and how games of people go.

Figures of people: 1,022 recorded games of seven for the table; the largest site's shares by size. The last lines
say what the levels are worth: sharp bots against newcomers, on either side.
"""

import os
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import Pool
from multiprocessing.pool import Pool as Processes
from statistics import mean
from typing import TypeAlias

from games.engine.vocabulary import ClaimKind, Party, Victory
from games.values.bots import BotLevel
from tests.games.bots.play import SIZES
from tests.games.bots.talking import TalkedGame, play_talking

GAMES = int(os.environ.get("BOT_GAMES", "400"))
PROCESSES = int(os.environ.get("BOT_PROCESSES", "2"))
PEOPLE_ENDINGS = {
    Victory.FIVE_LIBERAL_POLICIES: 41,
    Victory.HITLER_ELECTED: 35,
    Victory.SIX_FASCIST_POLICIES: 16,
    Victory.HITLER_EXECUTED: 8,
}
PEOPLE_LIBERAL_SHARES = dict(zip(SIZES, (46, 57, 48, 54, 42, 46), strict=True))
MEAN_MS, WORST_MS = 10.0, 40.0
LEVEL_POINTS = 12
"""By how many points the liberals' share of wins moves at least, for and against them."""
Task: TypeAlias = tuple[int, int, BotLevel, BotLevel]
"""Players, seed, the liberals' level, the fascists'."""


@dataclass(slots=True, kw_only=True)
class Facts:
    """What is counted of one game."""

    victory: Victory
    elections: int
    elected: int
    has_chaos: bool
    claims: Counter[tuple[ClaimKind, bool]] = field(default_factory=Counter)
    """Claims of what was drawn and received, by whether they are true."""
    lines: int
    seconds: list[float]


def facts_of(game: TalkedGame) -> Facts:
    """Count one finished game."""
    state = game.state
    assert state.victory is not None
    records = [each for each in state.past_rounds if each.elected is not None]
    if state.current_round is not None and state.current_round.elected is not None:
        records.append(state.current_round)
    claims: Counter[tuple[ClaimKind, bool]] = Counter()
    hands = hands_of(game)
    for said in game.said:
        if said.claim is None or not said.claim.content:
            continue
        hand = hands.get((said.claim.round, said.claim.kind))
        if hand is not None:
            claims[said.claim.kind, hand == said.claim.content.count("L")] += 1
    return Facts(
        victory=state.victory,
        elections=len(records),
        elected=sum(bool(each.elected) for each in records),
        has_chaos=any(each.chaos is not None for each in records),
        claims=claims,
        lines=len(game.said),
        seconds=game.seconds,
    )


def hands_of(game: TalkedGame) -> dict[tuple[int, ClaimKind], int]:
    """The Liberals drawn and received in each round."""
    hands: dict[tuple[int, ClaimKind], int] = {}
    for own in game.state.memories:
        for memory in own:
            policies = getattr(memory.event, "policies", ())
            kind = type(memory.event).__name__
            if kind == "HandShown":
                size = ClaimKind.DREW if len(policies) == 3 else ClaimKind.RECEIVED
                hands[memory.round, size] = policies.count("L")
    return hands


def play_one(task: Task) -> Facts:
    """Play and count one game."""
    players, seed, liberals, fascists = task
    return facts_of(play_talking(players, seed, liberals=liberals, fascists=fascists))


def play_all(
    pool: Processes,
    players: int,
    liberals: BotLevel = BotLevel.REGULAR,
    fascists: BotLevel = BotLevel.REGULAR,
) -> list[Facts]:
    """Play and count all games of one size."""
    tasks = [(players, seed, liberals, fascists) for seed in range(GAMES)]
    return pool.map(play_one, tasks, chunksize=8)


def liberal_percent(games: list[Facts]) -> float:
    """Return how many of these games the liberals win."""
    return percent(sum(each.victory.winner is Party.LIBERAL for each in games), len(games))


def percent(part: float, whole: float) -> float:
    """Return a share in percent; 0 of nothing."""
    return 100 * part / whole if whole else 0.0


def print_seven(games: list[Facts]) -> None:
    """Print the table of seven players."""
    elections = sum(each.elections for each in games)
    elected = sum(each.elected for each in games)
    print(f"  elections in a game       people 13.7   bots {elections / len(games):.1f}")
    print(f"  elections that elect      people 50 %   bots {percent(elected, elections):.0f} %")
    chaos = percent(sum(each.has_chaos for each in games), len(games))
    print(f"  games with chaos          people 38 %   bots {chaos:.0f} %")
    ends = Counter(each.victory for each in games)
    for victory, people in PEOPLE_ENDINGS.items():
        share = percent(ends[victory], len(games))
        print(f"  {victory.value:<25} people {people} %   bots {share:.0f} %")
    claims = sum((each.claims for each in games), Counter[tuple[ClaimKind, bool]]())
    for kind, people in ((ClaimKind.DREW, 78), (ClaimKind.RECEIVED, 86)):
        true, false = claims[kind, True], claims[kind, False]
        print(
            f"  true claims ({kind.value:<8})    people {people} %   bots {percent(true, true + false):.0f} %"
        )
    print(f"  lines said in a game      bots {mean(each.lines for each in games):.0f}")


def print_levels(pool: Processes, regular: float) -> None:
    """Print what sharp bots make of newcomers at a table of seven, on either side."""
    for liberals, fascists in (
        (BotLevel.SHARP, BotLevel.NEWCOMER),
        (BotLevel.NEWCOMER, BotLevel.SHARP),
    ):
        share = liberal_percent(play_all(pool, 7, liberals, fascists))
        print(
            f"  {liberals.value} liberals, {fascists.value} fascists: liberals win {share:.0f} %,"
            f" {share - regular:+.0f} points (at least {LEVEL_POINTS} either way)",
            flush=True,
        )


def main() -> None:
    """Play, count, and print bots beside people."""
    with Pool(PROCESSES, initializer=os.nice, initargs=(10,)) as pool:
        for players in SIZES:
            games = play_all(pool, players)
            print(
                f"  {players} players: liberals win  people {PEOPLE_LIBERAL_SHARES[players]} %"
                f"   bots {liberal_percent(games):.0f} %",
                flush=True,
            )
            if players == 7:
                print_seven(games)
                print_levels(pool, liberal_percent(games))
        spent = [second * 1000 for each in games for second in each.seconds]
        print(
            f"  a decision of ten: mean {mean(spent):.1f} ms (at most {MEAN_MS:.0f}), worst {max(spent):.0f} ms (at most {WORST_MS:.0f})"
        )


if __name__ == "__main__":
    main()
