"""Who may import whom: checks every import of the site against the layers.

A package may import the packages in its line here, itself, and libraries. The main idea: whole
games stay in the engine, the services, the selectors and the table's room. From code nearer to the
browser no type leads to one.
"""

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from games.engine.observation import Observation
from games.selectors.seen_table import SeenTable
from games.table import GameTable
from tests.reach import leaks, ways_to_a_whole_game

ROOT = Path(__file__).resolve().parent.parent
ENGINE = "games.engine"
# Plain values for every layer, refusals among them; they know no table and no page.
VALUES = "games.values"
# The words of the game in the reader's language: its names, ready-made talk, faults of records, the admin.
WORDS = "games.words"
# What play announces, without knowing who hears it.
SIGNALS = "games.signals"
STATISTICS = "games.statistics"
# Game records: read, written, replayed. Like the engine, they see whole games.
RECORDS = "games.records"
# Who was winning: finished games weighed. Like records, it sees whole games.
WINNING = "games.winning"
# The companion for a table with real cards: the rules with public facts only.
COMPANION = "games.companion"
# A whole running game.
TABLE = "games.table"
# The faces of people, plain values like these.
EMBLEMS = "accounts.emblems"
# Who at its table may agree on what.
AGREEMENT = "games.agreement"
# Sockets, frames, partials in the reader's language, groups and hints, without rules of the game.
TRANSPORT = "games.transport"
PURE = {ENGINE, RECORDS, WINNING, COMPANION, "games.bots", STATISTICS, VALUES}

# The layer of a module is the longest of these names that its own name starts with.
ALLOWED: dict[str, set[str]] = {
    "games.engine": set(),
    RECORDS: {ENGINE},
    COMPANION: {ENGINE},
    WINNING: {ENGINE},
    "games.bots": {ENGINE, VALUES},
    STATISTICS: {ENGINE, VALUES},
    VALUES: {ENGINE},
    # Models use plain values only: enums, never rules.
    "games.models": {"accounts", "games.engine.vocabulary", "games.engine.ruleset", "games.engine.board", VALUES},
    "games.migrations": {"games.models", "accounts"},
    TABLE: {ENGINE, VALUES, "games.models"},
    AGREEMENT: {TABLE, ENGINE, VALUES},
    "games.services": {TABLE, AGREEMENT, SIGNALS, WINNING, "accounts", ENGINE, "games.bots", VALUES, STATISTICS, "games.models", "games.selectors", TRANSPORT},
    "games.selectors": {TABLE, AGREEMENT, RECORDS, WINNING, "accounts", "games.signals", ENGINE, "games.bots", VALUES, STATISTICS, "games.models", TRANSPORT},
    "games.presenters": {COMPANION, WINNING, ENGINE, VALUES, WORDS, STATISTICS, EMBLEMS},
    WORDS: {RECORDS, ENGINE, VALUES},
    "games.forms": {COMPANION, RECORDS, VALUES, ENGINE, STATISTICS, "games.models", WORDS, "accounts"},
    TRANSPORT: {"accounts", WORDS},
    "games.live": {TABLE, TRANSPORT, "accounts", VALUES, ENGINE, "games.presenters", WORDS, "games.selectors", "games.services", "games.models"},
    # Finished games and imported records, step by step: they have no secrets.
    "games.replays": {"accounts", VALUES, ENGINE, RECORDS, WINNING, "games.presenters", "games.selectors"},
    "games.views": {"games.replays", TRANSPORT, COMPANION, RECORDS, WINNING, "accounts", VALUES, ENGINE, "games.forms", "games.services", "games.selectors", "games.presenters", WORDS, "games.live", "games.models", STATISTICS},
    # Moderation uses the layers; none of them knows it.
    "games.moderation": {"accounts", VALUES, ENGINE, WORDS, "games.models", "games.selectors", "games.services", "games.presenters", "games.views"},
    # Clubs hand what is reported of them to moderation.
    "games.clubs": {"accounts", VALUES, ENGINE, WORDS, "games.models", "games.services", "games.forms", "games.presenters", "games.views", "games.moderation", "games.signals"},
    # So do game nights; they never import moderation, nor it them.
    "games.nights": {"accounts", VALUES, ENGINE, WORDS, "games.signals", "games.clubs", "games.forms", "games.models", "games.selectors", "games.services", "games.presenters", "games.views"},
    # Riddles come from simulated games; the enumerator uses the rules alone. The coach thinks as bots do.
    # What could be known is read from finished games and imported records.
    "games.learning": {"accounts", VALUES, ENGINE, WORDS, "games.bots", "games.forms", "games.presenters", "games.selectors", "games.services", "games.views"},
    # The open interface asks the layers that pages ask, and the wings of which it tells.
    "games.api": {TRANSPORT, SIGNALS, "accounts", VALUES, ENGINE, STATISTICS, "games.models", "games.forms", "games.services", "games.selectors", "games.views", "games.clubs", "games.nights", WORDS},
    "games.consumers": {TRANSPORT, "accounts", VALUES, ENGINE, "games.forms", "games.services", "games.selectors", "games.presenters", WORDS, "games.live", "games.models"},
    "accounts": set(),
    "config": {"accounts", "games"},
}  # fmt: skip
# What serves viewers: no type there leads to a whole game.
NEAR = (
    "games.views", "games.consumers", "games.presenters", "games.templatetags", "games.context_processors",
    "games.forms", WORDS, TRANSPORT, "games.live", "games.replays", "games.bots", "games.api", VALUES, STATISTICS,
    "games.learning.advice", "games.learning.coach_page", "games.learning.coach_view",
)  # fmt: skip
# The exceptions, each with its reason.
WHOLE = {
    "games.live.room": "holds the game of its connections and hands each of them what it may know",
    "games.replays": "reads finished games and imported records, in which nothing is secret",
    "games.presenters.replay": "shows finished games and imported records, in which nothing is secret",
}
RULEBOOK_SECTIONS = {
    "setup", "election", "legislative_session", "executive_action", "victory",
}  # fmt: skip


def modules(folder: str) -> Iterator[tuple[str, ast.Module]]:
    """Return every module under a folder, by its dotted name, as a syntax tree."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        yield name.removesuffix(".__init__"), ast.parse(path.read_text())


def imports(name: str, tree: ast.Module, is_package: bool) -> Iterator[tuple[str, int]]:
    """Return every module that a module imports, anywhere in it, with the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = name.split(".")
                kept = parts[: len(parts) - node.level + (1 if is_package else 0)]
                base = ".".join([*kept, *([node.module] if node.module else [])])
            for alias in node.names:
                full = f"{base}.{alias.name}"
                yield (full if is_module(full) else base), node.lineno


@cache
def is_module(name: str) -> bool:
    """Whether a dotted name is a module of this project."""
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


@cache
def all_imports(folder: str) -> tuple[tuple[str, str, int], ...]:
    """Return (importer, imported, line) for a whole folder."""
    found = {
        (name, imported, line)
        for name, tree in modules(folder)
        for imported, line in imports(name, tree, (ROOT / Path(*name.split("."))).is_dir())
    }
    return tuple(sorted(found))


def within(name: str, package: str) -> bool:
    """Whether a module is this package or inside it."""
    return name == package or name.startswith(f"{package}.")


def layer_of(name: str) -> str | None:
    """Return the layer of a module."""
    fitting = [layer for layer in ALLOWED if within(name, layer)]
    return max(fitting, key=len, default=None)


@pytest.mark.parametrize("folder", ["accounts", "games"])
def test_every_import_follows_the_layers(folder: str) -> None:
    ours = ("accounts", "games", "config", "tests")
    broken = []
    for importer, imported, line in all_imports(folder):
        layer = layer_of(importer)
        if layer is None or imported.split(".")[0] not in ours:
            continue
        if within(imported, layer) or any(within(imported, other) for other in ALLOWED[layer]):
            continue
        broken.append(f"{importer}:{line} imports {imported}, which {layer} may not")
    assert broken == []


def test_every_module_with_layers_above_and_below_has_a_layer() -> None:
    # Modules that assemble the app may import any of it; all others must be named above.
    assembling = {
        "games", "games.apps", "games.admin", "games.urls", "games.routing", "games.management",
        "games.context_processors", "games.templatetags", "games.checks", "games.signals",
    }  # fmt: skip
    unknown = [
        name
        for name, _tree in modules("games")
        if layer_of(name) is None
        and name not in assembling
        and not any(within(name, package) for package in assembling - {"games"})
    ]
    assert unknown == []


@pytest.mark.parametrize("package", sorted(PURE))
def test_pure_packages_use_the_standard_library_only(package: str) -> None:
    broken = [
        f"{importer}:{line} imports {imported}"
        for importer, imported, line in all_imports("games")
        if within(importer, package)
        and imported.split(".")[0] not in sys.stdlib_module_names
        and not any(within(imported, allowed) for allowed in {package, ENGINE, VALUES})
    ]
    assert broken == []


def test_the_engine_takes_chance_and_time_from_its_caller() -> None:
    impure = {"time", "datetime", "os", "socket", "secrets", "uuid", "threading", "asyncio"}
    broken = [
        f"{importer}:{line} imports {imported}"
        for importer, imported, line in all_imports("games/engine")
        if imported.split(".")[0] in impure
    ]
    for name, tree in modules("games/engine"):
        broken += [
            f"{name}:{node.lineno} calls random.{node.func.attr}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "random"
        ]
    assert broken == []


def test_rulebook_sections_never_import_each_other() -> None:
    sections = {f"{ENGINE}.{section}" for section in RULEBOOK_SECTIONS}
    broken = [
        f"{importer}:{line} imports {imported}"
        for importer, imported, line in all_imports("games/engine")
        if importer in sections and imported in sections - {importer}
    ]
    assert broken == []


def test_types_that_serve_viewers_never_lead_to_a_whole_game() -> None:
    read, found = 0, list[str]()
    for path in sorted((ROOT / "games").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if any(within(name, each) for each in NEAR) and not any(
            within(name, each) for each in WHOLE
        ):
            read += 1
            found += leaks(name, path.read_text())
    assert read > 100
    assert found == []


PLANTED = {
    "a selector that loads it": """
from games.selectors.game import load_table
""",
    "a module that is used as one": """
from games.selectors import game

def page(game_id: int) -> str:
    return game.load_table(game_id).name
""",
    "an import in a function": """
def page(game_id: int) -> str:
    from games.selectors.table_cache import cached_table
    return str(cached_table(game_id))
""",
    "a type that only a type checker reads": """
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.table import GameTable

def present(table: "GameTable") -> str:
    return table.name
""",
    "what makes the narrow reading": """
from games.selectors.seen_table import TableObserver
""",
    "a room": """
from games.live.room import rooms
""",
    "the fold": """
from games.engine import fold
""",
    "events that nobody has filtered": """
from collections.abc import Iterable
from games.engine.events import Event

def present(events: Iterable[Event]) -> str:
    return str(list(events))
""",
    "the log in the database": """
from games.models import GameEvent
""",
}


@pytest.mark.parametrize("source", PLANTED.values(), ids=PLANTED)
def test_a_planted_leak_is_found(source: str) -> None:
    assert leaks("games.views.planted", source)


def test_a_whole_game_is_found_behind_fields_brackets_and_properties() -> None:
    way = ("_Shelf.boxes", "_Box.opened", "_Lid.__init__", "GameTable.state", "GameState")
    assert way in ways_to_a_whole_game(_Shelf)
    assert ways_to_a_whole_game(SeenTable) == []
    assert ways_to_a_whole_game(Observation) == []


class _Lid:
    def __init__(self, table: GameTable) -> None:
        self.table = table


class _Box:
    @property
    def opened(self) -> Callable[[], _Lid | None]:
        """Return the content."""
        return lambda: None


@dataclass(frozen=True)
class _Shelf:
    boxes: Mapping[str, tuple[_Box, ...]]


def test_only_the_engine_says_what_a_viewer_was_told_and_knows() -> None:
    broken = [
        f"{name}:{node.lineno} makes an Observation"
        for name, tree in modules("games")
        if not within(name, ENGINE)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Observation"
    ]
    assert broken == []


def test_accounts_know_nothing_of_games() -> None:
    broken = [f"{a}:{line}" for a, b, line in all_imports("accounts") if within(b, "games")]
    assert broken == []
