"""Pseudonyms of addresses: moderators see whether two guests came from one address, and never the address.

A pseudonym follows from the address and SECRET_KEY, so whoever has the key could try all addresses; staff have not. With
a new key every address has another one: those kept before fit no newcomer, and are forgotten in their time.
"""

from ipaddress import ip_network

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.network import network_of

PSEUDONYM_LENGTH = 9
_SALT = "accounts.pseudonyms"
# Neither vowels, which make words, nor signs that look alike.
_LETTERS = "23456789bcdfghjkmnpqrstvwxyz"
_HALF = 4


def pseudonym_of(request: HttpRequest) -> str:
    """Return a word such as "k7qf-3mzd" for the address of a request.

    Empty for one that is not known, or not public: behind a proxy that is not counted everybody would have the same.
    """
    network = network_of(request)
    if not network or not ip_network(network, strict=False).is_global:
        return ""
    number = int.from_bytes(salted_hmac(_SALT, network, algorithm="sha256").digest(), "big")
    letters = ""
    for _each in range(2 * _HALF):
        number, place = divmod(number, len(_LETTERS))
        letters += _LETTERS[place]
    return f"{letters[:_HALF]}-{letters[_HALF:]}"
