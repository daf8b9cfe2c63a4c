"""The HTTP status of each refusal; the one table for every page.

Every ServiceReason is in it, so that a new one gets its status on purpose.
"""

from collections.abc import Mapping
from http import HTTPStatus

from games.engine.errors import Reason
from games.values.refusals import ServiceReason

_REASONS: Mapping[HTTPStatus, frozenset[ServiceReason]] = {
    HTTPStatus.BAD_REQUEST: frozenset(
        {ServiceReason.MALFORMED, ServiceReason.NOTHING_SAID, ServiceReason.LISTED_WORD}
    ),
    HTTPStatus.FORBIDDEN: frozenset(
        {
            ServiceReason.SIGN_IN_FIRST,
            ServiceReason.NOT_SEATED,
            ServiceReason.CAME_TOO_LATE,
            ServiceReason.NOT_HOST,
            ServiceReason.WRONG_PASSWORD,
            ServiceReason.REMOVED_FROM_LOBBY,
            ServiceReason.NOT_ADMITTED,
            ServiceReason.NOT_A_MEMBER,
            ServiceReason.SUSPENDED,
            ServiceReason.WARNING_UNREAD,
            ServiceReason.RANKED_FORBIDDEN,
            ServiceReason.MUTED_BY_STAFF,
            ServiceReason.GUESTS_CHOOSE,
            ServiceReason.RANKED_NEEDS_ACCOUNT,
        }
    ),
    HTTPStatus.NOT_FOUND: frozenset({ServiceReason.GAME_NOT_FOUND, ServiceReason.LOBBY_NOT_FOUND}),
    # The request is fine, but the table or the lobby is not in a state for it.
    HTTPStatus.CONFLICT: frozenset(
        {
            ServiceReason.GAME_OVER,
            ServiceReason.GAME_RUNNING,
            ServiceReason.STALE_DECISION,
            ServiceReason.DUPLICATE_ACTION,
            ServiceReason.NOT_ASKED,
            ServiceReason.MOTION_OPEN,
            ServiceReason.MOTION_SETTLED,
            ServiceReason.NOT_NOW,
            ServiceReason.NO_MORE_TIME,
            ServiceReason.PRESIDENT_IS_SILENT,
            ServiceReason.CHANCELLOR_IS_SILENT,
            ServiceReason.CHAT_IS_OFF,
            ServiceReason.PHRASES_ONLY,
            ServiceReason.CLAIM_NOT_OPEN,
            ServiceReason.LOBBY_FULL,
            ServiceReason.LOBBY_STARTED,
            ServiceReason.REMATCH_WAITS,
            ServiceReason.SEATS_KEPT,
            ServiceReason.TOO_MANY_INVITATIONS,
            ServiceReason.BLOCKED_PERSON_HERE,
            ServiceReason.SEATED_ELSEWHERE,
            ServiceReason.NAME_TAKEN,
            ServiceReason.NAME_NOT_IN_LOBBY,
            ServiceReason.NOT_ENOUGH_PLAYERS,
            ServiceReason.TOO_MANY_PLAYERS,
            ServiceReason.TOO_MANY_SEATED,
            ServiceReason.NOT_ALL_READY,
            ServiceReason.BOTS_NOT_ALLOWED,
            ServiceReason.NO_LIMIT_IS_PRIVATE,
            ServiceReason.RANKED_NEEDS_LIMIT,
            ServiceReason.BOARD_NOT_RANKED,
            ServiceReason.BOARD_OF_ANOTHER_SIZE,
            ServiceReason.RANKED_PAUSED,
            ServiceReason.ONE_SEAT_EACH,
            ServiceReason.TOO_MANY_SLOW_GAMES,
        }
    ),
    HTTPStatus.GONE: frozenset({ServiceReason.LOBBY_CLOSED}),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: frozenset(
        {
            ServiceReason.TOO_LARGE,
            ServiceReason.MESSAGE_TOO_LONG,
            ServiceReason.NOTES_TOO_LONG,
        }
    ),
    HTTPStatus.TOO_MANY_REQUESTS: frozenset(
        {
            ServiceReason.TALKING_TOO_FAST,
            ServiceReason.SLOW_MODE,
            ServiceReason.TOO_MANY_MESSAGES,
        }
    ),
    HTTPStatus.SERVICE_UNAVAILABLE: frozenset(
        {ServiceReason.TRY_AGAIN, ServiceReason.DATABASE_AWAY}
    ),
}
_STATUSES = {reason: status for status, reasons in _REASONS.items() for reason in reasons}


def http_status_of(reason: ServiceReason | Reason) -> HTTPStatus:
    """Return the status of a refusal; an action against the rules is a conflict."""
    if isinstance(reason, Reason):
        return HTTPStatus.CONFLICT
    return _STATUSES[reason]
