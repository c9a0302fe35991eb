"""Articles of a live wiki, over the MediaWiki API: by title, or by category."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from unicodedata import normalize

from corpus.sources.live_pages import BATCH, fetch, followed, redirect_targets
from corpus.sources.live_wiki import Wiki, category_title, find_wiki, members
from corpus.sources.mediawiki_api import POLITE, Manners, NoApi, WikiRefused, WikiSilent
from corpus.sources.source import SourceError, SourceFailure, SourcePage

WIKIPEDIA = "https://en.wikipedia.org"


@dataclass(frozen=True, slots=True)
class LiveRequest:
    """Request to a wiki: the titles in the order given, then the articles of the category by sort key.

    `wiki` is its address: the root, any page of it, or its api.php. `category` goes with or without "Category:";
    `depth` says how many levels of subcategories are read besides. `rendered` asks for the HTML of each article,
    one request each, instead of its wikitext. `skip` records are left out, and their text is not fetched.
    """

    wiki: str = WIKIPEDIA
    titles: tuple[str, ...] = ()
    category: str | None = None
    depth: int = 0
    rendered: bool = False
    skip: int = 0
    manners: Manners = POLITE


def read_live(request: LiveRequest) -> Iterator[SourcePage | SourceFailure]:
    """One record for every title, each once and in order; then one for every article that a redirect leads to.

    So the n-th record belongs to the n-th title whatever the wiki answers, and `skip=n` goes on where an earlier run
    stopped. For that a category is listed again: articles that joined or left it since shift those after them, which
    reading it once more without `skip` puts right. Redirects among the skipped are asked for again, 50 a request.
    Raises SourceError, after the records before that place, where the wiki cannot be read any further.
    """
    progress = _Progress(request)
    try:
        yield from progress.records()
    except WikiSilent as error:
        raise SourceError(request.wiki, progress.place(), str(error), error.remedy) from error
    except (WikiRefused, NoApi) as error:
        remedy = "Check the address and the names that were asked for."
        raise SourceError(request.wiki, progress.place(), f"the wiki refuses: {error}", remedy) from error


def titles_from(path: Path) -> tuple[str, ...]:
    """The titles of a file, one a line; blank lines and lines that begin with # are left out. Raises SourceError.

    No title begins with #: MediaWiki forbids the character.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise SourceError(path, "", f"cannot be read ({error.strerror})", "Check the path.") from error
    titles = (_title_of(path, number, line) for number, line in enumerate(lines, 1))
    found = tuple(title for title in titles if title and not title.startswith("#"))
    if not found:
        raise SourceError(path, "", "no title is in it", "Write one title a line.")
    return found


def _title_of(path: Path, number: int, line: bytes) -> str:
    try:
        title = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
    except UnicodeDecodeError as error:
        raise SourceError(path, f"line {number}", "not UTF-8", "Save the list as UTF-8.") from error
    if len(title.encode()) > 1_000:  # MediaWiki's own limit is 255 bytes; the wiki says so of what is a little longer
        raise SourceError(path, f"line {number}", "more than a title", "Write one title a line.")
    return title


class _Progress:
    """The way through one request: how far it is, and what the redirects met on it add."""

    def __init__(self, request: LiveRequest) -> None:
        self._request = request
        self._read = 0
        self._last = ""
        self._seen: set[str] = set()
        self._targets: deque[str] = deque()

    def place(self) -> str:
        """Description of the position, for an error."""
        return f"after {self._read:,} titles, the last of them {self._last!r}" if self._read else "at its beginning"

    def records(self) -> Iterator[SourcePage | SourceFailure]:
        wiki = find_wiki(self._request.wiki, self._request.manners)
        for titles in self._batches(wiki):
            if self._read < self._request.skip:
                targets = followed(wiki, redirect_targets(wiki, titles).values())
                self._done(titles[-1], len(titles), targets)
                continue
            for title, (record, target) in zip(
                titles, fetch(wiki, titles, rendered=self._request.rendered), strict=True
            ):
                self._done(title, 1, target)
                yield record

    def _batches(self, wiki: Wiki) -> Iterator[list[str]]:
        """Requested titles, then the targets of their redirects; a batch ends where the skipped records end."""
        names = self._once(self._names(wiki))
        while batch := list(islice(names, self._room())):
            yield batch
        while self._targets:
            yield [self._targets.popleft() for _ in range(min(self._room(), len(self._targets)))]

    def _room(self) -> int:
        to_skip = self._request.skip - self._read
        return min(BATCH, to_skip) if to_skip > 0 else BATCH

    def _names(self, wiki: Wiki) -> Iterator[str]:
        yield from self._request.titles
        if self._request.category is None:
            return
        count = 0
        for name in members(wiki, self._request.category, self._request.depth):
            count += 1
            yield name
        if not count:
            name = category_title(wiki.site, self._request.category)
            remedy = "Check how it is spelled there, or read its subcategories too with --depth 1."
            raise WikiSilent(f"{name!r} has no articles", remedy)

    def _once(self, names: Iterable[str]) -> Iterator[str]:
        """Each title the first time it comes up, in the spelling MediaWiki compares by."""
        for name in names:
            title = normalize("NFC", " ".join(name.replace("_", " ").split()))
            if title and title not in self._seen:
                self._seen.add(title)
                yield title

    def _done(self, last: str, count: int, targets: Iterable[str]) -> None:
        self._read, self._last = self._read + count, last
        self._targets.extend(self._once(targets))
