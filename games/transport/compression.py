"""Compressed frames (permessage-deflate) whose length does not reveal secrets.

Public text is compressed as usual. A message with secrets is compressed after the same public
text, then padded to a length that depends on the text's length, in large steps. The compressor
goes on as if it had sent so many zero bytes, which no page contains, so no later frame refers back
to the secrets.
"""

import zlib
from collections.abc import Iterable
from typing import Any

from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept

# A window of 32 KB holds the last rounds of a table's frames, which the next ones repeat: half of it would
# make messages a fifth longer, and save 64 KB a socket. It takes little more than half of zlib's default memory.
WINDOW_BITS = 15
MEMORY_LEVEL = 5
# Bytes on the wire for so much text with secrets: about as much as needed, whatever it says.
PLAIN_STEP = 640
STEP = 128
# Two empty pieces of deflate: a stored block, and one after a block of fixed codes. With five and
# six bytes, every length from twenty up can be made.
EMPTY_OF_FIVE = b"\x00\x00\x00\xff\xff"
EMPTY_OF_SIX = b"\x02\x00\x00\x00\xff\xff"
SMALLEST_PADDING = 20
# A message ends with an empty stored block; the receiver adds its last bytes itself.
TAIL = b"\x00\x00\xff\xff"


def accept(offers: Iterable[Any]) -> PerMessageDeflateOfferAccept | None:
    """Return the answer to a browser's offer."""
    for offer in offers:
        if isinstance(offer, PerMessageDeflateOffer):
            return PerMessageDeflateOfferAccept(  # type: ignore[no-untyped-call]
                offer, window_bits=WINDOW_BITS, mem_level=MEMORY_LEVEL
            )
    return None


def secret_message(compressor: Any, text: bytes) -> bytes:
    """Return the compressed, padded message; `compressor` is left as if it had sent zero bytes instead."""
    plain = text + b" " * (-len(text) % PLAIN_STEP)
    aside = compressor.copy()
    compressed = aside.compress(plain) + aside.flush(zlib.Z_SYNC_FLUSH)
    compressor.compress(bytes(len(plain)))
    compressor.flush(zlib.Z_SYNC_FLUSH)
    length = len(compressed) - len(TAIL)
    steps = len(plain) // PLAIN_STEP
    # A whole table, by far the longest, has little before it to repeat.
    goal = (1 + steps + steps // 4) * STEP
    message: bytes = compressed + _padding(goal - length if length < goal else -length % STEP)
    return message.removesuffix(TAIL)


def _padding(missing: int) -> bytes:
    while missing < SMALLEST_PADDING:
        missing += STEP
    sixes = missing % 5
    return EMPTY_OF_SIX * sixes + EMPTY_OF_FIVE * ((missing - 6 * sixes) // 5)
