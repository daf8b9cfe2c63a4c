"""The games app: lobbies, tables and their games."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Lobbies, games, statistics and ratings."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Connect to the signals of accounts, which never imports games."""
        from accounts.signals import (
            account_closed,
            account_closing,
            account_renamed,
            asked_for_tables,
            asked_for_told_rows,
            asked_whether_at_play,
            came_online,
            friends_changed,
            notices_changed,
            signed_out,
        )
        from games.live.turn_mail import register_turn_mails
        from games.services.notice_sentences import register_sentences

        register_sentences()
        came_online.connect(_on_came_online, dispatch_uid="games.came_online")
        friends_changed.connect(_on_friends_changed, dispatch_uid="games.friends_changed")
        from games.services.turn_notices import register_turn_notices
        from games.signals import game_ended, table_opened

        _register_sentences()
        register_turn_notices()
        register_turn_mails()
        game_ended.connect(_on_game_ended, dispatch_uid="games.turn_notices")
        table_opened.connect(_on_table_opened, dispatch_uid="games.table_wishes")
        account_closing.connect(_on_account_closing, dispatch_uid="games.account_closing")
        account_closed.connect(_on_account_closed, dispatch_uid="games.account_closed")
        account_renamed.connect(_on_account_renamed, dispatch_uid="games.account_renamed")
        asked_for_tables.connect(_own_tables, dispatch_uid="games.own_tables")
        asked_for_told_rows.connect(_told_rows, dispatch_uid="games.told_rows")
        asked_whether_at_play.connect(_is_at_play, dispatch_uid="games.at_play")
        notices_changed.connect(_on_notices_changed, dispatch_uid="games.notices_changed")
        signed_out.connect(_on_signed_out, dispatch_uid="games.signed_out")


def _on_account_closing(*, user: Any, **_details: Any) -> None:
    from games.services.closed_accounts import delete_private_data

    delete_private_data(user=user)


def _on_account_closed(*, user: Any, former_name: str, **_details: Any) -> None:
    from games.services.closed_accounts import refresh_tables_of, rename_tables_of
    from games.services.lobby_leaving import leave_open_lobbies

    rename_tables_of(user, former_name)
    leave_open_lobbies(user=user)
    refresh_tables_of(user=user)


def _on_account_renamed(*, user: Any, former_name: str, **_details: Any) -> None:
    from games.services.renamed_accounts import show_new_name

    show_new_name(user=user, former_name=former_name)


def _own_tables(**_details: Any) -> dict[str, tuple[str, ...]]:
    from games.selectors.own_data import OWN_TABLES

    return OWN_TABLES


def _told_rows(*, user: Any, **_details: Any) -> Any:
    from games.selectors.own_data import told_rows

    return told_rows(user)


def _is_at_play(*, user: Any, **_details: Any) -> bool:
    from games.models import Game, Seat

    return Seat.objects.filter(user=user, game__status=Game.Status.RUNNING).exists()


def _on_came_online(*, user_ids: tuple[int, ...], **_details: Any) -> None:
    from games.services.lobby_news import tell_friends_of

    tell_friends_of(user_ids)


def _on_friends_changed(*, user_ids: tuple[int, ...], **_details: Any) -> None:
    from games.transport.broadcast import announce_friends

    for user_id in user_ids:
        announce_friends(user_id)


def _on_signed_out(**_details: Any) -> None:
    from games.transport.broadcast import announce_signed_out

    announce_signed_out()


def _on_notices_changed(*, user_ids: Any, **_details: Any) -> None:
    from games.transport.broadcast import announce_notices

    announce_notices(user_ids)


def _on_table_opened(*, lobby: Any, **_details: Any) -> None:
    from games.services.table_wishes import tell_of

    tell_of(lobby)


def _on_game_ended(*, game: Any, **_details: Any) -> None:
    from games.services.turn_notices import forget_turns

    forget_turns(game)


def _register_sentences() -> None:
    from accounts.notices import register_sentence

    register_sentence(
        "rating_own_game",
        _(
            "The ranked game “%(name)s” was annulled. Your rating was %(before)s and is %(after)s now."
        ),
    )
    register_sentence(
        "rating_others_game",
        _(
            "A ranked game of other people was annulled. Your rating was %(before)s and is %(after)s now."
        ),
    )
    register_sentence(
        "table_wished", _("A table you asked to hear of has opened: %(table)s, by %(name)s")
    )
