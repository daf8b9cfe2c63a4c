"""Whole games of bots who talk, for tests and measurements: no site, no clock, no pauses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import process_time

from games.bots import choose
from games.bots.table_talk import speak
from games.engine import deal, decide, fold, observe, standard_ruleset, start_game
from games.engine.decide import awaited
from games.engine.ruleset import Ruleset
from games.engine.state import GameState
from games.engine.table_talk import claimable_acts, silence_of
from games.engine.vocabulary import Channel, Party, Phase, SeatNumber
from games.values.bots import BotLevel
from games.values.chat import ClaimRequest, ClaimValue, PhraseRequest, SaidLine


@dataclass(slots=True)
class TalkedGame:
    """A game in the making, and what was said in it."""

    state: GameState
    rng: Random
    liberals: BotLevel = BotLevel.REGULAR
    fascists: BotLevel = BotLevel.REGULAR
    said: list[SaidLine] = field(default_factory=list)
    phases: list[Phase] = field(default_factory=list)
    """The phase of each line."""
    seconds: list[float] = field(default_factory=list)
    """The processor time of each decision."""

    def level_of(self, seat: SeatNumber) -> BotLevel:
        """How well this seat plays."""
        role = self.state.roles[seat]
        assert role is not None
        return self.liberals if role.party is Party.LIBERAL else self.fascists


def line(
    state: GameState, number: int, seat: SeatNumber, said: ClaimRequest | PhraseRequest
) -> SaidLine:
    """What this seat says, as the table hears it."""
    if isinstance(said, PhraseRequest):
        phrase, about, claim = said.phrase, said.about, None
    else:
        (act,) = [
            act
            for act in claimable_acts(seat, state)
            if (act.round, act.kind) == (said.round, said.kind)
        ]
        phrase, about = "", None
        claim = ClaimValue(
            seat=seat, round=act.round, kind=act.kind, content=said.content, target=act.target
        )
    return SaidLine(
        number=number, channel=Channel.TABLE, seat=seat, name="", round=state.round,
        phrase=phrase, about=about, claim=claim,
    )  # fmt: skip


def all_say(game: TalkedGame) -> None:
    """Let bots speak, one line at a time, until none wants to."""
    state = game.state
    while True:
        seats = [seat for seat in state.living if silence_of(seat, state) is None]
        game.rng.shuffle(seats)
        for seat in seats:
            words = speak(observe(state, seat), tuple(game.said), game.rng, game.level_of(seat))
            if words is not None:
                game.said.append(line(state, len(game.said) + 1, seat, words))
                game.phases.append(state.phase)
                break
        else:
            return


def play_talking(
    players: int,
    seed: int,
    *,
    liberals: BotLevel = BotLevel.REGULAR,
    fascists: BotLevel = BotLevel.REGULAR,
    each_turn: Callable[[TalkedGame], None] = all_say,
    rules: Ruleset | None = None,
) -> TalkedGame:
    """Play a game from the deal to its end; the bots talk before every decision of the table."""
    rng = Random(seed)
    rules = rules or standard_ruleset(players)
    opening = fold(start_game(rules, deal(rules, rng)))
    game = TalkedGame(state=opening, rng=rng, liberals=liberals, fascists=fascists)
    heard = ""
    while game.state.phase is not Phase.GAME_OVER:
        state = game.state
        if heard != f"{state.round} {state.phase}":
            # What is new to talk about comes with a new phase, not with every ballot.
            heard = f"{state.round} {state.phase}"
            each_turn(game)
        seat = rng.choice(awaited(state))
        seen = observe(state, seat)
        began = process_time()
        action = choose(
            seen, seen.legal_actions, rng, said=tuple(game.said), level=game.level_of(seat)
        )
        game.seconds.append(process_time() - began)
        game.state = fold(decide(state, action, rng), state)
        assert game.state.round < 300
    return game
