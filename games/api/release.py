"""The released schema, `openapi.json`: what it promises stays. Additions are welcome, other changes break programs."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

RELEASED = Path(__file__).parent / "openapi.json"
# What these say may change, as no program depends on it.
_WORDS = frozenset({"title", "description", "summary"})

# What a request must keep to, if an operation, a parameter or a body says so.
_DEMANDS = frozenset(
    {
        "security",
        "enum",
        "pattern",
        "maxLength",
        "minLength",
        "maximum",
        "minimum",
        "maxItems",
        "minItems",
    }
)


def released() -> dict[str, Any]:
    """Return the released schema."""
    schema: dict[str, Any] = json.loads(RELEASED.read_text())
    return schema


def write(schema: Mapping[str, Any]) -> None:
    """Make this the released schema."""
    RELEASED.write_text(json.dumps(schema, indent=1, ensure_ascii=False) + "\n")


def breaking_changes(old: Any, new: Any, at: str = "") -> Iterator[str]:
    """Yield what a program that relies on the old schema no longer finds in the new one."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            here = f"{at}/{key}"
            if key in _WORDS and isinstance(value, str):
                continue
            if key == "default" and _is_answer(at):
                # Answers always hold the value.
                continue
            if key not in new:
                yield f"{here} is gone"
            elif key == "required" and isinstance(value, list):
                yield from _required(value, new[key], here)
            else:
                yield from breaking_changes(value, new[key], here)
        if not at.endswith("/properties") and not _is_answer(at):
            yield from (
                f"{at}/{key} is asked for" for key in sorted(_DEMANDS & new.keys() - old.keys())
            )
        if at.endswith("Schema") and "required" in new and "required" not in old:
            yield from _required([], new["required"], f"{at}/required")
    elif isinstance(old, list) and isinstance(new, list):
        yield from _missing(old, new, at)
    elif old != new:
        yield f"{at} was {old!r}"


def _is_answer(at: str) -> bool:
    return at.startswith("/components/schemas/") and not any(name in at for name in _REQUESTS)


def _missing(old: list[Any], new: list[Any], at: str) -> Iterator[str]:
    """Yield members of a list that are gone; parameters are known by their names."""
    if all(isinstance(each, dict) and "name" in each for each in (*old, *new)):
        named = {each["name"]: each for each in new}
        for each in old:
            here = f"{at}/{each['name']}"
            if each["name"] in named:
                yield from breaking_changes(each, named[each["name"]], here)
            else:
                yield f"{here} is gone"
        known = {each["name"] for each in old}
        yield from (
            f"{at}/{each['name']} is asked for"
            for each in new
            if each["name"] not in known and each.get("required")
        )
        return
    yield from (f"{at} has no {each!r} any more" for each in old if each not in new)


def _required(old: list[str], new: list[str], at: str) -> Iterator[str]:
    """Yield what was always there in answers, and what requests must have now."""
    yield from _missing(old, new, at)
    if any(name in at for name in _REQUESTS):
        yield from (f"{at}: {each} is asked for" for each in new if each not in old)


_REQUESTS = ("NewTableSchema", "JoinSchema", "ReadySchema", "DecisionSchema")
