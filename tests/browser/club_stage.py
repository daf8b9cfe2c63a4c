"""A club with everything that its pages can show, on the database of a running site."""

from collections.abc import Mapping
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from games.clubs import asks, members, news
from games.clubs.boards import keep_board
from games.clubs.founding import found_club
from games.clubs.models import Club, ClubEntry, ClubGame, Membership
from games.clubs.tables import open_club_table
from games.models import Game, GameResult, SeatResult
from games.values.game_kind import GameKind
from tests.browser.stage import FULL_NAMES, session_of
from tests.factories import a_free_name, a_game, a_person

NAME = "Dampfschiffahrtskapitäne am Stammtische"
GAMES = 6
ABOUT = (
    "We meet on Friday evenings at eight, seven of us or more, and play two or three games with voices on.\n"
    "Beginners are welcome: somebody explains the rules."
)


def a_club_with_everything() -> Mapping[str, str]:
    """Return its address and number, an address of news, and sessions: of the owner, a member, and whom it invites."""
    owner, officer, member, *others = [_member(name) for name in FULL_NAMES]
    invited, asks_to_join = _member("Invited"), _member("Asks to join it all the")
    club = found_club(
        user=owner,
        name=NAME,
        about=ABOUT,
        languages=["en", "pl", "de"],
        entry=ClubEntry.OPEN,
        emblem="rook teal solid",
    )
    for user in (officer, member, *others):
        members.join(club_id=club.pk, user=user)
    members.appoint(club_id=club.pk, user=owner, member_id=officer.pk, is_officer=True)
    members.offer(club_id=club.pk, user=owner, member_id=officer.pk)
    Club.objects.filter(pk=club.pk).update(entry=ClubEntry.REQUEST, active=5)
    members.join(club_id=club.pk, user=asks_to_join)
    asks.invite(club_id=club.pk, user=owner, name=invited.username)
    _games(club, [owner, officer, member, *others][:5])
    written = [
        news.write_news(club_id=club.pk, user=author, title=title, text=ABOUT)
        for author, title in (
            (officer, "Friday at eight"),
            (owner, "Konstantynopolitańczykowianeczka wins again"),
        )
    ]
    open_club_table(club_id=club.pk, user=member)
    keep_board(
        club_id=club.pk, user=owner, code="7-1-ipsee-k1-z4-v4-7x10-1x2-c0", name="Quick start"
    )
    return {
        "slug": club.slug,
        "number": str(club.pk),
        "news": str(written[0].pk),
        "owner": session_of(owner),
        "officer": session_of(officer),
        "member": session_of(member),
        "invited": session_of(invited),
    }


def _member(name: str) -> User:
    user = a_person(a_free_name(name), is_guest=False)
    EmailAddress.objects.create(
        user=user, email=f"{user.pk}@clubs.example.org", primary=True, verified=True
    )
    return user


def _games(club: Club, users: list[User]) -> None:
    """Ranked games of these members, as results alone; the replay of none is opened."""
    now = timezone.now()
    Membership.objects.filter(club=club).update(joined_at=now - timedelta(days=90), played_at=now)
    Membership.objects.filter(club=club, user=users[0]).update(best_streak=4)
    for number in range(GAMES):
        game, _players = a_game(0, 5, is_public=True)
        ended = now - timedelta(days=GAMES - number)
        Game.objects.filter(pk=game.pk).update(
            name=NAME, status=Game.Status.FINISHED, finished_at=ended
        )
        result = GameResult.objects.create(
            game=game, number=9000 + number, kind=GameKind.RANKED, edition="retail", size=5 + number % 2,
            seconds=1500, winner=("liberal", "fascist")[number % 2], victory="five_liberal_policies",
            ended_at=ended, rounds=8,
        )  # fmt: skip
        ClubGame.objects.create(club=club, result=result, kind=GameKind.RANKED, ended_at=ended)
        SeatResult.objects.bulk_create(
            SeatResult(
                result=result, user=user, seat=seat, role="liberal", team="liberal", won=(seat + number) % 3 == 0,
                kind=GameKind.RANKED, size=5, ended_at=ended, is_rated=True, predicted=0.35 + seat * 0.05,
            )
            for seat, user in enumerate(users)
        )  # fmt: skip
