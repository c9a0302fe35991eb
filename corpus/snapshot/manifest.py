"""Manifest of a corpus as a JSON object: sources, settings, versions and hashes, enough to reproduce and verify it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from django.conf import settings

from corpus.exporting import complete_file
from corpus.models import Corpus, ImportRun, StoredPage
from corpus.snapshot.counts import (
    DROPPED,
    ELEMENT,
    LEFT,
    LINK,
    RECORD,
    TABLE,
    TEMPLATE,
    UNTRUSTED,
    counted,
    kinds_and_total,
)
from corpus.snapshot.quarantine import failure_row

MOST_TEMPLATES, MOST_FAILURES = 1_000, 1_000


def manifest(corpus: Corpus) -> dict[str, Any]:
    """The manifest; of a corpus that was not imported, what can be said of it."""
    made: dict[str, Any] = {
        "corpus": corpus.slug,
        "name": corpus.name,
        "sha256": corpus_hash(corpus),
        "parser_version": corpus.parser_version,
        "splitter_version": corpus.splitter_version,
        "pages": corpus.pages.count(),
        "redirects": corpus.redirects.count(),
    }
    run = ImportRun.objects.filter(corpus=corpus).first()
    return made if run is None else made | _of_import(run)


def corpus_hash(corpus: Corpus) -> str:
    """sha256 over the sorted content hashes of the pages: two corpora of equal hash hold the same pages.

    Sorted by hash, not by title, because databases disagree about the order of titles.
    """
    digest = hashlib.sha256()
    hashes = StoredPage.objects.filter(corpus=corpus).order_by("content_hash").values_list("content_hash", flat=True)
    for content_hash in hashes.iterator(chunk_size=5_000):
        digest.update(f"{content_hash}\n".encode())
    return digest.hexdigest()


def manifest_file(slug: str) -> Path:
    """Path of the manifest of a corpus of this installation."""
    return Path(settings.ATTEST_DATA_DIR) / "manifests" / f"{slug}.json"


def write_manifest(corpus: Corpus, path: Path | None = None) -> Path:
    """The manifest as a file: beside an export, or where those of this installation are kept."""
    path = path or manifest_file(corpus.slug)
    path.parent.mkdir(parents=True, exist_ok=True)
    with complete_file(path) as temporary:
        temporary.write_text(manifest_text(corpus), encoding="utf-8")
    return path


def manifest_text(corpus: Corpus) -> str:
    """The manifest as it is written and printed."""
    return json.dumps(manifest(corpus), ensure_ascii=False, indent=2) + "\n"


def _of_import(run: ImportRun) -> dict[str, Any]:
    kinds, uses = kinds_and_total(run, TEMPLATE)
    failures = run.failures.order_by("pk")
    return {
        "phase": run.phase,
        "imported_at": run.finished_at.isoformat(timespec="seconds") if run.finished_at else None,
        "sources": run.sources,
        "settings": run.settings,
        "software": run.software,
        "records": counted(run, RECORD),
        "elements": counted(run, ELEMENT),
        "links": counted(run, LINK),
        "tables_by_role": counted(run, TABLE),
        "left_out": counted(run, LEFT),
        "dropped": counted(run, DROPPED),
        "untrusted": counted(run, UNTRUSTED),
        "unknown_templates": {"kinds": kinds, "uses": uses, "most_frequent": counted(run, TEMPLATE, MOST_TEMPLATES)},
        "failed": {"pages": failures.count(), "first": [failure_row(each) for each in failures[:MOST_FAILURES]]},
    }
