"""What answers hold. Names here are promised: `openapi.json` is compared with them."""

from datetime import datetime
from typing import Any

from ninja import Schema
from pydantic import Field

from games.engine.board import BOARD_NAME_MAX_LENGTH, LONGEST_BOARD_CODE
from games.engine.ruleset import Ruleset
from games.engine.state import RoundRecord
from games.engine.vocabulary import BoardKind, Party, Phase, Policy, Role, Victory, Vote
from games.values.chat import TalkMode
from games.values.game_kind import GameKind
from games.values.lobby import PlaceKind
from games.values.player import Outcome
from games.values.timing import Pace


class PersonSchema(Schema):
    """Somebody in a list."""

    name: str
    address: str = Field(description="The name in addresses; empty for a closed account.")


class StandingSchema(Schema):
    """A rating as it is shown now; uncertainties are one standard deviation."""

    rating: float
    uncertainty: float
    liberal: float
    liberal_uncertainty: float
    fascist: float
    fascist_uncertainty: float
    games: int
    wins: int
    peak: float | None
    peak_at: datetime | None
    last_ranked_at: datetime
    is_provisional: bool


class PlayerSchema(Schema):
    """A player's public page."""

    name: str
    address: str
    is_guest: bool
    is_bot: bool = Field(description="Whether this account is a program's.")
    about: str
    shows_games: bool
    games: dict[str, int] = Field(description="Counted games by kind.")
    standing: StandingSchema | None


class RatingPointSchema(Schema):
    """The rating after one ranked game."""

    at: datetime
    rating: float
    uncertainty: float


class MeasureSchema(Schema):
    """A measure at one role and table size; `low` and `high` are the 95 % interval of Wilson for a share."""

    measure: str
    role: Role
    size: int = Field(description="The number of players; 0 for all games on custom boards.")
    successes: int
    instances: int
    low: float | None
    high: float | None


class StatisticsSchema(Schema):
    """A player's statistics in one kind of game."""

    kind: GameKind
    measures: list[MeasureSchema]
    current_streak: int
    longest_won: int
    longest_lost: int


class PastGameSchema(Schema):
    """One finished game in a player's list; a private table has no code and no name."""

    code: str
    name: str
    kind: GameKind
    edition: str
    board: str = Field(description="`standard`, `rebalanced` or the code of a custom board.")
    board_name: str = Field(description="The short name that a host gave a custom board.")
    role: Role
    outcome: Outcome
    victory: Victory
    size: int
    ended_at: datetime
    seconds: int
    rounds: int
    mates: list[PersonSchema]
    opponents: list[PersonSchema]
    rating_before: float | None
    rating_after: float | None
    predicted: float | None


class PastGamesSchema(Schema):
    """One page of a player's finished games, the newest first; nothing of somebody who hides them."""

    games: list[PastGameSchema]
    before: str | None = Field(description="The `before` of the next page; none after the last.")


class BoardRowSchema(Schema):
    """One row of the leaderboard."""

    rank: int
    name: str
    standing: StandingSchema


class LeaderboardSchema(Schema):
    """A page of the leaderboard: by rating less uncertainty."""

    players: int
    least_games: int
    rows: list[BoardRowSchema]


class SeasonRowSchema(Schema):
    """One row of a season's table."""

    rank: int
    name: str
    games: int
    wins: int
    expected: float
    over_expectation: float


class SeasonSchema(Schema):
    """A page of a season's table: by wins over expectation."""

    season: str
    players: int
    least_games: int
    rows: list[SeasonRowSchema]


class CommunityMeasureSchema(Schema):
    """One of the community's numbers."""

    measure: str
    successes: int
    instances: int


class OpenTableSchema(Schema):
    """A table that waits for players."""

    code: str
    name: str
    host: str
    people: int
    bots: int
    fewest_players: int
    most_players: int
    edition: str
    board: str = Field(description="`standard`, `rebalanced` or the code of a custom board.")
    board_name: str = Field(description="The short name that a host gave a custom board.")
    pace: str
    talk: str
    is_ranked: bool
    has_password: bool
    languages: list[str]


class RunningGameSchema(Schema):
    """A running game of a public table."""

    code: str
    name: str
    round: int
    pace: str
    is_ranked: bool
    seats: int
    watching: int
    policies: list[Party] = Field(description="Of each enacted policy, the first one first.")


class ClubSchema(Schema):
    """An open club."""

    name: str
    slug: str
    about: str
    languages: list[str]
    entry: str
    members: int
    active: int
    founded_at: datetime


class NightSchema(Schema):
    """A game night that runs, or begins within a day."""

    name: str
    path: str
    starts_at: datetime
    has_begun: bool
    coming: int
    places: int


class SeatSchema(Schema):
    """One seat of a table."""

    number: int
    name: str
    is_bot: bool = Field(description="Whether a bot of the site or a program sits here.")
    has_stand_in: bool


class ActionSchema(Schema):
    """An action that is allowed now, in the words of the game record."""

    action: str
    target: int | None = None
    card: Policy | None = None
    ja: bool | None = None
    accept: bool | None = None


class MemorySchema(Schema):
    """A fact that the own seat alone was shown."""

    round: int
    kind: str
    facts: dict[str, Any]


class ObservationSchema(Schema):
    """What one viewer knows: exactly what the site's own page is made of."""

    viewer: int | None
    ruleset: Ruleset
    version: int = Field(description="The number of public events so far.")
    phase: Phase
    round: int
    decision: str
    actors: list[int]
    awaited: list[int]
    president: int
    chancellor: int | None
    in_office: bool
    alive: list[bool]
    voted: list[bool]
    term_limited: list[int]
    tracker: int
    liberal_policies: int
    fascist_policies: int
    draw_pile_count: int
    discard_pile_count: int
    hitler_zone: bool
    veto_unlocked: bool
    veto_in_force: bool
    veto_refused: bool
    investigated: list[int]
    cleared: list[int]
    current_round: RoundRecord | None
    past_rounds: list[RoundRecord]
    victory: Victory | None
    roles: list[Role | None] = Field(description="Those that the viewer knows; all at the end.")
    parties: list[Party | None]
    hand: list[Policy]
    own_ballot: Vote | None
    memories: list[MemorySchema]
    legal_actions: list[ActionSchema]


class TableSchema(Schema):
    """A table as one viewer sees it."""

    code: str
    name: str
    pace: str
    is_ranked: bool
    is_over: bool
    started_at: datetime
    deadline_at: datetime | None
    paused_at: datetime | None
    seats: list[SeatSchema]
    observation: ObservationSchema


class LobbySeatSchema(Schema):
    """One seat of a table that waits for players."""

    name: str
    is_bot: bool
    is_ready: bool
    is_here: bool
    is_host: bool


class LobbySchema(Schema):
    """A table that waits for players, or leads to its game."""

    code: str
    name: str
    is_open: bool
    game: str = Field(description="The code of the game, once it has begun.")
    fewest_players: int
    most_players: int
    board: str = Field(description="`standard`, `rebalanced` or the code of a custom board.")
    board_name: str = Field(description="The short name that a host gave a custom board.")
    pace: str
    is_ranked: bool
    has_password: bool
    seats: list[LobbySeatSchema]


class NewTableSchema(Schema):
    """The host's choices."""

    name: str = Field("", max_length=40, description="Without one the table gets a made name.")
    is_public: bool = True
    password: str = Field("", max_length=64)
    fewest_players: int = Field(5, ge=5, le=10)
    most_players: int = Field(10, ge=5, le=10)
    pace: Pace = Pace.RELAXED
    talk: TalkMode = TalkMode.FREE
    bots_allowed: bool = True
    is_ranked: bool = False
    board: str = Field(
        BoardKind.STANDARD.value,
        max_length=LONGEST_BOARD_CODE,
        description="standard, rebalanced, or the code of a custom board, which sets the number of players and is never ranked.",
    )
    board_name: str = Field(
        "", max_length=BOARD_NAME_MAX_LENGTH, description="The short name of a custom board."
    )


class JoinSchema(Schema):
    """What it takes to sit down."""

    password: str = Field("", max_length=64)


class ReadySchema(Schema):
    """Whether one is ready."""

    is_ready: bool = True


class DecisionSchema(ActionSchema):
    """An action for the open decision; sent again with the same `action_id` it counts once."""

    decision: str = Field(max_length=64)
    action_id: str = Field(max_length=64)


class ToldNoticeSchema(Schema):
    """A notice as it is told."""

    id: int
    kind: str
    text: str
    at: datetime


class NoticeSchema(ToldNoticeSchema):
    """What the site has to tell."""

    is_unread: bool


class PlaceSchema(Schema):
    """Where one plays, waits or is invited."""

    kind: PlaceKind
    code: str
    name: str
