"""Faults of a game record in the reader's language.

Keys and pieces of the record are quoted as they are.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy

from games.engine.errors import Reason
from games.engine.vocabulary import Victory
from games.records.faults import Fault, RecordError
from games.words.phrases import VICTORY_NAMES, reason_text
from games.words.spoken_language import gettext as _

if TYPE_CHECKING:
    from games.words.phrases import Phrase

FAULT_TEXTS: "dict[Fault, Phrase]" = {
    Fault.TOO_LONG: gettext_lazy("It is longer than %(bytes)s bytes."),
    Fault.NOT_UTF_8: gettext_lazy("It is not UTF-8 text: byte %(byte)s cannot be read."),
    Fault.EMPTY: gettext_lazy("There is no record in it."),
    Fault.TOO_DEEP: gettext_lazy("Its lists and objects are nested too deeply."),
    Fault.NOT_JSON: gettext_lazy("It is not JSON: see line %(line)s, column %(column)s."),
    Fault.TOO_MANY_DIGITS: gettext_lazy("A number in it has too many digits."),
    Fault.NO_NUMBER: gettext_lazy("It is not JSON: %(name)s is no number."),
    Fault.NUMBER_TOO_LARGE: gettext_lazy("A number in it is too large."),
    Fault.KEY_TWICE: gettext_lazy("The key %(key)s is there twice."),
    Fault.NOT_AN_OBJECT: gettext_lazy("A record must be a JSON object."),
    Fault.OTHER_FORMAT: gettext_lazy('The value of "format" must be %(format)s.'),
    Fault.WRONG_VERSION: gettext_lazy('The value of "version" must be 1 or %(version)s.'),
    Fault.NEWER_VERSION: gettext_lazy("Version %(version)s is newer than this site knows."),
    Fault.MISSING_KEY: gettext_lazy("The key %(key)s is missing."),
    Fault.NOT_A_LIST: gettext_lazy("The value of %(key)s must be a list."),
    Fault.PLAYERS: gettext_lazy(
        "The record names %(players)s players; a game has %(fewest)s to %(most)s."
    ),
    Fault.NO_NAME: gettext_lazy("%(value)s is not a player's name."),
    Fault.BROKEN_NAME: gettext_lazy("A player's name holds half a character."),
    Fault.NO_EDITION: gettext_lazy("%(value)s is no edition of the rules."),
    Fault.NO_BOARD: gettext_lazy("%(value)s is not the code of a board."),
    Fault.BOARD_NEEDS_VERSION: gettext_lazy(
        'The value of "version" must be %(version)s in a record that has a "board".'
    ),
    Fault.BOARD_OF_ANOTHER_SIZE: gettext_lazy(
        "The board %(value)s is made for another number of players than %(players)s."
    ),
    Fault.NO_ROLE: gettext_lazy("%(value)s is no secret role."),
    Fault.NO_CARD: gettext_lazy("%(value)s is no policy: a policy is L or F."),
    Fault.NO_VICTORY: gettext_lazy("%(value)s is no reason for the end of a game."),
    Fault.NO_SEAT: gettext_lazy("The value of %(key)s must be a seat from 0 to %(last)s."),
    Fault.NO_PILE: gettext_lazy("The value of %(key)s must be a text of the letters L and F."),
    Fault.RESULT_KEYS: gettext_lazy('The value of "result" must hold "winner" and "reason".'),
    Fault.OTHER_WINNER: gettext_lazy('With the reason "%(reason)s" the winner is "%(winner)s".'),
    Fault.META: gettext_lazy('The value of "meta" must be a JSON object.'),
    Fault.ACTION_NOT_AN_OBJECT: gettext_lazy("An action must be a JSON object."),
    Fault.NOT_TRUE_OR_FALSE: gettext_lazy("The value of %(key)s must be true or false."),
    Fault.UNKNOWN_ACTION: gettext_lazy("%(type)s is no type of action."),
    Fault.UNKNOWN_KEY: gettext_lazy("The key %(key)s means nothing here."),
    Fault.NO_SEAT_NUMBER: gettext_lazy("The value of %(key)s must be the number of a seat."),
    Fault.NO_BALLOT: gettext_lazy(
        "%(value)s is no ballot: a ballot is a seat, then true or false, as in [0, true]."
    ),
    Fault.VOTES_TWICE: gettext_lazy("A seat votes twice."),
    Fault.PROBE_ALLOWED: gettext_lazy(
        "The rules would allow an action that the record only tries."
    ),
    Fault.MISSING_RENEWAL: gettext_lazy(
        "The policy deck is renewed here, but draw pile %(number)s of the renewed ones is missing."
    ),
    Fault.WRONG_RENEWAL: gettext_lazy(
        "Draw pile %(number)s of the renewed ones must hold the policies %(cards)s,"
        " not %(recorded)s."
    ),
    Fault.NOT_OVER: gettext_lazy(
        "After the last action the game is not over, but the record says: %(recorded)s"
    ),
    Fault.RESULT_NOT_RECORDED: gettext_lazy(
        "After the last action the game is over, but the record names no result. %(ended)s"
    ),
    Fault.OTHER_RESULT: gettext_lazy(
        "The end is another than the record says. Played: %(ended)s Recorded: %(recorded)s"
    ),
    Fault.NO_DEAL: gettext_lazy("It holds no deal that can be proved."),
    Fault.BROKEN_DEAL: gettext_lazy(
        "The deal in this record is not written as it must be: see %(key)s."
    ),
    Fault.SEED_DOES_NOT_FIT: gettext_lazy(
        "The site's secret number is not the one to which it was bound before the game."
    ),
    Fault.SHARE_DOES_NOT_FIT: gettext_lazy(
        "The number that the browser at seat %(seat)s added is not the one that it announced."
    ),
    Fault.SEAT_DOES_NOT_FIT: gettext_lazy("Somebody else should sit at seat %(seat)s."),
    Fault.ROLE_DOES_NOT_FIT: gettext_lazy("Seat %(seat)s should have another role."),
    Fault.FIRST_PRESIDENT_DOES_NOT_FIT: gettext_lazy(
        "The first presidential candidate should be another one."
    ),
    Fault.BOARD_DOES_NOT_FIT: gettext_lazy(
        "The game began on another board than the record says."
    ),
    Fault.DECK_DOES_NOT_FIT: gettext_lazy(
        "Policy deck %(number)s should lie in another order; the first one is deck 0."
    ),
    Fault.CARDS_DO_NOT_FIT: gettext_lazy(
        "Event %(number)s of the game shows policies that do not lie there."
    ),
    Fault.FINGERPRINT_DOES_NOT_FIT: gettext_lazy(
        "After public event %(number)s the fingerprint should be another one."
    ),
    Fault.OTHER_EVENTS: gettext_lazy("The value of %(key)s is not what the events say."),
}

FAULTS_OF_DEALS: "dict[str, Phrase]" = {
    "record": FAULT_TEXTS[Fault.BROKEN_DEAL],
    "seed": FAULT_TEXTS[Fault.SEED_DOES_NOT_FIT],
    "share": FAULT_TEXTS[Fault.SHARE_DOES_NOT_FIT],
    "seat": FAULT_TEXTS[Fault.SEAT_DOES_NOT_FIT],
    "board": FAULT_TEXTS[Fault.BOARD_DOES_NOT_FIT],
    "role": FAULT_TEXTS[Fault.ROLE_DOES_NOT_FIT],
    "first": FAULT_TEXTS[Fault.FIRST_PRESIDENT_DOES_NOT_FIT],
    "deck": FAULT_TEXTS[Fault.DECK_DOES_NOT_FIT],
    "cards": FAULT_TEXTS[Fault.CARDS_DO_NOT_FIT],
    "fingerprint": FAULT_TEXTS[Fault.FINGERPRINT_DOES_NOT_FIT],
}
"""What a deal can fail of, by the names that the browser's own check uses (verify_deal.js)."""


def fault_text(error: RecordError) -> str:
    """Return the fault of a record with its action (counted from 0, as in the record)."""
    text = _sentence(error)
    if error.action is None:
        return _("This record cannot be shown: %(reason)s") % {"reason": text}
    return _("This record breaks off at action %(number)d: %(reason)s") % {
        "number": error.action,
        "reason": text,
    }


def _sentence(error: RecordError) -> str:
    if isinstance(error.why, Reason):
        return reason_text(error.why)
    return str(FAULT_TEXTS[error.why]) % _shown(error.values)


def _shown(values: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: str(VICTORY_NAMES[value]) if isinstance(value, Victory) else str(value)
        for name, value in values.items()
    }
