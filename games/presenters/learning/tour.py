"""The tour: one step of a prepared game, explained with the partials of the live table.

Made of an Observation of the reader's seat and the words of tour_script.py. selectors/tour.py says
whether a move is right.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.engine.events import Told
from games.engine.observation import Observation
from games.engine.table_talk import CLAIMABLE_CONTENTS, NO_COMMENT, claimable_acts
from games.engine.vocabulary import Channel, Phase, SeatNumber
from games.presenters.learning.help import SECTIONS
from games.presenters.learning.tour_script import (
    FIRST,
    OWN,
    PARTNER,
    SECOND,
    STEPS,
    THIRD,
    TourStep,
    TourStepKind,
)
from games.presenters.players import Player, name_of, named_players
from games.presenters.table.chat import ChatLineView, present_chat
from games.presenters.table.claims import ClaimOffersView, present_claim_offers
from games.presenters.table.decision import DecisionView, OptionView
from games.presenters.table.log import LogLine, present_log
from games.presenters.table.regions import TableFacts, TableView, present_table
from games.values.chat import ClaimValue, SaidLine

COUNT = len(STEPS)
_NO_DECISION = DecisionView(act_url="", phase="", decision="")


@dataclass(frozen=True, slots=True, kw_only=True)
class TourUrls:
    """The addresses a reader can go to from this step; empty where there is none."""

    here: str
    previous: str
    following: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TourView:
    """One step of the tour."""

    number: int
    title: str
    texts: tuple[str, ...]
    task: str
    look: str
    section: str
    section_title: str
    happened: tuple[LogLine, ...]
    said: tuple[ChatLineView, ...]
    table: TableView
    offers: ClaimOffersView
    refused: str
    """Why the reader's move was not the expected one."""
    answer: str
    """The table's answer to the reader's claim."""
    urls: TourUrls
    waits: bool
    """Whether the story waits for the reader, who may still turn the page."""

    @property
    def count(self) -> int:
        """The number of steps."""
        return COUNT


def find_step(number: int) -> TourStep | None:
    """Return the step with this number, counted from 1."""
    return STEPS[number - 1] if 1 <= number <= COUNT else None


def moves_before(number: int) -> int:
    """Return how many moves of the record had been played at the step before this one."""
    return STEPS[number - 2].moves if number > 1 else 0


def present_tour(
    number: int,
    seen: Observation,
    told: Told,
    names: Sequence[str],
    urls: TourUrls,
    *,
    refused: str = "",
    claim: ClaimValue | None = None,
) -> TourView:
    """Return this step in the active language; `claim` is the reader's latest claim."""
    step = STEPS[number - 1]
    players = named_players(names)
    values = _values(seen, players)
    facts = TableFacts(game_code="tour", game_name=_("Tour"), act_url=urls.here)
    table = present_table(seen, players, facts)
    said = step.said if claim is None else (*step.said, claim)
    is_claimed = claim is not None
    return TourView(
        number=number,
        title=str(step.title),
        texts=tuple(str(text) % values for text in step.texts),
        task=str(step.task) % values if step.task and not is_claimed else "",
        look=step.look,
        section=step.section,
        section_title=next(
            (str(each.title) for each in SECTIONS if each.anchor == step.section), ""
        ),
        happened=present_log(told, players, seen.viewer),
        said=_said(said, players),
        table=replace(table, decision=_decision(step, seen, table, players)),
        offers=(
            present_claim_offers(seen, seen.viewer, players, said, urls.here)
            if step.kind is TourStepKind.CLAIM and not is_claimed
            else ClaimOffersView()
        ),
        refused=refused,
        answer=str(step.answer) % values if step.answer and is_claimed else "",
        urls=urls,
        waits=step.kind is not TourStepKind.READ and not is_claimed,
    )


def instead_text(number: int, seen: Observation, names: Sequence[str]) -> str:
    """Return the answer to a legal move that is not the story's."""
    step = STEPS[number - 1]
    players = named_players(names)
    return str(step.instead) % _values(seen, players) if step.instead else ""


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


def _values(seen: Observation, players: tuple[Player, ...]) -> dict[str, object]:
    rules = seen.ruleset
    return {
        "first": name_of(players, FIRST),
        "second": name_of(players, SECOND),
        "third": name_of(players, THIRD),
        "own": name_of(players, OWN),
        "partner": name_of(players, PARTNER),
        "place": OWN + 1,
        "players": rules.players,
        "liberals": rules.liberals,
        "fascists": rules.fascists,
        "liberal_goal": rules.liberal_goal,
        "fascist_goal": rules.fascist_goal,
        "liberal_policies": rules.liberal_policies,
        "fascist_policies": rules.fascist_policies,
        "zone": rules.hitler_zone_at,
        "chaos": rules.chaos_at,
        "veto": rules.veto_at,
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


def _decision(
    step: TourStep, seen: Observation, table: TableView, players: tuple[Player, ...]
) -> DecisionView:
    if step.kind is not TourStepKind.ACT:
        return _NO_DECISION
    decision = table.decision
    if seen.phase is not Phase.NOMINATE:
        return decision
    # Barred players are offered here, too: the tour explains wrong moves.
    first, *_others = decision.players
    choices = tuple(
        _everybody(first, seat, players)
        for step_on in range(1, len(players))
        if (seat := (OWN + step_on) % len(players)) != OWN
    )
    return replace(decision, players=choices, unavailable=())


def _everybody(option: OptionView, seat: SeatNumber, players: tuple[Player, ...]) -> OptionView:
    head, _dash, _old = option.action_id.rpartition("-")
    return replace(
        option,
        button_id=f"act-{option.action}-{seat}",
        value=str(seat),
        action_id=f"{head}-{seat}",
        label=players[seat].name,
    )
