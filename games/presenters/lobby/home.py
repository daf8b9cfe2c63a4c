"""The home page's lists: one's own places, and games to watch."""

from collections.abc import Iterable, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.vocabulary import Party
from games.presenters.players import in_a_sentence
from games.presenters.view import view_model
from games.values.lobby import Place, PlaceKind, WatchEntry
from games.values.timing import Pace
from games.words.phrases import name_of


@view_model
class OwnGameView:
    """One's own running game, and for whom it waits."""

    url: str
    name: str
    sentence: str
    is_own_turn: bool


@view_model
class OwnPlaceView:
    """A lobby that one sits in, or a rematch that one is called to."""

    url: str
    sentence: str


@view_model
class WatchView:
    """A game that one may watch."""

    code: str
    url: str
    name: str
    facts: str
    pace: str
    is_ranked: bool
    faces: tuple[str, ...]
    policies: tuple[str, ...]
    """The parties of the enacted policies, the first one first."""
    board: str
    """The same in words; empty before the first."""
    watching: str
    """How many people watch; empty if nobody does."""


def own_games_first(games: Iterable[OwnGameView]) -> tuple[OwnGameView, ...]:
    """Return these games, those that wait for the reader before all others."""
    return tuple(sorted(games, key=lambda game: not game.is_own_turn))


def present_own_places(places: Sequence[Place]) -> tuple[OwnPlaceView, ...]:
    """Return the lobbies and invitations among somebody's places."""
    sentences = {
        PlaceKind.LOBBY: _("Your table is waiting: %(name)s"),
        PlaceKind.INVITATION: _("You are invited to a rematch: %(name)s"),
        PlaceKind.INVITED_BY: _("You are invited to a table: %(name)s"),
    }
    return tuple(
        OwnPlaceView(
            url=reverse("games:lobby", args=[place.code]),
            sentence=sentences[place.kind] % {"name": in_a_sentence(place.name)},
        )
        for place in places
        if place.kind in sentences
    )


def present_games_to_watch(entries: Iterable[WatchEntry]) -> tuple[WatchView, ...]:
    """Return games to watch in the active language."""
    return tuple(
        WatchView(
            code=entry.code,
            url=reverse("games:table", args=[entry.code]),
            name=entry.name,
            facts=_("Round %(round)d, %(players)s")
            % {"round": entry.round, "players": _players(len(entry.faces))},
            pace=name_of(Pace(entry.pace)),
            is_ranked=entry.is_ranked,
            faces=entry.faces,
            policies=tuple(party.value for party in entry.policies),
            board=board_in_words(entry.policies),
            watching=_watching(entry.watching),
        )
        for entry in entries
    )


def _players(count: int) -> str:
    return ngettext("%(count)d player", "%(count)d players", count) % {"count": count}


def board_in_words(policies: Sequence[Party]) -> str:
    """Return how many policies of each side are enacted; empty before the first."""
    if not policies:
        return ""
    return _("Enacted: %(liberal)d Liberal, %(fascist)d Fascist.") % {
        "liberal": policies.count(Party.LIBERAL),
        "fascist": policies.count(Party.FASCIST),
    }


def _watching(count: int) -> str:
    if not count:
        return ""
    return ngettext("%(count)d watches", "%(count)d watch", count) % {"count": count}
