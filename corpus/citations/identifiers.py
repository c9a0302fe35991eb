"""Addresses of publications by their identifiers, for citations that give no address of their own. No Django.

Best first: texts that everybody can read, then the publisher's page, then abstracts. Numbers of books, serials and
catalogues (ISBN, ISSN, OCLC) lead to no text, and so to no address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import unescape
from urllib.parse import quote, unquote

_SAFE = "/:;().,~-_"  # of an identifier in a path; an old DOI has "<", ">" and "#" too


@dataclass(frozen=True, slots=True)
class _Identifier:
    """Of a publication, by its `field` in cite templates. Group 1 of `value` (in a template) and of `link` (in a
    rendered page, without scheme) is what `address` takes.
    """

    field: str
    value: re.Pattern[str]
    address: str
    link: re.Pattern[str]


def _identifier(field: str, value: str, address: str, link: str) -> _Identifier:
    as_link = rf"(?:www\.)?{link}{value}"
    return _Identifier(field, re.compile(value, re.IGNORECASE), address, re.compile(as_link, re.IGNORECASE))


_NUMBER = r"(\d+)"
_ARXIV = (
    r"(?:arxiv:)?(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[a-z]{2})?/\d{7}(?:v\d+)?)",
    "https://arxiv.org/abs/{}",
    r"arxiv\.org/(?:abs|pdf)/",
)
_PMC, _NCBI = "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC{}", r"ncbi\.nlm\.nih\.gov/"
_RFC, _IETF = "https://datatracker.ietf.org/doc/html/rfc{}", r"(?:tools|datatracker)\.ietf\.org/.*rfc"
_ADS = r"(?:ui\.)?adsabs\.harvard\.edu/abs/"
_IDENTIFIERS = (
    _identifier("pmc", rf"(?:pmc)?{_NUMBER}", _PMC, rf"(?:pmc\.)?{_NCBI}(?:pmc/)?articles/"),
    _identifier("arxiv", *_ARXIV),
    _identifier("eprint", *_ARXIV),
    _identifier("rfc", _NUMBER, _RFC, _IETF),
    _identifier("doi", r"(10\.\d{4,9}/\S+)", "https://doi.org/{}", r"(?:dx\.)?doi\.org/"),
    _identifier("hdl", r"([\w.]+/\S+)", "https://hdl.handle.net/{}", r"hdl\.handle\.net/"),
    _identifier("jstor", r"([\w./]+)", "https://www.jstor.org/stable/{}", r"jstor\.org/(?:stable|pss)/"),
    _identifier("ssrn", _NUMBER, "https://ssrn.com/abstract={}", r"ssrn\.com/abstract="),
    _identifier("pmid", _NUMBER, "https://pubmed.ncbi.nlm.nih.gov/{}", rf"(?:pubmed\.)?{_NCBI}(?:pubmed/)?"),
    _identifier("bibcode", r"(\d{4}[\w.&]{15})", "https://ui.adsabs.harvard.edu/abs/{}", _ADS),
)
FIELDS = frozenset(each.field for each in _IDENTIFIERS)
_CATALOGUES = re.compile(
    r"(?:https?:)?//(?:[a-z-]+\.)?(?:worldcat\.org/|openlibrary\.org/|lccn\.loc\.gov/|isbnsearch\.org/"
    r"|ams\.org/mathscinet|zbmath\.org/|semanticscholar\.org/)",
    re.IGNORECASE,
)


def address_of(url: str, archive_url: str, fields: Mapping[str, str]) -> str:
    """The address of a source: as written, else of its archived copy, else of its best identifier; "" for none.

    `fields` are those of a cite template, by the names of Citation Style 1.
    """
    return url or archive_url or _by_identifier(fields)


def _by_identifier(fields: Mapping[str, str]) -> str:
    for each in _IDENTIFIERS:
        if written := fields.get(each.field):
            found = each.value.fullmatch(unescape(written).strip())
            if found:
                return each.address.format(quote(found[1], safe=_SAFE))
    return ""


def best_link(links: Iterable[str]) -> str:
    """The link of a rendered cite template that leads to its source: the first that is no identifier, else the best
    identifier; "" where all are of catalogues.
    """
    publications = [link for link in links if not _CATALOGUES.match(link)]
    return min(publications, key=_place_of_link, default="")


def _place_of_link(link: str) -> int:
    """Which identifier the link is of, from 1; 0 for an address of its own."""
    plain = unquote(link.partition("//")[2]).rstrip("/")
    return next((place for place, each in enumerate(_IDENTIFIERS, start=1) if each.link.fullmatch(plain)), 0)
