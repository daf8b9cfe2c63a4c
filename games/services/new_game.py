"""The rows of a new game: its seats, its first events, and its first decision with its clock.

services.dealing decides how the cards are dealt; services.game writes all that comes later.
"""

from collections.abc import Sequence
from datetime import timedelta
from random import Random, SystemRandom

from django.conf import settings
from django.utils import timezone

from accounts.emblems import told_apart
from accounts.models import User
from games.engine import deal, fold, ruleset_of, start_game
from games.engine.setup import Deal
from games.engine.vocabulary import Edition
from games.models import Game, Lobby, LobbySeat, Seat
from games.selectors.game import load_table
from games.selectors.table_cache import forget
from games.services import decision_clock, event_log
from games.values.actor import Actor
from games.values.moments import DEAL_SECONDS

CHANCE = SystemRandom()


def create_game(
    *,
    lobby: Lobby,
    players: Sequence[User | str],
    chance: Random = CHANCE,
    dealt: Deal | None = None,
) -> Game:
    """Deal a new game to these players in seat order, and return it; a string is a bot's name.

    Chance is only for what is not `dealt`. A lobby that was never saved says how to play: the game belongs to none.
    Call it inside a transaction. Raises IllegalSetup for fewer than 5 or more than 10, or for their board.
    """
    ruleset = ruleset_of(len(players), Edition(lobby.edition), lobby.board)
    events = start_game(ruleset, dealt or deal(ruleset, chance))
    state = fold(events)
    now = timezone.now()
    game = Game.objects.create(
        lobby=lobby if lobby.pk else None,
        name=lobby.name,
        edition=lobby.edition,
        board=ruleset.board,
        board_name=lobby.board_name,
        pace=lobby.pace,
        talk=lobby.talk,
        guests_write=lobby.guests_write,
        slow_mode=lobby.slow_mode,
        languages=lobby.languages,
        voice_link=lobby.voice_link,
        time_up=lobby.time_up,
        more_time=lobby.more_time,
        player_count=len(players),
        is_public=lobby.is_public,
        is_locked=bool(lobby.password),
        is_ranked=lobby.is_ranked,
        bot_level=lobby.bot_level,
        has_bots=any(isinstance(player, str) for player in players),
        version=len(events),
        phase=state.phase.value,
        round=state.round,
    )
    named = LobbySeat.objects.filter(lobby_id=lobby.pk).exclude(name="")
    names = dict(named.values_list("user_id", "name"))
    seats = [
        Seat(game=game, number=number, bot_name=player)
        if isinstance(player, str)
        else Seat(game=game, number=number, user=player, name=names.get(player.pk, ""))
        for number, player in enumerate(players)
    ]
    bots = frozenset(seat.number for seat in seats if seat.user is None)
    for seat, face in zip(
        seats, told_apart([each.face for each in seats], yielding=bots), strict=True
    ):
        seat.emblem = face
    Seat.objects.bulk_create(seats)
    event_log.append(
        game_id=game.pk, after=0, events=events, actor=Actor.CLOCK, acting_seat=None, now=now
    )
    table = load_table(game.pk)
    # Nothing may stay cached if the transaction is rolled back.
    forget(game.pk)
    shown = DEAL_SECONDS if settings.WAIT_FOR_MOMENTS else 0.0
    timed = decision_clock.with_new_decision(table, now, shown=shown)
    game.opened_at, game.due_at = timed.opened_at, timed.due_at
    game.deadline_at = timed.deadline_at
    if game.has_bots:
        game.bots_speak_at = (
            now + timedelta(seconds=shown) + decision_clock.pause_before_speaking()
        )
    game.save(update_fields=["opened_at", "deadline_at", "due_at", "bots_speak_at"])
    return game
