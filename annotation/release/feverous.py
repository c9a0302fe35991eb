"""Build released rows from the database (reference/feverous_format.md (b), (c), (e)), a batch of claims at a time."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from annotation.projects.label_sets import label_set_of
from annotation.projects.models import PageView, Project
from annotation.release.evidence_validity import CitedEvidence, read_evidence
from annotation.release.fever_origin import fever_evidence
from annotation.release.left_out import LeftOut
from annotation.release.logs import Logs, all_nfd, logs_of, nfd
from annotation.release.privacy.withheld import EVERYTHING, Withheld
from annotation.release.queries import (
    AdjudicationRow,
    Batch,
    ClaimRow,
    EvidenceRow,
    Sets,
    VerificationRow,
    batches,
    labels_of_sets,
    sets_decided,
    sets_of,
)
from annotation.release.record import MAX_SETS, EvidenceSetRecord, OperationRecord, Record
from annotation.release.rule import Excluded, Source, choose, excluded_phase
from annotation.release.summary import Counts, ReleaseOptions
from annotation.vocabulary.label_set import LabelSet
from annotation.workflows.models import Report, ReportDecision

EVERYBODY = ReleaseOptions()  # nobody is left out


@dataclass(frozen=True, slots=True)
class ReleasedClaim:
    """Released answer to a claim. `assignment`: whose evidence it is; None where it is an adjudicator's own.

    `log`: the assignment whose operations go with the row. Readers want some with every row: with an adjudicator's own
    evidence go those of the annotator who was first to give that verdict, or first of all where none gave it.
    `sets` are those of the row: three at most.
    """

    claim: ClaimRow
    said: VerificationRow | AdjudicationRow
    sets: Sets
    assignment: int | None
    log: int | None
    source: Source
    at: datetime

    @property
    def verdict(self) -> str:
        return self.said.verdict

    @property
    def verification(self) -> int | None:
        """Key of the verification with this evidence; None where it is an adjudicator's own."""
        return self.said.pk if isinstance(self.said, VerificationRow) else self.said.chosen

    @property
    def annotation(self) -> int | None:
        """The number of that verification in releases."""
        return self.said.number if isinstance(self.said, VerificationRow) else self.said.chosen_number


@dataclass(slots=True)
class BatchRead:
    """A batch with what is released of it, and why the others are not (claim -> reason)."""

    batch: Batch
    spoken: list[ReleasedClaim]
    excluded: dict[int, Excluded]
    sets: dict[int, Sets]  # verification -> evidence
    logs: Logs
    cited: CitedEvidence


@dataclass(frozen=True, slots=True)
class Row:
    """`group`: the number of the oldest claim among those that stand on one side together."""

    one: ReleasedClaim
    record: Record
    split: str
    group: int


class RowWriter(Protocol):
    """Writer of a batch; `rows` maps the primary key of each released claim to its row."""

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None: ...


def released(
    project: Project,
    counts: Counts,
    *,
    everything: bool = False,
    operations: bool = True,
    without: Collection[int] = (),
    known: Container[int] | None = None,
    withheld: Withheld = EVERYTHING,
    options: ReleaseOptions = EVERYBODY,
) -> Iterator[BatchRead]:
    """Batches of claims with what is released of each. `everything`: read also what is said and not released.

    Of `options` those that say whose work is left out, and what becomes of claims that are undecided.

    `without`: the keys of claims that are passed over, as if the project had them not. `known`: the claims that were
    verified when the release began: people go on working. `withheld`: words of logs that are replaced.
    """
    reported, retired = _reported(project)
    labels, left_out = label_set_of(project), LeftOut.of(options, counts.verifications_left_out)
    for batch in batches(project, with_revisions=everything, without=without, known=known):
        none_left = left_out.remove_from(batch)
        chosen: list[ReleasedClaim] = []
        excluded: dict[int, Excluded] = {}
        for claim in batch.claims:
            counts.claims += 1
            current = [one for one in batch.said[claim.pk] if one.is_current] if claim.phase == 0 else []
            counts.verifications += len(current)
            reason = excluded_phase(claim.phase)
            if reason is None and left_out.is_written_by_one(claim):
                reason = Excluded.LEFT_OUT
            choice = reason or choose(
                current,
                adjudicated=batch.decided.get(claim.pk),
                reported=claim.pk in reported,
                retired=claim.pk in retired,
                first_counts=bool(options.first_counts),
                none_left=none_left.get(claim.pk, Excluded.NOT_VERIFIED),
            )
            if isinstance(choice, Excluded):
                excluded[claim.pk] = choice
            else:
                chosen.append(_released_claim(claim, choice.speaks, choice.source, current))
        keys = [one.pk for said in batch.said.values() for one in said] if everything else _verifications(chosen)
        sets = dict(sets_of(keys, whole=everything))
        labels_of = labels_of_sets(_verifications(chosen)) if project.page_view == PageView.LINES else {}
        chosen = [_with_sets(one, sets, labels_of, counts) for one in chosen]
        pieces = [piece for each in (*(one.sets for one in chosen), *sets.values()) for one in each for piece in one]
        cited = read_evidence(project.corpus, pieces, with_text=everything)
        chosen = _with_valid_evidence(cited, chosen, excluded, counts, labels)
        for reason in excluded.values():
            counts.leave_out(reason.value)
        for one in chosen:
            counts.released += 1
            counts.labels[one.verdict] += 1
            counts.sources[one.source.value] += 1
            counts.challenges_not_given += not one.said.challenge
            counts.verifications_released += one.verification is not None
        wanted = _logs_wanted(batch, chosen, everything=everything, operations=operations)
        logs = logs_of(project.corpus, wanted, all_sittings=everything, known=cited.titles, withheld=withheld)
        yield BatchRead(batch, chosen, excluded, sets, logs, cited)


def record_of(one: ReleasedClaim, operations: Sequence[OperationRecord]) -> Record:
    """The row. What came with a released data set is spelled as it came, all else in NFD."""
    spelled = str if one.claim.is_imported else nfd
    return Record(
        id=one.claim.number,
        claim=spelled(one.claim.text),
        label=one.verdict,
        evidence=tuple(_evidence_set(pieces, imported=one.claim.is_imported) for pieces in one.sets),
        annotator_operations=tuple(operations),
        challenge=one.said.challenge,
        source=one.source.value,
    )


def operations_of(one: ReleasedClaim, logs: Logs, counts: Counts) -> Sequence[OperationRecord]:
    """Of the first sitting, since edits have clocks of their own. What the paper has no word for is no part of the
    format, and so is not counted as left out."""
    if one.log is None:
        return ()
    operations, left_out = logs.released(one.log)
    counts.operations_left_out += left_out
    return operations


def _reported(project: Project) -> tuple[set[int], set[int]]:
    """Claims with a report that stands, and of these the retired."""
    rows = list(Report.objects.standing(project).values_list("claim", "decision"))
    return {claim for claim, _decision in rows}, {claim for claim, said in rows if said == ReportDecision.RETIRED}


def _released_claim(
    claim: ClaimRow, said: VerificationRow | AdjudicationRow, source: Source, current: Sequence[VerificationRow]
) -> ReleasedClaim:
    if isinstance(said, VerificationRow):
        at = max(said.first_submitted_at, said.created_at)
        return ReleasedClaim(claim, said, [], said.assignment, said.assignment, source, at)
    log = said.chosen_assignment
    if log is None:
        first = min(
            current, key=lambda each: (each.verdict != said.verdict, each.first_submitted_at, each.pk), default=None
        )
        log = first.assignment if first is not None else None
    return ReleasedClaim(claim, said, sets_decided(said), said.chosen_assignment, log, source, said.created_at)


def _verifications(chosen: Sequence[ReleasedClaim]) -> list[int]:
    return [one.said.pk for one in chosen if isinstance(one.said, VerificationRow)]


def _with_sets(
    one: ReleasedClaim, sets: dict[int, Sets], labels_of: Mapping[int, Sequence[str]], counts: Counts
) -> ReleasedClaim:
    """The claim with its sets; those that lead to another verdict than the row's are left out."""
    all_sets = sets.get(one.said.pk, []) if isinstance(one.said, VerificationRow) else one.sets
    if isinstance(one.said, VerificationRow) and one.said.pk in labels_of:
        pairs = zip(all_sets, labels_of[one.said.pk], strict=True)
        fitting = [each for each, label in pairs if label in ("", one.verdict)]
        counts.sets_of_another_label += len(all_sets) - len(fitting)
        all_sets = fitting
    counts.evidence_sets_left_out += max(0, len(all_sets) - MAX_SETS)
    return replace(one, sets=all_sets[:MAX_SETS])


def _with_valid_evidence(
    cited: CitedEvidence,
    chosen: list[ReleasedClaim],
    excluded: dict[int, Excluded],
    counts: Counts,
    labels: LabelSet,
) -> list[ReleasedClaim]:
    """Keep the claims whose evidence the corpus still has in the same words, and those that need none: by their
    verdict, or since they are FEVER's, which has no evidence where there is not enough information.

    Importing into a corpus again can change its pages; a released id must lead to what the annotator saw.
    """
    kept, fever = [], _fever_without_evidence(chosen, labels)
    for one in chosen:
        mine = [piece for each in one.sets for piece in each]
        missing = [piece.element_id for piece in mine if (piece.element_id, piece.content_hash) in cited.missing]
        if not missing and (mine or not labels.needs_evidence(one.verdict) or one.claim.pk in fever):
            kept.append(one)
            counts.without_evidence += not mine and labels.needs_evidence(one.verdict)
        else:
            excluded[one.claim.pk] = reason = Excluded.EVIDENCE_GONE if mine else Excluded.NO_EVIDENCE
            counts.fault(reason.value, one.claim.number, list(dict.fromkeys(missing)))
    return kept


def _fever_without_evidence(chosen: Sequence[ReleasedClaim], labels: LabelSet) -> Collection[int]:
    """The keys of claims from FEVER that nobody gave evidence, since there is not enough information."""
    empty = [one.claim for one in chosen if not one.sets and one.verdict == labels.not_enough_info]
    return fever_evidence([claim.pk for claim in empty if claim.is_imported])


def _evidence_set(pieces: Sequence[EvidenceRow], *, imported: bool) -> EvidenceSetRecord:
    """The context is the one pinned at submission: it does not change if the corpus code does."""
    if imported:
        return EvidenceSetRecord(
            content=tuple(piece.element_id for piece in pieces),
            context={piece.element_id: tuple(piece.context) for piece in pieces},
        )
    content = tuple(nfd(piece.element_id) for piece in pieces)
    contexts = (tuple(all_nfd(piece.context)) for piece in pieces)
    return EvidenceSetRecord(content, dict(zip(content, contexts, strict=True)))


def _logs_wanted(batch: Batch, chosen: Sequence[ReleasedClaim], *, everything: bool, operations: bool) -> Sequence[int]:
    """The assignments whose logs are read."""
    if everything:
        return sorted({one.assignment for said in batch.said.values() for one in said})
    return [one.log for one in chosen if one.log is not None] if operations else []
