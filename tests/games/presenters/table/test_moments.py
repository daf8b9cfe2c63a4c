"""Moments in words: of their own for whom they are about, the same for all others."""

from dataclasses import replace

import pytest

from games.engine.events import ChaosStruck, PolicyEnacted, Told, TopPolicyDiscarded
from games.engine.ruleset import ruleset_of, standard_ruleset
from games.engine.vocabulary import Edition, Policy, Vote
from games.presenters.players import Player
from games.presenters.table.moment_view import MomentsView, MomentView
from games.presenters.table.moments import present_moment
from games.presenters.table.plates import RemarkView
from games.transport.partials import render_partial
from games.values.moments import Moment, MomentKind, moments_of

NAMES = ("Ana", "Bo", "Chen", "Dmitri", "Esra")
VOTES = (Vote.JA, Vote.JA, Vote.JA, Vote.NEIN, Vote.NEIN)


@pytest.mark.parametrize(
    ("kind", "seats", "own"),
    [
        (MomentKind.NOMINATED, {"president": 0, "chancellor": 1},
         {0: "You nominate Bo as Chancellor.", 1: "Ana nominates you as Chancellor."}),
        (MomentKind.ELECTED, {"president": 0, "chancellor": 1},
         {0: "You are elected President with 3 to 2; Chancellor: Bo.",
          1: "You are elected Chancellor with 3 to 2; President: Ana."}),
        (MomentKind.REJECTED, {"president": 0, "chancellor": 1},
         {0: "You are rejected as President with 3 to 2; Chancellor: Bo.",
          1: "You are rejected as Chancellor with 3 to 2; President: Ana."}),
        (MomentKind.NOT_HITLER, {"chancellor": 1}, {1: "You are Chancellor, and not Hitler."}),
        (MomentKind.ENACTED, {"chancellor": 1}, {1: "You enact a Fascist policy."}),
        (MomentKind.VETO_REQUESTED, {"chancellor": 1}, {1: "You ask for a veto."}),
        (MomentKind.VETO_REFUSED, {"president": 0}, {0: "You refuse the veto."}),
        (MomentKind.VETO_GRANTED, {"president": 0},
         {0: "You grant the veto: both policies are discarded."}),
        (MomentKind.INVESTIGATED, {"president": 0, "target": 3},
         {0: "You investigate the loyalty of: Dmitri.",
          3: "President Ana investigates your loyalty."}),
        (MomentKind.PEEKED, {"president": 0}, {0: "You look at the top three policies."}),
        (MomentKind.SPECIAL_ELECTION, {"president": 0, "target": 3},
         {0: "You call a special election for Dmitri.",
          3: "President Ana calls a special election for you."}),
        (MomentKind.EXECUTED, {"president": 0, "target": 3},
         {0: "You execute: Dmitri.", 3: "President Ana executes you."}),
        (MomentKind.HITLER_REVEALED, {"target": 3}, {3: "You are Hitler."}),
    ],
)  # fmt: skip
def test_whom_a_moment_is_about_reads_it_in_words_of_their_own(
    kind: MomentKind, seats: dict[str, int], own: dict[int, str]
) -> None:
    players = tuple(Player(name=name) for name in NAMES)
    moment = Moment(
        kind=kind,
        president=seats.get("president"),
        chancellor=seats.get("chancellor"),
        target=seats.get("target"),
        votes=VOTES,
        policies=(Policy.FASCIST,),
    )
    rules = standard_ruleset(len(NAMES))
    to_all = present_moment(moment, rules, players)

    for viewer in range(len(NAMES)):
        view = present_moment(moment, rules, players, viewer=viewer)
        assert view.headline == own.get(viewer, to_all.headline)
        assert "You" not in to_all.headline
        # Nothing but words, and no time, depends on who looks.
        assert _without_words(view) == _without_words(to_all)


def _without_words(view: MomentView) -> MomentView:
    return replace(view, headline="", kicker="", aside="")


@pytest.mark.parametrize(
    ("kind", "count", "stamp"),
    [(MomentKind.DANGER_ZONE, 3, "Danger zone"), (MomentKind.VETO_UNLOCKED, 5, "Veto")],
)
def test_a_threshold_shows_the_policies_that_led_there(
    kind: MomentKind, count: int, stamp: str
) -> None:
    players = tuple(Player(name=name) for name in NAMES)
    moment = Moment(kind=kind, count=count)
    view = present_moment(moment, standard_ruleset(len(NAMES)), players)

    assert view.cards == ("F",) * count
    assert view.stamp == stamp
    assert view.milliseconds == 3000


def test_later_fascist_policies_fall_heavier() -> None:
    players = tuple(Player(name=name) for name in NAMES)
    rules = standard_ruleset(len(NAMES))

    def weight(policy: Policy, count: int) -> int:
        moment = Moment(kind=MomentKind.ENACTED, chancellor=1, policies=(policy,), count=count)
        return present_moment(moment, rules, players).weight

    assert [weight(Policy.FASCIST, count) for count in range(1, 7)] == [0, 0, 1, 1, 2, 3]
    assert {weight(Policy.LIBERAL, count) for count in range(1, 6)} == {0}


@pytest.mark.parametrize("is_known", [False, True])
def test_who_is_known_not_to_be_hitler_is_not_asked_for(is_known: bool) -> None:
    players = tuple(Player(name=name) for name in NAMES)
    rules = standard_ruleset(len(NAMES))
    elected = present_moment(
        Moment(kind=MomentKind.NOT_HITLER, chancellor=1, is_known=is_known), rules, players
    )
    executed = present_moment(
        Moment(kind=MomentKind.EXECUTED, president=0, target=1, is_known=is_known), rules, players
    )

    assert ("?" in elected.kicker) is elected.is_asked is not is_known
    assert ("?" in executed.kicker) is not is_known
    assert elected.stamp == "Not Hitler"
    assert executed.aside == "That was not Hitler. The game goes on."


@pytest.mark.parametrize("kind", MomentKind)
def test_a_shared_picture_with_words_is_the_moment_as_drawn_alone(kind: MomentKind) -> None:
    players = tuple(Player(name=f"{name} <b>&\ue001\ue002") for name in NAMES)
    moment = Moment(
        kind=kind,
        president=0,
        chancellor=1,
        target=3,
        votes=VOTES,
        policies=(Policy.FASCIST,),
    )
    remarks = tuple(RemarkView(text=f"<i>{player.name}", symbol="hitler") for player in players)
    for viewer in (None, 0, 1, 3):
        view = present_moment(moment, standard_ruleset(len(NAMES)), players, remarks, viewer)
        alone = render_partial("games/table/_moment.html", {"moment": view})
        sent = render_partial(MomentsView.template, {"view": MomentsView(moments=(view,))})
        assert sent == f"<ol id=moments hx-swap-oob=beforeend>{alone}</ol>"


def test_whoever_is_executed_reads_what_that_means_for_them() -> None:
    moment = Moment(kind=MomentKind.EXECUTED, president=0, target=3)
    players = tuple(Player(name=name) for name in NAMES)

    def read_by(viewer: int | None) -> tuple[str, str]:
        view = present_moment(moment, standard_ruleset(5), players, viewer=viewer)
        return view.kicker, view.aside

    own = ("Were you Hitler?", "You were not Hitler. You are out: watch on, in silence.")
    assert read_by(3) == own
    others = ("Was it Hitler?", "That was not Hitler. The game goes on.")
    assert read_by(0) == read_by(None) == others


def test_policy_that_chaos_may_not_win_with_is_shown_and_said_to_be_discarded() -> None:
    """B-9."""
    rules = ruleset_of(7, Edition.RETAIL, "7-2-nisee-k0-z3-v5-6x11-0x0-c0")
    told = Told((ChaosStruck(), TopPolicyDiscarded(policy=Policy.LIBERAL)))
    moments = moments_of(told, rules, liberal_policies=4, fascist_policies=2)
    assert [each.kind for each in moments] == [MomentKind.CHAOS_DISCARD]

    view = present_moment(moments[0], rules, tuple(Player(name=str(n)) for n in range(7)))
    assert view.cards == ("L",)
    assert view.stamp == "Discarded"
    assert view.headline == "It would win, but on this board chaos wins no game."


def test_zone_and_veto_that_begin_with_one_policy_are_both_told() -> None:
    rules = ruleset_of(7, Edition.RETAIL, "7-2-nisee-k0-z2-v2-6x11-0x0-c1")
    told = Told((PolicyEnacted(policy=Policy.FASCIST, chancellor=1),))
    moments = moments_of(told, rules, liberal_policies=0, fascist_policies=2)
    kinds = [MomentKind.ENACTED, MomentKind.DANGER_ZONE, MomentKind.VETO_UNLOCKED]
    assert [each.kind for each in moments] == kinds
    players = tuple(Player(name=str(n)) for n in range(7))
    kickers = [present_moment(each, rules, players).kicker for each in moments[1:]]
    assert kickers == ["2 Fascist policies are enacted"] * 2
