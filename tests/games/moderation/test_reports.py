"""Reports: from where a person stands, with what the reporter could read, within limits."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import close_account
from games.engine.vocabulary import Channel
from games.models import ChatMessage, Lobby
from games.moderation import evidence, reports
from games.moderation.models import About, Case, Report, ReportReason
from games.moderation.reports import ReportError, ReportRefusal
from games.services.chat import say
from games.services.lobby_talk import talk_in_lobby
from games.values.chat import SayRequest, seat_key
from tests.factories import a_game, a_lobby, a_person
from tests.games import talk
from tests.games.lobbies import join
from tests.games.moderation.people import a_report, a_table_with_talk

pytestmark = pytest.mark.django_db


def test_report_keeps_what_was_said_around_the_line() -> None:
    game, users = a_game()
    for number in range(40):
        ChatMessage.objects.create(
            game=game,
            number=number + 1,
            channel=Channel.TABLE.value,
            user=users[1] if number == 20 else users[2],
            seat=1 if number == 20 else 2,
            round=1,
            version=1,
            text=f"line {number}",
            created_at=timezone.now(),
        )
    report = a_report(game, users[0], line=21)
    kept = [each["text"] for each in report.evidence]
    assert kept == [f"line {number}" for number in range(10, 31)]
    assert [each["user"] for each in report.evidence].count(users[1].pk) == 1
    assert (report.game_id, report.round, report.about) == (game.pk, 1, About.TABLE)


def test_report_keeps_nothing_that_the_reporter_could_not_read() -> None:
    game, users, state = talk.at(talk.somebody_dead)
    dead = state.alive.index(False)
    living = state.alive.index(True)
    say(game_id=game.pk, user_id=users[dead].pk, text="I know who it is")
    seen_by_the_living = a_report(game, users[living], seat=dead)
    assert "I know" not in str(seen_by_the_living.evidence)


def test_people_of_one_person_come_into_one_case() -> None:
    game, users = a_table_with_talk()
    one, two = a_report(game, users[0]), a_report(game, users[2])
    assert one.case == two.case
    assert Case.objects.get().person == users[1]


def refusal_of(*args: object, **fields: object) -> ReportRefusal:
    with pytest.raises(ReportError) as refused:
        a_report(*args, **fields)  # type: ignore[arg-type]
    return refused.value.refusal


def test_limits() -> None:
    game, users = a_table_with_talk()
    assert refusal_of(game, users[1]) is ReportRefusal.ONESELF
    a_report(game, users[0])
    assert refusal_of(game, users[0]) is ReportRefusal.TWICE
    for seat in (2, 3, 4):
        a_report(game, users[0], seat=seat)
    Report.objects.filter(target__endswith=f":{users[4].pk}").update(target="another of this game")
    assert refusal_of(game, users[0], seat=4) is ReportRefusal.TOO_MANY_A_GAME
    for number in range(16):
        target = evidence.player(a_person(f"Somebody {number}").username)
        assert target is not None
        reports.report(reporter=users[0], target=target, reason=ReportReason.NAME, sentence="")
    other, _users = a_game()
    assert refusal_of(other, users[0]) is ReportRefusal.TOO_MANY_A_DAY


def test_somebody_in_a_lobby_is_reported_by_those_who_sit_there() -> None:
    lobby: Lobby = a_lobby(a_person("Ana"))
    bruno, carla = a_person("Bruno"), a_person("Carla")
    for each in (lobby.host, bruno):
        join(lobby, each)
    talk_in_lobby(
        lobby_id=lobby.pk, user=bruno, request=SayRequest(text="Go away", message_id="m1")
    )
    seat = lobby.seats.get(user=bruno)
    assert evidence.in_lobby(lobby.code, carla, seat.pk) is None
    target = evidence.in_lobby(lobby.code, lobby.host, seat.pk)
    assert target is not None
    assert [each.text for each in target.lines] == ["Go away"]


def test_name_of_a_lobby_by_link_is_reported_only_from_inside() -> None:
    lobby = a_lobby(a_person("Ana"), is_public=False)
    bruno = a_person("Bruno")
    assert evidence.lobby_name(lobby.code, bruno) is None
    join(lobby, bruno)
    target = evidence.lobby_name(lobby.code, bruno)
    assert target is not None
    assert (target.person, target.name) == (lobby.host, lobby.name)


def test_report_is_made_and_followed_on_the_site(client: Client) -> None:
    game, users = a_table_with_talk("Nonsense!")
    address = f"/moderation/report/game/{game.code}/{seat_key(1)}/"
    client.force_login(users[0])
    shown = client.get(address).content.decode()
    assert "Nonsense!" in shown
    typed = {"reason": "hate", "sentence": "Look", "line": "2"}
    after = client.post(address, typed, follow=True).content.decode()
    assert "Nobody has looked at it yet." in after
    report = Report.objects.get()
    assert (report.reason, report.sentence, report.reporter) == ("hate", "Look", users[0])
    assert client.post(address, typed).status_code == 409
    # Whoever is reported sees nothing of it.
    client.force_login(users[1])
    assert "Look" not in client.get("/moderation/mine/").content.decode()


@pytest.mark.parametrize(
    "typed",
    [
        {},
        {"reason": "boredom"},
        {"reason": "hate", "line": "999"},
        {"reason": "hate", "line": "x"},
        {"reason": "hate", "sentence": "x" * 501},
    ],
)
def test_bad_forms_are_shown_again(client: Client, typed: dict[str, str]) -> None:
    game, users = a_table_with_talk()
    client.force_login(users[0])
    address = f"/moderation/report/game/{game.code}/{seat_key(1)}/"
    answer = client.post(address, {"x": "y"} | typed)
    assert answer.status_code == 200
    assert not Report.objects.exists()


@pytest.mark.parametrize(
    "path",
    [
        "report/game/nowhere/1/",
        "report/game/{game}/77/",
        "report/game/{game}/nobody/",
        "report/lobby/NOCODE/",
        "report/lobby/NOCODE/3/",
        "report/player/Nobody/",
    ],
)
def test_what_is_not_there_cannot_be_reported(client: Client, path: str) -> None:
    game, users = a_table_with_talk()
    client.force_login(users[0])
    assert client.get("/moderation/" + path.format(game=game.code)).status_code == 404


def test_visitors_are_led_to_the_login(client: Client, ana: User) -> None:
    answer = client.get(f"/moderation/report/player/{ana.username}/")
    assert answer.status_code == 302
    assert "/accounts/login/" in answer.headers["Location"]


def test_closed_account_leaves_no_words_of_its_own() -> None:
    game, users = a_table_with_talk("My own words")
    a_report(game, users[0])
    a_report(game, users[1], seat=2, sentence="My sentence")
    close_account(user=users[1])
    kept = str(list(Report.objects.values("sentence", "evidence", "name")))
    assert "My own words" not in kept
    assert "My sentence" not in kept
    assert "Hello" in kept
