"""An operation of a log as its readers need it, whether it is a row, a tuple or was just received. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class LoggedOperation(Protocol):
    """Name, value and detail."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def detail(self) -> Mapping[str, Any]: ...
