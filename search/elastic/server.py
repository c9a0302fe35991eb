"""Address and credentials of Elasticsearch. Imports no client: system checks need none."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

EXAMPLE = "https://attest:password@search.example.org:9200"
_PREFIX = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_FINGERPRINT = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Layout:
    """Into how many shards an index is cut, and how many copies of each are kept; None: one if there is a second node.

    A clone keeps the shards of its index: another number needs a new build.
    """

    shards: int = 1
    replicas: int | None = None

    def copies(self, prefix: str = "") -> dict[str, int | str]:
        """The settings of the copies, each with this prefix."""
        if self.replicas is None:
            return {f"{prefix}auto_expand_replicas": "0-1"}
        return {f"{prefix}number_of_replicas": self.replicas, f"{prefix}auto_expand_replicas": "false"}


@dataclass(frozen=True, slots=True)
class Server:
    """Server address and credentials. `url` never contains a password; secrets are left out of the repr."""

    url: str
    prefix: str = "attest"
    user: str = ""
    password: str = field(default="", repr=False)
    api_key: str = field(default="", repr=False)
    ca_file: str = ""
    fingerprint: str = ""
    layout: Layout = Layout()


def server_from_settings() -> Server:
    """Read the server from the settings. Raises ImproperlyConfigured with the variable and a remedy."""
    server = read_server(
        settings.ELASTICSEARCH_URL,
        prefix=settings.ELASTICSEARCH_INDEX_PREFIX,
        api_key=settings.ELASTICSEARCH_API_KEY,
        ca_file=settings.ELASTICSEARCH_CA_FILE,
        fingerprint=settings.ELASTICSEARCH_FINGERPRINT,
    )
    server = replace(server, layout=Layout(settings.ELASTICSEARCH_SHARDS, settings.ELASTICSEARCH_REPLICAS))
    if server.ca_file and not Path(server.ca_file).is_file():
        raise ImproperlyConfigured(f"ELASTICSEARCH_CA_FILE={server.ca_file} is no file.")
    return server


def read_server(url: str, *, prefix: str, api_key: str = "", ca_file: str = "", fingerprint: str = "") -> Server:
    """Validate plain values. Messages never repeat the address, which may contain a password."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ImproperlyConfigured(f"ELASTICSEARCH_URL is no address. Write it like {EXAMPLE}.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or not port or parts.query or parts.fragment:
        raise ImproperlyConfigured(f"ELASTICSEARCH_URL needs http or https, a host and a port: {EXAMPLE}.")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if user and api_key:
        raise ImproperlyConfigured("Set either a name in ELASTICSEARCH_URL or ELASTICSEARCH_API_KEY, not both.")
    if bool(user) != bool(password):
        raise ImproperlyConfigured("ELASTICSEARCH_URL needs both a name and a password, or neither.")
    plain = fingerprint.replace(":", "").lower()
    if plain and not _FINGERPRINT.fullmatch(plain):
        raise ImproperlyConfigured("ELASTICSEARCH_FINGERPRINT is the certificate's SHA-256: 64 hexadecimal digits.")
    if (plain or ca_file) and parts.scheme == "http":
        raise ImproperlyConfigured("ELASTICSEARCH_CA_FILE and ELASTICSEARCH_FINGERPRINT need an address with https.")
    if plain and ca_file:
        raise ImproperlyConfigured("Set ELASTICSEARCH_CA_FILE or ELASTICSEARCH_FINGERPRINT, not both.")
    if not _PREFIX.fullmatch(prefix):
        raise ImproperlyConfigured(
            "ELASTICSEARCH_INDEX_PREFIX begins with a small letter or a figure and goes on with those, - or _, "
            "at most 60 in all."
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    clean = f"{parts.scheme}://{host}:{port}{parts.path.rstrip('/')}"
    return Server(clean, prefix, user, password, api_key, ca_file, plain)
