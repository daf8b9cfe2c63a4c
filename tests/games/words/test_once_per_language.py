"""A cached text is never shown to a reader of another language."""

from django.utils.translation import get_language, override

from games.words.once_per_language import once_per_language

LANGUAGES = ("nl", "en", "pl", "nl", "en")


def test_function_is_called_once_for_each_language_and_arguments() -> None:
    calls = []

    @once_per_language(16)
    def said(number: int) -> str:
        calls.append(number)
        return f"{number} in {get_language()}"

    for language in LANGUAGES:
        with override(language):
            assert said(1) == f"1 in {language}"
    assert len(calls) == len(set(LANGUAGES))
    with override("nl"):
        assert said(2) == "2 in nl"
        assert said(1) == "1 in nl"
    assert len(calls) == len(set(LANGUAGES)) + 1


def test_oldest_answers_are_forgotten() -> None:
    calls = []

    @once_per_language(2)
    def said(number: int) -> int:
        calls.append(number)
        return number

    with override("en"):
        for number in (1, 2, 3, 1):
            assert said(number) == number
    assert calls == [1, 2, 3, 1]
