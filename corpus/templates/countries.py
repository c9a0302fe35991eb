"""Map the country codes of flag templates, `{{flag|USA}}` and `{{USA}}`, to the names of the wiki's articles.

ISO 3166 codes and the names of countries in every language are those of CLDR; `countries.tsv` has the codes of sports
federations and former countries, and articles that have another name.
"""

from __future__ import annotations

import re
from functools import lru_cache

from babel.core import get_global

from corpus.cldr import locale
from corpus.word_lists import pairs

_YEARS = re.compile(r"[ -]\d{4}(?:-\d{2,4})?$")  # {{DEU 1933-1945}}: an older flag of the same country
# Codes that ISO 3166 withdrew: CLDR leads them to a successor, which is another country.
_WITHDRAWN = frozenset("ANT BUR CSK DDR FXX QUU SCG SUN TMP XKK YMD YUG ZAR".split())
_NO_COUNTRY = frozenset("ZZ XA XB QO AA".split())


def country_name(code: str, language: str = "en") -> str:
    """The country of a code; anything that is no known code is a name already."""
    return known_country(code, language) or code.strip()


def known_country(code: str, language: str = "en") -> str | None:
    """The country of a code, or None. Codes are in capitals, names in the wiki's language where they are known."""
    code = _YEARS.sub("", code.strip())
    english = pairs("countries.tsv").get(code) or _english(code)
    if language == "en":
        return english
    own = pairs("countries_it.tsv") if language == "it" else {}
    if english is None:
        return own.get(code)
    return own.get(english) or _translated(english, language) or english


def _english(code: str) -> str | None:
    iso = _iso_codes().get(code)
    return _as_in_titles(locale("en").territories[iso]) if iso else None


def _as_in_titles(name: str) -> str:
    return name.replace(" & ", " and ").replace("St. ", "Saint ")


def _translated(english: str, language: str) -> str | None:
    """The name of a country given by its English one; None where CLDR has none."""
    code = _codes_by_name().get(english)
    return locale(language).territories.get(code) if code else None


@lru_cache
def _iso_codes() -> dict[str, str]:
    """Alpha-3 code -> alpha-2 code."""
    known = locale("en").territories
    return {
        code: to[0]
        for code, to in get_global("territory_aliases").items()
        if len(code) == 3 and code.isalpha() and code not in _WITHDRAWN and to[0] in known and to[0] not in _NO_COUNTRY
    }


@lru_cache
def _codes_by_name() -> dict[str, str]:
    """English name -> alpha-2 code: names of CLDR, and of articles that have another one."""
    known = {_as_in_titles(name): code for code, name in locale("en").territories.items()}
    articles = pairs("countries.tsv")
    others = {articles[code]: iso for code, iso in _iso_codes().items() if code in articles}
    return others | known
