"""Compressed frames (permessage-deflate) whose length tells nothing of what only one viewer may know.

What is public is compressed as usual. A message with secrets is compressed after the same public past,
but then padded to a length that follows from that of the text, in large steps; and the compressor goes
on as if it had been so many zero bytes, which no page contains, so that no later frame repeats anything
of it.
"""

import zlib
from collections.abc import Iterable
from typing import Any

from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept

# A window of 16 KB holds what a table was sent in its last round or two, which is what the next one repeats:
# half of it would make messages a third longer. Less than a third of the memory zlib takes by itself.
WINDOW_BITS = 14
MEMORY_LEVEL = 5
# So much text with secrets becomes so many bytes on the wire: about as much as needed, whatever it says.
PLAIN_STEP = 640
STEP = 128
# Two ways to say nothing in deflate: an empty stored block, and one after an empty block of fixed codes.
# Of five and six bytes any number from twenty on can be made.
EMPTY_OF_FIVE = b"\x00\x00\x00\xff\xff"
EMPTY_OF_SIX = b"\x02\x00\x00\x00\xff\xff"
SMALLEST_PADDING = 20
# A message ends with an empty stored block, of which its receiver knows the last bytes.
TAIL = b"\x00\x00\xff\xff"


def accept(offers: Iterable[Any]) -> PerMessageDeflateOfferAccept | None:
    """The answer to what a browser offers."""
    for offer in offers:
        if isinstance(offer, PerMessageDeflateOffer):
            return PerMessageDeflateOfferAccept(  # type: ignore[no-untyped-call]
                offer, window_bits=WINDOW_BITS, mem_level=MEMORY_LEVEL
            )
    return None


def secret_message(compressor: Any, text: bytes) -> bytes:
    """The compressed, padded message; `compressor` is left as if it had sent zero bytes instead."""
    plain = text + b" " * (-len(text) % PLAIN_STEP)
    aside = compressor.copy()
    compressed = aside.compress(plain) + aside.flush(zlib.Z_SYNC_FLUSH)
    compressor.compress(bytes(len(plain)))
    compressor.flush(zlib.Z_SYNC_FLUSH)
    length = len(compressed) - len(TAIL)
    steps = len(plain) // PLAIN_STEP
    # A whole table, much the longest, has little before it to repeat.
    goal = (1 + steps + steps // 4) * STEP
    message: bytes = compressed + _padding(goal - length if length < goal else -length % STEP)
    return message.removesuffix(TAIL)


def _padding(missing: int) -> bytes:
    while missing < SMALLEST_PADDING:
        missing += STEP
    sixes = missing % 5
    return EMPTY_OF_SIX * sixes + EMPTY_OF_FIVE * ((missing - 6 * sixes) // 5)
