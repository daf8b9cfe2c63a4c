"""Deals a game from a sealed deal: the one way in which the site itself begins a game."""

from collections.abc import Sequence

from accounts.models import User
from games.engine import deal, ruleset_of
from games.engine.fair_deal import provable_deal
from games.engine.vocabulary import Edition, Role
from games.models import Game, Lobby
from games.services.fair_deal import leave_without_proof, ready_deal, tie_to_game
from games.services.new_game import CHANCE, create_game
from games.values.fair_deal import NoProof


def deal_game(*, lobby: Lobby, joined: Sequence[User | str], chosen: Role | None = None) -> Game:
    """Deal a game to these players, in the order in which they joined; a string is a bot's name.

    The host may have chosen the own role, in practice: then chance comes from the system, and nothing can be proved. A lobby
    that was never saved has no deal yet, and one is drawn now. Call it inside a transaction.
    """
    ruleset = ruleset_of(len(joined), Edition(lobby.edition), lobby.board)
    if chosen is not None:
        players = list(joined)
        CHANCE.shuffle(players)
        dealt = deal(ruleset, CHANCE, (players.index(lobby.host), chosen))
        game = create_game(lobby=lobby, players=players, dealt=dealt)
        leave_without_proof(game, NoProof.CHOSEN_ROLE)
        return game
    ready = ready_deal(lobby if lobby.pk else None, len(joined))
    dealt = provable_deal(ruleset, ready.key)
    game = create_game(lobby=lobby, players=ready.seated(joined), dealt=dealt)
    tie_to_game(ready, game)
    return game
