"""Wikimedia Enterprise: articles as NDJSON (plain or compressed), or a `.tar.gz` of several such files.

A line is an article of the data dictionary's schema: `name`, `version.identifier`, `date_modified`,
`namespace.identifier`, `in_language.identifier`, `article_body.html` and `.wikitext`, `redirects[].name`. All but
`name` and the body may be missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from corpus.site import ENGLISH, Site, site_with
from corpus.sources.archive import is_archive, members
from corpus.sources.decompression import opened
from corpus.sources.source import SourceFailure, SourcePage
from corpus.wikitext.blocks import redirect_target

_BODY = re.compile(rb'"article_body"\s*:')
_REMEDY = "Download the snapshot again, or take the line out."


def is_enterprise(start: bytes) -> bool:
    """Return whether JSON lines hold such articles; the first megabyte tells, even if some of its lines are broken."""
    return _BODY.search(start) is not None


def read_enterprise(path: Path) -> Iterator[SourcePage | SourceFailure]:
    """The articles, each followed by the redirects to it; other namespaces are passed over."""
    with opened(path) as file:
        start = file.read(512)
    if not is_archive(start):
        with opened(path) as file:
            yield from _articles(file, path.name)
        return
    with members(path) as found:
        for name, content in found:
            yield from _articles(content, name)


def _articles(lines: Iterable[bytes], file: str) -> Iterator[SourcePage | SourceFailure]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield from _article(line, f"{file}:{number}")


def _article(line: bytes, place: str) -> Iterator[SourcePage | SourceFailure]:
    try:
        data = json.loads(line)
    except ValueError as error:  # covers broken UTF-8 too
        yield SourceFailure("", place, f"not JSON ({error})", _REMEDY)
        return
    title = data.get("name") if isinstance(data, dict) else None
    if not isinstance(title, str):
        yield SourceFailure("", place, "want an article with a name", _REMEDY)
        return
    site = _site(str(_inside(data, "in_language", "identifier") or ENGLISH.language))
    if not _is_article(title, _inside(data, "namespace", "identifier"), site):
        return
    html, wikitext = _inside(data, "article_body", "html"), _inside(data, "article_body", "wikitext")
    if not isinstance(html, str) and not isinstance(wikitext, str):
        yield SourceFailure(title, place, "the article has no body (article_body.html or .wikitext)", _REMEDY)
        return
    revision, timestamp = _inside(data, "version", "identifier"), data.get("date_modified")
    is_html = isinstance(html, str) and bool(html.strip())
    yield SourcePage(
        title=title,
        wikitext="" if is_html or not isinstance(wikitext, str) else wikitext,
        revision=revision if isinstance(revision, int) else None,
        timestamp=timestamp if isinstance(timestamp, str) else None,
        redirect_to=redirect_target(wikitext) if isinstance(wikitext, str) else None,
        site=site,
        html=html if is_html else None,
    )
    yield from _redirects(data.get("redirects"), title, site)


def _redirects(redirects: object, title: str, site: Site) -> Iterator[SourcePage]:
    """Titles that lead here. They carry no namespace of their own: "Talk:X" is known by its prefix."""
    for redirect in redirects if isinstance(redirects, list) else []:
        name = redirect.get("name") if isinstance(redirect, dict) else None
        if isinstance(name, str) and name.strip() and _is_article(name, None, site):
            yield SourcePage(name, "", redirect_to=title, site=site)


def _is_article(title: str, namespace: object, site: Site) -> bool:
    if isinstance(namespace, int):
        return namespace == 0
    return site.is_article(title)


@cache
def _site(language: str) -> Site:
    return ENGLISH if language == ENGLISH.language else site_with({}, language)


def _inside(data: dict[str, Any], *names: str) -> Any:
    """A value some objects deep; None where one of them is missing."""
    value: Any = data
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value
