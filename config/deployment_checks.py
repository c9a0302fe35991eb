"""Findings of `manage.py doctor` about what surrounds the site: TLS, proxy, secrets, files, the demo.

Each check is a function of the `Deployment`; CHECKS lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from config.doctor import Finding
from config.private_files import UMASK, current_umask, is_open, private_paths
from config.start_checks import is_loopback, public_names, weak_password


@dataclass(frozen=True)
class Deployment:
    """What the checks look at, as the environment and the database say it."""

    bind: str
    hosts: list[str]
    https: bool
    plain: bool
    data_dir: Path
    database: Path | None  # the SQLite file
    addresses: dict[str, str] = field(default_factory=dict)  # variable -> address of a server, with its password
    demo_accounts: int = 0  # with a password, and active


def transport(site: Deployment) -> Finding:
    """Check that passwords are not sent in clear."""
    names = public_names(site.bind, site.hosts)
    if site.https:
        return Finding("transport", "TLS, by a proxy (HTTPS=1)")
    if not names:
        return Finding("transport", "plain HTTP, for this machine only")
    said = f"others reach the site as {', '.join(names)} over plain HTTP"
    remedy = "" if site.plain else "Put a proxy with TLS in front and set HTTPS=1 (docs/deploy.md)."
    return Finding("transport", f"{said}{' (ATTEST_PLAIN_HTTP=1)' if site.plain else ''}", remedy)


def proxy(site: Deployment) -> Finding:
    """Check that a proxy stands between the network and the web server."""
    if is_loopback(site.bind):
        return Finding("proxy", f"the web server listens on {site.bind} only")
    if site.https:
        return Finding(
            "proxy", f"the web server listens on {site.bind}, and HTTPS=1 says that a proxy stands before it"
        )
    return Finding(
        "proxy",
        f"the web server listens on {site.bind} without a proxy, which would limit requests by address",
        "Set ATTEST_BIND=127.0.0.1 and put nginx in front (docs/deploy.md).",
    )


def passwords(site: Deployment) -> Finding:
    """Check that the passwords of database and broker cannot be guessed."""
    weak = [f"{name} {why}" for name, address in site.addresses.items() if (why := weak_password(address))]
    if weak:
        return Finding(
            "passwords", f"the password in {', '.join(weak)}", "bin/production-setup makes one; set it there too."
        )
    return Finding("passwords", "none in DATABASE_URL and REDIS_URL can be guessed")


def files(site: Deployment) -> Finding:
    """Check that other users of the machine can read neither the data folder nor the database."""
    opened = [path for path in private_paths(site.data_dir, site.database) if is_open(path)]
    if opened:
        names = " ".join(map(str, opened))
        return Finding("files", f"others may read {names}", f"chmod go= {names}")
    return Finding("files", "the data folder is its user's alone")


def mask(_site: Deployment) -> Finding:
    """Check the permissions of files to come."""
    found = current_umask()
    if found & UMASK != UMASK:
        return Finding("umask", f"{found:04o}: others may read new files", "Start Attest with umask 077.")
    return Finding("umask", f"{found:04o}")


def demo(site: Deployment) -> Finding:
    """Check that no demo account can log in where others reach the site."""
    if site.demo_accounts and (site.https or public_names(site.bind, site.hosts)):
        return Finding(
            "demo accounts",
            f"{site.demo_accounts} can log in, with passwords that were printed when they were made",
            "Give each another password, or close it: People of the demo project. ATTEST_DEMO=0 makes no more.",
        )
    return Finding("demo accounts", f"{site.demo_accounts or 'none'}")


CHECKS: tuple[Callable[[Deployment], Finding], ...] = (transport, proxy, passwords, files, mask, demo)


def examine_deployment(site: Deployment) -> Iterator[Finding]:
    """The finding of each check."""
    yield from (check(site) for check in CHECKS)
