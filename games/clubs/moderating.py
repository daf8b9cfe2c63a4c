"""What moderators do with a club that was reported: clear its text, rename it, delete news, close it; all in the audit."""

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.clubs.founding import clear_about, close_club, rename_club
from games.clubs.models import Club, ClubNews, Membership
from games.clubs.news import delete_news
from games.clubs.standing import lock_club, owner_of
from games.clubs.values import ClubError, ClubRefusal
from games.moderation import audit
from games.moderation.evidence import Line, Target
from games.moderation.models import About, Report


def club_target(club: Club) -> Target:
    """Return what is reported of a club: its name and text, which are its owner's."""
    owner = User.objects.get(pk=owner_of(club))
    return Target(
        person=owner,
        about=About.CLUB,
        key=f"club:{club.pk}",
        name=club.name,
        lines=_lines(owner, club.name, club.about),
    )


def news_target(news: ClubNews) -> Target:
    """Return what is reported of news: its words, which are its author's."""
    return Target(
        person=news.author,
        about=About.CLUB,
        key=f"club:{news.club_id}:{news.pk}",
        name=news.club.name,
        lines=_lines(news.author, news.title, news.text),
    )


def _lines(author: User, *texts: str) -> tuple[Line, ...]:
    return tuple(
        Line(number=number, channel="", author=author.display_name, user=author.pk, text=text)
        for number, text in enumerate(texts, start=1)
        if text
    )


def clubs_for(moderator: User, number: int) -> Club | None:
    """Return the open club with this number, unless the moderator is in it or has reported it."""
    own = Membership.objects.filter(user=moderator, club=number)
    reported = Q(target=f"club:{number}") | Q(target__startswith=f"club:{number}:")
    if own.exists() or Report.objects.filter(reported, reporter=moderator).exists():
        return None
    return Club.objects.filter(pk=number, closed_at=None).first()


@transaction.atomic
def clear(*, club: Club, moderator: User) -> None:
    """Delete what a club says it is about. Raises ClubError(CLOSED)."""
    club = lock_club(club.pk)
    clear_about(club)
    _record("club_text_cleared", club, moderator)


@transaction.atomic
def rename(*, club: Club, moderator: User, name: str) -> None:
    """Give a club another name and address. Raises ClubError(CLOSED), ValidationError."""
    club = lock_club(club.pk)
    rename_club(club, name)
    _record("club_renamed", club, moderator)


@transaction.atomic
def delete(*, club: Club, moderator: User, news_id: int) -> None:
    """Delete news of a club. Raises ClubError: CLOSED, NO_LONGER_ASKED."""
    club = lock_club(club.pk)
    news = club.news.select_related("author").filter(pk=news_id).first()
    if news is None:
        raise ClubError(ClubRefusal.NO_LONGER_ASKED)
    author = news.author
    delete_news(news)
    audit.record(act="club_news_deleted", by=moderator, person=author, club=club.pk, news=news_id)


@transaction.atomic
def close(*, club: Club, moderator: User) -> None:
    """Close a club for good. Raises ClubError(CLOSED)."""
    club = lock_club(club.pk)
    _record("club_closed", club, moderator)
    close_club(club)


def _record(act: str, club: Club, moderator: User) -> None:
    owner = User.objects.get(pk=owner_of(club))
    audit.record(act=act, by=moderator, person=owner, club=club.pk)
