"""Which secret roles, and which policies in hidden hands, the rules and certain facts still allow.

Every way to deal the roles is tried, and every way the policy deck can have run out. No habit counts here: a Liberal
may do anything the rules allow. Only `teams_if_liberals_are_honest` adds one supposition, which its name says.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from games.engine.table_talk import NO_COMMENT
from games.engine.vocabulary import ClaimKind, Party, Role, SeatNumber
from games.learning.facts import CertainFacts, HiddenAct
from games.learning.policy_deck import can_all_be_true
from games.values.chat import ClaimValue

Roles: TypeAlias = tuple[Role, ...]
"""The secret role of each seat."""


def possible_teams(facts: CertainFacts) -> tuple[Roles, ...]:
    """Return every deal of the roles that agrees with the facts."""
    return tuple(each for each in _deals(facts) if _agrees(each, facts))


def _deals(facts: CertainFacts) -> Iterator[Roles]:
    players = facts.ruleset.players
    for team in combinations(range(players), facts.ruleset.fascists + 1):
        for hitler in team:
            yield tuple(
                Role.HITLER if seat == hitler else Role.FASCIST if seat in team else Role.LIBERAL
                for seat in range(players)
            )


def _agrees(roles: Roles, facts: CertainFacts) -> bool:
    return (
        all(roles[seat] is role for seat, role in facts.roles.items())
        and all(roles[seat].party is party for seat, party in facts.parties.items())
        and roles.index(Role.HITLER) not in facts.not_hitler
    )


def teams_if_liberals_are_honest(
    facts: CertainFacts, claims: Sequence[ClaimValue]
) -> tuple[Roles, ...]:
    """Return the possible deals of the roles in which every claim of a Liberal can be true, all at once."""
    known = dict[frozenset[tuple[HiddenAct, str]], bool]()
    fitting = []
    for roles in possible_teams(facts):
        honest = [
            each
            for each in claims
            if roles[each.seat] is Role.LIBERAL and each.content != NO_COMMENT
        ]
        parties = [each for each in honest if each.kind is ClaimKind.INVESTIGATED]
        if any(_party_claimed(each) is not roles[_target(each)].party for each in parties):
            continue
        said = frozenset(
            ((each.round, each.kind), each.content) for each in honest if each not in parties
        )
        if said not in known:
            known[said] = can_all_be_true(facts, said)
        if known[said]:
            fitting.append(roles)
    return tuple(fitting)


def is_certainly_false(facts: CertainFacts, claim: ClaimValue) -> bool:
    """Whether this claim is untrue however roles and policies were dealt."""
    if claim.content == NO_COMMENT:
        return False
    if claim.kind is ClaimKind.INVESTIGATED:
        return all(
            roles[_target(claim)].party is not _party_claimed(claim)
            for roles in possible_teams(facts)
        )
    return not can_all_be_true(facts, frozenset({((claim.round, claim.kind), claim.content)}))


def _party_claimed(claim: ClaimValue) -> Party:
    return Party(claim.content)


def _target(claim: ClaimValue) -> SeatNumber:
    assert claim.target is not None
    return claim.target
