"""Finds the types of the site from which a whole game can be reached, through annotations.

`leaks` reads one module: every class it imports, every class and function it defines, and the
return types of functions it imports. It follows fields, properties, return types of methods,
constructor arguments, and types inside brackets: `dict[str, list[GameTable]]` leads to a
GameTable. It cannot follow Any, nor database rows beyond their own annotations: from a Game a
query leads anywhere.
"""

import ast
import inspect
import types
import typing
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from games.engine.events import Event, Told
from games.engine.game_state import GameState
from games.models import GameEvent
from games.records.record import Record
from games.selectors.replay import Recording

WHOLE: tuple[type, ...] = (GameState, GameEvent)
"""A whole game: folded, or in the database. Unfiltered events are one, too."""
NARROW: tuple[Any, ...] = (Told,)
"""Events that one viewer may read, made by the engine alone."""
OPEN: tuple[type, ...] = (Record, Recording)
"""Games without secrets: a finished one is open to all, an imported record belongs to the reader."""

OURS = ("games", "accounts", "tests")
MOST_UNKNOWN = 20


def leaks(name: str, source: str) -> list[str]:
    """Return the ways from this module to a whole game, each in words."""
    tree = ast.parse(source)
    known = _namespace(name, source, tree)
    found = []
    for label, subject, hints in _subjects(name, tree, known):
        way = next(_ways(subject, hints, set()), None)
        if way is not None:
            found.append(" -> ".join((f"{name}: {label}", *way)))
    return found


def ways_to_a_whole_game(annotation: object) -> list[tuple[str, ...]]:
    """Return how a whole game is reached from this type."""
    return list(_ways(annotation, {}, set()))


def _namespace(name: str, source: str, tree: ast.Module) -> dict[str, Any]:
    """Return all names of a module, also those that only a type checker or a function imports."""
    try:
        known = dict(vars(import_module(name)))
    except ModuleNotFoundError:
        module = types.ModuleType(name)
        exec(compile(source, name, "exec"), module.__dict__)
        known = dict(vars(module))
    for _label, local, subject in _imported(tree):
        known.setdefault(local, subject)
    return known


def _imported(tree: ast.Module) -> Iterator[tuple[str, str, Any]]:
    """Return a module's imports of ours, anywhere in it: name there, name here, value."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] in OURS:
                    yield alias.name, alias.asname or alias.name, import_module(alias.name)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in OURS:
            module = import_module(node.module or "")
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                if hasattr(module, alias.name):
                    yield alias.name, alias.asname or alias.name, _member(module, alias.name)
                elif hasattr(module, "__path__") and find_spec(full):
                    yield alias.name, alias.asname or alias.name, import_module(full)


def _member(module: types.ModuleType, name: str) -> Any:
    """Return a module's value of this name; if it is annotated, its annotation."""
    text = str(module.__annotations__.get(name, ""))
    if not text or text.endswith("TypeAlias"):
        return getattr(module, name)
    return _evaluated(module, vars(module), module)[name]


def _subjects(
    name: str, tree: ast.Module, known: dict[str, Any]
) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Return what to follow: imports, uses of imported modules, definitions."""
    for label, local, subject in _imported(tree):
        if not inspect.ismodule(subject):
            yield f"imports {label}", _given_by(subject), known
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == local:
                used = _member(subject, node.attr) if hasattr(subject, node.attr) else None
                yield f"uses {label}.{node.attr}", _given_by(used), known
    for label, subject in list(known.items()):
        if getattr(subject, "__module__", None) != name:
            continue
        if inspect.isclass(subject):
            yield f"defines {label}", subject, known
        elif callable(subject) and inspect.isfunction(inspect.unwrap(subject)):
            for part, annotation in _hints(inspect.unwrap(subject), known).items():
                yield f"{label}({part})", annotation, known


def _given_by(subject: Any) -> Any:
    """Return what an importer gets: a class itself, of a function its return type."""
    subject = inspect.unwrap(subject) if callable(subject) else subject
    if inspect.isfunction(subject):
        return _hints(subject, {}).get("return")
    if inspect.isclass(subject) or _is_annotation(subject):
        return subject
    return getattr(subject, "__orig_class__", type(subject))


def _is_annotation(subject: Any) -> bool:
    kinds = (typing.NewType, typing.TypeVar, types.UnionType, types.GenericAlias)
    return isinstance(subject, kinds) or typing.get_origin(subject) is not None


def _hints(subject: Any, known: dict[str, Any]) -> dict[str, Any]:
    """Return the annotations of a class or function, with names that only a type checker imports."""
    if subject.__module__.split(".")[0] not in OURS:
        return {}
    module = inspect.getmodule(subject)
    names = known if module is None else known | vars(module)
    return _evaluated(subject, names, module)


def _evaluated(
    subject: Any, names: dict[str, Any], module: types.ModuleType | None
) -> dict[str, Any]:
    for _unknown in range(MOST_UNKNOWN):
        try:
            return typing.get_type_hints(subject, names)
        except NameError as error:
            name = str(error.name)
            found = None if module is None else _for_a_type_checker(module, name)
            names = {**names, name: found or Any}
    raise NameError(f"{subject}: too many names that only a type checker knows")


def _for_a_type_checker(module: types.ModuleType, name: str) -> Any:
    """Return the value of a name that a module does not import at run time; None if it is not ours."""
    imported = _imported(ast.parse(inspect.getsource(module)))
    return next((subject for _label, local, subject in imported if local == name), None)


def _ways(subject: Any, known: dict[str, Any], seen: set[Any]) -> Iterator[tuple[str, ...]]:
    if isinstance(subject, typing.TypeVar):
        subject = subject.__bound__
    if isinstance(subject, typing.NewType):
        if subject not in NARROW:
            yield from _ways(subject.__supertype__, known, seen)
        return
    arguments = typing.get_args(subject)
    if arguments:
        is_union = (
            isinstance(subject, types.UnionType) or typing.get_origin(subject) is typing.Union
        )
        if not is_union and any(each == Event for each in arguments):
            yield ("all events",)
        for each in arguments:
            # A callable's arguments are a list.
            for inner in each if isinstance(each, list) else (each,):
                if inner != Event:
                    yield from _ways(inner, known, seen)
        subject = typing.get_origin(subject)
    if not inspect.isclass(subject) or subject.__module__.split(".")[0] not in OURS:
        return
    if issubclass(subject, WHOLE):
        yield (subject.__name__,)
    if subject in seen or issubclass(subject, (*WHOLE, *OPEN)):
        return
    seen.add(subject)
    for label, annotation in _parts(subject, known):
        for way in _ways(annotation, known, seen):
            yield f"{subject.__name__}.{label}", *way


def _parts(subject: type, known: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Return what an object of this class has, returns or was made from."""
    yield from _hints(subject, known).items()
    for owner in subject.__mro__:
        if owner.__module__.split(".")[0] not in OURS:
            continue
        for base in getattr(owner, "__orig_bases__", ()):
            yield "its base", base
        for label, part in vars(owner).items():
            function = _function(part)
            if function is None:
                continue
            for each, annotation in _hints(function, known).items():
                if each == "return" or label == "__init__":
                    yield label, annotation


def _function(part: Any) -> Callable[..., Any] | None:
    match part:
        case property():
            return part.fget
        case cached_property():
            return part.func
        case classmethod() | staticmethod():
            return part.__func__
        case _:
            return part if inspect.isfunction(part) else None
