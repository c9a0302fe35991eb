"""Write manifest.json, last: versions, settings and counts of a release, and the hash of every file."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tomllib
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any

from django.conf import settings as site
from django.db.models import Exists, OuterRef

from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.release.cards.statement import statement_of
from annotation.release.formats.files import Files, sha256_of
from annotation.release.importing.imported_lines import imported_lines
from annotation.release.logs import IMPORTED
from annotation.release.output_directory import LOCK, LOG_HEADS, MANIFEST
from annotation.release.privacy.withheld import Withheld
from annotation.release.rule import FAULTS, rule_of
from annotation.release.summary import SPLITS, Counts, ReleaseOptions
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, Operation
from corpus.snapshot.manifest import manifest as corpus_manifest

# Of the folder, as `import_dataset` reads it; one more where an older version would lose something without noticing.
# 1: those that do not say. 2: origins.jsonl, annotations with their turn, adjudications with their pins.
FORMAT_VERSION = 2


def manifest(
    project: Project, settings: ReleaseOptions, counts: Counts, as_of: datetime | None, withheld: Withheld
) -> dict[str, Any]:
    """Content of the manifest, without the files."""
    return {
        "format": "attest",
        "format_version": FORMAT_VERSION,
        "project": project.slug,
        "name": project.name,
        "version": statement_of(project).get("version") or None,
        "as_of": as_of.isoformat(timespec="seconds") if as_of is not None else None,
        "rule": rule_of(label_set_of(project), first_counts=bool(settings.first_counts)),
        **({"label_set": project.label_set} if project.label_set is not None else {}),
        **({"page_view": project.page_view} if project.labels_sets else {}),
        **counted(counts),
        "settings": _settings(settings),
        "privacy": withheld.to_json(),
        "corpus": {"slug": project.corpus.slug, **corpus_manifest(project.corpus)},
        "code_version": code_version(),
    }


def _settings(settings: ReleaseOptions) -> dict[str, Any]:
    """The options by name; of people that are left out the number alone: their ids are of this site."""
    by_name = {
        "splits": dict(zip(SPLITS, settings.splits, strict=True)),
        "without_people": len(settings.without_people),
    }
    return settings.to_json() | by_name


def counted(counts: Counts) -> dict[str, Any]:
    """Counts of released and excluded claims. `faults`: claims to look at, with their elements."""
    return {
        "claims": counts.claims,
        "released": counts.released,
        "labels": dict(sorted(counts.labels.items())),
        "sources": dict(sorted(counts.sources.items())),
        "excluded": dict(sorted(counts.excluded.items())),
        "faults": {reason.value: _faults(counts, reason.value) for reason in FAULTS if reason.value in counts.faults},
        "verifications": counts.verifications,
        "verifications_left_out": dict(sorted(counts.verifications_left_out.items())),
        "verifications_released": counts.verifications_released,
        "challenges_not_given": counts.challenges_not_given,
        "without_evidence": counts.without_evidence,
        "evidence_sets_left_out": counts.evidence_sets_left_out,
        **({"sets_of_another_label": counts.sets_of_another_label} if counts.sets_of_another_label else {}),
        "operations_left_out": counts.operations_left_out,
    }


def write_log_heads(files: Files, project: Project) -> tuple[int, str]:
    """Write log_heads.csv: the last hash of the log of every ended assignment (`annotation.hash_chain`), those of
    guided examples left out.

    Returns their number and the sha256 over the lines below the header, by which a changed log can be detected later.
    """
    file = files.text(LOG_HEADS)
    file.write("assignment,log_head\n")
    digest, count = hashlib.sha256(), 0
    ended = Assignment.objects.filter(project=project, ended_at__isnull=False).exclude(log_head="").order_by("pk")
    ended = ended.exclude(task__phase=Phase.GUIDED)
    imported = list(imported_lines(project, LOG_HEADS))
    if imported:  # those of the logs as they were made; what was imported of these has other hashes
        ended = ended.exclude(Exists(Operation.objects.filter(assignment=OuterRef("pk"), sequence=0, name=IMPORTED)))
    own = ended.values_list("public_id", "log_head").iterator(chunk_size=5_000)
    for line in chain(imported, (f"{public_id},{head}\n" for public_id, head in own)):
        digest.update(line.encode())
        file.write(line)
        count += 1
    return count, digest.hexdigest()


def files_of(folder: Path) -> dict[str, dict[str, Any]]:
    """Every file but the manifest: its size in bytes and sha256 (hex)."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in (MANIFEST, LOCK):
            found[name] = {"bytes": path.stat().st_size, "sha256": sha256_of(path)}
    return found


def write_json(path: Path, value: object, *, sort_keys: bool = False) -> None:
    """Write indented JSON."""
    text = json.dumps(value, ensure_ascii=False, indent=2, sort_keys=sort_keys)
    path.write_text(text + "\n", encoding="utf-8")


def write_manifest(folder: Path, content: dict[str, Any]) -> None:
    """Write manifest.json with its keys in order: PostgreSQL gives back JSON in an order of its own."""
    write_json(folder / MANIFEST, content, sort_keys=True)


def code_version() -> str:
    """The version of Attest that wrote the release, with the commit where the code is a checkout."""
    try:
        text = (site.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8")
        version = str(tomllib.loads(text)["project"]["version"])
    except (OSError, KeyError, tomllib.TOMLDecodeError):
        version = "unknown"
    command = ["git", "-C", str(site.BASE_DIR), "rev-parse", "--short", "HEAD"]
    try:
        commit = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False).stdout.strip()  # nosec B603 # constant arguments
    except (OSError, subprocess.TimeoutExpired):
        commit = ""
    return f"{version}+{commit}" if commit else version


def _faults(counts: Counts, reason: str) -> dict[str, list[str]]:
    return {str(number): elements for number, elements in sorted(counts.faults[reason].items())}
