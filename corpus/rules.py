"""What is left out of every article, whichever source it comes from: the one place that says so.

Each rule counts what it drops, by reason, in the counter it is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from corpus.reading import Heading

T = TypeVar("T")

# Contract (feverous_platform.md 7.4): their sections hold no verifiable text of the article itself.
EXCLUDED_HEADINGS = frozenset(
    {
        "references", "citations", "sources", "further reading", "external links", "works", "gallery",
        "citations and references", "bibliography", "external links & references", "notes and references", "notes",
        "notes, citations, and references", "notes, references, and citations", "citations, notes, and references",
        "references, citations, and notes", "references, notes, and citations", "works cited", "footnotes",
    }
)  # fmt: skip


def without_excluded(blocks: Iterable[T], dropped: Counter[str]) -> Iterator[T]:
    """An excluded heading takes its section and subsections along, and nothing after them."""
    excluded_level: int | None = None
    for block in blocks:
        if isinstance(block, Heading):
            if excluded_level is not None and block.level <= excluded_level:
                excluded_level = None
            if excluded_level is None and block.text.lower() in EXCLUDED_HEADINGS:
                excluded_level = block.level
                dropped["excluded section"] += 1
        if excluded_level is None:
            yield block
