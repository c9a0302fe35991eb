"""Names of indexes and aliases.

    attest.demo                               the alias that is searched
    attest.demo.1763700000000000000           an index: the generation it was built as
    attest.demo.1763700000000000000.writing   the alias of an index that is not finished

No part may hold a dot, so no corpus's name can be read as an index of another's.
"""

from __future__ import annotations

import re

_SLUG = re.compile(r"[-\w]+", re.ASCII)


def alias_of(prefix: str, slug: str) -> str:
    """Return the search alias of a corpus. Index names have no capitals: "Demo" becomes "+demo"."""
    if not _SLUG.fullmatch(slug):
        raise ValueError(f"{slug!r} is not the short name of a corpus")
    return f"{prefix}.{re.sub('[A-Z]', lambda capital: f'+{capital[0].lower()}', slug)}"


def index_of(alias: str, generation: int) -> str:
    """Return the index name of a generation."""
    return f"{alias}.{generation}"


def writing_to(index: str) -> str:
    """Return the write alias of an unfinished index: it disappears with the index, so a late write creates none."""
    return f"{index}.writing"
