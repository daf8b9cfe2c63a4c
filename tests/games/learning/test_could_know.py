"""What the table could know: small games weighed once more in the plainest way, and what holds for every game."""

from collections.abc import Sequence
from itertools import combinations, product

import pytest

from games.engine import fold, start_game
from games.engine.events import Event, SecretRoleDealt, told_to
from games.engine.setup import Deal
from games.engine.state import RoundRecord
from games.engine.vocabulary import ClaimKind, Party, Role, SeatNumber, Vote
from games.learning.could_know import Chances, chances_by_round
from games.learning.likelihood import CLAIMS_THE_TRUTH, GIVES_UP_LIBERAL, VOTES_FOR_FASCISTS
from games.values.chat import ClaimValue
from tests.games.bots.play import SIZES
from tests.games.recordings import played_log
from tests.scenarios import Table, a_table


def known(
    table: Table, *claims: ClaimValue, seat: SeatNumber | None = None
) -> tuple[Chances, ...]:
    """What this seat, or the table, could know after each round of this game."""
    rules = table.state.ruleset
    roles = tuple(role for role in table.state.roles if role is not None)
    opening = start_game(rules, Deal(roles=roles, first_president=0, draw_pile=rules.policy_deck))
    return known_of([*opening, *table.log], rounds_of(table), *claims, seat=seat)


def known_of(
    log: Sequence[Event],
    rounds: Sequence[RoundRecord],
    *claims: ClaimValue,
    seat: SeatNumber | None = None,
) -> tuple[Chances, ...]:
    return chances_by_round(told_to(log, seat, game_over=False), rounds, claims, seat)


def rounds_of(table: Table) -> tuple[RoundRecord, ...]:
    current = table.state.current_round
    return (*table.state.past_rounds, *(() if current is None else (current,)))


def drew(round_: int, seat: SeatNumber, content: str) -> ClaimValue:
    return ClaimValue(seat=seat, round=round_, kind=ClaimKind.DREW, content=content)


def received(round_: int, seat: SeatNumber, content: str) -> ClaimValue:
    return ClaimValue(seat=seat, round=round_, kind=ClaimKind.RECEIVED, content=content)


def investigated(seat: SeatNumber, target: SeatNumber, party: Party) -> ClaimValue:
    return ClaimValue(
        seat=seat, round=1, kind=ClaimKind.INVESTIGATED, content=party.value, target=target
    )


# The same once more, in the plainest way: every run of the deck, every choice.


def weighed(
    rounds: Sequence[RoundRecord], said: dict[tuple[int, ClaimKind], str], players: int, size: int
) -> list[float]:
    """Return each seat's chance of being a fascist, if nothing is certain but what everybody saw."""
    by_team = {
        team: sum(
            chance * told(team, rounds, deck, said) * votes(team, rounds)
            for deck, chance in runs_of_the_deck(3 * len(rounds))
        )
        for team in combinations(range(players), size)
    }
    total = sum(by_team.values())
    return [
        sum(weight for team, weight in by_team.items() if seat in team) / total
        for seat in range(players)
    ]


def runs_of_the_deck(length: int) -> list[tuple[str, float]]:
    runs = []
    for letters in product("LF", repeat=length):
        left, chance = {"L": 6, "F": 11}, 1.0
        for letter in letters:
            chance *= left[letter] / sum(left.values())
            left[letter] -= 1
        runs.append(("".join(letters), chance))
    return runs


def told(
    team: tuple[int, ...],
    rounds: Sequence[RoundRecord],
    deck: str,
    said: dict[tuple[int, ClaimKind], str],
) -> float:
    chance = 1.0
    for number, record in enumerate(rounds):
        president = party_of(record.president, team)
        chancellor = party_of(record.chancellor, team)
        hand = ordered(deck[3 * number : 3 * number + 3])
        chance *= claimed(said.get((record.round, ClaimKind.DREW)), hand, president, 4)
        chance *= sum(
            passing
            * dict(kept(passed, chancellor)).get(str(record.enacted), 0)
            * claimed(said.get((record.round, ClaimKind.RECEIVED)), passed, chancellor, 3)
            for passed, passing in kept(hand, president)
        )
    return chance


def kept(hand: str, party: Party) -> list[tuple[str, float]]:
    if set(hand) != {"L", "F"}:
        return [(hand[1:], 1)]
    gives_up = GIVES_UP_LIBERAL[party]
    without_liberal, without_fascist = hand.replace("L", "", 1), hand.replace("F", "", 1)
    return [(without_liberal, gives_up), (without_fascist, 1 - gives_up)]


def claimed(content: str | None, truth: str, party: Party, choices: int) -> float:
    if content is None:
        return 1
    honest = CLAIMS_THE_TRUTH[party]
    return honest if content == truth else (1 - honest) / (choices - 1)


def votes(team: tuple[int, ...], rounds: Sequence[RoundRecord]) -> float:
    chance = 1.0
    for record in rounds:
        government = {record.president, record.chancellor}
        helps = bool(government & set(team))
        for seat in set(team) - government:
            is_as_wanted = (record.votes[seat] is Vote.JA) is helps
            chance *= 2 * (VOTES_FOR_FASCISTS if is_as_wanted else 1 - VOTES_FOR_FASCISTS)
    return chance


def ordered(hand: str) -> str:
    return "".join(sorted(hand, reverse=True))


def party_of(seat: SeatNumber | None, team: tuple[int, ...]) -> Party:
    return Party.FASCIST if seat in team else Party.LIBERAL


def test_before_the_first_round_everybody_is_as_likely_as_anybody() -> None:
    start, *_ = known(a_table(5).rejects(1))

    assert start.round == 0
    assert start.fascist == pytest.approx([2 / 5] * 5)
    assert start.hitler == pytest.approx([1 / 5] * 5)


def test_two_governments_and_their_claims_weigh_as_the_page_says() -> None:
    table = a_table(5, top="LFFLLF").governs(1, "F").governs(3, "F")
    claims = (drew(1, 0, "LFF"), received(1, 1, "FF"), drew(2, 1, "FFF"))
    said = {(each.round, each.kind): each.content for each in claims}

    first, second = (known(table, *claims)[number] for number in (1, 2))

    assert first.fascist == pytest.approx(weighed(rounds_of(table)[:1], said, 5, 2))
    assert second.fascist == pytest.approx(weighed(rounds_of(table)[:2], said, 5, 2))


def test_of_two_who_contradict_each_other_one_is_a_fascist() -> None:
    table = a_table(7, top="LFF").governs(1, "F")
    silent = known(table)[1].fascist
    contradicting = known(table, drew(1, 0, "LFF"), received(1, 1, "FF"))[1].fascist
    agreeing = known(table, drew(1, 0, "FFF"), received(1, 1, "FF"))[1].fascist

    assert contradicting[0] + contradicting[1] > 0.98
    assert agreeing[0] + agreeing[1] < silent[0] + silent[1] < contradicting[0] + contradicting[1]


def test_a_president_knows_that_the_chancellor_enacted_over_a_liberal_policy() -> None:
    table = a_table(5, top="LFF").governs(1, "F")

    assert known(table, seat=0)[1].fascist[1] > 0.97
    assert known(table, seat=2)[1].fascist[1] < 0.6


@pytest.mark.parametrize(("target", "chance"), [(2, 0), (5, 1), (8, 1)])
def test_an_investigation_is_certain_for_the_president_alone(target: int, chance: int) -> None:
    table = a_table(9, top="FFF").governs(1, "F").investigates(target)

    assert known(table, seat=0)[1].fascist[target] == pytest.approx(chance)
    assert 0.2 < known(table)[1].fascist[target] < 0.6


def test_a_claimed_investigation_makes_one_of_two_a_fascist() -> None:
    table = a_table(9, top="FFF").governs(1, "F").investigates(5)
    accusing = known(table, investigated(0, 5, Party.FASCIST))[1].fascist
    defending = known(table, investigated(0, 5, Party.LIBERAL))[1].fascist

    assert accusing[0] + accusing[5] > 0.97
    assert defending[5] < known(table)[1].fascist[5] < accusing[5]


def test_whoever_is_certainly_not_hitler_is_less_likely_a_fascist() -> None:
    table = a_table(5, fascist=3, top="FFF", hitler=4).elects(1)
    last = known(table)[-1]
    # Without that fact each team weighs as much as its votes; a member who is not Hitler halves it.
    teams = {team: votes(team, rounds_of(table)) for team in combinations(range(5), 2)}
    halved = {team: weight / (1 + (1 in team)) for team, weight in teams.items()}
    of_one = sum(weight for team, weight in halved.items() if 1 in team)

    assert last.hitler[1] == 0
    assert last.fascist[1] == pytest.approx(of_one / sum(halved.values()))


def test_the_end_says_who_hitler_was_if_the_game_ended_with_hitler() -> None:
    elected = a_table(5, fascist=3, hitler=1).elects(1)
    executed = a_table(5, fascist=3, top="FFF", hitler=4).governs(1, "F").executes(4)
    other = a_table(5, fascist=3, top="FFF", hitler=4).governs(1, "F").executes(2)

    assert known(elected)[-1].hitler == pytest.approx((0, 1, 0, 0, 0))
    assert known(executed)[-1].hitler == pytest.approx((0, 0, 0, 0, 1))
    assert known(other)[-2].hitler[2] == 0 < known(other)[-2].fascist[2]


def test_only_the_witness_counts_and_only_the_last_word() -> None:
    table = a_table(5, top="LFF").governs(1, "F")
    taken_back = drew(1, 0, "LLF"), drew(1, 0, "LFF")

    assert known(table, *taken_back) == known(table, drew(1, 0, "LFF"))
    assert known(table, drew(1, 3, "LLL"), drew(9, 0, "LLL")) == known(table)
    assert known(table, drew(1, 0, "LFF"), drew(1, 0, "")) == known(table)


@pytest.mark.parametrize("players", SIZES)
def test_chances_add_up_and_hold_the_truth_possible_for_everybody(players: int) -> None:
    log = played_log(players, seed=players)
    end = fold(log)
    rounds = (*end.past_rounds, *(() if end.current_round is None else (end.current_round,)))
    claims = [drew(each.round, each.president, "LFF") for each in rounds if each.elected]
    fascists = {
        each.seat
        for each in log
        if isinstance(each, SecretRoleDealt) and each.role is not Role.LIBERAL
    }

    for seat in (None, *range(players)):
        found = known_of(log, rounds, *claims, seat=seat)
        assert [each.round for each in found] == [0, *(each.round for each in rounds)]
        for each in found:
            assert sum(each.fascist) == pytest.approx(len(fascists))
            assert sum(each.hitler) == pytest.approx(1)
            assert all(each.fascist[fascist] > 0 for fascist in fascists)
            assert all(
                each.fascist[liberal] < 1 - 1e-9 for liberal in set(range(players)) - fascists
            )
            assert seat is None or each.fascist[seat] == pytest.approx(int(seat in fascists))


def test_another_deal_of_secrets_that_the_table_did_not_see_changes_nothing() -> None:
    one = a_table(5, top="LFF", hitler=4).governs(1, "F")
    other = a_table(5, top="FFF", hitler=0).governs(1, "F")

    assert known(one) == known(other)
    assert known(one, seat=1) != known(other, seat=1)
