"""The best passage of each of a few pages for a text, read from page JSON: what a list of evidence shows.

`ranking.rank_elements` compares elements of several pages; here pages are ranked already, and of each the passage with
the most telling words is chosen, in a fraction of the time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from corpus.page.element_id import ElementKind, full_id, local_id
from corpus.page.links import plain_text
from search.bm25 import Bm25, idf
from search.folding import ascii_text, fold
from search.stemming import stem

_WORDS = re.compile("[a-z0-9]+")  # of lower-case ASCII
BM25 = Bm25(k1=1.2, b=0.5, average=90.0)  # words of a passage of a web page


class FoundPassage(NamedTuple):
    """A citable element by its full id, with its plain text."""

    element: str
    text: str


def weights_of(words: Collection[str], frequencies: tuple[int, Mapping[str, int]]) -> dict[str, float]:
    """Stem -> idf of folded words; `frequencies` as of `SearchBackend.frequencies`."""
    total, having = frequencies
    return {stem(word): idf(total, having[word]) for word in words}


class CountedPassage(NamedTuple):
    """A citable element by its local id: plain text, how often it has which of the stems, and its length in words."""

    element: str
    text: str
    counts: Mapping[str, int]
    length: int


def best_passage(page_json: str, weights: Mapping[str, float]) -> FoundPassage | None:
    """The element of a page that fits the weighted stems best; the first one where none has any. None for no text."""
    page = json.loads(page_json)
    best: tuple[float, str, str] | None = None
    for passage in counted_passages(page, weights):
        score = BM25.score(weights, passage.counts, passage.length) if passage.counts else 0.0
        if best is None or score > best[0]:
            best = score, passage.element, passage.text
    return None if best is None else FoundPassage(full_id(page["title"], best[1]), best[2])


def counted_passages(page: Mapping[str, Any], stems: Collection[str] | None = None) -> Iterator[CountedPassage]:
    """The citable elements of a page (its JSON, read) that have text, in page order, with the counts of these stems.

    None for `stems`: of all of them, for whoever asks the same page for many texts.
    """
    beginnings = _WORDS if stems is None else _beginning_as(tuple(stems))
    for local, written in _citable(page):
        text = plain_text(written) if "[[" in written else written
        if not text.strip():
            continue
        plain = ascii_text(text)
        if plain is not None:
            # Folding all words of ten pages took half of the time of a search: only those that may count are looked at.
            words: Sequence[str] = beginnings.findall(plain)
            length = plain.count(" ") + 1
        else:
            words = fold(text).split()
            length = len(words)
        counts: dict[str, int] = {}
        for word in words:
            stemmed = stem(word)
            if stems is None or stemmed in stems:
                counts[stemmed] = counts.get(stemmed, 0) + 1
        yield CountedPassage(local, text, counts, length)


@lru_cache(maxsize=256)
def _beginning_as(stems: tuple[str, ...]) -> re.Pattern[str]:
    """Words of lower-case ASCII that may have one of the stems: those that begin with all but its last letter.

    Of three letters one must do: "dying" has the stem "die".
    """
    beginnings = {one[:1] if len(one) <= 3 else one[:-1] for one in stems if one.isascii()}
    found = "|".join(sorted(map(re.escape, beginnings))) or "(?!)"
    return re.compile(rf"(?<![a-z0-9])(?:{found})[a-z0-9]*")


def _citable(page: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Local id and stored text of the citable elements, in page order."""
    for name in page["order"]:
        value = page[name]
        if isinstance(value, str):
            yield name, value
        elif "list" in value:
            yield from ((item["id"], item["value"]) for item in value["list"])
        elif "table" in value:
            if value.get("caption"):
                yield local_id(ElementKind.TABLE_CAPTION, int(name.rpartition("_")[2])), value["caption"]
            yield from _cells(value["table"])


def _cells(rows: Iterable[Sequence[Mapping[str, Any]]]) -> Iterator[tuple[str, str]]:
    yield from ((cell["id"], cell["value"]) for row in rows for cell in row)
