"""Boards in plain words: what one does differently from the standard board of its size, and both its tracks.

The table, the lobby, the pages of boards and whatever else tells of a board speak from here. Knows no running game.
"""

from dataclasses import replace
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.board import BoardCode, kind_of, players_of
from games.engine.ruleset import Ruleset, ruleset_of, standard_ruleset
from games.engine.vocabulary import BoardKind, Edition, PresidentialPower
from games.presenters.table.board import PolicyTrackView, present_tracks_at
from games.presenters.view import View, view_model
from games.words.boards import name_of_board
from games.words.once_per_language import once_per_language
from games.words.table_size import numbers_of_players


@view_model
class BoardView(View):
    """One board for one number of players."""

    code: BoardCode
    called: str
    """Its short name, or the name of its kind."""
    own_name: str
    """The short name that it was given; empty for most."""
    kind: BoardKind
    players: int
    liberals: int
    fascists: int
    differences: tuple[str, ...]
    """What it does differently from the standard board of this size, in sentences."""
    liberal_track: PolicyTrackView
    fascist_track: PolicyTrackView

    @property
    def is_standard(self) -> bool:
        """Whether this is the standard board of its size."""
        return self.kind is BoardKind.STANDARD

    @property
    def is_custom(self) -> bool:
        """Whether somebody has made this board, so that no game on it is ranked."""
        return self.kind is BoardKind.CUSTOM

    @property
    def narrator_url(self) -> str:
        """Where its opening is read aloud."""
        asked = {"players": str(self.players)}
        if self.is_custom:
            asked["board"] = self.code
        return f"{reverse('games:narrator')}?{urlencode(asked)}"

    @property
    def companion_url(self) -> str:
        """Where a table with real cards plays on it."""
        return f"{reverse('games:companion')}?{urlencode({'board': self.code})}"

    @property
    def address(self) -> str:
        """The address of the board's own page."""
        return board_address(self.code, self.own_name, self.players)

    @property
    def table_address(self) -> str:
        """The address of the form that opens a table with this board."""
        asked = {"board": self.code, **({"board_name": self.own_name} if self.own_name else {})}
        return f"{reverse('games:lobby_create')}?{urlencode(asked)}"


def board_address(code: BoardCode, name: str = "", players: int | None = None) -> str:
    """Return the address of the page about a board; one of several sizes shows that of these players."""
    asked: dict[str, str] = {}
    if kind_of(code) is not BoardKind.CUSTOM and players is not None:
        asked["players"] = str(players)
    if name:
        asked["name"] = name
    path = reverse("games:board", args=[code])
    return f"{path}?{urlencode(asked)}" if asked else path


@once_per_language(256)
def present_board(ruleset: Ruleset, name: str = "") -> BoardView:
    """Return the board of these rules, which somebody has given this short name, in the active language."""
    liberal, fascist = present_tracks_at(
        ruleset, ruleset.liberals_at_start, ruleset.fascists_at_start
    )
    return BoardView(
        code=ruleset.board,
        called=name_of_board(ruleset.board, name),
        own_name=name,
        kind=kind_of(ruleset.board),
        players=ruleset.players,
        liberals=ruleset.liberals,
        fascists=ruleset.fascists,
        differences=differences(ruleset),
        liberal_track=replace(liberal, id="board-liberal-track", has_links=False),
        fascist_track=replace(fascist, id="board-fascist-track", has_links=False),
    )


def differences_of(code: BoardCode, players: int) -> tuple[str, ...]:
    """Return what the board of this code does differently for so many players.

    Raises IllegalSetup: no such board, or not for so many players.
    """
    return differences(ruleset_of(players, Edition.RETAIL, code))


def differences_by_size(code: BoardCode, fewest: int, most: int) -> tuple[str, ...]:
    """Return what the board of this code does differently at a table for so many players.

    Of a board for several sizes each sentence begins with the size that it is about.
    """
    size = players_of(code)
    if size is not None:
        return differences_of(code, size)
    return tuple(
        pgettext("a board at one size of a table", "%(players)s: %(sentence)s")
        % {"players": numbers_of_players(players, players), "sentence": sentence}
        for players in range(fewest, most + 1)
        for sentence in differences_of(code, players)
    )


@once_per_language(512)
def differences(ruleset: Ruleset) -> tuple[str, ...]:
    """Return what this board does differently from the standard board of its size, in sentences.

    None for the standard board itself.
    """
    usual = standard_ruleset(ruleset.players, ruleset.edition)
    return (
        *_teams(ruleset, usual),
        *_powers(ruleset, usual),
        *_thresholds(ruleset, usual),
        *_policies(ruleset, usual),
    )


def _teams(ruleset: Ruleset, usual: Ruleset) -> list[str]:
    said = []
    if ruleset.fascists != usual.fascists:
        said.append(
            _("Fascists beside Hitler: %(count)d instead of %(usual)d.")
            % {"count": ruleset.fascists, "usual": usual.fascists}
        )
    if ruleset.hitler_knows_fascists != usual.hitler_knows_fascists:
        said.append(
            _("Hitler learns at the start who the fascists are.")
            if ruleset.hitler_knows_fascists
            else _("Hitler does not learn who the fascists are.")
        )
    return said


def _powers(ruleset: Ruleset, usual: Ruleset) -> list[str]:
    if ruleset.fascist_track != usual.fascist_track and not any(ruleset.fascist_track):
        return [_("No Fascist policy grants a power.")]
    return [
        _power_text(power) % {"number": number}
        for number, power in enumerate(ruleset.fascist_track, start=1)
        # Whatever is enacted at the start grants no power, and the sentence about the start says so.
        if number > ruleset.fascists_at_start and power is not usual.power_of(number)
    ]


def _power_text(power: PresidentialPower | None) -> str:
    match power:
        case PresidentialPower.INVESTIGATE_LOYALTY:
            return _(
                "After Fascist policy %(number)d the President investigates somebody’s loyalty."
            )
        case PresidentialPower.SPECIAL_ELECTION:
            return _("After Fascist policy %(number)d the President calls a special election.")
        case PresidentialPower.POLICY_PEEK:
            return _("After Fascist policy %(number)d the President peeks at the top policies.")
        case PresidentialPower.EXECUTION:
            return _("After Fascist policy %(number)d the President executes somebody.")
        case None:
            return _("Fascist policy %(number)d grants no power.")


def _thresholds(ruleset: Ruleset, usual: Ruleset) -> list[str]:
    said = []
    if ruleset.hitler_zone_at != usual.hitler_zone_at:
        said.append(
            _("The Hitler zone begins with Fascist policy %(number)d instead of %(usual)d.")
            % {"number": ruleset.hitler_zone_at, "usual": usual.hitler_zone_at}
        )
    if ruleset.veto_at != usual.veto_at:
        said.append(
            _("The veto power begins with Fascist policy %(number)d instead of %(usual)d.")
            % {"number": ruleset.veto_at, "usual": usual.veto_at}
        )
    if ruleset.chaos_wins != usual.chaos_wins:
        said.append(_("Chaos wins no game: a policy that would win is discarded face up instead."))
    return said


def _policies(ruleset: Ruleset, usual: Ruleset) -> list[str]:
    said = []
    if ruleset.liberal_policies != usual.liberal_policies:
        said.append(
            _("Liberal policies in the box: %(count)d instead of %(usual)d.")
            % {"count": ruleset.liberal_policies, "usual": usual.liberal_policies}
        )
    if ruleset.fascist_policies != usual.fascist_policies:
        said.append(
            _("Fascist policies in the box: %(count)d instead of %(usual)d.")
            % {"count": ruleset.fascist_policies, "usual": usual.fascist_policies}
        )
    if count := ruleset.liberals_at_start:
        said.append(
            ngettext(
                "%(count)d Liberal policy from the box is enacted at the start.",
                "%(count)d Liberal policies from the box are enacted at the start.",
                count,
            )
            % {"count": count}
        )
    if count := ruleset.fascists_at_start:
        said.append(
            ngettext(
                "%(count)d Fascist policy from the box is enacted at the start, and grants no power.",
                "%(count)d Fascist policies from the box are enacted at the start, and grant no power.",
                count,
            )
            % {"count": count}
        )
    return said
