"""What a token allows, each with the sentence that its owner reads."""

from enum import StrEnum

from django.utils.translation import pgettext_lazy


class TokenScope(StrEnum):
    """The scopes; their values never change."""

    GAMES_READ = "games:read"
    LOBBIES_WRITE = "lobbies:write"
    TABLE_PLAY = "table:play"
    NOTICES_READ = "notices:read"
    BOT_PLAY = "bot:play"


SCOPE_TEXTS = {
    TokenScope.GAMES_READ: pgettext_lazy(
        "scope of a token", "Read my games, also those of private tables"
    ),
    TokenScope.LOBBIES_WRITE: pgettext_lazy(
        "scope of a token", "Open tables, sit down, get ready, start games"
    ),
    TokenScope.TABLE_PLAY: pgettext_lazy(
        "scope of a token", "See what I know at a table, and act for me"
    ),
    TokenScope.NOTICES_READ: pgettext_lazy("scope of a token", "Read my notices"),
    TokenScope.BOT_PLAY: pgettext_lazy(
        "scope of a token", "Play as a bot: open tables, sit down, see what its seat knows, act"
    ),
}
OF_PEOPLE = (
    TokenScope.GAMES_READ,
    TokenScope.LOBBIES_WRITE,
    TokenScope.TABLE_PLAY,
    TokenScope.NOTICES_READ,
)
OF_BOTS = (TokenScope.GAMES_READ, TokenScope.BOT_PLAY, TokenScope.NOTICES_READ)
