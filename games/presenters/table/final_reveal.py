"""The final reveal: who won and why, and all secret roles (R-096). Empty until the end."""

from collections.abc import Collection
from dataclasses import replace
from typing import ClassVar

from django.urls import reverse

from games.engine.observation import Observation
from games.engine.vocabulary import BoardKind, Role, SeatNumber
from games.presenters.boards import board_address
from games.presenters.players import Player
from games.presenters.table.acts import ActView, present_acts
from games.presenters.table.name_fit import fit
from games.presenters.view import View, view_model
from games.words import phrases
from games.words.boards import name_of_other_board
from games.words.once_per_language import once_per_language


@view_model
class RevealedRoleView(View):
    """One player's role, now public."""

    name: str
    face: str
    role: str
    role_name: str
    is_dead: bool
    is_own: bool = False
    record_url: str = ""
    """The address of the player's card; empty where there is none."""

    @property
    def fit(self) -> int:
        """How wide the name is; see name_fit."""
        return fit(self.name)


@view_model
class FinalRevealView(View):
    """The end of the game."""

    template: ClassVar[str] = "games/table/_final_reveal.html"
    id: str = "final-reveal"
    winner: str = ""
    victory: str = ""
    outcome: str = ""
    """won or lost, for a player; empty for who has only watched."""
    roles: tuple[RevealedRoleView, ...] = ()
    acts: tuple[ActView, ...] = ()
    """What decided it."""
    is_ranked: bool = False
    rematch_url: str = ""
    is_player: bool = False
    """Whether the viewer played, and may ask for a rematch; others are told of it."""
    replay_url: str = ""
    verify_url: str = ""
    """Where the deal is checked."""
    ratings_url: str = ""
    """Where to ask what it did to the viewer's rating."""
    board: str = ""
    """What the board is called; empty for the standard board."""
    board_address: str = ""
    """Where the page about it is."""
    same_deal_url: str = ""
    """Where whoever practised may play the same roles and cards again."""


_NOT_YET = FinalRevealView()


def _outcome(observation: Observation) -> str:
    role, victory = observation.own_role, observation.victory
    if role is None or victory is None:
        return ""
    return "won" if role.party is victory.winner else "lost"


# Cached: everybody at the table is shown the same, but for whose card it is.
@once_per_language(64)
def _roles(
    roles: tuple[Role | None, ...],
    alive: tuple[bool, ...],
    players: tuple[Player, ...],
    game_code: str,
) -> tuple[RevealedRoleView, ...]:
    return tuple(
        RevealedRoleView(
            name=player.name,
            face=player.face,
            role=role.value,
            role_name=phrases.name_of(role),
            is_dead=not is_living,
            record_url=(
                reverse("games:player_record", args=[game_code, seat]) if game_code else ""
            ),
        )
        for seat, (player, role, is_living) in enumerate(zip(players, roles, alive, strict=True))
        if role is not None
    )


def present_final_reveal(
    observation: Observation,
    players: tuple[Player, ...],
    *,
    is_ranked: bool,
    rematch_url: str,
    replay_url: str = "",
    verify_url: str = "",
    ratings_url: str = "",
    game_code: str = "",
    stood_in: Collection[tuple[int, SeatNumber]] = (),
    same_deal_url: str = "",
    board_name: str = "",
) -> FinalRevealView:
    """Return the reveal; empty while the game runs. `stood_in`: rounds and seats in which a stand-in acted."""
    victory = observation.victory
    if victory is None:
        return _NOT_YET
    code = observation.ruleset.board
    is_standard = code == BoardKind.STANDARD
    return FinalRevealView(
        winner=victory.winner.value,
        victory=victory.value,
        roles=tuple(
            replace(view, is_own=True) if seat == observation.viewer else view
            for seat, view in enumerate(
                _roles(observation.roles, observation.alive, players, game_code)
            )
        ),
        outcome=_outcome(observation),
        acts=present_acts(observation, players, stood_in),
        is_ranked=is_ranked,
        board=name_of_other_board(code, board_name),
        board_address=(
            "" if is_standard else board_address(code, board_name, observation.ruleset.players)
        ),
        rematch_url=rematch_url,
        is_player=observation.viewer is not None,
        replay_url=replay_url,
        verify_url=verify_url,
        ratings_url="" if observation.viewer is None else ratings_url,
        same_deal_url="" if observation.viewer is None else same_deal_url,
    )
