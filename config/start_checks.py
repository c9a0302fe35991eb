"""What a server refuses to start with: a secret that can be guessed, and plain HTTP where others can listen."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

SHORTEST_KEY = 50  # letters of SECRET_KEY, as Django makes them
FEWEST_LETTERS = 10  # different ones in it
SHORTEST_PASSWORD = 16  # of a database or broker that is asked for one over the network
DEFAULTS = re.compile(
    r"django-insecure|change.?me|changeit|example|placeholder|your.?secret|insert.?here", re.IGNORECASE
)


def refuse_weak_key(key: str) -> None:
    """Raise ImproperlyConfigured for a SECRET_KEY that is short, monotonous or somebody's example."""
    if len(key) >= SHORTEST_KEY and len(set(key)) >= FEWEST_LETTERS and not DEFAULTS.search(key):
        return
    why = f"has {len(key)} letters" if len(key) < SHORTEST_KEY else "is a default or can be guessed"
    raise ImproperlyConfigured(
        f"SECRET_KEY {why}: whoever guesses it can log in as anybody. Unset it, and Attest makes one; "
        "or run bin/production-setup; or: "
        "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
    )


def weak_password(address: str) -> str:
    """Why the password in the address of a server can be guessed; "" if it cannot, or if it is asked for none."""
    parts = urlsplit(address)
    if parts.password is None:
        return ""
    password = unquote(parts.password)
    if len(password) < SHORTEST_PASSWORD:
        return f"has {len(password)} letters"
    if DEFAULTS.search(password) or len(set(password)) < FEWEST_LETTERS:
        return "is a default or can be guessed"
    return ""


def refuse_weak_passwords(addresses: dict[str, str], *, is_public: bool) -> None:
    """Raise ImproperlyConfigured if others reach the site and DATABASE_URL or REDIS_URL has a weak password."""
    for name, address in addresses.items():
        why = weak_password(address) if is_public else ""
        if why:
            raise ImproperlyConfigured(
                f"The password in {name} {why}. bin/production-setup makes one of 43 letters; "
                f"at least {SHORTEST_PASSWORD} are asked for where others reach the site."
            )


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the host name or address."""
    host = host.strip("[]").lower()
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def public_names(bind: str, hosts: Iterable[str]) -> list[str]:
    """By what others reach the site: the address that it listens on and its host names, without this machine's own."""
    return [name for name in (bind, *hosts) if not is_loopback(name)]


def refuse_plain_http(bind: str, hosts: Iterable[str], *, https: bool, plain: bool) -> None:
    """Raise ImproperlyConfigured if others reach the site and nothing says that a proxy speaks TLS.

    `plain`: ATTEST_PLAIN_HTTP, which allows it.
    """
    names = public_names(bind, hosts)
    if names and not https and not plain:
        raise ImproperlyConfigured(
            f"The site would answer as {', '.join(names)} over plain HTTP: passwords could be read on the way. Put a "
            "proxy with TLS in front and set HTTPS=1 (docs/deploy.md), or set ATTEST_PLAIN_HTTP=1 if nobody can listen."
        )


def refuse_provider(issuer: str, client_id: str) -> None:
    """Raise ImproperlyConfigured for an OpenID Connect provider that half is said of, or that others can pretend to be.

    Plain http is for a provider on this machine, to try it out.
    """
    if not issuer and not client_id:
        return
    parts = urlsplit(issuer)
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or ""))
    if not issuer or not client_id or not is_safe or not parts.hostname or parts.query or parts.fragment:
        raise ImproperlyConfigured(
            "ATTEST_OIDC_ISSUER is an https address, as the provider writes it, and ATTEST_OIDC_CLIENT_ID what it "
            "knows this site as: set both, or neither."
        )
