"""Convert banner templates to `Flag` blocks: problems that editors marked on a page or section.

Which banners count is in `data/maintenance.txt`; what follows from a flag is decided in `corpus.rules`.
"""

from __future__ import annotations

import re
from functools import cache

from corpus.syntax.parser_state import Flag
from corpus.templates.call import Call
from corpus.word_lists import groups

_FILE = "maintenance.txt"
_SECTION_ENDING = re.compile(r"[ -]?(?:section|sect)$")
_SECTION_WORDS = frozenset("section sec sect subsection sezione paragrafo list table paragraph".split())


def flag_of(call: Call, language: str) -> Flag | None:
    """The flag a banner raises; None for any other template.

    A name that ends in "section", a first argument "section" and `section=yes` speak of the section.
    """
    banners = _banners(language)
    bare = _SECTION_ENDING.sub("", call.name)
    reason = banners.get(call.name) or banners.get(bare)
    if reason is None:
        return None
    of_section = bare != call.name or call.get("1").lower() in _SECTION_WORDS or bool(call.get("section"))
    return Flag("section" if of_section else "page", reason)


@cache
def _banners(language: str) -> dict[str, str]:
    """Name in lower case -> reason. English names work on every wiki, which keep many of them as redirects."""
    found: dict[str, str] = {}
    for heading, redirects in groups(_FILE).items():
        wiki, colon, reason = heading.rpartition(": ")
        if not colon:
            found |= dict.fromkeys({reason, *redirects}, reason)
        elif wiki == language:
            found |= dict.fromkeys(redirects, reason)
    return found
