"""What the coach says: the advice for the open decision, and its view of the last one, in plain words.

Words first; the numbers behind them stand in a fold. Every sentence comes from an Advice, which one seat's
Observation and what was said at the table are enough for.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.actions import Action, CastBallot, DiscardPolicy, EnactPolicy
from games.engine.observation import Observation
from games.engine.vocabulary import Phase
from games.learning.advice import Advice, Weight, advise
from games.presenters.players import Player, name_of, names_of
from games.values.chat import ClaimValue, SaidLines
from games.words import phrases

FEW_DOUBTS = 2
"""How many pairs of claims that do not fit together are told: the newest."""


_SENTENCES = {
    Weight.WINS: gettext_lazy(
        "You know that Hitler would be elected: that wins the game for you."
    ),
    Weight.CHAOS: gettext_lazy(
        "One more lost vote, and the top policy is enacted without a government."
    ),
    Weight.HITLER: gettext_lazy(
        "With so many Fascist policies enacted, the game is lost if this Chancellor is Hitler."
    ),
    Weight.LIKELY_CLEAN: gettext_lazy(
        "What happened and what was said does not point at this government."
    ),
    Weight.LIKELY_SHADY: gettext_lazy(
        "What happened and what was said makes somebody in this government suspicious."
    ),
    Weight.KNOWN: gettext_lazy("You know that there is a Fascist in this government."),
    Weight.LOOKS_LIBERAL: gettext_lazy(
        "A Liberal in your seat would do the same, so nobody learns anything about you."
    ),
    Weight.WORTH_IT: gettext_lazy("It helps your side more than it costs you in trust."),
    Weight.NO_CHOICE: gettext_lazy("The rules leave you nothing else."),
    Weight.OWN_PARTY: gettext_lazy(
        "Keep the Liberal policy in play: a Liberal never gives one up by choice."
    ),
    Weight.SUSPECTED: gettext_lazy("You have more reason to suspect %(name)s than most others."),
    Weight.CLOSE: gettext_lazy("It is close: something else is about as good."),
    Weight.LEAST_SUSPECTED: gettext_lazy(
        "Nobody at the table looks less suspicious to you than %(name)s."
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspicionView:
    """One player in the table of numbers, in percent."""

    name: str
    face: str
    fascist: int
    hitler: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CoachView:
    """The coach's page."""

    game_code: str
    game_name: str
    nothing: str = ""
    """Why there is no advice now; empty with one."""
    advice: str = ""
    pros: tuple[str, ...] = ()
    cons: tuple[str, ...] = ()
    before: str = ""
    """Whether the coach would have done what was done last; empty before the first decision."""
    suspicions: tuple[SuspicionView, ...] = ()


def present_coach(
    observation: Observation,
    said: SaidLines,
    players: tuple[Player, ...],
    *,
    game_code: str,
    game_name: str,
    last: tuple[Action, Advice | None] | None,
) -> CoachView:
    """Return the coach's page for this seat, in the active language."""
    advice = advise(observation, said)
    return CoachView(
        game_code=game_code,
        game_name=game_name,
        nothing="" if advice else _nothing(observation),
        advice="" if advice is None else _told(advice.action, players),
        pros=() if advice is None else _sentences(advice, advice.pros, players),
        cons=()
        if advice is None
        else (*_sentences(advice, advice.cons, players), *_doubts(advice, players)),
        before="" if last is None else _before(*last, players),
        suspicions=() if advice is None else _suspicions(observation, advice, players),
    )


def _nothing(observation: Observation) -> str:
    if observation.phase is Phase.GAME_OVER:
        return _("The game is over.")
    return _("You have nothing to decide now.")


def _told(action: Action, players: tuple[Player, ...]) -> str:
    """Return an action as the button that makes it says it, with the card or the player."""
    match action:
        case CastBallot():
            return phrases.name_of(action.vote)
        case DiscardPolicy() | EnactPolicy():
            card = phrases.name_of(action.policy)
            return f"{phrases.action_name(action)}: {card}"
        case _:
            seat = getattr(action, "target", getattr(action, "chancellor", None))
            name = "" if seat is None else name_of(players, seat)
            return phrases.confirmation(action, name) or phrases.action_name(action)


def _before(action: Action, advice: Advice | None, players: tuple[Player, ...]) -> str:
    if advice is None:
        return ""
    done = {"action": _told(action, players)}
    if action in advice.agrees:
        return _("Your last decision was “%(action)s”. The coach would have done the same.") % done
    return _("Your last decision was “%(action)s”. The coach would have chosen “%(better)s”.") % {
        **done,
        "better": _told(advice.action, players),
    }


def _sentences(
    advice: Advice, weights: tuple[Weight, ...], players: tuple[Player, ...]
) -> tuple[str, ...]:
    return tuple(_sentence(advice, weight, players) for weight in weights)


def _sentence(advice: Advice, weight: Weight, players: tuple[Player, ...]) -> str:
    if weight is Weight.TEAMS:
        return _teams(advice, players)
    name = "" if advice.about is None else name_of(players, advice.about)
    return str(_SENTENCES[weight]) % {"name": name}


def _teams(advice: Advice, players: tuple[Player, ...]) -> str:
    """Return how many of the teams that the facts allow sit in this government."""
    values = {
        "names": ", ".join(names_of(players, advice.government)),
        "shady": advice.shady_teams,
        "all": advice.teams,
    }
    return (
        ngettext(
            "You hold %(all)d team possible. With at least one of these in it: %(shady)d (%(names)s).",
            "You hold %(all)d teams possible. With at least one of these in them: %(shady)d (%(names)s).",
            advice.teams,
        )
        % values
    )


def _doubts(advice: Advice, players: tuple[Player, ...]) -> tuple[str, ...]:
    """Return what cannot, or need not, be true together: claims of a President and a Chancellor."""
    if not advice.government and advice.about is None:
        # In office it is about cards.
        return ()
    newest = sorted(advice.doubted, key=lambda pair: pair[0].round)[-FEW_DOUBTS:]
    return tuple(_doubt(drew, received, players) for drew, received in newest)


def _doubt(drew: ClaimValue, received: ClaimValue, players: tuple[Player, ...]) -> str:
    values = {
        "president": name_of(players, drew.seat),
        "chancellor": name_of(players, received.seat),
        "round": drew.round,
    }
    had, got = (claim.content.count("L") for claim in (drew, received))
    if got in (had, had - 1):
        return (
            _(
                "Round %(round)d: one of %(president)s and %(chancellor)s lies, or %(president)s gave up a Liberal policy."
            )
            % values
        )
    return (
        _("Round %(round)d: %(president)s and %(chancellor)s cannot both be telling the truth.")
        % values
    )


def _suspicions(
    observation: Observation, advice: Advice, players: tuple[Player, ...]
) -> tuple[SuspicionView, ...]:
    """Return the chances of all others, the most suspicious first."""
    order = sorted(range(len(players)), key=lambda seat: -advice.fascist[seat])
    return tuple(
        SuspicionView(
            name=players[seat].name,
            face=players[seat].face,
            fascist=round(100 * advice.fascist[seat]),
            hitler=round(100 * advice.hitler[seat]),
        )
        for seat in order
        if seat != observation.viewer
    )
