"""What the printed books teach and the help tells, too, in every language."""

import pytest
from django.conf import settings

from tests.games.presenters.learning.test_said_rightly import section

LANGUAGES = [code for code, _name in settings.LANGUAGES]
# The formulas that players say aloud, with the power or the veto. David is an example.
INVESTIGATION = {
    "en": "I formally investigate David",
    "es": "Investigo formalmente a David",
    "it": "Interrogo formalmente David",
    "pl": "Formalnie sprawdzam Davida",
    "nl": "Ik onderzoek David",
}
EXECUTION = {
    "en": "I formally execute David",
    "es": "Ejecuto formalmente a David",
    "it": "Io giustizio formalmente David",
    "pl": "Formalnie skazuję Davida na śmierć",
    "nl": "Ik executeer David",
}
SPECIAL_ELECTION = {
    "en": "I call a special election",
    "es": "Convoco una elección especial",
    "it": "Indico un’elezione speciale",
    "pl": "Zarządzam specjalne wybory",
    "nl": "Ik roep een bijzondere verkiezing uit",
}
VETO = {
    "en": ("I wish to veto this agenda", "I agree to the veto"),
    "es": ("Me gustaría vetar estas propuestas", "Estoy de acuerdo con este veto"),
    "it": ("Voglio opporre un veto a questo ordine del giorno", "Acconsento al veto"),
    "pl": ("Zgłaszam weto", "Zgadzam się na weto"),
    "nl": ("Ik wil deze wetten vetoën", "Ik ga akkoord met het veto"),
}
TOGETHER = {"en": "together", "es": "juntas", "it": "insieme", "pl": "razem", "nl": "samen"}
GESTURES = {"en": "gestures", "es": "gestos", "it": "gesti", "pl": "gestem", "nl": "gebaren"}
SIGNS = {"en": "signs", "es": "señas", "it": "segni", "pl": "znaków", "nl": "gebaren"}
APP_STORE = {
    "en": "app store", "es": "tienda de aplicaciones", "it": "store di applicazioni",
    "pl": "sklepu z aplikacjami", "nl": "appwinkel",
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_power_and_the_veto_come_with_their_words(language: str) -> None:
    powers = section("powers", language)
    for formula in (INVESTIGATION, SPECIAL_ELECTION, EXECUTION):
        assert formula[language] in powers
    veto = section("veto", language)
    assert [words for words in VETO[language] if words not in veto] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_policies_are_handed_over_together_and_without_a_sign(language: str) -> None:
    """R-050, R-053."""
    session = section("session", language)
    assert TOGETHER[language] in session
    assert GESTURES[language] in session
    assert SIGNS[language] in section("talk", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_box_has_ten_of_each_card_and_of_the_envelopes(language: str) -> None:
    box = section("box", language)
    assert box.count("10 ") == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_credits_name_translators_and_what_the_licence_forbids(language: str) -> None:
    text = section("credits", language)
    assert "Leon Omelan" in text
    assert "Sebas van Heel" in text
    assert APP_STORE[language] in text
