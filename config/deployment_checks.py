"""Findings of `manage.py doctor` about what surrounds the site: TLS, proxy, secrets, files, the demo.

Each check is a function of the `Deployment`; CHECKS lists them.
"""

from __future__ import annotations

import os
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
    proxies: int = 0
    import_dir: str = ""


def transport(site: Deployment) -> Finding:
    """Check that passwords are not sent in clear."""
    names = public_names(site.bind, site.hosts)
    if site.https:
        return Finding("transport", "TLS, by a proxy (HTTPS=1)")
    if not names:
        return Finding("transport", "plain HTTP, for this machine only")
    said = f"others reach the site as {', '.join(names)} over plain HTTP"
    if site.plain:
        return Finding("transport", f"{said} (ATTEST_PLAIN_HTTP=1)")
    return Finding("transport", said, "Put a proxy with TLS in front and set HTTPS=1 (docs/deploy.md).", "plain-http")


def proxy(site: Deployment) -> Finding:
    """Check that a proxy stands between the network and the web server."""
    if is_loopback(site.bind):
        return Finding("proxy", f"the web server listens on {site.bind} only")
    if site.https or site.proxies:
        told = "HTTPS=1" if site.https else f"ATTEST_PROXIES={site.proxies}"
        return Finding("proxy", f"the web server listens on {site.bind}, and {told} says that a proxy stands before it")
    return Finding(
        "proxy",
        f"the web server listens on {site.bind} without a proxy, which would limit requests by address",
        "Set ATTEST_BIND=127.0.0.1 and put nginx in front (docs/deploy.md).",
        "no-proxy",
    )


def hosts(site: Deployment) -> Finding:
    """Check that the site answers to its own names alone: links in mails and pages have the name that was asked for."""
    if "*" in site.hosts:
        remedy = "Name the site's own in ALLOWED_HOSTS."
        return Finding("host names", "the site answers to any name (ALLOWED_HOSTS=*)", remedy, "any-host")
    return Finding("host names", ", ".join(site.hosts) or "none")


def visitors(site: Deployment) -> Finding:
    """Check that no visitor is believed who writes X-Forwarded-For without a proxy in between."""
    if site.proxies and not site.https and not is_loopback(site.bind):
        return Finding(
            "visitors",
            f"ATTEST_PROXIES={site.proxies}, and whoever reaches {site.bind} without a proxy chooses their address",
            "Set ATTEST_PROXIES=0, or ATTEST_BIND=127.0.0.1 behind the proxy.",
            "proxies-believed",
        )
    return Finding("visitors", "their addresses are those that the proxy, or the connection, gives")


def passwords(site: Deployment) -> Finding:
    """Check that the passwords of database and broker cannot be guessed."""
    weak = [f"{name} {why}" for name, address in site.addresses.items() if (why := weak_password(address))]
    if weak:
        return Finding(
            "passwords",
            f"the password in {', '.join(weak)}",
            "bin/production-setup makes one; set it there too.",
            "weak-password",
        )
    return Finding("passwords", "none in DATABASE_URL and REDIS_URL can be guessed")


def files(site: Deployment) -> Finding:
    """Check that other users of the machine can read neither the data folder nor the database."""
    paths = private_paths(site.data_dir, site.database)
    opened = [path for path in paths if is_open(path) and path.name != "secret_key"]  # which has a check of its own
    if opened:
        names = " ".join(map(str, opened))
        return Finding("files", f"others may read {names}", f"chmod go= {names}", "files-readable")
    return Finding("files", "the data folder is its user's alone")


def mask(_site: Deployment) -> Finding:
    """Check the permissions of files to come."""
    found = current_umask()
    if found & UMASK != UMASK:
        said = f"{found:04o}: others may read new files"
        return Finding("umask", said, "Start Attest with umask 077.", "umask")
    return Finding("umask", f"{found:04o}")


def demo(site: Deployment) -> Finding:
    """Check that no demo account can log in where others reach the site."""
    if site.demo_accounts and (site.https or public_names(site.bind, site.hosts)):
        return Finding(
            "demo accounts",
            f"{site.demo_accounts} can log in, with passwords that were printed when they were made",
            "Give each another password, or close it: People of the demo project. ATTEST_DEMO=0 makes no more.",
            "demo-accounts",
        )
    return Finding("demo accounts", f"{site.demo_accounts or 'none'}")


def import_folder(site: Deployment) -> Finding:
    """Check that the folder that managers may import from is there."""
    if site.import_dir and not (Path(site.import_dir).is_dir() and os.access(site.import_dir, os.R_OK | os.X_OK)):
        said = f"{site.import_dir} is no folder that this user can read"
        return Finding("imports", said, "Make it, or correct ATTEST_IMPORT_DIR, or unset it.", "import-folder")
    return Finding("imports", f"managers may import from {site.import_dir or 'no folder (ATTEST_IMPORT_DIR)'}")


CHECKS: tuple[Callable[[Deployment], Finding], ...] = (
    transport,
    proxy,
    hosts,
    visitors,
    passwords,
    files,
    mask,
    demo,
    import_folder,
)


def examine_deployment(site: Deployment) -> Iterator[Finding]:
    """The finding of each check."""
    yield from (check(site) for check in CHECKS)
