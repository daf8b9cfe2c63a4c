"""What a table with real cards reports while it plays, in answer to which question, and a short code for it.

Nothing in it is secret: everybody at the table saw or heard it. companion.py works out what follows.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from games.engine.vocabulary import SeatNumber

MOST_CHARACTERS = 400
"""Longer than any game: ten policies, three governments to each, ten characters to a government."""

_CODE = re.compile(r"([bnisk])(\d)|([jxhoLFvgrp])")


class ReportKind(StrEnum):
    """What may be said; the value is its letter in the short code and never changes meaning."""

    BEGINS = "b"
    NOMINATED = "n"
    ELECTED = "j"
    REJECTED = "x"
    WAS_HITLER = "h"
    WAS_NOT_HITLER = "o"
    LIBERAL_ENACTED = "L"
    FASCIST_ENACTED = "F"
    VETO_REQUESTED = "v"
    VETO_GRANTED = "g"
    VETO_REFUSED = "r"
    INVESTIGATED = "i"
    SPECIAL_ELECTION_CALLED = "s"
    PEEKED = "p"
    EXECUTED = "k"


class Question(StrEnum):
    """What the companion waits to be told."""

    FIRST_CANDIDATE = "first_candidate"
    NOMINATION = "nomination"
    ELECTION = "election"
    CHANCELLOR_IS_HITLER = "chancellor_is_hitler"
    SESSION = "session"
    VETO = "veto"
    CHAOS_POLICY = "chaos_policy"
    INVESTIGATION = "investigation"
    SPECIAL_ELECTION = "special_election"
    PEEK = "peek"
    EXECUTION = "execution"
    VICTIM_IS_HITLER = "victim_is_hitler"
    OVER = "over"


# Who is named, and in answer to what.
NAMING = {
    ReportKind.BEGINS: Question.FIRST_CANDIDATE,
    ReportKind.NOMINATED: Question.NOMINATION,
    ReportKind.INVESTIGATED: Question.INVESTIGATION,
    ReportKind.SPECIAL_ELECTION_CALLED: Question.SPECIAL_ELECTION,
    ReportKind.EXECUTED: Question.EXECUTION,
}


@dataclass(frozen=True, slots=True)
class TableReport:
    """One thing everybody at the table saw or heard."""

    kind: ReportKind
    seat: SeatNumber | None = None
    """Whom it is about, for the first candidate, a nominee and the targets of powers."""


def encode(reports: Iterable[TableReport]) -> str:
    """A whole course as letters and seats, for an address: "b2n4jF"."""
    return "".join(
        each.kind.value if each.seat is None else f"{each.kind.value}{each.seat}"
        for each in reports
    )


def decode(text: str) -> tuple[TableReport, ...]:
    """The reports of such an address.

    Raises ValueError for anything `encode` does not write. Whether they can have happened in this
    order is another matter.
    """
    if len(text) > MOST_CHARACTERS or not text.isascii():
        raise ValueError("too long, or not letters and seats")
    reports, place = [], 0
    while place < len(text):
        found = _CODE.match(text, place)
        if found is None:
            raise ValueError("not a report")
        about, seat, alone = found.groups()
        reports.append(
            TableReport(ReportKind(alone)) if alone else TableReport(ReportKind(about), int(seat))
        )
        place = found.end()
    return tuple(reports)
