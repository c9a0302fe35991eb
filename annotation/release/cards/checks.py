"""Validate answers of a data statement."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from annotation.release.cards.fields import Kind
from annotation.release.cards.statement import ORCID

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_LICENCE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]*")
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_LIKE_ORCID = re.compile(r"[\dXx -]{12,}")


def problem(kind: Kind, text: str) -> str:
    """Error message for an answer, with the remedy; "" where it is valid or empty."""
    check = _CHECKS.get(kind)
    return check(text.strip()) if check is not None and text.strip() else ""


def _address(text: str) -> str:
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and not re.search(r"\s", text)
    except ValueError:
        is_address = False
    return "" if is_address else _("This is no address of a page. Write it with https:// in front.")


def _authors(text: str) -> str:
    for number, line in enumerate(text.splitlines(), start=1):
        name, *more = (part.strip() for part in line.split(";"))
        if not line.strip():
            continue
        if not name.strip(", "):
            return _("Line %(number)s: the name is missing. Write “Lovelace, Ada”.") % {"number": number}
        if any(_LIKE_ORCID.fullmatch(part) and not ORCID.fullmatch(part) for part in more):
            return _("Line %(number)s: an ORCID has sixteen digits, as 0000-0002-1825-0097.") % {"number": number}
    return ""


def _languages(text: str) -> str:
    wrong = [code.strip() for code in text.split(",") if not _LANGUAGE.fullmatch(code.strip())]
    return (
        _("“%(code)s” is no code of a language. Write en, or en-US, by commas.") % {"code": wrong[0]} if wrong else ""
    )


def _licence(text: str) -> str:
    return "" if _LICENCE.fullmatch(text) else _("Write the licence’s SPDX name, such as CC-BY-SA-4.0.")


def _doi(text: str) -> str:
    return "" if _DOI.fullmatch(text) else _("A DOI begins with 10., without https://doi.org/ in front.")


_CHECKS: dict[Kind, Callable[[str], str]] = {
    Kind.ADDRESS: _address,
    Kind.AUTHORS: _authors,
    Kind.LANGUAGES: _languages,
    Kind.LICENCE: _licence,
    Kind.DOI: _doi,
}
