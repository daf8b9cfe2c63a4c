"""The schema: what the released one promises holds, and a running site answers as it says."""

import copy
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given, settings, strategies
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from games.api import release
from games.api.interface import openapi
from games.api.release import breaking_changes, released
from games.api.scopes import TokenScope
from tests.faults._scale import of
from tests.running_site import running_site


def test_released_schema_is_the_present_one() -> None:
    assert list(breaking_changes(released(), openapi())) == []
    assert released() == openapi(), "run manage.py release_api"


def changed(change: Any) -> dict[str, Any]:
    schema = copy.deepcopy(openapi())
    change(schema)
    return schema


def of_player(schema: dict[str, Any]) -> Any:
    return schema["components"]["schemas"]["PlayerSchema"]


@pytest.mark.parametrize(
    "change",
    [
        lambda schema: schema["paths"].pop("/api/v1/leaderboard"),
        lambda schema: schema["paths"]["/api/v1/tables"].pop("post"),
        lambda schema: of_player(schema)["properties"].pop("games"),
        lambda schema: of_player(schema)["required"].remove("name"),
        lambda schema: of_player(schema)["properties"]["name"].update(type="integer"),
        lambda schema: schema["components"]["schemas"]["Role"]["enum"].remove("hitler"),
        lambda schema: schema["components"]["schemas"]["JoinSchema"].update(required=["password"]),
        lambda schema: schema["paths"]["/api/v1/leaderboard"]["get"]["parameters"].append(
            {"name": "region", "in": "query", "required": True}
        ),
        lambda schema: schema["paths"]["/api/v1/leaderboard"]["get"].update(
            security=[{"Token": []}]
        ),
        lambda schema: schema["components"]["schemas"]["JoinSchema"]["properties"][
            "password"
        ].update(maxLength=3),
    ],
)
def test_change_that_breaks_programs_is_found(change: Any) -> None:
    assert list(breaking_changes(openapi(), changed(change)))


@pytest.mark.parametrize(
    "change",
    [
        lambda schema: schema["paths"].update({"/api/v1/more": {}}),
        lambda schema: of_player(schema)["properties"].update(more={"type": "string"}),
        lambda schema: of_player(schema).update(description="Somebody."),
    ],
)
def test_addition_breaks_nothing(change: Any) -> None:
    assert list(breaking_changes(openapi(), changed(change))) == []


def test_break_is_not_released(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(release, "RELEASED", tmp_path / "openapi.json")
    release.write(changed(lambda schema: schema["paths"].update({"/api/v1/gone": {"get": {}}})))
    with pytest.raises(CommandError, match="/api/v1/gone"):
        call_command("release_api")
    release.write(changed(lambda schema: schema["paths"].pop("/api/v1/nights")))
    call_command("release_api")
    assert released() == openapi()


STAGE = f"""
from random import Random
from games.api.scopes import TokenScope
from games.api.tokens import make_token
from tests.factories import a_game, a_person, play_at_random
game, users = a_game(5)
play_at_random(game, Random(1))
a_game(6)
print(make_token(user=users[0], name="x", scopes=[{", ".join(f"TokenScope.{each.name}" for each in TokenScope)}]))
"""


CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]


def ask(operation: Any, mode: GenerationMode, token: str) -> int:
    """Ask an operation for many things, right or wrong ones; return how often it was asked."""
    asked = 0

    @settings(max_examples=of(short=5, long=300), deadline=None, database=None,
              suppress_health_check=list(HealthCheck), derandomize=True)  # fmt: skip
    @given(case=operation.as_strategy(mode), with_token=strategies.booleans())
    def answered(case: Any, with_token: bool) -> None:
        nonlocal asked
        headers = {"Authorization": f"Bearer {token}"} if with_token else {}
        case.call_and_validate(headers=headers, checks=CHECKS)
        asked += 1

    with suppress(Unsatisfiable):
        # An operation without parameters cannot be asked for anything wrong.
        answered()
    return asked


@pytest.mark.filterwarnings("ignore")
def test_running_site_answers_everything_as_its_schema_says(tmp_path: Path) -> None:
    """Every operation that ends, with right and wrong values: no failure, and every answer fits."""
    with running_site(tmp_path) as site:
        token = site.runs(STAGE)
        schema = schemathesis.openapi.from_url(f"{site.url}/api/v1/openapi.json")
        asked = {
            operation.label: sum(ask(operation, mode, token) for mode in GenerationMode)
            for operation in (each.ok() for each in schema.get_all_operations())  # type: ignore[union-attr]
            if not operation.path.endswith("/stream")
        }
        assert len(asked) > 20
        assert min(asked.values()) > 0
        assert "Traceback" not in "".join(site.output)
