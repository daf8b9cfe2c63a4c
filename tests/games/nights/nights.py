"""Nights for tests: announced by an organiser, moved on by the clock."""

from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.engine.vocabulary import Party, Role, Victory
from games.models import Game, GameResult, SeatResult
from games.nights.announcing import NightPlan, announce_night
from games.nights.clock import advance, latest_round
from games.nights.models import Night, NightRound
from games.nights.places import join_night, say_ready
from tests.factories import a_game, a_person, play_at_random

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def in_future(**later: float) -> datetime:
    """Return a whole minute from now on."""
    at = timezone.now() + timedelta(**later)
    return at.astimezone(UTC).replace(second=0, microsecond=0)


def a_plan(**fields: Any) -> NightPlan:
    """A plan for a small evening tomorrow."""
    usual: dict[str, Any] = {
        "name": "Friday",
        "text": "Bring tea.",
        "starts_at": in_future(days=2),
        "zone": "Europe/Warsaw",
        "languages": ["en"],
        "pace": "quick",
        "talk": "free",
        "is_ranked": False,
        "voice_url": "https://voice.example/room",
        "places": 24,
        "round_count": 2,
    }
    return NightPlan(**(usual | fields))


def an_organiser(name: str = "") -> User:
    """A member with ten finished games."""
    user = a_person(name, is_guest=False)
    finished, _users = a_game()
    for _game in range(10):
        # Only who sat there matters: ten games need not be played.
        game = Game.objects.create(
            name="x", edition=finished.edition, pace="none", player_count=5, status="finished"
        )
        result = GameResult.objects.create(
            game=game, kind="casual", edition=game.edition, size=5, winner=Party.LIBERAL,
            victory=Victory.FIVE_LIBERAL_POLICIES, ended_at=timezone.now(), seconds=1, rounds=1,
        )  # fmt: skip
        SeatResult.objects.create(
            result=result, user=user, seat=0, role=Role.LIBERAL, team=Party.LIBERAL, won=True,
            kind="casual", size=5, ended_at=timezone.now(),
        )  # fmt: skip
    return user


def a_night(organiser: User | None = None, **fields: Any) -> Night:
    """An announced night."""
    return announce_night(user=organiser or an_organiser(), plan=a_plan(**fields))


def a_night_of(organiser: User) -> Night:
    """An announced night of somebody who has played nothing."""
    fields = asdict(a_plan())
    return Night.objects.create(organiser=organiser, due_at=fields["starts_at"], **fields)


def members(count: int) -> list[User]:
    """So many members."""
    return [a_person(is_guest=False) for _ in range(count)]


def a_night_with(count: int, **fields: Any) -> tuple[Night, list[User]]:
    """A night to which so many people come, its organiser among them."""
    night = a_night(**fields)
    people = [night.organiser, *members(count - 1)]
    for person in people:
        join_night(night_id=night.pk, user=person)
    return night, people


def move_on(night: Night, at: datetime) -> Night:
    """Let the clock do what is due at this moment, as its next sweep would."""
    Night.objects.filter(pk=night.pk).exclude(due_at=None).update(due_at=at)
    advance(night.pk, at)
    night.refresh_from_db()
    return night


def all_ready(night: Night, people: list[User], at: datetime) -> None:
    """Everybody says to be there."""
    for person in people:
        say_ready(night_id=night.pk, user=person, now=at)


def begin_first_round(night: Night, people: list[User]) -> NightRound:
    """Let everybody say to be there, and begin the first round now."""
    at = timezone.now()
    Night.objects.filter(pk=night.pk).update(starts_at=at - MINUTE)
    all_ready(night, people, at)
    for each in (at - 2 * MINUTE, at - MINUTE, at):
        move_on(night, each)
    begun = latest_round(night)
    assert begun is not None
    return begun


def play_round(begun: NightRound, seed: int = 1) -> None:
    """Play all games of a round to the end, by their people."""
    for table in begun.tables.order_by("number"):
        assert table.game is not None
        play_at_random(table.game, Random(seed + table.number))
