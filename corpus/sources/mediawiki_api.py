"""A wiki's Action API, used as its etiquette asks: one request at a time, pauses between, patience when it is busy.

https://www.mediawiki.org/wiki/API:Etiquette. `requests` does the HTTP: certificates, proxies, gzip and redirects.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

import requests
from urllib3 import Retry
from urllib3.exceptions import HTTPError, InvalidHeader

JsonObject = dict[str, Any]

VERSION = "0.1.0"  # of Attest, as in pyproject.toml
LONGEST_ADDRESS = 4_000  # characters of a query that is sent in the address; a longer one goes into the body
LARGEST_ANSWER = 256 * 2**20
BUSY_STATUS = frozenset((429, 500, 502, 503, 504))
# Codes of errors that pass: a lagging replica, too many requests, a database that is being switched.
BUSY_CODES = ("maxlag", "ratelimited", "readonly", "internal_api_error")


@dataclass(frozen=True, slots=True)
class Manners:
    """Timeouts, retries and pauses of a client, in seconds.

    `pause` lies between the starts of two requests. After a failure the wait begins at `first_wait` and doubles, with
    jitter, up to `longest_wait`; a wiki that asks for more than `patience` is left alone. `maxlag` is the lag of the
    wiki's replicas above which it turns us away. `contact` is an e-mail or web address for the wiki's operators.
    """

    pause: float = 0.5
    attempts: int = 8
    first_wait: float = 1.0
    longest_wait: float = 60.0
    patience: float = 600.0
    connect_timeout: float = 10.0
    read_timeout: float = 60.0
    answer_timeout: float = 300.0
    maxlag: int = 5
    contact: str = ""


POLITE = Manners()


class WikiSilent(Exception):
    """The wiki gives no usable answer; `remedy` says what may help."""

    def __init__(self, problem: str, remedy: str = "Wait a while.") -> None:
        super().__init__(problem)
        self.remedy = remedy


class WikiRefused(Exception):
    """The wiki answered that it will not do this: `code` is its own word for why."""

    def __init__(self, code: str, info: str) -> None:
        super().__init__(f"{info} ({code})" if info else code)
        self.code = code


class NoApi(Exception):
    """There is no API at this address."""


class _Busy(Exception):
    """A failure that may pass; `wait` is how long the wiki asks to be left alone, in seconds."""

    def __init__(self, problem: str, wait: float = 0.0) -> None:
        super().__init__(problem)
        self.wait = wait


class Api:
    """One wiki's api.php. Not for several threads: requests go one after the other."""

    def __init__(self, address: str, manners: Manners = POLITE) -> None:
        self.address = address
        self._manners = manners
        self._session = _session(manners.contact)
        self._free_at = 0.0
        self._has_answered = False

    def ask(self, parameters: Mapping[str, str]) -> JsonObject:
        """The answer, asked for again while the wiki is busy. Raises WikiSilent, WikiRefused, NoApi."""
        wanted = {"format": "json", "formatversion": "2", "maxlag": str(self._manners.maxlag), **parameters}
        for attempt in range(1, self._manners.attempts + 1):
            try:
                answer = self._ask_once(wanted)
                self._has_answered = True
                return answer
            except _Busy as busy:
                if attempt == self._manners.attempts:
                    raise WikiSilent(f"no answer in {attempt} tries ({busy})") from busy
                self._free_at = time.monotonic() + self._wait(attempt, busy)
        raise AssertionError("attempts is at least 1")

    def ask_on(self, parameters: Mapping[str, str]) -> Iterator[JsonObject]:
        """The answer and all that the wiki continues it with."""
        more: dict[str, str] = {}
        while True:
            answer = self.ask({**parameters, **more})
            yield answer
            if "continue" not in answer:
                return
            following = {name: str(value) for name, value in answer["continue"].items()}
            if following == more:
                raise WikiSilent("it continues its answer with the same part for ever", "Tell who runs the wiki.")
            more = following

    def page(self) -> str:
        """The web page at the address. Raises WikiSilent."""
        try:
            with self._session.get(self.address, timeout=self._timeout, stream=True) as response:
                return self._body(response).decode("utf-8", "replace")
        except (requests.exceptions.RequestException, HTTPError, _Busy) as error:
            raise WikiSilent(_cause(error)) from error

    @property
    def _timeout(self) -> tuple[float, float]:
        return self._manners.connect_timeout, self._manners.read_timeout

    def _ask_once(self, wanted: Mapping[str, str]) -> JsonObject:
        time.sleep(max(0.0, self._free_at - time.monotonic()))
        self._free_at = time.monotonic() + self._manners.pause
        try:
            with self._send(wanted) as response:
                body = self._body(response)
                if response.history:
                    self.address = response.url.partition("?")[0]  # a redirect would turn a POST into a GET
        except requests.exceptions.SSLError as error:
            raise WikiSilent(f"its certificate is not accepted ({_cause(error)})", "Check the address.") from error
        except requests.exceptions.TooManyRedirects as error:
            raise NoApi("it redirects in circles") from error
        except (requests.exceptions.RequestException, HTTPError) as error:
            raise _Busy(_cause(error)) from error
        try:
            return _answer(response, body)
        except NoApi as error:
            if self._has_answered:  # there is one: this is a proxy's or a load balancer's page
                raise _Busy(str(error)) from error
            raise

    def _send(self, wanted: Mapping[str, str]) -> requests.Response:
        if sum(len(name) + 3 * len(value.encode()) for name, value in wanted.items()) <= LONGEST_ADDRESS:
            return self._session.get(self.address, params=wanted, timeout=self._timeout, stream=True)
        # A reading POST: Wikimedia then need not send it to the data centre that writes.
        headers = {"Promise-Non-Write-API-Action": "true"}
        return self._session.post(self.address, data=wanted, headers=headers, timeout=self._timeout, stream=True)

    def _body(self, response: requests.Response) -> bytes:
        """All of it, or _Busy: the timeout of `requests` is between two bytes, so that a trickle would never end."""
        until, parts, size = time.monotonic() + self._manners.answer_timeout, [], 0
        while part := response.raw.read1(65_536, decode_content=True):  # what there is; read() waits for all 65,536
            parts.append(part)
            size += len(part)
            if time.monotonic() > until:
                raise _Busy(f"the answer was not complete after {self._manners.answer_timeout:g} s")
            if size > LARGEST_ANSWER:
                raise WikiSilent(f"an answer of more than {LARGEST_ANSWER >> 20} MB", "Tell who runs the wiki.")
        return b"".join(parts)

    def _wait(self, attempt: int, busy: _Busy) -> float:
        if busy.wait > self._manners.patience:
            raise WikiSilent(f"it asks to be left alone for {busy.wait:,.0f} s ({busy})") from busy
        longest = min(self._manners.first_wait * float(2 ** (attempt - 1)), self._manners.longest_wait)
        return max(busy.wait, longest * random.uniform(0.5, 1))


def user_agent(contact: str) -> str:
    """User-Agent header: Wikimedia wants the program's name and a way to reach its operator."""
    reachable = " ".join(contact.split()).encode("ascii", "ignore").decode() or "corpus import, no contact given"
    return f"Attest/{VERSION} ({reachable}) {requests.utils.default_user_agent()}"


def _session(contact: str) -> requests.Session:
    """Connections that are kept open."""
    session = requests.Session()
    session.headers.update({"User-Agent": user_agent(contact), "Accept-Encoding": "gzip"})
    return session


def _answer(response: requests.Response, body: bytes) -> JsonObject:
    status, asked = response.status_code, _seconds(response.headers.get("Retry-After"))
    if status in BUSY_STATUS:
        raise _Busy(f"HTTP {status} {response.reason}", asked)
    if status == 404:
        raise NoApi("HTTP 404")
    if status >= 400:
        remedy = "The wiki may want to know who asks (set ATTEST_CONTACT), or be closed to the public."
        raise WikiSilent(f"HTTP {status} {response.reason}", remedy)
    answer = _json(response, body)
    error = answer.get("error")
    if error is None:
        return answer
    code, info = str(error.get("code", "")), str(error.get("info", ""))
    if code.startswith(BUSY_CODES):
        raise _Busy(f"{info} ({code})", asked)
    raise WikiRefused(code, info)


def _json(response: requests.Response, body: bytes) -> JsonObject:
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    if kind == "text/html":
        raise NoApi("it answers with a web page")
    try:
        answer = json.loads(body)
    except ValueError as error:
        raise _Busy(f"an answer that is not JSON ({error})") from error
    if not isinstance(answer, dict):
        raise _Busy("an answer that is not an object")
    return cast(JsonObject, answer)


def _seconds(retry_after: str | None) -> float:
    """A Retry-After header, which is a number of seconds or a time; 0 for none."""
    try:
        return Retry().parse_retry_after(retry_after) if retry_after else 0.0
    except InvalidHeader:
        return 0.0


def _cause(error: BaseException) -> str:
    """The innermost reason in few words: the outer ones repeat the address and the name of our pool."""
    while error.__cause__ or error.__context__ or (error.args and isinstance(error.args[0], BaseException)):
        inner = error.args[0] if error.args and isinstance(error.args[0], BaseException) else None
        error = cast(BaseException, inner or error.__cause__ or error.__context__)
    return " ".join(str(error).split())[:200] or type(error).__name__
