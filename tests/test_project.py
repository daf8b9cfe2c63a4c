"""The project's files: where they may be, and what they must not hold."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOP_LEVEL = {
    ".ci", ".dockerignore", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "Caddyfile", "Dockerfile",
    "LICENSE", "Makefile", "README.md", "SECURITY.md", "accounts", "compose.yaml", "config", "games", "manage.py", "pyproject.toml", "requirements-dev.txt",
    "requirements.txt", "static", "templates", "tests",
}  # fmt: skip
LONGEST_TEMPLATE_LINE = 160
LOCKS = ("requirements.txt", "requirements-dev.txt")


def project_files() -> list[Path]:
    """Return every file that git knows or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def text_of(*suffixes: str) -> dict[str, str]:
    """Return the text of every file with such a suffix, by path."""
    return {
        str(path.relative_to(ROOT)): path.read_text()
        for path in project_files()
        if path.suffix in suffixes
    }


def test_top_folder_holds_only_expected_files() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in project_files()} - TOP_LEVEL == set()


def test_no_file_holds_the_marks_of_an_unfinished_merge() -> None:
    marks = re.compile(rf"^({'<' * 7}|{'>' * 7}) ", re.MULTILINE)
    texts = text_of(".py", ".html", ".css", ".js", ".po", ".md", ".toml", ".json", ".txt")
    assert len(texts) > 1000
    assert [path for path, text in texts.items() if marks.search(text)] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_pins_every_package_with_hashes_and_without_addresses(lock: str) -> None:
    text = (ROOT / lock).read_text()
    packages = re.split(r"\n(?=\S)", text.strip())
    assert len(packages) > 20
    assert [p for p in packages if not re.match(r"[\w.-]+(\[[\w,]+\])?==[\w.]+", p)] == []
    assert [p for p in packages if "--hash=sha256:" not in p] == []
    assert not re.search(r"://|--index|--find-links| @ ", text)


def test_development_lock_agrees_with_the_lock_of_the_site() -> None:
    pins = [
        set(re.findall(r"^\S+==[^\s;]+", (ROOT / lock).read_text(), re.MULTILINE))
        for lock in LOCKS
    ]
    assert pins[0] - pins[1] == set()


def test_every_dependency_has_a_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    dependencies = re.findall(r'^    "([a-z0-9-]+)[^"]*~=[^"]*",(.*)$', text, re.MULTILINE)
    assert len(dependencies) > 20
    assert [name for name, reason in dependencies if "# " not in reason] == []


def test_no_files_of_others_are_in_the_tree() -> None:
    others = re.compile(
        r"(^|/)(htmx|jquery|bootstrap|vendor|node_modules|third[_-]?party)", re.IGNORECASE
    )
    names = [str(path.relative_to(ROOT)) for path in project_files()]
    assert [name for name in names if others.search(name) or ".min." in name] == []


def test_templates_hold_no_inline_script_or_style() -> None:
    inline = {
        "style attribute": r"""\sstyle\s*=""",
        "style element": r"<style[\s>]",
        "inline script": r"<script(?![^>]*\ssrc=)[^>]*>",
        "event attribute": r"""<[^>]*\son[a-z]+\s*=""",
        "hx-on": r"\shx-on",
        "javascript: link": r"javascript:",
        "foreign source": r"""<(script|link|img|iframe)[^>]*(src|href)\s*=\s*["']?(https?:)?//""",
    }
    found = [
        f"{name}: {what}"
        for name, text in text_of(".html").items()
        for what, pattern in inline.items()
        if re.search(pattern, text, re.IGNORECASE)
    ]
    assert found == []


def test_no_line_of_a_template_is_too_long_to_read() -> None:
    templates = [path for path in project_files() if path.is_relative_to(ROOT / "templates")]
    lengths = {
        f"{path.relative_to(ROOT)}:{number}": len(line)
        for path in templates
        for number, line in enumerate(path.read_text().splitlines(), start=1)
    }

    assert len(templates) > 200
    assert {at: size for at, size in lengths.items() if size > LONGEST_TEMPLATE_LINE} == {}


def test_scripts_never_turn_text_into_code_or_style_attributes() -> None:
    unsafe = r"\beval\(|new Function\(|document\.write\(|setAttribute\(\s*[\"']style|cssText"
    assert [n for n, text in text_of(".js").items() if re.search(unsafe, text)] == []


def test_style_sheets_and_scripts_load_nothing_from_elsewhere() -> None:
    foreign = (
        r"""(url\(|@import|import\s|from\s|fetch\(|importScripts\()\s*["'(]*\s*(https?:)?//"""
    )
    assert [n for n, text in text_of(".css", ".js").items() if re.search(foreign, text)] == []


def test_no_file_leaves_work_undone() -> None:
    undone = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX"]) + r")\b")
    texts = text_of(".py", ".html", ".js", ".css", ".md", ".toml")
    assert [name for name, text in texts.items() if undone.search(text)] == []
    unwritten = "NotImplemented" + "Error"
    assert [name for name, text in texts.items() if unwritten in text] == []


def test_every_module_says_what_lives_in_it() -> None:
    silent = [
        name
        for name, text in text_of(".py").items()
        if text.strip() and "/migrations/" not in name and not re.match(r'(#!.*\n)?"""', text)
    ]
    assert silent == []


def test_security_table_names_tests_that_exist() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", (ROOT / "SECURITY.md").read_text())
    assert len(named) > 40
    missing = [
        f"{path}::{name}"
        for path, name in named
        if not (ROOT / path).is_file() or f"def {name or 'test_'}" not in (ROOT / path).read_text()
    ]
    assert missing == []
