"""Find the files of a data set and their format."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from annotation.projects.models import PageView
from annotation.release.importing import fever_rows, feverous_rows
from annotation.release.importing.attest_folder import ANNOTATIONS, AttestFolder
from annotation.release.importing.evidence_ratings import is_rating
from annotation.release.importing.lines import Advance, lines_of
from annotation.release.importing.parsed import SPLITS, BadRow, NoDataSet, ParsedClaim, Place, Problem, split_of
from annotation.release.importing.task_lines import task_lines
from annotation.release.importing.task_rows import importers
from annotation.release.shared_task import PUBLIC, SEALED
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS

BLIND, MANIFEST = "blind", "manifest.json"
LONGEST_NAME = 200  # of a project


class Format(StrEnum):
    """Format of a data set."""

    FEVEROUS = "feverous"
    FEVER = "fever"
    ATTEST = "attest"
    AVERITEC = "averitec"
    EVIDENCE_RATINGS = "evidence-ratings"


def folder_of(source: Path) -> Path:
    """The release in the folder of a shared task, whose sealed part has everything; else what was given."""
    for part in (SEALED, PUBLIC):
        if (source / part / ANNOTATIONS).is_file():
            return source / part
    return source


def format_of(source: Path) -> Format:
    """A folder with a release's parts is ours; else the first row with evidence tells. Raises NoDataSet and OSError."""
    if (source / ANNOTATIONS).is_file() and any((source / part).exists() for part in ("feverous", MANIFEST)):
        return Format.ATTEST
    problem, rows, claims = "", 0, 0
    for path in files_of(source):
        for line in task_lines(path):
            if line.problem:
                problem = problem or str(Problem(line.place, line.problem))
            elif (told := _format_of_row(line.row)) is not None:
                return told
            rows += not line.problem
            claims += "claim" in line.row
    if not rows:
        raise NoDataSet(f"{_('%(source)s has no row that can be read.') % {'source': source}} {problem}".rstrip())
    if not claims:
        asked = ", ".join([*importers(), *Format])
        words = _("The rows of %(source)s are of no kind that is known. Asked were: %(asked)s.")
        raise NoDataSet(words % {"source": source, "asked": asked})
    return Format.FEVEROUS


def label_set_of_release(source: Path) -> Any:
    """The label set that a release of ours names, as JSON; None where it names none."""
    return _described(source).get("label_set")


def page_view_of_release(source: Path) -> PageView:
    """How the annotators of a release of ours read pages: it decides whether its evidence sets have labels."""
    return PageView.LINES if _described(source).get("page_view") == PageView.LINES else PageView.ARTICLE


def name_of_release(source: Path) -> str:
    """The name of the project that a release of ours was made from; empty where it names none."""
    name = _described(source).get("name")
    return name.strip()[:LONGEST_NAME] if isinstance(name, str) else ""


def _described(source: Path) -> dict[str, Any]:
    try:
        described = json.loads((source / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return described if isinstance(described, dict) else {}


def require_existing(source: Path, format_: Format) -> None:
    """Asked before a project is made for it. Raises NoDataSet where there is nothing to read."""
    if format_ != Format.ATTEST:
        files_of(source)
    elif not (source / ANNOTATIONS).is_file():
        raise NoDataSet(_("There is no %(source)s.") % {"source": source / ANNOTATIONS})


def files_of(source: Path) -> list[Path]:
    """The file; of a folder train, dev and test in this order. The blind test file repeats another's claims: it is
    read where there is no other. Raises NoDataSet."""
    if source.is_file():
        return [source]
    if not source.is_dir():
        raise NoDataSet(_("There is no %(source)s.") % {"source": source})
    both = sorted([*source.glob("*.jsonl"), *source.glob("*.json")])
    named = [path for path in both if split_of(path)]
    seeing = [path for path in named if BLIND not in path.name]
    found = [*seeing, *(path for path in named if BLIND in path.name and "test" not in map(split_of, seeing))]
    if not found:
        wanted = _("%(source)s has no file whose name says train, dev or test. Name the file to import.")
        raise NoDataSet(wanted % {"source": source})
    return sorted(found, key=lambda path: SPLITS.index(split_of(path)))


def claims_of(
    source: Path,
    format_: Format,
    advance: Advance = lambda _file, _done, _of: None,
    *,
    challenge: str = "",
    labels: LabelSet = VERDICTS,
) -> Iterator[ParsedClaim | Problem]:
    """The claims of all files in their order, bad rows as Problems in their places. Raises NoDataSet and OSError.

    `challenge`: of rows that name none. `labels`: the verdicts and challenges that rows may have.
    """
    if format_ == Format.ATTEST:
        return with_challenge(AttestFolder(source, labels).claims(advance), challenge)
    read = fever_rows.claim_of if format_ == Format.FEVER else feverous_rows.claim_of
    return with_challenge(_rows_of(files_of(source), partial(read, labels=labels), advance), challenge)


def with_challenge(coming: Iterator[ParsedClaim | Problem], challenge: str) -> Iterator[ParsedClaim | Problem]:
    """The same, with this challenge where a row names none; "" gives none."""
    for one in coming:
        yield one if not challenge or isinstance(one, Problem) or one.challenge else _with(one, challenge)


def _rows_of(
    paths: Sequence[Path], read: Callable[[Mapping[str, Any], Place, str], ParsedClaim], advance: Advance
) -> Iterator[ParsedClaim | Problem]:
    """Parse each line of these files; a bad row becomes a problem with its position."""
    total, before = sum(path.stat().st_size for path in paths), 0
    for path in paths:
        for line in lines_of(path):
            advance(path.name, before + line.end, total)
            if line.problem:
                yield Problem(line.place, line.problem)
                continue
            try:
                yield read(line.row, line.place, split_of(path))
            except BadRow as bad:
                yield Problem(line.place, str(bad))
        before += path.stat().st_size


def _with(one: ParsedClaim, challenge: str) -> ParsedClaim:
    said = tuple(each if each.challenge else replace(each, challenge=challenge) for each in one.verifications)
    return replace(one, challenge=challenge, verifications=said)


def _format_of_row(row: Mapping[str, Any]) -> Format | None:
    """FEVEROUS' evidence is a list of objects, FEVER's a list of lists, AVeriTeC has questions; others do not tell."""
    if "fact_checking_article" in row and "questions" in row:
        return Format.AVERITEC
    if is_rating(row):
        return Format.EVIDENCE_RATINGS
    match row.get("evidence"):
        case [[_, *_], *_]:
            return Format.FEVER
        case [{}, *_]:
            return Format.FEVEROUS
    return None
