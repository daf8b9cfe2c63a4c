"""The liberals' chance through finished games, and what each choice cost its side."""

from dataclasses import replace

import pytest

from games.engine import fold
from games.engine.events import BallotMarked, BallotsRevealed, ChancellorNominated
from games.engine.vocabulary import Party, Policy, Role, Victory, Vote
from games.winning import acts
from games.winning.accuracy import accuracies, accuracy_of
from games.winning.acts import WeighedAct, WeighedKind, acts_of, stored_model
from games.winning.position import Position, position_of, read
from tests.games.engine.players import play
from tests.games.recordings import played_log

GAMES = [(players, seed) for players in (5, 7, 10) for seed in range(1, 7)]


def an_end(wanted: Victory) -> tuple[WeighedAct, ...]:
    """The acts of a game of bots that ends so."""
    for seed in range(1, 80):
        log = played_log(5 + seed % 6, seed)
        if fold(log).victory is wanted:
            return acts_of(log)
    raise AssertionError(wanted)


@pytest.mark.parametrize("victory", Victory)
def test_the_end_is_certain(victory: Victory) -> None:
    last = an_end(victory)[-1]
    assert last.after == (1.0 if victory.winner is Party.LIBERAL else 0.0)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_chance_is_one_and_no_act_is_missing(players: int, seed: int) -> None:
    log = played_log(players, seed)
    found = acts_of(log)
    assert all(0.0 <= chance <= 1.0 for act in found for chance in (act.before, act.after))
    nominations = [act for act in found if act.kind is WeighedKind.NOMINATION]
    assert len(nominations) == sum(isinstance(event, ChancellorNominated) for event in log)
    assert [act.place for act in found] == sorted(act.place for act in found)


def beginnings(players: int, seed: int) -> list[Position]:
    """Return the position before each nomination of a game."""
    return [
        position_of(moment.before, moment)
        for moment in read(played_log(players, seed))
        if isinstance(moment.event, ChancellorNominated)
    ]


@pytest.mark.parametrize("players", [5, 7, 10])
def test_a_liberal_policy_helps_the_liberals_and_a_fascist_one_does_not(players: int) -> None:
    model = stored_model()
    for position in beginnings(players, 2):
        liberal = model.after_policy(position, Policy.LIBERAL)
        assert liberal > model.after_policy(position, Policy.FASCIST)


def test_the_last_policies_and_hitler_decide() -> None:
    model = stored_model()
    position = beginnings(7, 2)[0]
    hitler = position.roles.index(Role.HITLER)
    assert model.after_policy(replace(position, liberal=4), Policy.LIBERAL) == 1.0
    assert model.after_policy(replace(position, fascist=5), Policy.FASCIST) == 0.0
    assert model.after_execution(position, hitler) == 1.0
    assert model.session(replace(position, fascist=3), hitler).elected == 0.0
    assert model.session(replace(position, fascist=2), hitler).elected > 0.0


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_seats_alike_share_the_chances_that_each_has_alone(players: int, seed: int) -> None:
    model = stored_model()
    for position in beginnings(players, seed):
        presidency = model.presidency(position)
        living = {seat for seat in range(players) if position.alive[seat]}
        for seat in living - {position.president}:
            shared, alone = presidency.session(seat), model.session(position, seat)
            assert (shared.nominated, shared.elected) == (alone.nominated, alone.elected)


@pytest.mark.parametrize("actions", [0, 10, 60])
def test_a_running_game_is_refused(actions: int) -> None:
    with pytest.raises(ValueError, match="finished"):
        acts_of(played_log(7, 3, actions=actions))


def test_a_game_without_end_of_rounds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    log = played_log(5, 1)
    monkeypatch.setattr(acts, "MOST_ACTS", 10)
    with pytest.raises(ValueError, match="too many"):
        acts_of(log)


# Choices


def test_only_a_choice_is_judged() -> None:
    found = [act for players, seed in GAMES for act in acts_of(played_log(players, seed))]
    offices = [act for act in found if act.kind in (WeighedKind.DISCARD, WeighedKind.ENACTMENT)]
    assert {len(set(act.hand)) > 1 for act in offices} == {False, True}
    for act in offices:
        if (
            act.hand.count(Policy.LIBERAL) in (0, len(act.hand))
            and act.kind is WeighedKind.DISCARD
        ):
            assert act.judged == ()
    assert not any(act.judged for act in found if act.kind in acts.LUCK)


def test_a_liberal_who_elects_hitler_loses_all_and_a_fascist_nothing() -> None:
    for seed in range(1, 80):
        log = played_log(5 + seed % 6, seed)
        end = fold(log)
        if end.victory is not Victory.HITLER_ELECTED:
            continue
        vote = acts_of(log)[-1]
        assert vote.kind is WeighedKind.VOTE
        losses = {each.seat: each.loss for each in vote.judged}
        for seat, ballot in enumerate(vote.votes):
            if ballot is not None:
                is_wrong = (end.roles[seat] is Role.LIBERAL) is (ballot is Vote.JA)
                assert (losses[seat] > 0) is is_wrong
        return
    raise AssertionError("no such game")


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_vote_is_judged_where_its_last_ballot_stands(seed: int) -> None:
    log = play(seed, anew=0.5)
    marked: dict[int, int] = {}
    places: dict[int, dict[int, int]] = {}
    for place, event in enumerate(log):
        if isinstance(event, BallotMarked):
            marked[event.seat] = place
        elif isinstance(event, BallotsRevealed):
            places[place], marked = marked, {}
    votes = [act for act in acts_of(log) if act.kind is WeighedKind.VOTE]
    assert {act.place: {each.seat: each.place for each in act.judged} for act in votes} == places


def test_accuracy_falls_with_what_a_choice_lost() -> None:
    values = [accuracy_of(loss) for loss in (0.0, 0.05, 0.15, 0.5, 1.0)]
    assert values[0] == pytest.approx(100, abs=0.01)
    assert values == sorted(values, reverse=True)
    assert values[-1] == 0.0


def test_accuracy_counts_only_what_it_is_told_to() -> None:
    found = acts_of(played_log(7, 3))
    everybody = accuracies(found, lambda _judged: True)
    assert set(everybody) == set(range(7))
    assert all(0.0 <= each <= 100.0 for each in everybody.values())
    assert set(accuracies(found, lambda judged: judged.seat == 2)) == {2}
