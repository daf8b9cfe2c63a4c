"""What becomes of clubs when an account is closed, or its owner is banned: nobody waits for somebody who has gone."""

from accounts.models import User
from accounts.notices import withdraw
from games.clubs.founding import replace_owner
from games.clubs.members import drop
from games.clubs.models import Ask, ClubRole, Membership, Removal
from games.clubs.news import delete_news
from games.clubs.standing import lock_club


def give_up_clubs(user: User) -> None:
    """Give each club that this person owns another owner, or close it."""
    owned = Membership.objects.filter(user=user, role=ClubRole.OWNER)
    for club_id in list(owned.order_by("club_id").values_list("club_id", flat=True)):
        replace_owner(club_id)


def leave_all_clubs(user: User) -> None:
    """Take this person out of every club, with what they wrote there: the account is being closed."""
    give_up_clubs(user)
    for each in Membership.objects.filter(user=user).order_by("club_id"):
        drop(lock_club(each.club_id), each)
    for news in user.club_news.all():
        delete_news(news)
    for ask in Ask.objects.filter(user=user) | Ask.objects.filter(by=user):
        withdraw(f"club:ask:{ask.pk}")
        ask.delete()
    Removal.objects.filter(user=user).delete()
