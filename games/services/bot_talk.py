"""The talk of bots: one line at a time, after a pause as people make it.

A stand-in says nothing but claims, which the table expects of a government, and some of those it leaves out by
chance: that a seat's time ran out, and what was claimed then, proves nothing (R-113). Each line is one short
transaction under the game's lock, like those of people.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from random import SystemRandom

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from games.bots.table_talk import claim_for_absent, speak
from games.engine import observe
from games.engine.table_talk import ClaimableAct, silence_of
from games.engine.vocabulary import SeatNumber
from games.models import Game
from games.selectors.chat import has_new_lines, said_at
from games.selectors.game import load_table
from games.services import chat, decision_clock
from games.table import GameTable
from games.values.chat import ClaimRequest, PhraseRequest, SaidLines, TalkMode
from games.values.timing import Hold

CHANCE = SystemRandom()
GAMES_A_SWEEP = 50
LEFT_OUT = 0.3
"""How many of its seat's acts a stand-in never speaks of, from 0 to 1: some people do not claim either."""


def games_to_speak_in(now: datetime, *, besides: Collection[int] = ()) -> list[int]:
    """Return running games in which a bot or stand-in may speak now, the longest due first, without the ones named."""
    if not settings.BOTS_TALK:
        return []
    due = Game.objects.running().filter(bots_speak_at__lte=now).exclude(pk__in=besides)
    return list(due.order_by("bots_speak_at").values_list("pk", flat=True)[:GAMES_A_SWEEP])


def say_next(game_id: int, now: datetime) -> bool:
    """Let one bot or stand-in of this game say one line; False if none wants to, until something new happens.

    Raises Game.DoesNotExist.
    """
    table, said = load_table(game_id), said_at(game_id)
    speaker, line = _choose(table, said)
    with transaction.atomic():
        # Thought about before the lock, so that nobody waits for it; said only if nothing happened meanwhile.
        present = chat.lock(game_id)
        if present.version != table.version or has_new_lines(game_id, said):
            return False
        row = Game.objects.filter(pk=game_id)
        if line is None:
            row.update(bots_speak_at=None)
            return False
        chat.speak_for_bot(present, speaker, line)
        row.update(bots_speak_at=now + decision_clock.pause_before_speaking())
    return True


def _choose(
    table: GameTable, said: SaidLines
) -> tuple[SeatNumber, ClaimRequest | PhraseRequest | None]:
    """Return who speaks and what; None for silence."""
    if not (table.is_over or table.is_abandoned or table.hold is Hold.PAUSED):
        for seat in _speakers(table):
            line = _words(table, seat, said)
            # People who talk aloud have no talk on the screen, but claims.
            if isinstance(line, ClaimRequest) or (line and table.talk is not TalkMode.NONE):
                return seat, line
    return 0, None


def _words(
    table: GameTable, seat: SeatNumber, said: SaidLines
) -> ClaimRequest | PhraseRequest | None:
    """Return what a bot or a stand-in says now; None for silence."""
    seen = observe(table.state, seat)
    if table.occupants[seat].is_bot:
        return speak(seen, said, CHANCE, table.occupants[seat].level)
    return claim_for_absent(seen, said, CHANCE, partial(_leaves_out, table.game_id))


def _leaves_out(game_id: int, act: ClaimableAct) -> bool:
    """Whether a stand-in keeps silent about this act: a lot that nobody can foresee, the same in every sweep."""
    drawn = salted_hmac("games.left_out", f"{game_id}:{act.seat}:{act.round}:{act.kind}").digest()
    return drawn[0] < LEFT_OUT * 256


def _speakers(table: GameTable) -> Sequence[SeatNumber]:
    """Living bots and stand-ins who may speak: the last government first, the others in any order."""
    state = table.state
    bots = [
        seat
        for seat in state.living
        if table.plays_itself(seat) and silence_of(seat, state) is None
    ]
    CHANCE.shuffle(bots)
    rounds = [*state.past_rounds, state.current_round]
    last = next((each for each in reversed(rounds) if each is not None), None)
    government = () if last is None else (last.president, last.chancellor)
    return sorted(bots, key=lambda seat: government.index(seat) if seat in government else 2)
