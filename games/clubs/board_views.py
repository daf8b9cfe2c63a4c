"""The forms that keep a board for a club, and remove it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.models import User
from games.clubs import boards
from games.clubs.access import by_a_member
from games.clubs.models import Club


@by_a_member
def keep(request: HttpRequest, club: Club, user: User) -> HttpResponse | None:
    """Keep a board under a name."""
    typed = request.POST
    boards.keep_board(
        club_id=club.pk, user=user, code=typed.get("code", ""), name=typed.get("name", "")
    )
    messages.success(
        request, _("The club keeps this board. Its members find it when they open a table.")
    )
    return None


@by_a_member
def remove(request: HttpRequest, club: Club, user: User, number: int) -> HttpResponse | None:
    """Remove a board; tables that were opened with it keep it."""
    boards.remove_board(club_id=club.pk, user=user, board_id=number)
    messages.success(request, _("The club keeps this board no longer."))
    return None
