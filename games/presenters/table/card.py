"""The card of a person at a table: rating and games, how the reader and they fared together, and muting.

Only finished games are counted.
"""

from games.presenters.player.player import SharedGamesView, present_shared_games
from games.presenters.table.notes import PersonView
from games.presenters.view import view_model
from games.statistics import Pairing
from games.values.player import Standing


@view_model
class CardView:
    """Who somebody is, for one reader."""

    address: str
    """The person's name or handle in addresses."""
    standing: Standing | None
    games: int
    is_self: bool
    is_reader_known: bool
    together: SharedGamesView | None
    won_by_reader: int
    """Of the games on opposite sides."""
    person: PersonView | None
    """What the reader's notes say of this person; None for who cannot mute them."""
    mute_url: str
    game_code: str


def present_card(
    address: str,
    *,
    standing: Standing | None,
    games: int,
    is_self: bool,
    is_reader_known: bool,
    together: Pairing | None,
    person: PersonView | None,
    mute_url: str,
    game_code: str,
) -> CardView:
    """Return the card; `together` counts the games of this person with the reader."""
    opposite = None if together is None else together.opposite
    return CardView(
        address=address,
        standing=standing,
        games=games,
        is_self=is_self,
        is_reader_known=is_reader_known,
        together=None if together is None else present_shared_games(together),
        won_by_reader=0 if opposite is None else opposite.instances - opposite.successes,
        person=person,
        mute_url=mute_url,
        game_code=game_code,
    )
