"""The app of game nights; nothing in play needs it."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NightsConfig(AppConfig):
    """Evenings with rounds at several tables."""

    name = "games.nights"
    label = "nights"
    verbose_name = _("Game nights")

    def ready(self) -> None:
        """Register what is told, and connect to the signals of accounts and of play, which never import this app."""
        from accounts.signals import account_closing, asked_for_tables
        from games.nights.news import register_sentences
        from games.signals import asked_for_nights, game_ended, tick

        register_sentences()
        tick.connect(_on_tick, dispatch_uid="nights.tick")
        game_ended.connect(_on_game_ended, dispatch_uid="nights.game_ended")
        account_closing.connect(_on_account_closing, dispatch_uid="nights.account_closing")
        asked_for_nights.connect(_on_asked_for_nights, dispatch_uid="nights.asked_for_nights")
        asked_for_tables.connect(_own_tables, dispatch_uid="nights.own_tables")


def _on_tick(*, now: Any, outage: Any, **_details: Any) -> None:
    from games.nights.clock import run_due_nights

    run_due_nights(now, outage)


def _on_game_ended(*, game: Any, **_details: Any) -> None:
    from games.nights.clock import note_outcome

    note_outcome(game)


def _on_asked_for_nights(*, now: Any, club: Any = None, **_details: Any) -> Any:
    from games.nights.tonight import nights_of_club, nights_tonight

    return nights_tonight(now) if club is None else nights_of_club(now, club)


def _on_account_closing(*, user: Any, **_details: Any) -> None:
    from games.nights.closed_accounts import forget_person

    forget_person(user)


def _own_tables(**_details: Any) -> dict[str, tuple[str, ...]]:
    return {
        "nights.Night.organiser": (
            "code", "club__name", "members_only", "name", "text", "starts_at", "zone", "languages", "pace", "talk", "is_ranked", "voice_url", "places",
            "round_count", "status", "created_at", "ended_at",
        ),
        "nights.NightPlace.user": ("night__code", "state", "joined_at", "ready_at", "sat_out"),
        "nights.NightSeat.user": (
            "table__round__night__code", "table__round__number", "table__number", "table__game__code", "absence",
        ),
        "nights.NightHonour.user": ("night__code", "kind", "value"),
        "nights.NightAct.by": ("night__code", "at", "kind", "round"),
    }  # fmt: skip
