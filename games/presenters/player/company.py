"""The people of a player's games: who wins beside them, who plays against them; and a few words about the player.

Finished games only, so there are no secrets here.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from games.engine.vocabulary import Party
from games.presenters.players import in_a_sentence
from games.presenters.view import view_model
from games.statistics import Measure, Numbers
from games.statistics.numbers import ROLES_OF
from games.values.player import Companion, Person

if TYPE_CHECKING:
    from games.words.phrases import Phrase

LEAST: Final = 2
"""One game makes nobody a friend or a rival."""
LEAST_ON_A_SIDE: Final = 3
"""With fewer games on one side neither is the better one."""
SHOWN: Final = 5
"""How many people are shown."""

_FRIEND: "Phrase" = pgettext_lazy("person in a player's games", "Best team-mate")
_RIVAL: "Phrase" = pgettext_lazy("person in a player's games", "Rival")


@view_model
class MetPersonView:
    """Somebody from a player's games."""

    person: Person
    games: int
    part: "Phrase | str" = ""
    """What this person is to the player; empty for the others."""
    score: str = ""
    """How often the player won with them, or against them."""


@view_model
class CompanyView:
    """Whom a player meets, the closest first, and what there is to say about the player."""

    people: tuple[MetPersonView, ...]
    sentences: tuple[str, ...]


def present_company(met: Sequence[Companion], numbers: Numbers) -> CompanyView:
    """Return a player's team-mate, rival and others; `met` has the most games first."""
    friend, rival = _friend(met), None
    rival = _rival([each for each in met if each is not friend])
    closest = [
        *([] if friend is None else [_view(friend, _FRIEND, friend.same_wins, friend.same_games)]),
        *(
            []
            if rival is None
            else [_view(rival, _RIVAL, rival.opposite_wins, rival.opposite_games)]
        ),
    ]
    others = [
        MetPersonView(person=each.person, games=each.games)
        for each in met
        if each is not friend and each is not rival
    ]
    return CompanyView(
        people=(*closest, *others[: SHOWN - len(closest)]),
        sentences=tuple(_sentences(friend, rival, numbers)),
    )


def _friend(met: Sequence[Companion]) -> Companion | None:
    """Return with whom most games were won."""
    found = [each for each in met if each.same_wins >= LEAST]
    return max(found, key=lambda each: (each.same_wins, -each.same_games), default=None)


def _rival(met: Sequence[Companion]) -> Companion | None:
    """Return against whom most games were played."""
    found = [each for each in met if each.opposite_games >= LEAST]
    return max(found, key=lambda each: each.opposite_games, default=None)


def _view(companion: Companion, part: "Phrase", won: int, games: int) -> MetPersonView:
    text = ngettext("%(won)d of %(count)d game won", "%(won)d of %(count)d games won", games)
    return MetPersonView(
        person=companion.person,
        games=companion.games,
        part=part,
        score=text % {"won": won, "count": games},
    )


def _sentences(
    friend: Companion | None, rival: Companion | None, numbers: Numbers
) -> Iterator[str]:
    """Say what is most telling about a player; nothing that is not so."""
    streak = numbers.streak.current
    if streak >= LEAST:
        text = ngettext("Won the last %(count)d game.", "Won the last %(count)d games.", streak)
        yield text % {"count": streak}
    match _better_side(numbers):
        case Party.LIBERAL:
            yield _("Wins more often as a liberal than on the Fascist team.")
        case Party.FASCIST:
            yield _("Wins more often on the Fascist team than as a liberal.")
    if friend is not None:
        name = in_a_sentence(friend.person.name)
        yield _("Most wins together with %(name)s.") % {"name": name}
    if rival is not None:
        yield _("Against %(name)s it stands %(won)d to %(lost)d.") % {
            "name": in_a_sentence(rival.person.name),
            "won": rival.opposite_wins,
            "lost": rival.opposite_games - rival.opposite_wins,
        }


def _better_side(numbers: Numbers) -> Party | None:
    """Return the side with the larger share of games won; None before some games on both."""
    liberal, fascist = (
        numbers.total(Measure.WON, ROLES_OF[party]) for party in (Party.LIBERAL, Party.FASCIST)
    )
    if min(liberal.instances, fascist.instances) < LEAST_ON_A_SIDE:
        return None
    shares = [won / games for won, games in (liberal, fascist)]
    if shares[0] == shares[1]:
        return None
    return Party.LIBERAL if shares[0] > shares[1] else Party.FASCIST
