"""The numbered rules: every cited number exists, and every rule is enforced, tested and explained."""

import re
from collections.abc import Iterator
from pathlib import Path

from games.presenters.learning.help import SECTIONS

ROOT = Path(__file__).resolve().parents[3]
RULES = (ROOT / "games/engine/RULES.md").read_text()
NUMBER = re.compile(r"\b(?:R-\d{3}|E-\d{2}|D-\d{1,2}|B-\d)\b")
FROM_TO = re.compile(r"\b([RB])-(\d{1,3}) to [RB]-(\d{1,3})\b")
# A rule in RULES.md: its number and its sentence.
STATED = dict(re.findall(r"^- \*\*([REDB]-\d+)\*\* (.+)$", RULES, re.MULTILINE))
# A list in its last section: rules without a citation in one place, each with the reason.
EXCEPTIONS = {
    place: set(NUMBER.findall(numbers))
    for place, numbers in re.findall(r"^- Not in (the engine|a test): (.+)$", RULES, re.MULTILINE)
}
READ = {".py", ".html", ".js", ".css", ".md", ".toml"}
FOLDERS = ("games", "accounts", "config", "templates", "static/js", "static/css", "tests")


def files(*folders: str) -> Iterator[Path]:
    """Return all our files below these folders, except this one and the rules."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in READ and path.name not in {"RULES.md", Path(__file__).name}:
                yield path


def numbers_in(text: str) -> set[str]:
    """Return the numbers that a text cites; "R-010 to R-012" is three rules."""
    found = set(NUMBER.findall(text))
    for kind, first, last in FROM_TO.findall(text):
        between = range(int(first), int(last) + 1)
        found |= {f"{kind}-{number:0{len(first)}d}" for number in between} & STATED.keys()
    return found


def cited_below(*folders: str) -> set[str]:
    """Return every number cited there."""
    return set().union(*(numbers_in(path.read_text()) for path in files(*folders)))


def rules() -> set[str]:
    """Return the numbers of the rules proper."""
    return {number for number in STATED if number.startswith("R-")}


def test_every_number_that_is_cited_exists() -> None:
    unknown = {
        str(path.relative_to(ROOT)): sorted(wrong)
        for path in files(*FOLDERS)
        if (wrong := numbers_in(path.read_text()) - STATED.keys())
    }
    assert unknown == {}


def test_every_rule_is_cited_by_the_engine() -> None:
    assert rules() - cited_below("games/engine") == EXCEPTIONS["the engine"]


def test_every_rule_is_cited_by_a_test_or_shown_by_a_scenario() -> None:
    # Each scenario has a test with its number: see test_scenarios_complete.
    scenarios = " ".join(text for number, text in STATED.items() if number.startswith("E-"))
    assert rules() - cited_below("tests") - numbers_in(scenarios) == EXCEPTIONS["a test"]


def test_every_rule_of_boards_is_kept_by_the_engine_and_tested() -> None:
    boards = {number for number in STATED if number.startswith("B-")}
    assert boards - cited_below("games/engine") == set()
    assert boards - cited_below("tests") == set()


def test_every_rule_has_its_section_in_the_help() -> None:
    assert rules() == {number for section in SECTIONS for number in section.rule_numbers}


def test_every_number_is_stated_once_in_one_sentence() -> None:
    stated = re.findall(r"^- \*\*([REDB]-\d+)\*\* ", RULES, re.MULTILINE)
    assert len(stated) == len(set(stated)) == len(STATED)
    assert [text for text in STATED.values() if not text.endswith(".")] == []
