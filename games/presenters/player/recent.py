"""What has happened here lately: games that have ended, and the people who play often.

For the first page and the community's pages. Finished games only, so there are no secrets here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine.vocabulary import Party, Victory, Vote
from games.presenters.table.acts import present_ending
from games.values.game_kind import GameKind
from games.values.player import Ending, RecentGame
from games.words.phrases import ENDING_NAMES, GAME_KIND_NAMES

if TYPE_CHECKING:
    from games.words.phrases import Phrase

_FACES = (
    "frog ochre plain",
    "hat brown solid",
    "snail violet plain",
    "teapot rose ruled",
    "penguin lime plain",
    "camera teal solid",
    "envelope green plain",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentGameView:
    """A game that anybody may watch again."""

    url: str
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


def present_recent_games(games: Iterable[RecentGame]) -> tuple[RecentGameView, ...]:
    """Return games that have ended in the active language."""
    return tuple(_view(game) for game in games)


def present_examples(now: datetime) -> tuple[RecentGameView, ...]:
    """Return games that were never played, to show what will stand where there are none yet."""
    return present_recent_games(
        RecentGame(
            code="example",
            name=_("Example"),
            kind=GameKind.CASUAL,
            ending=ending,
            size=len(_FACES),
            seconds=0,
            ended_at=now,
            faces=_FACES,
        )
        for ending in (
            Ending(victory=Victory.HITLER_EXECUTED, round=9, president="Ada", target="Bruno"),
            Ending(
                victory=Victory.HITLER_ELECTED,
                round=7,
                president="Dilip",
                chancellor="Esra",
                votes=(Vote.JA,) * 4 + (Vote.NEIN,) * 3,
            ),
            Ending(
                victory=Victory.FIVE_LIBERAL_POLICIES,
                round=11,
                president="Chiara",
                chancellor="Femi",
            ),
        )
    )


def _view(game: RecentGame) -> RecentGameView:
    act = present_ending(game.ending)
    is_liberal = act.party == Party.LIBERAL.value
    return RecentGameView(
        url=reverse("games:replay", args=[game.code]),
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
