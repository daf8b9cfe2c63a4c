"""Reports and questions between a table with real cards and the companion, and their short code.

Every report is public at the table. companion.py works out what follows.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from games.engine.vocabulary import SeatNumber

MOST_CHARACTERS = 400
"""Longer than any game: ten policies, at most three governments for each, ten characters a
government."""

_CODE = re.compile(r"([bnisk])(\d)|([jxhoLFvgrp])")


class ReportKind(StrEnum):
    """The kinds of reports; the value is the letter in the short code and never changes meaning."""

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
    """What the companion asks the table."""

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


# Reports that name a player, by the question they answer.
NAMING = {
    ReportKind.BEGINS: Question.FIRST_CANDIDATE,
    ReportKind.NOMINATED: Question.NOMINATION,
    ReportKind.INVESTIGATED: Question.INVESTIGATION,
    ReportKind.SPECIAL_ELECTION_CALLED: Question.SPECIAL_ELECTION,
    ReportKind.EXECUTED: Question.EXECUTION,
}


@dataclass(frozen=True, slots=True)
class TableReport:
    """One public fact at the table."""

    kind: ReportKind
    seat: SeatNumber | None = None
    """The player concerned: the first candidate, a nominee or the target of a power."""


def encode(reports: Iterable[TableReport]) -> str:
    """Return the reports of a game as letters and seats, for an address: "b2n4jF"."""
    return "".join(
        each.kind.value if each.seat is None else f"{each.kind.value}{each.seat}"
        for each in reports
    )


def decode(text: str) -> tuple[TableReport, ...]:
    """Return the reports of such an address.

    Raises ValueError for text that `encode` does not write. Whether the rules allow the reports in
    this order is checked elsewhere.
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
