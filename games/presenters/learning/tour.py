"""The tour: one step of a prepared game, explained on the live table's own screen.

Made of an Observation of the reader's seat and the words of tour_script.py. selectors/tour.py says
how the story goes on from a move.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from accounts.emblems import told_apart
from games.engine.events import Told
from games.engine.observation import Observation
from games.engine.ruleset import Ruleset
from games.engine.table_talk import CLAIMABLE_CONTENTS, NO_COMMENT, claimable_acts
from games.engine.vocabulary import Channel, Role
from games.presenters.learning.tour_script import (
    FIRST,
    OWN,
    SECOND,
    STEPS,
    WITNESS,
    TourStep,
    TourStepKind,
)
from games.presenters.players import Player, name_of, named_players
from games.presenters.table.chat import ChatLineView, present_chat
from games.presenters.table.claims import ClaimOffersView, present_claim_offers
from games.presenters.table.decision import BarredView, DecisionView
from games.presenters.table.log import LogLine, present_log
from games.presenters.table.moment_view import MomentView
from games.presenters.table.moments import present_moments
from games.presenters.table.regions import TableFacts
from games.presenters.table.table_view import TableView, present_table
from games.presenters.view import view_model
from games.values.chat import ClaimValue, SaidLine
from games.values.tour import TourWay
from games.words import phrases

COUNT = len(STEPS)
# As many lines of the log as are told without the stage.
_TOLD_LINES = 4
# The stage drops a backlog (stage.js): of more moments than this, it shows who was nominated, and how
# votes and policies went.
_MOST_MOMENTS = 3
_GREAT_MOMENTS = frozenset({"nominated", "rejected", "elected", "enacted"})
_NO_DECISION = DecisionView(act_url="", phase="", decision="")
_WITH_DECISION = frozenset({TourStepKind.ACT, TourStepKind.END})


@view_model
class TourUrls:
    """The addresses a reader can go to from this step; empty where there is none."""

    here: str
    previous: str
    following: str


@view_model
class RoleInPlay:
    """One of the three roles, and how many have it."""

    role: str
    name: str
    symbol: str
    count: int


@view_model
class TourView:
    """One step of the tour."""

    number: int
    title: str
    text: str
    task: str
    look: str
    roles: tuple[RoleInPlay, ...]
    """The roles in play, where the step is about them."""
    section: str
    moments: tuple[MomentView, ...]
    """What is shown on the stage before the step begins."""
    happened: tuple[LogLine, ...]
    """The same for who does not see the stage."""
    said: tuple[ChatLineView, ...]
    table: TableView
    before: TableView | None
    """The table before what the stage shows; None if that is nothing."""
    offers: ClaimOffersView
    refused: str
    """Why the reader's move cannot be made."""
    answer: str
    """The table's answer to the reader's claim."""
    urls: TourUrls
    waits: bool
    """Whether the story waits for the reader's act."""
    is_look: bool
    """Whether all there is to do is to look."""
    is_end: bool

    @property
    def unlaid(self) -> str:
        """Whose cards the stage still has to show, before they lie on their boards; in words of the page."""
        return " ".join(each.tone for each in self.moments if each.is_card)

    @property
    def count(self) -> int:
        """The number of steps."""
        return COUNT


def find_step(number: int) -> TourStep | None:
    """Return the step with this number, counted from 1."""
    return STEPS[number - 1] if 1 <= number <= COUNT else None


def shown_from(number: int) -> int:
    """Return how many moves of the record had been played when what this step shows began."""
    return STEPS[max(number - 2, 0)].moves


def present_tour(
    number: int,
    seen: Observation,
    told: Told,
    names: Sequence[str],
    urls: TourUrls,
    way: TourWay,
    *,
    refused: str = "",
    claim: ClaimValue | None = None,
    seen_before: Observation | None = None,
) -> TourView:
    """Return this step in the active language; `claim` is the reader's latest claim.

    `seen_before` is what the reader saw before that which is told.

    What has happened is shown on the stage once, not again with the answer to a move.
    """
    step = STEPS[number - 1]
    players = _players(names)
    values = _values(seen, players, way)
    facts = TableFacts(game_code="tour", game_name=_("Tour"), act_url=urls.here)
    table = present_table(seen, players, facts)
    said = step.said if claim is None else (*step.said, claim)
    is_claimed = claim is not None
    is_new = not refused and not is_claimed and number > 1
    moments = _shown(present_moments(told, seen, players)) if is_new else ()
    return TourView(
        number=number,
        title=str(step.title),
        text=str(step.text_on(way)) % values,
        task=str(step.task) % values if step.task and not is_claimed else "",
        look=step.look,
        roles=_roles(seen.ruleset) if number == 1 else (),
        section=step.section,
        moments=moments,
        happened=present_log(told, players, seen.viewer)[-_TOLD_LINES:] if is_new else (),
        said=_said(said, players),
        table=replace(table, decision=_decision(table.decision, step, values, way)),
        before=present_table(seen_before, players, facts) if seen_before and moments else None,
        offers=(
            replace(present_claim_offers(seen, seen.viewer, players, said, urls.here), others=())
            if step.kind is TourStepKind.CLAIM and not is_claimed
            else ClaimOffersView()
        ),
        refused=refused,
        answer=str(step.answer) % values if step.answer and is_claimed else "",
        urls=urls,
        waits=step.kind in {TourStepKind.ACT, TourStepKind.CLAIM} and not is_claimed,
        is_look=step.kind is TourStepKind.LOOK,
        is_end=step.kind is TourStepKind.END,
    )


def only_text(number: int, seen: Observation, names: Sequence[str], way: TourWay) -> str:
    """Return why the story cannot go on from a legal move; empty where it always can."""
    step = STEPS[number - 1]
    return str(step.only) % _values(seen, _players(names), way) if step.only else ""


def claim_of(seen: Observation, *, round_: int, kind: str, content: str) -> ClaimValue | None:
    """Return the claim the reader asks to make; None for one that is impossible here."""
    for act in claimable_acts(seen.viewer, seen):
        if (act.round, act.kind) != (round_, kind):
            continue
        if content in (*CLAIMABLE_CONTENTS[act.kind], NO_COMMENT):
            return ClaimValue(
                seat=act.seat, round=act.round, kind=act.kind, content=content, target=act.target
            )
    return None


def _players(names: Sequence[str]) -> tuple[Player, ...]:
    players = named_players(names)
    others = frozenset(range(len(players))) - {OWN}
    faces = told_apart([player.face for player in players], yielding=others)
    return tuple(replace(player, face=face) for player, face in zip(players, faces, strict=True))


def _roles(rules: Ruleset) -> tuple[RoleInPlay, ...]:
    found = (
        (Role.LIBERAL, "dove", rules.liberals),
        (Role.FASCIST, "wolf", rules.fascists),
        (Role.HITLER, "hitler", 1),
    )
    return tuple(
        RoleInPlay(role=role.value, name=phrases.name_of(role), symbol=symbol, count=count)
        for role, symbol, count in found
    )


def _shown(moments: tuple[MomentView, ...]) -> tuple[MomentView, ...]:
    if len(moments) <= _MOST_MOMENTS:
        return moments
    return tuple(each for each in moments if each.kind in _GREAT_MOMENTS)


def _decision(
    decision: DecisionView, step: TourStep, values: Mapping[str, object], way: TourWay
) -> DecisionView:
    """Return what the reader may press; of the players Hitler alone, where the story needs it."""
    if step.kind not in _WITH_DECISION:
        return _NO_DECISION
    if step.only is None:
        return decision
    text = str(step.only) % values
    others = tuple(
        BarredView(seat=int(each.value), name=each.label, text=text, anchor=step.section)
        for each in decision.players
        if int(each.value) != way.hitler
    )
    return replace(
        decision,
        players=tuple(each for each in decision.players if int(each.value) == way.hitler),
        unavailable=(*decision.unavailable, *others),
    )


def _values(seen: Observation, players: tuple[Player, ...], way: TourWay) -> dict[str, object]:
    rules = seen.ruleset
    return {
        "first": name_of(players, FIRST),
        "second": name_of(players, SECOND),
        "third": name_of(players, way.hitler),
        "chancellor": name_of(players, way.chancellor),
        "witness": name_of(players, WITNESS),
        "own": name_of(players, OWN),
        "players": rules.players,
        "liberals": rules.liberals,
        "fascists": rules.fascists,
    }


def _said(claims: Sequence[ClaimValue], players: tuple[Player, ...]) -> tuple[ChatLineView, ...]:
    lines = tuple(
        SaidLine(
            number=number,
            channel=Channel.TABLE,
            seat=claim.seat,
            name="",
            round=claim.round,
            claim=claim,
        )
        for number, claim in enumerate(claims, start=1)
    )
    # No heading for the round: the step names it.
    rounds = {line.round for line in lines}
    return present_chat(
        lines, players, frozenset({Channel.TABLE}), last_round=min(rounds, default=0)
    )
