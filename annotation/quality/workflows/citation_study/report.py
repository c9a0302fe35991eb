"""The whole report of a study, from its judgements; all but `study_report` without database access."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotation.quality.agreement.krippendorff import ordinal_alpha
from annotation.quality.agreement.result import Reason, Result, Undefined
from annotation.quality.agreement.verdict_agreement import label_agreement
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.audit.queries import submitted, times
from annotation.quality.workflows.citation_study.annotators import StudyAnnotator, annotators
from annotation.quality.workflows.citation_study.buckets import (
    Bucket,
    ByScore,
    Decided,
    bucket,
    by_score,
    share_preferring,
)
from annotation.quality.workflows.citation_study.majority import decide, most_of
from annotation.quality.workflows.citation_study.sign_test import OPEN, SignTest, sign_test
from annotation.vocabulary.tasks import IN_PRODUCTION
from annotation.workflows.citation_study.choices import GRADES, NO_EVIDENCE, PARTIAL
from annotation.workflows.citation_study.models import SLUG, Control, Unit
from annotation.workflows.citation_study.queries import ORIGINAL, SUGGESTED, Judged, judged
from annotation.workflows.citation_study.settings import settings_of

PREFERENCE = "preference"
MEASURES = ("fleiss", "alpha", "percent")


@dataclass(frozen=True, slots=True)
class Question:
    """Agreement on a question, over the items of several annotators. `name`: preference, original or suggested, of
    which the last two are the grades of a source, with an ordinal alpha too. Intervals draw items."""

    name: str
    agreement: dict[str, Result]


@dataclass(frozen=True, slots=True)
class UnitTest:
    """The sign test on a unit, and the share that prefers the suggested source, with an interval that draws claims."""

    test: SignTest
    share: Result


@dataclass(frozen=True, slots=True)
class ControlShare:
    """A kind of controls: `right` of `annotations` prefer the right source; agreement on these items."""

    control: str
    items: int
    annotations: int
    right: int
    share: Result
    fleiss: Result


@dataclass(frozen=True, slots=True)
class StudyReport:
    """`reasons`: by source, by grade below enough, reason -> annotations (Table 1); "" where none was given."""

    items: int
    annotations: int
    people: int
    majority: str
    ties: str
    unit: str
    all: Bucket
    scores: list[ByScore]
    questions: list[Question]
    tests: dict[str, UnitTest]
    controls: list[ControlShare]
    reasons: dict[str, dict[str, dict[str, int]]]
    annotators: list[StudyAnnotator]


def study_report(rows: AuditDataset) -> StudyReport:
    """The report over everything that counts in a project."""
    settings = settings_of(rows.project)
    taken = times(submitted(rows.project, SLUG, IN_PRODUCTION))
    seconds = {one.number: one.seconds for one in taken}
    return report_over(
        list(judged(rows.project)), seconds, majority=settings.majority, ties=settings.ties, unit=settings.unit
    )


def report_over(
    rows: Sequence[Judged], seconds: Mapping[int, float], *, majority: str, ties: str, unit: str
) -> StudyReport:
    """The report over these judgements. `seconds`: assignment -> active seconds; `majority`, `ties`, `unit`: rules."""
    own = [row for row in rows if not row.control]
    items = by_item(own)
    decided = [decided_on(of, majority, ties) for of in items.values()]
    names = sorted({name for one in decided for name in one.scores})
    return StudyReport(
        items=len(items),
        annotations=len(own),
        people=len({row.person for row in own}),
        majority=majority,
        ties=ties,
        unit=unit,
        all=bucket(decided),
        scores=[by_score(decided, name) for name in names],
        questions=[_question(name, items) for name in (PREFERENCE, ORIGINAL, SUGGESTED)],
        tests=_tests(own, decided, first=unit),
        controls=[_control(control.value, rows) for control in Control if control.value],
        reasons={source: _reasons(own, source) for source in (ORIGINAL, SUGGESTED)},
        annotators=annotators(rows, seconds),
    )


def by_item(rows: Sequence[Judged]) -> dict[int, list[Judged]]:
    """The judgements of each item."""
    found: defaultdict[int, list[Judged]] = defaultdict(list)
    for row in rows:
        found[row.item].append(row)
    return found


def decided_on(rows: Sequence[Judged], majority: str, ties: str) -> Decided:
    """What the annotators of one item decide. A grade without a majority is OPEN, whatever the rule for ties is."""
    first = rows[0]
    grades = {source: most_of([row.grades[source] for row in rows], majority) or OPEN for source in first.grades}
    choice = decide([row.choice for row in rows], majority, ties)
    return Decided(first.item, first.claim, choice, grades, first.scores)


def _question(name: str, items: Mapping[int, Sequence[Judged]]) -> Question:
    units = [
        [row.choice if name == PREFERENCE else row.grades[name] for row in of] for of in items.values() if len(of) > 1
    ]
    if not units:
        return Question(name, dict.fromkeys(MEASURES, Undefined(Reason.NO_ITEMS)))
    found = label_agreement(units)
    agreement = {measure: found[measure] for measure in MEASURES}
    if name != PREFERENCE:
        agreement["ordinal"] = ordinal_alpha(units, [*GRADES])
    return Question(name, agreement)


def _tests(rows: Sequence[Judged], decided: Sequence[Decided], *, first: str) -> dict[str, UnitTest]:
    """By unit, the one that the project chose first."""
    units = {
        Unit.CLAIM.value: [(one.claim, one.choice) for one in decided],
        Unit.ANNOTATION.value: [(row.claim, row.choice) for row in rows],
    }
    ordered = sorted(units, key=lambda unit: unit != first)
    return {
        unit: UnitTest(sign_test(unit, (choice for _claim, choice in units[unit])), share_preferring(units[unit]))
        for unit in ordered
    }


def _control(control: str, rows: Sequence[Judged]) -> ControlShare:
    """The share of right answers is that of the source that was not planted."""
    own = [row for row in rows if row.control == control]
    items = by_item(own)
    several = [[row.choice for row in of] for of in items.values() if len(of) > 1]
    fleiss: Result = label_agreement(several)["fleiss"] if several else Undefined(Reason.NO_ITEMS)
    right = sum(row.choice == ORIGINAL for row in own)
    share = share_preferring([(row.claim, row.choice) for row in own], ORIGINAL)
    return ControlShare(control, len(items), len(own), right, share, fleiss)


def _reasons(rows: Sequence[Judged], source: str) -> dict[str, dict[str, int]]:
    return {
        grade: dict(Counter(row.reasons[source] for row in rows if row.grades[source] == grade).most_common())
        for grade in (NO_EVIDENCE, PARTIAL)
    }
