"""What a web page says of itself in its head: title, publisher, date of publication.

The date is taken from metadata and the address alone, as written there. A date that stands somewhere in the text, such
as that of a last update, would be a guess (htmldate makes it): a wrong one hides evidence, or lets evidence through
that is younger than its claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml.html import HtmlElement

# Names of meta elements, the most exact first.
_DATES = (
    "article:published_time|og:article:published_time|datepublished|og:published_time|parsely-pub-date|sailthru.date|"
    "publishdate|publish-date|publish_date|publication_date|pubdate|article.published|citation_publication_date|"
    "dc.date.issued|dcterms.issued|dc.date.created|dcterms.created|dc.date|dcterms.date|dc.created|date|originalpublicationdate"
).split("|")
_TITLES = ("og:title", "twitter:title", "dc.title", "citation_title", "parsely-title")
_PUBLISHERS = ("og:site_name", "dc.publisher", "application-name", "citation_journal_title")
_IN_DATA = re.compile(r'"datePublished"\s*:\s*"([^"]{4,40})"')
_PUBLISHER_IN_DATA = re.compile(r'"publisher"\s*:\s*\{[^{}]{0,400}?"name"\s*:\s*"([^"\\]{1,200})"')
_IN_ADDRESS = re.compile(r"/((?:19|20)\d\d)/(0?[1-9]|1[0-2])(?:/(0?[1-9]|[12]\d|3[01]))?/")
_BEHIND_TITLE = re.compile(r"\s+[|·–—-]\s+[^|·–—]{1,40}$")
_DAY = re.compile(r"\d{4}-\d{1,2}(?:-\d{1,2})?|\d{4}/\d{1,2}/\d{1,2}|\d{8}|\d{4}$")


def published_of(tree: HtmlElement, url: str) -> str:
    """The date of publication as it is written, the part that `corpus.web.dates` reads; "" where the page says none."""
    for written in _dates(tree, url):
        match = _DAY.match(written.strip())
        if match:
            return match[0]
    return ""


def title_of(tree: HtmlElement) -> str:
    """The title: without the name of the site that stands behind it where only <title> has it."""
    named = _metas(tree)
    for name in _TITLES:
        if words := named.get(name):
            return words
    title = _line(tree.findtext(".//title") or "")
    return _BEHIND_TITLE.sub("", title) or title or _line(" ".join(tree.xpath("(//h1)[1]//text()")))


def publisher_of(tree: HtmlElement) -> str:
    """Who published the page, as its metadata say; "" where they do not."""
    named = _metas(tree)
    for name in _PUBLISHERS:
        if words := named.get(name):
            return words
    found = (match for text in _data(tree) if (match := _PUBLISHER_IN_DATA.search(text)))
    first = next(found, None)
    return _line(first[1]) if first else ""


def _dates(tree: HtmlElement, url: str) -> Iterator[str]:
    named = _metas(tree)
    yield from (named[name] for name in _DATES if named.get(name))
    yield from (match[1] for text in _data(tree) if (match := _IN_DATA.search(text)))
    yield from tree.xpath("//*[@itemprop='datePublished']/@content | //*[@itemprop='datePublished']/@datetime")
    yield from tree.xpath("//time[@pubdate]/@datetime")
    if match := _IN_ADDRESS.search(url):
        yield "-".join(part for part in match.groups() if part)


def _metas(tree: HtmlElement) -> dict[str, str]:
    """Name or property of meta elements, in lower case -> content; the first of each."""
    found: dict[str, str] = {}
    for meta in tree.iterfind(".//meta"):
        name = (meta.get("property") or meta.get("name") or meta.get("itemprop") or "").lower()
        content = _line(meta.get("content") or "")
        if name and content:
            found.setdefault(name, content)
    return found


def _data(tree: HtmlElement) -> Iterator[str]:
    """Texts of JSON-LD."""
    yield from (node.text or "" for node in tree.iterfind(".//script[@type='application/ld+json']"))


def _line(text: str) -> str:
    return " ".join(text.split())
