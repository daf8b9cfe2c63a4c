"""How a person talks at a table follows from its settings, and from who it is."""

import pytest

from games.values.chat import SlowMode, TalkMode, mode_for


@pytest.mark.parametrize("mode", TalkMode)
@pytest.mark.parametrize("is_public", [True, False])
@pytest.mark.parametrize("guests_write", [True, False])
@pytest.mark.parametrize("is_guest", [True, False])
def test_only_guests_among_strangers_choose_sentences_where_others_write(
    mode: TalkMode, is_public: bool, guests_write: bool, is_guest: bool
) -> None:
    expected = mode
    if (mode, is_public, guests_write, is_guest) == (TalkMode.FREE, True, False, True):
        expected = TalkMode.PHRASES
    got = mode_for(mode, is_public=is_public, guests_write=guests_write, is_guest=is_guest)
    assert got is expected


def test_slow_mode_is_a_number_of_seconds() -> None:
    assert [each.seconds for each in SlowMode] == [0, 5, 15, 30]
