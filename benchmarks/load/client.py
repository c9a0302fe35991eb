"""One person's browser over HTTP: cookies, CSRF, times by kind of request, and another try where a page tries again."""

from __future__ import annotations

import asyncio
import json
import random
import re
import ssl
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx2

PATIENCE = 15.0  # seconds, as frontend/static/js/common/http.js
FIRST_WAIT, LONGEST_WAIT = 1.0, 20.0  # seconds, as frontend/static/js/sync/backoff.js
LOGGED_OUT = {"not_authenticated", "csrf_failed"}


class Refused(Exception):
    """The server understood and refused; `code` as in the error answer of the API."""

    def __init__(self, status: int, code: str, said: str) -> None:
        super().__init__(f"{status} {code}: {said[:200]}")
        self.status, self.code = status, code


@dataclass(frozen=True, slots=True)
class Failure:
    """A request that got no answer, or one of 429 or at least 500. Times are of `time.monotonic`."""

    begun: float
    ended: float
    kind: str
    what: str


@dataclass
class Seen:
    """What everybody saw. `times`: seconds from the first byte sent to the last one read, of answered requests."""

    times: dict[str, list[float]] = field(default_factory=dict)
    answered_at: list[float] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)

    def add(self, kind: str, seconds: float) -> None:
        self.times.setdefault(kind, []).append(seconds)
        self.answered_at.append(time.monotonic())


class Browser:
    """Requests of one person, who keeps a connection and a session."""

    def __init__(self, base_url: str, verify: ssl.SSLContext | None, host: str | None, seen: Seen) -> None:
        self.seen = seen
        self.dice = random.Random()
        headers = {"Host": host} if host else {}
        self.origin = f"https://{host}" if host else base_url
        extensions = {"sni_hostname": host} if host else {}
        self.extensions: dict[str, Any] = extensions
        self.http = httpx2.AsyncClient(
            base_url=base_url, verify=verify or False, headers=headers, timeout=PATIENCE, trust_env=False,
            limits=httpx2.Limits(max_connections=4, max_keepalive_connections=2, keepalive_expiry=20),
        )  # fmt: skip

    async def log_in(self, name: str, password: str) -> None:
        """As a person does, by the form."""
        page = (await self.until_answered("log in: form", "GET", "/login/")).text
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token, "the login form has no CSRF token"
        form = {"username": name, "password": password, "csrfmiddlewaretoken": token[1]}
        answer = await self.until_answered("log in", "POST", "/login/", form=form)
        assert answer.status_code == 302, f"{name} could not log in: {answer.status_code}"

    async def page(self, kind: str, path: str) -> httpx2.Response:
        """A page, after its redirects."""
        answer = await self.until_answered(kind, "GET", path)
        for _redirect in range(5):
            if answer.status_code not in {301, 302}:
                break
            answer = await self.until_answered(kind, "GET", answer.headers["Location"])
        if answer.status_code >= 400:
            self.refused(kind, Refused(answer.status_code, "page", path))
        return answer

    async def post(self, kind: str, path: str, **form: str) -> httpx2.Response:
        """Send a form."""
        return await self.until_answered(kind, "POST", path, form=form)

    async def api(self, kind: str, method: str, path: str, body: Any = None) -> Any:
        """The JSON of the answer. Raises Refused."""
        answer = await self.until_answered(kind, method, f"/api/v1/{path}", body=body)
        if answer.status_code < 300:
            return answer.json()
        error = _error_of(answer)
        raise Refused(answer.status_code, error.get("code", ""), error.get("message", answer.text))

    async def until_answered(self, kind: str, method: str, path: str, **content: Any) -> httpx2.Response:
        """Send it until the server answers; the same may arrive twice, which is harmless by contract."""
        failures = 0
        while True:
            begun = time.monotonic()
            try:
                answer = await self._send(method, path, **content)
                what = f"{answer.status_code}" if answer.status_code >= 500 or answer.status_code == 429 else ""
            except httpx2.TransportError as error:
                what = type(error).__name__
            if not what:
                self.seen.add(kind, time.monotonic() - begun)
                return answer
            failures += 1
            self.seen.failures.append(Failure(begun, time.monotonic(), kind, what))
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1))
            await asyncio.sleep(wait * self.dice.uniform(0.8, 1.2))

    def refused(self, kind: str, refusal: Refused) -> None:
        self.seen.refusals[f"{kind}: {refusal.status} {refusal.code}"] += 1

    async def _send(
        self, method: str, path: str, *, body: Any = None, form: dict[str, str] | None = None
    ) -> httpx2.Response:
        headers = {"Referer": f"{self.origin}/", "X-CSRFToken": self.http.cookies.get("csrftoken") or ""}
        if form is not None:
            return await self.http.request(method, path, data=form, headers=headers, extensions=self.extensions)
        if method == "GET":
            return await self.http.request(method, path, headers=headers, extensions=self.extensions)
        headers |= {"Content-Type": "application/json", "Accept": "application/json"}
        return await self.http.request(
            method,
            path,
            content=json.dumps(body if body is not None else {}),
            headers=headers,
            extensions=self.extensions,
        )


def _error_of(answer: httpx2.Response) -> dict[str, Any]:
    try:
        found = answer.json()["error"]
    except (ValueError, KeyError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}
