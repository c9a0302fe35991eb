"""Queries of verifications, for managers and for their annotators."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.http import Http404
from django.utils import timezone

from annotation.accounts.models import User
from annotation.claims.text_search import has_words
from annotation.evidence.excerpts import ExcerptJson, excerpts
from annotation.evidence.models import Evidence
from annotation.projects.models import Project
from annotation.vocabulary.tasks import Phase, TaskKind
from annotation.work.models import KEPT, AssignmentState, Operation, Task
from annotation.workflows.claim_verification.models import Report, Verification
from corpus.content_hash import is_pinned
from corpus.models import Corpus
from corpus.store import get_page


@dataclass(frozen=True, slots=True)
class VerificationRow:
    """One verification in a list. `seconds` runs from `start` to the first `finish`: edits are not counted."""

    id: int
    assignment_id: str
    claim_id: int
    claim: str
    person: str
    verdict: str
    challenge: str
    submitted_at: datetime
    revision: int
    sets: int
    elements: int
    seconds: Decimal


@dataclass(frozen=True, slots=True)
class EvidenceDetail:
    """One element of a set. `excerpt` is None, and `changed` true, where the corpus no longer has these words."""

    element_id: str
    page_title: str
    page_revision: int | None
    context: list[str]
    excerpt: ExcerptJson | None
    changed: bool
    dropped: list[str]


@dataclass(frozen=True, slots=True)
class OperationRow:
    """One line of the log; `seconds` count from the start of its sitting (1: the work itself, n: the edit to n)."""

    sequence: int
    name: str
    value: str
    seconds: Decimal
    sitting: int = 1


@dataclass(frozen=True, slots=True)
class VerificationDetail:
    """A verification with all that it rests on; `sets` holds the evidence of each set, `names` what each was called."""

    row: VerificationRow
    sets: list[list[EvidenceDetail]]
    names: list[str]
    operations: list[OperationRow]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a project is in production: calibration and silent gold do not count.

    `wanted`: verifications wanted, over all claims. `submitted`: of these, submitted. `held`: being worked on now, or
    postponed, by a lease that has not run out. `withdrawn`: of claims that nobody is offered, because of what was said
    when they were skipped or reported. `free`: the rest. `claims_done`: claims with all of their verifications.
    `reported`: claims with a report that no manager has decided. `verdicts`: verdict -> current verifications that
    give it.
    """

    claims: int
    claims_done: int
    wanted: int
    submitted: int
    held: int
    withdrawn: int
    free: int
    reported: int
    verdicts: dict[str, int]


def verifications(project: Project, *, start: int = 0, limit: int | None = None) -> list[VerificationRow]:
    """The current verifications, latest first; `start` and `limit` cut out a page."""
    found = _rows(project)[start : None if limit is None else start + limit]
    return [_row(verification) for verification in found]


def verification_detail(project: Project, verification_id: int) -> VerificationDetail:
    """One current verification of the project. Raises Http404."""
    verification = _rows(project).filter(pk=verification_id).first()
    if verification is None:
        raise Http404
    sets = verification.evidence_sets.prefetch_related("evidence")
    operations = Operation.objects.filter(assignment=verification.assignment_id)
    return VerificationDetail(
        row=_row(verification),
        sets=[[_evidence(project.corpus, evidence) for evidence in one.evidence.all()] for one in sets],
        names=[one.name for one in sets],
        operations=[
            OperationRow(o.sequence, o.name, o.value, o.seconds, o.sitting) for o in operations.order_by("sequence")
        ],
    )


def progress(project: Project) -> Progress:
    """Counts of the project's verification; each is defined by `Progress`."""
    tasks = Task.objects.filter(project=project, kind=TaskKind.CLAIM_VERIFICATION, phase=Phase.PRODUCTION)
    counted = tasks.annotate(
        submitted=Count("assignments", filter=Q(assignments__state=AssignmentState.SUBMITTED)),
        held=Count("assignments", filter=Q(assignments__state__in=KEPT, assignments__leased_until__gte=timezone.now())),
    )
    rest = F("required_annotations") - F("submitted") - F("held")
    is_withdrawn = Q(withdrawn_at__isnull=False)
    totals = counted.aggregate(
        all_wanted=Sum("required_annotations", default=0),
        all_submitted=Sum("submitted", default=0),
        all_held=Sum("held", default=0),
        all_withdrawn=Sum(rest, filter=is_withdrawn, default=0),
        all_free=Sum(rest, filter=~is_withdrawn, default=0),
        done=Count("pk", filter=Q(submitted__gte=F("required_annotations"))),
    )
    current = Verification.objects.filter(claim__project=project, claim__phase=Phase.PRODUCTION, is_current=True)
    undecided = Report.objects.filter(claim__project=project, decision="")
    return Progress(
        claims=project.claims.filter(phase=Phase.PRODUCTION).count(),
        claims_done=totals["done"],
        wanted=totals["all_wanted"],
        submitted=totals["all_submitted"],
        held=totals["all_held"],
        withdrawn=totals["all_withdrawn"],
        free=totals["all_free"],
        reported=undecided.values("claim").distinct().count(),
        verdicts=dict(Counter(current.values_list("verdict", flat=True))),
    )


def history(person: User, project: Project, query: str = "", verdict: str = "") -> QuerySet[Verification]:
    """The current revisions of what the person has submitted, latest first.

    `query`: words that the claim has, in any order and case. `verdict`: exactly this one.
    """
    rows = Verification.objects.filter(claim__project=project, is_current=True, assignment__person=person)
    if query:
        rows = rows.filter(has_words(query, "claim__text"))
    if verdict:
        rows = rows.filter(verdict=verdict)
    return rows.select_related("claim", "assignment__project").order_by("-created_at", "-pk")


def _rows(project: Project) -> QuerySet[Verification]:
    """Counted in subqueries: joining sets, evidence and operations would multiply them with one another."""
    operations = Operation.objects.filter(assignment=OuterRef("assignment"), sitting=1).order_by().values("assignment")
    elements = Evidence.objects.filter(evidence_set__verification=OuterRef("pk")).order_by()
    return (
        Verification.objects.filter(claim__project=project, is_current=True)
        .select_related("claim", "assignment__person")
        .annotate(
            set_count=Count("evidence_sets"),
            element_count=Subquery(elements.values("evidence_set__verification").annotate(n=Count("pk")).values("n")),
            last_second=Subquery(operations.annotate(last=Max("seconds")).values("last")),
        )
        .order_by("-created_at", "-pk")
    )


def _row(verification: Verification) -> VerificationRow:
    person = verification.assignment.person
    return VerificationRow(
        id=verification.pk,
        assignment_id=str(verification.assignment.public_id),
        claim_id=verification.claim_id,
        claim=verification.claim.text,
        person=person.get_full_name() or person.get_username(),
        verdict=verification.verdict,
        challenge=verification.challenge,
        submitted_at=verification.created_at,
        revision=verification.revision,
        sets=verification.set_count,  # type: ignore[attr-defined]
        elements=verification.element_count or 0,  # type: ignore[attr-defined]
        seconds=verification.last_second or Decimal(0),  # type: ignore[attr-defined]
    )


def _evidence(corpus: Corpus, evidence: Evidence) -> EvidenceDetail:
    found, _unknown = excerpts(corpus, [evidence.element_id])
    words = found[0] if found else None
    same = words is not None and is_pinned(get_page(corpus, words["page"]), words["id"], evidence.content_hash)
    return EvidenceDetail(
        element_id=evidence.element_id,
        page_title=evidence.page_title,
        page_revision=evidence.page_revision,
        context=list(evidence.context),
        excerpt=words,
        changed=not same,
        dropped=list(evidence.dropped),
    )
