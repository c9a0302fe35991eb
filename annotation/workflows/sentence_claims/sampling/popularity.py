"""The pages of a corpus that most others link to."""

from __future__ import annotations

from collections import Counter

from corpus.models import Corpus
from corpus.page.links import linked_title, target_of, targets_in_json
from corpus.store import iter_page_json, leading_to


def most_linked(corpus: Corpus, number: int) -> list[str]:
    """Return the titles of so many pages, by the number of pages that link to them, then by title.

    Reads every page once; a link over a redirect counts for the page that it leads to. Pages without links in are none.
    """
    pages = Counter[str]()
    for _title, text in iter_page_json(corpus):
        names = {target_of(written)[0] for written in targets_in_json(text)}
        pages.update({title for name in names if name and (title := linked_title(name))})
    goals, links = leading_to(corpus, pages), Counter[str]()
    for name, count in pages.items():
        if name in goals:
            links[goals[name][0]] += count
    return sorted(links, key=lambda title: (-links[title], title))[:number]
