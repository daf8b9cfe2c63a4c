"""A whole game as readable lines: what `manage.py replay` prints of a record.

It tells secrets, so it is for records and finished games only. Names are values beside a sentence,
never part of its grammar.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.events import (
    BallotsRevealed,
    ChancellorCleared,
    ChancellorNominated,
    ChaosStruck,
    DiscardChosen,
    DrawPileArranged,
    ElectionTrackerMoved,
    Event,
    GameEnded,
    GameStarted,
    GovernmentElected,
    GovernmentRejected,
    HandShown,
    PartyMembershipShown,
    PeekShown,
    PlayerExecuted,
    PolicyEnacted,
    PowerGranted,
    PresidencyPassed,
    SecretRoleDealt,
    SpecialElectionCalled,
    TermLimitsSet,
    TopPolicyDiscarded,
    VetoGranted,
    VetoRefused,
    VetoRequested,
)
from games.engine.vocabulary import (
    BoardKind,
    Edition,
    Party,
    Policy,
    PresidentialPower,
    Role,
    Victory,
    Vote,
)


def transcript(events: Iterable[Event], names: Sequence[str]) -> Iterator[str]:
    """Return one line for each telling event, in the active language."""
    seats = _labels(names)
    for event in events:
        line = (
            _opening_line(event, seats)
            or _election_line(event, seats)
            or _policy_line(event, seats)
            or _power_line(event, seats)
            or _ending_line(event)
        )
        if line is not None:
            yield line


def _labels(names: Sequence[str]) -> list[str]:
    """Return names fit for a terminal, with the seat beside a name that occurs twice."""
    clean = [_printable(name) for name in names]
    often = Counter(clean)
    return [name if often[name] == 1 else f"{name} #{seat}" for seat, name in enumerate(clean)]


def _printable(name: str) -> str:
    return "".join("\N{REPLACEMENT CHARACTER}" if _controls(each) else each for each in name)


def _controls(character: str) -> bool:
    """Return line breaks, escape sequences and direction marks in a name; joiners inside letters are none."""
    if character in "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}":
        return False
    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}


def _opening_line(event: Event, seats: Sequence[str]) -> str | None:
    match event:
        case GameStarted() if event.board != BoardKind.STANDARD:
            return _("Players: %(players)s. Rules edition: %(edition)s. Board: %(board)s.") % {
                "players": event.players,
                "edition": _edition(event.edition),
                "board": event.board,
            }
        case GameStarted():
            return _("Players: %(players)s. Rules edition: %(edition)s.") % {
                "players": event.players,
                "edition": _edition(event.edition),
            }
        case SecretRoleDealt():
            return _("%(name)s: secret role %(role)s") % {
                "name": seats[event.seat],
                "role": _role(event.role),
            }
        case DrawPileArranged():
            return _("Policy deck shuffled. Draw pile, top first: %(cards)s") % {
                "cards": _cards(event.draw_pile)
            }
        case _:
            return None


def _election_line(event: Event, seats: Sequence[str]) -> str | None:
    match event:
        case PresidencyPassed(special=True):
            return _("Round %(round)s, special election. Presidential candidate: %(name)s") % {
                "round": event.round,
                "name": seats[event.president],
            }
        case PresidencyPassed():
            return _("Round %(round)s. Presidential candidate: %(name)s") % {
                "round": event.round,
                "name": seats[event.president],
            }
        case ChancellorNominated():
            return _("Chancellor candidate: %(name)s") % {"name": seats[event.chancellor]}
        case BallotsRevealed():
            return _("Ja: %(ja)s. Nein: %(nein)s.") % {
                "ja": _voters(event, Vote.JA, seats),
                "nein": _voters(event, Vote.NEIN, seats),
            }
        case GovernmentElected():
            return _("The government is elected.")
        case GovernmentRejected():
            return _("The government is rejected.")
        case ElectionTrackerMoved():
            return _("Election tracker: %(steps)s") % {"steps": event.tracker}
        case ChancellorCleared():
            return _("Not Hitler, as everybody now knows: %(name)s") % {
                "name": seats[event.chancellor]
            }
        case ChaosStruck():
            return _("Chaos: the top policy of the draw pile is turned over.")
        case TopPolicyDiscarded(policy=Policy.LIBERAL):
            return _("A Liberal policy: chaos wins no game on this board, so it is discarded.")
        case TopPolicyDiscarded():
            return _("A Fascist policy: chaos wins no game on this board, so it is discarded.")
        case TermLimitsSet(president=None, chancellor=None):
            return _("All term limits are forgotten.")
        case _:
            return None


def _voters(event: BallotsRevealed, vote: Vote, seats: Sequence[str]) -> str:
    voters = [seats[seat] for seat, each in enumerate(event.votes) if each is vote]
    return ", ".join(voters) or "–"


def _policy_line(event: Event, seats: Sequence[str]) -> str | None:
    match event:
        case HandShown():
            return _("%(name)s: policies in hand %(cards)s") % {
                "name": seats[event.seat],
                "cards": _cards(event.policies),
            }
        case DiscardChosen():
            return _("%(name)s: discarded policy %(card)s") % {
                "name": seats[event.seat],
                "card": event.policy.value,
            }
        case PolicyEnacted(policy=Policy.LIBERAL):
            return _("A Liberal policy is enacted.")
        case PolicyEnacted():
            return _("A Fascist policy is enacted.")
        case VetoRequested():
            return _("The Chancellor asks for a veto.")
        case VetoGranted():
            return _("The President agrees to the veto. Both policies are discarded.")
        case VetoRefused():
            return _("The President refuses the veto.")
        case _:
            return None


def _power_line(event: Event, seats: Sequence[str]) -> str | None:
    match event:
        case PowerGranted():
            return _("Presidential power: %(power)s") % {"power": _power(event.power)}
        case PartyMembershipShown():
            return _("Investigated: %(name)s. Party membership: %(party)s") % {
                "name": seats[event.target],
                "party": _party(event.party),
            }
        case SpecialElectionCalled():
            return _("Appointed as next presidential candidate: %(name)s") % {
                "name": seats[event.target]
            }
        case PeekShown():
            return _("Seen by the President, top first: %(cards)s") % {
                "cards": _cards(event.policies)
            }
        case PlayerExecuted():
            return _("Executed: %(name)s") % {"name": seats[event.target]}
        case _:
            return None


def _ending_line(event: Event) -> str | None:
    if not isinstance(event, GameEnded):
        return None
    match event.victory:
        case Victory.FIVE_LIBERAL_POLICIES:
            return _("Five Liberal policies are enacted: the Liberals win.")
        case Victory.SIX_FASCIST_POLICIES:
            return _("Six Fascist policies are enacted: the Fascists win.")
        case Victory.HITLER_ELECTED:
            return _("Hitler is elected Chancellor: the Fascists win.")
        case Victory.HITLER_EXECUTED:
            return _("Hitler is executed: the Liberals win.")


def _cards(pile: Iterable[Policy]) -> str:
    """Return letters as in the record: L and F in every language."""
    return "".join(pile)


def _edition(edition: Edition) -> str:
    if edition is Edition.RETAIL:
        return pgettext("rules edition", "retail")
    return pgettext("rules edition", "print-and-play")


def _role(role: Role) -> str:
    return {
        Role.LIBERAL: pgettext("secret role", "Liberal"),
        Role.FASCIST: pgettext("secret role", "Fascist"),
        Role.HITLER: pgettext("secret role", "Hitler"),
    }[role]


def _party(party: Party) -> str:
    if party is Party.LIBERAL:
        return pgettext("party membership", "Liberal")
    return pgettext("party membership", "Fascist")


def _power(power: PresidentialPower) -> str:
    return {
        PresidentialPower.INVESTIGATE_LOYALTY: pgettext(
            "presidential power", "Investigate loyalty"
        ),
        PresidentialPower.SPECIAL_ELECTION: pgettext("presidential power", "Special election"),
        PresidentialPower.POLICY_PEEK: pgettext("presidential power", "Policy peek"),
        PresidentialPower.EXECUTION: pgettext("presidential power", "Execution"),
    }[power]
