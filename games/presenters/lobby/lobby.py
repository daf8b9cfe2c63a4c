"""A lobby, as a view model in the reader's language.

They hold what one viewer may see and do; a lobby has no secrets.
"""

from datetime import datetime
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.vocabulary import BoardKind, Edition
from games.presenters.boards import board_address, differences_by_size
from games.presenters.lobby.rematch import not_answered
from games.presenters.lobby.talk import present_talk_setting
from games.presenters.player.rated_game import present_chance
from games.presenters.players import in_a_sentence
from games.presenters.view import view_model
from games.values.bots import BotLevel
from games.values.chat import SlowMode, TalkMode
from games.values.languages import names_of_languages
from games.values.lobby import LobbySnapshot, SeatSnapshot
from games.values.timing import READY_CHECK_SECONDS, SLOW, Pace, TimeUp
from games.words.boards import name_of_board
from games.words.phrases import name_of
from games.words.table_size import numbers_of_players


@view_model
class LobbySeatView:
    """One seat, taken or empty, with the viewer's actions on it."""

    id: int
    name: str
    """Of an empty one: how many seats it stands for; empty if it is one."""
    face: str = ""
    address: str = ""
    """The person's name or handle in addresses; empty for a bot."""
    is_empty: bool = False
    is_bot: bool = False
    is_host: bool = False
    is_own: bool = False
    is_ready: bool = False
    is_away: bool = False
    played: str = ""
    """How many ranked games this person played to the end, in a ranked lobby; empty before the first."""
    may_hand_over: bool = False
    may_remove: bool = False
    may_remove_bot: bool = False
    may_befriend: bool = False
    may_be_muted: bool = False
    is_muted: bool = False
    is_blocked: bool = False
    kept_until: datetime | None = None
    """Of a free seat: it is kept so long for the invited person of this name."""
    may_add_bot: bool = False
    """Whether this is the free seat with the button that puts a bot there."""


@view_model
class SizeView:
    """One size of the table that the host may choose, with the bots that it takes."""

    players: int
    id: str
    """The last one is "fill-with-bots": no seat stays free."""
    label: str
    is_chosen: bool
    is_possible: bool
    """Whether no more people sit here already."""


@view_model
class LobbyDealView:
    """The sealed deal of a lobby, and what the viewer's browser has to do for it (lobby_share.js)."""

    deal_id: str
    commitment: str
    shares: int
    """How many browsers have announced a share."""
    own_hash: str
    is_wanted: bool
    """Whether the viewer's browser may announce a share at once: its person is ready."""
    opening: str
    """While shares are opened: the digests of all, with blanks between; else empty."""


@view_model
class LobbyView:
    """One lobby for one viewer."""

    code: str
    name: str
    status: str
    seats: tuple[LobbySeatView, ...]
    size: str
    edition: str
    board: str
    """What it is called; empty for the standard board."""
    board_address: str
    """Where the page about it is."""
    board_differences: tuple[str, ...]
    pace: str
    is_slow: bool
    time_up: str
    """Empty without a limit, where the time never runs out."""
    more_time: bool
    talk: str
    guests: str
    """How guests talk; empty where they talk as all others do."""
    slow_mode: str
    is_public: bool
    has_password: bool
    is_ranked: bool
    bots_allowed: bool
    bot_level: str
    languages: str
    """By their own names; empty where nothing is said."""
    voice_link: str
    """Empty for whoever does not sit here."""
    club: str
    """Whose members alone sit down; empty for a table for everybody."""
    is_full: bool
    is_seated: bool
    is_host: bool
    is_ready: bool
    check_ends_at: datetime | None
    waits_until: datetime | None
    """The end of the wait for those who have not answered to a rematch; None if nobody is awaited."""
    opens_at: datetime | None
    """When others than the people of the last game may sit down, for a viewer without a seat; None if they may now."""
    starts_at: datetime | None
    """When a rematch starts by itself."""
    take_over: int
    """The viewer's own seat, if its person may become the host in the place of one who is gone; else 0."""
    missed: str
    """Who lost the seat in the last ready check; empty if nobody did."""
    is_asked: bool
    """Whether the ready check waits for this viewer."""
    may_start: bool
    is_everybody_ready: bool
    check_seconds: int
    sizes: tuple[SizeView, ...]
    """The sizes that bots can bring the table to; empty for whoever may not choose."""
    deal: LobbyDealView | None
    """None in a lobby of an earlier release."""
    is_opening: bool
    """Whether the game is about to be dealt, so that nobody can act any more."""
    chance: str
    """The chance of each side in a ranked game, once there are enough people."""


def present_lobby(lobby: LobbySnapshot, viewer: int | None) -> LobbyView:
    """Return a lobby in the active language, for the person of this id or for a visitor (None)."""
    own = lobby.seat_of(viewer)
    is_host = own is not None and viewer == lobby.host_id
    taken = tuple(
        LobbySeatView(
            id=seat.id,
            name=seat.name,
            face=seat.face,
            address=seat.address,
            is_bot=seat.user_id is None,
            is_host=seat.user_id == lobby.host_id,
            is_own=own is not None and seat.id == own.id,
            is_ready=seat.is_ready,
            is_away=not seat.is_here,
            played=_played_to_the_end(*seat.ranked_games),
            may_hand_over=is_host and seat.user_id not in (None, viewer),
            may_remove=is_host and seat.user_id not in (None, viewer),
            may_remove_bot=is_host and seat.user_id is None,
            may_befriend=own is not None
            and not own.is_guest
            and bool(seat.address)
            and seat.user_id != viewer
            and not seat.is_guest
            and (viewer, seat.user_id) not in lobby.blocks,
            may_be_muted=own is not None and seat.user_id not in (None, viewer),
            is_muted=(viewer, seat.user_id) in lobby.mutes,
            is_blocked=(viewer, seat.user_id) in lobby.blocks,
        )
        for seat in lobby.seats
    )
    kept = tuple(
        LobbySeatView(id=0, name=seat.name, is_empty=True, kept_until=seat.kept_until)
        for seat in lobby.kept[: max(lobby.most_players - len(taken), 0)]
    )
    free = max(lobby.most_players - len(taken) - len(kept), 0)
    may_add_bots = is_host and lobby.bots_allowed
    # A place for everybody whom the game still needs, and one for all who may come besides.
    needed = min(max(lobby.fewest_players - len(taken) - len(kept), 0), free)
    places = [""] * needed + ([_more_seats(free - needed, needed)] if free > needed else [])
    empty = tuple(
        LobbySeatView(id=0, name=name, is_empty=True, may_add_bot=may_add_bots and not place)
        for place, name in enumerate(places)
    )
    is_legal = len(taken) >= lobby.fewest_players
    is_checked = lobby.check_ends_at is not None
    is_opening = lobby.deal is not None and lobby.deal.is_opening
    return LobbyView(
        code=lobby.code,
        name=lobby.name,
        status=present_status(lobby, viewer),
        seats=taken + kept + empty,
        size=numbers_of_players(lobby.fewest_players, lobby.most_players),
        edition=name_of(Edition(lobby.edition)),
        **_board(lobby),
        pace=name_of(Pace(lobby.pace)),
        is_slow=lobby.pace in SLOW,
        time_up="" if lobby.pace == Pace.NONE else name_of(TimeUp(lobby.time_up)),
        more_time=lobby.more_time,
        talk=present_talk_setting(lobby, viewer),
        guests=_talk_of_guests(lobby),
        slow_mode=name_of(SlowMode(lobby.slow_mode)),
        is_public=lobby.is_public,
        has_password=lobby.has_password,
        is_ranked=lobby.is_ranked,
        bots_allowed=lobby.bots_allowed,
        bot_level=name_of(BotLevel(lobby.bot_level)),
        languages=names_of_languages(lobby.languages),
        voice_link="" if own is None else lobby.voice_link,
        club=lobby.club,
        is_full=len(taken) >= lobby.most_players,
        is_seated=own is not None,
        is_host=is_host,
        is_ready=own is not None and own.is_ready,
        check_ends_at=lobby.check_ends_at,
        waits_until=lobby.waits_until,
        opens_at=lobby.opens_at if own is None else None,
        starts_at=lobby.starts_at,
        take_over=own.id if own is not None and _may_take_over(lobby, viewer) else 0,
        missed=present_missed(lobby),
        is_asked=is_checked and own is not None and not own.is_ready,
        may_start=is_host and is_legal and not is_checked and not lobby.awaited and not is_opening,
        is_everybody_ready=all(seat.is_ready for seat in taken),
        check_seconds=READY_CHECK_SECONDS,
        sizes=_sizes(lobby) if may_add_bots else (),
        deal=_deal(lobby, own),
        is_opening=is_opening,
        chance="" if lobby.liberal_chance is None else present_chance(lobby.liberal_chance),
    )


class _Board(TypedDict):
    board: str
    board_address: str
    board_differences: tuple[str, ...]


def _board(lobby: LobbySnapshot) -> _Board:
    """Return how the lobby tells of its board; of one for several sizes for each that may be played."""
    fewest, most = lobby.fewest_players, lobby.most_players
    if lobby.board == BoardKind.STANDARD:
        return {"board": "", "board_address": "", "board_differences": ()}
    return {
        "board": name_of_board(lobby.board, lobby.board_name),
        "board_address": board_address(lobby.board, lobby.board_name, most),
        "board_differences": differences_by_size(lobby.board, fewest, most),
    }


def _deal(lobby: LobbySnapshot, own: SeatSnapshot | None) -> LobbyDealView | None:
    deal = lobby.deal
    if deal is None:
        return None
    return LobbyDealView(
        deal_id=deal.deal_id,
        commitment=deal.commitment,
        shares=len(deal.hashes),
        own_hash="" if own is None else deal.hash_of(own.id),
        is_wanted=own is not None and own.is_ready and not deal.is_opening,
        opening=" ".join(digest for _seat, digest in deal.hashes) if deal.is_opening else "",
    )


def _may_take_over(lobby: LobbySnapshot, viewer: int | None) -> bool:
    is_left_waiting = lobby.is_host_gone and lobby.check_ends_at is None
    others = (seat for seat in lobby.seats if seat.user_id != lobby.host_id)
    return is_left_waiting and viewer != lobby.host_id and all(seat.is_ready for seat in others)


def _talk_of_guests(lobby: LobbySnapshot) -> str:
    if not lobby.is_public or lobby.talk != TalkMode.FREE:
        return ""
    if lobby.guests_write:
        return pgettext("talk of guests", "They write freely")
    return pgettext("talk of guests", "They choose ready-made sentences")


def _played_to_the_end(games: int, ended: int) -> str:
    if not games:
        return ""
    return _("Played to the end: %(ended)s of %(games)s") % {"ended": ended, "games": games}


def present_missed(lobby: LobbySnapshot) -> str:
    """Return who lost the seat in the last ready check, in one sentence; empty if nobody did."""
    if not lobby.unanswered:
        return ""
    names = ", ".join(in_a_sentence(name) for _id, name in lobby.unanswered)
    return ngettext(
        "%(names)s did not answer and lost the seat.",
        "%(names)s did not answer and lost their seats.",
        len(lobby.unanswered),
    ) % {"names": names}


def present_status(lobby: LobbySnapshot, viewer: int | None) -> str:
    """Return in one sentence what the table waits for, as this viewer (the id of a user) is told it."""
    is_host = viewer is not None and viewer == lobby.host_id
    if lobby.deal is not None and lobby.deal.is_opening:
        return _("The game begins: everybody draws lots together.")
    if lobby.awaited:
        return not_answered(lobby.awaited)
    missing = lobby.fewest_players - len(lobby.seats)
    if missing > 0:
        return ngettext(
            "Waiting for %(count)s more player.", "Waiting for %(count)s more players.", missing
        ) % {"count": missing}
    unready = sum(not seat.is_ready for seat in lobby.seats)
    if unready and lobby.check_ends_at:
        return ngettext(
            "The game is about to start: %(count)s player has not said yet that they are here.",
            "The game is about to start: %(count)s players have not said yet that they are here.",
            unready,
        ) % {"count": unready}
    if unready and is_host:
        return ngettext(
            "Waiting until %(count)s more player is ready. You may start with a ready check.",
            "Waiting until %(count)s more players are ready. You may start with a ready check.",
            unready,
        ) % {"count": unready}
    if unready:
        return ngettext(
            "Waiting until %(count)s more player is ready. The host may start with a ready check.",
            "Waiting until %(count)s more players are ready. The host may start with a ready check.",
            unready,
        ) % {"count": unready}
    if lobby.starts_at:
        return _("Everybody is ready. The game starts by itself.")
    if is_host:
        return _("Everybody is ready. You can start the game.")
    return _("Everybody is ready. The host can start the game.")


def _sizes(lobby: LobbySnapshot) -> tuple[SizeView, ...]:
    people = sum(seat.user_id is not None for seat in lobby.seats)
    return tuple(
        SizeView(
            players=size,
            id="fill-with-bots" if size == lobby.most_players else f"size-{size}",
            label=ngettext(
                "%(players)s players, with %(count)s bot",
                "%(players)s players, with %(count)s bots",
                max(size - people, 0),
            )
            % {"players": size, "count": max(size - people, 0)},
            is_chosen=size == len(lobby.seats),
            is_possible=size >= people,
        )
        for size in range(lobby.fewest_players, lobby.most_players + 1)
    )


def _more_seats(free: int, needed: int) -> str:
    if not needed and free == 1:
        return ""
    return ngettext("%(count)s more free seat", "%(count)s more free seats", free) % {
        "count": free
    }


def present_bots(bots: int) -> str:
    """Return how many bots; empty for none."""
    if not bots:
        return ""
    return ngettext("%(count)s bot", "%(count)s bots", bots) % {"count": bots}
