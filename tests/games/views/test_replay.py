"""Replay pages of finished games: who may open them, what they show, and the shared link."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from games.engine import fold
from games.engine.events import HandShown, PolicyEnacted
from games.engine.vocabulary import Policy, Victory
from games.models import ChatMessage, Claim, Game, GameResult, Lobby, SeatResult
from games.replays.picture import FASCIST, PAPER, can_write
from games.words.phrases import VICTORY_NAMES
from tests.factories import a_lobby, a_person
from tests.games.recordings import played_log, store_game
from tests.games.visits import soup_of, words_in

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def address(game: Game, step: int | None = None) -> str:
    if step is None:
        return reverse("games:replay", args=[game.code])
    return reverse("games:replay_step", args=[game.code, step])


# Who may look


PAGES = ("games:replay", "games:replay_step", "games:replay_card", "games:record")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("actions", [0, 20, 60])
def test_running_game_has_no_replay(name: str, actions: int) -> None:
    ana = a_person("Ana Replay")
    game = store_game(played_log(7, 3, actions=actions), (ana,))
    seated = Client()
    seated.force_login(ana)
    for client in (Client(), seated):
        args = [game.code, 0] if name == "games:replay_step" else [game.code]
        response = client.get(reverse(name, args=args))
        if name in ("games:replay", "games:replay_step"):
            assert response["Location"] == reverse("games:table", args=[game.code])
        else:
            assert response.status_code == 404


def test_running_game_behind_a_password_is_not_even_hinted_at() -> None:
    lobby = a_lobby(a_person(), status=Lobby.Status.STARTED, password="x")
    game = store_game(played_log(5, 2, actions=10), lobby=lobby)
    for name in ("games:replay", "games:record"):
        assert Client().get(reverse(name, args=[game.code])).status_code == 404


def test_there_is_no_replay_of_no_game() -> None:
    assert Client().get("/games/nosuchgame12/replay/").status_code == 404
    assert Client().get("/games/nosuchgame12/record.json").status_code == 404


# What they show


def test_every_phase_can_be_reached_by_its_links() -> None:
    game = store_game(played_log(5, 2))
    client = Client()
    url, seen = address(game, 0), []
    while url not in seen:
        seen.append(url)
        soup = soup_of(client.get(url))
        (link,) = soup.select("#replay-next")
        url = str(link["href"])
    assert len(seen) > 20
    told = words_in(soup_of(client.get(seen[-1])), "#replay-sentence")
    assert "win" in told
    assert client.get(address(game, 10_000)).status_code == 404


@pytest.mark.parametrize("pace", ["phase", "government", "event"])
def test_steps_are_counted_at_the_chosen_pace(pace: str) -> None:
    game = store_game(played_log(5, 2))
    client = Client()
    url = f"{address(game, 0)}?by={pace}"
    last = str(soup_of(client.get(url)).select_one("#replay-last")["href"])  # type: ignore[index]
    count = int(words_in(soup_of(client.get(last)), ".replay-place").rsplit(" ", 1)[-1])
    for place in (0, 1, 2):
        soup = soup_of(client.get(url))
        assert f"step {place} of {count}" in words_in(soup, ".replay-place")
        url = str(soup.select_one("#replay-next")["href"])  # type: ignore[index]
    assert f"step {count} of {count}" in words_in(soup_of(client.get(last)), ".kicker")


def test_summary_tells_roles_and_turning_points_with_links_to_them() -> None:
    log = played_log(7, 3)
    game = store_game(log)
    soup = soup_of(Client().get(address(game)))
    assert len(soup.select(".final-reveal-roles > li")) == 7
    shown, *folded = soup.select(".turning-points")
    # Five first, everything behind them, and the picture of the game before both.
    assert len(shown.select(".turning-point")) == 5
    everything = folded[0].select(".turning-point")
    assert len(everything) > sum(isinstance(e, PolicyEnacted) for e in log)
    assert folded[0].find_parent("details") is not None
    assert shown.find_previous("svg", class_="graph") is not None
    # Policies are drawn as cards, and said in words.
    drawn = folded[0].select(".claim-cards")
    assert drawn
    for cards in drawn:
        said = cards.find_next_sibling().get_text().split(", ")  # type: ignore[union-attr]
        assert [word[0] for word in said] == [card.get_text() for card in cards.select("span")]
    for link in soup.select(".turning-point-link"):
        assert Client().get(str(link["href"])).status_code == 200
    assert soup.select("svg.graph polyline")
    assert len(soup.select(".graph-table tbody tr")) == game.round


def test_summary_and_steps_tell_who_was_winning() -> None:
    game = store_game(played_log(7, 3))
    soup = soup_of(Client().get(address(game)))
    (section,) = soup.select("section[aria-labelledby=winning-heading]")
    assert len(section.select(".turning-point")) == 5
    last = section.select("table tr")[-1]
    assert last.get_text(" ", strip=True).endswith("0%")
    assert section.select("#winning-chart polyline")
    step = soup_of(Client().get(address(game, 0)))
    assert "The Liberals’ chance here" in words_in(step, "#winning-chart")


def outcome_and_own_cards(client: Client, game: Game) -> tuple[str, list[str]]:
    soup = soup_of(client.get(address(game)))
    own = [
        name.get_text(" ", strip=True) for name in soup.select(".role-card-own .role-card-player")
    ]
    return words_in(soup, "#final-reveal-heading"), own


def test_summary_says_you_to_those_who_played_and_to_nobody_else() -> None:
    log = played_log(7, 3)
    people = tuple(a_person(f"Sat {number}") for number in range(7))
    game = store_game(log, people)
    state = fold(log)
    assert state.victory is not None
    winner = state.victory.winner
    told = {"Liberals win", "Fascists win"}
    for seat, person in enumerate(people):
        client = Client()
        client.force_login(person)
        role = state.roles[seat]
        assert role is not None
        has_won = role.party is winner
        said, own = outcome_and_own_cards(client, game)
        assert said == ("You won" if has_won else "You lost")
        assert own == [person.display_name]
    stranger = Client()
    stranger.force_login(a_person("Stranger"))
    for client in (stranger, Client()):
        said, own = outcome_and_own_cards(client, game)
        assert said in told
        assert own == []
        assert len(soup_of(client.get(address(game))).select(".role-card")) == 7


@pytest.mark.parametrize("victory", list(Victory))
def test_the_last_step_shows_who_was_hitler_where_that_ended_the_game(victory: Victory) -> None:
    log = next(log for seed in range(200) if fold(log := played_log(7, seed)).victory is victory)
    game = store_game(log)
    steps = soup_of(Client().get(address(game, 0))).select_one("#replay-last")
    assert steps is not None

    last = soup_of(Client().get(str(steps["href"])))
    reveals = last.select("#replay[data-moment=hitler_revealed]")
    was_hitler = victory in (Victory.HITLER_ELECTED, Victory.HITLER_EXECUTED)
    assert len(reveals) == was_hitler
    assert len(last.select(".decision-picture")) == (not was_hitler)


def test_summary_leads_members_who_played_to_another_game_and_guests_to_an_account() -> None:
    member, guest = a_person(is_guest=False), a_person()
    game = store_game(played_log(5, 3), (member, guest))
    offered, kept = {}, {}
    for name, person in (
        ("member", member),
        ("guest", guest),
        ("stranger", a_person(is_guest=False)),
        ("", None),
    ):
        client = Client()
        if person is not None:
            client.force_login(person)
        soup = soup_of(client.get(address(game)))
        offered[name] = bool(soup.select(f'a[href="/games/{game.code}/again/"]'))
        kept[name] = bool(soup.select(f'.game-story a[href^="{reverse("accounts:keep")}?next="]'))
    assert offered == {"member": True, "guest": False, "stranger": False, "": False}
    assert kept == {"member": False, "guest": True, "stranger": False, "": False}


def test_ranked_game_shows_the_chances_before_it_and_what_it_did_to_ratings() -> None:
    ana = a_person("Ana Replay", is_guest=False)
    game = store_game(played_log(7, 3), (ana,))
    assert soup_of(Client().get(address(game))).select(".rating-changes, .graph-prediction") == []
    facts = {"kind": "ranked", "size": 7, "ended_at": timezone.now()}
    result = GameResult.objects.create(
        game=game, edition="retail", winner="fascist", victory="six_fascist_policies",
        seconds=60, rounds=game.round, prediction=0.538, **facts,
    )  # fmt: skip
    SeatResult.objects.create(
        result=result, user=ana, seat=0, role="liberal", team="liberal", won=False,
        predicted=0.538, rating_before=1500.4, rating_after=1487.6, **facts,
    )  # fmt: skip
    soup = soup_of(Client().get(address(game)))
    assert words_in(soup, ".rating-changes li") == (
        "Ana Replay Lost as a liberal with a chance to win of 54%. 1500 → 1488 (−12)"
    )
    assert "54" in words_in(soup, ".graph-key-prediction")
    assert soup_of(Client().get(address(game, 9))).select("line.graph-prediction")


def test_perspective_is_kept_from_step_to_step() -> None:
    game = store_game(played_log(7, 3))
    soup = soup_of(Client().get(address(game, 4) + "?view=3&by=event"))
    assert words_in(soup, "#replay-view option[selected]") == "As seen from seat 3: Cy"
    assert words_in(soup, "#replay-by option[selected]") == "Every single event"
    (link,) = soup.select("#replay-next")
    assert link["href"] == address(game, 5) + "?view=3&by=event"
    assert len(soup.select(".seat-role")) == 1
    assert len(soup_of(Client().get(address(game, 4))).select(".seat-role")) == 7
    assert soup_of(Client().get(address(game, 4) + "?view=spectator")).select(".seat-role") == []


def say(game: Game, number: int, **facts: Any) -> None:
    user = game.seats.get(number=0).user
    assert user is not None
    values = {"channel": "table", "seat": 0, "round": 1, "text": f"line {number}", **facts}
    ChatMessage.objects.create(
        game=game, number=number, created_at=timezone.now(), user=user, **values
    )


def test_talk_is_shown_up_to_the_step_and_to_those_who_heard_it() -> None:
    log = played_log(5, 2)
    game = store_game(log, (a_person("Ana Replay"),))
    say(game, 1, version=12)
    say(game, 2, version=40, channel="dead", text="from the dead")
    say(game, 3, version=len(log), text="good game")
    first = soup_of(Client().get(address(game, 0)))
    assert words_in(first, ".replay-talk") == ""
    later = [
        soup_of(Client().get(address(game, 20) + q)) for q in ("", "?view=1", "?view=spectator")
    ]
    assert ["from the dead" in words_in(each, ".replay-talk") for each in later] == [
        True,
        False,
        True,
    ]
    assert all("line 1" in words_in(each, ".replay-talk") for each in later)
    assert not any("good game" in words_in(each, ".replay-talk") for each in later)


def test_number_of_queries_does_not_grow(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    games = [
        store_game(played_log(5, 2), (a_person(),)),
        store_game(played_log(10, 5), (a_person(),)),
    ]
    for number in range(1, 30):
        say(games[1], number, version=number)
    client = Client()
    for game in games:
        client.get(address(game))
    for game in games:
        with django_assert_num_queries(4):
            client.get(address(game))
        with django_assert_num_queries(4):
            client.get(address(game, 20))


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_pages_speak_every_language(language: str) -> None:
    game = store_game(played_log(7, 3))
    client = Client(headers={"Accept-Language": language})
    for url in (address(game), address(game, 30), address(game, 30) + "?view=2"):
        soup = soup_of(client.get(url))
        assert soup.html is not None
        assert soup.html["lang"] == language
        assert "%(" not in soup.get_text()
    with translation.override(language):
        assert soup_of(client.get(reverse("games:replay_import"))).html["lang"] == language  # type: ignore[index]


def test_htmx_gets_the_step_alone() -> None:
    game = store_game(played_log(5, 2))
    headers = {"HX-Request": "true", "HX-Target": "replay"}
    html = Client().get(address(game, 3), headers=headers).content.decode()
    assert html.lstrip().startswith('<div id="replay"')


def test_svg_numbers_are_the_same_in_every_language() -> None:
    game = store_game(played_log(7, 3))
    drawings = set()
    for language, _name in settings.LANGUAGES:
        soup = soup_of(Client(headers={"Accept-Language": language}).get(address(game)))
        drawings.add(re.sub(r"\s+", " ", str(soup.select("svg.graph")[0])))
    assert len(drawings) == 1


# Sharing


def test_shared_link_has_a_card_that_is_a_picture_of_the_end() -> None:
    logs = (played_log(7, seed) for seed in range(1, 99))
    log = next(log for log in logs if fold(log).victory is Victory.SIX_FASCIST_POLICIES)
    game = store_game(log)
    Game.objects.filter(pk=game.pk).update(name="<Tom & Jo>")
    soup = soup_of(Client().get(address(game)))
    about = {str(m["property"]): str(m["content"]) for m in soup.select("meta[property^='og:']")}
    assert about["og:title"] == "<Tom & Jo>"
    assert about["og:description"] == "The fascists win: six Fascist policies are enacted."
    assert about["og:url"] == "http://testserver" + address(game)
    response = Client().get(about["og:image"])
    assert response["Content-Type"] == "image/png"
    picture = Image.open(BytesIO(response.content)).convert("RGB")
    assert picture.size == (1200, 630)
    assert (about["og:image:type"], about["og:image:width"], about["og:image:height"]) == (
        "image/png", "1200", "630",
    )  # fmt: skip
    # Just inside the six spaces of the Fascist board, beside the letter: all are filled.
    assert {ink_at(picture, 608 + 84 * place, 380) for place in range(6)} == {FASCIST}
    # The last slot of the Liberal board is empty: it has the colour of paper.
    assert ink_at(picture, 72 + 30 + 4 * 84, 372 + 30) == PAPER


def ink_at(picture: Image.Image, x: int, y: int) -> str:
    pixel = picture.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return "#{:02x}{:02x}{:02x}".format(*(int(part) for part in pixel))


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_card_has_letters_for_what_it_says_in_every_language(language: str) -> None:
    with translation.override(language):
        said = "".join(str(text) for text in VICTORY_NAMES.values())
    assert can_write(said)
    assert can_write("Zażółć gęślą jaźń, ¿niño? È più là ëï")
    assert not can_write("金曜日")


def test_story_is_told_with_the_claims_and_its_record_tells_the_same() -> None:
    log = played_log(7, 3)
    game = store_game(log)
    round_, president = next(
        (each.round, each.president) for each in fold(log).past_rounds if each.enacted
    )
    lie = ChatMessage.objects.create(
        game=game,
        number=1,
        channel="table",
        seat=president,
        round=round_,
        version=len(log),
        created_at=timezone.now(),
    )
    drawn = next(e.policies for e in log if isinstance(e, HandShown))
    content = "LLL" if Policy.FASCIST in drawn else "FFF"
    Claim.objects.create(message=lie, round=round_, kind="drew", content=content)
    told = words_in(soup_of(Client().get(address(game))), ".game-story")
    assert "Claims that were not true: 1 of 1." in told
    record = Client().get(reverse("games:record", args=[game.code])).content.decode()
    imported = Client().post(reverse("games:replay_import"), {"text": record})
    assert words_in(soup_of(imported), ".game-story") == told
    poster = Client().get(reverse("games:table", args=[game.code]))
    (link,) = soup_of(poster).select("#what-decided")
    assert str(link["href"]) == f"{address(game)}#story-heading"
