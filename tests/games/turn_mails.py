"""Slow games for tests of their mails, and a clock's round of mails."""

from datetime import datetime

from allauth.account.models import EmailAddress

from accounts.models import User
from games.engine import legal_actions
from games.engine.vocabulary import Phase
from games.models import ClockBeat, Game
from games.selectors.game import load_table
from games.services.turn_mail import (
    CALL_AFTER,
    DueMail,
    note_sent,
    plan,
    take,
)
from tests.factories import a_game, play


def register(*users: User) -> None:
    """Give people an account with a confirmed address."""
    for user in users:
        user.is_guest = False
        user.email = f"{user.pk}@example.org"
        user.save()
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)


def a_slow_game(people: int = 5, bots: int = 0, pace: str = "12h") -> tuple[Game, list[User]]:
    game, users = a_game(people=people, bots=bots, pace=pace)
    register(*users)
    return game, users


def the_president(game: Game, users: list[User]) -> User:
    return users[load_table(game.pk).state.president]


def opened(game: Game) -> datetime:
    opened_at = load_table(game.pk).opened_at
    assert opened_at is not None
    return opened_at


def called(game: Game) -> datetime:
    """Return when absent people get their mail."""
    return opened(game) + CALL_AFTER


def reminded(game: Game) -> datetime:
    """Return when a quarter of the time is left."""
    deadline = load_table(game.pk).deadline_at
    assert deadline is not None
    return deadline - (deadline - opened(game)) / 4


def mails_at(now: datetime) -> list[DueMail]:
    """Return the mails of one round of a clock that has never stopped."""
    ClockBeat.objects.update_or_create(pk=1, defaults={"beat_at": now})
    plan(now)
    due_mails = list(iter(lambda: take(now), None))
    for due_mail in due_mails:
        note_sent(due_mail, now)
    return due_mails


def readers_at(now: datetime) -> list[int]:
    return sorted(due_mail.reader.user_id for due_mail in mails_at(now))


def to_the_vote(game: Game) -> None:
    state = load_table(game.pk).state
    play(game, legal_actions(state, state.president)[0])
    assert load_table(game.pk).state.phase is Phase.VOTE
