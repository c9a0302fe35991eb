"""What opening a page costs the server: milliseconds until a program on this machine has the whole fragment."""

from __future__ import annotations

import http.client
import time
from collections.abc import Mapping
from urllib.parse import quote

from benchmarks.assignment.site import Site
from benchmarks.workspace.browser import Workspace, shares

TIMES = 60


def open_pages(workspace: Workspace, site: Site) -> None:
    """Made pages again (their HTML is kept) and as a browser that has them; real ones for the first time."""
    cookies = {each["name"]: each["value"] for each in workspace.page.context.cookies()}
    slug, longest = workspace.made["slug"], workspace.made["longest"]
    connection = http.client.HTTPConnection("127.0.0.1", site.port)
    for title in ("Page of 500 KB", "Table of 10,000 cells", "Page of 2 MB"):
        path = f"/p/{slug}/read/?title={quote(title)}"
        for _ in range(8):
            _ask(connection, path, cookies)  # until every process has made it
        used = site.cpu_seconds()
        again = [_ask(connection, path, cookies) for _ in range(TIMES)]
        used = (site.cpu_seconds() - used) * 1000 / TIMES
        kept = [_ask(connection, path, cookies, {"If-None-Match": again[-1][2]}) for _ in range(TIMES)]
        print(f"{title}: {again[-1][1]:,} bytes compressed")
        times = shares([taken for taken, _, _ in again])
        print(f"  again              {times}; {used:.0f} ms of processor time each")
        print(f"  not modified       {shares([taken for taken, _, _ in kept])}")
    first = [_ask(connection, f"/p/{slug}/read/?title={quote(title)}", cookies)[0] for title in longest]
    print(f"the {len(longest)} longest real pages, each for the first time: {shares(first)}")
    connection.close()


def first_time(workspace: Workspace, site: Site, title: str) -> None:
    """A page whose HTML nobody has asked for, as an address with another section is: as often as wanted.

    Beside the clock, the processor time of the whole server a page: on a shared machine it is the truer one.
    """
    cookies = {each["name"]: each["value"] for each in workspace.page.context.cookies()}
    connection = http.client.HTTPConnection("127.0.0.1", site.port)
    slug = workspace.made["slug"]
    asked = [f"/p/{slug}/read/?title={quote(f'{title}#{number}')}" for number in range(TIMES)]
    for path in asked[:8]:
        _ask(connection, path, cookies)  # until every process has read the page once
    used = site.cpu_seconds()
    taken = [_ask(connection, path, cookies)[0] for path in asked[8:]]
    used = (site.cpu_seconds() - used) * 1000 / len(taken)
    print(f"{title}, HTML made anew every time: {shares(taken)}; {used:.0f} ms of processor time each")
    connection.close()


def _ask(
    connection: http.client.HTTPConnection, path: str, cookies: Mapping[str, str], more: Mapping[str, str] | None = None
) -> tuple[float, int, str]:
    """(milliseconds, bytes of the body, ETag)."""
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    started = time.perf_counter()
    connection.request("GET", path, headers={"Cookie": cookie, "Accept-Encoding": "gzip", **(more or {})})
    answer = connection.getresponse()
    body = answer.read()
    taken = (time.perf_counter() - started) * 1000
    if answer.status not in (200, 304):
        raise RuntimeError(f"{path}: {answer.status}")
    return taken, len(body), answer.headers["ETag"]
