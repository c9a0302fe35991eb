"""A knowledge store: for each claim the documents that were found for it, as AVeriTeC's shared task hands them out.

JSON lines with `claim_id`, `url` and the sentences of the page (`url2text`, or `sentences`); a file, or a folder of
them. `date`, `title` and `publisher` are read where they are given.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpus.sources.decompression import beginning, opened
from corpus.sources.source import SourceError, SourceFailure, SourcePage
from corpus.sources.web_archive import web_page
from corpus.web.record import WebRecord

MOST_TEXT = 5_000_000  # characters of one document
LONGEST_KEY = 100
_SENTENCES = ("url2text", "sentences")
_NAMED = re.compile(rb'"claim_id"\s*:')
_URL = re.compile(rb'"url"\s*:')
_ENDINGS = (".json", ".jsonl", ".json.gz", ".jsonl.gz")
_ROW = 'Write each row as {"claim_id": "12", "url": "https://…", "url2text": ["A sentence.", …]}.'
_LOOKED_AT = 1 << 20


def is_knowledge_store(start: bytes) -> bool:
    """Return whether JSON lines are documents of claims."""
    return _NAMED.search(start) is not None and _URL.search(start) is not None


def store_files(path: Path) -> list[Path]:
    """The files of a folder, those of claims with numbers in the order of the numbers."""
    found = [file for file in path.iterdir() if file.name.endswith(_ENDINGS) and not file.name.startswith(".")]
    return sorted(found, key=lambda file: (len(file.name), file.name))


def is_store_folder(path: Path) -> bool:
    """Return whether the first file of a folder holds documents of claims."""
    files = store_files(path)
    try:
        return bool(files) and is_knowledge_store(beginning(files[0], _LOOKED_AT))
    except SourceError:
        return False


def read_knowledge_store(path: Path) -> Iterator[SourcePage | SourceFailure]:
    """The documents of a file or folder in their order."""
    files, before = (store_files(path) if path.is_dir() else [path]), 0
    for file in files:
        with opened(file, before) as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _document(f"{file.name}, row {number:,}", line)
        before += file.stat().st_size


def _document(place: str, line: bytes) -> SourcePage | SourceFailure:
    try:
        row = json.loads(line)
    except ValueError as error:  # covers broken UTF-8 too
        return SourceFailure(place, place, f"not JSON ({error})", _ROW)
    if not isinstance(row, dict):
        return SourceFailure(place, place, "not a JSON object", _ROW)
    url, claim = row.get("url"), row.get("claim_id")
    title = str(url or place)
    if not isinstance(claim, str | int) or isinstance(claim, bool) or not 0 < len(str(claim)) <= LONGEST_KEY:
        return SourceFailure(title, place, f"claim_id: want a name of at most {LONGEST_KEY} characters", _ROW)
    if not isinstance(url, str) or not url:
        return SourceFailure(title, place, "url: missing", _ROW)
    sentences = next((row[name] for name in _SENTENCES if name in row), None)
    if not isinstance(sentences, list) or not all(isinstance(each, str) for each in sentences):
        return SourceFailure(title, place, "url2text: want a list of sentences", _ROW)
    if sum(map(len, sentences)) > MOST_TEXT:
        return SourceFailure(title, place, f"its sentences have more than {MOST_TEXT:,} characters", "Shorten it.")
    return web_page(
        WebRecord(
            url=url,
            place=place,
            sentences=tuple(sentences),
            collection=str(claim),
            title=_text(row, "title"),
            published=_text(row, "date"),
            publisher=_text(row, "publisher"),
        )
    )


def _text(row: dict[str, Any], name: str) -> str:
    value = row.get(name)
    return value if isinstance(value, str) else ""
