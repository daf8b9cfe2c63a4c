"""The reference on the page of the interface: what each operation takes and answers, from the schema.

Everything in it is English, as the schema is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Kind = tuple[tuple[str, bool], ...]
"""A type of a value in words, in parts; with True those that are names of schemas, which the page explains."""
_NAMES = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class FieldView:
    """A parameter, or a field of a schema."""

    name: str
    kind: Kind
    is_needed: bool
    says: str


@dataclass(frozen=True, slots=True)
class OperationView:
    """What one may ask for."""

    method: str
    path: str
    does: str
    needs_token: bool
    takes: tuple[FieldView, ...]
    answers: Kind
    is_lines: bool
    """Whether it answers lines, each of this kind."""


@dataclass(frozen=True, slots=True)
class SchemaView:
    """The fields of an object, or the words of a set."""

    name: str
    says: str
    fields: tuple[FieldView, ...]
    words: tuple[str, ...]


def operations_of(schema: Mapping[str, Any]) -> Iterator[tuple[str, OperationView]]:
    """Yield each operation of an OpenAPI schema with its tag."""
    schemas = schema["components"]["schemas"]
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            yield operation["tags"][0], _operation(method, path, operation, schemas)


def schemas_of(schema: Mapping[str, Any]) -> list[SchemaView]:
    """Return what the operations name, by name."""
    return [
        SchemaView(
            name=name,
            says=_plain(each.get("description", "")),
            fields=tuple(_fields(each)),
            words=tuple(str(word) for word in each.get("enum", ())),
        )
        for name, each in sorted(schema["components"]["schemas"].items())
    ]


def _operation(
    method: str, path: str, operation: Mapping[str, Any], schemas: Mapping[str, Any]
) -> OperationView:
    takes = [_field(each["name"], each["schema"], each) for each in operation["parameters"]]
    for body in operation.get("requestBody", {}).get("content", {}).values():
        takes += _fields(schemas[body["schema"]["$ref"].removeprefix(_NAMES)])
    # Lines stand behind the answer that the library adds for every operation.
    answer = list(operation["responses"]["200"]["content"].values())[-1]["schema"]
    is_lines = "contentSchema" in answer
    return OperationView(
        method=method.upper(),
        path=path,
        does=_plain(operation["description"]),
        needs_token="security" in operation,
        takes=tuple(takes),
        answers=_kind(answer["contentSchema"] if is_lines else answer),
        is_lines=is_lines,
    )


def _fields(schema: Mapping[str, Any]) -> Iterator[FieldView]:
    needed = schema.get("required", ())
    for name, each in schema.get("properties", {}).items():
        yield _field(name, each, {"required": name in needed, **each})


def _field(name: str, schema: Mapping[str, Any], about: Mapping[str, Any]) -> FieldView:
    says = _plain(about.get("description", ""))
    return FieldView(name, _kind(schema), bool(about.get("required")), says)


def _kind(schema: Mapping[str, Any]) -> Kind:
    """Return the type that a schema describes, such as `list of SeatSchema or null`."""
    if "$ref" in schema:
        return ((schema["$ref"].removeprefix(_NAMES), True),)
    for each in ("anyOf", "allOf"):
        if each in schema:
            first, *more = (_kind(one) for one in schema[each])
            return first + tuple(part for kind in more for part in ((" or ", False), *kind))
    if schema.get("type") == "array":
        return (("list of ", False), *_kind(schema.get("items", {})))
    if isinstance(schema.get("additionalProperties"), dict):
        return (("object of ", False), *_kind(schema["additionalProperties"]))
    if "const" in schema:
        return ((f"“{schema['const']}”", False),)
    return ((schema.get("format") or schema.get("type", "anything"), False),)


def _plain(text: str) -> str:
    """Return a description without the marks of code."""
    return text.replace("`", "").replace("\n\n", " ")
