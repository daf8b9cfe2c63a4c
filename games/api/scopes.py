"""What a token allows, each with the sentence that its owner reads."""

from enum import StrEnum

from django.utils.translation import pgettext_lazy


class Scope(StrEnum):
    """The scopes; their values never change."""

    GAMES_READ = "games:read"
    LOBBIES_WRITE = "lobbies:write"
    TABLE_PLAY = "table:play"
    NOTICES_READ = "notices:read"
    BOT_PLAY = "bot:play"


SCOPE_TEXTS = {
    Scope.GAMES_READ: pgettext_lazy(
        "scope of a token", "Read my games, also those of private tables"
    ),
    Scope.LOBBIES_WRITE: pgettext_lazy(
        "scope of a token", "Open tables, sit down, get ready, start games"
    ),
    Scope.TABLE_PLAY: pgettext_lazy(
        "scope of a token", "See what I know at a table, and act for me"
    ),
    Scope.NOTICES_READ: pgettext_lazy("scope of a token", "Read my notices"),
    Scope.BOT_PLAY: pgettext_lazy(
        "scope of a token", "Play as a bot: open tables, sit down, see what its seat knows, act"
    ),
}
OF_PEOPLE = (Scope.GAMES_READ, Scope.LOBBIES_WRITE, Scope.TABLE_PLAY, Scope.NOTICES_READ)
OF_BOTS = (Scope.GAMES_READ, Scope.BOT_PLAY, Scope.NOTICES_READ)
