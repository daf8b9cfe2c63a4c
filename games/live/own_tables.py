"""A person's running games in a list: for whom each of them waits."""

from collections.abc import Iterable

from django.urls import reverse

from games.live.table_screen import TableScreen
from games.presenters.lobby.home import OwnGameView, own_games_first
from games.selectors.seen_table import SeenTable


def present_own_games(seen: Iterable[SeenTable]) -> tuple[OwnGameView, ...]:
    """Return these games in the active language, those that wait for their reader first."""
    return own_games_first(_own_game(each) for each in seen)


def _own_game(seen: SeenTable) -> OwnGameView:
    sentence = TableScreen(seen).own.phase_sentence
    return OwnGameView(
        url=reverse("games:table", args=[seen.facts.code]),
        name=seen.facts.name,
        sentence=sentence.sentence,
        is_own_turn=sentence.is_own and seen.facts.paused_at is None,
    )
