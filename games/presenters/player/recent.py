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
from games.presenters.table.acts import present_ending
from games.values.player import RecentGame, RecordGame, RecordGames
from games.words.phrases import ENDING_NAMES, GAME_KIND_NAMES

if TYPE_CHECKING:
    from games.words.phrases import Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentGameView:
    """A game that anybody may watch again."""

    url: str
    """Its replay, from the start."""
    name: str
    side: str
    headline: str
    """Who won."""
    ending: "Phrase"
    decided: str
    """What decided it, with names; empty if somebody who took part is not named."""
    faces: tuple[str, ...]
    kind: "Phrase"
    minutes: int
    ended_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
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


def _minutes(game: RecordGame) -> str:
    return _("%(minutes)s min") % {"minutes": max(1, round(game.seconds / 60))}


def _view(game: RecentGame) -> RecentGameView:
    act = present_ending(game.ending)
    is_liberal = act.party == Party.LIBERAL.value
    return RecentGameView(
        url=reverse("games:replay_step", args=[game.code, 0]),
        name=game.name,
        side=act.party,
        headline=_("Liberals win") if is_liberal else _("Fascists win"),
        ending=ENDING_NAMES[game.ending.victory],
        decided=act.text,
        faces=game.faces,
        kind=GAME_KIND_NAMES[game.kind],
        minutes=max(1, round(game.seconds / 60)),
        ended_at=game.ended_at,
    )
