"""Why clubs refuse, in the reader's language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.clubs.values import ClubRefusal

REFUSALS: Mapping[ClubRefusal, Promise] = {
    ClubRefusal.NOT_CONFIRMED: _(
        "This needs a confirmed e-mail address. Your account page sends you the mail again."
    ),
    ClubRefusal.MUTED: _("You may not write now. Your account page says why, and until when."),
    ClubRefusal.SUSPENDED: _("You are suspended. Your account page says why, and until when."),
    ClubRefusal.TOO_MANY_CLUBS: _("You are in twenty clubs, which is the most."),
    ClubRefusal.THEY_HAVE_TOO_MANY: _("This player is in twenty clubs, which is the most."),
    ClubRefusal.TOLD_LATELY: _(
        "The members were told of a table less than half an hour ago. Try again a little later."
    ),
    ClubRefusal.FULL: _("This club has two thousand members, which is the most."),
    ClubRefusal.CLOSED: _("This club has closed."),
    ClubRefusal.NOT_WELCOME: _("You cannot join this club. There are others."),
    ClubRefusal.INVITED_ONLY: _("This club invites its members. Ask somebody who is in it."),
    ClubRefusal.NOT_A_MEMBER: _("Only members of this club can do this."),
    ClubRefusal.ALREADY_A_MEMBER: _("This player is a member already."),
    ClubRefusal.NOT_ALLOWED: _("Your role in this club does not allow this."),
    ClubRefusal.OWNER_STAYS: _(
        "The club is yours. Hand it over to another member first, or close it."
    ),
    ClubRefusal.NO_LONGER_ASKED: _("This is settled already. Look at the club again."),
    ClubRefusal.TOO_MANY_ASKED: _("Too many questions wait for an answer. Try again later."),
    ClubRefusal.TOO_MANY_OFFICERS: _("A club has twenty officers at most."),
    ClubRefusal.THEY_ARE_NOT_CONFIRMED: _(
        "This player has not confirmed an e-mail address, so a club cannot be theirs."
    ),
    ClubRefusal.TOO_MANY_BOARDS: _("A club keeps twelve boards at most. Remove one first."),
    ClubRefusal.BOARD_NAME_TAKEN: _(
        "The club has a board of this name already. Please choose another one."
    ),
    ClubRefusal.BOARD_NAME_MISSING: _(
        "A club's board needs a name of at most 24 letters, without words that are not welcome here."
    ),
    ClubRefusal.NO_SUCH_BOARD: _("A club keeps custom boards on which a game can be played."),
    ClubRefusal.NOBODY_OF_THIS_NAME: _("No player with an account has this name."),
}
