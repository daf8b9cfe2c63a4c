"""The form that invites a whole club to a lobby."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.models import User
from games.clubs.access import by_a_member
from games.clubs.lobby_invitations import invitable_clubs, invite_club
from games.clubs.models import Club
from games.clubs.values import ClubError
from games.clubs.words import REFUSALS
from games.models import Lobby
from games.values.refusals import GameError
from games.views.people import too_many
from games.words.phrases import reason_text


@by_a_member
def invite_to_table(
    request: HttpRequest, club: Club, user: User, code: str
) -> HttpResponse | None:
    """Invite the club to the lobby with this code, where the reader sits; other codes lead back to the club."""
    lobby = Lobby.objects.open().filter(code=code, seats__user=user).first()
    if lobby is None:
        return None
    if limited := too_many(request, action="invitation", key=str(user.pk)):
        return limited
    refused = ""
    try:
        invite_club(club_id=club.pk, lobby_id=lobby.pk, user=user)
    except ClubError as error:
        refused = str(REFUSALS[error.refusal])
    except GameError as error:
        refused = reason_text(error.reason)
    if getattr(request, "htmx", False):
        clubs = invitable_clubs(lobby, user)
        context = {"lobby": lobby, "clubs": clubs, "clubs_refused": refused}
        return render(request, "games/lobby/_invite_clubs.html", context)
    if refused:
        messages.error(request, refused)
    return redirect("games:lobby_invite", code=lobby.code)
