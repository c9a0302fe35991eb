"""python -m benchmarks.large.pages SLUG [--as USERNAME] [--refresh]: every page of a project in $ATTEST_DATA_DIR.

Each page is answered twice by a process of its own, forked from one that has imported everything: processor seconds
and queries of the first and of the second answer. Found are the pages of `frontend.navigation`, with choices of each
of their filters and words to search for, and what they link to: one address for each name and set of parameters.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

if TYPE_CHECKING:
    from annotation.models import User
    from annotation.projects.models import Project

SLOW, WORD, OPTIONS = 1.0, "league", 2
LEFT_OUT = ("file", "format", "next", "snapshot", "month")  # parameters of downloads, and links without end


def main() -> None:
    """Print a line a page, the slowest first."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large.pages")
    parser.add_argument("slug")
    parser.add_argument("--as", dest="username", default="benchmark", help="made a manager where there is nobody")
    parser.add_argument("--refresh", action="store_true", help="compute the stored results first")
    parser.add_argument("--only", default="", help="of pages whose name begins like this")
    parser.add_argument("--json", help="a file for what was found, one object a line")
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from annotation.models import Membership, Project, User
    from annotation.projects.models import Role
    from annotation.results.job import refresh_now

    project = Project.objects.get(slug=options.slug)
    user, _made = User.objects.get_or_create(username=options.username)
    Membership.objects.get_or_create(project=project, user=user, role=Role.MANAGER)
    if options.refresh:
        refresh_now(project)
    show_a_worker()
    found = []
    for one in _crawl(project, user, options.only):
        found.append(one)
        print(_line(one), flush=True)
    print("\nslowest first answers\n" + "\n".join(map(_line, sorted(found, key=_first)[:40])))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(one)}\n" for one in found)


def _first(one: dict[str, Any]) -> float:
    return -max(map(float, one["seconds"]))


def _line(one: dict[str, Any]) -> str:
    seconds, queries = ("{:6.2f} {:6.2f}".format(*one["seconds"]), "{:5} {:5}".format(*one["queries"]))
    slow = "SLOW" if max(one["seconds"]) > SLOW else "    "
    return f"{seconds} {queries} {one['status']} {slow} {one['path']}"


def show_a_worker() -> None:
    """Write a sign of life of a worker, so that pages show stored results."""
    from django.utils import timezone

    from jobs.models import JobWorker

    JobWorker.objects.update_or_create(name="benchmark", defaults={"seen_at": timezone.now() + timedelta(hours=9)})


def _crawl(project: Project, user: User, only: str) -> Iterator[dict[str, Any]]:
    """Every page once, with what it links to."""
    from django.conf import settings
    from django.db import connections
    from django.test import Client
    from django.urls import reverse

    from annotation.work.registry import workflows_of
    from frontend.navigation import PLACES

    settings.ALLOWED_HOSTS = ["*"]
    client = Client(SERVER_NAME="localhost")
    client.force_login(user)
    client.get(reverse("preferences"))  # imports the views, and compiles what every page includes
    waiting: list[str] = []
    for place in PLACES:
        for page in place.pages:
            if page.is_for(project, is_manager=True) and page.name.startswith(only):
                kinds = [{"kind": kind} for kind in workflows_of(project)] if page.by_kind else [{}]
                waiting += [reverse(page.name, kwargs={"slug": project.slug, **kind}) for kind in kinds]
    seen = {_kind_of(path) for path in waiting}
    while waiting:
        path = waiting.pop(0)
        connections.close_all()
        found = answered_twice(client, path)
        for link in found.pop("links"):
            kind = _kind_of(link)
            if kind is not None and kind not in seen and kind[0].startswith(only):
                seen.add(kind)
                waiting.append(link)
        yield found


def _kind_of(path: str) -> tuple[Any, ...] | None:
    """What makes an address another page to measure: its name and its parameters; None for what is left out."""
    from django.urls import Resolver404, resolve

    from frontend.navigation import place_of

    parts = urlsplit(path)
    try:
        name = resolve(parts.path).url_name or ""
    except Resolver404:
        return None
    asked = parse_qsl(parts.query)
    if name not in place_of() or any(key in LEFT_OUT for key, _value in asked) or "download" in name:
        return None
    own = {key: value if len(value) < 25 and not value.isdigit() else "" for key, value in asked}
    kind = resolve(parts.path).kwargs.get("kind", "")
    return name, kind, tuple(sorted(own.items())) if len(own) < 2 else tuple(sorted(own))


def answered_twice(client: Any, path: str) -> dict[str, Any]:
    """Seconds, queries and links of a page, measured in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            found = json.dumps(_measured(client, path)).encode()
            with os.fdopen(writing, "wb") as out:
                out.write(found)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as coming:
        text = coming.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else {"path": path, "seconds": [0, 0], "queries": [0, 0], "status": 0, "links": []}


def _measured(client: Any, path: str) -> dict[str, Any]:
    from django.db import connection

    seconds: list[float] = []
    queries: list[int] = []
    slowest: tuple[float, str] = (0.0, "")
    answer: Any = None
    for _turn in range(2):
        asked: list[tuple[float, str]] = []

        def noted(execute: Any, sql: str, *rest: Any, told: list[tuple[float, str]] = asked) -> Any:
            begin = time.process_time()
            try:
                return execute(sql, *rest)
            finally:
                told.append((time.process_time() - begin, sql))

        before = time.process_time()
        with connection.execute_wrapper(noted):
            answer = client.get(path)
            if answer.streaming:
                answer.getvalue()
        seconds.append(time.process_time() - before)
        queries.append(len(asked))
        slowest = max([slowest, *asked])
    links = list(_links(path, answer.text)) if not answer.streaming and answer.status_code == 200 else []
    found = {"path": path, "seconds": seconds, "queries": queries, "status": answer.status_code, "links": links}
    return found | {"slowest_query": slowest}


def _links(path: str, html: str) -> Iterator[str]:
    """Where the page leads: links, and forms that ask, by each choice alone."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(html)
    for link in tree.css("main a[href]"):
        yield urljoin(path, link.attributes["href"] or "").split("#")[0]
    for form in tree.css("main form"):
        if (form.attributes.get("method") or "get").lower() != "get":
            continue
        action = urljoin(path, form.attributes.get("action") or urlsplit(path).path)
        for field in form.css("select[name]"):
            values = [one.attributes.get("value") or "" for one in field.css("option")]
            for value in [one for one in values if one][:OPTIONS]:
                yield f"{action}?{urlencode({field.attributes['name'] or '': value})}"
        for field in form.css("input[name]:not([type=hidden])"):
            kind = field.attributes.get("type") or "text"
            if kind in ("text", "search", "checkbox"):
                value = field.attributes.get("value") or "on" if kind == "checkbox" else WORD
                yield f"{action}?{urlencode({field.attributes['name'] or '': value})}"


if __name__ == "__main__":
    main()
