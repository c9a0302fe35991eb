"""MediaWiki XML dumps (pages-articles), streamed: memory does not grow with the dump."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from corpus.site import ENGLISH, Prefix, Site, site_with
from corpus.sources.opening import opened
from corpus.sources.source import SourceError, SourceFailure, SourcePage
from corpus.wikitext import redirect_target

_REMEDY = "The pages before this place were read; download the dump again to get the rest."
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def read_dump(path: Path) -> Iterator[SourcePage | SourceFailure]:
    """The dump's articles and redirects (namespace 0), the latest revision of each."""
    with opened(path) as file:
        try:
            yield from _pages(path, file)
        except ET.ParseError as error:
            line, column = error.position
            raise SourceError(path, f"line {line}, column {column}", f"broken XML ({error})", _REMEDY) from error


def _pages(path: Path, file: IO[bytes]) -> Iterator[SourcePage]:
    events = ET.iterparse(file, events=("start", "end"))
    _, root = next(events)
    if _tag(root) != "mediawiki":
        raise SourceError(path, "", f"XML of <{_tag(root)}>, not of a MediaWiki dump", "Give a pages-articles dump.")
    site, language = ENGLISH, root.get(_LANGUAGE) or ENGLISH.language
    for event, element in events:
        if event != "end":
            continue
        if _tag(element) == "siteinfo":
            site = _site(element, language)
        elif _tag(element) == "page":
            page = _page(element, site)
            root.clear()
            if page is not None:
                yield page


def _page(element: ET.Element, site: Site) -> SourcePage | None:
    """The article, or None for another namespace or a page that is not wikitext."""
    title = _text(element, "title")
    namespace = _text(element, "ns")
    if namespace not in ("", "0") or not title:
        return None
    if not namespace and site.prefix(title.partition(":")[0]) is not Prefix.ARTICLE and ":" in title:
        return None  # very old dumps have no <ns>
    revisions = [child for child in element if _tag(child) == "revision"]
    latest = revisions[-1] if revisions else element
    if _text(latest, "model") not in ("", "wikitext"):
        return None
    text = _text(latest, "text")
    redirect = next((child.get("title") for child in element if _tag(child) == "redirect"), None)
    written = redirect_target(text)
    if redirect is not None and written is not None and "#" in written:
        redirect = f"{redirect}#{written.partition('#')[2]}"  # <redirect> leaves the section out
    revision = _text(latest, "id")
    return SourcePage(
        title=title,
        wikitext=text,
        revision=int(revision) if revision.isascii() and revision.isdigit() else None,
        timestamp=_text(latest, "timestamp") or None,
        redirect_to=redirect if redirect is not None else written,
        site=site,
    )


def _site(siteinfo: ET.Element, language: str) -> Site:
    """The wiki's own namespace names."""
    found = (element for element in siteinfo.iter() if _tag(element) == "namespace")
    names = {(element.text or ""): int(element.get("key") or 0) for element in found}
    return site_with(names, language)


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _text(element: ET.Element, name: str) -> str:
    return next((child.text or "" for child in element if _tag(child) == name), "")
