"""People and tables for the tests of moderation."""

from typing import Any

from django.contrib.auth.models import Permission

from accounts.models import User
from games.models import Game
from games.moderation import cases, evidence, reports
from games.moderation.models import Case, Report, ReportReason
from games.services.chat import say
from games.values.chat import seat_key
from tests.factories import a_game, a_person, with_factor


def a_moderator() -> User:
    """A member of staff who may moderate, with a second factor."""
    moderator = a_person(is_guest=False, is_staff=True)
    moderator.user_permissions.add(Permission.objects.get(codename="moderate"))
    return with_factor(moderator)


def a_table_with_talk(words: str = "You are all idiots", **fields: Any) -> tuple[Game, list[User]]:
    """A running game in which seat 1 has said something."""
    game, users = a_game(**fields)
    say(game_id=game.pk, user_id=users[0].pk, text="Hello")
    say(game_id=game.pk, user_id=users[1].pk, text=words)
    return game, users


def a_report(game: Game, reporter: User, seat: int = 1, **fields: Any) -> Report:
    """A report of somebody at this table."""
    target = evidence.at_table(game.pk, reporter, seat_key(seat))
    assert target is not None
    fields.setdefault("reason", ReportReason.HARASSMENT)
    return reports.report(reporter=reporter, target=target, **{"sentence": "Insults", **fields})


def a_claimed_case(moderator: User) -> tuple[Case, Game, list[User]]:
    """A case of seat 1 at a running table, claimed by this moderator, with the people of the table."""
    game, users = a_table_with_talk()
    case = a_report(game, users[0]).case
    cases.claim(case=case, moderator=moderator)
    return case, game, users
