"""The page of the interface: whoever reads it alone can write a program."""

import re

import pytest
from django.test import Client

from games.api.interface import openapi
from games.api.reference import OperationView, operations_of, schemas_of

pytestmark = pytest.mark.django_db


def operation(method: str, path: str) -> OperationView:
    return next(
        each
        for _tag, each in operations_of(openapi())
        if (each.method, each.path) == (method, f"/api/v1{path}")
    )


def test_operation_says_what_it_takes_and_answers() -> None:
    acting = operation("POST", "/games/{code}/actions")
    needed = {each.name for each in acting.takes if each.is_needed}
    assert needed == {"code", "action", "decision", "action_id"}
    assert acting.answers == (("TableSchema", True),)
    assert acting.needs_token
    month = operation("GET", "/months/{month}/games")
    assert month.is_lines
    assert "goes on behind it" in next(each.says for each in month.takes if each.name == "after")
    stream = operation("GET", "/games/{code}/stream")
    assert stream.answers == (
        ("TableLineSchema", True), (" or ", False), ("HeartbeatSchema", True),
    )  # fmt: skip


def test_every_name_on_the_page_is_explained_there() -> None:
    page = Client().get("/api/").content.decode()
    named = set(re.findall(r'href="#(\w+)"><code>', page))
    assert named >= {"TableSchema", "ObservationSchema", "Phase"}
    assert named <= set(re.findall(r'id="(\w+)"', page))
    phases = next(each for each in schemas_of(openapi()) if each.name == "Phase")
    assert "legislative_president" in phases.words or len(phases.words) > 3
