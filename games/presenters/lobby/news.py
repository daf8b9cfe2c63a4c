"""What has changed in a lobby, in one line for screen readers, in the reader's language.

One look at the lobby makes one line, however many people came in between.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.lobby.lobby import present_missed, present_status
from games.presenters.players import in_a_sentence
from games.values.lobby import LobbySnapshot, SeatSnapshot


def present_news(before: LobbySnapshot, after: LobbySnapshot, viewer: int | None) -> str:
    """Return what this viewer should hear of the change; empty if nothing is worth a word."""
    said = [
        *_came(_new(before, after, viewer)),
        *_left(_new(after, before, viewer)),
        *_host(before, after, viewer),
    ]
    if after.unanswered != before.unanswered:
        said.append(present_missed(after))
    if _settings(before) != _settings(after):
        said.append(_("The settings have changed."))
    if viewer is None and _is_full(before) and not _is_full(after):
        said.append(_("A seat is free: you can sit down."))
    status = present_status(after, viewer)
    if status != present_status(before, viewer):
        said.append(status)
    return " ".join(filter(None, said))


def _new(
    before: LobbySnapshot, after: LobbySnapshot, viewer: int | None
) -> tuple[SeatSnapshot, ...]:
    known = {seat.id for seat in before.seats}
    return tuple(
        seat
        for seat in after.seats
        if seat.id not in known and (viewer is None or seat.user_id != viewer)
    )


def _came(seats: tuple[SeatSnapshot, ...]) -> list[str]:
    said = []
    if names := _names(seats):
        text = ngettext("%(names)s has sat down.", "%(names)s have sat down.", len(names))
        said.append(text % {"names": ", ".join(names)})
    if bots := sum(seat.user_id is None for seat in seats):
        said.append(
            ngettext("%(count)s bot has sat down.", "%(count)s bots have sat down.", bots)
            % {"count": bots}
        )
    return said


def _left(seats: tuple[SeatSnapshot, ...]) -> list[str]:
    said = []
    if names := _names(seats):
        text = ngettext("%(names)s has left.", "%(names)s have left.", len(names))
        said.append(text % {"names": ", ".join(names)})
    if bots := sum(seat.user_id is None for seat in seats):
        said.append(
            ngettext("%(count)s bot has left.", "%(count)s bots have left.", bots)
            % {"count": bots}
        )
    return said


def _names(seats: tuple[SeatSnapshot, ...]) -> list[str]:
    return [in_a_sentence(seat.name) for seat in seats if seat.user_id is not None]


def _host(before: LobbySnapshot, after: LobbySnapshot, viewer: int | None) -> list[str]:
    if before.host_id == after.host_id:
        return []
    if viewer is not None and viewer == after.host_id:
        return [_("You are the host now.")]
    host = after.seat_of(after.host_id)
    return [] if host is None else [_("%(name)s is the host now.") % {"name": host.name}]


def _settings(lobby: LobbySnapshot) -> tuple[object, ...]:
    return (
        lobby.name,
        lobby.is_public,
        lobby.has_password,
        lobby.fewest_players,
        lobby.most_players,
        lobby.edition,
        lobby.board,
        lobby.board_name,
        lobby.pace,
        lobby.time_up,
        lobby.more_time,
        lobby.talk,
        lobby.guests_write,
        lobby.slow_mode,
        lobby.bots_allowed,
        lobby.bot_level,
        lobby.is_ranked,
        lobby.languages,
    )


def _is_full(lobby: LobbySnapshot) -> bool:
    return len(lobby.seats) >= lobby.most_players
