"""Table talk in the table's room: each viewer gets the right lines, once each and in order.

Lines are rendered once per process and language. engine.table_talk alone says which channels a viewer
hears.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.urls import reverse
from django.utils.safestring import SafeString

from games.engine.observation import Observation
from games.engine.table_talk import heard_by
from games.engine.vocabulary import Channel
from games.live.render import render_fragment
from games.live.table_screen import TableScreen
from games.presenters.table.chat import ChatLineView, present_chat, present_talk_state
from games.presenters.table.claims import ClaimSlotView, present_claim_offers, present_claim_slots
from games.presenters.table.regions import Region, by_id
from games.transport.diff import diff
from games.values.chat import ClaimValue, SaidLine, SaidLines
from games.words.once_per_language import once_per_language


@dataclass(slots=True)
class Heard:
    """What all viewers of one kind have on the screen: these channels, up to this line."""

    is_admitted: bool = False
    """Whether these are spectators who take part in the spectators' talk."""
    channels: frozenset[Channel] = frozenset()
    number: int = 0
    round: int = 0
    count: int = 0
    shown: dict[str, Region] = field(default_factory=dict)
    basis: object = None
    """What all of it followed from; most ballots leave that as it was."""


def talk_regions(
    screen: TableScreen, said: SaidLines, *, is_admitted: bool = False
) -> tuple[Region, ...]:
    """What is swapped of the talk: the composer's state, the claims to be made, those made."""
    facts, observation = screen.seen.facts, screen.observation
    claims = _claims_of(observation, said)
    state = present_talk_state(observation, facts.talk, is_admitted=is_admitted)
    offers = present_claim_offers(
        observation, screen.players, claims, _say_url(facts.code)
    )
    return (
        state,
        offers,
        *claim_slots(screen, said).values(),
    )


def claim_slots(screen: TableScreen, said: SaidLines) -> Mapping[str, ClaimSlotView]:
    """The claims by their places in the log, in the active language."""
    return present_claim_slots(_claims_of(screen.observation, said), screen.players)


def _claims_of(observation: Observation, said: SaidLines) -> tuple[ClaimValue, ...]:
    """All claims about rounds this table has had; another process may already know of later ones."""
    return tuple(
        line.claim
        for line in said
        if line.claim is not None and line.claim.round <= observation.round
    )


@once_per_language(1024)
def _say_url(code: str) -> str:
    """Where talk is posted to."""
    return reverse("games:say", args=[code])


def chat_lines(
    screen: TableScreen,
    said: Iterable[SaidLine],
    *,
    is_admitted: bool = False,
    last_round: int = 0,
    heard_before: int = 0,
    muted: frozenset[str] = frozenset(),
) -> tuple[ChatLineView, ...]:
    """The lines this viewer hears, in the active language."""
    heard = _channels(screen, is_admitted=is_admitted)
    return present_chat(
        said, screen.players, heard, last_round=last_round, heard_before=heard_before, muted=muted
    )


def _channels(screen: TableScreen, *, is_admitted: bool) -> frozenset[Channel]:
    return heard_by(screen.viewer, screen.observation, is_admitted=is_admitted)


def whole_talk(screen: TableScreen, said: SaidLines, heard: Heard) -> str:
    """Everything this kind of viewer hears and may say, for somebody who comes."""
    heard.shown = {}
    heard.basis = _basis(screen, said)
    return "\n".join([*_changed_regions(screen, said, heard), _whole(screen, said, heard)])


def has_new_talk(screen: TableScreen, said: SaidLines, heard: Heard) -> bool:
    """Whether anything that these viewers' talk follows from has changed; any screen says so."""
    return heard.basis != _basis(screen, said)


def new_talk(screen: TableScreen, said: SaidLines, heard: Heard) -> str:
    """What is new to these viewers; all that was said when they hear more channels now."""
    basis = _basis(screen, said)
    if heard.basis == basis:
        return ""
    heard.basis = basis
    fragments = _changed_regions(screen, said, heard)
    if heard.channels != _channels(screen, is_admitted=heard.is_admitted):
        fragments.append(_whole(screen, said, heard))
    elif said and said[-1].number > heard.number:
        new = [line for line in said if line.number > heard.number]
        lines = chat_lines(
            screen,
            new,
            is_admitted=heard.is_admitted,
            last_round=heard.round,
            heard_before=heard.count,
        )
        _remember(heard, said, lines)
        if lines:
            fragments.append(
                render_fragment(
                    "games/table/_chat_append.html",
                    {"lines": [screen.rendered(line) for line in lines]},
                )
            )
    return "\n".join(fragments)


def _basis(screen: TableScreen, said: SaidLines) -> tuple[object, ...]:
    public = screen.observation
    newest = said[-1].number if said else 0
    occupants = screen.seen.facts.occupants
    return public.phase, public.current_round, public.alive, occupants, newest


def _changed_regions(screen: TableScreen, said: SaidLines, heard: Heard) -> list[str]:
    regions = talk_regions(screen, said, is_admitted=heard.is_admitted)
    return [_least(screen, old, new) for old, new in diff(heard.shown, by_id(regions))]


def _least(screen: TableScreen, old: Region | None, new: Region) -> str:
    """What is to be sent of a region that has changed: of claims only those made since."""
    if isinstance(old, ClaimSlotView) and isinstance(new, ClaimSlotView):
        count = len(old.claims)
        if count and new.claims[:count] == old.claims:
            made = replace(new, claims=new.claims[count:])
            return screen.rendered(made, new.append_template)
    return screen.rendered(new)


def _whole(screen: TableScreen, said: SaidLines, heard: Heard) -> str:
    lines = chat_lines(screen, said, is_admitted=heard.is_admitted)
    heard.channels = _channels(screen, is_admitted=heard.is_admitted)
    heard.count = 0
    _remember(heard, said, lines)
    return render_fragment(
        "games/table/_chat.html", {"lines": [screen.rendered(line) for line in lines]}
    )


def talk_answer(text: str, *, accepted: str = "") -> SafeString:
    """The answer to who spoke: why not, or which message was taken."""
    return render_fragment("games/table/_talk_answer.html", {"text": text, "accepted": accepted})


def _remember(heard: Heard, said: SaidLines, lines: Sequence[ChatLineView]) -> None:
    heard.count += len(lines)
    if said:
        heard.number = said[-1].number
    if lines:
        heard.round = next(line.round for line in reversed(said) if line.channel in heard.channels)
