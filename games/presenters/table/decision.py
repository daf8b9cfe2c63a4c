"""The viewer's own decision: a button for every legal action, and why others are missing.

Answers of one kind share a form. Its offer stays the same while they are offered, and is new when they are
offered again, as it counts what the seat has seen in the round: each answer counts once under one offer.
"""

from dataclasses import replace
from typing import ClassVar

from games.engine.actions import Action, CastBallot
from games.engine.codec import ACTION_FIELDS, encode_action
from games.engine.errors import Reason
from games.engine.observation import Observation
from games.engine.vocabulary import Phase, SeatNumber, Vote
from games.presenters.learning.help_anchors import PHASE_ANCHORS, REASON_ANCHORS
from games.presenters.players import Player, name_of
from games.presenters.table.plates import PlateView
from games.presenters.view import View, view_model
from games.words import phrases
from games.words.once_per_language import once_per_language

_PICTURES = {
    Phase.INVESTIGATE.value: "power-investigate",
    Phase.SPECIAL_ELECTION.value: "president",
    Phase.EXECUTE.value: "power-execute",
}


@view_model
class OptionView(View):
    """One legal action as one button."""

    button_id: str
    action: str
    field: str
    """The field of the action: target, card, ja, accept, or nothing."""
    value: str
    label: str
    """The text of the button; for a choice among players a name."""
    is_chosen: bool = False
    confirmation: str = ""
    """The text of the confirming button; empty for reversible and immediate actions."""


@view_model
class BarredView(View):
    """A player missing from the options, the reason, and its place in the rule help."""

    seat: SeatNumber
    name: str
    text: str
    anchor: str
    is_own: bool = False


@view_model
class TargetView(View):
    """One of the others at the table, to be chosen or not."""

    option: OptionView | None = None
    barred: BarredView | None = None


@view_model
class DecisionView(View):
    """The viewer's options; empty for viewers who need not decide."""

    template: ClassVar[str] = "games/table/_decision.html"
    id: str = "decision"
    act_url: str
    phase: str
    decision: str
    offer: str = ""
    players: tuple[OptionView, ...] = ()
    cards: tuple[OptionView, ...] = ()
    ballots: tuple[OptionView, ...] = ()
    answers: tuple[OptionView, ...] = ()
    hand: tuple[str, ...] = ()
    """Policies on the viewer's screen that cannot be chosen now."""
    unavailable: tuple[BarredView, ...] = ()
    """The players missing from the options, with reasons."""

    @property
    def is_shown(self) -> bool:
        """Whether there is anything to be seen."""
        return bool(self.decision or self.hand)

    @property
    def action(self) -> str:
        """What is done to a player, with a policy or with a ballot."""
        return next((each.action for each in (*self.players, *self.ballots, *self.cards)), "")

    @property
    def answered(self) -> str:
        """What the answers answer, which are neither."""
        return self.answers[0].action if self.answers else ""

    @property
    def targets(self) -> tuple[TargetView, ...]:
        """Everybody else in the order of seats, as they sit on the screen: each may be chosen, or not, and why."""
        found = {int(option.value): TargetView(option=option) for option in self.players}
        found |= {
            each.seat: TargetView(barred=each) for each in self.unavailable if not each.is_own
        }
        return tuple(found[seat] for seat in sorted(found))

    @property
    def picture(self) -> str:
        """The drawing of what is done to the one who is chosen."""
        return _PICTURES.get(self.phase, "")

    @property
    def plates(self) -> tuple[PlateView, ...]:
        """Who nominates, beside the empty place: as all others see it (waiting.py)."""
        if self.phase != Phase.NOMINATE.value or self.own_seat is None:
            return ()
        return (
            PlateView(seat=self.own_seat.seat, office="president-candidate"),
            PlateView(office="chancellor-candidate"),
        )

    @property
    def own_seat(self) -> BarredView | None:
        """Why nobody can choose themselves."""
        return next((each for each in self.unavailable if each.is_own), None)

    @property
    def is_confirmed(self) -> bool:
        """Whether an option is irreversible, and so is chosen, then confirmed."""
        options = (*self.players, *self.cards, *self.answers)
        return any(option.confirmation for option in options)

    def template_after(self, shown: object) -> str:
        """Return the template for options in the place of these: of a ballot only what it changes."""
        if not isinstance(shown, DecisionView) or shown.decision != self.decision:
            return self.template
        if not (self.ballots and shown.ballots):
            return self.template
        is_another = any(option.is_chosen for option in shown.ballots)
        return f"games/table/{'_ballots_again' if is_another else '_first_ballot'}.html"

    @property
    def is_secret(self) -> bool:
        """Whether it shows private facts: policies, or the own ballot."""
        return bool(self.cards or self.hand) or any(option.is_chosen for option in self.ballots)


def present_decision(
    observation: Observation, players: tuple[Player, ...], act_url: str
) -> DecisionView:
    """Return the viewer's options; an empty panel is the same for all viewers and phases."""
    legal = observation.legal_actions
    if not legal:
        hand = tuple(policy.value for policy in observation.hand)
        return DecisionView(act_url="", phase="", decision="", hand=hand)
    offer = f"{observation.decision}-{_seen_this_round(observation)}"
    phase = observation.phase
    if phase is Phase.VOTE:
        votes = tuple(action.vote for action in legal if isinstance(action, CastBallot))
        return DecisionView(
            act_url=act_url,
            phase=phase.value,
            decision=observation.decision,
            offer=offer,
            ballots=_ballots(votes, observation.own_ballot),
        )
    options = [_option(action, players) for action in legal]
    view_players: tuple[OptionView, ...] = ()
    cards: tuple[OptionView, ...] = ()
    answers: tuple[OptionView, ...] = ()
    hand = ()
    unavailable: tuple[BarredView, ...] = ()
    if options[0].field == "target":
        view_players = _players(observation, players, options)
        unavailable = _unavailable(observation, players)
    elif phase in (Phase.PRESIDENT_DISCARD, Phase.CHANCELLOR_ENACT):
        cards = _hand(observation, options)
        answers = tuple(option for option in options if not option.field)
    else:
        answers = tuple(options)
        hand = tuple(policy.value for policy in observation.hand)
    return DecisionView(
        act_url=act_url,
        phase=phase.value,
        decision=observation.decision,
        offer=offer,
        players=view_players,
        cards=cards,
        answers=answers,
        hand=hand,
        unavailable=unavailable,
    )


def _seen_this_round(observation: Observation) -> int:
    """Return how much the viewer was shown since the round began, own ballots included.

    Alike for all voters of a round, so that their form is rendered once.
    """
    seen = 0
    for memory in reversed(observation.memories):
        if memory.round != observation.round:
            break
        seen += 1
    return seen


def _option(action: Action, players: tuple[Player, ...]) -> OptionView:
    encoded = encode_action(action)
    kind = encoded["type"]
    name = players[encoded["target"]].name if "target" in encoded else ""
    confirmation = phrases.confirmation(action, name)
    field = ACTION_FIELDS[kind]
    value = None if field is None else encoded[field.name]
    text = str(value).lower() if isinstance(value, bool) else "" if value is None else str(value)
    return OptionView(
        button_id=f"act-{kind}-{text}" if text else f"act-{kind}",
        action=kind,
        field="" if field is None else field.name,
        value=text,
        label=phrases.action_name(action),
        confirmation=confirmation,
    )


def _players(
    observation: Observation, players: tuple[Player, ...], options: list[OptionView]
) -> tuple[OptionView, ...]:
    """Return the seats in order, from the left of the player who chooses."""
    assert observation.viewer is not None
    first = observation.viewer + 1
    count = len(players)
    named = [replace(option, label=players[int(option.value)].name) for option in options]
    return tuple(sorted(named, key=lambda option: (int(option.value) - first) % count))


@once_per_language(4096)
def _ballots(votes: tuple[Vote, ...], chosen: Vote | None) -> tuple[OptionView, ...]:
    """Return the two ballots, which are the same for all who have chosen alike, whatever their seat."""
    return tuple(
        replace(_option(CastBallot(seat=0, vote=vote), ()), is_chosen=vote is chosen)
        for vote in votes
    )


def _hand(observation: Observation, options: list[OptionView]) -> tuple[OptionView, ...]:
    """Return a button for every card of the hand, two of a kind too."""
    by_card = {option.value: option for option in options if option.field == "card"}
    cards = []
    for place, policy in enumerate(observation.hand):
        option = by_card[policy.value]
        cards.append(replace(option, button_id=f"act-{option.action}-{place}"))
    return tuple(cards)


def _unavailable(observation: Observation, players: tuple[Player, ...]) -> tuple[BarredView, ...]:
    """Return all other players, with the public rule that bars them (R-112)."""
    assert observation.viewer is not None
    first = observation.viewer + 1
    count = len(players)
    missing = []
    for step in range(count - 1):
        seat = (first + step) % count
        reason = observation.barred[seat]
        if reason is None:
            continue
        names = {"name": name_of(players, seat)}
        text = phrases.reason_text(reason, names=names)
        anchor = REASON_ANCHORS[reason]
        missing.append(BarredView(seat=seat, name=players[seat].name, text=text, anchor=anchor))
    own = BarredView(
        seat=observation.viewer,
        name=players[observation.viewer].name,
        text=phrases.reason_text(Reason.TARGET_IS_SELF),
        anchor=PHASE_ANCHORS[observation.phase],
        is_own=True,
    )
    return (*missing, own)
