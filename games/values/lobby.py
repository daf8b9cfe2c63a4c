"""Plain values about lobbies, shared by all layers; they know no table and no page.

LobbySettings are the host's choices; selectors read LobbyEntry and LobbySnapshot, presenters show
them; Place is where a person sits.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from games.engine.board import BoardCode
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.engine.vocabulary import BoardKind, Edition, Party
from games.values.bots import BotLevel
from games.values.chat import SlowMode, TalkMode
from games.values.coming_night import ComingNight
from games.values.fair_deal import LobbyDeal
from games.values.invitation import Invited
from games.values.timing import Pace, TimeUp

# Pages with a lobby report this often who looks at them; who is not reported for so long is away. Long enough for
# a reload, and for a phone that changes its network.
REPORT_SECONDS = 8.0
AWAY_SECONDS = 20.0
HOST_GONE_SECONDS = 60.0
"""A host who is away for so long keeps nobody waiting who is ready: another person may become the host."""

PRACTICE_PLAYERS = 7
"""At a practice table, if no other number is chosen: as many as at the table of the tour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClub:
    """A club to whose members a table may be kept."""

    id: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbySettings:
    """The host's choices. `password`: None keeps the present one, an empty text removes it."""

    name: str
    is_public: bool = True
    password: str | None = None
    fewest_players: int = FEWEST_PLAYERS
    most_players: int = MOST_PLAYERS
    edition: Edition = Edition.RETAIL
    board: BoardCode = BoardKind.STANDARD.value
    board_name: str = ""
    """The short name of a custom board; empty for the others."""
    pace: Pace = Pace.RELAXED
    time_up: TimeUp = TimeUp.STAND_IN
    more_time: bool = True
    """Whether whoever decides may take half as much time again, once for each decision."""
    talk: TalkMode = TalkMode.FREE
    guests_write: bool = False
    """Whether guests write freely at a listed table; see mode_for."""
    slow_mode: SlowMode = SlowMode.OFF
    bots_allowed: bool = True
    bot_level: BotLevel = BotLevel.REGULAR
    is_ranked: bool = False
    languages: tuple[str, ...] = ()
    """The languages spoken there; nothing is said without them."""
    voice_link: str = ""
    """Where those who sit here hear each other; checked by games.values.voice_link."""
    club: int | None = None
    """The id of the club whose members alone sit down; None keeps what holds, 0 lets everybody in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyEntry:
    """An open lobby in the list."""

    code: str
    name: str
    host_name: str
    host_address: str
    """The host's name or handle in addresses."""
    host_face: str
    people: int
    bots: int
    fewest_players: int
    most_players: int
    edition: str
    pace: str
    talk: str
    is_ranked: bool
    has_password: bool
    board: BoardCode = BoardKind.STANDARD.value
    board_name: str = ""
    has_voice: bool = False
    """Whether those who sit there have a link to a voice room."""
    languages: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    """Of everybody who sits there, bots too, in the order in which they came."""
    mean_rating: int | None = None
    """Of a ranked table: the mean of those who sit there, are rated and show their games; None without them."""

    @property
    def taken(self) -> int:
        """How many seats are taken."""
        return self.people + self.bots

    @property
    def is_full(self) -> bool:
        """Whether no seat is free."""
        return self.taken >= self.most_players


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSnapshot:
    """One seat in a lobby."""

    id: int
    user_id: int | None
    name: str
    face: str
    is_ready: bool
    address: str = ""
    """The person's name or handle in addresses; empty for a bot."""
    is_guest: bool = False
    is_here: bool = True
    """Whether one of this person's pages shows the lobby; bots are always here."""
    ranked_games: tuple[int, int] = (0, 0)
    """In a ranked lobby: ranked games begun, and played to the end; nothing of who does not show games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyLine:
    """One line of talk."""

    number: int
    user_id: int
    name: str
    """Empty for a closed account."""
    address: str
    """The person's name or handle in addresses; empty for a closed account."""
    face: str
    text: str
    phrase: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbySnapshot:
    """A lobby and everybody in it."""

    id: int
    code: str
    name: str
    host_id: int
    is_open: bool
    game_code: str
    is_public: bool
    has_password: bool
    fewest_players: int
    most_players: int
    edition: str
    board: BoardCode
    board_name: str
    pace: str
    time_up: str
    more_time: bool
    check_ends_at: datetime | None
    talk: str
    guests_write: bool
    slow_mode: str
    bots_allowed: bool
    bot_level: str
    is_ranked: bool
    seats: tuple[SeatSnapshot, ...]
    languages: tuple[str, ...] = ()
    voice_link: str = ""
    """For those who sit here."""
    club: str = ""
    """The name of the club whose members alone sit down; empty for a table for everybody."""
    awaited: tuple[str, ...] = ()
    """Of a rematch: whose answer it waits for."""
    waits_until: datetime | None = None
    """Set while somebody is awaited."""
    opens_at: datetime | None = None
    """Of a public rematch: set while only people of the last game may sit down."""
    starts_at: datetime | None = None
    """Of a rematch in which all are ready: when it starts by itself."""
    is_host_gone: bool = False
    """Whether the host is away for so long that another person may become the host."""
    unanswered: tuple[tuple[int, str], ...] = ()
    """Who lost the seat in the last ready check and has not come back: ids and names."""
    said: tuple[LobbyLine, ...] = ()
    """For those who sit here; the oldest lines are left out."""
    mutes: frozenset[tuple[int, int]] = frozenset()
    """Who of those who sit here does not want to hear whom."""
    blocks: frozenset[tuple[int, int]] = frozenset()
    """Who of those who sit here has blocked whom of them; shown to the first of each pair only."""
    invited: tuple[Invited, ...] = ()
    """Who was invited and has not answered; of some a seat is kept."""
    deal: LobbyDeal | None = None
    """What the site has bound itself to, and what browsers add; see games/engine/FAIR_DEAL.md."""
    liberal_chance: float | None = None
    """By rating, for a ranked game with exactly these people."""

    @property
    def kept(self) -> tuple[Invited, ...]:
        """For whom a free seat is kept, those first whose minute ends first."""
        return tuple(each for each in self.invited if each.kept_until is not None)

    def invitation_of(self, user_id: int | None) -> Invited | None:
        """Return the invitation of which this person knows."""
        told = (each for each in self.invited if each.is_told and each.user_id == user_id)
        return next(told, None)

    def has_missed(self, user_id: int | None) -> bool:
        """Whether this person lost the seat in the last ready check."""
        return any(each == user_id for each, _name in self.unanswered)

    def seat_of(self, user_id: int | None) -> SeatSnapshot | None:
        """Return this person's seat."""
        if user_id is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def with_here(self, user_id: int) -> "LobbySnapshot":
        """Return the same lobby when a page of this person shows it."""
        seats = (
            replace(seat, is_here=True) if seat.user_id == user_id else seat for seat in self.seats
        )
        return replace(self, seats=tuple(seats))


class PlaceKind(StrEnum):
    """Why a place expects a person; the more urgent kinds come first."""

    GAME = "game"
    LOBBY = "lobby"
    INVITATION = "invitation"
    """To a rematch."""
    INVITED_BY = "invited_by"
    """By somebody who sits there."""


SEATED = frozenset({PlaceKind.GAME, PlaceKind.LOBBY})
"""Places where the person has a seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place where a person plays, waits, or is invited to a rematch."""

    kind: PlaceKind
    code: str
    name: str


MOST_WATCHED = 12
"""How many games one is offered to watch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchEntry:
    """A running game that anybody may watch."""

    game_id: int
    code: str
    name: str
    round: int
    pace: str
    is_ranked: bool
    faces: tuple[str, ...]
    """Of everybody at the table, by seat."""
    watching: int
    """How many people watch."""
    players: frozenset[int]
    """The ids of the people at the table, who need no way to watch it."""
    policies: tuple[Party, ...] = ()
    """Of which party each enacted policy is, the first one first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeSnapshot:
    """What the home page shows of all tables."""

    open_lobbies: tuple[LobbyEntry, ...]
    games: tuple[WatchEntry, ...]
    """Games to watch, those that most people watch first."""
    nights: tuple[ComingNight, ...] = ()
    """The game nights of this evening, those that begin first."""

    def nights_for(self, user_id: int | None) -> tuple[ComingNight, ...]:
        """Return the nights as this person (None: a visitor) sees them: they say who takes part to that person only."""
        return tuple(
            replace(night, people=frozenset(), takes_part=user_id in night.people)
            for night in self.nights
        )

    def games_for(self, user_id: int | None) -> tuple[WatchEntry, ...]:
        """Return the games that this person (None: a visitor) may be offered to watch."""
        others = [game for game in self.games if user_id not in game.players]
        return tuple(others[:MOST_WATCHED])
