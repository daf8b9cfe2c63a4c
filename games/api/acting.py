"""Acting with a token: tables to open, to join and to start, and one's own seat. The pages' services decide.

The list of open tables, which needs no token, is here too: an address belongs to one router.
"""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from accounts.notice_reading import notices_of
from games.api import schemas
from games.api.answering import caller
from games.api.by_token import Token
from games.api.limits import count_act
from games.api.parameters import TableCode
from games.api.problems import WrongValues
from games.api.scopes import TokenScope
from games.api.telling import tell_lobby, tell_table
from games.api.tokens import ApiCaller, needs_token
from games.engine.board import kind_of
from games.engine.vocabulary import BoardKind, Edition
from games.forms.game import parse_action
from games.forms.lobby import LobbyForm
from games.models import Lobby
from games.selectors.access import find_watchable_game
from games.selectors.lobby import find_lobby, load_lobby, places_of
from games.selectors.open_tables import open_lobbies
from games.selectors.seen_table import SeenTable, see_table
from games.services import lobby as lobbies
from games.services import lobby_seats as seats
from games.services import lobby_start
from games.services.game import submit_action
from games.services.practice import leaving_practice
from games.values.refusals import GameError, ServiceReason

router = Router(tags=["acting"])
writing = Token(TokenScope.LOBBIES_WRITE)
playing = Token(TokenScope.TABLE_PLAY)


@router.get("me/places", url_name="places", auth=playing, response=list[schemas.PlaceSchema])
def places(request: HttpRequest) -> list[schemas.PlaceSchema]:
    """List where I play, wait or am invited."""
    return [
        schemas.PlaceSchema(kind=each.kind, code=each.code, name=each.name)
        for each in places_of(_me(request).user.pk)
    ]


@router.get(
    "me/notices",
    url_name="notices",
    auth=Token(TokenScope.NOTICES_READ),
    response=list[schemas.NoticeSchema],
)
def notices(request: HttpRequest) -> list[schemas.NoticeSchema]:
    """List my latest notices, the newest first."""
    return [
        schemas.NoticeSchema(
            id=each.pk, kind=each.kind, text=each.text, at=each.at, is_unread=each.is_unread
        )
        for each in notices_of(_me(request).user)
    ]


@router.get("tables", url_name="tables", response=list[schemas.OpenTableSchema])
def tables(request: HttpRequest) -> list[schemas.OpenTableSchema]:
    """List the tables that wait for players, those with a free seat first."""
    return [
        schemas.OpenTableSchema(
            code=each.code,
            name=each.name,
            host=each.host_name,
            people=each.people,
            bots=each.bots,
            fewest_players=each.fewest_players,
            most_players=each.most_players,
            edition=each.edition,
            board=each.board,
            board_name=each.board_name,
            pace=each.pace,
            talk=each.talk,
            is_ranked=each.is_ranked,
            has_password=each.has_password,
            languages=list(each.languages),
        )
        for each in open_lobbies()
    ]


@router.post("tables", url_name="tables", auth=writing, response=schemas.LobbySchema)
def open_table(request: HttpRequest, chosen: schemas.NewTableSchema) -> schemas.LobbySchema:
    """Open a table, and sit down there as its host."""
    me = _me(request)
    if me.is_bot and not chosen.bots_allowed:
        raise GameError(ServiceReason.BOTS_NOT_ALLOWED)
    form = LobbyForm(_fields(chosen))
    if not form.is_valid():
        raise WrongValues(form)
    count_act(request, "lobby_create")
    count_act(request, "lobby_create_person", str(me.user.pk))
    return tell_lobby(load_lobby(lobbies.create_lobby(user=me.user, settings=form.settings()).pk))


@router.get("tables/{code}", url_name="table", auth=writing, response=schemas.LobbySchema)
def table(request: HttpRequest, code: TableCode) -> schemas.LobbySchema:
    """Show a table that waits for players; asking every few seconds says that I am there."""
    me, lobby = _me(request), _lobby(request, code)
    seats.note_here(lobby_id=lobby.pk, people=[me.user.pk])
    return tell_lobby(load_lobby(lobby.pk))


@router.post("tables/{code}/join", url_name="join", auth=writing, response=schemas.LobbySchema)
def join(request: HttpRequest, code: TableCode, how: schemas.JoinSchema) -> schemas.LobbySchema:
    """Sit down."""
    me = _me(request)
    count_act(request, "lobby_join")
    lobby = _lobby(request, code)
    if lobby.password:
        count_act(request, "lobby_password", f"{lobby.code} {me.token_id}")
    with leaving_practice(me.user):
        seats.join_lobby(lobby_id=lobby.pk, user=me.user, password=how.password)
    return tell_lobby(load_lobby(lobby.pk))


@router.post("tables/{code}/leave", url_name="leave", auth=writing, response=schemas.LobbySchema)
def leave(request: HttpRequest, code: TableCode) -> schemas.LobbySchema:
    """Stand up."""
    me, lobby = _me(request), _lobby(request, code)
    seats.leave_lobby(lobby_id=lobby.pk, user=me.user)
    return tell_lobby(load_lobby(lobby.pk))


@router.post("tables/{code}/ready", url_name="ready", auth=writing, response=schemas.LobbySchema)
def ready(request: HttpRequest, code: TableCode, how: schemas.ReadySchema) -> schemas.LobbySchema:
    """Say whether I am ready; the last answer of a ready check starts the game."""
    me, lobby = _me(request), _lobby(request, code)
    lobby_start.confirm_ready(lobby_id=lobby.pk, user=me.user, is_ready=how.is_ready)
    return tell_lobby(load_lobby(lobby.pk))


@router.post("tables/{code}/start", url_name="start", auth=writing, response=schemas.LobbySchema)
def start(request: HttpRequest, code: TableCode) -> schemas.LobbySchema:
    """Start the game as the host; if not all are ready, ask them."""
    me, lobby = _me(request), _lobby(request, code)
    try:
        lobby_start.start_with_shares(lobby_id=lobby.pk, user=me.user)
    except GameError as error:
        if error.reason is not ServiceReason.NOT_ALL_READY:
            raise
        lobby_start.start_ready_check(lobby_id=lobby.pk, user=me.user)
    return tell_lobby(load_lobby(lobby.pk))


@router.get("games/{code}/seat", url_name="seat", auth=playing, response=schemas.TableSchema)
def seat(request: HttpRequest, code: TableCode) -> schemas.TableSchema:
    """Show a table as my seat there knows it."""
    return tell_table(_own_table(request, code))


@router.post("games/{code}/actions", url_name="act", auth=playing, response=schemas.TableSchema)
def act(
    request: HttpRequest, code: TableCode, asked: schemas.DecisionSchema
) -> schemas.TableSchema:
    """Act for my seat: one of its `legal_actions`, for the open `decision`."""
    seen = _own_table(request, code)
    fields = asked.model_dump(mode="json", exclude_none=True)
    # The same action sent again is what was asked for.
    try:
        submit_action(
            game_id=seen.facts.game_id, user_id=_me(request).user.pk, request=parse_action(fields)
        )
    except GameError as error:
        if error.reason is not ServiceReason.DUPLICATE_ACTION:
            raise
    return tell_table(_own_table(request, code))


def _me(request: HttpRequest) -> ApiCaller:
    """Return whose token it is; every operation here asks for one."""
    found = caller(request)
    if found is None:
        raise needs_token()
    return found


def _lobby(request: HttpRequest, code: str) -> Lobby:
    """Return the table of a code. Raises GameError."""
    try:
        return find_lobby(code, _me(request).user.pk)
    except Lobby.DoesNotExist:
        raise GameError(ServiceReason.LOBBY_NOT_FOUND) from None


def _own_table(request: HttpRequest, code: str) -> SeenTable:
    """Return a table as my seat knows it. Raises GameError."""
    me = _me(request).user.pk
    seen = see_table(find_watchable_game(code, me), me)
    if seen.viewer is None:
        raise GameError(ServiceReason.NOT_SEATED)
    return seen


def _fields(chosen: schemas.NewTableSchema) -> dict[str, Any]:
    """Return these choices as the page for a new table sends them."""
    kind = kind_of(chosen.board)
    return {
        "name": chosen.name or lobbies.fresh_table_name(),
        "listing": "public" if chosen.is_public else "link",
        "password": chosen.password,
        "fewest_players": chosen.fewest_players,
        "most_players": chosen.most_players,
        "pace": chosen.pace.value,
        "talk": chosen.talk.value,
        "edition": Edition.RETAIL.value,
        "more_time": True,
        "bots_allowed": chosen.bots_allowed,
        "is_ranked": chosen.is_ranked,
        "board": kind.value,
        "board_link": chosen.board if kind is BoardKind.CUSTOM else "",
        "board_name": chosen.board_name,
    }
