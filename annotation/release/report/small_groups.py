"""Leave out of a report what is about fewer people than the release allows.

The people behind a figure are: one for a row or bar of a person; those with a calibration score in a group of it; those
who did the work, for its times and for how claims were written; the candidates that were decided on, for approval;
everybody who verified, for arms. Figures about claims, such as agreement, are kept whoever the verifiers were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from annotation.quality.agreement.groups import score_group
from annotation.quality.agreement.queries import AgreementReport
from annotation.quality.audit.durations import Timed
from annotation.quality.calibration.approval_rates import ApprovalRate
from annotation.release.report.agreement import OF_CALIBRATION, OF_CALIBRATION_ALL
from annotation.work.registry import kinds_on_claims

OF_PEOPLE = "annotators."  # what names of figures over people begin with


def people_of(work: Mapping[str, Sequence[Timed]]) -> dict[str, int]:
    """Kind of work -> how many people did it."""
    return {kind: len({one.person for one in some}) for kind, some in work.items()}


def large_enough(work: Mapping[str, list[Timed]], smallest: int) -> dict[str, list[Timed]]:
    """The kinds of work that enough people did. Of what nobody did nothing can be told of anybody."""
    return {kind: some for kind, some in work.items() if not some or people_of(work)[kind] >= smallest}


def agreement_of_groups(report: AgreementReport, scores: Mapping[int, float], smallest: int) -> AgreementReport:
    """The report without figures of fewer people. `scores`: person -> score in calibration."""
    if smallest == 1:
        return report
    people = [row.person for row in report.annotators.rows] if report.annotators is not None else []
    counts = Counter(score_group(scores[person]) for person in people if person in scores)
    groups = {
        by: [one for one in some if by not in (OF_CALIBRATION, OF_CALIBRATION_ALL) or counts[one.name] >= smallest]
        for by, some in report.groups.items()
    }
    figures = [one for one in report.figures if not one.name.startswith(OF_PEOPLE) or len(people) >= smallest]
    return replace(report, groups=groups, figures=figures, annotators=None, competence=[])


def approvals(rates: Sequence[ApprovalRate], smallest: int) -> list[ApprovalRate]:
    """The rates over enough candidates."""
    return [one for one in rates if one.decided >= smallest or smallest == 1]


def verifiers(work: Mapping[str, Sequence[Timed]]) -> int:
    """How many people verified claims."""
    return len({one.person for kind in kinds_on_claims() for one in work.get(kind, ())})
