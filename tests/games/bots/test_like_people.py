"""Games of seven regular bots go about as games of people do; `make bench ARGS=bots` has the exact figures."""

from collections import Counter

import pytest

from games.engine.vocabulary import ClaimKind, Victory
from tests.bench.bots import facts_of
from tests.games.bots.play import SIZES
from tests.games.bots.talking import play_talking

GAMES = 60


@pytest.mark.long
def test_bots_elect_reject_and_claim_about_as_often_as_people() -> None:
    games = [facts_of(play_talking(7, seed)) for seed in range(GAMES)]
    elections = sum(game.elections for game in games)
    assert 0.42 <= sum(game.elected for game in games) / elections <= 0.63
    assert 0.2 <= sum(game.has_chaos for game in games) / GAMES <= 0.55
    claims = sum((game.claims for game in games), Counter[tuple[ClaimKind, bool]]())
    for kind, least, most in ((ClaimKind.DREW, 0.66, 0.9), (ClaimKind.RECEIVED, 0.76, 0.96)):
        true = claims[kind, True] / (claims[kind, True] + claims[kind, False])
        assert least <= true <= most


# Liberals do better at tables of six and eight, fascists at nine, with people as with bots, as the
# share of liberals among the seats goes up and down.
@pytest.mark.long
@pytest.mark.parametrize("players", SIZES)
def test_neither_party_of_bots_is_hopeless(players: int) -> None:
    games = [facts_of(play_talking(players, seed)).victory for seed in range(GAMES)]
    liberal = {Victory.FIVE_LIBERAL_POLICIES, Victory.HITLER_EXECUTED}
    assert 0.3 <= sum(victory in liberal for victory in games) / GAMES <= 0.8
