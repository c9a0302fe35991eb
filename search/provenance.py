"""Where a web page comes from, as it is indexed, and what a search can be kept to by it; the same for every engine.

An engine holds the terms of a page in one field, and the number of its first day in another. Pages of a wiki have
neither, and meet no restriction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

UNDATED = 0  # the number of a page without a date: it is before every day


@dataclass(frozen=True, slots=True)
class Provenance:
    """`hosts`: that of the page and those above it, down to the registrable one. `earliest`: first day that its date
    may mean; None: unknown. `country`: two letters or "". `collection`: the claim whose documents it belongs to."""

    hosts: tuple[str, ...]
    country: str = ""
    earliest: date | None = None
    collection: str = ""

    @property
    def terms(self) -> list[str]:
        """What an engine finds the page by."""
        return [
            *(_host(each) for each in self.hosts),
            *([_country(self.country)] if self.country else []),
            _collection(self.collection),
        ]

    @property
    def day(self) -> int:
        """The first day as a number (of days since the year 1)."""
        return UNDATED if self.earliest is None else self.earliest.toordinal()


@dataclass(frozen=True, slots=True, kw_only=True)
class Restriction:
    """Pages that are looked for. `before`: the last day that a page may be of; pages without a date pass.

    `host`: with everything below it. `country`: two letters. `collection`: the documents of this claim; "": pages that
    are documents of no claim.
    """

    collection: str = ""
    host: str = ""
    country: str = ""
    before: date | None = None

    @property
    def terms(self) -> list[str]:
        """All of which a page must have; that of the collection first."""
        return [_collection(self.collection), *self._chosen()]

    @property
    def last_day(self) -> int | None:
        """The number of the last day; None where any will do."""
        return None if self.before is None else self.before.toordinal()

    def _chosen(self) -> Iterator[str]:
        if self.host:
            yield _host(self.host)
        if self.country:
            yield _country(self.country)


def _host(name: str) -> str:
    return f"host {name}"


def _country(code: str) -> str:
    return f"country {code}"


def _collection(key: str) -> str:
    return f"collection {key}"
