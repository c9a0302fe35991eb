"""JSONL: one article (`title`, `text`) or one ready page (an `order` key, as FEVEROUS writes it) a line."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpus.page.page_json import BadPageJson, page_from_json
from corpus.sources.decompression import opened
from corpus.sources.source import SourceFailure, SourcePage
from corpus.wikitext.blocks import redirect_target


def read_records(path: Path) -> Iterator[SourcePage | SourceFailure]:
    """The lines in order; a line that is neither kind is a failure of its own."""
    with opened(path) as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield _record(f"line {number}", line)


def _record(place: str, line: bytes) -> SourcePage | SourceFailure:
    try:
        data = json.loads(line)
    except ValueError as error:  # covers broken UTF-8 too
        return SourceFailure("", place, f"not JSON ({error})")
    if not isinstance(data, dict) or not isinstance(data.get("title"), str):
        return SourceFailure("", place, "want an object with a title")
    if "order" in data:
        return ready_page(data, place)
    if not isinstance(data.get("text"), str):
        return SourceFailure(data["title"], place, "neither text (wikitext) nor order (page JSON)")
    return _article(data)


def ready_page(data: dict[str, Any], place: str) -> SourcePage | SourceFailure:
    """A page object of contract (a), or why it is none."""
    try:
        page = page_from_json(data)
    except BadPageJson as error:
        return SourceFailure(str(data.get("title")), place, str(error))
    return SourcePage(page.title, "", page=page)


def _article(data: dict[str, Any]) -> SourcePage:
    text: str = data["text"]
    if "&lt;ref" in text and "<ref" not in text:
        text = html.unescape(text)  # copied out of an XML dump without being decoded
    revision = data.get("revision")
    timestamp = data.get("timestamp")
    return SourcePage(
        title=data["title"],
        wikitext=text,
        revision=revision if isinstance(revision, int) else None,
        timestamp=timestamp if isinstance(timestamp, str) else None,
        redirect_to=redirect_target(text),
    )
