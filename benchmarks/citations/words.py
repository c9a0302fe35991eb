"""`python -m benchmarks.citations words`: count in how many shared Wikipedia pages each stem is.

Writes `baseline/citations/words.tsv.xz`, by which the verifier without weights knows rare words: counts, no text.
"""

from __future__ import annotations

import lzma
from collections import Counter
from pathlib import Path

from baseline.citations.rarity import TABLE
from baseline.citations.reading import stems_in
from benchmarks.search.wiki import shared_wiki

LEAST = 2  # pages that a stem is in


def run(folder: Path = Path("/tmp")) -> None:
    """Count the stems of all pages and write the table; the pages are kept in `folder`."""
    having: Counter[str] = Counter()
    pages = shared_wiki(folder).documents()
    for page in pages:
        having.update({one for text in (page.title, *(part.text for part in page.passages)) for one in stems_in(text)})
    kept = sorted((word, count) for word, count in having.items() if count >= LEAST and word.isalpha())
    with lzma.open(TABLE, "wt", encoding="utf-8", preset=9) as out:
        out.write(f"# pages\t{len(pages)}\n")
        out.writelines(f"{word}\t{count}\n" for word, count in kept)
    print(f"{len(pages)} pages, {len(having):,} stems, {len(kept):,} of them in at least {LEAST} pages")
