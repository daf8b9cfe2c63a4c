"""The phase in one sentence: who decides, about what, and until when."""

from datetime import datetime
from typing import ClassVar, assert_never

from games.engine.observation import Observation
from games.engine.vocabulary import Phase, SeatNumber
from games.presenters.players import Player, name_of
from games.presenters.view import View, view_model
from games.values.timing import SLOW, Pace, warning_seconds
from games.words import phrases
from games.words.once_per_language import once_per_language
from games.words.spoken_language import gettext as _
from games.words.spoken_language import pgettext


@view_model
class PhaseSentenceView(View):
    """What the table waits for."""

    template: ClassVar[str] = "games/table/_phase_sentence.html"
    id: str = "phase-sentence"
    sentence: str
    is_own: bool
    """Whether the table waits for the viewer, and not for a stand-in."""

    def template_after(self, shown: object) -> str:
        """Return the template for another sentence in the place of this: the element that shows it stays."""
        is_shown = isinstance(shown, PhaseSentenceView)
        return "games/table/_sentence_again.html" if is_shown else self.template


@view_model
class PhaseAsideView(View):
    """The remark under the sentence, a region of its own because it changes with every ballot."""

    template: ClassVar[str] = "games/table/_phase_aside.html"
    id: str = "phase-aside"
    progress: str
    last: str
    """Whose ballot alone is missing."""
    standing: str
    """A remark for dead players and spectators."""
    longer: str = ""
    """Who took more time."""


@view_model
class DecisionClockView(View):
    """The deadline by the server's clock; in a pause, the remaining seconds."""

    template: ClassVar[str] = "games/table/_decision_clock.html"
    id: str = "decision-clock"
    deadline: datetime | None
    warn: int = 0
    """How many seconds before its end the deciders get a warning."""
    is_timed: bool = False
    """Whether this table has a clock at all: then it keeps its place while bots decide."""
    is_slow: bool = False
    is_paused: bool = False
    left: str = ""


def present_clock(
    observation: Observation, deadline: datetime | None, pace: Pace, paused_at: datetime | None
) -> DecisionClockView:
    """Return the clock of this decision, the same for every viewer."""
    if paused_at is not None:
        seconds = max(0, round((deadline - paused_at).total_seconds())) if deadline else None
        left = "" if seconds is None else as_clock(seconds)
        return DecisionClockView(deadline=None, is_paused=True, left=left)
    if deadline is None:
        return DecisionClockView(deadline=None, is_timed=pace is not Pace.NONE)
    warn = warning_seconds(pace, observation.phase, observation.ruleset.players)
    return DecisionClockView(deadline=deadline, warn=warn, is_slow=pace in SLOW)


def as_clock(seconds: int) -> str:
    """Return a time as minutes and seconds, from an hour on with hours."""
    minutes, rest = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes}:{rest:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def present_phase_sentence(
    observation: Observation, players: tuple[Player, ...]
) -> PhaseSentenceView:
    """Return the sentence for this viewer."""
    viewer = observation.viewer
    # While a stand-in plays the seat, the table does not wait for its person.
    is_own = (
        viewer is not None and viewer in observation.awaited and not players[viewer].has_stand_in
    )
    sentence = _sentence_of_government(observation, players, is_own=is_own)
    if not sentence:
        tell = _own_sentence if is_own else _sentence
        sentence = tell(observation, players)
    return PhaseSentenceView(sentence=sentence, is_own=is_own)


def abandoned_sentence() -> PhaseSentenceView:
    """Return the sentence of an abandoned game."""
    return PhaseSentenceView(sentence=_("The game was abandoned."), is_own=False)


class PhaseAsides:
    """The number of ballots or whose is missing, the viewer's status, and who took more time: for every viewer.

    Any Observation of the table will do. Without `players` nobody is named.
    """

    def __init__(
        self, seen: Observation, players: tuple[Player, ...] = (), extended_by: str = ""
    ) -> None:
        self._seen, self._extended_by = seen, extended_by
        voters = seen.actors if seen.phase is Phase.VOTE else ()
        missing = [seat for seat in voters if not seen.voted[seat]]
        self._last = missing[0] if len(missing) == 1 and players else None
        self._name = "" if self._last is None else name_of(players, self._last)
        self._cast = sum(seen.voted)

    def of(self, viewer: SeatNumber | None) -> PhaseAsideView:
        """Return the aside of this seat, or a spectator (None)."""
        seen = self._seen
        return _phase_aside(
            seen.phase,
            self._cast,
            len(seen.actors),
            "" if self._last == viewer else self._name,
            viewer is None,
            viewer is not None and seen.alive[viewer],
            self._extended_by,
        )


# Cached: it changes with every ballot, but has few different values.
@once_per_language(1024)
def _phase_aside(
    phase: Phase,
    cast: int,
    voters: int,
    last: str,
    is_watching: bool,
    is_alive: bool,
    extended_by: str,
) -> PhaseAsideView:
    progress = standing = ""
    if phase is Phase.VOTE:
        progress = (
            pgettext("the last ballot", "Missing:")
            if last
            else _("Ballots in: %(cast)d of %(all)d.") % {"cast": cast, "all": voters}
        )
    if phase is not Phase.GAME_OVER:
        if is_watching:
            standing = _("You are watching.")
        elif not is_alive:
            standing = _("You are out of the game.")
    longer = _("%(name)s takes more time.") % {"name": extended_by} if extended_by else ""
    return PhaseAsideView(progress=progress, last=last, standing=standing, longer=longer)


def _names(observation: Observation, players: tuple[Player, ...]) -> dict[str, str]:
    names = {"president": name_of(players, observation.president)}
    if observation.chancellor is not None:
        names["chancellor"] = name_of(players, observation.chancellor)
    return names


def _sentence_of_government(
    observation: Observation, players: tuple[Player, ...], *, is_own: bool
) -> str:
    """The sentence for a viewer who is in the government it speaks of, or may come into it; else empty."""
    viewer, phase = observation.viewer, observation.phase
    is_president, is_chancellor = viewer == observation.president, viewer == observation.chancellor
    if viewer is None or not (is_president or is_chancellor):
        return ""
    names = _names(observation, players)
    if phase is Phase.VETO_ANSWER and is_chancellor:
        return _("You ask for a veto: President %(president)s decides.") % names
    if phase is not Phase.VOTE:
        return ""
    if is_own:
        return (
            _("You have nominated %(chancellor)s as Chancellor. Cast your ballot.")
            if is_president
            else _("%(president)s nominates you as Chancellor: cast your ballot.")
        ) % names
    return (
        _("Vote on your government: you as President, Chancellor %(chancellor)s.")
        if is_president
        else _("Vote on your government: President %(president)s, you as Chancellor.")
    ) % names


def _own_sentence(observation: Observation, players: tuple[Player, ...]) -> str:
    names = _names(observation, players)
    match observation.phase:
        case Phase.NOMINATE:
            return _("You are the presidential candidate: nominate a Chancellor.")
        case Phase.VOTE:
            return (
                _("Cast your ballot: President %(president)s, Chancellor %(chancellor)s.") % names
            )
        case Phase.PRESIDENT_DISCARD:
            return _("You are President: discard one policy, the Chancellor gets the others.")
        case Phase.CHANCELLOR_ENACT if observation.veto_refused:
            return _("The veto is refused. You are Chancellor: enact one policy.")
        case Phase.CHANCELLOR_ENACT:
            return _("You are Chancellor: enact one policy.")
        case Phase.VETO_ANSWER:
            return _("Chancellor %(chancellor)s asks for a veto: grant or refuse it.") % names
        case Phase.INVESTIGATE:
            return _("You are President: choose whose loyalty you investigate.")
        case Phase.SPECIAL_ELECTION:
            return _("You are President: choose the next presidential candidate.")
        case Phase.PEEK:
            return _("You are President: look at the top three policies.")
        case Phase.EXECUTE:
            return _("You are President: choose whom you execute.")
        case Phase.GAME_OVER:
            return _sentence(observation, players)
        case _:
            assert_never(observation.phase)


def _sentence(observation: Observation, players: tuple[Player, ...]) -> str:
    names = _names(observation, players)
    match observation.phase:
        case Phase.NOMINATE:
            return _("Presidential candidate %(president)s nominates a Chancellor.") % names
        case Phase.VOTE:
            return (
                _("Vote on the government: President %(president)s, Chancellor %(chancellor)s.")
                % names
            )
        case Phase.PRESIDENT_DISCARD:
            return _("President %(president)s discards one of three policies.") % names
        case Phase.CHANCELLOR_ENACT if observation.veto_refused:
            return (
                _("The veto is refused: Chancellor %(chancellor)s enacts one of two policies.")
                % names
            )
        case Phase.CHANCELLOR_ENACT:
            return _("Chancellor %(chancellor)s enacts one of two policies.") % names
        case Phase.VETO_ANSWER:
            return (
                _("Chancellor %(chancellor)s asks for a veto: President %(president)s decides.")
                % names
            )
        case Phase.INVESTIGATE:
            return _("President %(president)s investigates the loyalty of a player.") % names
        case Phase.SPECIAL_ELECTION:
            return _("President %(president)s chooses the next presidential candidate.") % names
        case Phase.PEEK:
            return _("President %(president)s looks at the top three policies.") % names
        case Phase.EXECUTE:
            return _("President %(president)s executes a player.") % names
        case Phase.GAME_OVER:
            assert observation.victory is not None
            return phrases.name_of(observation.victory)
        case _:
            assert_never(observation.phase)
