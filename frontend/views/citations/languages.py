"""Names of the languages of sources, in the language of the page."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import get_language

from corpus.cldr import language_name


def name_of(code: str) -> str:
    """The name of a language ("German"); its code where it has none."""
    return language_name(code, get_language() or "en") or code


def by_name(codes: Iterable[str]) -> list[tuple[str, str]]:
    """Codes with their names, by name."""
    return sorted(((code, name_of(code)) for code in codes), key=lambda one: one[1].casefold())
