"""Rule help: the sections in the order of a game, with their numbers from the ruleset.

Knows no running game: the help is the same for everybody. help_examples.py draws its boards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS, Ruleset, standard_ruleset
from games.engine.vocabulary import Phase
from games.presenters.learning import election_questions, policy_questions
from games.presenters.learning.help_examples import (
    ExampleBoards,
    ExampleTrack,
    PowerRow,
    example_boards,
    example_tracks,
    power_rows,
)
from games.presenters.learning.opening import ScriptLine, opening_script
from games.presenters.learning.questions import TableQuestion
from games.presenters.view import view_model
from games.values.timing import (
    SLOW,
    Pace,
    TimeUp,
    decision_seconds,
    vote_seconds,
)
from games.words import phrases
from games.words.once_per_language import once_per_language

if TYPE_CHECKING:
    from games.words.phrases import Phrase


@dataclass(frozen=True, slots=True)
class HelpSection:
    """One section: its anchor (the same in every language), its heading, the rules it explains."""

    anchor: str
    title: "Phrase"
    rules: str = ""
    """Rule numbers, such as "1-8 10 12"."""
    parts: tuple[str, ...] = ()
    """Anchors inside its text, for links to a part of it."""
    page: str = "help"
    """The route of the page it is on."""
    questions: tuple[TableQuestion, ...] = ()
    """Its text, if it is nothing but questions and answers."""

    @property
    def template(self) -> str:
        """The path of its text."""
        if self.questions:
            return "games/help/_questions.html"
        return f"games/help/sections/{self.anchor}.html"

    @property
    def anchors(self) -> tuple[str, ...]:
        """Its own anchor and all inside its text."""
        return (self.anchor, *self.parts, *(each.anchor for each in self.questions))

    @property
    def address(self) -> str:
        """Where it is, in the active language."""
        return f"{reverse(f'games:{self.page}')}#{self.anchor}"

    @property
    def rule_numbers(self) -> tuple[str, ...]:
        """The numbers of the rules explained here, such as R-078."""
        numbers: list[int] = []
        for part in self.rules.split():
            first, _dash, last = part.partition("-")
            numbers += range(int(first), int(last or first) + 1)
        return tuple(f"R-{number:03d}" for number in numbers)


def _asked(subject: str, title: "Phrase", questions: tuple[TableQuestion, ...]) -> HelpSection:
    """Return a section of the page of questions."""
    return HelpSection(f"questions-{subject}", title, page="questions", questions=questions)


SECTIONS = (
    HelpSection("about", _("What it is about")),
    HelpSection("goal", _("How to win"), "90-93 95"),
    HelpSection("box", _("What is in the box"), "4 5", ("two-cards",)),
    HelpSection("set-up", _("Set-up"), "1-3 6-8"),
    HelpSection("knowledge", _("Who knows whom"), "10-12"),
    HelpSection("opening", _("The opening")),
    HelpSection("round", _("The round"), "13-16"),
    HelpSection("nomination", _("Nomination and term limits"), "20-27", ("debate", "term-limits")),
    HelpSection("vote", _("The vote"), "28-35", ("hitler-zone",)),
    HelpSection("tracker", _("Election tracker and chaos"), "40-47"),
    HelpSection("session", _("Legislative session"), "50-57"),
    HelpSection("deck", _("The policy deck"), "60-66"),
    HelpSection("talk", _("Talking, lying, silence"), "100-103", ("silence",)),
    HelpSection(
        "powers",
        _("Presidential powers"),
        "70-78",
        ("powers-investigate", "powers-special-election", "powers-peek", "powers-execute"),
    ),
    HelpSection("veto", _("Veto power"), "80-86"),
    HelpSection("end", _("How a game ends"), "94 96 114"),
    HelpSection("print-edition", _("The older print edition")),
    HelpSection("boards", _("Other boards")),
    HelpSection("words", _("The words in five languages")),
    HelpSection(
        "this-site", _("How this site plays it"), "110-113", ("clocks", "claims", "spectators")
    ),
    HelpSection("credits", _("Credits and licence")),
    HelpSection("advice", _("Advice for everybody"), page="strategy"),
    HelpSection("advice-liberal", _("Advice for Liberals"), page="strategy"),
    HelpSection("advice-fascist", _("Advice for Fascists"), page="strategy"),
    HelpSection("advice-hitler", _("Advice for Hitler"), page="strategy"),
    HelpSection("advice-game", _("How a game usually goes"), page="strategy"),
    _asked("set-up", _("Before the game begins"), election_questions.SET_UP),
    _asked("nomination", _("Nominating a Chancellor"), election_questions.NOMINATION),
    _asked("vote", _("Voting"), election_questions.VOTE),
    _asked("hitler", _("Hitler in office"), election_questions.HITLER),
    _asked("tracker", _("Tracker and chaos"), election_questions.TRACKER),
    _asked("session", _("Policies in the hand and in the deck"), policy_questions.SESSION),
    _asked("powers", _("Using powers"), policy_questions.POWERS),
    _asked("veto", _("Asking for a veto"), policy_questions.VETO),
    _asked("end", _("Talk, and the end of the game"), policy_questions.END),
    HelpSection("mistakes", _("Common mistakes"), page="questions"),
)

# The words of other editions of the rules, for players who look for them.
WORDS = (
    pgettext_lazy("word list", "President"),
    pgettext_lazy("word list", "Chancellor"),
    pgettext_lazy("word list", "presidential candidate"),
    pgettext_lazy("word list", "chancellor candidate"),
    pgettext_lazy("word list", "placard"),
    pgettext_lazy("word list", "government"),
    pgettext_lazy("word list", "secret role"),
    pgettext_lazy("word list", "party membership"),
    pgettext_lazy("word list", "policy"),
    pgettext_lazy("word list", "to enact"),
    pgettext_lazy("word list", "to discard"),
    pgettext_lazy("word list", "draw pile"),
    pgettext_lazy("word list", "discard pile"),
    pgettext_lazy("word list", "ballot"),
    pgettext_lazy("word list", "term limit"),
    pgettext_lazy("word list", "election tracker"),
    pgettext_lazy("word list", "chaos"),
    pgettext_lazy("word list", "legislative session"),
    pgettext_lazy("word list", "executive action"),
    pgettext_lazy("word list", "presidential power"),
    pgettext_lazy("word list", "to investigate loyalty"),
    pgettext_lazy("word list", "special election"),
    pgettext_lazy("word list", "policy peek"),
    pgettext_lazy("word list", "execution"),
    pgettext_lazy("word list", "veto power"),
)


@view_model
class RoleCounts:
    """The number of each role at one table size."""

    players: int
    liberals: int
    fascists: int


# One table size serves as the example; its board has most kinds of powers.
COMMON_SIZE = 7
SECONDS_AN_HOUR = 60 * 60


@view_model
class Opening:
    """What the narrator reads aloud at these table sizes."""

    fewest: int
    most: int
    script: tuple[ScriptLine, ...]


@view_model
class ClockRow:
    """The seconds for decisions at one pace, at the smallest and the largest table."""

    pace: str
    nominate: tuple[int, int]
    vote: tuple[int, int]
    policies: int


@view_model
class SlowClockRow:
    """The hours for any decision at a slow pace, and the hours before its end at which it warns."""

    pace: str
    hours: int


@view_model
class TimeUpRow:
    """One setting for the time's end, and its meaning."""

    name: str
    text: str


@view_model
class HelpView:
    """Everything in the sections that is not prose."""

    rules: Ruleset
    fewest_players: int
    most_players: int
    policies: int
    largest_small: int
    """The largest table at which Hitler and the Fascist know each other."""
    smallest_large: int
    before_chaos: int
    """The step of the election tracker before chaos."""
    passed: int
    """The number of policies the Chancellor gets."""
    clocks: tuple[ClockRow, ...]
    slow_clocks: tuple[SlowClockRow, ...]
    time_up: tuple[TimeUpRow, ...]
    role_counts: tuple[RoleCounts, ...]
    in_the_box: RoleCounts
    """The roles of the largest table: the printed game has so many cards."""
    fascist_memberships: int
    fascist_tracks: tuple[ExampleTrack, ...]
    powers: tuple[PowerRow, ...]
    examples: ExampleBoards
    openings: tuple[Opening, ...]
    languages: tuple[tuple[str, str], ...]
    """Code and name of each."""
    words: tuple[tuple[tuple[str, str], ...], ...]
    """One row for each word: the language's code and the word, in the order of `languages`."""


def sections_of(page: str) -> tuple[HelpSection, ...]:
    """Return the sections of a page of the help, by its route, in their order."""
    return tuple(section for section in SECTIONS if section.page == page)


def section_with(anchor: str) -> HelpSection | None:
    """Return the section that has this anchor, if there is one."""
    return next((each for each in SECTIONS if anchor in each.anchors), None)


def present_help(languages: Mapping[str, str]) -> HelpView:
    """Return the help in the active language; `languages` maps the site's codes to their names."""
    return _help(tuple(languages.items()))


@once_per_language(16)
def _help(languages: tuple[tuple[str, str], ...]) -> HelpView:
    rules = standard_ruleset(FEWEST_PLAYERS)
    sizes = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    rulesets = [standard_ruleset(players) for players in sizes]
    small = max(each.players for each in rulesets if each.hitler_knows_fascists)
    role_counts = tuple(
        RoleCounts(players=each.players, liberals=each.liberals, fascists=each.fascists)
        for each in rulesets
    )
    return HelpView(
        rules=rules,
        fewest_players=FEWEST_PLAYERS,
        most_players=MOST_PLAYERS,
        policies=len(rules.policy_deck),
        largest_small=small,
        smallest_large=small + 1,
        before_chaos=rules.chaos_at - 1,
        passed=rules.hand_size - 1,
        clocks=tuple(_clocks()),
        slow_clocks=tuple(_slow_clocks()),
        time_up=tuple(
            TimeUpRow(name=phrases.name_of(each), text=_when_time_is_up(each)) for each in TimeUp
        ),
        role_counts=role_counts,
        in_the_box=role_counts[-1],
        # Hitler belongs to their party.
        fascist_memberships=role_counts[-1].fascists + 1,
        fascist_tracks=example_tracks(rulesets),
        powers=power_rows(rulesets),
        examples=example_boards(standard_ruleset(COMMON_SIZE)),
        openings=(
            Opening(
                fewest=FEWEST_PLAYERS, most=small, script=opening_script(standard_ruleset(small))
            ),
            Opening(
                fewest=small + 1,
                most=MOST_PLAYERS,
                script=opening_script(standard_ruleset(small + 1)),
            ),
        ),
        languages=languages,
        words=tuple(_words([code for code, _name in languages])),
    )


def _clocks() -> Iterator[ClockRow]:
    for pace in Pace:
        if pace in SLOW:
            continue
        nominate, vote, policies = (
            [decision_seconds(pace, phase, players) for players in (FEWEST_PLAYERS, MOST_PLAYERS)]
            for phase in (Phase.NOMINATE, Phase.VOTE, Phase.PRESIDENT_DISCARD)
        )
        if nominate[0] and nominate[1] and vote[0] and vote[1] and policies[0]:
            yield ClockRow(
                pace=phrases.name_of(pace),
                nominate=(nominate[0], nominate[1]),
                vote=(vote[0], vote[1]),
                policies=policies[0],
            )


def _slow_clocks() -> Iterator[SlowClockRow]:
    """The same time for every decision."""
    for pace in Pace:
        seconds = decision_seconds(pace, Phase.VOTE, FEWEST_PLAYERS)
        if pace in SLOW and seconds is not None:
            yield SlowClockRow(
                pace=phrases.name_of(pace),
                hours=seconds // SECONDS_AN_HOUR,
            )


def _when_time_is_up(time_up: TimeUp) -> str:
    match time_up:
        case TimeUp.STAND_IN:
            return gettext(
                "It is a bot that sees what your seat sees. Everybody sees that it plays for you. It may"
                " claim something for your seat, as bots do, and says nothing else. You take your seat"
                " back whenever you like."
            )
        case TimeUp.WAIT:
            return gettext(
                "The table waits for a day, and at a slow pace for at least as long as for a decision,"
                " or until the others agree that a stand-in decides. Whoever does not answer that"
                " question in time agrees."
            )
        case TimeUp.VOTE:
            text = gettext(
                "The others have %(seconds)d seconds for that, and at a slow pace as long as for a decision."
                " If all of them agree, the game is abandoned and nobody wins; otherwise a stand-in"
                " decides. A ranked game is abandoned only if everybody who was not executed is there"
                " and agrees, so there a stand-in decides at once."
            )
            return text % {"seconds": vote_seconds(Pace.QUICK)}
        case _:
            assert_never(time_up)


def _words(codes: list[str]) -> list[tuple[tuple[str, str], ...]]:
    columns = []
    for code in codes:
        with translation.override(code):
            columns.append([(code, str(word)) for word in WORDS])
    return list(zip(*columns, strict=True))


__all__ = [
    "SECTIONS",
    "HelpSection",
    "HelpView",
    "present_help",
    "section_with",
    "sections_of",
]
