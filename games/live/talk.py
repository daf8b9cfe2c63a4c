"""Table talk over the socket: each viewer gets the right lines, once each and in order.

Lines are rendered once per process and language. The TableScreen says which lines a viewer hears.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.utils.safestring import SafeString

from games.engine.vocabulary import Channel
from games.live.table_screen import TableScreen
from games.presenters.table.chat import ChatLineView, NewChatLinesView
from games.presenters.table.claims import ClaimSlotView
from games.presenters.table.regions import Region, by_id
from games.presenters.table.talk import TalkFacts
from games.transport.diff import diff
from games.transport.partials import render_partial
from games.values.chat import SaidLine, SaidLines


@dataclass(slots=True)
class Heard:
    """The talk on the screens of one kind of viewer: its channels, and the last line."""

    channels: frozenset[Channel] = frozenset()
    number: int = 0
    round: int = 0
    count: int = 0
    shown: dict[str, Region] = field(default_factory=dict)
    facts: TalkFacts | None = None
    """What that was made of; most ballots and lines leave it as it was."""


def whole_talk(screen: TableScreen, heard: Heard) -> str:
    """Everything this kind of viewer hears and may say, for somebody who comes."""
    heard.shown, heard.facts = {}, None
    return "\n".join([*_changed_regions(screen, heard), _whole(screen, heard)])


def has_new_lines(said: SaidLines, heard: Heard) -> bool:
    """Whether there are lines that these viewers were not told yet, theirs or not."""
    return bool(said) and said[-1].number > heard.number


def new_talk(screen: TableScreen, heard: Heard) -> str:
    """What is new to these viewers; all that was said when they hear more channels now."""
    fragments: list[str] = []
    if heard.facts != screen.talk_facts:
        fragments += _changed_regions(screen, heard)
        # Who hears which channel follows from these facts, too.
        if heard.channels != screen.channels:
            return "\n".join([*fragments, _whole(screen, heard)])
    said = screen.said
    new = said[bisect_right(said, heard.number, key=_number) :]
    if new:
        lines = screen.chat_lines(new, last_round=heard.round, heard_before=heard.count)
        _remember(heard, said, lines)
        if lines:
            fragments.append(screen.rendered(NewChatLinesView(lines=lines)))
    return "\n".join(fragments)


def _number(line: SaidLine) -> int:
    return line.number


def _changed_regions(screen: TableScreen, heard: Heard) -> list[str]:
    heard.facts = screen.talk_facts
    changed = diff(heard.shown, by_id(screen.talk.regions()))
    return [_least(screen, old, new) for old, new in changed]


def _least(screen: TableScreen, old: Region | None, new: Region) -> str:
    """Return the template for a changed region; of claims only the new ones."""
    if isinstance(old, ClaimSlotView) and isinstance(new, ClaimSlotView):
        count = len(old.claims)
        if count and new.claims[:count] == old.claims:
            made = replace(new, claims=new.claims[count:])
            return screen.rendered(made, new.append_template)
    return screen.rendered(new)


def _whole(screen: TableScreen, heard: Heard) -> str:
    lines = screen.chat_lines()
    heard.channels = screen.channels
    heard.count = 0
    _remember(heard, screen.said, lines)
    return render_partial(
        "games/table/_chat.html", {"lines": [screen.rendered(line) for line in lines]}
    )


def talk_answer(text: str, *, accepted: str = "") -> SafeString:
    """Return the answer to a speaker: the refusal, or the id of the accepted message."""
    return render_partial("games/table/_talk_answer.html", {"text": text, "accepted": accepted})


def _remember(heard: Heard, said: SaidLines, lines: Sequence[ChatLineView]) -> None:
    heard.count += len(lines)
    if said:
        heard.number = said[-1].number
    if lines:
        heard.round = next(line.round for line in reversed(said) if line.channel in heard.channels)
