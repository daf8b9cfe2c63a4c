"""How the schema tells of answers in lines (NDJSON), each of them a JSON document."""

from typing import Any, Literal

from ninja import Schema
from pydantic import Field
from pydantic.json_schema import models_json_schema

from games.api.schemas import PlaceSchema, TableSchema, ToldNoticeSchema

NDJSON = "application/x-ndjson"
_PLACE = "#/components/schemas/{model}"
_told: set[type[Schema]] = set()
"""What lines may be: the library finds only what is answered whole."""


class TableLineSchema(Schema):
    """A table has changed for whoever reads."""

    type: Literal["table"]
    version: str = Field(description="What may be sent as one of `versions` later.")
    table: TableSchema


class PlacesLineSchema(Schema):
    """Where I play, wait or am invited has changed."""

    type: Literal["places"]
    version: str = Field(description="What may be sent as one of `versions` later.")
    places: list[PlaceSchema]


class NoticesLineSchema(Schema):
    """My latest notices have changed."""

    type: Literal["notices"]
    version: str = Field(description="What may be sent as one of `versions` later.")
    notices: list[ToldNoticeSchema]


class HeartbeatSchema(Schema):
    """Nothing is new: so a reader knows that the stream goes on."""

    type: Literal["heartbeat"]


def lines_of(*kinds: type[Schema]) -> dict[str, Any]:
    """Return what the schema says of an operation that answers lines of these kinds, or of any objects."""
    _told.update(kinds)
    line = {"anyOf": [{"$ref": _PLACE.format(model=each.__name__)} for each in kinds]}
    text = {
        "type": "string",
        "description": "Lines, each of them a JSON document.",
        "contentMediaType": "application/json",
        "contentSchema": line if kinds else {"type": "object"},
    }
    answer = {"description": "JSON lines.", "content": {NDJSON: {"schema": text}}}
    return {"responses": {200: answer}}


def schemas_of_lines() -> dict[str, Any]:
    """Return the schemas of all lines, and those that they name, by name."""
    kinds = sorted(_told, key=lambda each: each.__name__)
    _names, found = models_json_schema(
        [(each, "serialization") for each in kinds], ref_template=_PLACE
    )
    schemas: dict[str, Any] = found["$defs"]
    return schemas
