"""How many pages link to a name: what makes one of two similar titles the likelier one."""

from __future__ import annotations

from collections import Counter

from corpus.elements import Page
from corpus.links import split_links
from search.documents import texts

# Names counted at a time, about 200 bytes each. Above it the rarest are forgotten: these numbers order
# suggestions, nobody reads them.
MOST_NAMES = 6_000_000


class LinkCounts(Counter[str]):
    """Name as linked to (page or redirect, normalised) -> number of pages that link to it, itself not counted."""

    def add_page(self, page: Page) -> None:
        """Count every name the page links to, once."""
        names = {
            name
            for element in page.elements
            for values in texts(element)
            for value in values
            if "[[" in value
            for _text, name in split_links(value)
            if name
        }
        names.discard(page.title)
        self.update(names)
        if len(self) > MOST_NAMES:
            self._forget_rare()

    def _forget_rare(self) -> None:
        floor = 1
        while len(self) > MOST_NAMES // 2:
            kept = {name: count for name, count in self.items() if count > floor}
            self.clear()
            self.update(kept)
            floor *= 2
