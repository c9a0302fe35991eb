"""Count incoming links, the prior of the ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from corpus.links import linked_title, target_of, targets_in_json

# Names counted at a time, about 200 bytes each. Above it the rarest are forgotten: these numbers order
# suggestions and hits, nobody reads them.
MOST_NAMES = 6_000_000


class LinkCounts(Counter[str]):
    """Map normalised name (page or redirect) to the number of other pages that link to it."""

    def add_page(self, title: str, data: str) -> None:
        """Count every name that a page links to, once; takes its JSON text unparsed."""
        names = {linked_title(title) for title, _ in map(target_of, targets_in_json(data)) if title}
        self.update(name for name in names if name and name != title)
        if len(self) > MOST_NAMES:
            self._forget_rare()

    def of(self, title: str, redirects: Iterable[str]) -> int:
        """Return the links to a page by its own name and by its redirects."""
        return self[title] + sum(self[name] for name in redirects)

    def _forget_rare(self) -> None:
        floor = 1
        while len(self) > MOST_NAMES // 2:
            kept = {name: count for name, count in self.items() if count > floor}
            self.clear()
            self.update(kept)
            floor *= 2
