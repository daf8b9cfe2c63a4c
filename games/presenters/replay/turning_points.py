"""Turning points: which hand a policy came from, which votes elected whom, in plain sentences.

For finished games and imported records, in which everything is open.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.engine.events import (
    BallotsRevealed,
    ChancellorNominated,
    Event,
    GameEnded,
    GameStarted,
    GovernmentElected,
    HandShown,
    PartyMembershipShown,
    PlayerExecuted,
    PolicyEnacted,
    PresidencyPassed,
    SecretRoleDealt,
    TopPolicyDiscarded,
    VetoGranted,
)
from games.engine.ruleset import Ruleset, ruleset_of
from games.engine.table_talk import NO_COMMENT
from games.engine.vocabulary import (
    ClaimKind,
    Party,
    Policy,
    Role,
    SeatNumber,
    Vote,
)
from games.presenters.players import Player, name_of, names_of, stand_in_for
from games.presenters.replay.sentence import Part, as_cards, parts_of
from games.presenters.table.knowledge import SMALLER_HAND
from games.presenters.view import view_model
from games.values.chat import ClaimValue
from games.words import phrases

EventAtStep = tuple[int, Event]
"""An event, and the step of the replay at which it happened."""

MOST_SHOWN = 5
"""So many weigh most; a reader finds all of them behind these."""
# The heaviest first; policies that somebody chose come after these, all else follows.
_HEAVIEST = ("victory", "power-execute", "chaos")
_LIGHTER = ("veto", "hitler", "voted", "chat", "power-investigate")


@view_model
class TurningPoint:
    """One sentence, and the step to look at."""

    round: int
    step: int
    parts: tuple[Part, ...]
    kind: str
    """The name of its symbol."""
    party: str = ""
    is_decisive: bool = False
    """Whether the story needs it."""

    @property
    def text(self) -> str:
        """The sentence in words."""
        return "".join(part.words for part in self.parts)

    @property
    def lightness(self) -> int:
        """Its rank by what it is: the lower, the more it weighed."""
        ranks = (*_HEAVIEST, "decisive", *_LIGHTER)
        if self.kind in _HEAVIEST or not self.is_decisive:
            return ranks.index(self.kind) if self.kind in ranks else len(ranks)
        return ranks.index("decisive")


@dataclass(slots=True)
class _Round:
    """The facts of the round that is being told."""

    number: int = 0
    president: SeatNumber = 0
    chancellor: SeatNumber = 0
    votes: tuple[Vote | None, ...] = ()
    drawn: tuple[Policy, ...] = ()
    passed: tuple[Policy, ...] = ()


@dataclass(slots=True)
class _Story:
    players: tuple[Player, ...]
    claims: Mapping[tuple[int, ClaimKind, SeatNumber], ClaimValue]
    roles: dict[SeatNumber, Role] = field(default_factory=dict)
    round: _Round = field(default_factory=_Round)
    rules: Ruleset | None = None
    fascist_policies: int = 0
    points: list[TurningPoint] = field(default_factory=list)
    stood_in: Collection[tuple[int, SeatNumber]] = ()

    @property
    def is_in_zone(self) -> bool:
        """Whether electing Hitler wins: before, it decides nothing."""
        return self.rules is not None and self.fascist_policies >= self.rules.hitler_zone_at

    def tell(
        self, step: int, text: str, kind: str, *, party: str = "", is_decisive: bool = False
    ) -> None:
        self.points.append(
            TurningPoint(
                round=self.round.number,
                step=step,
                parts=parts_of(text),
                kind=kind,
                party=party,
                is_decisive=is_decisive,
            )
        )

    def name(self, seat: SeatNumber) -> str:
        return name_of(self.players, seat)

    def officer(self, seat: SeatNumber) -> str:
        """Return the name of the round's President or Chancellor, and whether a stand-in acted."""
        is_stand_in = (self.round.number, seat) in self.stood_in
        return stand_in_for(self.name(seat)) if is_stand_in else self.name(seat)


def weightiest(
    points: Sequence[TurningPoint], rounds: Collection[int] = ()
) -> tuple[TurningPoint, ...]:
    """Return the points that weigh most, MOST_SHOWN at most, in their order; of one kind the later ones.

    Each of these rounds has one of them: what the poster of the end tells must not be missing beside the replay.
    """
    by_weight = sorted(points, key=lambda point: (point.lightness, -point.step))
    told = [next((each for each in by_weight if each.round == number), None) for number in rounds]
    first = [point for point in told if point is not None]
    rest = [point for point in by_weight if point not in first]
    chosen = [*first, *rest][:MOST_SHOWN]
    return tuple(sorted(chosen, key=lambda point: point.step))


def present_turning_points(
    told: Iterable[EventAtStep],
    players: tuple[Player, ...],
    claims: Sequence[ClaimValue] = (),
    stood_in: Collection[tuple[int, SeatNumber]] = (),
) -> tuple[TurningPoint, ...]:
    """Return the game's story in order, in the active language.

    `stood_in`: rounds and seats in which a stand-in discarded, enacted or executed.
    """
    by_act = {(claim.round, claim.kind, claim.seat): claim for claim in claims}
    story = _Story(players=players, claims=by_act, stood_in=stood_in)
    for step, event in told:
        _tell(story, step, event)
    return tuple(story.points)


def _tell(story: _Story, step: int, event: Event) -> None:
    now = story.round
    match event:
        case GameStarted() | SecretRoleDealt():
            _take_start(story, event)
        case PresidencyPassed():
            story.round = _Round(number=event.round, president=event.president)
        case ChancellorNominated():
            now.chancellor = event.chancellor
        case BallotsRevealed():
            now.votes = event.votes
        case GovernmentElected():
            _tell_election(story, step)
        case HandShown(policies=policies):
            if len(policies) > SMALLER_HAND:
                now.drawn = policies
            else:
                now.passed = policies
        case VetoGranted():
            text = _("President %(president)s and Chancellor %(chancellor)s vetoed: %(policies)s.")
            story.tell(step, text % _hand(story), "veto")
        case PolicyEnacted():
            _tell_policy(story, step, event)
        case TopPolicyDiscarded():
            _tell_discard_by_chaos(story, step, event)
        case PartyMembershipShown():
            _tell_investigation(story, step, event)
        case PlayerExecuted():
            values = {
                "president": story.officer(event.president),
                "target": story.name(event.target),
                "role": phrases.name_of(story.roles[event.target]),
            }
            text = _("President %(president)s executed %(target)s, secret role: %(role)s.")
            story.tell(step, text % values, "power-execute", is_decisive=True)
        case GameEnded():
            _tell_end(story, step, event)
        case _:
            # The log has all other events; none of them decided the game.
            pass


def _take_start(story: _Story, event: GameStarted | SecretRoleDealt) -> None:
    if isinstance(event, SecretRoleDealt):
        story.roles[event.seat] = event.role
        return
    story.rules = ruleset_of(event.players, event.edition, event.board)
    story.fascist_policies = story.rules.fascists_at_start


# Elections


def _tell_election(story: _Story, step: int) -> None:
    now = story.round
    ja = tuple(seat for seat, vote in enumerate(now.votes) if vote is Vote.JA)
    nein = now.votes.count(Vote.NEIN)
    values = {
        "president": story.name(now.president),
        "chancellor": story.name(now.chancellor),
        "ja": len(ja),
        "nein": nein,
        "names": ", ".join(names_of(story.players, ja)),
    }
    if story.roles.get(now.chancellor) is Role.HITLER and story.is_in_zone:
        text = _(
            "Hitler became Chancellor: %(chancellor)s, with President %(president)s."
            " Voting Ja!: %(names)s."
        )
        story.tell(step, text % values, "hitler", is_decisive=True)
    elif len(ja) - nein <= _narrowest(len(ja) + nein):
        text = _(
            "One vote decided, %(ja)d to %(nein)d: President %(president)s and Chancellor"
            " %(chancellor)s were elected. Voting Ja!: %(names)s."
        )
        story.tell(step, text % values, "voted")


def _narrowest(voters: int) -> int:
    """Return the lead of Ja at which one Ja less would have lost the vote."""
    return 1 if voters % 2 else 2


# Policies


def _hand(story: _Story) -> dict[str, object]:
    now = story.round
    return {
        "president": story.officer(now.president),
        "chancellor": story.officer(now.chancellor),
        "drawn": as_cards(now.drawn),
        "policies": as_cards(now.passed),
    }


def _tell_policy(story: _Story, step: int, event: PolicyEnacted) -> None:
    party = event.policy.party.value
    is_fascist = event.policy is Policy.FASCIST
    if event.chancellor is None:
        text = (
            _("The election tracker was full: chaos enacted a Fascist policy.")
            if is_fascist
            else _("The election tracker was full: chaos enacted a Liberal policy.")
        )
        story.tell(step, text, "chaos", party=party, is_decisive=True)
    else:
        text = (_fascist_policy if is_fascist else _liberal_policy)(story.round) % _hand(story)
        had_choice = len(set(story.round.passed)) > 1
        is_decisive = had_choice or (is_fascist and Policy.LIBERAL in story.round.drawn)
        story.tell(step, text, party, party=party, is_decisive=is_decisive)
        _tell_lies(story, step)
    story.fascist_policies += is_fascist


def _tell_discard_by_chaos(story: _Story, step: int, event: TopPolicyDiscarded) -> None:
    """Chaos wins no game on some boards (B-9)."""
    text = (
        _("Chaos turned up a Fascist policy, which wins no game on this board.")
        if event.policy is Policy.FASCIST
        else _("Chaos turned up a Liberal policy, which wins no game on this board.")
    )
    story.tell(step, text, "chaos", party=event.policy.party.value, is_decisive=True)


def _fascist_policy(now: _Round) -> str:
    if Policy.LIBERAL in now.passed:
        return _(
            "President %(president)s drew %(drawn)s and passed on %(policies)s."
            " Chancellor %(chancellor)s had the choice and enacted the Fascist policy."
        )
    if Policy.LIBERAL in now.drawn:
        return _(
            "President %(president)s drew %(drawn)s and passed on %(policies)s."
            " That left Chancellor %(chancellor)s no choice but a Fascist policy."
        )
    return _(
        "President %(president)s drew %(drawn)s: Chancellor %(chancellor)s could enact nothing"
        " but a Fascist policy."
    )


def _liberal_policy(now: _Round) -> str:
    if Policy.FASCIST in now.passed:
        return _(
            "President %(president)s drew %(drawn)s and passed on %(policies)s."
            " Chancellor %(chancellor)s had the choice and enacted the Liberal policy."
        )
    if Policy.FASCIST in now.drawn:
        return _(
            "President %(president)s drew %(drawn)s and passed on %(policies)s."
            " That left Chancellor %(chancellor)s no choice but a Liberal policy."
        )
    return _(
        "President %(president)s drew %(drawn)s: Chancellor %(chancellor)s could enact nothing"
        " but a Liberal policy."
    )


# Talk


def _tell_lies(story: _Story, step: int) -> None:
    """Tell where a claim about a hand differs from the hand."""
    now = story.round
    drew = story.claims.get((now.number, ClaimKind.DREW, now.president))
    if drew is not None and _differs(drew, now.drawn):
        text = _("President %(name)s drew %(policies)s, and claimed: %(claimed)s.")
        story.tell(step, text % _claimed(story, drew, now.drawn), "chat")
    received = story.claims.get((now.number, ClaimKind.RECEIVED, now.chancellor))
    if received is not None and _differs(received, now.passed):
        text = _("Chancellor %(name)s received %(policies)s, and claimed: %(claimed)s.")
        story.tell(step, text % _claimed(story, received, now.passed), "chat")


def _differs(claim: ClaimValue, policies: Sequence[Policy]) -> bool:
    if claim.content == NO_COMMENT:
        return False
    return Counter(claim.content) != Counter(policy.value for policy in policies)


def _claimed(story: _Story, claim: ClaimValue, policies: tuple[Policy, ...]) -> dict[str, object]:
    return {
        "name": story.name(claim.seat),
        "policies": as_cards(policies),
        "claimed": as_cards(Policy(letter) for letter in claim.content),
    }


def _tell_investigation(story: _Story, step: int, event: PartyMembershipShown) -> None:
    claim = story.claims.get((story.round.number, ClaimKind.INVESTIGATED, event.seat))
    values = {
        "name": story.name(event.seat),
        "target": story.name(event.target),
        "party": phrases.name_of(event.party),
    }
    if claim is None or claim.content == NO_COMMENT:
        text = _("President %(name)s saw the party membership of %(target)s: %(party)s.") % values
    elif claim.content == event.party.value:
        text = (
            _(
                "President %(name)s saw the party membership of %(target)s, %(party)s,"
                " and told the truth about it."
            )
            % values
        )
    else:
        text = _(
            "President %(name)s saw the party membership of %(target)s, %(party)s,"
            " and claimed: %(claimed)s."
        ) % (values | {"claimed": phrases.name_of(Party(claim.content))})
    story.tell(step, text, "power-investigate")


# The end


def _tell_end(story: _Story, step: int, event: GameEnded) -> None:
    victory = event.victory
    story.tell(
        step,
        phrases.name_of(victory),
        "victory",
        party=victory.winner.value,
        is_decisive=True,
    )
