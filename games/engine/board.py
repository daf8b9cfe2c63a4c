"""Boards: the numbers of a game that a host may choose, and which choices make a game that ends.

Covers "Boards" of RULES.md (B-1 to B-9). A board is stored, linked and recorded as its code: `standard`,
`rebalanced`, or the choices of a custom board in one short line such as
`7-2-nisee-k0-z3-v5-6x11-0x0-c1`.
"""

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, TypeAlias

from games.engine.errors import IllegalSetup, Reason
from games.engine.vocabulary import BoardKind, PresidentialPower

FEWEST_PLAYERS = 5
MOST_PLAYERS = 10
LIBERAL_GOAL = 5
FASCIST_GOAL = 6
HAND_SIZE = 3

MOST_LIBERAL_POLICIES = 12
MOST_FASCIST_POLICIES = 20
MOST_LIBERALS_AT_START = 3
MOST_FASCISTS_AT_START = 4
MOST_SPARED_BY_CHAOS = 10
"""So often a board may keep chaos from winning one game; otherwise a table that elects nobody plays for ever (B-9)."""
LONGEST_BOARD_CODE = 40
BOARD_NAME_MAX_LENGTH = 24

BoardCode: TypeAlias = str
"""`standard`, `rebalanced`, or the code of a custom board as `code_of` writes it."""
Powers: TypeAlias = tuple[PresidentialPower | None, ...]
"""The powers on the first to fifth Fascist slot; the sixth policy ends the game (R-006)."""

_INVESTIGATE = PresidentialPower.INVESTIGATE_LOYALTY
_SPECIAL = PresidentialPower.SPECIAL_ELECTION
_PEEK = PresidentialPower.POLICY_PEEK
_EXECUTE = PresidentialPower.EXECUTION

_SMALL_TRACK: Powers = (None, None, _PEEK, _EXECUTE, _EXECUTE)
_MIDDLE_TRACK: Powers = (None, _INVESTIGATE, _SPECIAL, _EXECUTE, _EXECUTE)
_LARGE_TRACK: Powers = (_INVESTIGATE, _INVESTIGATE, _SPECIAL, _EXECUTE, _EXECUTE)

_LETTERS: Final[dict[PresidentialPower | None, str]] = {
    None: "n",
    _INVESTIGATE: "i",
    _SPECIAL: "s",
    _PEEK: "p",
    _EXECUTE: "e",
}
_POWERS = {letter: power for power, letter in _LETTERS.items()}
_CODE = re.compile(
    r"([0-9]{1,2})-([0-9])-([nispe]{5})-k([01])-z([0-9])-v([0-9])"
    r"-([0-9]{1,2})x([0-9]{1,2})-([0-9])x([0-9])-c([01])"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What a host may choose for a table of this size (B-1)."""

    players: int
    fascists: int
    """Fascists beside Hitler."""
    powers: Powers
    hitler_knows_fascists: bool
    hitler_zone_at: int
    """The number of enacted Fascist policies from which an elected Hitler wins."""
    veto_at: int
    """The number of enacted Fascist policies from which a Chancellor may ask for a veto."""
    liberal_policies: int = 6
    fascist_policies: int = 11
    """Cards in the box, those that are enacted at the start among them."""
    liberals_at_start: int = 0
    fascists_at_start: int = 0
    """Policies that are enacted before the first round."""
    chaos_wins: bool = True
    """Whether a policy that chaos turns up may win the game."""


@cache
def standard_board(players: int) -> Board:
    """Return the printed board for 5 to 10 players (R-002, R-006).

    Raises IllegalSetup for any other number.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise IllegalSetup(Reason.WRONG_NUMBER_OF_PLAYERS)
    if players <= 6:
        powers = _SMALL_TRACK
    elif players <= 8:
        powers = _MIDDLE_TRACK
    else:
        powers = _LARGE_TRACK
    return Board(
        players=players,
        fascists=(players + 1) // 2 - 2,
        powers=powers,
        hitler_knows_fascists=players <= 6,
        hitler_zone_at=3,
        veto_at=5,
    )


@cache
def rebalanced_board(players: int) -> Board:
    """Return the rebalanced board (B-2): six players begin with a Fascist policy, seven and nine have one card fewer.

    With any other number it is the standard board. Raises IllegalSetup outside 5 to 10.
    """
    standard = standard_board(players)
    if players == 6:
        return replace(standard, fascists_at_start=1)
    if players in {7, 9}:
        return replace(standard, fascist_policies=standard.fascist_policies - 1)
    return standard


def code_of(board: Board) -> BoardCode:
    """Return the code of a board; a board that equals a printed or rebalanced one has that name."""
    if board == standard_board(board.players):
        return BoardKind.STANDARD.value
    if board == rebalanced_board(board.players):
        return BoardKind.REBALANCED.value
    powers = "".join(_LETTERS[power] for power in board.powers)
    return (
        f"{board.players}-{board.fascists}-{powers}-k{board.hitler_knows_fascists:d}"
        f"-z{board.hitler_zone_at}-v{board.veto_at}"
        f"-{board.liberal_policies}x{board.fascist_policies}"
        f"-{board.liberals_at_start}x{board.fascists_at_start}-c{board.chaos_wins:d}"
    )


def kind_of(code: BoardCode) -> BoardKind:
    """Return the kind of board that a code names; whether it is a legal one, `board_of` says."""
    named = {BoardKind.STANDARD.value, BoardKind.REBALANCED.value}
    return BoardKind(code) if code in named else BoardKind.CUSTOM


def players_of(code: BoardCode) -> int | None:
    """Return the number of players that a custom board is made for; None for a board of any size."""
    match = _CODE.fullmatch(code)
    return None if match is None else int(match[1])


def board_of(players: int, code: BoardCode) -> Board:
    """Return the board of this code for this many players.

    Raises IllegalSetup: no such code, a custom board of another size, or choices that `refuse_board` refuses.
    """
    match kind_of(code):
        case BoardKind.STANDARD:
            return standard_board(players)
        case BoardKind.REBALANCED:
            return rebalanced_board(players)
        case BoardKind.CUSTOM:
            board = custom_board(code)
    if board.players != players:
        raise IllegalSetup(Reason.WRONG_NUMBER_OF_PLAYERS)
    return board


def custom_board(code: BoardCode) -> Board:
    """Return the custom board of this code. Raises IllegalSetup for anything else, and for choices that are refused."""
    match = _CODE.fullmatch(code)
    if match is None:
        raise IllegalSetup(Reason.UNKNOWN_BOARD)
    numbers = {place: int(match[place]) for place in (1, 2, 4, 5, 6, 7, 8, 9, 10, 11)}
    board = Board(
        players=numbers[1],
        fascists=numbers[2],
        powers=tuple(_POWERS[letter] for letter in match[3]),
        hitler_knows_fascists=bool(numbers[4]),
        hitler_zone_at=numbers[5],
        veto_at=numbers[6],
        liberal_policies=numbers[7],
        fascist_policies=numbers[8],
        liberals_at_start=numbers[9],
        fascists_at_start=numbers[10],
        chaos_wins=bool(numbers[11]),
    )
    reason = refuse_board(board)
    if reason is not None:
        raise IllegalSetup(reason)
    return board


def played_code(players: int, code: BoardCode) -> BoardCode:
    """Return the code under which a game of this size is played: `rebalanced` is `standard` where both are one.

    Raises IllegalSetup as `board_of` does.
    """
    return code_of(board_of(players, code))


def refuse_board(board: Board) -> Reason | None:
    """Return why no game can be played on this board, or None (B-3 to B-8).

    On every board that is not refused each decision has at least one legal answer, until an end. Refusing more than this
    would make stored games on such boards unreadable.
    """
    if not FEWEST_PLAYERS <= board.players <= MOST_PLAYERS:
        return Reason.WRONG_NUMBER_OF_PLAYERS
    if board.fascists < 1 or 2 * (board.fascists + 1) >= board.players:
        return Reason.BOARD_TEAMS
    if not (1 <= board.hitler_zone_at < FASCIST_GOAL and 1 <= board.veto_at < FASCIST_GOAL):
        return Reason.BOARD_ZONES
    return _refuse_cards(board) or _refuse_powers(board)


def _refuse_cards(board: Board) -> Reason | None:
    """Both sides must be able to win by policies, with three to draw until the last one (B-5, B-6)."""
    liberal, fascist = board.liberal_policies, board.fascist_policies
    if liberal > MOST_LIBERAL_POLICIES or fascist > MOST_FASCIST_POLICIES:
        return Reason.BOARD_TOO_MANY_CARDS
    most_enacted = LIBERAL_GOAL - 1 + FASCIST_GOAL - 1
    # A side that cannot win by policies could put the end off for ever, by vetoes or by rejecting everybody.
    can_win = liberal >= LIBERAL_GOAL and fascist >= FASCIST_GOAL
    if not can_win or liberal + fascist - most_enacted < HAND_SIZE:
        return Reason.BOARD_TOO_FEW_CARDS
    too_far = (
        board.liberals_at_start > MOST_LIBERALS_AT_START
        or board.fascists_at_start > MOST_FASCISTS_AT_START
        or board.fascists_at_start >= min(board.hitler_zone_at, board.veto_at)
    )
    return Reason.BOARD_STARTS_TOO_FAR if too_far else None


def _refuse_powers(board: Board) -> Reason | None:
    """Every power that can be granted must find somebody, and a government must stay possible (B-7, B-8)."""
    executed = investigated = 0
    for power in board.powers[board.fascists_at_start :]:
        if power is _INVESTIGATE:
            # In the worst case all who were investigated are living and not the President.
            if board.players - executed - 1 <= investigated:
                return Reason.BOARD_TOO_MANY_INVESTIGATIONS
            investigated += 1
        elif power is _EXECUTE:
            executed += 1
    # A candidate, two who may be limited, and one who may be nominated.
    if executed and board.players - executed < 4 - (board.players == 5):
        return Reason.BOARD_TOO_MANY_EXECUTIONS
    return None
