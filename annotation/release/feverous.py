"""From the database to FEVEROUS records (reference/feverous_format.md (b), (c), (e)), a batch of claims at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache, partial
from itertools import islice
from unicodedata import normalize

from django.db.models import Prefetch, QuerySet

from annotation.adjudication.models import Adjudication
from annotation.projects.models import Project
from annotation.release.record import MAX_SETS, EvidenceSetRecord, OperationRecord, Record
from annotation.release.rule import Excluded, choose
from annotation.release.spoken import Piece, Spoken, spoken
from annotation.vocabulary import SELF_VALUED, OperationName
from annotation.work.models import Operation
from annotation.workflows.claim_generation.models import Claim
from annotation.workflows.claim_verification.models import EvidenceSet, Verification
from annotation.workflows.claim_verification.reporting import standing_reports
from corpus.content_hash import is_pinned
from corpus.element_id import BadElementId, ElementKind, parse
from corpus.elements import Page, UnknownElement
from corpus.models import Corpus, StoredPage
from corpus.store import PageNotFound, get_page

BATCH = 200
SEARCH_PAGE = "?search="
WITH_TEXT = frozenset({OperationName.SEARCH, OperationName.HYPERLINK, OperationName.PAGE_SEARCH})
ELEMENTS = frozenset({OperationName.HIGHLIGHTING, OperationName.HIGHLIGHTING_DELETED})

# No operation of the released files names a whole table or list: only what can be cited or is context.
WHOLES = frozenset({ElementKind.TABLE, ElementKind.LIST})


@dataclass(slots=True)
class Counts:
    """What became of the project's claims; filled while the records are read."""

    claims: int = 0
    released: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    excluded: Counter[str] = field(default_factory=Counter)
    # The contract takes three sets a row; a project may ask for more, which stay in the database.
    evidence_sets_left_out: int = 0
    # The contract wants operations that name pages of the corpus; what a browser sent otherwise stays in the database.
    operations_left_out: int = 0


def records(project: Project, counts: Counts) -> Iterator[Record]:
    """The released rows in the order of claim ids. `counts` is complete when the last one has been read."""
    reported = set(standing_reports(project).values_list("claim", flat=True))
    for claims in _batches(project):
        chosen: list[Spoken] = []
        for claim in claims:
            counts.claims += 1
            adjudicated = next(iter(claim.adjudications.all()), None)
            choice = choose(
                list(claim.verifications.all()),
                adjudicated=adjudicated,
                reported=claim.pk in reported,
            )
            if isinstance(choice, Excluded):
                counts.excluded[choice.value] += 1
            else:
                chosen.append(spoken(claim, choice))
        chosen = _still_there(project.corpus, chosen, counts)
        logs = _logs(project.corpus, [one.assignment for one in chosen if one.assignment is not None], counts)
        for one in chosen:
            counts.released += 1
            counts.labels[one.verdict] += 1
            counts.sources[one.source.value] += 1
            yield _record(one, logs.get(one.assignment or 0, []), counts)


def seconds_text(seconds: Decimal) -> str:
    """As released files write it: "0", "0.962", "113"."""
    text = f"{seconds:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _batches(project: Project) -> Iterator[list[Claim]]:
    evidence = EvidenceSet.objects.prefetch_related("evidence").order_by("position")
    current = Verification.objects.filter(is_current=True).select_related("assignment")
    current = current.prefetch_related(Prefetch("evidence_sets", evidence))
    decided = Prefetch("adjudications", Adjudication.objects.filter(is_current=True).select_related("chosen"))
    after = 0
    while True:
        query: QuerySet[Claim] = Claim.objects.filter(project=project, phase=0, pk__gt=after).order_by("pk")
        claims = list(query.prefetch_related(Prefetch("verifications", current), decided)[:BATCH])
        if not claims:
            return
        yield claims
        after = claims[-1].pk


def _record(one: Spoken, operations: Sequence[OperationRecord], counts: Counts) -> Record:
    counts.evidence_sets_left_out += max(0, len(one.sets) - MAX_SETS)
    return Record(
        id=one.claim.pk,
        claim=_nfd(one.claim.text),
        label=one.verdict,
        evidence=tuple(map(_evidence_set, islice(one.sets, MAX_SETS))),
        annotator_operations=tuple(operations),
        challenge=one.challenge,
        source=one.source.value,
    )


def _still_there(corpus: Corpus, chosen: list[Spoken], counts: Counts) -> list[Spoken]:
    """Those whose evidence the corpus still has, in the words it was chosen for.

    Importing into a corpus again can change its pages; a released id must lead to what the annotator saw.
    """
    page = cache(partial(get_page, corpus))
    kept = [one for one in chosen if _is_unchanged(one, page)]
    if len(kept) < len(chosen):
        counts.excluded[Excluded.EVIDENCE_GONE.value] += len(chosen) - len(kept)
    return kept


def _is_unchanged(one: Spoken, page: Callable[[str], Page]) -> bool:
    pieces = [piece for each in one.sets for piece in each]
    try:
        return all(is_pinned(page(piece.page_title), piece.element_id, piece.content_hash) for piece in pieces)
    except (PageNotFound, UnknownElement):
        return False


def _evidence_set(pieces: Sequence[Piece]) -> EvidenceSetRecord:
    """The context is the one pinned at submission: it does not change if the corpus code does."""
    return EvidenceSetRecord(
        content=tuple(_nfd(piece.element_id) for piece in pieces),
        context={_nfd(piece.element_id): tuple(map(_nfd, piece.context)) for piece in pieces},
    )


def _logs(corpus: Corpus, assignments: Sequence[int], counts: Counts) -> dict[int, list[OperationRecord]]:
    """Assignment -> its operations, in order: of the first sitting, since edits have clocks of their own.

    What the paper has no word for (set switches, verdict changes) is no part of the format, and so is not counted.
    """
    first = Operation.objects.filter(assignment__in=assignments, sitting=1, name__in=list(OperationName))
    rows = list(first.order_by("assignment", "sequence"))
    titles = _known_titles(corpus, rows)
    logs: dict[int, list[OperationRecord]] = {}
    for row in rows:
        if _is_releasable(row, titles):
            operation = OperationRecord(row.name, _value(row), seconds_text(row.seconds))
            logs.setdefault(row.assignment_id, []).append(operation)
        else:
            counts.operations_left_out += 1
    return logs


def _value(row: Operation) -> str:
    return row.name if row.name in SELF_VALUED else _nfd(row.value)


def _is_releasable(row: Operation, titles: set[str]) -> bool:
    if row.name in WITH_TEXT:
        return bool(row.value.strip())
    if row.name == OperationName.NOW_ON and row.value.startswith(SEARCH_PAGE):
        return True
    if row.name in ELEMENTS or row.name == OperationName.NOW_ON:
        return _title(row) in titles
    return True


def _known_titles(corpus: Corpus, rows: Iterable[Operation]) -> set[str]:
    named = {title for row in rows if (title := _title(row)) is not None}
    known: set[str] = set()
    pending = iter(named)
    while chunk := list(islice(pending, 2_000)):
        known.update(StoredPage.objects.filter(corpus=corpus, title__in=chunk).values_list("title", flat=True))
    return known


def _title(row: Operation) -> str | None:
    """The page an operation names."""
    if row.name == OperationName.NOW_ON:
        return _nfd(row.value)
    if row.name in ELEMENTS:
        try:
            element = parse(_nfd(row.value))
        except BadElementId:
            return None
        return None if element.kind in WHOLES else element.page
    return None


def _nfd(text: str) -> str:
    return normalize("NFD", text)
