"""Writing a release: the data set, and beside it a manifest that says what it is and what was left out."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.conf import settings
from django.utils import timezone

from annotation.projects.models import Project
from annotation.release.feverous import Counts, records
from annotation.release.record import Record, lines
from annotation.release.rule import RULE
from corpus.snapshot.manifest import corpus_hash

DATA, MANIFEST, SOURCES = "train.jsonl", "manifest.json", "sources.jsonl"


@dataclass(frozen=True, slots=True)
class Release:
    """What was written, and where."""

    data: Path
    manifest: Path
    counts: Counts


def export_feverous(*, project: Project, folder: Path) -> Release:
    """Write FOLDER/train.jsonl, sources.jsonl and manifest.json, each whole or not at all. Raises OSError.

    sources.jsonl says of every row what it rests on, which FEVEROUS' own line has no place for.

    The data set is streamed to a temporary file beside its place and renamed, so that a reader never meets half of it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    counts = Counts()
    sources: list[str] = []
    sha256 = write_whole(folder / DATA, lines(_noting(records(project, counts), sources)))
    write_whole(folder / SOURCES, sources)
    text = json.dumps(_manifest(project, counts, sha256), ensure_ascii=False, indent=2) + "\n"
    write_whole(folder / MANIFEST, [text])
    return Release(folder / DATA, folder / MANIFEST, counts)


def _noting(rows: Iterable[Record], sources: list[str]) -> Iterator[Record]:
    for row in rows:
        sources.append(json.dumps({"id": row.id, "source": row.source}) + "\n")
        yield row


def write_whole(path: Path, parts: Iterable[str]) -> str:
    """Write a file by temporary file and rename; returns its sha256 (hex)."""
    digest = hashlib.sha256()
    with NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            for part in parts:
                data = part.encode()
                digest.update(data)
                file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
    return digest.hexdigest()


def code_version() -> str:
    """The version of Attest that wrote the release, with the commit where the code is a checkout."""
    try:
        text = (settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8")
        version = str(tomllib.loads(text)["project"]["version"])
    except (OSError, KeyError, tomllib.TOMLDecodeError):
        version = "unknown"
    command = ["git", "-C", str(settings.BASE_DIR), "rev-parse", "--short", "HEAD"]
    try:
        commit = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        commit = ""
    return f"{version}+{commit}" if commit else version


def _manifest(project: Project, counts: Counts, sha256: str) -> dict[str, Any]:
    corpus = project.corpus
    return {
        "format": "feverous",
        "file": DATA,
        "sha256": sha256,
        "made_at": timezone.now().isoformat(timespec="seconds"),
        "project": project.slug,
        "rule": RULE,
        "claims": counts.claims,
        "released": counts.released,
        "labels": dict(sorted(counts.labels.items())),
        "sources": dict(sorted(counts.sources.items())),
        "excluded": dict(sorted(counts.excluded.items())),
        "evidence_sets_left_out": counts.evidence_sets_left_out,
        "operations_left_out": counts.operations_left_out,
        "corpus": {
            "slug": corpus.slug,
            "sha256": corpus_hash(corpus),
            "parser_version": corpus.parser_version,
            "splitter_version": corpus.splitter_version,
        },
        "code_version": code_version(),
    }
