"""Record and error types shared by all sources."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from corpus.page.elements import Page
from corpus.site import ENGLISH, Site
from corpus.web.record import WebRecord


class SourceError(ValueError):
    """A source cannot be read (any further): the message names the file or wiki, the place and the remedy."""

    def __init__(self, path: Path | str, place: str, problem: str, remedy: str) -> None:
        where = f"{path}, {place}" if place else str(path)
        super().__init__(f"{where}: {problem}. {remedy}")
        self.where, self.problem, self.remedy = where, problem, remedy


@dataclass(frozen=True, slots=True)
class SourcePage:
    """One article of a source: wikitext, or rendered HTML, or a page that is ready already, or a redirect.

    `html`, where given, is what is read and `wikitext` is empty; so is `web`, of an archived web page. `redirect_to` is
    the target as written, fragment included; `timestamp` is ISO 8601.
    """

    title: str
    wikitext: str
    revision: int | None = None
    timestamp: str | None = None
    redirect_to: str | None = None
    site: Site = ENGLISH
    page: Page | None = None
    html: str | None = None
    web: WebRecord | None = None


@dataclass(frozen=True, slots=True)
class SourceFailure:
    """One record that cannot be read; those around it can."""

    title: str
    place: str
    reason: str
    remedy: str = ""


class FeverRow(NamedTuple):
    """A row of FEVER's pages as it stands in its file, to be read by `corpus.fever.rows`.

    `place` names file and line. `before`, `after`: rows without a page before it, and after it at the end of the file.
    """

    place: str
    raw: bytes
    before: tuple[bytes, ...] = ()
    after: tuple[bytes, ...] = ()

    @property
    def title(self) -> str:
        """Unknown until the row is read."""
        return ""
