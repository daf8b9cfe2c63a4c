"""`manage.py replay FILE…`: replays game records through the engine that serves live games.

Prints a transcript, with --check one line a record, with --verify the same for its deal, with --trace the whole table after each
action. A file holds one record over many lines, or one record a line. Records and actions count
from 0, over all files. Needs no database. Probes are tried in every mode and applied in none.
"""

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _

from games.presenters.replay.transcript import transcript
from games.records.fair_deal import check_deal
from games.records.faults import Fault, RecordError
from games.records.record import FORMAT, LONGEST_RECORD, parse_record, read_json, read_record
from games.records.replay import replay
from games.records.trace import trace_line

Show: TypeAlias = Callable[[int, bytes], None]


class Command(BaseCommand):
    """Replay game records."""

    help = "Replays game records: a transcript, a check (--check) or a trace (--trace)."
    # No system check of the site is needed to replay a record.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The files to replay, and the kind of output."""
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="a file of records; - reads stdin"
        )
        mode = parser.add_mutually_exclusive_group()
        mode.add_argument("--check", action="store_true", help="print ok or the first fault")
        mode.add_argument(
            "--verify",
            action="store_true",
            help="check the deal: print ok or the first thing that does not fit",
        )
        mode.add_argument("--trace", action="store_true", help="print JSON lines, one an action")
        parser.add_argument(
            "--language",
            default=settings.LANGUAGE_CODE,
            choices=[code for code, _name in settings.LANGUAGES],
            help="of the transcript",
        )

    def handle(self, **options: Any) -> None:
        """Replay everything; exit with status 1 if anything was wrong."""
        # A name the terminal cannot write must not stop the replay.
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        show: Show = self._transcribe
        if options["check"]:
            show = self._check
        elif options["verify"]:
            show = self._verify
        elif options["trace"]:
            show = self._trace
        to_stdout = options["check"] or options["verify"]
        try:
            with translation.override(options["language"]):
                all_right = self._replay_all(options["files"], show, to_stdout=to_stdout)
            self.stdout.flush()
        except BrokenPipeError:
            # The reader closed the pipe (`| head`); silence Python's own last flush as well.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            all_right = False
        if not all_right:
            sys.exit(1)

    def _replay_all(self, names: list[str], show: Show, *, to_stdout: bool) -> bool:
        all_right = True
        number = 0
        for name in names:
            try:
                for text in _texts_of(name):
                    all_right &= self._replay(number, text, show, to_stdout=to_stdout)
                    number += 1
            except BrokenPipeError:
                raise
            except OSError as error:
                all_right = False
                self._fault(f"{name}: {error.strerror}", to_stdout=to_stdout)
        return all_right

    def _replay(self, number: int, text: bytes, show: Show, *, to_stdout: bool) -> bool:
        try:
            show(number, text)
        except RecordError as error:
            self._fault(error.located(number), to_stdout=to_stdout)
            return False
        finally:
            # A program that writes a pipe record by record waits for this answer.
            self.stdout.flush()
        return True

    def _fault(self, message: str, *, to_stdout: bool) -> None:
        self.stdout.flush()
        (self.stdout if to_stdout else self.stderr).write(message)

    def _check(self, number: int, text: bytes) -> None:
        for step in replay(read_record(text)):
            if step.probe and step.refused is None:
                raise RecordError(Fault.PROBE_ALLOWED, step.action)
        self.stdout.write("ok")

    def _verify(self, number: int, text: bytes) -> None:
        value = read_json(text)
        record = parse_record(value)
        assert isinstance(value, dict)
        check_deal(record, value)
        self._check(number, text)

    def _trace(self, number: int, text: bytes) -> None:
        allowed: RecordError | None = None
        for step in replay(read_record(text)):
            self.stdout.write(json.dumps(trace_line(number, step)))
            if step.probe and step.refused is None and allowed is None:
                allowed = RecordError(Fault.PROBE_ALLOWED, step.action)
        if allowed is not None:
            raise allowed

    def _transcribe(self, number: int, text: bytes) -> None:
        record = read_record(text)
        self.stdout.write(_("Record %(number)s") % {"number": number})
        for step in replay(record):
            if step.probe and step.refused is None:
                raise RecordError(Fault.PROBE_ALLOWED, step.action)
            for line in transcript(step.events, record.players):
                self.stdout.write(line)


def _texts_of(name: str) -> Iterator[bytes]:
    """Yield the JSON texts of a file, or of standard input for a dash."""
    if name == "-":
        yield from records_in(sys.stdin.buffer)
        return
    with Path(name).open("rb") as source:
        yield from records_in(source)


def records_in(source: BinaryIO) -> Iterator[bytes]:
    """Yield the JSON texts of a source: one a line, or a single one over many lines.

    Lines are yielded as they come. A text longer than any record is cut there, and the reader then
    refuses it; a source without text is one empty, faulty record.
    """
    lines = _lines(source)
    held = [next(lines, b"")]
    if not _opens_a_longer_text(held[0]):
        yield from held
        yield from lines
        return
    size = len(held[0])
    for line in lines:
        if _is_whole_record(line):
            # One record a line after all, and the first of them is invalid.
            yield from (*held, line)
            yield from lines
            return
        if size <= LONGEST_RECORD:
            held.append(line)
            size += len(line)
    yield b"\n".join(held)


def _lines(source: BinaryIO) -> Iterator[bytes]:
    while line := source.readline(LONGEST_RECORD + 2):
        if len(line) > LONGEST_RECORD and not line.endswith(b"\n"):
            while (more := source.readline(LONGEST_RECORD)) and not more.endswith(b"\n"):
                pass
        if line.strip():
            yield line.rstrip(b"\r\n")


def _opens_a_longer_text(line: bytes) -> bool:
    if not line.lstrip().startswith((b"{", b"[")):
        return False
    try:
        read_json(line)
    except RecordError:
        return len(line) <= LONGEST_RECORD
    return False


def _is_whole_record(line: bytes) -> bool:
    if not line.lstrip().startswith(b"{"):
        return False
    try:
        value = read_json(line)
    except RecordError:
        return False
    return isinstance(value, dict) and value.get("format") == FORMAT
