"""A cookie of browsers in which somebody has logged in before, so that strangers' guesses do not keep them out.

As OWASP describes under "Slow Down Online Guessing Attacks with Device Cookies". It holds a random number and keyed
hashes of the names that logged in there, signed; it lets nobody in.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.core import signing
from django.utils.crypto import salted_hmac

COOKIE = "attest_device"
MAX_AGE = 365 * 24 * 3600  # seconds
MOST_NAMES = 5
_SALT = "annotation.accounts.known_devices"


@dataclass(frozen=True, slots=True)
class Device:
    """`names`: hashes of those who logged in, the latest first."""

    number: str
    names: tuple[str, ...] = ()

    def knows(self, username: str) -> bool:
        """Whether this person has logged in with it."""
        return _hash(username) in self.names


def device_of(cookie: str | None) -> Device:
    """The device of a cookie; a new one where there is none, or it is not ours."""
    try:
        said = signing.loads(cookie or "", salt=_SALT, max_age=MAX_AGE)
        return Device(str(said["number"]), tuple(str(one) for one in said["names"]))
    except (signing.BadSignature, KeyError, TypeError):
        return Device(secrets.token_urlsafe(16))


def cookie_with(device: Device, username: str) -> str:
    """The cookie of the device once this person has logged in with it."""
    mine = _hash(username)
    names = [mine, *(one for one in device.names if one != mine)][:MOST_NAMES]
    return signing.dumps({"number": device.number, "names": names}, salt=_SALT)


def _hash(username: str) -> str:
    return salted_hmac(_SALT, username.casefold(), algorithm="sha256").hexdigest()[:24]
