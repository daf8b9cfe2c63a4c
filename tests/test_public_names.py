"""Names that other modules use have no underscore, and names that they do not use have one."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHECKED = ("accounts", "config", "games")
READ = (*CHECKED, "tests")
# Django and the servers look into these modules by name.
FOUND_BY_NAME = (
    "accounts.sessions",
    "config.settings",
    "games.admin",
    "games.models",
)
PARTS_FOUND_BY_NAME = {"admin", "apps", "asgi", "commands", "migrations", "models", "templatetags"}
# Run as `python -m`.
ENTRY_POINTS = {"main"}
# Registered functions are found by their registers.
REGISTRARS = {"receiver", "register", "router", "exception_handler"}


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def trees() -> dict[str, ast.Module]:
    """Return every module by its dotted name, as a syntax tree."""
    found = {}
    for folder in READ:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = ast.parse(path.read_text())
    return found


def definitions(tree: ast.Module) -> dict[str, ast.stmt]:
    """Return a module's own definitions, by name."""
    found: dict[str, ast.stmt] = {}
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                found[node.name] = node
            case ast.Assign():
                names = [n for target in node.targets for n in ast.walk(target)]
                found |= {n.id: node for n in names if isinstance(n, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                found[name] = node
    return found


def exported(tree: ast.Module) -> list[str]:
    """Return the names in a module's `__all__`."""
    match definitions(tree).get("__all__"):
        case ast.Assign(value=ast.List() | ast.Tuple() as names):
            return [str(name) for name in ast.literal_eval(names)]
        case _:
            return []


def imported(tree: ast.Module) -> set[str]:
    """Return the names a module imports from others."""
    return {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def named_in(node: ast.AST | None) -> Iterator[str]:
    """Return every name in a piece of code, those in quoted annotations too."""
    for each in ast.walk(node) if node is not None else ():
        if isinstance(each, ast.Name):
            yield each.id
        elif isinstance(each, ast.Constant) and str(each.value).isidentifier():
            yield str(each.value)


def uses(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Return (module, name) for everything that a module takes from others."""
    modules = trees()
    aliases: dict[str, str] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                aliases |= {(a.asname or a.name): a.name for a in node.names if a.name in modules}
            case ast.ImportFrom(module=str(source), level=0):
                for alias in node.names:
                    full = f"{source}.{alias.name}"
                    if full in modules:
                        aliases[alias.asname or alias.name] = full
                    else:
                        yield source, alias.name
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name):
                owner = ast.unparse(node.value)
                if owner in aliases:
                    yield aliases[owner], name
            case ast.Call(args=[ast.Name(id=owner), ast.Constant(value=str(name)), *_]):
                # A test replaces it: setattr takes the module and the name.
                if owner in aliases:
                    yield aliases[owner], name
            case ast.Constant(value=str(text)) if "." in text:
                source, _dot, name = text.rpartition(".")
                if source in modules:
                    yield source, name


def offered(node: ast.stmt) -> Iterator[str]:
    """Return the types in the signature of a public definition."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            args = node.args
            for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg):
                yield from named_in(arg and arg.annotation)
            yield from named_in(node.returns)
        case ast.ClassDef():
            for base in (*node.bases, *node.keywords):
                yield from named_in(base)
            for each in node.body:
                if isinstance(each, ast.AnnAssign):
                    yield from named_in(each.annotation)
                elif isinstance(each, Definition) and not re.match("_[^_]", each.name):
                    yield from offered(each)
        case ast.AnnAssign():
            yield from named_in(node.annotation)
            if "TypeAlias" in named_in(node.annotation):
                yield from named_in(node.value)


@cache
def used_elsewhere() -> set[tuple[str, str]]:
    """Return (module, name) for everything that another module uses."""
    return {
        (source, name)
        for module, tree in trees().items()
        for source, name in uses(tree)
        if source != module
    }


def is_found_by_name(module: str) -> bool:
    """Whether a framework looks into this module by itself."""
    return module.startswith(FOUND_BY_NAME) or bool(PARTS_FOUND_BY_NAME & set(module.split(".")))


def is_registered(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether a decorator passes this to a register."""
    words = (set(re.findall(r"\w+", ast.unparse(each))) for each in node.decorator_list)
    return any(REGISTRARS & each for each in words)


def unused(module: str) -> list[str]:
    """Return functions and classes without an underscore that no other module uses.

    A type in the signature of a used function or class counts as used. Constants are not checked:
    one that another module needs is imported, and for one that none needs an underscore would tell
    a reader nothing.
    """
    found = {
        name: node
        for name, node in definitions(trees()[module]).items()
        if not name.startswith("_")
    }
    used = [
        name
        for name, node in found.items()
        if (module, name) in used_elsewhere()
        or name in ENTRY_POINTS
        or (isinstance(node, Definition) and is_registered(node))
    ]
    kept = set(used)
    while used:
        name = used.pop()
        more = {each for each in offered(found[name]) if each in found} - kept
        kept |= more
        used += more
    return [
        f"{module}.{name}"
        for name, node in found.items()
        if name not in kept and isinstance(node, Definition)
    ]


def test_names_with_an_underscore_are_used_in_their_module_alone() -> None:
    broken = [
        f"{module} uses {source}.{name}"
        for module, tree in trees().items()
        for source, name in uses(tree)
        if source in trees()
        and source != module
        and name.startswith("_")
        and not name.endswith("__")
    ]
    assert broken == []


def test_functions_and_classes_that_no_other_module_uses_have_an_underscore() -> None:
    checked = [
        module
        for module in trees()
        if module.split(".")[0] in CHECKED and not is_found_by_name(module)
    ]
    assert len(checked) > 200
    assert [name for module in checked for name in unused(module)] == []


def test_every_name_in_all_exists() -> None:
    broken = [
        f"{module}.{name}"
        for module, tree in trees().items()
        for name in exported(tree)
        if name not in definitions(tree) and name not in imported(tree)
    ]
    assert broken == []
