"""Looking back without leaving the game: a past round's board, and a player's record."""

import html
import re
from random import Random
from urllib.parse import quote

import pytest
from bs4 import BeautifulSoup
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import close_account
from games.engine import fold, observe
from games.engine.events import PresidencyPassed
from games.engine.vocabulary import Phase, SeatNumber
from games.models import Game, HeadToHead
from games.presenters.players import Player
from games.presenters.table.knowledge import present_own_knowledge
from games.selectors.chat import notes_of
from games.selectors.table_cache import forget_all
from games.services.chat import say
from games.table import GameTable
from tests.factories import a_game, play_at_random
from tests.games.ratings import give_rating
from tests.games.visits import browser, page, words

pytestmark = pytest.mark.django_db

Viewer = SeatNumber | None


def a_game_of_rounds(rounds: int, *, players: int = 7) -> tuple[Game, list[User], GameTable]:
    """A running game in this round, played at random."""
    for seed in range(200):
        game, users = a_game(people=players, seed=seed)
        table = play_at_random(game, Random(seed), until=lambda now: now.state.round >= rounds)
        if not table.is_over:
            return game, users, table
    raise AssertionError("no random game lasts so long")


def test_each_round_shows_each_viewer_what_an_observation_then_grants() -> None:
    game, users, table = a_game_of_rounds(7)
    players = tuple(Player(name=user.display_name) for user in users)
    secrets_seen = 0
    for viewer in (None, *range(7)):
        client = browser(None if viewer is None else users[viewer])
        for number in range(1, table.state.round):
            soup = page(client, f"/games/{game.code}/rounds/{number}/")
            end = next(
                place
                for place, event in enumerate(table.log)
                if isinstance(event, PresidencyPassed) and event.round == number + 1
            )
            then = observe(fold(table.log[:end]), viewer)

            assert then.round == number
            for track, count in (
                ("liberal", then.liberal_policies),
                ("fascist", then.fascist_policies),
            ):
                drawn = soup.select(f"#past-{track}-track .policy-slot > .policy-card")
                assert len(drawn) == count
            assert words(soup.select_one("#past-piles .pile-draw .pile-cards")) == str(
                then.draw_pile_count
            )
            assert then.current_round is not None
            votes = [
                "" if vote is None else words(vote)
                for vote in (
                    soup.select_one(f"#past-ballot-{seat}:not([hidden])") for seat in range(7)
                )
            ]
            cast = then.current_round.votes
            assert votes == ["" if vote is None else f"{vote.value.title()}!" for vote in cast]
            own = present_own_knowledge(then, players)
            shown = [words(each) for each in soup.select(".own-knowledge-list li")]
            known = () if own is None else own.entries
            assert shown == [f"Round {entry.round} {entry.text}" for entry in known]
            secrets_seen += len(shown)
            private = soup.select(".log-private")
            assert bool(private) <= (viewer is not None)
            assert not soup.select("form[data-action]")
    assert secrets_seen > 5


def test_rounds_that_are_not_over_cannot_be_looked_at() -> None:
    game, users, table = a_game_of_rounds(3)
    client = browser(users[0])

    for number in (0, table.state.round, table.state.round + 1, 99):
        assert client.get(f"/games/{game.code}/rounds/{number}/").status_code == 404
    for seat in (7, 99):
        assert client.get(f"/games/{game.code}/seats/{seat}/").status_code == 404


def test_everything_lies_open_after_the_end() -> None:
    game, _users = a_game(people=7, seed=3)
    table = play_at_random(game, Random(3))
    assert table.is_over

    last = page(browser(), f"/games/{game.code}/rounds/{table.state.round}/")
    roles = [words(each) for each in last.select(".past-seats .badge-solid")]
    assert sorted(roles) == ["Fascist"] * 2 + ["Hitler"] + ["Liberal"] * 4
    governed = next(record.round for record in table.state.past_rounds if record.enacted)
    assert "Opened:" in words(page(browser(), f"/games/{game.code}/rounds/{governed}/"))
    assert browser().get(f"/games/{game.code}/rounds/{table.state.round + 1}/").status_code == 404


def test_part_for_the_dialog_and_page_of_its_own_say_the_same() -> None:
    game, users, _table = a_game_of_rounds(3)
    client = browser(users[2])
    for path in (f"/games/{game.code}/rounds/1/", f"/games/{game.code}/seats/2/"):
        part = client.get(path, headers={"HX-Request": "true"})
        whole = client.get(path)

        assert b"<html" not in part.content
        # The token of a form is another one each time.
        (token,) = set(re.findall(rb'name="csrfmiddlewaretoken" value="(\w+)"', part.content)) or {
            b""
        }
        other = re.findall(rb'name="csrfmiddlewaretoken" value="(\w+)"', whole.content)
        told = whole.content.replace(other[-1], token) if token else whole.content
        assert part.content.strip() in told
        assert f'href="/games/{game.code}/"'.encode() in whole.content
        # The address bar stays with the table.
        assert part.headers["HX-Push-Url"] == "false"
        ids = re.findall(rb'\sid="([^"]+)"', part.content)
        table = client.get(f"/games/{game.code}/").content
        assert not {each for each in ids if b' id="%s"' % each in table}


def test_locked_table_keeps_its_past_to_itself() -> None:
    game, users = a_game(people=5, password="hashed")
    play_at_random(game, Random(1), until=lambda now: now.state.round > 1)

    for path in (f"/games/{game.code}/rounds/1/", f"/games/{game.code}/seats/0/"):
        assert browser().get(path).status_code == 404
        assert browser(users[0]).get(path).status_code == 200


def test_record_holds_every_ballot_and_is_the_same_for_everybody() -> None:
    game, users, table = a_game_of_rounds(6)
    past = table.state.past_rounds
    for seat in range(7):
        shown = {
            str(page(browser(user), f"/games/{game.code}/seats/{seat}/").select_one("table"))
            for user in (None, *users)
        }
        assert len(shown) == 1
        rows = BeautifulSoup(shown.pop(), "html.parser").select("tbody tr")
        recorded = {int(words(row.th)): words(row.td) for row in rows}
        for record in past:
            vote = record.votes[seat]
            assert recorded[record.round] == ("–" if vote is None else f"{vote.value.title()}!")
        offices = [words(row.select_one(".record-office") or row.th) for row in rows]
        presidencies = sum(record.president == seat for record in past)
        current = table.state.president == seat
        assert offices.count("President") == presidencies + current


def test_record_says_who_sits_there() -> None:
    game, users = a_game(people=5, bots=1)
    give_rating(users[1], 1540.2, uncertainty=40, games=34)
    close_account(user=users[2])

    records = [page(browser(), f"/games/{game.code}/seats/{seat}/") for seat in range(6)]

    assert "0 finished games" in words(records[0])
    assert "1540 ± 40 Rating" in words(records[1])
    for seat in (0, 1):
        assert records[seat].select_one(f'a[href="/players/{quote(users[seat].username)}/"]')
        assert records[seat].select_one("h2 .emblem use")
    # Neither a closed account nor a bot has a page.
    for seat in (2, 5):
        assert not records[seat].select('main a[href^="/players/"]')


def test_pages_ask_the_database_as_often_however_long_the_game() -> None:
    counts = []
    for rounds in (2, 6):
        game, users, _table = a_game_of_rounds(rounds)
        client = browser(users[0])
        client.get(f"/games/{game.code}/")
        for path in (f"/games/{game.code}/rounds/1/", f"/games/{game.code}/seats/1/"):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path, headers={"HX-Request": "true"}).status_code == 200
            counts.append(len(queries))
    # Session, person, permission, and the version of the game, whose log is cached. A record also needs the
    # person in the seat, their rating, those who muted each other, and their games with the reader.
    assert counts == [4, 8] * 2


def test_card_says_how_the_reader_and_the_player_fared_together() -> None:
    game, users = a_game(people=5)
    player, reader = users[1], users[0]
    for kind, same in (("ranked", (2, 3)), ("bots", (0, 1))):
        HeadToHead.objects.create(
            user=player, other=reader, kind=kind, same_wins=same[0], same_games=same[1],
            opposite_wins=1, opposite_games=2,
        )  # fmt: skip
    path = f"/games/{game.code}/seats/1/"
    card = page(browser(reader), path).select(".card-together > div")
    assert [words(each) for each in card] == [
        "Games with you 8",
        "On the same side, won together 2 of 4",
        "On opposite sides, won by you 2 of 4",
    ]
    assert "not finished a game together" in words(page(browser(users[2]), path))
    own = page(browser(player), path)
    assert "This is you." in words(own)
    assert not own.select("#card-mute, .card-together")
    assert not page(browser(), path).select("#card-mute, .card-together")


def test_player_is_muted_on_the_card_with_and_without_scripts() -> None:
    game, users = a_game(people=5)
    client, path = browser(users[0]), f"/games/{game.code}/seats/1/"

    def form() -> tuple[str, dict[str, str], str]:
        found = page(client, path).select_one("#card-mute")
        assert found is not None
        fields = {str(each["name"]): str(each["value"]) for each in found.select("input[name]")}
        (button,) = found.select("button")
        return str(found["action"]), fields, str(button["aria-pressed"])

    address, fields, pressed = form()
    assert pressed == "false"
    assert client.post(address, fields)["Location"] == path
    address, fields, pressed = form()
    assert pressed == "true"
    assert "seat-1" in notes_of(game.pk, users[0].pk).muted
    # With scripts the row of the notes comes along, which hides the lines of the talk.
    answer = client.post(address, fields, headers={"HX-Request": "true"}).content.decode()
    assert 'id="card-mute"' in answer
    assert 'id="person-seat-1"' in answer
    assert "hx-swap-oob" in answer
    assert not notes_of(game.pk, users[0].pk).muted


def test_names_lead_to_the_card_from_talk_end_and_replay() -> None:
    game, users = a_game(people=5, seed=3)
    say(game_id=game.pk, user_id=users[2].pk, text="Hello")
    (author,) = page(browser(users[0]), f"/games/{game.code}/").select(".chat-author a")
    assert author["href"] == f"/games/{game.code}/seats/2/"
    play_at_random(game, Random(3))
    cards = {f"/games/{game.code}/seats/{seat}/" for seat in range(5)}
    table = page(browser(), f"/games/{game.code}/")
    assert {str(link["href"]) for link in table.select(".final-reveal-roles a")} == cards
    replay = page(browser(), f"/games/{game.code}/replay/1/")
    assert {str(link["href"]) for link in replay.select(".seat-record")} == cards


def test_names_are_inert_in_the_past() -> None:
    game, users = a_game(people=5)
    play_at_random(game, Random(1), until=lambda now: now.state.round > 1)
    name = "<b id=x>'\"&"
    User.objects.filter(pk=users[1].pk).update(username=name)
    forget_all()

    for path in (f"/games/{game.code}/rounds/1/", f"/games/{game.code}/seats/1/"):
        content = browser().get(path).content.decode()
        assert "<b id=x>" not in content
        assert html.escape(name) in content


def test_refusal_names_the_player_it_is_about() -> None:
    def has_a_limit(now: GameTable) -> bool:
        state = now.state
        return state.phase is Phase.NOMINATE and state.limited_chancellor is not None

    game, users = a_game(people=7, seed=2)
    table = play_at_random(game, Random(2), until=has_a_limit)
    limited = table.state.limited_chancellor
    assert limited is not None
    assert limited != table.state.president

    response = browser(users[table.state.president]).post(
        f"/games/{game.code}/act/",
        {
            "action": "nominate",
            "target": str(limited),
            "decision": table.decision,
            "action_id": "x1",
        },
    )
    assert response.status_code == 409
    sentence = f"Term limit: {users[limited].display_name} was the last Chancellor"
    assert sentence in html.unescape(response.content.decode())
