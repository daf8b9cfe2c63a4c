"""`manage.py rate --check`: numbers in full precision, and plain errors that name the line."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.engine.vocabulary import BoardKind, Edition
from games.statistics.rating import Model, rate_game, shares, start_beliefs, summary

ROOT = Path(__file__).resolve().parents[3]
GAME: dict[str, Any] = {
    "players": ["a", "b", "c", "d", "e"],
    "roles": ["liberal", "hitler", "liberal", "fascist", "liberal"],
    "edition": "retail",
    "winner": "liberal",
    "leavers": [],
}


def run(tmp_path: Path, *lines: str) -> tuple[int, list[str], str]:
    file = tmp_path / "games.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines))
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        call_command("rate", "--check", str(file), stdout=out, stderr=err)
    except SystemExit as end:
        status = int(end.code or 0)
    return status, out.getvalue().splitlines(), err.getvalue()


def test_each_game_gives_a_line_with_everybody_at_the_table(tmp_path: Path) -> None:
    second = GAME | {"winner": "fascist", "leavers": ["b"], "players": ["f", "b", "c", "d", "e"]}
    status, lines, errors = run(tmp_path, json.dumps(GAME), "", json.dumps(second))
    assert (status, errors) == (0, "")
    model = Model()
    people = {name: start_beliefs() for name in "abcdef"}
    liberal = [True, False, True, False, True]
    for game, line in zip((GAME, second), lines, strict=True):
        expected = rate_game(
            model,
            Edition.RETAIL,
            [people[name] for name in game["players"]],
            liberal,
            liberals_won=game["winner"] == "liberal",
            leavers=[game["players"].index(name) for name in game["leavers"]],
        )
        answer = json.loads(line)
        assert answer["prediction"] == expected
        assert list(answer["players"]) == game["players"]
        for name, standing in answer["players"].items():
            points = summary(shares(model.weights), people[name])
            assert standing == {"rating": points.rating, "uncertainty": points.uncertainty}


def test_board_has_a_balance_of_its_own(tmp_path: Path) -> None:
    six = GAME | {"players": [*"abcdef"], "roles": [*GAME["roles"], "liberal"]}
    named = [six | {"board": board} for board in ("standard", "rebalanced", "rebalanced")]
    _status, lines, errors = run(tmp_path, *map(json.dumps, [six, *named]))
    assert not errors
    first, second, third, fourth = (json.loads(line)["prediction"] for line in lines)
    model, people = Model(), [start_beliefs() for _ in range(6)]
    liberal = [role == "liberal" for role in six["roles"]]
    for given, board in zip(
        (first, second, third, fourth),
        ("standard", *(game["board"] for game in named)),
        strict=True,
    ):
        assert given == rate_game(
            model, Edition.RETAIL, people, liberal, liberals_won=True, board=BoardKind(board)
        )


def test_rebalanced_board_is_the_standard_one_where_both_are_one(tmp_path: Path) -> None:
    _status, lines, _errors = run(
        tmp_path, json.dumps(GAME), json.dumps(GAME | {"board": "rebalanced"})
    )
    _status, same, _errors = run(tmp_path, json.dumps(GAME), json.dumps(GAME))
    assert lines == same


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (json.dumps(GAME | {"board": "custom"}), "never rated"),
        (json.dumps(GAME | {"board": "5-1-nnpee-k1-z3-v5-6x11-0x0-c0"}), "is no board"),
        ("{", "not JSON"),
        ("[]", "a game must be a JSON object"),
        (json.dumps({key: GAME[key] for key in GAME if key != "winner"}), '"winner" is missing'),
        (json.dumps(GAME | {"players": ["a", "b"]}), "2 players"),
        (json.dumps(GAME | {"players": ["a", "a", "c", "d", "e"]}), "twice"),
        (json.dumps(GAME | {"players": [1, 2, 3, 4, 5]}), "ids are texts"),
        (json.dumps(GAME | {"players": "abcde"}), "must be a list"),
        (json.dumps(GAME | {"roles": ["liberal"] * 5}), "not the roles"),
        (json.dumps(GAME | {"roles": ["pope"] * 5}), '"pope" is no role'),
        (json.dumps(GAME | {"roles": None}), '"roles" must be a list'),
        (json.dumps(GAME | {"edition": "first"}), '"first" is no edition'),
        (json.dumps(GAME | {"winner": ["liberal"]}), "[...] is no party"),
        (json.dumps(GAME | {"leavers": ["z"]}), "not among the players"),
        (json.dumps(GAME | {"leavers": {}}), '"leavers" must be a list'),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_fault_is_told_with_its_line(tmp_path: Path, line: str, sentence: str) -> None:
    status, lines, errors = run(tmp_path, json.dumps(GAME), line, json.dumps(GAME))
    assert status == 1
    assert len(lines) == 1
    assert errors.startswith("line 2: ")
    assert sentence in errors
    assert len(errors.splitlines()) == 1


def test_missing_file_is_told_plainly(tmp_path: Path) -> None:
    err = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("rate", "--check", str(tmp_path / "none"), stderr=err)
    assert "No such file" in err.getvalue()


def test_standard_input_is_read_as_a_process_of_its_own() -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "rate", "--check", "-"]
    good = subprocess.run(
        command, input=json.dumps(GAME).encode(), capture_output=True, check=True
    )
    assert set(json.loads(good.stdout)["players"]) == set("abcde")
    bad = subprocess.run(command, input=b"\xff\n", capture_output=True, check=False)
    assert (bad.returncode, bad.stdout) == (1, b"")
    assert b"line 1: not UTF-8" in bad.stderr
    assert b"Traceback" not in bad.stderr
