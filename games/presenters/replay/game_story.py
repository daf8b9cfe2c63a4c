"""The story of a finished game in a few plain sentences: the table, the cards, the lies, the end.

Everything in it is a fact of the log and the claims; nothing is guessed about what people thought.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.events import Event
from games.engine.observation import Observation
from games.engine.vocabulary import ClaimKind, Party, Policy, Role, SeatNumber, Victory, Vote
from games.presenters.player.numbers import number
from games.presenters.players import Player, name_of, stand_in_for
from games.presenters.replay.game_facts import Fate, GameFacts, Lie, read_game
from games.presenters.replay.sentence import Part, as_cards, parts_of
from games.presenters.replay.step_link import StepLink
from games.presenters.table.acts import present_acts
from games.presenters.table.seats import rounds
from games.presenters.view import view_model
from games.values.chat import ClaimValue
from games.words import phrases

_LUCKY = 1.0
"""So many Liberal policies more or fewer than expected are called luck."""


@view_model
class StorySentence:
    """One sentence; with a link to the step it is about if there is one."""

    parts: tuple[Part, ...]
    round: int = 0
    link: StepLink | None = None

    @property
    def text(self) -> str:
        """The sentence in words."""
        return "".join(part.words for part in self.parts)


@view_model
class StoryParagraph:
    """What belongs together, and what it is about."""

    heading: str
    sentences: tuple[StorySentence, ...]


@view_model
class _Teller:
    final: Observation
    players: tuple[Player, ...]
    stood_in: Collection[tuple[int, SeatNumber]]
    link_to: Callable[[int], StepLink]

    def name(self, seat: SeatNumber) -> str:
        return name_of(self.players, seat)

    def officer(self, round_: int, seat: SeatNumber) -> str:
        """Return who acted for this seat in this round."""
        return (
            stand_in_for(self.name(seat)) if (round_, seat) in self.stood_in else self.name(seat)
        )

    def names(self, role: Role) -> tuple[str, ...]:
        return tuple(self.name(seat) for seat, each in enumerate(self.final.roles) if each is role)


def present_game_story(
    told: Iterable[tuple[int, Event]],
    final: Observation,
    players: tuple[Player, ...],
    *,
    claims: Iterable[ClaimValue],
    stood_in: Collection[tuple[int, SeatNumber]],
    link_to: Callable[[int], StepLink],
) -> tuple[StoryParagraph, ...]:
    """Return the story of a finished game in the active language; nothing of one without an end.

    `told` has every event with its step, `link_to` leads to a step.
    """
    if final.victory is None:
        return ()
    teller = _Teller(final=final, players=players, stood_in=stood_in, link_to=link_to)
    facts = read_game(told, rounds(final), claims)
    return (
        StoryParagraph(heading=_("Who was who"), sentences=_told(_table(teller))),
        StoryParagraph(
            heading=pgettext("story of a game", "The cards"),
            sentences=_told(_cards(teller, facts)),
        ),
        StoryParagraph(
            heading=pgettext("story of a game", "The lies"), sentences=tuple(_lies(teller, facts))
        ),
        StoryParagraph(
            heading=pgettext("story of a game", "The end"),
            sentences=_told(_end(teller, final.victory)),
        ),
    )


def _told(texts: Iterable[str]) -> tuple[StorySentence, ...]:
    return tuple(StorySentence(parts=parts_of(text)) for text in texts)


def _counted(names: Iterable[str]) -> str:
    """Return names, each with how often it comes; who comes most is first."""
    text = pgettext("a name and how often", "%(name)s (%(count)d)")
    return ", ".join(
        text % {"name": name, "count": count} for name, count in Counter(names).most_common()
    )


def _table(teller: _Teller) -> Iterable[str]:
    fascists = teller.names(Role.FASCIST)
    (hitler,) = teller.names(Role.HITLER)
    text = ngettext(
        "Fascist: %(names)s. Hitler: %(hitler)s.",
        "Fascists: %(names)s. Hitler: %(hitler)s.",
        len(fascists),
    )
    yield text % {"names": ", ".join(fascists), "hitler": hitler}
    if teller.final.ruleset.hitler_knows_fascists:
        yield _("They knew each other from the start.")
    else:
        yield _("The Fascists knew Hitler, but Hitler knew nobody.")


def _cards(teller: _Teller, facts: GameFacts) -> Iterable[str]:
    expected = number(facts.liberals_expected, 1)
    values = {"liberal": facts.liberals_drawn, "drawn": facts.drawn, "expected": expected}
    if facts.drawn:
        text = _(
            "Liberal policies drawn: %(liberal)d of %(drawn)d, where %(expected)s were to be expected."
        )
        yield text % values
        luck = facts.liberals_drawn - facts.liberals_expected
        if luck >= _LUCKY:
            yield _("The draw was kind to the Liberals.")
        elif luck <= -_LUCKY:
            yield _("The draw was kind to the Fascists.")
        else:
            yield _("The draw was kind to nobody.")
    if facts.thrown:
        names = _counted(teller.officer(round_, seat) for round_, seat in facts.thrown)
        yield _("Who discarded a Liberal policy and had a choice: %(names)s.") % {"names": names}
    elif facts.drawn:
        yield _("Nobody who had a choice discarded a Liberal policy.")


# Lies


def _lies(teller: _Teller, facts: GameFacts) -> Iterable[StorySentence]:
    yield from _told([_all_claims(teller, facts)])
    for fates in ((Fate.ELECTED,), (Fate.REJECTED, Fate.EXECUTED)):
        lies = [lie for lie in facts.lies if lie.fate in fates]
        if lies:
            # One that hides a Liberal policy weighs more than others, and so does an early one.
            lie = min(lies, key=lambda each: (not each.hides_liberal, each.claim.round))
            yield StorySentence(
                parts=parts_of(f"{_lie(teller, lie)} {_fate(teller, lie)}"),
                round=lie.claim.round,
                link=teller.link_to(lie.step),
            )


def _all_claims(teller: _Teller, facts: GameFacts) -> str:
    if not facts.claims:
        return _("No claims about hidden policies are known.")
    if not facts.lies:
        return _("Every claim about something hidden was true: %(all)d.") % {"all": facts.claims}
    text = _("Claims that were not true: %(false)d of %(all)d. Who made them: %(names)s.")
    names = _counted(teller.name(lie.claim.seat) for lie in facts.lies)
    return text % {"false": len(facts.lies), "all": facts.claims, "names": names}


def _lie(teller: _Teller, lie: Lie) -> str:
    claim = lie.claim
    values = {"name": teller.name(claim.seat)}
    if claim.kind is ClaimKind.INVESTIGATED:
        values["target"] = teller.name(_target(claim))
        values["party"] = phrases.name_of(Party(lie.truth))
        values["claimed"] = phrases.name_of(Party(claim.content))
    else:
        values["policies"] = _cards_of(lie.truth)
        values["claimed"] = _cards_of(claim.content)
    match claim.kind:
        case ClaimKind.DREW:
            text = _("President %(name)s drew %(policies)s, and claimed: %(claimed)s.")
        case ClaimKind.RECEIVED:
            text = _("Chancellor %(name)s received %(policies)s, and claimed: %(claimed)s.")
        case ClaimKind.PEEKED:
            text = _(
                "President %(name)s saw on top of the draw pile %(policies)s, and claimed:"
                " %(claimed)s."
            )
        case ClaimKind.INVESTIGATED:
            text = _(
                "President %(name)s saw the party membership of %(target)s, %(party)s,"
                " and claimed: %(claimed)s."
            )
    return text % values


def _fate(teller: _Teller, lie: Lie) -> str:
    """Return what became of whom the lie helped."""
    claim = lie.claim
    helped = _target(claim) if claim.kind is ClaimKind.INVESTIGATED else claim.seat
    values = {"name": teller.name(helped), "round": lie.fate_round, "times": lie.times}
    match lie.fate:
        case Fate.ELECTED:
            text = _("It worked: %(name)s was in the government of round %(round)d.")
        case Fate.EXECUTED:
            text = _("It did not last: %(name)s was executed in round %(round)d.")
        case _:
            text = ngettext(
                "It did not work: %(name)s was proposed %(times)d more time, and not elected.",
                "It did not work: %(name)s was proposed %(times)d more times, and never elected.",
                lie.times,
            )
    return text % values


def _target(claim: ClaimValue) -> SeatNumber:
    assert claim.target is not None
    return claim.target


def _cards_of(letters: str) -> str:
    return as_cards(Policy(letter) for letter in letters)


# The end


def _end(teller: _Teller, victory: Victory) -> Iterable[str]:
    final = teller.final
    yield from _danger_zone(teller)
    # The act that ended it is the last of those that decided it.
    yield present_acts(final, teller.players, teller.stood_in)[-1].text
    if victory is Victory.HITLER_ELECTED:
        votes = rounds(final)[-1].votes
        ja = [
            teller.name(seat)
            for seat, vote in enumerate(votes)
            if vote is Vote.JA and final.roles[seat] is Role.LIBERAL
        ]
        if ja:
            yield _("Liberals who voted Ja!: %(names)s.") % {"names": ", ".join(ja)}
    yield phrases.name_of(victory)


def _danger_zone(teller: _Teller) -> Iterable[str]:
    """Tell since when Hitler's election would have ended the game, and how often the table prevented it."""
    final = teller.final
    liberal, fascist = final.ruleset.liberals_at_start, final.ruleset.fascists_at_start
    begins = rejected = 0
    for record in rounds(final):
        if begins and record.elected is False and record.chancellor is not None:
            rejected += final.roles[record.chancellor] is Role.HITLER
        policy = record.enacted or record.chaos
        liberal += policy is Policy.LIBERAL
        fascist += policy is Policy.FASCIST
        if not begins and fascist == final.ruleset.hitler_zone_at:
            begins = record.round
            text = _(
                "Fascist policy number %(fascist)d came in round %(round)d (Liberal policies by then:"
                " %(liberal)d). From then on it was enough for the Fascists that Hitler was elected Chancellor."
            )
            yield text % {"fascist": fascist, "round": begins, "liberal": liberal}
    if rejected:
        text = ngettext(
            "After that the table rejected Hitler as Chancellor %(count)d time.",
            "After that the table rejected Hitler as Chancellor %(count)d times.",
            rejected,
        )
        yield text % {"count": rejected}
