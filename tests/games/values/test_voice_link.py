"""Links to voice rooms: https on a public host that has a name, and nothing hidden in them."""

import pytest

from games.values.voice_link import VOICE_LINK_MAX_LENGTH, clean_voice_link


@pytest.mark.parametrize(
    "typed",
    [
        "https://discord.gg/abc123",
        "https://meet.example.org/room?pw=1#here",
        "https://voice.example.org:443/x",
        "https://xn--bcher-kva.example.com/",
    ],
)
def test_https_on_a_public_host_is_kept_as_typed(typed: str) -> None:
    assert clean_voice_link(f"  {typed}\n") == typed


def test_nothing_typed_is_no_link() -> None:
    assert clean_voice_link("  ") == ""


@pytest.mark.parametrize(
    "typed",
    [
        "javascript:alert(1)",
        "JaVaScRiPt://example.org/%0aalert(1)",
        "data:text/html,x",
        "http://example.org/",
        "//example.org/",
        "example.org/room",
        "https:/example.org",
        "https:///example.org",
        "https://me:secret@example.org/",
        "https://good.example.org@evil.example.com/",
        "https://@example.org/",
        "https://example.org:8443/",
        "https://example.org:99999/",
        "https://localhost/",
        "https://intranet/",
        "https://printer.local/",
        "https://router.lan/",
        "https://db.internal/",
        "https://x.onion/",
        "https://127.0.0.1/",
        "https://10.0.0.7/",
        "https://8.8.8.8/",
        "https://2130706433/",
        "https://0x7f.0.0.0x1/",
        "https://[::1]/",
        "https://[2001:db8::1]/",
        "https://example.org./",
        "https://-x.example.org/",
        "https://exa_mple.org/",
        "https://example.org\\@evil.example.com/",
        "https://exämple.org/",
        "https://example.org/\u202e",
        "https://example.org/a b",
        "https://example.org/a\nb",
        "https://example.org/" + "x" * VOICE_LINK_MAX_LENGTH,
    ],
)
def test_all_else_is_refused(typed: str) -> None:
    assert clean_voice_link(typed) is None
