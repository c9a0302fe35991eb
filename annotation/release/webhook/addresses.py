"""Which addresses a webhook may be sent to: none of the site's own network, unless an operator allows it.

A manager chooses the address and the server opens it; without these rules a manager could reach services that trust
the server. The name is resolved once, every address it has is checked, and the request goes to the address that was
checked: what the name means a moment later does not matter. Redirects are not followed.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

PORTS = {"http": 80, "https": 443}
# Addresses that carry one of IPv4, which may be private: NAT64, 6to4, Teredo.
CARRIERS = tuple(map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))
Address = IPv4Address | IPv6Address


class RefusedAddress(ValueError):
    """The address is none that a webhook may be sent to; the message is a sentence."""


class Target(NamedTuple):
    """A URL in parts; `path` with its query."""

    is_https: bool
    host: str
    port: int
    path: str


def target_of(url: str) -> Target:
    """Take a URL apart. Raises RefusedAddress: it is not http or https, has no host, or a user name in it."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise RefusedAddress(_("This is no web address.")) from None
    if parts.scheme not in PORTS or not parts.hostname:
        raise RefusedAddress(_("Write an address that begins with http:// or https://."))
    if parts.username is not None or parts.password is not None:
        raise RefusedAddress(_("The address must not have a user name or password: the signature says who sends."))
    if any(not 0x20 < ord(letter) < 0x7F for letter in url):
        raise RefusedAddress(_("The address has spaces or letters that must be encoded."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme == "https", parts.hostname, port or PORTS[parts.scheme], path)


def refuse_literal(target: Target) -> None:
    """Raise RefusedAddress for an address, or this machine by name, that is not allowed. Resolves nothing."""
    if target.host == "localhost" or target.host.endswith(".localhost"):
        _require_allowed(ip_address("127.0.0.1"))
        return
    try:
        address = ip_address(target.host)
    except ValueError:
        return
    _require_allowed(address)


def resolve(target: Target) -> str:
    """An allowed address of the host, as text. Raises RefusedAddress; OSError where the name cannot be resolved."""
    found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    addresses = [ip_address(str(place[4][0]).partition("%")[0]) for place in found]
    for address in addresses:
        _require_allowed(address)
    return str(addresses[0])


def _require_allowed(address: Address) -> None:
    plain = getattr(address, "ipv4_mapped", None) or address
    if any(plain in network for network in settings.ATTEST_WEBHOOK_NETWORKS if network.version == plain.version):
        return
    is_carrier = any(plain in network for network in CARRIERS if network.version == plain.version)
    if is_carrier or not plain.is_global or plain.is_multicast or plain.is_reserved:
        words = _("%(address)s is no public address. The administrator can allow it in ATTEST_WEBHOOK_NETWORKS.")
        raise RefusedAddress(words % {"address": plain})
