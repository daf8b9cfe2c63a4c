"""A position with a question, as lessons and riddles show it: the table, the question, the answers, and why."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from accounts.emblems import told_apart
from games.engine.events import Event
from games.engine.observation import Observation
from games.learning.facts import CertainFacts
from games.learning.told_rounds import ToldClaim, ToldRound, present_told_claim, told_rounds
from games.presenters.players import Player, name_of, named_players
from games.presenters.table.board import (
    ElectionTrackerView,
    PilesView,
    PolicyTrackView,
    present_election_tracker,
    present_piles,
    present_tracks,
)
from games.presenters.table.seats import SeatView, known_role, present_seats
from games.values.chat import ClaimValue
from games.words import phrases

_NAMES = ("Robin", "Kim", "Alex", "Luca", "Noor", "Toni", "Mika", "Nia", "Jun", "Kai")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerView:
    """One possible answer."""

    value: int
    text: str
    is_chosen: bool
    is_right: bool
    claim: ToldClaim | None
    """The claim that it is, where the answers are claims."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionView:
    """The table as this seat sees it."""

    liberal_track: PolicyTrackView
    fascist_track: PolicyTrackView
    election_tracker: ElectionTrackerView
    piles: PilesView
    seats: tuple[SeatView, ...]
    own_place: int
    """This seat, counted from 1."""
    hand: tuple[str, ...]
    """The policies in this seat's hand now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionView:
    """A position with its question as a page shows it."""

    name: str
    role: str
    table: PositionView
    rounds: tuple[ToldRound, ...]
    question: str
    answers: tuple[AnswerView, ...]
    is_answered: bool
    is_right: bool
    why: str


def players_of(facts: CertainFacts) -> tuple[Player, ...]:
    """Return the players of a position, whoever they were, under the names of this house, each with another face."""
    players = named_players(_NAMES[: facts.ruleset.players])
    faces = told_apart(
        [player.face for player in players], yielding=frozenset(range(len(players)))
    )
    return tuple(replace(player, face=face) for player, face in zip(players, faces, strict=True))


def present_question(
    facts: CertainFacts,
    told: Iterable[Event],
    seen: Observation,
    claims: Iterable[ClaimValue],
    *,
    question: str,
    options: Mapping[int, str],
    right: Collection[int],
    answer: int | None,
    why: Callable[[], str],
    asks_for_marks: bool = False,
    asks_for_claim: bool = False,
) -> QuestionView:
    """Return a position of this seat with its question; an answer that is no option counts as none.

    `asks_for_claim`: the answers are these claims, so they are not told twice. `asks_for_marks`: no seat shows a term limit or who is not Hitler before there is an answer.
    """
    players = players_of(facts)
    said = tuple(claims)
    assert facts.seat is not None
    given = answer if answer in options else None
    is_hiding = asks_for_marks and given is None
    return QuestionView(
        name=name_of(players, facts.seat),
        role=phrases.name_of(facts.roles[facts.seat]),
        table=_position(seen, players, facts.seat, is_hiding=is_hiding),
        rounds=told_rounds(
            seen,
            told,
            () if asks_for_claim else said,
            players,
            besides=frozenset({"cleared"} if is_hiding else ()),
        ),
        question=question,
        answers=tuple(
            AnswerView(
                value=value,
                text=text,
                is_chosen=value == given,
                is_right=given is not None and value in right,
                claim=present_told_claim(said[value], players) if asks_for_claim else None,
            )
            for value, text in options.items()
        ),
        is_answered=given is not None,
        is_right=given in right,
        why="" if given is None else why(),
    )


def _position(
    seen: Observation, players: tuple[Player, ...], own: int, *, is_hiding: bool
) -> PositionView:
    liberal, fascist = present_tracks(seen)
    return PositionView(
        liberal_track=liberal,
        fascist_track=fascist,
        election_tracker=present_election_tracker(seen),
        piles=present_piles(seen),
        seats=tuple(
            _seat(view, known_role(seen, number), is_hiding=is_hiding)
            for number, view in enumerate(present_seats(seen, players))
        ),
        own_place=own + 1,
        hand=tuple(policy.value for policy in seen.hand),
    )


def _seat(view: SeatView, known: tuple[str, str], *, is_hiding: bool) -> SeatView:
    role, role_name = known
    # The question says who decides.
    shown = replace(view, role=role, role_name=role_name, is_deciding=False)
    if not is_hiding:
        return shown
    return replace(shown, is_term_limited=False, is_cleared=False)
