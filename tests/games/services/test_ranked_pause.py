"""The pause of those who left ranked games, before the next one."""

from datetime import datetime, timedelta
from functools import partial
from random import Random

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, SeatResult
from games.selectors.ranked_pause import ranked_pause
from games.services import lobby_start
from games.services.game import leave_seat, take_seat_back
from games.services.result import annul
from games.values.refusals import ServiceReason
from tests.factories import a_game, play_on
from tests.games.lobbies import a_table, join, ready, registered
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db(transaction=True)


def a_deserted_game(seed: int = 1, leaver: int = 0) -> tuple[Game, list[User]]:
    """A running ranked game whose seat of this number was left before the first policy."""
    game, people = a_game(people=5, seed=seed, is_ranked=True)
    for person in people:
        EmailAddress.objects.create(user=person, email=f"{person.pk}@example.org", verified=True)
    User.objects.filter(pk__in=[person.pk for person in people]).update(is_guest=False)
    people = list(User.objects.filter(pk__in=[person.pk for person in people]).order_by("pk"))
    leave_seat(game_id=game.pk, user_id=people[leaver].pk)
    return game, people


def end(game: Game) -> datetime:
    play_on(game, Random(1))
    game.refresh_from_db()
    assert game.finished_at is not None
    return game.finished_at


def test_who_left_a_ranked_game_waits_before_the_next_and_nobody_else_does() -> None:
    game, (leaver, stayed, *_others) = a_deserted_game()
    end(game)
    ranked, casual = a_table(registered(), is_ranked=True), a_table()
    assert refusal(partial(join, ranked, leaver)) is ServiceReason.RANKED_PAUSED
    assert refusal(partial(a_table, leaver, is_ranked=True)) is ServiceReason.RANKED_PAUSED
    join(ranked, stayed)
    join(casual, leaver)


def test_game_that_was_left_is_waited_for_until_its_seat_is_taken_back() -> None:
    game, (leaver, *_others) = a_deserted_game()
    pause = ranked_pause(leaver.pk, timezone.now())
    assert pause is not None
    assert (pause.game_code, pause.until, pause.left) == (game.code, None, 1)
    take_seat_back(game_id=game.pk, user_id=leaver.pk)
    assert ranked_pause(leaver.pk, timezone.now()) is None


def test_pause_grows_to_an_hour_and_is_forgotten_after_three_days() -> None:
    game, (leaver, *_others) = a_deserted_game()
    ended = end(game)
    rows = [SeatResult.objects.get(user=leaver)]
    for minutes in (10, 20, 40, 60, 60):
        pause = ranked_pause(leaver.pk, ended)
        assert pause is not None
        assert (pause.left, pause.until) == (len(rows), ended + timedelta(minutes=minutes))
        assert ranked_pause(leaver.pk, ended + timedelta(minutes=minutes)) is None
        # One more game like the first, but an hour before it.
        again, _people = a_game(people=5, seed=len(rows) + 1, is_ranked=True)
        end(again)
        row = SeatResult.objects.filter(result_id=again.pk).first()
        assert row is not None
        row.user, row.is_leaver = leaver, True
        row.ended_at = ended - timedelta(hours=1)
        row.save()
        rows.append(row)
    # All but the last game are older than three days: the pause is as short as the first.
    SeatResult.objects.filter(user=leaver).exclude(pk=rows[0].pk).update(
        ended_at=ended - timedelta(days=3, minutes=1)
    )
    pause = ranked_pause(leaver.pk, ended)
    assert pause is not None
    assert pause.until == ended + timedelta(minutes=10)


def test_annulled_game_has_no_pause() -> None:
    game, (leaver, *_others) = a_deserted_game()
    end(game)
    assert ranked_pause(leaver.pk, timezone.now()) is not None
    annul(game_id=game.pk)
    assert ranked_pause(leaver.pk, timezone.now()) is None


def test_ranked_game_does_not_start_with_somebody_who_has_to_wait() -> None:
    game, (leaver, *_others) = a_deserted_game()
    host = registered()
    lobby = a_table(host, is_ranked=False)
    join(lobby, leaver)
    ready(lobby, [leaver, *(join(lobby, registered()) for _ in range(3))])
    lobby.refresh_from_db()
    lobby.is_ranked, lobby.bots_allowed = True, False
    lobby.save()
    end(game)
    start = partial(lobby_start.start_lobby_game, lobby_id=lobby.pk, user=host)
    assert refusal(start) is ServiceReason.RANKED_PAUSED
    annul(game_id=game.pk)
    start()


def test_lobby_says_why_and_how_long_one_waits() -> None:
    game, (leaver, *_others) = a_deserted_game()
    lobby = a_table(registered(), is_ranked=True)
    client = Client()
    client.force_login(leaver)
    page = client.get(f"/lobbies/{lobby.code}/").content.decode()
    assert "is still running" in page
    assert f'href="/games/{game.code}/"' in page
    end(game)
    page = client.get(f"/lobbies/{lobby.code}/").content.decode()
    assert "You left 1 ranked game in the last three days" in page
    assert "data-deadline" in page
    assert f"/lobbies/{lobby.code}/join/" not in page
    answer = client.post(f"/lobbies/{lobby.code}/join/")
    assert answer.status_code == 409
