"""What has happened here lately: games that have ended, and the people who play often.

For the first page and the community's pages. Finished games only, so there are no secrets here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine.vocabulary import Party
from games.presenters.lobby.home import board_in_words
from games.presenters.player.headlines import GOALS, headline_of
from games.presenters.table.acts import present_ending
from games.presenters.view import view_model
from games.values.player import RecentGame, RecordGame, RecordGames
from games.words.phrases import GAME_KIND_NAMES

if TYPE_CHECKING:
    from games.words.phrases import Phrase


@view_model
class RecentGameView:
    """A game that anybody may watch again."""

    url: str
    """Its replay, from the start."""
    name: str
    side: str
    won: str
    """Who won."""
    headline: str
    """How it ended, and how close it was."""
    symbol: str
    """Of what decided it."""
    decided: str
    """What decided it, with names; empty if somebody who took part is not named."""
    winners: tuple["TeamMemberView", ...]
    losers: tuple["TeamMemberView", ...]
    tracks: tuple["TrackView", ...]
    board: str
    """The same in words; empty if nothing was enacted."""
    kind: "Phrase"
    minutes: int
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class TeamMemberView:
    """Somebody who took part; without a face and a name if this person is not named."""

    face: str
    name: str


@view_model
class TrackView:
    """A side's track on a small board: one mark for each space, true where a policy lies."""

    side: str
    spaces: tuple[bool, ...]


@view_model
class RecordView:
    """A game that no other of the last weeks surpasses in something, which anybody may watch again."""

    title: str
    url: str
    name: str
    number: str


def present_recent_games(games: Iterable[RecentGame]) -> tuple[RecentGameView, ...]:
    """Return games that have ended in the active language."""
    return tuple(_view(game) for game in games)


def present_records(found: RecordGames | None) -> tuple[RecordView, ...]:
    """Return the records of the last weeks in the active language; none while there are too few games."""
    if found is None:
        return ()
    rows = (
        (_("Longest game"), found.longest, _minutes(found.longest)),
        (_("Quickest game"), found.quickest, _minutes(found.quickest)),
        (_("Most rounds"), found.most_rounds, str(found.most_rounds.rounds)),
    )
    return tuple(
        RecordView(
            title=title,
            url=reverse("games:replay", args=[game.code]),
            name=game.name,
            number=number,
        )
        for title, game, number in rows
    )


def tracks_of(game: RecentGame) -> tuple[TrackView, ...]:
    """Return the tracks of both sides as they lay at the end."""
    return tuple(
        TrackView(
            side=side.value,
            spaces=tuple(place < game.policies.count(side) for place in range(goal)),
        )
        for side, goal in GOALS.items()
    )


def _minutes(game: RecordGame) -> str:
    return _("%(minutes)s min") % {"minutes": max(1, round(game.seconds / 60))}


def _view(game: RecentGame) -> RecentGameView:
    act = present_ending(game.ending)
    is_liberal = act.party == Party.LIBERAL.value
    sides: dict[bool, list[TeamMemberView]] = {True: [], False: []}
    for seat, (face, name) in enumerate(zip(game.faces, game.names, strict=True)):
        sides[seat in game.winners].append(TeamMemberView(face, name))
    return RecentGameView(
        url=reverse("games:replay_step", args=[game.code, 0]),
        name=game.name,
        side=act.party,
        won=_("Liberals win") if is_liberal else _("Fascists win"),
        headline=headline_of(game),
        symbol=act.symbol,
        decided=act.text,
        winners=tuple(sides[True]),
        losers=tuple(sides[False]),
        tracks=tracks_of(game),
        board=board_in_words(game.policies),
        kind=GAME_KIND_NAMES[game.kind],
        minutes=max(1, round(game.seconds / 60)),
        ended_at=game.ended_at,
    )
