"""Input of the report: the released rows from their files, and the origin of their claims from the database."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator
from dataclasses import replace
from pathlib import Path

from annotation.claims.models import Claim
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.release.formats.feverous import no_evidence
from annotation.release.record import Record, read
from annotation.release.report.counting import ClaimOrigin, Counts, count_rows
from annotation.release.row_ids import row_number
from annotation.release.summary import SPLITS, ReleaseSummary
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS
from corpus.models import ImportRun
from corpus.snapshot.counts import ELEMENT
from corpus.snapshot.counts import counted as counted_elements

# What an import counts of the paper's numbers, in its words.
ELEMENTS = ("sentences", "tables", "lists")


def rows_of_split(
    folder: Path, split: str, unchallenged: Container[int] = (), labels: LabelSet = VERDICTS
) -> Iterator[Record]:
    """The released rows of a split, one at a time; none where the file is not there. `unchallenged` have no challenge,
    whatever their line says."""
    for name in (f"{split}.jsonl", no_evidence(split)):
        path = folder / "feverous" / name
        if path.exists():
            with path.open(encoding="utf-8") as lines:
                for row in read(lines, labels):
                    yield replace(row, challenge="") if row.id in unchallenged else row


def without_challenge(folder: Path) -> set[int]:
    """The rows whose challenge nobody gave, as sources.jsonl says."""
    with (folder / "sources.jsonl").open(encoding="utf-8") as lines:
        return {row["id"] for line in lines if not (row := json.loads(line)).get("challenge_given", True)}


def count_splits(facts: ReleaseSummary) -> dict[str, Counts]:
    """Every split added up, in one pass over its file."""
    written, labels = written_of(facts.project), label_set_of(facts.project)
    unchallenged = without_challenge(facts.folder) if facts.counts.challenges_not_given else set[int]()
    return {split: count_rows(rows_of_split(facts.folder, split, unchallenged, labels), written) for split in SPLITS}


def written_of(project: Project) -> dict[int, ClaimOrigin]:
    """Id of a released row -> how its claim came about."""
    columns = ("pk", "release_id", "claim_type", "mutation", "expected_challenge", "highlight__kind")
    rows = Claim.objects.filter(project=project, phase=0).order_by().values_list(*columns)
    known: dict[ClaimOrigin, ClaimOrigin] = {}  # of many claims there are few origins: each is kept once
    found = {}
    for pk, released, claim_type, mutation, expected, kind in rows.iterator(chunk_size=5000):
        origin = ClaimOrigin(claim_type, mutation, expected, kind or "")
        found[row_number(pk, released)] = known.setdefault(origin, origin)
    return found


def evidence_source(project: Project) -> dict[str, int]:
    """How many pages, sentences and tables the corpus holds; what its import did not count is not there."""
    found = {"pages": project.corpus.pages.count()}
    run = ImportRun.objects.filter(corpus=project.corpus).first()
    elements = counted_elements(run, ELEMENT) if run is not None else {}
    return found | {name: elements[name] for name in ELEMENTS if name in elements}
