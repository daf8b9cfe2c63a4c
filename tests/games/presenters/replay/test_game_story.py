"""The story of a finished game: true to its log, and the same after its record was imported."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from random import Random

import pytest
from django.conf import settings
from django.utils import translation

from games.engine.events import DrawPileArranged, HandShown, PolicyEnacted, PresidencyPassed
from games.engine.vocabulary import ClaimKind, Edition, Policy
from games.presenters.replay.game_facts import read_game
from games.records.record import parse_record, read_record
from games.replays.steps import summary_view
from games.selectors.replay import Recording, imported_recording, record_of_recording
from games.services.simulated_play import SimulatedPlayer, play
from games.values.chat import ClaimValue
from tests.games.recordings import NAMES, played_record


def talkative(seed: int, players: int = 7) -> Recording:
    """A game of bots who make claims, one of them with a stand-in in the first round."""
    sitters = [SimulatedPlayer(skill=0.9) for _seat in range(players)]
    begins = datetime(2026, 1, 1, tzinfo=UTC)
    game, state = play(edition=Edition.RETAIL, sitters=sitters, begins=begins, rng=Random(seed))
    claims = tuple(
        ClaimValue(
            seat=said.act.seat,
            round=said.act.round,
            kind=said.act.kind,
            content=said.content,
            target=said.act.target,
        )
        for said in game.claims
    )
    return Recording(
        code="abc",
        name="Friday",
        names=NAMES[:players],
        bots=(False,) * players,
        faces=("",) * players,
        log=tuple(game.log),
        claims=claims,
        stood_in=frozenset({(1, state.past_rounds[0].president)}),
    )


def silent(seed: int, *claims: ClaimValue) -> Recording:
    record = played_record(7, seed) | {
        "meta": {"claims": [[c.round, c.kind.value, c.seat, c.content, c.target] for c in claims]}
    }
    return imported_recording(parse_record(record), "Friday")


def story(recording: Recording) -> list[str]:
    paragraphs = summary_view(recording).story
    return [sentence.text for each in paragraphs for sentence in each.sentences]


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("seed", range(6))
def test_an_imported_record_tells_the_same_story(seed: int, language: str) -> None:
    ours = talkative(seed, 5 + seed)
    record = read_record(json.dumps(record_of_recording(ours)).encode())
    imported = imported_recording(record, "Imported game")
    # It travels with every step of an imported replay.
    again = read_record(json.dumps(record_of_recording(imported)).encode())
    with translation.override(language):
        told = story(ours)
        assert len(told) >= 7
        assert story(imported) == told
        assert story(imported_recording(again, "Imported game")) == told
        assert not any("%(" in sentence or "\x02" in sentence for sentence in told)


def test_an_unfinished_record_has_no_story() -> None:
    record = parse_record(played_record(7, 3, actions=30))
    assert summary_view(imported_recording(record, "Friday")).story == ()


def first_hand(recording: Recording, wanted: str) -> tuple[int, int, int]:
    """Return the first round with such a hand of a President whose policy was enacted, and both officers."""
    round_ = president = 0
    hand = ""
    for event in recording.log:
        match event:
            case PresidencyPassed():
                round_ = event.round
            case HandShown(policies=policies) if len(policies) == 3:
                hand, president = "".join(policies), event.seat
            case PolicyEnacted(chancellor=int(chancellor)) if sorted(hand) == sorted(wanted):
                return round_, president, chancellor
            case _:
                pass
    raise AssertionError(f"no hand {wanted}")


def told_lies(recording: Recording) -> list[str]:
    return [each.text for each in summary_view(recording).story[2].sentences]


def test_a_lie_is_told_with_the_hand_it_hides_and_its_consequence() -> None:
    quiet = silent(3)
    round_, president, _chancellor = first_hand(quiet, "LFF")
    lie = ClaimValue(seat=president, round=round_, kind=ClaimKind.DREW, content="FFF")
    later = [
        record
        for record in quiet.end.past_rounds
        if record.round > round_ and president in (record.president, record.chancellor)
    ]
    elected = [record.round for record in later if record.elected]
    name = NAMES[president]
    all_claims, told = told_lies(silent(3, lie))
    assert all_claims == f"Claims that were not true: 1 of 1. Who made them: {name} (1)."
    assert "and claimed: Fascist, Fascist, Fascist." in told
    assert f"President {name} drew" in told
    assert told.endswith(f"It worked: {name} was in the government of round {elected[0]}.")


def test_the_truth_in_any_order_and_no_comment_are_no_lies() -> None:
    quiet = silent(3)
    round_, president, chancellor = first_hand(quiet, "LFF")
    truth = ClaimValue(seat=president, round=round_, kind=ClaimKind.DREW, content="LFF")
    silence = ClaimValue(seat=chancellor, round=round_, kind=ClaimKind.RECEIVED, content="")
    assert told_lies(silent(3, truth, silence)) == [
        "Every claim about something hidden was true: 1."
    ]
    assert told_lies(quiet) == ["No claims about hidden policies are known."]


def test_a_claim_of_somebody_who_saw_nothing_counts_as_none() -> None:
    quiet = silent(3)
    round_, president, chancellor = first_hand(quiet, "LFF")
    stranger = next(seat for seat in range(7) if seat not in (president, chancellor))
    claim = ClaimValue(seat=stranger, round=round_, kind=ClaimKind.DREW, content="FFF")
    assert told_lies(silent(3, claim)) == told_lies(quiet)


@pytest.mark.parametrize(
    "claims",
    [
        "said",
        [1, 2],
        [[1, "drew", 0]],
        [[1, "drew", 7, "FFF", None]],
        [[1, "drew", 0, "FFFF", None]],
        [[1, "drew", 0, "FFF", 2]],
        [[1, "dreamt", 0, "FFF", None]],
        [[1, "investigated", 0, "liberal", None]],
        [[1, "investigated", 0, "liberal", True]],
        [["1", "drew", 0, "FFF", None]],
        [[1, ["drew"], 0, "FFF", None]],
    ],
)
def test_claims_of_another_form_count_as_nothing_said(claims: object) -> None:
    record = played_record(7, 3) | {"meta": {"claims": claims, "stood_in": claims}}
    recording = imported_recording(parse_record(record), "Friday")
    assert recording.claims == ()
    assert recording.stood_in == frozenset()
    assert story(recording) == story(silent(3))


@pytest.mark.parametrize("seed", range(8))
def test_luck_counts_every_policy_drawn(seed: int) -> None:
    recording = silent(seed)
    hands = [
        e.policies for e in recording.log if isinstance(e, HandShown) and len(e.policies) == 3
    ]
    chaos = [
        e.policy for e in recording.log if isinstance(e, PolicyEnacted) and e.chancellor is None
    ]
    drawn = [policy for hand in hands for policy in hand] + chaos
    liberal = drawn.count(Policy.LIBERAL)
    sentence = summary_view(recording).story[1].sentences[0].text
    assert sentence.startswith(f"Liberal policies drawn: {liberal} of {len(drawn)}, where ")


def test_each_pile_is_expected_to_give_its_own_share() -> None:
    even = (Policy.LIBERAL, Policy.FASCIST) * 3
    three = (Policy.LIBERAL, Policy.FASCIST, Policy.FASCIST)
    told = (
        DrawPileArranged(draw_pile=even),
        HandShown(seat=0, policies=three),
        DrawPileArranged(draw_pile=three),
        PolicyEnacted(policy=Policy.FASCIST, chancellor=None),
    )
    facts = read_game(enumerate(told), (), ())
    assert facts.liberals_expected == pytest.approx(3 / 2 + 1 / 3)
    assert (facts.drawn, facts.liberals_drawn) == (4, 1)


def test_a_choice_against_a_liberal_policy_is_told_with_its_seat() -> None:
    recording = silent(3)
    thrown: list[str] = []
    hand: tuple[Policy, ...] = ()
    passed: tuple[Policy, ...] = ()
    president = 0
    for event in recording.log:
        match event:
            case HandShown(policies=policies) if len(policies) == 3:
                hand, president = policies, event.seat
            case HandShown(policies=policies):
                passed = policies
                if len(set(hand)) == 2 and passed.count(Policy.LIBERAL) < hand.count(
                    Policy.LIBERAL
                ):
                    thrown.append(NAMES[president])
            case PolicyEnacted(policy=Policy.FASCIST, chancellor=int(chancellor)):
                thrown += [NAMES[chancellor]] * (Policy.LIBERAL in passed)
            case _:
                pass
    assert thrown
    sentence = summary_view(recording).story[1].sentences[-1].text
    for name in set(thrown):
        assert f"{name} ({thrown.count(name)})" in sentence


def test_a_stand_in_is_named_as_one() -> None:
    recording = silent(3)
    told = story(replace(recording, stood_in=frozenset(product(range(1, 30), range(7)))))
    assert "(stand-in)" in "".join(told)
    assert "(stand-in)" not in "".join(story(recording))
