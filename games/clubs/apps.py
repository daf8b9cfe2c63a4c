"""The app of clubs; nothing in play needs it."""

from datetime import datetime
from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs, their members, news, games and tables."""

    name = "games.clubs"
    label = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        """Connect to what accounts and play announce, and register the sentences of notices."""
        from django.db.models.signals import post_save

        from accounts.notices import register_sentence
        from accounts.signals import (
            account_closing,
            asked_for_tables,
            asked_for_told_rows,
            forgetting,
            sanction_changed,
            time_to_spare,
        )
        from games.models import Lobby
        from games.signals import (
            asked_for_admission,
            asked_for_board_keepers,
            asked_for_invitable_clubs,
            asked_for_kept_boards,
            asked_for_own_clubs,
            asked_whose_table,
            club_chosen,
            game_ended,
            tick,
        )

        account_closing.connect(_on_account_closing, dispatch_uid="clubs.account_closing")
        asked_for_tables.connect(_own_tables, dispatch_uid="clubs.own_tables")
        asked_for_told_rows.connect(_told_rows, dispatch_uid="clubs.told_rows")
        forgetting.connect(_on_forgetting_asks, dispatch_uid="clubs.forgetting_asks")
        forgetting.connect(_on_forgetting_news, dispatch_uid="clubs.forgetting_news")
        sanction_changed.connect(_on_sanction_changed, dispatch_uid="clubs.sanction_changed")
        time_to_spare.connect(_on_time_to_spare, dispatch_uid="clubs.time_to_spare")
        asked_for_admission.connect(_on_asked_for_admission, dispatch_uid="clubs.admission")
        asked_for_own_clubs.connect(_on_asked_for_own_clubs, dispatch_uid="clubs.own_clubs")
        asked_for_board_keepers.connect(_on_asked_for_keepers, dispatch_uid="clubs.keepers")
        asked_for_kept_boards.connect(_on_asked_for_boards, dispatch_uid="clubs.boards")
        asked_for_invitable_clubs.connect(
            _on_asked_for_invitable_clubs, dispatch_uid="clubs.invitations"
        )
        asked_whose_table.connect(_on_asked_whose_table, dispatch_uid="clubs.whose_table")
        club_chosen.connect(_on_club_chosen, dispatch_uid="clubs.club_chosen")
        game_ended.connect(_on_game_ended, dispatch_uid="clubs.game_ended")
        tick.connect(_on_tick, dispatch_uid="clubs.tick")
        post_save.connect(_on_lobby_saved, sender=Lobby, dispatch_uid="clubs.rematch")
        for slug, sentence in {
            "club_news": _("News of %(club)s: %(title)s"),
            "club_invited": _("%(name)s invites the club %(club)s to the table “%(table)s”."),
            "club_table": _("%(club)s: a table is open for members."),
            "club_request": _("%(name)s would like to join %(club)s."),
            "club_invitation": _("%(name)s invites you to join %(club)s."),
            "club_accepted": _("You are a member of %(club)s now."),
            "club_hand_over": _("%(name)s would like to hand %(club)s over to you."),
            "club_owner": _("You are the owner of %(club)s now."),
            "club_closed": _("The club %(club)s has closed."),
        }.items():
            register_sentence(slug, sentence)


def _on_account_closing(*, user: Any, **_details: Any) -> None:
    from games.clubs.closed_accounts import leave_all_clubs

    leave_all_clubs(user)


def _own_tables(**_details: Any) -> dict[str, tuple[str, ...]]:
    return {
        "clubs.Membership.user": ("club__name", "role", "joined_at", "played_at", "best_streak"),
        "clubs.Ask.user": ("club__name", "kind", "created_at"),
        "clubs.ClubNews.author": ("club__name", "title", "text", "created_at"),
    }


def _told_rows(*, user: Any, **_details: Any) -> Any:
    from games.clubs.standing import asks_about

    return {"clubs.Ask.user": asks_about(user)}


def _on_forgetting_asks(*, now: Any, **_details: Any) -> tuple[str, int]:
    from games.clubs.retention import forget_asks

    return forget_asks(now)


def _on_forgetting_news(*, now: Any, **_details: Any) -> tuple[str, int]:
    from games.clubs.retention import forget_news

    return forget_news(now)


def _on_sanction_changed(*, sanction: Any, change: str, **_details: Any) -> None:
    from accounts.models import SanctionKind
    from games.clubs.closed_accounts import give_up_clubs

    if change == "sanction_imposed" and sanction.kind == SanctionKind.BAN:
        give_up_clubs(sanction.user)


def _on_time_to_spare(*, now: Any, **_details: Any) -> None:
    from games.clubs.counting import count_active

    count_active(now)


def _on_asked_for_admission(*, lobby: Any, user: Any, **_details: Any) -> Any:
    from games.clubs.tables import refusal_at

    return refusal_at(lobby, user)


def _on_asked_for_own_clubs(*, user: Any, **_details: Any) -> Any:
    from games.clubs.tables import own_clubs

    return own_clubs(user)


def _on_asked_for_keepers(*, user: Any, **_details: Any) -> Any:
    from games.clubs.boards import keepers

    return keepers(user)


def _on_asked_for_boards(*, user: Any, **_details: Any) -> Any:
    from games.clubs.boards import boards_of

    return boards_of(user)


def _on_asked_for_invitable_clubs(*, lobby: Any, user: Any, **_details: Any) -> Any:
    from games.clubs.lobby_invitations import invitable_clubs

    return invitable_clubs(lobby, user)


def _on_asked_whose_table(*, lobby: Any, **_details: Any) -> Any:
    from games.clubs.tables import club_of

    return club_of(lobby)


def _on_club_chosen(*, lobby: Any, user: Any, club: int, **_details: Any) -> None:
    from games.clubs.tables import choose_club

    choose_club(lobby, user, club)


def _on_game_ended(*, game: Any, **_details: Any) -> None:
    from games.clubs.counting import count_game

    count_game(game)


def _on_lobby_saved(*, instance: Any, created: bool, raw: bool, **_details: Any) -> None:
    from games.clubs.tables import keep_for_rematch, take_back_news

    if created and not raw:
        keep_for_rematch(instance)
    if not raw and instance.status != instance.Status.OPEN:
        take_back_news(instance)


def _on_tick(*, now: datetime, **_details: Any) -> None:
    from games.clubs.asks import tell_of_invitations

    tell_of_invitations(now)
