"""The call for a rematch on the page of a finished game, as one of its players reads it."""

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.players import in_a_sentence
from games.presenters.view import view_model
from games.values.rematch import Rematch, RematchAnswer, RematchState


@view_model
class RematchView:
    """Sentences, and what the reader can do."""

    url: str
    sentences: tuple[str, ...] = ()
    waits_until: datetime | None = None
    join_label: str = ""
    """Empty: there is nothing to join."""
    may_decline: bool = False
    way_url: str = ""
    """The address of the lobby, or of the game that has begun; empty for who is not part of it."""
    way_label: str = ""
    is_gathering: bool = False


def present_rematch(rematch: Rematch, *, is_late: bool = False) -> RematchView:
    """Return the call in the active language."""
    url = reverse("games:rematch", args=[rematch.game_code])
    match rematch.state:
        case RematchState.NONE if is_late:
            return RematchView(
                url=url,
                sentences=(
                    _("The others have gone. A new table invites them, wherever they are."),
                ),
                way_url=reverse("games:play_again", args=[rematch.game_code]),
                way_label=_("Play again with these people"),
            )
        case RematchState.NONE:
            return RematchView(url=url, join_label=_("Rematch with the same people"))
        case RematchState.STARTED:
            return _begun(rematch, url)
        case RematchState.OPEN:
            return _gathering(rematch, url)


def present_rematch_to_watchers(rematch: Rematch) -> RematchView:
    """Return what somebody who watched the game is told: where it goes on, and the way there."""
    url = reverse("games:rematch", args=[rematch.game_code])
    match rematch.state:
        case RematchState.STARTED if rematch.new_game_code:
            way = reverse("games:table", args=[rematch.new_game_code])
            return RematchView(
                url=url,
                sentences=(_("The rematch has begun."),),
                way_url=way,
                way_label=_("Watch the rematch"),
            )
        case RematchState.OPEN:
            return RematchView(
                url=url,
                sentences=(_("The table gathers for a rematch."),),
                way_url=reverse("games:lobby", args=[rematch.lobby_code]),
                way_label=_("Watch or take a free seat"),
                is_gathering=True,
            )
        case _:
            return RematchView(url=url)


def _begun(rematch: Rematch, url: str) -> RematchView:
    plays = rematch.answer is RematchAnswer.YES
    way = rematch.new_game_code and reverse("games:table", args=[rematch.new_game_code])
    return RematchView(
        url=url,
        sentences=(_("The rematch has begun."),),
        way_url=way,
        way_label=_("Go to the game") if plays else _("Watch the rematch"),
    )


def _gathering(rematch: Rematch, url: str) -> RematchView:
    joined = ", ".join(in_a_sentence(name) for name in rematch.joined)
    said = [
        ngettext("%(names)s wants a rematch.", "%(names)s want a rematch.", len(rematch.joined))
        % {"names": joined}
    ]
    if rematch.declined:
        names = ", ".join(in_a_sentence(name) for name in rematch.declined)
        said.append(_("Not this time: %(names)s.") % {"names": names})
    if rematch.awaited:
        said.append(not_answered(rematch.awaited))
    is_in = rematch.answer is RematchAnswer.YES
    return RematchView(
        url=url,
        sentences=tuple(said),
        waits_until=rematch.waits_until,
        join_label="" if is_in else _("Join the rematch"),
        may_decline=rematch.answer is RematchAnswer.NONE,
        way_url=reverse("games:lobby", args=[rematch.lobby_code]) if is_in else "",
        way_label=_("Go to the lobby"),
        is_gathering=True,
    )


def not_answered(names: Sequence[str]) -> str:
    """Return who has not answered to the call yet, by name."""
    return _("Have not answered yet: %(names)s.") % {
        "names": ", ".join(in_a_sentence(name) for name in names)
    }
