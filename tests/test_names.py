"""Names in the code: two things never share one."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Django finds a command by its module; each class has this name.
SAME_EVERYWHERE = {"Command"}


def public_types(tree: ast.Module) -> Iterator[str]:
    """Return the classes and type aliases at the top of a module, without an underscore."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                pass
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() | ast.BinOp()):
                pass
            case _:
                continue
        if not name.startswith("_") and not name.isupper():
            yield name


def test_no_two_public_types_share_a_name() -> None:
    places = defaultdict(list)
    for folder in ("games", "accounts", "config"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" in path.parts:
                continue
            for name in public_types(ast.parse(path.read_text())):
                places[name].append(str(path.relative_to(ROOT)))
    assert {"GameState", "Action"} <= places.keys()
    shared = {name: where for name, where in places.items() if len(where) > 1}
    assert shared.keys() == SAME_EVERYWHERE
