"""Figures in each language."""

import pytest
from django.utils import translation

from games.presenters.player.numbers import number, percent, signed


@pytest.mark.parametrize(
    ("language", "figure", "change"),
    [("en", "\u22123.5", "+3.5"), ("pl", "\u22123,5", "+3,5"), ("es", "\u22123,5", "+3,5")],
)
def test_minus_is_a_true_one_in_every_language(language: str, figure: str, change: str) -> None:
    with translation.override(language):
        assert (number(-3.46, 1), signed(-3.46, 1), signed(3.46, 1)) == (figure, figure, change)


@pytest.mark.parametrize("value", [0, 0.04, -0.04])
def test_no_change_has_both_signs(value: float) -> None:
    with translation.override("en"):
        assert signed(value, 1) == "±0.0"
        assert signed(value) == "±0"


def test_share_is_written_with_its_sign() -> None:
    with translation.override("en"):
        assert (percent(45.4), percent(45.44, 1), percent(None)) == ("45%", "45.4%", "")
