"""A passkey as a device would have made it, for pages that show one."""

import secrets
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)


def a_credential() -> dict[str, Any]:
    """Return what a browser sends for a new passkey."""
    name = secrets.token_bytes(16)
    key = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())  # type: ignore[no-untyped-call]
    made = AttestedCredentialData.create(Aaguid.NONE, name, key)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    data = AuthenticatorData.create(secrets.token_bytes(32), flags, 0, made)
    client = CollectedClientData.create(
        CollectedClientData.TYPE.CREATE, secrets.token_bytes(32), "https://example.org"
    )
    return {
        "id": websafe_encode(name),
        "rawId": websafe_encode(name),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(client),
            "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
        },
        "clientExtensionResults": {"credProps": {"rk": True}},
    }
