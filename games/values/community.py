"""Plain values about the people here: who sits at a table now, who leads the last days, whose season it was."""

from dataclasses import dataclass

from games.values.player import ActivePerson, Best, Person, SeasonRow


@dataclass(frozen=True, slots=True, kw_only=True)
class HerePerson:
    """Somebody at a public table, or in the lobby of one, at this moment."""

    person: Person
    is_playing: bool
    """Otherwise waiting in a lobby."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HereNow:
    """Who sits at public tables and in listed lobbies at this moment."""

    playing: int
    waiting: int
    people: tuple[HerePerson, ...]
    """Those of them whom a list may name, some of many: who waits for others comes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """Two people who often sat on opposite sides, and how often each of them won; the leader first."""

    people: tuple[Person, Person]
    wins: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class LatestBests:
    """Who leads the public games of the last days, ranked or not, against bots or not; each list has the best first."""

    days: int
    games: int
    won: tuple[Best, ...]
    streaks: tuple[Best, ...]
    """The longest series of games won."""
    liberals: tuple[Best, ...]
    fascists: tuple[Best, ...]
    duels: tuple[Duel, ...]
    newcomers: tuple[Best, ...]
    """The games won by those whose first game was a few days ago; nobody where all are new."""
    new: tuple[ActivePerson, ...]
    """Whose first game was a few days ago; nobody where all are new."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonWinner:
    """The first of a season that is over."""

    season: str
    row: SeasonRow
