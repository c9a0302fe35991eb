"""Annotators without think time, over HTTP: each logs in as a person does, then takes, hands in, takes, hands in."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import re
import time
import urllib.parse
import uuid
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

HOST = "127.0.0.1"
CHALLENGES = ["Multi-hop Reasoning", "Numerical Reasoning", "Other"]


@dataclass
class Seen:
    """What the annotators saw. Times are seconds from the first byte sent to the last one read."""

    take: list[float] = field(default_factory=list)
    submission: list[float] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    seconds: float = 0


def log_in(port: int, name: str, password: str) -> dict[str, str]:
    """The cookies of somebody who filled in the form."""
    connection = http.client.HTTPConnection(HOST, port, timeout=60)
    connection.request("GET", "/login/")
    page = connection.getresponse()
    cookies, html = _cookies(page), page.read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', html)
    assert token, "the login form has no CSRF token"
    form = {"username": name, "password": password, "csrfmiddlewaretoken": token[1]}
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": _header(cookies)}
    connection.request("POST", "/login/", urllib.parse.urlencode(form), headers)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 302, f"{name} could not log in: {answer.status}"
    connection.close()
    return cookies | _cookies(answer)


def _cookies(answer: http.client.HTTPResponse) -> dict[str, str]:
    found = [SimpleCookie(value) for value in answer.headers.get_all("Set-Cookie") or []]
    return {name: morsel.value for cookie in found for name, morsel in cookie.items()}


def _header(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


class Annotator:
    """One person with one connection, which is kept open."""

    def __init__(
        self, port: int, cookies: dict[str, str], slug: str, work: str, elements: list[str], seed: int
    ) -> None:
        self.port, self.slug, self.work, self.elements = port, slug, work, elements
        self.dice = random.Random(seed)
        self.head = (
            f"Host: {HOST}:{port}\r\nCookie: {_header(cookies)}\r\nX-CSRFToken: {cookies['csrftoken']}\r\n"
            "Content-Type: application/json\r\nAccept: application/json\r\n"
        )
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def annotate(self, seen: Seen, until: float) -> None:
        """Until the time is over. What was begun is brought to its end."""
        kind = "claim_generation" if self.work == "writing" else "claim_verification"
        while time.perf_counter() < until:
            taken = await self._timed(seen, seen.take, f"/projects/{self.slug}/assignments/", {"kind": kind})
            if taken is None or taken["assignment"] is None:
                seen.errors.append(f"nothing to take: {taken}")
                return
            body = self._claims() if self.work == "writing" else self._verification()
            path = f"/assignments/{taken['assignment']['id']}/submission/"
            if await self._timed(seen, seen.submission, path, body) is not None:
                seen.acknowledged.append(body["client_id"])

    async def _timed(self, seen: Seen, times: list[float], path: str, body: Any) -> Any:
        started = time.perf_counter()
        status, answer = await self._post(path, json.dumps(body).encode())
        times.append(time.perf_counter() - started)
        if status == 200:
            return json.loads(answer)
        seen.errors.append(f"{path}: {status} {answer[:200]!r}")
        return None

    async def _post(self, path: str, body: bytes) -> tuple[int, bytes]:
        for connection in range(2):
            if self.streams is None:
                self.streams = await asyncio.open_connection(HOST, self.port)
            reader, writer = self.streams
            writer.write(
                f"POST /api/v1{path} HTTP/1.1\r\n{self.head}Content-Length: {len(body)}\r\n\r\n".encode() + body
            )
            try:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                break
            except (asyncio.IncompleteReadError, ConnectionError):
                # The server may close a connection that was kept open; all that is sent here may be sent again.
                self.streams = None
                if connection:
                    return 0, b"no answer"
        length = re.search(r"(?i)\r\ncontent-length: (\d+)", head)
        answer = await reader.readexactly(int(length[1])) if length else b""
        if "connection: close" in head.lower():
            writer.close()
            self.streams = None
        return int(head.split(" ", 2)[1]), answer

    def _operations(self, words: list[str]) -> list[dict[str, Any]]:
        names = ["search", "Now on", "Page search", "hyperlink", "Highlighting"]
        return [
            {"sequence": n, "name": names[n % 5], "value": words[n % len(words)], "seconds": n * 4.25}
            for n in range(1, 16)
        ]

    def _verification(self) -> dict[str, Any]:
        cited = self.dice.sample(self.elements, 4)
        return {
            "client_id": str(uuid.uuid4()),
            "verdict": self.dice.choice(["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]),
            "challenge": self.dice.choice(CHALLENGES),
            "evidence_sets": [cited[:3], cited[3:]],
            "operations": self._operations(cited),
        }

    def _claims(self) -> dict[str, Any]:
        client_id = str(uuid.uuid4())
        claims = {
            kind: {
                "text": f"In {self.dice.randrange(1000, 2025)} the league {client_id} had {n} members.",
                "challenge": "Other",
            }
            for n, kind in enumerate(("I", "II", "III"))
        }
        return {"client_id": client_id, "claims": claims, "operations": self._operations(["harbour", "league"])}


def everybody(port: int, made: dict[str, Any], work: str) -> list[Annotator]:
    """The annotators, logged in. (A password costs the server as much as a dozen tasks.)"""
    return [
        Annotator(port, log_in(port, name, password), made["slug"], work, made["elements"], number)
        for number, (name, password) in enumerate(made["people"].items())
    ]


def annotate(annotators: list[Annotator], seconds: float) -> Seen:
    """Let them work for so long, and tell what they saw."""
    seen = Seen()

    async def together() -> None:
        started = time.perf_counter()
        await asyncio.gather(*(annotator.annotate(seen, started + seconds) for annotator in annotators))
        seen.seconds = time.perf_counter() - started

    asyncio.run(together())
    return seen
