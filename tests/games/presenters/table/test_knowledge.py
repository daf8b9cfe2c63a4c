"""What only one viewer knows."""

import pytest
from django.utils import translation

from games.presenters.table.knowledge import SecretRoleView
from tests.games.presenters.views import NAMES, a_table_in_each_phase, seen, viewers
from tests.scenarios import Table, a_table

PHASES = a_table_in_each_phase()


def secret_role(table: Table, viewer: int) -> SecretRoleView:
    view = seen(table, viewer).secret_role
    assert view is not None
    return view


def known(table: Table, viewer: int) -> list[str]:
    view = seen(table, viewer).own_knowledge
    assert view is not None
    return [f"{entry.round}: {entry.text}" for entry in view.entries]


# Seats of a table of seven: Liberals 0 to 3, Fascists 4 and 5, Hitler 6.
@pytest.mark.parametrize(
    ("players", "viewer", "role", "party", "hitler", "fascists"),
    [
        (7, 0, "Liberal", "Liberal", "", ()),
        (7, 4, "Fascist", "Fascist", "Grete", ("Felix",)),
        (7, 6, "Hitler", "Fascist", "", ()),
        (5, 4, "Hitler", "Fascist", "", ("Dmitri",)),
        (5, 3, "Fascist", "Fascist", "Ewa", ()),
    ],
)
def test_secret_role_and_known_team_mates(
    players: int, viewer: int, role: str, party: str, hitler: str, fascists: tuple[str, ...]
) -> None:
    view = secret_role(a_table(players), viewer)

    assert (view.role_name, view.party_name) == (role, party)
    assert (view.hitler.name if view.hitler else "") == hitler
    assert tuple(ally.name for ally in view.fascists) == fascists
    # Each is found at the seat.
    for ally in filter(None, (view.hitler, *view.fascists)):
        assert NAMES[ally.place - 1] == ally.name


def test_spectator_has_neither_role_nor_knowledge() -> None:
    table = a_table(7, top="FFL").elects(1)

    assert seen(table, None).secret_role is None
    assert seen(table, None).own_knowledge is None


def test_government_remembers_what_it_drew_received_and_discarded() -> None:
    table = a_table(7, top="FFL").governs(1, "L")

    assert known(table, 0) == [
        "1: You discarded: Fascist.",
        "1: You drew: Fascist, Fascist, Liberal.",
    ]
    assert known(table, 1) == ["1: You discarded: Fascist.", "1: You received: Fascist, Liberal."]
    assert [known(table, other) for other in range(2, 7)] == [[]] * 5


def test_investigation_is_known_to_the_president_alone() -> None:
    table = a_table(7, top="FFF", fascist=1).governs(1, "F").investigates(6)

    assert known(table, 0)[0] == "1: You saw the party membership of Grete: Fascist."
    assert not any("Grete" in line for other in range(1, 7) for line in known(table, other))


def test_peek_is_known_to_the_president_alone_and_in_order() -> None:
    table = a_table(5, top="FFFFLF", fascist=2).governs(1, "F").peeks()

    assert known(table, 0)[0] == (
        "1: You saw on top of the draw pile, the next one first: Fascist, Liberal, Fascist."
    )
    assert not any("pile" in line for other in range(1, 5) for line in known(table, other))


def test_own_knowledge_is_told_in_the_language_of_the_moment() -> None:
    table = a_table(7, top="FFL").governs(1, "L")
    english = known(table, 0)
    with translation.override("pl"):
        known(table, 0)

    assert known(table, 0) == english


@pytest.mark.parametrize("phase", [name for name in PHASES if "over" not in name])
def test_all_but_decision_role_and_knowledge_is_the_same_for_everybody(phase: str) -> None:
    table = PHASES[phase]
    own = {
        "decision",
        "secret-role",
        "own-knowledge",
        "phase-sentence",
        "phase-aside",
        "waiting",
        "why-not",
    }

    public = {
        tuple(region for region in seen(table, viewer).regions() if region.id not in own)
        for viewer in viewers(table)
    }

    assert len(public) == 1
