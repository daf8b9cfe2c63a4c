"""Table talk in the table's room: who is handed which lines, once each and in order.

Doors: Heard, whole_talk, new_talk, talk_regions, claim_slots, chat_lines, talk_answer. Lines are rendered
once per process and language; which channels a viewer hears is engine.table_talk's word alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from django.urls import reverse
from django.utils.safestring import SafeString

from games.engine.table_talk import heard_by
from games.engine.vocabulary import Channel, SeatNumber
from games.live.render import render_fragment
from games.live.rendering_context import Reading
from games.presenters.table.chat import ChatLineView, present_chat, present_talk_state
from games.presenters.table.claims import ClaimSlotView, present_claim_offers, present_claim_slots
from games.presenters.table.regions import Region, by_id
from games.table import GameTable
from games.transport.diff import diff
from games.values.chat import ClaimValue, SaidLine, SaidLines


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
    reading: Reading, viewer: SeatNumber | None, said: SaidLines, *, is_admitted: bool = False
) -> tuple[Region, ...]:
    """What is swapped of the talk: the composer's state, the claims to be made, those made."""
    table = reading.table
    claims = claims_of(table, said)
    observation = reading.seen_by(viewer)
    state = present_talk_state(observation, table.talk, is_admitted=is_admitted)
    offers = present_claim_offers(
        observation, reading.players, claims, _say_url(table.code, reading.language)
    )
    return (
        state,
        offers,
        *claim_slots(reading, said).values(),
    )


def claim_slots(reading: Reading, said: SaidLines) -> Mapping[str, ClaimSlotView]:
    """The claims by their places in the log, in the active language."""
    return present_claim_slots(claims_of(reading.table, said), reading.players)


def claims_of(table: GameTable, said: SaidLines) -> tuple[ClaimValue, ...]:
    """All claims about rounds this table has had; another process may already know of later ones."""
    return tuple(
        line.claim
        for line in said
        if line.claim is not None and line.claim.round <= table.state.round
    )


@lru_cache(maxsize=1024)
def _say_url(code: str, language: str | None) -> str:  # noqa: ARG001
    """Where talk is posted to."""
    return reverse("games:say", args=[code])


def chat_lines(
    reading: Reading,
    viewer: SeatNumber | None,
    said: Iterable[SaidLine],
    *,
    is_admitted: bool = False,
    last_round: int = 0,
    heard_before: int = 0,
    muted: frozenset[str] = frozenset(),
) -> tuple[ChatLineView, ...]:
    """The lines this viewer hears, in the active language."""
    heard = heard_by(viewer, reading.table.state, is_admitted=is_admitted)
    return present_chat(
        said, reading.players, heard, last_round=last_round, heard_before=heard_before, muted=muted
    )


def whole_talk(reading: Reading, viewer: SeatNumber | None, said: SaidLines, heard: Heard) -> str:
    """Everything this kind of viewer hears and may say, for a new connection."""
    heard.shown = {}
    heard.basis = _basis(reading.table, said)
    return "\n".join(
        [*_changed_regions(reading, viewer, said, heard), _whole(reading, viewer, said, heard)]
    )


def new_talk(reading: Reading, viewer: SeatNumber | None, said: SaidLines, heard: Heard) -> str:
    """What is new to these viewers; all that was said when they hear more channels now."""
    basis = _basis(reading.table, said)
    if heard.basis == basis:
        return ""
    heard.basis = basis
    fragments = _changed_regions(reading, viewer, said, heard)
    if heard.channels != heard_by(viewer, reading.table.state, is_admitted=heard.is_admitted):
        fragments.append(_whole(reading, viewer, said, heard))
    elif said and said[-1].number > heard.number:
        new = [line for line in said if line.number > heard.number]
        lines = chat_lines(
            reading,
            viewer,
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
                    {"lines": [reading.rendered(line) for line in lines]},
                )
            )
    return "\n".join(fragments)


def _basis(table: GameTable, said: SaidLines) -> tuple[object, ...]:
    state = table.state
    newest = said[-1].number if said else 0
    return state.phase, state.current_round, state.alive, table.occupants, newest


def _changed_regions(
    reading: Reading, viewer: SeatNumber | None, said: SaidLines, heard: Heard
) -> list[str]:
    regions = talk_regions(reading, viewer, said, is_admitted=heard.is_admitted)
    return [_least(reading, old, new) for old, new in diff(heard.shown, by_id(regions))]


def _least(reading: Reading, old: Region | None, new: Region) -> str:
    """What is to be sent of a region that has changed: of claims only those made since."""
    if isinstance(old, ClaimSlotView) and isinstance(new, ClaimSlotView):
        count = len(old.claims)
        if count and new.claims[:count] == old.claims:
            made = replace(new, claims=new.claims[count:])
            return reading.rendered(made, new.append_template)
    return reading.rendered(new)


def _whole(reading: Reading, viewer: SeatNumber | None, said: SaidLines, heard: Heard) -> str:
    lines = chat_lines(reading, viewer, said, is_admitted=heard.is_admitted)
    heard.channels = heard_by(viewer, reading.table.state, is_admitted=heard.is_admitted)
    heard.count = 0
    _remember(heard, said, lines)
    return render_fragment(
        "games/table/_chat.html", {"lines": [reading.rendered(line) for line in lines]}
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
