"""Count incoming links, the prior of the ranking."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable

from search.documents import link_name

# Names counted at a time, about 200 bytes each. Above it the rarest are forgotten: these numbers order
# suggestions and hits, nobody reads them.
MOST_NAMES = 6_000_000

# In JSON text a quotation mark without a backslash ends the value, and "[[" alone is a table's rows.
_TARGET = re.compile(r'\[\[((?:[^\[\]|"\\]|\\.)*)(?=\||\]\])')


class LinkCounts(Counter[str]):
    """Map normalised name (page or redirect) to the number of other pages that link to it."""

    def add_page(self, title: str, data: str) -> None:
        """Count every name that a page links to, once; takes its JSON text unparsed."""
        names = {link_name(_unescaped(target)) for target in set(_TARGET.findall(data))}
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


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    try:
        return str(json.loads(f'"{text}"'))
    except ValueError:
        return ""
