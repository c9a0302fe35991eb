"""Country codes of flag templates, `{{flag|USA}}`, by the names English Wikipedia's articles have."""

from __future__ import annotations

from corpus.word_lists import pairs


def country_name(code: str) -> str:
    """The country of a code; anything that is no known code is a name already."""
    return pairs("countries.tsv").get(code.strip(), code.strip())
