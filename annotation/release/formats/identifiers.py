"""Names of what a release speaks of in W3C's models: URNs below urn:attest:PROJECT, the same in every release of it."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote

# Our own words, where the models have none: names of operations, of what is counted and pinned.
TERMS = "urn:attest:terms:"


def namespace(project: str) -> str:
    """Of the project with this slug."""
    return f"urn:attest:{project}:"


@lru_cache(maxsize=16_384)
def local(kind: str, name: str | int) -> str:
    """Name within a namespace, such as "claim-12" or "page-Anna%20Berg"; any text may be a `name`."""
    return f"{kind}-{quote(str(name), safe='')}"
