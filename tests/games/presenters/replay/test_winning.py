"""Who was winning, in sentences: the acts that moved it most, in every language."""

import pytest
from django.utils import translation

from games.engine import fold
from games.engine.vocabulary import ClaimKind
from games.presenters.players import named_players
from games.presenters.replay.step_link import StepLink
from games.presenters.replay.winning import MOST_TOLD, Told, WinningView, present_winning
from games.values.chat import ClaimValue
from games.winning.acts import WeighedKind, acts_of
from tests.games.recordings import NAMES, played_log

LANGUAGES = ("en", "es", "it", "pl", "nl")
GAMES = [(5 + seed % 6, seed) for seed in range(1, 13)]


def shown(
    players: int, seed: int, claims: tuple[ClaimValue, ...] = (), place: int | None = None
) -> WinningView:
    """What a reader sees of a game of bots."""
    log = played_log(players, seed)
    told = Told(
        players=named_players(NAMES[:players]),
        roles=fold(log).roles,
        claims=claims,
        stood_in=(),
        link_to=lambda event: StepLink(step=event, url=f"/{event}/"),
    )
    view = present_winning(acts_of(log), told, place=place)
    assert view is not None
    return view


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_turns_moved_it_most_and_stand_in_order(players: int, seed: int) -> None:
    view = shown(players, seed)
    moves = [abs(turn.row.after - turn.row.before) for turn in view.turns]
    assert 1 <= len(moves) <= MOST_TOLD
    luck = {"Draw (luck)", "Chaos (luck)", "Policy peek"}
    others = [abs(row.after - row.before) for row in view.rows if row.name not in luck]
    assert sorted(moves, reverse=True) == pytest.approx(sorted(others)[::-1][: len(moves)])
    steps = [turn.link.step for turn in view.turns]
    assert steps == sorted(steps)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_names_somebody_in_every_language(language: str) -> None:
    with translation.override(language):
        texts = [turn.text for game in GAMES for turn in shown(*game).turns]
    for text in texts:
        assert any(name in text for name in NAMES)
        assert "%(" not in text
    if language != "en":
        english = {turn.text for game in GAMES for turn in shown(*game).turns}
        assert not english & set(texts)


def test_a_hand_is_told_with_the_claim_about_it() -> None:
    for players, seed in GAMES:
        for act in acts_of(played_log(players, seed)):
            if act.kind is WeighedKind.DISCARD:
                claim = ClaimValue(
                    seat=act.president, round=act.round, kind=ClaimKind.DREW, content="FFF",
                    target=None,
                )  # fmt: skip
                view = shown(players, seed, (claim,))
                for turn in view.turns:
                    if turn.link.step == act.place:
                        assert [part.policies for part in turn.parts if part.policies] == [
                            "".join(act.hand), act.policy, "FFF",
                        ]  # fmt: skip
                        return
    raise AssertionError("no discard among the turns")


def test_a_replay_knows_the_chance_at_its_step() -> None:
    log = played_log(7, 3)
    assert shown(7, 3, place=0).now == shown(7, 3).rows[0].before
    end = shown(7, 3, place=len(log))
    assert end.now in (0.0, 100.0)
    assert end.chart.now_x == end.chart.right
