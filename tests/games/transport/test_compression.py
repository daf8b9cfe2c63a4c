"""Compressed frames: a browser can read them, and their lengths reveal no secrets."""

import asyncio
import re
import zlib
from random import Random

from games.live.room import Room
from games.transport.compression import MEMORY_LEVEL, STEP, TAIL, WINDOW_BITS, secret_message
from tests.games.test_noninterference import Screen, Steps, flat, steps_of, table_of

MOST_BYTES = 300
"""For each client and action over some games, one ballot in five cast anew."""
# Alternatives to a secret.
OTHERS = {
    "Liberal": "Fascist", "Fascist": "Liberal", "liberal": "fascist", "fascist": "liberal",
    ">L<": ">F<", ">F<": ">L<", '"L"': '"F"', '"F"': '"L"', 'pressed="true': 'pressed="false', 'pressed="false': 'pressed="true',
}  # fmt: skip


class Wire(Screen):
    """A player's connection, compressed as the server does; records what an eavesdropper sees."""

    def __init__(self, seat: int | None) -> None:
        super().__init__(seat)
        self.compressor = zlib.compressobj(wbits=-WINDOW_BITS, memLevel=MEMORY_LEVEL)
        self.browser = zlib.decompressobj(wbits=-15)
        self.lengths: list[int] = []
        self.parts: list[tuple[str, str]] = []

    async def send_html(self, html: str, secret: str = "") -> None:
        self.parts.append((html, secret))
        if secret:
            message = secret_message(self.compressor, secret.encode())
            assert self._read(message).rstrip(" ") == secret
        if html:
            message = self.compressor.compress(html.encode())
            message += self.compressor.flush(zlib.Z_SYNC_FLUSH)
            assert self._read(message.removesuffix(TAIL)) == html

    def _read(self, message: bytes) -> str:
        self.lengths.append(len(message))
        return self.browser.decompress(message + TAIL).decode()


async def watch(steps: Steps, seat: int) -> Wire:
    """Send a player everything in a game."""
    room = Room(1)
    log = list(steps[0])
    await room.update(table_of(log))
    wire = Wire(seat)
    await room.seat(wire)
    wire.lengths.clear()
    for step in steps[1:]:
        log += step
        await room.update(table_of(log))
    return wire


async def send_again(wire: Wire, *, other: bool) -> list[int]:
    """Return the lengths of the same frames with every secret replaced by another."""
    again = Wire(None)
    for html, secret in wire.parts:
        told = re.sub("|".join(OTHERS), lambda found: OTHERS[found[0]], secret)
        # Before a vote, neither ballot is pressed.
        is_other = other and secret.count('pressed="true') == secret.count('pressed="false')
        await again.send_html(html, told if is_other else secret)
    return again.lengths


def test_the_length_of_frames_tells_nothing_of_what_only_a_player_knows() -> None:
    sizes: list[float] = []
    for seed in (1, 2, 8):
        steps = steps_of(seed)
        for seat in range(len(table_of(flat(steps)).occupants)):
            wire = asyncio.run(watch(steps, seat))
            secrets = [secret for _html, secret in wire.parts if secret]
            assert len(secrets) > 10
            assert any(word in secret for word in OTHERS for secret in secrets)
            as_it_was = asyncio.run(send_again(wire, other=False))
            assert as_it_was == asyncio.run(send_again(wire, other=True))
            sizes.append(sum(wire.lengths) / len(steps))
    assert 50 < sum(sizes) / len(sizes) < MOST_BYTES


def test_a_secret_takes_whole_steps_whatever_it_is() -> None:
    for size in range(0, 3000, 13):
        compressor = zlib.compressobj(wbits=-WINDOW_BITS, memLevel=MEMORY_LEVEL)
        text = Random(size).randbytes(size).hex().encode()
        message = secret_message(compressor, text)
        assert len(message) % STEP == 0
        assert zlib.decompressobj(wbits=-15).decompress(message + TAIL).rstrip(b" ") == text
