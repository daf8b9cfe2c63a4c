"""`manage.py replay`: files and standard input, transcript, check, trace and plain errors."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.records.record import LONGEST_RECORD
from tests.games.engine.records import example, finished

ROOT = Path(__file__).resolve().parents[3]


class Result:
    """What a run printed and how it ended."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out.splitlines()
        self.err = err.splitlines()


def run(*arguments: str) -> Result:
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        call_command("replay", *arguments, stdout=out, stderr=err)
    except SystemExit as end:
        status = int(end.code or 0)
    return Result(status, out.getvalue(), err.getvalue())


@pytest.fixture
def file(tmp_path: Path) -> Any:
    """Writes a file of records, or of bytes, and returns its name."""
    count = iter(range(100))

    def write(*records: dict[str, Any] | bytes, indent: int | None = None) -> str:
        path = tmp_path / f"{next(count)}.json"
        texts = [
            each if isinstance(each, bytes) else json.dumps(each, indent=indent).encode()
            for each in records
        ]
        path.write_bytes(b"\n".join(texts))
        return str(path)

    return write


GOOD = finished(3)
FOUL = example(actions=[{"type": "nominate", "by": 2, "target": 2}])


def test_check_prints_one_line_a_record(file: Any) -> None:
    result = run("--check", file(GOOD, example(), FOUL, GOOD))
    assert result.out == ["ok", "ok", "record 2, action 0: target is self", "ok"]
    assert (result.status, result.err) == (1, [])


def test_check_is_content_when_every_record_is(file: Any) -> None:
    result = run("--check", file(GOOD), file(GOOD, indent=2), file(example(), indent=None))
    assert (result.status, result.out) == (0, ["ok"] * 3)


def test_records_are_counted_over_all_files(file: Any) -> None:
    result = run("--check", file(GOOD, GOOD), file(FOUL, indent=4))
    assert result.out == ["ok", "ok", "record 2, action 0: target is self"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no record here"),
        (b"\n\n", "no record here"),
        (b"nonsense", "not JSON"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"\xef\xbb\xbf" + json.dumps(GOOD).encode(), "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a": NaN}', "NaN is no number"),
        (b'{"format": 1, "format": 2}', "is there twice"),
        (b'"' + b"x" * (LONGEST_RECORD + 10) + b'"', "longer than"),
        (b"{\n" + b'"x": 1,\n' * (LONGEST_RECORD // 7), "longer than"),
        (b'{\n  "format": "secret-hitler-record",\n  "version": 1,', "not JSON"),
    ],
)
def test_bad_input_is_told_plainly(file: Any, data: bytes, reason: str) -> None:
    for mode in ("--check", "--trace", "--language=en"):
        result = run(mode, file(data))
        said = result.out if mode == "--check" else result.err
        assert len(said) == 1
        assert said[0].startswith("record 0: ")
        assert reason in said[0]
        assert result.status == 1


def test_one_bad_line_spoils_only_itself(file: Any) -> None:
    cut = json.dumps(GOOD)[:500].encode()
    result = run("--check", file(cut, GOOD, b"nonsense", b"", GOOD, cut))
    assert [line[:9] for line in result.out] == ["record 0:", "ok", "record 2:", "ok", "record 4:"]


def test_a_file_that_is_not_there_is_told_plainly(file: Any) -> None:
    result = run("--check", "/nowhere/at/all.json", file(GOOD))
    assert result.out == ["/nowhere/at/all.json: No such file or directory", "ok"]
    assert result.status == 1


def test_standard_input_takes_both_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (json.dumps(GOOD) + "\n", json.dumps(GOOD, indent=1), f"\n{json.dumps(GOOD)}"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        result = run("--check", "-")
        assert (result.status, result.out) == (0, ["ok"])


def test_lines_are_answered_as_they_come(file: Any) -> None:
    """A program that writes a pipe line by line gets each answer before it sends the next record."""
    command = [sys.executable, str(ROOT / "manage.py"), "replay", "--check", "-"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        for _number in range(2):
            process.stdin.write(json.dumps(GOOD) + "\n")
            process.stdin.flush()
            assert process.stdout.readline() == "ok\n"
        process.stdin.close()
        assert process.wait(timeout=20) == 0


def test_trace_prints_a_line_for_the_start_and_each_action(file: Any) -> None:
    result = run("--trace", file(example(), GOOD))
    lines = [json.loads(line) for line in result.out]
    places = [(line["record"], line["action"]) for line in lines]
    first = [None, *range(len(example()["actions"]))]
    second = [None, *range(len(GOOD["actions"]))]
    assert places == [(0, number) for number in first] + [(1, number) for number in second]
    assert result.status == 0


def test_trace_stops_at_the_fault_and_goes_on_with_the_next_record(file: Any) -> None:
    result = run("--trace", file(FOUL, example()))
    assert [json.loads(line)["record"] for line in result.out] == [0, 1, 1, 1, 1, 1, 1]
    assert result.err == ["record 0, action 0: target is self"]
    assert result.status == 1


def with_probe(probe: dict[str, Any]) -> dict[str, Any]:
    return example(actions=[{**probe, "probe": True}, *example()["actions"]])


def test_refused_probes_leave_everything_right(file: Any) -> None:
    probing = file(with_probe({"type": "nominate", "by": 2, "target": 2}))
    result = run("--trace", probing)
    lines = [json.loads(line) for line in result.out]
    assert [line.get("refused", "-") for line in lines] == ["-", "target_is_self", *["-"] * 5]
    assert result.status == 0
    assert run("--check", probing).out == ["ok"]
    assert run(probing).status == 0


def test_a_probe_that_would_be_allowed_is_a_fault(file: Any) -> None:
    probing = file(with_probe({"type": "nominate", "by": 2, "target": 3}))
    result = run("--trace", probing)
    lines = [json.loads(line) for line in result.out]
    assert lines[1]["refused"] is None
    assert lines[1]["state"] == lines[0]["state"]
    assert len(lines) == 7
    assert result.status == 1
    checked = run("--check", probing)
    assert checked.out == ["record 0, action 0: the probe would be allowed"]
    assert checked.status == 1


def test_the_transcript_is_readable(file: Any) -> None:
    result = run(file(example()))
    assert result.status == 0
    assert result.out[:3] == [
        "Record 0",
        "Players: 5. Rules edition: retail.",
        "Ana: secret role Liberal",
    ]
    assert result.out[8:] == [
        "Round 1. Presidential candidate: Cy",
        "Chancellor candidate: Ed",
        "Ja: Ana, Cy, Di, Ed. Nein: Bo.",
        "The government is elected.",
        "Cy: policies in hand FFL",
        "Cy: discarded policy F",
        "Ed: policies in hand FL",
        "Ed: discarded policy F",
        "A Liberal policy is enacted.",
        "Round 2. Presidential candidate: Di",
        "Chancellor candidate: Ana",
    ]


def test_a_transcript_ends_where_the_record_breaks_a_rule(file: Any) -> None:
    result = run(file(FOUL))
    assert result.out[-1] == "Round 1. Presidential candidate: Cy"
    assert (result.err, result.status) == (["record 0, action 0: target is self"], 1)


def test_names_cannot_steer_the_terminal(file: Any) -> None:
    names = ["Ana\x1b[2J", "Bo\nRecord 1", "Cy", "Cy", "\u202eEd"]
    out = run(file(example(players=names))).out
    assert not any(character in line for line in out for character in "\x1b\n\u202e")
    assert "Cy #2: secret role Liberal" in out
    assert "Cy #3: secret role Hitler" in out


def test_an_unknown_language_is_refused(file: Any) -> None:
    with pytest.raises(CommandError, match="language"):
        run("--language", "tlh", file(GOOD))


@pytest.mark.parametrize("language", ["en", "es", "it", "pl", "nl"])
def test_every_language_tells_the_game(file: Any, language: str) -> None:
    out = run("--language", language, file(GOOD)).out
    assert len(out) == len(run(file(GOOD)).out)


def test_it_runs_from_the_command_line_without_a_database(file: Any, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "replay", "--check", file(GOOD, FOUL)],
        cwd=ROOT,
        env={"PATH": "", "DATABASE_URL": f"sqlite:///{tmp_path}/none.sqlite3"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.stdout.splitlines() == ["ok", "record 1, action 0: target is self"]
    assert result.stderr == ""
    assert result.returncode == 1
    assert not (tmp_path / "none.sqlite3").exists()


def test_a_reader_that_leaves_early_hears_no_complaint(file: Any) -> None:
    name = file(*[GOOD] * 60)
    with subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "replay", "--trace", name],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
