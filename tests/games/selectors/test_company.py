"""The people of a player's games: what is read is what the rows of all kinds add up to, for whoever reads."""

from random import Random

import pytest
from django.utils import timezone

from accounts.models import Preferences, User
from games.models import HeadToHead
from games.selectors.company import Company, company
from games.statistics import Pairing, Tally
from games.values.game_kind import GameKind
from tests.factories import a_person

pytestmark = pytest.mark.django_db

COUNTS = ("same_games", "same_wins", "opposite_games", "opposite_wins")


def a_player_and_others() -> tuple[User, list[User]]:
    """Return somebody, and people met in games of several kinds: the third hides the games, the fourth has closed the account."""
    rng = Random(4)
    player, *others = people = [a_person(is_guest=rng.random() < 0.3) for _person in range(13)]
    for person in people:
        Preferences.objects.get_or_create(user=person)
    for kind in GameKind:
        for other in rng.sample(others, 9):
            won, lost, won_against, lost_against = (rng.randrange(3) for _count in COUNTS)
            HeadToHead.objects.create(
                user=player, kind=kind.value, other=other, same_games=won + lost, same_wins=won,
                opposite_games=won_against + lost_against, opposite_wins=won_against,
            )  # fmt: skip
    # What was added and taken away again is no meeting.
    HeadToHead.objects.create(user=player, kind="ranked", other=a_person())
    Preferences.objects.filter(user=others[2]).update(shows_games=False)
    User.objects.filter(pk=others[3].pk).update(closed_at=timezone.now())
    return player, others


def sums(player: User, other: User) -> list[int]:
    rows = HeadToHead.objects.filter(user=player, other=other).values_list(*COUNTS)
    return [sum(each) for each in zip((0, 0, 0, 0), *rows, strict=True)]


@pytest.mark.parametrize("most", [1, 3, 30])
def test_those_met_most_often_come_first_and_the_reader_besides(most: int) -> None:
    player, others = a_player_and_others()
    shown = [each for each in others if each not in others[2:4] and any(sums(player, each))]
    shown.sort(key=lambda each: (-sums(player, each)[0] - sums(player, each)[2], each.pk))
    for reader in (None, *others[:3], *others[4:]):
        found = company(player.pk, most, None if reader is None else reader.pk)
        assert [
            (each.person.address, each.games, each.same_games, each.same_wins, each.opposite_games, each.opposite_wins)
            for each in found.people
        ] == [
            (each.username, sums(player, each)[0] + sums(player, each)[2], *sums(player, each))
            for each in shown[:most]
        ]  # fmt: skip
        assert found.reader == (None if reader is None else pairing(player, reader))


def test_who_hides_the_games_has_only_those_with_the_reader() -> None:
    player, others = a_player_and_others()
    for reader in others:
        assert company(player.pk, 0, reader.pk) == Company(reader=pairing(player, reader))
    assert company(player.pk, 0, None) == Company()


def pairing(player: User, other: User) -> Pairing | None:
    same, won, opposite, won_against = sums(player, other)
    if not same + opposite:
        return None
    return Pairing(
        other="", other_id=other.pk, same=Tally(won, same), opposite=Tally(won_against, opposite)
    )
