"""The community's page shows people first; the boards show a podium, who has moved, and how long a season runs."""

from datetime import UTC, timedelta

import pytest
from django.utils import timezone

from accounts.models import Preferences, User
from games.models import GameResult, LobbySeat, PlayerStreak, SeasonStanding, Seat, SeatResult
from games.presenters.player.leaderboard import season_days
from games.selectors.bests import latest_bests
from games.selectors.season import current_season
from games.values.game_kind import GameKind
from tests.factories import a_game, a_lobby, a_person
from tests.games.ratings import rated
from tests.games.selectors.hand_made import a_result
from tests.games.statistics.stored import a_crowd, count_all, random_games
from tests.games.visits import browser, page, words

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def waits(user: User, **lobby: object) -> str:
    """Let this person wait in a lobby of their own; return its address."""
    theirs = a_lobby(user, **lobby)
    LobbySeat.objects.create(lobby=theirs, user=user)
    return f"/lobbies/{theirs.code}/"


def tells_no_game() -> None:
    """Seat somebody who hides the games at every table: games made by hand have no log to tell from."""
    shy = a_person("Shy")
    Preferences.objects.filter(user=shy).update(shows_games=False)
    for result in GameResult.objects.all():
        Seat.objects.create(game=result.game, number=0, user=shy)


def test_people_stand_before_games_and_games_before_figures() -> None:
    random_games(6, a_crowd(10), seed=43)
    GameResult.objects.update(void="", ended_at=NOW - timedelta(hours=1))
    soup = page(browser(), "/community/")
    wanted = (
        "#here-now, #story-title, #winners-title, #duels-title, "
        "#newcomers-title, #recent-games-title, #figures"
    )
    assert [each["id"] for each in soup.select(wanted)] == [
        part.strip(" #") for part in wanted.split(",")
    ]
    figures = soup.select_one("details#figures")
    assert figures is not None
    assert not figures.has_attr("open")
    assert figures.select("#week-title, #balance-heading, .games-filter")
    assert page(browser(), "/community/?size=7").select("details#figures[open]")


def test_who_is_here_has_a_face_and_a_way_to_them() -> None:
    host = a_person("Host")
    lobby = waits(host)
    waits(a_person("Behind a password"), password="x")
    game, users = a_game(people=5, bots=2, pace="relaxed")
    here = page(browser(), "/community/").select_one("#here-now")
    assert here is not None
    assert "6 people are here now 5 play · 1 waits for others" in words(here)
    faces = here.select(".here-people li")
    assert [words(each) for each in faces] == [
        "Host waits",
        *(f"{user.username} plays" for user in users),
    ]
    assert all(len(each.select("svg.emblem")) == 1 for each in faces)
    assert [str(link["href"]) for link in here.select("a.button")] == [lobby]
    soup = page(browser(), "/community/")
    assert soup.select_one(f'#games-to-watch a[href="/games/{game.code}/"]')
    assert soup.select(f'.table-cards a.button[href="{lobby}"]')


def test_a_quiet_site_says_how_to_begin() -> None:
    random_games(1, a_crowd(10), seed=43)
    here = page(browser(), "/community/").select_one("#here-now")
    assert here is not None
    # Who played lately stands where those who are here would; an old game leaves an invitation.
    assert "The next game begins with you" in words(here)
    GameResult.objects.update(void="", ended_at=NOW - timedelta(hours=1))
    here = page(browser(), "/community/").select_one("#here-now")
    assert here is not None
    people = SeatResult.objects.exclude(user=None).count()
    assert f"{people} people played here this week" in words(here)
    faces = here.select(".here-people li")
    assert faces
    assert all(words(each).endswith(" 1 game") and each.select("svg.emblem") for each in faces)
    forms = {str(each.get("formaction", "")) for each in here.select("button")}
    assert forms == {"", "/tour/table/"}
    assert page(browser(), "/community/").select_one('#here-now form[action="/lobbies/open/"]')


def test_winners_of_the_week_are_those_of_the_selector() -> None:
    old, *people = a_crowd(4)
    a_result(NOW - timedelta(days=20), won=[old], lost=people[2:])
    for days in (3, 2, 1):
        a_result(NOW - timedelta(days=days), won=[old, people[0]], lost=[people[1]])
    tells_no_game()
    soup = page(browser(), "/community/")
    assert words(soup.select_one("#winners-title")) == "Winners of the last 7 days"
    winners = {words(each.h3): each for each in soup.select(".winner")}
    assert set(winners) == {
        "Most games won", "Longest winning streak", "Most wins as a liberal", "Best newcomer",
    }  # fmt: skip
    first = winners["Most games won"].select_one(".winner-first")
    assert words(first) == f"{old.username} 3 of 3 games"
    assert words(winners["Longest winning streak"].select_one(".winner-first")).endswith(
        "3 in a row"
    )
    bests = latest_bests(NOW, 3)
    assert words(winners["Best newcomer"].select_one("bdi")) == bests.newcomers[0].person.name
    new = [words(each) for each in soup.select(".newcomers bdi")]
    assert new == [each.person.name for each in bests.new]
    assert old.username not in new
    Preferences.objects.filter(user=old).update(shows_games=False)
    assert old.username not in words(page(browser(), "/community/").main)


def test_a_duel_shows_two_faces_and_the_score_between_them() -> None:
    ana, bo = a_person("Ana"), a_person("Bo")
    a_result(NOW - timedelta(days=4), won=[bo], lost=[ana])
    for days in (3, 2):
        a_result(NOW - timedelta(days=days), won=[ana], lost=[bo])
    tells_no_game()
    (duel,) = page(browser(), "/community/").select(".duel")
    assert words(duel) == "Ana Bo 2 : 1"
    assert [link["href"] for link in duel.select("a")] == ["/players/Ana/", "/players/Bo/"]
    assert len(duel.select("svg.emblem")) == 2


def test_the_told_game_is_not_a_card_as_well() -> None:
    random_games(5, a_crowd(10), seed=43)
    GameResult.objects.update(void="")
    soup = page(browser(), "/community/")
    told = str(soup.select_one(".story a.button")["href"])  # type: ignore[index]
    cards = [str(each["href"]) for each in soup.select("a.recent-game")]
    assert told not in cards
    assert len(cards) == 4
    # Three are shown, the rest is one press away.
    assert len(soup.select("details.earlier-games a.recent-game")) == 1
    for card in soup.select("a.recent-game"):
        assert len(card.select(".mini-track")) == 2
        assert words(card.select_one(".recent-headline"))


def test_the_board_shows_moves_streaks_and_the_first_three() -> None:
    people = [rated(1600 - 10 * number) for number in range(5)]
    for number, user in enumerate(people):
        before = 1700 if number == 4 else 1600 - 10 * number
        a_result(
            NOW - timedelta(days=10),
            won=[user],
            kind=GameKind.RANKED,
            ratings={user.pk: (before, 30)},
        )
        a_result(
            NOW - timedelta(days=1), won=[user], kind=GameKind.RANKED,
            ratings={user.pk: (1600 - 10 * number, 30)},
        )  # fmt: skip
    PlayerStreak.objects.create(user=people[0], kind="ranked", current=4)
    soup = page(browser(people[3]), "/leaderboard/")
    podium = soup.select(".podium > li")
    assert [words(each.bdi) for each in podium] == [user.username for user in people[:3]]
    assert words(podium[0].select_one(".streak")) == "4 wins in a row"
    moves = [words(each) for each in soup.select(".move")]
    assert moves == ["1 up 1 place since last week"] * 4 + ["4 down 4 places since last week"]
    assert words(soup.select_one("tr#you th")).startswith(people[3].username)


def test_a_board_without_a_week_behind_it_calls_nobody_new() -> None:
    user = rated(1600)
    a_result(
        NOW - timedelta(days=1), won=[user], kind=GameKind.RANKED, ratings={user.pk: (1600, 30)}
    )
    user.rating.games = 1
    soup = page(browser(), "/leaderboard/")
    assert soup.select(".podium li:has(a)")
    SeatResult.objects.all().delete()
    assert not page(browser(), "/leaderboard/").select(".podium .form-mark")


def test_a_season_begins_with_the_days_left_and_ends_with_past_winners() -> None:
    season = current_season(NOW)
    for each, name, over in ((season, "Leads", 3), ("2025-Q2", "Won once", 4.25)):
        SeasonStanding.objects.create(
            season=each, user=a_person(name), games=30, wins=10, expected=6, over_expectation=over
        )
    soup = page(browser(), "/seasons/")
    last = season_days(season)[1]
    left = 1 + (last - timezone.now().astimezone(UTC).date()).days
    clock = soup.select_one(".season-clock")
    assert clock is not None
    assert words(clock).startswith(f"{left} day")
    bar = clock.select_one("rect")
    assert bar is not None
    whole = 1 + (last - season_days(season)[0]).days
    assert int(str(bar["width"])) == whole - left
    assert words(soup.select_one(".podium-1 bdi")) == "Leads"
    assert [words(each) for each in soup.select(".season-winners li")] == [
        "Won once +4.3 April to June 2025"
    ]
    past = page(browser(), "/seasons/2025-Q2/")
    assert not past.select(".season-clock")
    assert "This season is over." in words(past.main)
    assert words(past.select_one(".podium-1 bdi")) == "Won once"
    # Nobody can still win it, and it does not name itself among the others.
    assert not past.select(".podium-free, .season-winners")


@pytest.mark.parametrize(
    "path", ["/community/", "/leaderboard/", "/seasons/", "/clubs/", "/nights/"]
)
def test_each_page_of_people_leads_to_all_others(path: str) -> None:
    nav = page(browser(), path).select_one("#boards-nav")
    assert nav is not None
    (here,) = nav.select("[aria-current=page]")
    assert here["href"] == path
    assert len(nav.select("a")) == 5


def test_leaderboard_is_explained_below_its_list_and_the_own_place_above() -> None:
    readers = [rated(1800 - number) for number in range(4)]
    wanted = ".podium, .board-own, table, .board-aside, .board-words"
    parts = page(browser(readers[3]), "/leaderboard/").select(f".board-section > :is({wanted})")
    assert [part["class"][-1] for part in parts] == [
        "podium", "board-own", "board", "board-aside", "board-words",
    ]  # fmt: skip
    assert words(parts[1]) == "Your place: 4."


def test_figures_part_the_kind_of_games_from_their_number() -> None:
    random_games(6, a_crowd(10), seed=43)
    GameResult.objects.update(void="", ended_at=NOW - timedelta(hours=1))
    count_all()
    kind = page(browser(), "/community/").select_one("#figures .scope > strong")
    assert kind is not None
    assert str(kind.next_sibling).startswith(" ")


def test_members_look_for_people_on_the_page_of_people() -> None:
    reader, other = a_person("Reader", is_guest=False), a_person("Marek", is_guest=False)
    client = browser(reader)
    form = page(client, "/community/").select_one(".boards-head form[role=search]")
    assert form is not None
    field = form.input
    assert field is not None
    found = page(client, f"{form['action']}?{field['name']}=mar")
    assert found.select(f'a[href="/players/{other.username}/"]')
    for nobody in (browser(), browser(a_person("Guest"))):
        assert not page(nobody, "/community/").select(".boards-head [role=search]")


def test_who_is_here_stands_apart_from_who_is_often_here() -> None:
    random_games(2, a_crowd(10), seed=43)
    GameResult.objects.update(void="", ended_at=NOW - timedelta(hours=1))
    waits(a_person("Host"))
    here, often = page(browser(), "/community/").select(".here-people > section")
    assert words(here) == "Here now Host waits"
    assert words(often).startswith("Often here ")
    assert len(often.select("li")) == 7
