"""Where a request comes from, through a stated number of proxies."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings

UNKNOWN = "unknown"  # a Unix socket has no address


def client_address(meta: Mapping[str, Any]) -> str:
    """The address of the client, from the WSGI environment.

    Each of the `ATTEST_PROXIES` proxies appends to X-Forwarded-For whom it was asked by, so the client is that many
    entries from the right; what stands left of it was sent by the client and is worth nothing. With fewer entries the
    request did not come through all of them: then it is whoever is connected.
    """
    entries = [one.strip() for one in str(meta.get("HTTP_X_FORWARDED_FOR", "")).split(",")]
    proxies = settings.ATTEST_PROXIES
    said = entries[-proxies] if 0 < proxies <= len(entries) else ""
    found = _parsed(said) or _parsed(str(meta.get("REMOTE_ADDR", "")))
    return str(found) if found else UNKNOWN


def network_of(address: str) -> str:
    """What is counted as one place: an IPv4 address, or the /64 that one IPv6 connection has."""
    found = _parsed(address)
    if found is None or found.version == 4:
        return address
    return str(ip_network((found, 64), strict=False))


def shortened(address: str) -> str:
    """The address without its last part, as it is shown and stored: 192.0.2.x, 2001:db8:1::x."""
    found = _parsed(address)
    if found is None:
        return ""
    if found.version == 4:
        return str(found).rsplit(".", 1)[0] + ".x"
    return f"{ip_network((found, 48), strict=False).network_address}x"


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """An address with or without brackets and a port; IPv4 written as IPv6 is IPv4."""
    plain = text[1:].split("]")[0] if text.startswith("[") else text
    if plain.count(":") == 1:
        plain = plain.split(":")[0]
    try:
        found = ip_address(plain)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found
