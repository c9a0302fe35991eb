"""Map the country codes of flag templates, `{{flag|USA}}` and `{{USA}}`, to the names of the wiki's articles."""

from __future__ import annotations

import re

from corpus.word_lists import pairs

_YEARS = re.compile(r"[ -]\d{4}(?:-\d{2,4})?$")  # {{DEU 1933-1945}}: an older flag of the same country


def country_name(code: str, language: str = "en") -> str:
    """The country of a code; anything that is no known code is a name already."""
    return known_country(code, language) or code.strip()


def known_country(code: str, language: str = "en") -> str | None:
    """The country of a code, or None. Codes are in capitals, names in the wiki's language where they are known."""
    code = _YEARS.sub("", code.strip())
    name = pairs("countries.tsv").get(code)
    if language == "it":
        italian = pairs("countries_it.tsv")
        return italian.get(name or code, name)
    return name
