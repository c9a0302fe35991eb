"""JSON over HTTP to a service of the operator's choice, with an end to waiting and to what is read.

Everything that can go wrong with a service becomes a `NoModel` that names its address and what it did.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import requests
import urllib3

from baseline.models import NoModel

LARGEST = 10_000_000  # bytes of an answer
_CHUNK = 65_536


@dataclass(frozen=True, slots=True)
class Service:
    """An address that takes and gives JSON. `seconds` is the longest a whole answer may take; `token` is sent along."""

    url: str
    seconds: float
    token: str = field(default="", repr=False)
    session: requests.Session = field(default_factory=requests.Session, compare=False, repr=False)

    def get(self) -> dict[str, Any]:
        """What the service says of itself. Raises NoModel."""
        return self._answer("GET", None)

    def post(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The object it answers with. Raises NoModel: no answer in time, another status than 2xx, no JSON object."""
        return self._answer("POST", body)

    def _answer(self, method: str, body: Mapping[str, Any] | None) -> dict[str, Any]:
        until = time.monotonic() + self.seconds
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            with self.session.request(
                method, self.url, json=body, headers=headers, timeout=self.seconds, stream=True,
                allow_redirects=False,
            ) as response:  # fmt: skip
                if not 200 <= response.status_code < 300:
                    raise NoModel(f"{self.url} answered with status {response.status_code}.")
                text = self._read(response, until)
        except (requests.RequestException, urllib3.exceptions.HTTPError) as error:
            raise NoModel(f"{self.url} did not answer ({type(error).__name__}).") from error
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise NoModel(f"{self.url} answered with something else than JSON.") from error
        if not isinstance(answer, dict):
            raise NoModel(f"{self.url} answered with something else than a JSON object.")
        return answer

    def _read(self, response: requests.Response, until: float) -> bytes:
        """The whole answer. A service that sends a byte now and then is not waited for longer than one that hangs."""
        parts, size = [], 0
        while part := response.raw.read1(_CHUNK, decode_content=True):  # what has arrived, not what was asked for
            parts.append(part)
            size += len(part)
            if size > LARGEST:
                raise NoModel(f"{self.url} answered with more than {LARGEST:,} bytes.")
            if time.monotonic() > until:
                raise NoModel(f"{self.url} took more than {self.seconds:g} seconds.")
        return b"".join(parts)


def secret(variable: str) -> str:
    """The value of an environment variable, "" for no name: a file of settings holds no secrets. Raises NoModel."""
    if variable and not os.environ.get(variable):
        raise NoModel(f"The environment variable {variable} is not set.")
    return os.environ.get(variable, "")


def text_of(answer: Mapping[str, Any], name: str, where: str) -> str:
    """A non-empty text of an answer. Raises NoModel."""
    value = answer.get(name)
    if not isinstance(value, str) or not value.strip():
        raise NoModel(f"{where}: {name!r} of the answer is no text.")
    return value.strip()


def finite(value: object) -> float | None:
    """The number, None for anything else: NaN, infinity, a text."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)
