"""Effect of the check before submission, what became of its lines, and the contradictions that verifiers recorded."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.claims.access import claims_of
from annotation.claims.models import Claim
from annotation.dashboard.reports import report
from annotation.evidence.excerpts import excerpts
from annotation.projects.models import Project
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.result import Interval, Value
from annotation.results.store import result_of
from annotation.submission_check.dashboard import SUBMISSION_CHECK, CheckDashboard, LineCount
from annotation.submission_check.measures import EVERY, CheckedWork, measures_of
from annotation.submission_check.models import CheckArm
from annotation.submission_check.queries import works
from annotation.suggestions.comparison import CONTROL, Compared, differs
from annotation.suggestions.measures import Measure
from annotation.vocabulary.submission_check import REASONS, CheckCode, LineState
from annotation.work.counted import counted
from annotation.workflows.claim_verification.models import LINE_STATES, Contradiction
from frontend.views.access import PersonRequest
from frontend.views.lists import page_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, download, figures_page, with_digits
from frontend.views.quality.filters import query_of
from frontend.workflows.claim_verification.arms_table import Address, arm_rows, arms_csv, signed
from frontend.workflows.claim_verification.evidence_rows import Passages

LINES = {
    CheckCode.HEADER: gettext_noop("A header was left out of a cell’s context"),
    CheckCode.PART: gettext_noop("A name, number or date of the claim is on no card"),
    CheckCode.PAGE: gettext_noop("A page near the claim was never opened"),
    CheckCode.SEARCH: gettext_noop("Nothing was searched for"),
    CheckCode.OPPOSITE: gettext_noop("A passage has another value"),
}
MOST_CONTRADICTIONS = 50


@dataclass(frozen=True, slots=True)
class LineRow:
    """A line of the check with the counts of its states (those of LINE_STATES, in order) and of reasons."""

    code: str
    label: str
    counts: list[int]
    reasons: list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class ContradictionRow:
    """A recorded contradiction. `passages`: both as they read; the id alone where the corpus no longer has it."""

    claim: Claim
    verdict: str
    passages: Passages


@quality_view("GET")
def submission_check(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    found: CheckDashboard = report(access.project, SUBMISSION_CHECK)
    arms, measures, address = found.arms, measures_of(access.labels), _address(access.project)
    if request.GET.get("file") == "submission-check.csv":
        return download(arms_csv(arms, measures), "submission-check.csv", "text/csv")
    return figures_page(
        request,
        access,
        "claim_verification/submission_check.html",
        list[Block](),
        arms=[(CheckArm(one.arm).label, one, address(one.arm)) for one in arms],
        rows=arm_rows(address, measures, arms),
        notices=_notices(address, arms, measures),
        definition=_(EVERY),
        lines=[_line(one) for one in found.lines],
        states=[label for _value, label in LINE_STATES],
        contradictions=contradictions(access.project),
        without_control=bool(arms) and arms[0].arm != CONTROL,
    )


@quality_view("GET")
def checked(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """?arm=, measure=: the verifications that a number counts, those highest in the measure first."""
    chosen, names = _works(access.project), access.names()
    by_name = {one.name: one for one in measures_of(access.labels)}
    arm, measure = request.GET.get("arm", ""), by_name.get(request.GET.get("measure", ""))
    if arm in CheckArm.values:
        chosen = [work for work in chosen if work.arm == arm]
    if measure is not None:
        counted = [(measure.part(work), work) for work in chosen]
        ranked = [(above / below, work) for (above, below), work in counted if below]
        chosen = [work for _value, work in sorted(ranked, key=lambda one: (-one[0], one[1].verification))]
    page = page_of(request, chosen)
    claims = claims_of(access.project, [work.claim for work in page])
    rows = [
        (work, claims[work.claim], names.get(work.person, "?"), CheckArm(work.arm).label)
        for work in page
        if work.claim in claims
    ]
    said = [CheckArm(arm).label] if arm in CheckArm.values else []
    shown = access.page(page=page, rows=rows, said=[*said, *([_(measure.label)] if measure else [])])
    return render(request, "claim_verification/submission_check_rows.html", shown)


def contradictions(project: Project) -> list[ContradictionRow]:
    """The latest that verifiers recorded in current verifications, with both passages."""
    rows = (
        Contradiction.objects.filter(counted("verification__submission__"), verification__claim__project=project)
        .select_related("verification__claim")
        .order_by("-pk")[:MOST_CONTRADICTIONS]
    )
    found, _unknown = excerpts(project.corpus, {element for row in rows for element in row.elements})
    words = {one["id"]: one for one in found}
    return [
        ContradictionRow(
            row.verification.claim, row.verification.verdict, [(one, words.get(one)) for one in row.elements]
        )
        for row in rows
    ]


def _works(project: Project) -> list[CheckedWork]:
    found: list[CheckedWork] = result_of(project, "checked works", lambda: list(works(project))).value
    return found


def _address(project: Project) -> Address:
    def address(arm: str, measure: str = "") -> str:
        return reverse("quality-checked", args=[project.slug]) + query_of(Filters(), arm=arm, measure=measure)

    return address


def _line(one: LineCount) -> LineRow:
    names = REASONS[CheckCode(one.code)]
    reasons = [(str(names.get(value, value)), count) for value, count in one.reasons.items()]
    return LineRow(
        one.code,
        _(LINES[CheckCode(one.code)]),
        [one.states.get(LineState(value), 0) for value, _label in LINE_STATES],
        sorted(reasons, key=lambda each: -each[1]),
    )


def _notices(
    address: Address, arms: list[Compared], measures: tuple[Measure[CheckedWork], ...]
) -> list[tuple[str, str]]:
    """Words and address of every difference whose interval leaves out 0."""
    found = []
    for one in arms:
        for measure in measures:
            result = one.differences.get(measure.name)
            if isinstance(result, Value) and isinstance(result.interval, Interval) and differs(result):
                ends = result.value, result.interval.low, result.interval.high
                by, low, high = (with_digits(end, measure.digits) for end in ends)
                words = _("%(measure)s: %(by)s where the check is shown (95 %% CI: %(low)s to %(high)s).")
                said = {"measure": _(measure.label), "by": signed(result.value, by), "low": low, "high": high}
                found.append((words % said, address(one.arm, measure.name)))
    return found
