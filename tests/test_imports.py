"""Who may import whom: reads every import of the site and checks it against the layers.

A package is allowed to import what its line here names, itself, and libraries. The one idea behind
it: whole games (GameState) stay in the engine, the services and the table's room.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ENGINE = "games.engine"
# Plain values that every layer may speak in, refusals among them; they know no table and no page.
VALUES = "games.values"
# The words of the game in the reader's language: its names, ready-made talk, faults of records, the admin.
WORDS = "games.words"
STATISTICS = "games.statistics"
# Games as they travel: recorded, checked, played again. Like the engine, it sees whole games.
RECORDS = "games.records"
# The companion to a table with real cards: the rules, asked with what is public.
COMPANION = "games.companion"
# A running game as a process of the site knows it, whole.
TABLE = "games.table"
# Who at it may agree on what.
AGREEMENT = "games.agreement"
# Sockets, frames, groups and hints: not one rule of the game.
TRANSPORT = "games.transport"
PURE = {ENGINE, RECORDS, COMPANION, "games.bots", STATISTICS, VALUES}

# The layer of a module is the longest of these names that its own name starts with.
ALLOWED: dict[str, set[str]] = {
    "games.engine": set(),
    RECORDS: {ENGINE},
    COMPANION: {ENGINE},
    "games.bots": {ENGINE},
    STATISTICS: {ENGINE, VALUES},
    VALUES: {ENGINE},
    # Tables borrow plain words only: enums, never rules.
    "games.models": {"accounts", "games.engine.vocabulary", "games.engine.ruleset", VALUES},
    "games.migrations": {"games.models", "accounts"},
    TABLE: {ENGINE, VALUES, "games.models"},
    AGREEMENT: {TABLE, ENGINE, VALUES},
    "games.services": {TABLE, AGREEMENT, "accounts", ENGINE, "games.bots", VALUES, STATISTICS, "games.models", "games.selectors", TRANSPORT},
    "games.selectors": {TABLE, AGREEMENT, RECORDS, "accounts", ENGINE, "games.bots", VALUES, STATISTICS, "games.models", TRANSPORT},
    "games.presenters": {COMPANION, ENGINE, VALUES, WORDS, STATISTICS},
    WORDS: {RECORDS, ENGINE, VALUES},
    "games.forms": {COMPANION, RECORDS, VALUES, ENGINE, STATISTICS, "games.models", WORDS, "accounts"},
    TRANSPORT: {"accounts"},
    "games.live": {TABLE, TRANSPORT, "accounts", VALUES, ENGINE, "games.presenters", WORDS, "games.selectors", "games.services", "games.models"},
    # Finished games and imported records, step by step: nothing in them is secret any more.
    "games.replays": {"accounts", VALUES, ENGINE, RECORDS, "games.presenters", "games.selectors"},
    "games.views": {"games.replays", TRANSPORT, COMPANION, RECORDS, "accounts", VALUES, ENGINE, "games.forms", "games.services", "games.selectors", "games.presenters", WORDS, "games.live", "games.models", STATISTICS},
    "games.consumers": {TRANSPORT, "accounts", VALUES, ENGINE, "games.forms", "games.services", "games.selectors", "games.presenters", WORDS, "games.live", "games.models"},
    "accounts": set(),
    "config": {"accounts", "games"},
}  # fmt: skip
RULEBOOK_SECTIONS = {
    "setup", "election", "legislative_session", "executive_action", "victory",
}  # fmt: skip


def modules(folder: str) -> Iterator[tuple[str, ast.Module]]:
    """Every module under a folder, by its dotted name, as a syntax tree."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        yield name.removesuffix(".__init__"), ast.parse(path.read_text())


def imports(name: str, tree: ast.Module, is_package: bool) -> Iterator[tuple[str, int]]:
    """Every module a module imports, wherever in it, with the line."""
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


def is_module(name: str) -> bool:
    """Whether a dotted name is a module of this project."""
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def all_imports(folder: str) -> list[tuple[str, str, int]]:
    """(importer, imported, line) for a whole folder."""
    found = {
        (name, imported, line)
        for name, tree in modules(folder)
        for imported, line in imports(name, tree, (ROOT / Path(*name.split("."))).is_dir())
    }
    return sorted(found)


def within(name: str, package: str) -> bool:
    """Whether a module is this package or inside it."""
    return name == package or name.startswith(f"{package}.")


def layer_of(name: str) -> str | None:
    """The layer a module belongs to."""
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
    # What assembles the app may import any of it; everything else must be named above.
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


@pytest.mark.parametrize("package", ["games.presenters", WORDS, "games.bots"])
def test_what_is_near_the_browser_never_names_a_whole_game(package: str) -> None:
    secret = {"GameState", "fold", "evolve", "decide", "load_state"}
    broken = []
    for name, tree in modules("games"):
        if not within(name, package):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                broken += [
                    f"{name}:{node.lineno} imports {alias.name}"
                    for alias in node.names
                    if alias.name in secret or f"{node.module}.{alias.name}" == f"{ENGINE}.state"
                ]
            elif isinstance(node, ast.Name) and node.id == "GameState":
                broken.append(f"{name}:{node.lineno} names GameState")
    assert broken == []


def test_only_services_and_the_room_hold_a_whole_game() -> None:
    may = (
        "games.engine",
        "games.companion",
        "games.records",
        "games.services",
        "games.selectors",
        TABLE,
        "games.live.room",
        "games.management",
    )
    broken = [
        name
        for name, tree in modules("games")
        if not any(within(name, package) for package in may)
        and any(isinstance(n, ast.Name) and n.id == "GameState" for n in ast.walk(tree))
    ]
    assert broken == []


def test_accounts_know_nothing_of_games() -> None:
    broken = [f"{a}:{line}" for a, b, line in all_imports("accounts") if within(b, "games")]
    assert broken == []
