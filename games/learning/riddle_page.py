"""What a riddle looks like: what the seat knows line by line, the question, the answers, and why."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.events import Event, PresidencyPassed, Told
from games.engine.vocabulary import SeatNumber
from games.learning.facts import CertainFacts
from games.learning.riddles import Riddle, RiddleQuestion
from games.learning.teams import possible_teams, teams_if_liberals_are_honest
from games.presenters.players import Player, name_of, named_players
from games.presenters.table.claims import claim_text
from games.presenters.table.log import LogLine, present_log
from games.values.chat import ClaimValue
from games.words import phrases

NAMES = ("Robin", "Kim", "Alex", "Luca", "Noor", "Toni", "Mika", "Nia", "Jun", "Kai")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerView:
    """One possible answer."""

    value: int
    text: str
    is_chosen: bool
    is_right: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RiddleView:
    """A riddle as a page shows it."""

    name: str
    role: str
    mates: tuple[tuple[str, str], ...]
    """Whom this seat knows from the opening."""
    others: str
    lines: tuple[LogLine, ...]
    question: str
    answers: tuple[AnswerView, ...]
    is_answered: bool
    is_right: bool
    why: str


def present_riddle(riddle: Riddle, answer: int | None) -> RiddleView:
    """Return the page of a riddle; an answer that was not offered counts as none."""
    facts = riddle.facts
    players = named_players(NAMES[: facts.ruleset.players])
    options = _options(riddle, players)
    given = answer if answer in options else None
    return RiddleView(
        name=name_of(players, riddle.seat),
        role=phrases.name_of(facts.roles[riddle.seat]),
        mates=mates_of(facts, players),
        others=", ".join(
            name_of(players, (riddle.seat + step) % len(players))
            for step in range(1, len(players))
        ),
        # Where the claims are the answers, they are not told twice.
        lines=position_lines(
            riddle.told,
            () if riddle.question is RiddleQuestion.LIE else riddle.claims,
            players,
            riddle.seat,
        ),
        question=_question(riddle),
        answers=tuple(
            AnswerView(
                value=value,
                text=text,
                is_chosen=value == given,
                is_right=given is not None and value == riddle.answer,
            )
            for value, text in options.items()
        ),
        is_answered=given is not None,
        is_right=given == riddle.answer,
        why="" if given is None else _why(riddle, players),
    )


def mates_of(facts: CertainFacts, players: tuple[Player, ...]) -> tuple[tuple[str, str], ...]:
    """Return whose secret role this seat knows beside its own, with the role."""
    return tuple(
        (name_of(players, seat), phrases.name_of(role))
        for seat, role in facts.roles.items()
        if seat != facts.seat
    )


def answers_of(riddle: Riddle) -> frozenset[int]:
    """Return the answers that are offered."""
    players = named_players(NAMES[: riddle.facts.ruleset.players])
    return frozenset(_options(riddle, players))


def _options(riddle: Riddle, players: tuple[Player, ...]) -> dict[int, str]:
    if riddle.question is RiddleQuestion.LIE:
        return {place: claim_text(claim, players) for place, claim in enumerate(riddle.claims)}
    return {
        seat: name_of(players, seat) for seat in range(len(players)) if seat not in _known(riddle)
    }


def _known(riddle: Riddle) -> set[SeatNumber]:
    return set(riddle.facts.roles) | set(riddle.facts.parties)


def position_lines(
    told: Iterable[Event],
    claims: Iterable[ClaimValue],
    players: tuple[Player, ...],
    seat: SeatNumber,
) -> tuple[LogLine, ...]:
    """Return what happened as this seat was told of it, each claim after the round it is about."""
    events = Told(tuple(told))
    said = tuple(claims)
    rounds = [event.round for event in events if isinstance(event, PresidencyPassed)]
    every = present_log(events, players, seat)
    lines = list[LogLine]()
    for round_ in (0, *rounds):
        lines += [line for line in every if line.round == round_]
        lines += [
            LogLine(kind="chat", text=claim_text(claim, players), round=round_)
            for claim in said
            if claim.round == round_
        ]
    return tuple(lines)


def _question(riddle: Riddle) -> str:
    if riddle.question is RiddleQuestion.LIE:
        return _("Which of these claims is certainly false?")
    return _("Suppose that no Liberal has lied. Who must be a Fascist or Hitler?")


def _why(riddle: Riddle, players: tuple[Player, ...]) -> str:
    if riddle.question is RiddleQuestion.LIE:
        return _(
            "No order of the policy deck makes this claim true: %(liberal)d Liberal and %(fascist)d Fascist policies"
            " cannot give it together with all that you know."
        ) % {
            "liberal": riddle.facts.ruleset.liberal_policies,
            "fascist": riddle.facts.ruleset.fascist_policies,
        }
    fitting = teams_if_liberals_are_honest(riddle.facts, riddle.claims)
    return _(
        "Ways to deal the roles that fit what you know: %(all)d. Ways in which every Liberal has told the truth:"
        " %(left)d. In each of these %(name)s is a Fascist or Hitler."
    ) % {
        "all": len(possible_teams(riddle.facts)),
        "left": len(fitting),
        "name": name_of(players, riddle.answer),
    }
