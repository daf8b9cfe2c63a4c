"""The replay: each perspective sees what it knew at that step, and no more."""

from random import Random

import pytest

from games.engine import fold, observe, ruleset_of
from games.engine.board import board_of
from games.engine.vocabulary import Edition, Phase, Role
from games.presenters.replay.graph import present_graph
from games.presenters.replay.replay import Perspective
from games.records.record import parse_record
from games.replays.steps import ReplayOptions, read_replay_options, replay_view, summary_view
from games.selectors.replay import Recording, ReplayPace, imported_recording, stops
from tests.games.engine.test_boards import play as play_on
from tests.games.recordings import NAMES, played_record

GAMES = [(5, 2), (7, 3), (10, 5)]


def recording(players: int = 7, seed: int = 3, *, actions: int | None = None) -> Recording:
    return imported_recording(parse_record(played_record(players, seed, actions=actions)), "Game")


@pytest.mark.parametrize(("players", "seed"), GAMES[:2])
def test_a_seat_is_shown_what_it_knew_then(players: int, seed: int) -> None:
    game = recording(players, seed)
    for step, moment in enumerate(game.moments):
        state = fold(game.log[: moment.events])
        for seat in (0, 1, players - 1, None):
            seen = observe(state, seat)
            view = replay_view(game, step, ReplayOptions(perspective=Perspective(seat=seat)))
            assert view is not None
            shown = [place.seat.role for place in view.seats]
            known = [role or party for role, party in zip(seen.roles, seen.parties, strict=True)]
            assert shown == [each.value if each else "" for each in known]
            assert (view.hand.policies if view.hand else ()) == seen.hand
            assert view.draw_pile == ()
            ballots = [place.ballot.ballot for place in view.seats]
            if state.phase is Phase.VOTE and not any(r.votes for r in [state.current_round] if r):
                open_ballots = {n for n, ballot in enumerate(ballots) if ballot in ("ja", "nein")}
                assert open_ballots <= {seat}
            opened = [line.text for line in view.lines if line.text.startswith("Opened")]
            assert opened == []


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_everything_open_shows_roles_hands_and_the_draw_pile(players: int, seed: int) -> None:
    game = recording(players, seed)
    hands = 0
    for step, moment in enumerate(game.moments):
        state = fold(game.log[: moment.events])
        view = replay_view(game, step, ReplayOptions())
        assert view is not None
        assert [place.seat.role for place in view.seats] == [str(role) for role in game.end.roles]
        assert view.draw_pile == state.draw_pile[:3]
        if state.phase in (Phase.PRESIDENT_DISCARD, Phase.CHANCELLOR_ENACT) and state.hand:
            hands += 1
            assert view.hand is not None
            assert view.hand.policies == state.hand
    assert hands > 0


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_stage_shows_each_step_alike_from_every_perspective(players: int, seed: int) -> None:
    game = recording(players, seed)
    kinds = set()
    for step in range(len(game.moments)):
        shown = set()
        for seat in (0, players - 1, None):
            options = ReplayOptions(perspective=Perspective(seat=seat))
            view = replay_view(game, step, options)
            assert view is not None
            shown.add(view.moment)
        open_view = replay_view(game, step, ReplayOptions())
        assert open_view is not None
        assert shown == {open_view.moment}
        if open_view.moment is not None:
            assert not open_view.moment.is_private
            kinds.add(open_view.moment.kind)
    assert {"nominated", "elected", "enacted"} <= kinds


def test_ballots_are_counted_while_they_come_in_only() -> None:
    game = recording()
    told = set()
    for step in range(len(game.moments)):
        view = replay_view(game, step, ReplayOptions())
        assert view is not None
        told.add(bool(view.progress))
        if view.moment is not None and view.moment.kind in ("elected", "rejected"):
            assert view.progress == ""
    assert told == {True, False}


def test_each_pace_leads_from_the_first_step_to_the_last() -> None:
    game = recording()
    last = len(game.moments) - 1
    lengths = []
    for pace in (ReplayPace.GOVERNMENT, ReplayPace.PHASE, ReplayPace.EVENT):
        here, walked = 0, [0]
        while here != last:
            view = replay_view(game, here, ReplayOptions(pace=pace))
            assert view is not None
            assert view.steps.next_link.step > here
            here = view.steps.next_link.step
            walked.append(here)
        assert tuple(walked) == stops(game.moments, pace)
        lengths.append(len(walked))
    assert lengths == sorted(lengths)
    assert lengths[2] == last + 1
    assert lengths[0] == game.end.round + 1


def test_from_a_step_between_two_stops_one_gets_to_both() -> None:
    game = recording()
    at = stops(game.moments, ReplayPace.GOVERNMENT)
    between = at[1] + 1
    view = replay_view(game, between, ReplayOptions(pace=ReplayPace.GOVERNMENT))
    assert view is not None
    assert view.steps.previous_link.step == at[1]
    assert view.steps.next_link.step == at[2]


def test_there_are_no_steps_outside_the_game() -> None:
    game = recording()
    assert replay_view(game, -1, ReplayOptions()) is None
    assert replay_view(game, len(game.moments), ReplayOptions()) is None


@pytest.mark.parametrize(
    ("view", "perspective"),
    [
        ("3", Perspective(seat=2)), ("spectator", Perspective()), ("open", Perspective(is_open=True)),
        ("8", Perspective(is_open=True)), ("0", Perspective(is_open=True)),
        ("²", Perspective(is_open=True)), ("-1", Perspective(is_open=True)),
    ],
)  # fmt: skip
def test_perspective_in_an_address(view: str, perspective: Perspective) -> None:
    options = read_replay_options({"view": view, "by": "no-such"}, 7)
    assert options == ReplayOptions(perspective=perspective, pace=ReplayPace.PHASE)


def test_graph_counts_what_the_boards_show() -> None:
    for players, seed in GAMES:
        game = recording(players, seed)
        view = summary_view(game)
        last = view.graph.rounds[-1]
        assert (last.liberal, last.fascist) == (
            game.end.liberal_policies,
            game.end.fascist_policies,
        )
        for drawn in view.graph.rounds[:-1]:
            state = game.state_at(drawn.step)
            assert state.round == drawn.round
            assert (drawn.liberal, drawn.fascist) == (
                state.liberal_policies,
                state.fascist_policies,
            )
            chaos = state.current_round is not None and state.current_round.chaos is not None
            assert drawn.tracker == (state.ruleset.chaos_at if chaos else state.tracker)
        assert view.graph.prediction is None


def on_board(code: str, players: int, seed: int) -> Recording:
    log = play_on(board_of(players, code), Edition.RETAIL, Random(seed))
    names, nothing = NAMES[:players], ("",) * players
    return Recording(
        code="abc",
        name="Game",
        names=names,
        bots=(False,) * players,
        faces=nothing,
        log=tuple(log),
    )


@pytest.mark.parametrize(
    ("code", "players"), [("rebalanced", 6), ("5-1-nenpi-k0-z2-v3-6x11-1x1-c0", 5)]
)
def test_policies_at_the_start_count_in_the_graph_and_in_the_story(
    code: str, players: int
) -> None:
    zone = ruleset_of(players, Edition.RETAIL, code).hitler_zone_at
    told = 0
    for seed in range(8):
        game = on_board(code, players, seed)
        view = summary_view(game)
        graph, rules = view.graph, game.end.ruleset
        states = [(each, game.state_at(each.step)) for each in graph.rounds[:-1]]
        for drawn, state in states:
            assert (drawn.liberal, drawn.fascist) == (
                state.liberal_policies,
                state.fascist_policies,
            )
        heights = {line.value: line.y for line in graph.scale}
        for points, count in (
            (graph.liberal_points, rules.liberals_at_start),
            (graph.fascist_points, rules.fascists_at_start),
        ):
            assert points.split()[0].split(",")[1] == str(heights[count])
        reached = next((each for each, state in states if state.fascist_policies == zone), None)
        said = [
            sentence.text
            for paragraph in view.story
            for sentence in paragraph.sentences
            if sentence.text.startswith("Fascist policy number")
        ]
        if reached is not None:
            told += 1
            begins = f"Fascist policy number {zone} came in round {reached.round} "
            assert said[0].startswith(f"{begins}(Liberal policies by then: {reached.liberal})")
    assert told


def test_graph_takes_the_tracker_back_after_a_policy_that_chaos_discarded() -> None:
    """B-9."""
    discarded = 0
    for seed in range(30):
        game = on_board("7-2-nisee-k0-z3-v5-6x11-0x0-c0", 7, seed)
        graph = summary_view(game).graph
        for drawn, record in zip(graph.rounds[:-1], game.end.past_rounds, strict=True):
            state = game.state_at(drawn.step)
            if record.chaos_discard is None and record.chaos is None:
                assert drawn.tracker == state.tracker
            else:
                assert drawn.tracker == state.ruleset.chaos_at
                assert drawn.is_chaos
                discarded += record.chaos_discard is not None
    assert discarded


def test_graph_has_a_place_for_the_prediction() -> None:
    game = recording()
    final = observe(game.end, None)
    steps = range(final.round)
    half = present_graph(final, steps, prediction=0.5)
    assert half.prediction == 50
    assert half.base > half.prediction_y > half.scale[-1].y


def test_unfinished_record_is_shown_as_far_as_it_goes() -> None:
    for actions in (0, 1, 5, 30):
        game = recording(actions=actions)
        view = summary_view(game)
        assert view.headline == "This game was not finished."
        assert view.reveal.winner == ""
        last = replay_view(game, len(game.moments) - 1, ReplayOptions())
        assert last is not None
        assert {place.seat.role for place in last.seats} == {str(role) for role in Role}
