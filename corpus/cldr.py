"""Names of languages and countries by CLDR, in the languages that it knows."""

from __future__ import annotations

from functools import lru_cache

from babel import Locale, UnknownLocaleError


@lru_cache
def locale(language: str) -> Locale:
    """The locale of a wiki's language code ("en", "be-tarask"); English for one that CLDR does not know."""
    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale("en")


def language_name(code: str, language: str = "en") -> str | None:
    """The name of a language given by its code ("fr", "zh-Hant")."""
    names = locale(language).languages
    return names.get(code.replace("-", "_")) or names.get(code.partition("-")[0])
