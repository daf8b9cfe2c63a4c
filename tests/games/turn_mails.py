"""Slow games for tests of their mails, and a clock's round of mails."""

from datetime import datetime

from allauth.account.models import EmailAddress

from accounts.deliveries import DueDelivery, note_answer, take
from accounts.models import User
from accounts.notice_models import Notice, NoticeKind
from accounts.push import PushAnswer, PushOutcome
from games.engine import legal_actions
from games.engine.vocabulary import Phase
from games.models import ClockBeat, Game
from games.selectors.game import load_table
from games.services.agreement import submit_agreement
from games.services.outage import move_deadlines
from games.services.turn_notices import CALL_AFTER, tell_whose_turn_it_is
from games.values.agreement_request import AgreementAction, AgreementRequest
from games.values.timing import TurnNotice
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


def a_sweep(now: datetime) -> int:
    """Do what a clock does first; return of how many games people were told."""
    move_deadlines(now)
    return tell_whose_turn_it_is(now)


def mails_at(now: datetime) -> list[DueDelivery]:
    """Return the mails that a clock sends which has never stopped."""
    ClockBeat.objects.update_or_create(pk=1, defaults={"beat_at": now})
    a_sweep(now)
    mails = take(now, 50)
    for each in mails:
        assert each.device is None
        note_answer(each, PushAnswer(PushOutcome.TAKEN), now)
    return mails


def readers_at(now: datetime) -> list[int]:
    return sorted(each.reader.pk for each in mails_at(now))


def kind_of(notice: Notice) -> TurnNotice:
    return TurnNotice(notice.key.rpartition(":")[2])


def to_the_vote(game: Game) -> int:
    """Nominate somebody; return whose seat did it."""
    state = load_table(game.pk).state
    play(game, legal_actions(state, state.president)[0])
    assert load_table(game.pk).state.phase is Phase.VOTE
    return state.president


def say(game: Game, user: User, action: AgreementAction, now: datetime) -> None:
    number = load_table(game.pk).motion_number
    request = AgreementRequest(action=action, number=number)
    submit_agreement(game_id=game.pk, user_id=user.pk, request=request, now=now)


def noticed(user: User) -> list[str]:
    rows = Notice.objects.filter(user=user, kind=NoticeKind.TURN, read_at=None).order_by("pk")
    return [row.sentence for row in rows]
