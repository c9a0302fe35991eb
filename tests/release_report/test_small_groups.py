"""The smallest group of people that a figure of the report may be about."""

from __future__ import annotations

from dataclasses import replace

from annotation.projects.models import Role
from annotation.quality.agreement.annotators import Annotator, Annotators
from annotation.quality.agreement.groups import Group
from annotation.quality.agreement.queries import AgreementReport
from annotation.quality.agreement.result import Reason, Undefined
from annotation.quality.audit.durations import Timed
from annotation.quality.calibration.approval_rates import ApprovalRate
from annotation.release.report import small_groups
from annotation.release.report.chapters import document
from annotation.release.report.write import gather
from annotation.release.row_ids import pseudonym
from annotation.workflows.kinds import TaskKind
from tests.release_report.test_numbers import facts_at

OF_PEOPLE = {"kappa-by-annotator", "time-of-verifiers", "time-of-writers"}


def names_of(document):
    return {one.name for one in (*document.tables, *(drawn.figure for drawn in document.drawn))}


def test_figures_of_fewer_people_than_the_smallest_group_are_left_out(release, simulated):
    """Six verify: all that is about them goes, and every row of a single person."""
    facts = facts_at(release)
    people = {pseudonym(simulated.pk, one.user_id) for one in simulated.memberships.all()}
    found = gather(replace(facts, settings=replace(facts.settings, smallest_group=7)))
    made = document(found)
    assert TaskKind.CLAIM_VERIFICATION not in found.work
    assert not found.made and not found.paces and found.agreement.annotators is None
    assert not [one.name for one in found.agreement.figures if one.name.startswith("annotators.")]
    assert not OF_PEOPLE & names_of(made) and "agreement-numbers" in names_of(made)
    assert ("Smallest group", "figures about fewer than 7 people are left out") in made.about
    assert people and not [one for one in people if one in str(made)]


def test_work_that_enough_people_did_keeps_its_times():
    work = {"a": [Timed(n % 3, n, 1.0) for n in range(9)], "b": [Timed(1, 1, 1.0)], "c": []}
    assert list(small_groups.large_enough(work, 1)) == ["a", "b", "c"]
    assert list(small_groups.large_enough(work, 3)) == ["a", "c"]
    assert list(small_groups.large_enough(work, 4)) == ["c"]


def test_approval_is_told_of_enough_candidates():
    rates = [ApprovalRate(Role.VERIFIER, "", "", 1, decided) for decided in (2, 5)]
    assert [one.decided for one in small_groups.approvals(rates, 1)] == [2, 5]
    assert [one.decided for one in small_groups.approvals(rates, 3)] == [5]


def test_groups_by_calibration_score_are_of_enough_people():
    nothing = Undefined(Reason.NO_ITEMS)
    groups = {
        "calibration": [Group(name, (), 1, nothing, nothing) for name in ("0.5-0.6", "0.9-1.0")],
        "claim_type": [Group("I", (), 1, nothing, nothing)],
    }
    rows = [Annotator(n, (), 1, nothing, nothing) for n in range(4)]
    people = Annotators(rows, {}, nothing, nothing, 0, 0, nothing, nothing)
    report = AgreementReport(0, 0, 0, 0, [], groups, people)
    scores = {0: 0.95, 1: 0.92, 2: 0.91, 3: 0.55}
    found = small_groups.agreement_of_groups(report, scores, 3)
    assert {by: [one.name for one in some] for by, some in found.groups.items()} == {
        "calibration": ["0.9-1.0"],
        "claim_type": ["I"],
    }
    assert found.annotators is None
    assert small_groups.agreement_of_groups(report, scores, 1) is report
