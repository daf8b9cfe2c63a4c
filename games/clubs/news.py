"""The writer of news: officers write and delete it, members are told."""

from django.db import transaction

from accounts.models import User
from accounts.notice_models import NoticeKind
from accounts.notices import notify, withdraw
from games.clubs.models import ClubNews, ClubRole
from games.clubs.standing import lock_club, require_free, require_free_to_write, require_role
from games.clubs.texts import clean_text
from games.clubs.values import ClubError, ClubRefusal


@transaction.atomic
def write_news(*, club_id: int, user: User, title: str, text: str) -> ClubNews:
    """Write to the members, as an officer.

    Raises ClubError: SUSPENDED, MUTED, CLOSED, NOT_A_MEMBER, NOT_ALLOWED; ValidationError by field for listed words.
    """
    require_free_to_write(user)
    title, text = clean_text("title", title), clean_text("text", text)
    club = lock_club(club_id)
    require_role(club, user, ClubRole.OFFICER)
    news = ClubNews.objects.create(club=club, author=user, title=title, text=text)
    notify(
        users=list(club.memberships.values_list("user_id", flat=True)),
        kind=NoticeKind.CLUB,
        sentence="club_news",
        facts={"club": club.name, "title": title},
        path=f"/clubs/{club.slug}/news/#news-{news.pk}",
        key=f"club:news:{news.pk}",
        by=user,
    )
    return news


@transaction.atomic
def delete_own_news(*, club_id: int, user: User, news_id: int) -> None:
    """Delete news, as an officer of the club. Raises ClubError: SUSPENDED, CLOSED, NOT_A_MEMBER, NOT_ALLOWED, NO_LONGER_ASKED."""
    require_free(user)
    club = lock_club(club_id)
    require_role(club, user, ClubRole.OFFICER)
    news = club.news.filter(pk=news_id).first()
    if news is None:
        raise ClubError(ClubRefusal.NO_LONGER_ASKED)
    delete_news(news)


def delete_news(news: ClubNews) -> None:
    """Delete news, and take back what was told of it."""
    withdraw(f"club:news:{news.pk}")
    news.delete()
