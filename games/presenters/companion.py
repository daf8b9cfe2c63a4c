"""The companion's page: a table with real cards as everybody sees it, and what it is asked next.

Door: present_companion. Every answer is an address: the course so far and one happening more, so a
step back is an address too. Boards, tracker, piles and seats are those of the site's own tables.
"""

from dataclasses import dataclass, replace
from random import Random
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games import phrases
from games.engine.actions import AnswerVeto, PeekAtPolicies, RequestVeto
from games.engine.companion import PhysicalTable, Question
from games.engine.events import Event, PolicyDeckShuffled, PolicyEnacted
from games.engine.happenings import Happening, HappeningKind, encode
from games.engine.ruleset import Ruleset
from games.engine.vocabulary import Party, Phase, Policy
from games.presenters.board import (
    ElectionTrackerView,
    PilesView,
    PolicyTrackView,
    present_election_tracker,
    present_piles,
    present_tracks,
)
from games.presenters.log import LogLine, present_log
from games.presenters.phase import present_phase_sentence
from games.presenters.players import Player, name_of
from games.presenters.seats import SeatView, present_seats

NAMING = {
    Question.FIRST_CANDIDATE: HappeningKind.BEGINS,
    Question.NOMINATION: HappeningKind.NOMINATED,
    Question.INVESTIGATION: HappeningKind.INVESTIGATED,
    Question.SPECIAL_ELECTION: HappeningKind.SPECIAL_ELECTION_CALLED,
    Question.EXECUTION: HappeningKind.EXECUTED,
}
SYMBOLS = {
    HappeningKind.LIBERAL_ENACTED: "dove",
    HappeningKind.FASCIST_ENACTED: "wolf",
    HappeningKind.WAS_HITLER: "hitler",
    HappeningKind.WAS_NOT_HITLER: "cleared",
    HappeningKind.VETO_REQUESTED: "veto",
}
PARTIES = {
    HappeningKind.LIBERAL_ENACTED: Party.LIBERAL.value,
    HappeningKind.FASCIST_ENACTED: Party.FASCIST.value,
}
# What is done with the real cards, and what must be said truly.
HINTS = {
    Question.FIRST_CANDIDATE: gettext_lazy("Agree on somebody, or let chance decide."),
    Question.CHANCELLOR_IS_HITLER: gettext_lazy(
        "Three or more Fascist policies are enacted, so the Chancellor must say it truly."
    ),
    Question.SESSION: gettext_lazy(
        "The President draws three policies and discards one; the Chancellor enacts one of the"
        " other two. Both stay silent."
    ),
    Question.CHAOS_POLICY: gettext_lazy(
        "A power on its space is lost. All term limits are forgotten."
    ),
    Question.VETO: gettext_lazy(
        "Granted: both policies are discarded, and the election tracker moves on."
    ),
    Question.INVESTIGATION: gettext_lazy(
        "The President alone looks at the party membership card, never at the secret role."
    ),
    Question.PEEK: gettext_lazy("In secret, and in the same order back onto the draw pile."),
    Question.EXECUTION: gettext_lazy(
        "Whoever is executed says no more, votes no more and holds no office."
    ),
    Question.VICTIM_IS_HITLER: gettext_lazy(
        "Only this must be said truly. Role and party stay hidden otherwise."
    ),
    Question.OVER: gettext_lazy("Now everybody may show their secret role."),
}
# Where the government named in the last sentence stands no longer before the table.
_ENDS_A_GOVERNMENT = frozenset({Question.CHAOS_POLICY, Question.FIRST_CANDIDATE})


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """One thing that can be told now: a button that leads to the table after it."""

    label: str
    query: str
    symbol: str = ""
    party: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanionView:
    """Everything on the companion's page."""

    question: str
    sentence: str
    hint: str
    notices: tuple[str, ...]
    """What hands must do with the real cards now."""
    steps: tuple[StepView, ...]
    lot: StepView | None
    """Where chance may name the first candidate."""
    unavailable: tuple[str, ...]
    """Why players who cannot be named are missing."""
    next_candidate: str
    undo: str | None
    again: str
    """The query of the same people's table before its first candidate."""
    liberal_track: PolicyTrackView
    fascist_track: PolicyTrackView
    election_tracker: ElectionTrackerView
    piles: PilesView
    seats: tuple[SeatView, ...]
    lines: tuple[LogLine, ...]
    """What happened, newest first."""
    winner: str
    liberals: int
    fascists: int
    hitler_knows_fascists: bool

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.question == Question.OVER

    @property
    def names_a_player(self) -> bool:
        """Whether the buttons are people."""
        return self.question in NAMING

    @property
    def is_before_the_game(self) -> bool:
        """Whether nobody is candidate yet."""
        return self.question == Question.FIRST_CANDIDATE


def present_companion(
    table: PhysicalTable,
    happenings: tuple[Happening, ...],
    players: tuple[Player, ...],
    rng: Random,
) -> CompanionView:
    """The table after these happenings; `rng` draws a first candidate for those who want it."""
    observation = table.observation
    rules = observation.ruleset
    liberal, fascist = present_tracks(observation)
    naming = NAMING.get(table.question)
    victory = observation.victory
    return CompanionView(
        question=table.question.value,
        sentence=_sentence(table, players),
        hint=_hint(table, players),
        notices=_notices(table),
        steps=_steps(table, happenings, players),
        lot=_lot(rules, rng) if table.question is Question.FIRST_CANDIDATE else None,
        unavailable=() if naming is None else _unavailable(table, players),
        next_candidate=_next_candidate(table, players),
        undo=query(rules, happenings[:-1]) if happenings else None,
        again=query(rules, ()),
        liberal_track=liberal,
        fascist_track=fascist,
        election_tracker=present_election_tracker(observation),
        piles=present_piles(observation),
        seats=_seats(table, players),
        lines=tuple(reversed(_lines(table, players))),
        winner="" if victory is None else victory.winner.value,
        liberals=rules.liberals,
        fascists=rules.fascists,
        hitler_knows_fascists=rules.hitler_knows_fascists,
    )


def query(rules: Ruleset, happenings: tuple[Happening, ...]) -> str:
    """The part of an address that is a whole game: table, edition, and what was told."""
    told = encode(happenings)
    return urlencode({"players": rules.players, "edition": rules.edition.value, "so_far": told})


def _sentence(table: PhysicalTable, players: tuple[Player, ...]) -> str:
    observation = table.observation
    names = {"president": name_of(players, observation.president)}
    if observation.chancellor is not None:
        names["chancellor"] = name_of(players, observation.chancellor)
    match table.question:
        case Question.FIRST_CANDIDATE:
            return _("Who is the first presidential candidate?")
        case Question.CHANCELLOR_IS_HITLER:
            return _("Is Chancellor %(chancellor)s Hitler?") % names
        case Question.SESSION if not observation.veto_refused:
            return (
                _("Legislative session: President %(president)s, Chancellor %(chancellor)s.")
                % names
            )
        case Question.CHAOS_POLICY:
            return _("Chaos: turn the top policy of the draw pile face up. Which one is it?")
        case Question.VICTIM_IS_HITLER:
            assert observation.current_round is not None
            assert observation.current_round.target is not None
            target = name_of(players, observation.current_round.target)
            return _("Was %(name)s Hitler?") % {"name": target}
        case _:
            return present_phase_sentence(observation, players).sentence


def _hint(table: PhysicalTable, players: tuple[Player, ...]) -> str:
    observation = table.observation
    match table.question:
        case Question.ELECTION:
            needed = sum(observation.alive) // 2 + 1
            text = _("Everybody living votes, all at once. Ja! needed: %(count)d. A tie is lost.")
            return text % {"count": needed}
        case Question.SESSION if observation.veto_refused:
            return _("The Chancellor cannot ask again in this session.")
        case Question.SPECIAL_ELECTION:
            following = {"name": _next_name(table, players)}
            text = _("Term limits do not matter here. The candidate after that round: %(name)s.")
            return text % following
        case _:
            return str(HINTS.get(table.question, ""))


def _steps(
    table: PhysicalTable, happenings: tuple[Happening, ...], players: tuple[Player, ...]
) -> tuple[StepView, ...]:
    rules = table.observation.ruleset
    naming = NAMING.get(table.question)
    if naming is not None:
        return tuple(
            StepView(
                label=players[seat].name,
                query=query(rules, (*happenings, Happening(naming, seat))),
            )
            for seat in _clockwise(table)
            if table.refusals[seat] is None
        )
    return tuple(
        StepView(
            label=label,
            query=query(rules, (*happenings, Happening(kind))),
            symbol=SYMBOLS.get(kind, ""),
            party=PARTIES.get(kind, ""),
        )
        for kind, label in _answers(table)
    )


def _answers(table: PhysicalTable) -> tuple[tuple[HappeningKind, str], ...]:
    """What can be told where no player is to be named."""
    president = table.observation.president
    policies = (
        (HappeningKind.LIBERAL_ENACTED, phrases.name_of(Policy.LIBERAL)),
        (HappeningKind.FASCIST_ENACTED, phrases.name_of(Policy.FASCIST)),
    )
    match table.question:
        case Question.ELECTION:
            return (
                (HappeningKind.ELECTED, pgettext("companion", "Elected")),
                (HappeningKind.REJECTED, pgettext("companion", "Rejected")),
            )
        case Question.CHANCELLOR_IS_HITLER | Question.VICTIM_IS_HITLER:
            return (
                (HappeningKind.WAS_NOT_HITLER, pgettext("companion", "Not Hitler")),
                (HappeningKind.WAS_HITLER, pgettext("companion", "Hitler")),
            )
        case Question.CHAOS_POLICY:
            return policies
        case Question.SESSION if table.may_ask_for_veto:
            veto = phrases.action_name(RequestVeto(seat=president))
            return (*policies, (HappeningKind.VETO_REQUESTED, veto))
        case Question.SESSION:
            return policies
        case Question.VETO:
            grant = AnswerVeto(seat=president, grant=True)
            refuse = AnswerVeto(seat=president, grant=False)
            return (
                (HappeningKind.VETO_GRANTED, phrases.action_name(grant)),
                (HappeningKind.VETO_REFUSED, phrases.action_name(refuse)),
            )
        case Question.PEEK:
            look = phrases.action_name(PeekAtPolicies(seat=president))
            return ((HappeningKind.PEEKED, look),)
        case _:
            return ()


def _lot(rules: Ruleset, rng: Random) -> StepView:
    drawn = Happening(HappeningKind.BEGINS, rng.randrange(rules.players))
    return StepView(label=_("Let chance decide"), query=query(rules, (drawn,)))


def _clockwise(table: PhysicalTable) -> tuple[int, ...]:
    """Seats as they sit, from the left of whoever names one of them."""
    count = table.observation.ruleset.players
    first = 0 if table.question is Question.FIRST_CANDIDATE else table.observation.president + 1
    return tuple((first + step) % count for step in range(count))


def _unavailable(table: PhysicalTable, players: tuple[Player, ...]) -> tuple[str, ...]:
    president = table.observation.president
    return tuple(
        phrases.reason_text(reason, names={"name": name_of(players, seat)})
        for seat in _clockwise(table)
        if seat != president and (reason := table.refusals[seat]) is not None
    )


def _notices(table: PhysicalTable) -> tuple[str, ...]:
    """Of the last happening only: what is to be done with the cards before going on."""
    latest: tuple[Event, ...] = table.steps[-1] if len(table.steps) > 1 else ()
    notices = []
    for event in latest:
        if isinstance(event, PolicyDeckShuffled):
            text = _(
                "Shuffle what is left of the draw pile together with the discard pile: the new"
                " draw pile holds %(count)d policies."
            )
            notices.append(text % {"count": event.draw_pile_count})
        if isinstance(event, PolicyEnacted) and event.policy is Policy.FASCIST:
            rules, count = table.observation.ruleset, table.observation.fascist_policies
            if event.chancellor is None and rules.power_of(count) is not None:
                notices.append(_("Nobody uses the power of this space: chaos brings none."))
            if count == rules.veto_at and table.observation.phase is not Phase.GAME_OVER:
                notices.append(_("From the next session on there is the veto power."))
    return tuple(notices)


def _next_name(table: PhysicalTable, players: tuple[Player, ...]) -> str:
    return "" if table.next_president is None else name_of(players, table.next_president)


def _next_candidate(table: PhysicalTable, players: tuple[Player, ...]) -> str:
    """Who is candidate after this round; a special election names somebody else first."""
    if table.next_president is None or table.question is Question.SPECIAL_ELECTION:
        return ""
    return _("Next presidential candidate: %(name)s.") % {"name": _next_name(table, players)}


def _seats(table: PhysicalTable, players: tuple[Player, ...]) -> tuple[SeatView, ...]:
    seats = present_seats(table.observation, players)
    if table.question not in _ENDS_A_GOVERNMENT:
        return seats
    return tuple(replace(seat, office="", is_deciding=False) for seat in seats)


def _lines(table: PhysicalTable, players: tuple[Player, ...]) -> tuple[LogLine, ...]:
    events = [event for step in table.steps[1:] for event in step]
    return present_log(events, players, None)
