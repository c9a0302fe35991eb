"""Sign the body of a delivery. Pure; docs/api.md tells receivers how to check it."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_secret() -> str:
    """A secret of 256 random bits."""
    return secrets.token_urlsafe(32)


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """HMAC-SHA256 over the time (seconds since 1970, decimal), a full stop and the body: "sha256=<hex>".

    The time is signed so that a receiver can refuse what somebody recorded and sends again later.
    """
    signed = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256)
    return f"sha256={signed.hexdigest()}"
