"""Who was winning: the liberals' chance before and after each act of a finished game.

And what each act cost its own side: the best that its seat could have done, less what it did, with everything open.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Final

from games.engine.board import kind_of
from games.engine.election import eligible_chancellors
from games.engine.events import (
    BallotMarked,
    BallotsRevealed,
    ChancellorNominated,
    ChaosStruck,
    DiscardChosen,
    Event,
    GameEnded,
    GameStarted,
    LoyaltyInvestigated,
    PlayerExecuted,
    PoliciesDrawn,
    PoliciesPeeked,
    PolicyEnacted,
    PowerGranted,
    PresidencyPassed,
    SpecialElectionCalled,
    VetoGranted,
    VetoRefused,
    VetoRequested,
)
from games.engine.executive_action import legal_targets
from games.engine.game_state import GameState
from games.engine.vocabulary import BoardKind, Party, Phase, Policy, SeatNumber, Vote
from games.winning.model import ChanceModel, PresidencyChances, SessionChances, fitted
from games.winning.position import SINGLE_BALLOTS, LoggedMoment, Position, position_of, read

MOST_ACTS: Final = 5000
"""No longer game is weighed: an imported record may have any number of rounds."""


class WeighedKind(StrEnum):
    """What was done, or what chance did."""

    NOMINATION = "nomination"
    VOTE = "vote"
    DRAW = "draw"
    DISCARD = "discard"
    ENACTMENT = "enactment"
    VETO_REQUEST = "veto_request"
    VETO_ANSWER = "veto_answer"
    CHAOS = "chaos"
    INVESTIGATION = "investigation"
    PEEK = "peek"
    SPECIAL_ELECTION = "special_election"
    EXECUTION = "execution"


LUCK: Final = frozenset({WeighedKind.DRAW, WeighedKind.CHAOS})
"""Nobody's acts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One seat's own choice."""

    seat: SeatNumber
    place: int
    """The event by which it chose."""
    loss: float
    """How much of its own side's chance a better choice would have kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedAct:
    """One act, and the liberals' chance around it."""

    kind: WeighedKind
    round: int
    place: int
    """Its event in the log."""
    before: float
    after: float
    president: SeatNumber
    chancellor: SeatNumber | None = None
    target: SeatNumber | None = None
    hand: tuple[Policy, ...] = ()
    """What the office held that chose, or what was drawn."""
    policy: Policy | None = None
    """The policy discarded, enacted, or turned up by chaos."""
    votes: tuple[Vote | None, ...] = ()
    agreed: bool = False
    """Whether the government was elected, or the veto granted."""
    judged: tuple[Judged, ...] = ()

    @property
    def moved(self) -> float:
        """How much the liberals' chance rose."""
        return self.after - self.before


def acts_of(log: Sequence[Event], model: ChanceModel | None = None) -> tuple[WeighedAct, ...]:
    """Return every act of a finished game in order; `model` is the stored one if there is none.

    Raises ValueError for a game that has not ended, for one of more than MOST_ACTS acts, and for one on a custom board: the
    model was fitted to games on the printed boards, of which it knows the tracks, the decks and the teams.
    """
    if not any(isinstance(event, GameEnded) for event in log[-2:]):
        raise ValueError("only a finished game is weighed")
    if _is_on_custom_board(log):
        raise ValueError("no game on a custom board is weighed")
    weigher = _Weigher(log=log, model=model or stored_model())
    for moment in read(log):
        weigher.take(moment)
        if len(weigher.acts) > MOST_ACTS:
            raise ValueError("too many acts")
    return tuple(weigher.acts)


def _is_on_custom_board(log: Sequence[Event]) -> bool:
    """Whether this game was played on a custom board, of which the model knows nothing."""
    return isinstance(log[0], GameStarted) and kind_of(log[0].board) is BoardKind.CUSTOM


@cache
def stored_model() -> ChanceModel:
    """Return the model with the stored coefficients."""
    return ChanceModel(fitted().coefficients, fitted().curve)


@dataclass(slots=True)
class _Weigher:
    """The game as far as it was read."""

    log: Sequence[Event]
    model: ChanceModel
    now: float = 0.0
    presidency: PresidencyChances | None = None
    acts: list[WeighedAct] = field(default_factory=list)

    def take(self, moment: LoggedMoment) -> None:
        """Weigh one event."""
        match moment.event:
            case PresidencyPassed():
                self.now = self.model.of_round(position_of(moment.after, moment))
            case PowerGranted(power=power):
                self.now = self.model.of_power(position_of(moment.after, moment), power)
            case ChancellorNominated() | BallotsRevealed():
                self._elect(moment)
            case PoliciesDrawn() | DiscardChosen() | ChaosStruck():
                self._legislate(moment)
            case PolicyEnacted(chancellor=None):
                policy = moment.event.policy
                after = self.model.after_policy(position_of(moment.before, moment), policy)
                self._add(WeighedKind.CHAOS, moment, after, policy=policy)
            case VetoRequested() | VetoGranted() | VetoRefused():
                self._veto(moment)
            case _:
                self._execute(moment)

    def _add(
        self,
        kind: WeighedKind,
        moment: LoggedMoment,
        after: float,
        *,
        judged: tuple[Judged, ...] = (),
        target: SeatNumber | None = None,
        hand: tuple[Policy, ...] = (),
        policy: Policy | None = None,
        votes: tuple[Vote | None, ...] = (),
        agreed: bool = False,
    ) -> None:
        self.acts.append(
            WeighedAct(
                kind=kind,
                round=moment.before.round,
                place=moment.place,
                before=self.model.told(self.now),
                after=self.model.told(after),
                president=moment.before.president,
                chancellor=moment.after.chancellor,
                target=target,
                hand=hand,
                policy=policy,
                votes=votes,
                agreed=agreed,
                judged=judged,
            )
        )
        self.now = after

    def _elect(self, moment: LoggedMoment) -> None:
        state, event = moment.before, moment.event
        presidency = self._presidency_of(state, moment)
        if isinstance(event, ChancellorNominated):
            chances = {
                seat: presidency.session(seat).nominated for seat in eligible_chancellors(state)
            }
            after = chances[event.chancellor]
            judged = self._judge(
                state, event.president, moment.place, after, tuple(chances.values())
            )
            self._add(WeighedKind.NOMINATION, moment, after, judged=judged)
            return
        assert isinstance(event, BallotsRevealed)
        assert state.chancellor is not None
        session = presidency.session(state.chancellor)
        is_elected = event.votes.count(Vote.JA) * 2 > sum(state.alive)
        after = session.elected if is_elected else session.failed
        judged = tuple(self._votes(state, moment, event.votes, session))
        self._add(
            WeighedKind.VOTE, moment, after, judged=judged, votes=event.votes, agreed=is_elected
        )

    def _votes(
        self,
        state: GameState,
        moment: LoggedMoment,
        votes: Sequence[Vote | None],
        session: SessionChances,
    ) -> Iterator[Judged]:
        """Yield the choice of each who voted, at the place of the ballot."""
        ja, nein = self.model.told(session.elected), self.model.told(session.failed)
        places = _ballots_before(self.log, moment.place)
        for seat, vote in enumerate(votes):
            if vote is not None:
                loss = _loss(state, seat, ja if vote is Vote.JA else nein, (ja, nein))
                yield Judged(seat=seat, place=places.get(seat, moment.place), loss=loss)

    def _legislate(self, moment: LoggedMoment) -> None:
        state, event = moment.before, moment.event
        if isinstance(event, PoliciesDrawn):
            hand = moment.after.hand
            after = self._session(moment.after, moment).holding(hand.count(Policy.LIBERAL))
            self._add(WeighedKind.DRAW, moment, after, hand=hand)
        elif isinstance(event, DiscardChosen):
            self._choose(state, moment, event)

    def _choose(self, state: GameState, moment: LoggedMoment, event: DiscardChosen) -> None:
        session = self._session(state, moment)
        hand = state.hand
        liberals = hand.count(Policy.LIBERAL)
        kept = liberals - (event.policy is Policy.LIBERAL)
        if state.phase is Phase.PRESIDENT_DISCARD:
            after = session.received(kept)
            others = tuple(
                session.received(liberals - (each is Policy.LIBERAL)) for each in set(hand)
            )
            kind, policy = WeighedKind.DISCARD, event.policy
        else:
            policies = {
                each: session.liberal if each is Policy.LIBERAL else session.fascist
                for each in set(hand)
            }
            policy = Policy.LIBERAL if kept else Policy.FASCIST
            after = policies[policy]
            others = tuple(policies.values())
            kind = WeighedKind.ENACTMENT
        judged = self._judge(state, event.seat, moment.place, after, others)
        self._add(kind, moment, after, judged=judged, hand=hand, policy=policy)

    def _veto(self, moment: LoggedMoment) -> None:
        state, event = moment.before, moment.event
        session = self._session(state, moment)
        liberals = state.hand.count(Policy.LIBERAL)
        if isinstance(event, VetoRequested):
            after = session.asked(liberals)
            others = (after, *_policies(session, liberals))
            judged = self._judge(state, event.chancellor, moment.place, after, others)
            self._add(WeighedKind.VETO_REQUEST, moment, after, judged=judged, hand=state.hand)
            return
        granted, refused = session.failed, session.enacting(liberals)
        is_granted = isinstance(event, VetoGranted)
        after = granted if is_granted else refused
        judged = self._judge(state, state.president, moment.place, after, (granted, refused))
        self._add(
            WeighedKind.VETO_ANSWER,
            moment,
            after,
            judged=judged,
            hand=state.hand,
            agreed=is_granted,
        )

    def _execute(self, moment: LoggedMoment) -> None:
        state, event = moment.before, moment.event
        if not isinstance(
            event, LoyaltyInvestigated | PoliciesPeeked | SpecialElectionCalled | PlayerExecuted
        ):
            return
        position = position_of(state, moment)
        if isinstance(event, PoliciesPeeked):
            self._add(WeighedKind.PEEK, moment, self.model.of_round(position.passed()))
            return
        kind = (
            WeighedKind.EXECUTION
            if isinstance(event, PlayerExecuted)
            else WeighedKind.SPECIAL_ELECTION
        )
        if isinstance(event, LoyaltyInvestigated):
            after = self.model.of_round(position.investigated(event.target).passed())
            self._add(WeighedKind.INVESTIGATION, moment, after, target=event.target)
            return
        chances = {target: self._target(position, kind, target) for target in legal_targets(state)}
        after = chances[event.target]
        judged = self._judge(state, event.president, moment.place, after, tuple(chances.values()))
        self._add(kind, moment, after, judged=judged, target=event.target)

    def _target(self, position: Position, kind: WeighedKind, target: SeatNumber) -> float:
        if kind is WeighedKind.EXECUTION:
            return self.model.after_execution(position, target)
        return self.model.of_round(position.called(target))

    def _session(self, state: GameState, moment: LoggedMoment) -> SessionChances:
        assert state.chancellor is not None
        return self._presidency_of(state, moment).session(state.chancellor)

    def _presidency_of(self, state: GameState, moment: LoggedMoment) -> PresidencyChances:
        """Return the chances of the round's President, those of the act before if nothing has moved since."""
        position = position_of(state, moment)
        if self.presidency is None or self.presidency.position != position:
            self.presidency = self.model.presidency(position)
        return self.presidency

    def _judge(
        self,
        state: GameState,
        seat: SeatNumber,
        place: int,
        chosen: float,
        options: tuple[float, ...],
    ) -> tuple[Judged, ...]:
        """Return what the choice cost its side; nothing for who had no choice."""
        if len(options) < 2:
            return ()
        told = tuple(map(self.model.told, options))
        loss = _loss(state, seat, self.model.told(chosen), told)
        return (Judged(seat=seat, place=place, loss=loss),)


def _loss(state: GameState, seat: SeatNumber, chosen: float, options: tuple[float, ...]) -> float:
    """Return what this choice cost the seat's side; chances as they are told."""
    role = state.roles[seat]
    assert role is not None
    loss = max(options) - chosen if role.party is Party.LIBERAL else chosen - min(options)
    return max(0.0, loss)


def _ballots_before(log: Sequence[Event], place: int) -> dict[SeatNumber, int]:
    """Return by seat the place of the last ballot it marked before all were revealed here."""
    places: dict[SeatNumber, int] = {}
    for at in range(place - 1, 0, -1):
        event = log[at]
        if not isinstance(event, SINGLE_BALLOTS):
            break
        if isinstance(event, BallotMarked):
            places.setdefault(event.seat, at)
    return places


def _policies(session: SessionChances, liberals: int) -> tuple[float, ...]:
    """Return the chances after each policy that two cards allow."""
    if liberals == 1:
        return session.liberal, session.fascist
    return (session.enacting(liberals),)
