"""The shared English pages as one small wiki: wikitext articles, the enwiki dumps and the rendered pages together."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus.importing.outcomes import Imported, outcome_of
from corpus.page.elements import RedirectRecord
from corpus.page.page_json import page_from_json
from corpus.sources import read_source
from search.documents import IndexDocument, document
from search.indexing.popularity import linked_names

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
SOURCES = (
    "wikitext/articles.jsonl.xz",
    "wikitext/dumps/enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2",
    "wikitext/dumps/enwiki-pages-articles-sample.xml.bz2",
    "html/wikipages_400.tar.xz",
)


@dataclass(frozen=True)
class Wiki:
    """Page JSON text by title, and where redirects lead."""

    pages: dict[str, str]
    redirects: dict[str, str]

    def documents(self) -> list[IndexDocument]:
        """What is indexed of it."""
        links = Counter(name for title, data in self.pages.items() for name in linked_names(title, data))
        names: dict[str, list[str]] = {}
        for name, target in sorted(self.redirects.items()):
            names.setdefault(target, []).append(name)
        made = []
        for title, data in sorted(self.pages.items()):
            leading = names.get(title, [])
            links_in = sum(links[name] for name in (title, *leading))
            made.append(document(page_from_json(json.loads(data)), leading, (), links_in))
        return made


def shared_wiki(keep_in: Path) -> Wiki:
    """The pages, read once and kept in `keep_in` for the next run: reading takes minutes."""
    kept = keep_in / "wiki.pickle"
    if kept.exists():
        wiki: Wiki = pickle.loads(kept.read_bytes())
        return wiki
    pages: dict[str, str] = {}
    redirects: dict[str, str] = {}
    for source in SOURCES:
        for outcome in _read(SHARED / source):
            if isinstance(outcome, Imported):
                pages[outcome.title] = outcome.data
            else:
                redirects[outcome.title] = outcome.target
    wiki = Wiki(pages, {name: target for name, target in redirects.items() if name not in pages})
    kept.write_bytes(pickle.dumps(wiki))
    return wiki


def _read(path: Path) -> Iterator[Imported | RedirectRecord]:
    for record in read_source(path):
        outcome = outcome_of(record)
        if isinstance(outcome, Imported | RedirectRecord):
            yield outcome


def sentences(wikis: Iterable[IndexDocument]) -> Iterator[str]:
    """Every sentence of the documents that is long enough to be one."""
    for page in wikis:
        yield from (passage.text for passage in page.passages if passage.is_prose and len(passage.text) > 40)
