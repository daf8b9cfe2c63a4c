"""Every route for every kind of person: no new address is forgotten, and nobody sees more than they may.

The routes come from the list of URLs. One that is missing in the table below, or there without being a route, fails.
"""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts.arrivals import note_arrival
from accounts.models import Sanction, SanctionKind, User
from accounts.sanctions import impose
from games.clubs.models import ClubNews
from games.clubs.news import write_news
from games.models import Game, Lobby
from games.moderation.appeals import appeal
from games.moderation.month_models import MonthLine, MonthList
from games.values.chat import seat_key
from tests.factories import a_game, a_lobby, a_person, with_factor
from tests.games.clubs.people import a_club
from tests.games.lobbies import registered
from tests.games.moderation.people import a_moderator, a_report, a_table_with_talk
from tests.games.nights.nights import a_night_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def routes(resolver: URLResolver, namespace: str = "") -> Iterator[str]:
    """Yield the name of every route of ours; the admin has tests of its own."""
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            inner = f"{namespace}{each.namespace}:" if each.namespace else namespace
            if each.namespace != "admin":
                yield from routes(each, inner)
        elif isinstance(each, URLPattern) and each.name:
            yield f"{namespace}{each.name}"


class Site:
    """A public table, one with a password, a lobby, a case, an appeal, a line of a month, a club; and one person of each kind."""

    def __init__(self) -> None:
        self.public, players = a_table_with_talk()
        self.closed, self.owners = a_game(password="x", is_public=False)
        self.lobby: Lobby = a_lobby(a_person(is_guest=False))
        note_arrival(guest=players[1], address="k7qf-3mzd")
        case = a_report(self.public, players[2]).case
        moderator = a_moderator()
        superuser = with_factor(a_person(is_guest=False, is_staff=True, is_superuser=True))
        self.sanction: Sanction = impose(user=players[1], kind=SanctionKind.BAN, text="x")
        self.appeal = appeal(sanction=self.sanction, text="x")
        owner = registered()
        self.news: ClubNews = write_news(club_id=a_club(owner).pk, user=owner, title="x", text="x")
        listing = MonthList.objects.create(
            month="2026-03-01", games=9, pairs=1, finished_at=timezone.now()
        )
        line = MonthLine.objects.create(
            listing=listing, about="thrown", person=players[1], times=2, out_of=3
        )
        self.night = a_night_of(a_person(is_guest=False))
        self.people: dict[str, User | None] = {
            "anonymous": None,
            "guest": a_person(),
            "member": a_person(is_guest=False),
            "seated": players[0],
            "moderator": moderator,
            "superuser": superuser,
        }
        for kind in (SanctionKind.MUTE, SanctionKind.SUSPENSION, SanctionKind.BAN):
            person = a_person(is_guest=False)
            impose(user=person, kind=kind, text="x")
            self.people[kind.value] = person
        self.values: dict[str, dict[str, Any]] = {
            "notice": {"number": 0},
            "case": {"number": case.pk},
            "claim": {"number": case.pk},
            "decide": {"number": case.pk, "decision": "nothing"},
            "decide_for_all": {"number": case.pk, "decision": "mute"},
            "let_guests_in": {"number": case.pk},
            "answer_appeal": {"number": self.appeal.pk},
            "month": {"month": "2026-03"},
            "lesson": {"slug": "tie"},
            "riddle": {"number": 1},
            "board": {"code": "7-2-nisee-k1-z3-v5-6x11-0x0-c1"},
            "open_case": {"number": line.pk},
            "moderate": {"number": self.news.club_id},
        }

    def path(self, route: str, game: Game) -> str:
        """Return the address of a route about this game, or about what else there is of its kind."""
        name = route.rpartition(":")[2]
        lobby_code = {"code": self.lobby.code}
        candidates: list[dict[str, Any]] = [
            {},
            self.values.get(name, {}),
            {"code": game.code},
            {"code": game.code, "step": 1},
            {"code": game.code, "round_": 1},
            {"code": game.code, "seat": 1},
            {"code": game.code, "key": seat_key(1)},
            {"name": self.owners[1].username},
            {"step": 1},
            {"anchor": "setup"},
            {"season": "2026-11"},
            {"language": "en"},
            {"token": "x"},
            {"sanction": self.sanction.pk},
            {"key": "x"},
            {"pk": 1},
            {"night": self.night.code},
            {"uidb36": "1", "key": "x-y"},
            {"slug": self.news.club.slug},
            {"slug": self.news.club.slug, "number": self.news.pk},
            {"slug": self.news.club.slug, **lobby_code},
        ]
        if "lobby" in name or name == "short_link":
            candidates[2:3] = [lobby_code]
            candidates[5] = {**lobby_code, "seat": 1}
        for each in candidates:
            try:
                return reverse(route, kwargs=each)
            except NoReverseMatch:
                continue
        raise AssertionError(f"{route} has arguments that this test does not know")


GROUPS = {
    "visitor": ("anonymous",),
    "guest": ("guest", "seated"),
    "member": ("member", "mute", "suspension", "ban"),
    "staff": ("moderator", "superuser"),
}
# What each group is answered to GET; L: led to the login. Of a route with a code, at a public table.
ANSWERS = {
    "200 200 200 200": """
        games:home games:help games:boards games:board games:narrator games:companion games:tour games:tour_step games:tour_own_table games:replay_import games:summary
        games:strategy games:questions games:leaderboard games:season games:calibration games:community games:player
        games:player_games games:player_feed clubs:games_feed games:help_index games:lobby_create games:lobby games:lobby_qr games:lobby_invitation games:lobby_tv games:table games:tv
        games:player_record games:talk games:why_not games:verify about community_rules privacy terms contact accounts:preferences
        account_inactive account_email_verification_sent account_reset_password account_confirm_email
        account_reset_password_from_key_done account_reset_password_from_key account_reset_password_done
        clubs:list clubs:club clubs:news clubs:games moderation:numbers manifest service_worker robots sitemap offline
        nights:nights nights:calendar nights:night nights:night_ics nights:live nights:night_tv health_live health_ready
        learning:learn learning:lesson learning:riddles learning:riddle
        interface api:openapi api:player api:ratings api:statistics api:player_games api:leaderboard api:seasons
        api:community api:running api:game api:month api:tables api:clubs api:club api:nights api:game_stream""",
    # Cookies count for nothing in the interface: without a token everybody is a stranger.
    "401 401 401 401": "api:places api:notices api:table api:seat api:seat_stream api:my_stream",
    "422 422 422 422": "api:season",
    # Only a form leads there, or the page is another one.
    "302 302 302 302": """
        games:practise games:quick_seat games:lobby_open games:lobby_join games:lobby_leave
        games:lobby_ready games:lobby_remove games:lobby_hand_over games:lobby_add_bot games:lobby_remove_bot games:lobby_say
        games:lobby_talk games:lobby_mute games:lobby_listing games:lobby_share games:lobby_start games:lobby_decline games:short_link games:rematch games:replay games:replay_step
        learning:could_know learning:could_know_import
        clubs:join clubs:decline clubs:leave clubs:invite clubs:answer clubs:remove clubs:appoint clubs:hand_over
        clubs:keep_board clubs:remove_board clubs:take_over clubs:write clubs:delete_news clubs:open_table clubs:invite_to_table set_language change_password""",
    "204 204 204 204": "games:practice_people",
    "405 405 405 405": """
        api:join api:leave api:ready api:start api:act
        games:act games:agree games:more_time games:practice games:practice_back games:practice_again games:leave games:say games:notes games:mark games:mute games:return
        accounts:renew_push_device nights:join nights:leave nights:ready nights:manage""",
    # Not there: what a running game hides, an address without what it names, settings that are empty.
    "404 404 404 404": """
        games:help_section games:season_of games:join_by_code games:replay_card games:record games:look_back
        games:embed games:oembed games:ratings api:record api:api-root learning:coach imprint accounts:stop_mails security_txt""",
    "403 403 403 403": "games:lobby_settings",
    "302L 200 200 200": """
        games:export_csv games:export_records games:block games:blocked games:friends games:friend_search
        games:friend accounts:profile accounts:emblem accounts:about accounts:sanctions
        accounts:close accounts:data accounts:notices accounts:notice_settings
        moderation:report_at_table moderation:report_lobby_name moderation:report_player
        moderation:own_reports clubs:members clubs:report clubs:report_news nights:new""",
    "302L 405 405 405": "accounts:stay accounts:push_device",
    # Of notices only those of the reader.
    "302L 404 404 404": "moderation:report_in_lobby moderation:appeal accounts:notice",
    "302L 403 403 200": """
        moderation:queue moderation:case moderation:decide moderation:decide_for_all moderation:answer_appeal
        moderation:months moderation:month clubs:moderate""",
    # Nobody here has a confirmed address, or a club.
    "302L 302 409 409": "clubs:found clubs:settings clubs:close",
    "302L 403 403 405": "moderation:claim moderation:let_guests_in moderation:open_case",
    "200 302 302 302": "accounts:guest account_login account_signup",
    "302 200 200 200": "account_logout",
    "302L 200 302 302": "accounts:keep",
    "302L 302 200 200": "games:table_wish api:tokens accounts:sessions account_email account_set_password mfa_index mfa_list_webauthn",
    "302L 302 302 302": """
        games:lobby_invite games:play_again nights:change
        account_change_password account_confirm_login_code mfa_authenticate mfa_login_webauthn""",
    "302L 302 403 302": "account_reauthenticate mfa_reauthenticate_webauthn",
    "302L 302 403 200": "mfa_reauthenticate",
    # Staff have a factor here, and are asked for it first.
    "302L 302 200 302": "mfa_activate_totp mfa_generate_recovery_codes mfa_add_webauthn",
    "302L 302 404 302": "mfa_deactivate_totp mfa_remove_webauthn mfa_edit_webauthn",
    "302L 302 404 404": "mfa_view_recovery_codes mfa_download_recovery_codes",
}
EXPECTED = {
    route: dict(zip(GROUPS, row.split(), strict=True))
    for row, names in ANSWERS.items()
    for route in names.split()
}


def signed_in(person: User | None) -> Client:
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


def answer_to(client: Client, path: str) -> str:
    """Return the status, with an L for the way to the login."""
    answer = client.get(path)
    return (
        f"{answer.status_code}{'L' * ('/accounts/login/' in answer.headers.get('Location', ''))}"
    )


def test_every_route_is_in_the_table() -> None:
    assert sorted(set(routes(get_resolver()))) == sorted(EXPECTED)


@pytest.mark.parametrize("group", GROUPS)
def test_every_kind_of_person_is_answered_as_the_table_says(group: str) -> None:
    site = Site()
    clients = {role: signed_in(site.people[role]) for role in GROUPS[group]}
    wrong = {
        (role, route): given
        for route, expected in EXPECTED.items()
        for role, client in clients.items()
        if (given := answer_to(client, site.path(route, site.public))) != expected[group]
    }
    assert wrong == {}


def test_table_with_a_password_is_there_for_its_people_only() -> None:
    site = Site()
    of_a_table = [
        route
        for route in EXPECTED
        if site.path(route, site.public) != site.path(route, site.closed)
        and not route.startswith(("account", "mfa"))
    ]
    assert len(of_a_table) > 20
    clients = {role: signed_in(person) for role, person in site.people.items()}
    seen = {
        (role, route)
        for route in of_a_table
        for role, client in clients.items()
        if answer_to(client, site.path(route, site.closed)) not in ("401", "404", "405", "302L")
    }
    assert seen == set()
    owner = signed_in(site.owners[0])
    assert answer_to(owner, site.path("games:table", site.closed)) == "200"
    assert answer_to(owner, site.path("moderation:report_at_table", site.closed)) == "200"


def test_empty_forms_break_nothing_and_open_nothing() -> None:
    """The client raises what a view raises, so an error of the server fails here."""
    site = Site()
    clients = [signed_in(person) for person in site.people.values()]
    kept = [client.cookies.output(header="") for client in clients]
    for route in EXPECTED:
        for client, cookies in zip(clients, kept, strict=True):
            # A form that logs out is taken back, as everything else is.
            client.cookies.load(cookies)
            with transaction.atomic():
                answer = client.post(site.path(route, site.closed))
                assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, route
                if route.startswith("games:") and site.closed.code in site.path(
                    route, site.closed
                ):
                    assert answer.status_code >= HTTPStatus.BAD_REQUEST, route
                transaction.set_rollback(True)
