"""Codes in addresses: a lobby's six letters, a game's long code."""

from django.utils.crypto import get_random_string

# Without I and O, which look like 1 and 0.
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
SMALL_LETTERS_AND_DIGITS = "abcdefghjkmnpqrstuvwxyz23456789"
LOBBY_CODE_LENGTH = 6
GAME_CODE_LENGTH = 12


def lobby_code() -> str:
    """Return six capital letters, short enough to say."""
    return get_random_string(LOBBY_CODE_LENGTH, LETTERS)


def game_code() -> str:
    """Return an unguessable code: a game by link only is open to people with the address."""
    return get_random_string(GAME_CODE_LENGTH, SMALL_LETTERS_AND_DIGITS)
