"""What one person may see of others' work, and what they see: agreement with the others, their own production."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from annotation.models import Assignment, Project, QaSample, Task, Verification
from annotation.projects.models import Role
from annotation.quality.agreement.annotators import annotators
from annotation.quality.agreement.personal import KAPPA, PERCENT, personal_figures
from annotation.quality.agreement.queries import items_of
from annotation.quality.agreement.report import evidence_figures, verdict_figures
from annotation.quality.agreement.result import Interval, Reason, Undefined, Value
from annotation.quality.audit.personal_weeks import weekly_work
from annotation.quality.audit.production import production
from annotation.quality.sampling.visibility import is_drawn, most_edit_hours, visible_claims
from annotation.quality.workflows.claim_verification.revision_requests import send_back, stand_by
from annotation.vocabulary.tasks import Phase
from annotation.vocabulary.verdicts import VERDICTS
from annotation.work.assignment import assign, assign_next
from annotation.work.models import Submission
from annotation.workflows.claim_verification.comparison import verified_by_several
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from tests.agreement.made import N, R, S, item, rating, sets
from tests.annotation.disagreeing import submit_work
from tests.annotation.gold import answer_next, gold_phase
from tests.cast import CELL, OTHER_PAGE, SENTENCE, claim_of, member, tasks_of

KIND = TaskKind.CLAIM_VERIFICATION
LONG_AGO = timedelta(days=30)


def later(project: Project) -> None:
    """All that was handed in was so a month ago."""
    Assignment.objects.filter(project=project, ended_at__isnull=False).update(ended_at=timezone.now() - LONG_AGO)
    Submission.objects.filter(verification__claim__project=project).update(created_at=timezone.now() - LONG_AGO)


def sampled(project: Project, ways: int = 2) -> None:
    """Every claim that somebody verified was drawn to be repeated."""
    for row in Verification.objects.filter(claim__project=project, submission__revision=1).order_by("claim", "pk"):
        if not QaSample.objects.filter(task=row.assignment.task).exists():
            QaSample.objects.create(task=row.assignment.task, of=row, ways=ways)


@pytest.fixture
def both(project, claims, verifier, other_verifier):
    """Two people have verified the first claim, long ago: it is complete."""
    Task.objects.filter(project=project).update(required_annotations=2)
    for person, verdict, evidence in ((verifier, "SUPPORTS", SENTENCE), (other_verifier, "REFUTES", CELL)):
        submit_work(assign_next(person=person, project=project, kind=KIND), verdict, [evidence])
    sampled(project)
    later(project)
    return claims[0]


def seen(person, project):
    project.refresh_from_db()
    return list(visible_claims(person, project))


def test_a_complete_claim_is_shown_to_both_who_verified_it(both, project, verifier, other_verifier, writer):
    assert seen(verifier, project) == seen(other_verifier, project) == [both]
    assert seen(writer, project) == [] == seen(member(project, "third", Role.VERIFIER), project)


def test_agreement_decides_nothing_of_what_is_shown(both, project, verifier):
    """Or the share that agrees would be a lie."""
    Verification.objects.update(verdict="SUPPORTS")
    assert seen(verifier, project) == [both]


def test_nothing_is_shown_while_somebody_is_wanted_or_at_work(both, project, verifier):
    tasks_of(both).update(required_annotations=3)
    assert seen(verifier, project) == []
    third = member(project, "third", Role.VERIFIER)
    assignment = assign_next(person=third, project=project, kind=KIND)
    assert claim_of(assignment) == both and seen(verifier, project) == [], "its places are taken, and one is held"
    submit_work(assignment, "SUPPORTS", [SENTENCE])
    assert seen(verifier, project) == [], "the third may still change theirs"
    later(project)
    assert seen(verifier, project) == [both]


def test_it_waits_for_the_time_of_changes_and_the_projects_delay(both, project, verifier):
    Project.objects.update(edit_hours=48, agreement_delay_days=7)
    one = Assignment.objects.filter(task__verification_item__claim=both).order_by("pk")[1]
    for days, is_shown in ((8.9, False), (9.1, True)):
        Assignment.objects.filter(pk=one.pk).update(ended_at=timezone.now() - timedelta(days=days))
        assert bool(seen(verifier, project)) is is_shown, days


def test_a_late_change_begins_the_time_anew(both, project, verifier):
    one = Verification.objects.filter(claim=both).order_by("pk")[1]
    Submission.objects.filter(verification=one).update(created_at=timezone.now() - timedelta(hours=1))
    assert seen(verifier, project) == []


def test_where_changes_have_no_end_nothing_is_ever_shown(both, project, verifier):
    Project.objects.update(edit_hours=0)
    assert seen(verifier, project) == []


def test_the_time_for_changes_opens_nothing_again_that_may_have_been_seen(both, project):
    project.refresh_from_db()
    assert most_edit_hours(project) == 30 * 24
    project.show_agreement = False
    assert most_edit_hours(project) == 30 * 24, "it may have been shown until yesterday"
    project.edit_hours = 40 * 24
    assert most_edit_hours(project) is None, "all is open now, and stays so"
    project.edit_hours = 48
    Submission.objects.filter(verification__claim=both).update(created_at=timezone.now() - timedelta(days=6))
    assert most_edit_hours(project) is None, "changed since: within the project's delay nobody has seen it"


def test_what_one_person_verified_may_be_opened_again(both, project):
    tasks_of(both).update(required_annotations=3)
    assert most_edit_hours(project) is None, "somebody is still to come: nobody has seen the others' answers"


def test_the_project_may_show_nothing(both, project, verifier):
    Project.objects.update(show_agreement=False)
    assert seen(verifier, project) == []


def test_what_is_sent_back_is_not_shown_until_it_is_answered(both, project, verifier, manager):
    row = Verification.objects.get(claim=both, submission__assignment__person=verifier)
    Project.objects.update(show_agreement=False)  # what may have been seen is not sent back
    send_back(verification=row, by=manager, note="Look again.")
    Project.objects.update(show_agreement=True)
    assert seen(verifier, project) == []
    stand_by(assignment=row.assignment, answer="It says so.")
    assert seen(verifier, project) == [both]


def test_a_reported_claim_is_not_shown(both, project, verifier):
    tasks_of(both).update(required_annotations=3)
    report(
        assignment=assign_next(person=member(project, "third", Role.VERIFIER), project=project, kind=KIND),
        reasons=["display"],
    )
    tasks_of(both).update(required_annotations=2)
    assert seen(verifier, project) == []


def silent_gold(project: Project, *people) -> None:
    """Two claims of silent gold, which all of these have answered."""
    gold_phase(project, Phase.SILENT)
    for task in Task.objects.filter(project=project, phase=Phase.SILENT):
        for person in people:
            submit_work(assign(task, person, project), "SUPPORTS", [SENTENCE])


def test_silent_gold_is_never_shown_whoever_has_answered_it(both, project, verifier, other_verifier):
    silent_gold(project, verifier, other_verifier)
    Task.objects.update(required_annotations=2)
    sampled(project)
    later(project)
    assert seen(verifier, project) == [both]
    Task.objects.update(phase=Phase.PRODUCTION)
    assert len(seen(verifier, project)) == 3, "nothing but their phase keeps them away"


def test_silent_gold_is_not_known_by_its_absence(project, claims, both, verifier, other_verifier):
    """Where every claim is verified twice, half of them are left out, by lot: not coming up is nothing special."""
    QaSample.objects.all().delete()
    drawn = [is_drawn(project.qa_seed, number) for number in range(2_000)]
    assert 900 < sum(drawn) < 1_100
    shown = {bool(seen(verifier, project))}
    for seed in range(12):
        Project.objects.update(qa_seed=seed)
        shown.add(bool(seen(verifier, project)))
        assert bool(seen(verifier, project)) == is_drawn(seed, both.pk)
    assert shown == {True, False}


def test_ones_own_weeks_count_silent_gold_as_production(project, claims, verifier):
    """A count that stayed as it was would tell that the last claim was gold."""
    answer_next(verifier, project)
    silent_gold(project, verifier)
    (week,) = weekly_work(verifier, project, KIND)
    assert week.done == 3 and week.seconds is not None
    (measured,) = production(project, KIND)
    assert measured.done == 1, "and the manager's numbers leave it out"


def test_weeks_are_of_the_handing_in_latest_first(project, claims, verifier):
    first, second = (answer_next(verifier, project) for _ in range(2))
    Assignment.objects.filter(pk=first.pk).update(ended_at="2026-03-01T23:30:00Z")  # a Sunday
    Assignment.objects.filter(pk=second.pk).update(ended_at="2026-03-02T00:30:00Z")
    assert [(week.week, week.done) for week in weekly_work(verifier, project, KIND)] == [
        ("2026-W10", 1),
        ("2026-W09", 1),
    ]


# --- The numbers -----------------------------------------------------------------------------------------------------
def values(items, person=1):
    return {one.name: one.result for one in personal_figures(items, person)}


def test_agreement_by_hand():
    items = [
        item(1, rating(1, S, sets("a")), rating(2, S, sets("a")), rating(3, R, sets("b"))),  # one of two
        item(2, rating(2, N, sets("c")), rating(1, R, sets("cd"))),
        item(3, rating(2, S, sets("e")), rating(3, S, sets("e"))),  # not theirs
    ]
    found = values(items)
    assert found[PERCENT].value == pytest.approx(1 / 3) and found[PERCENT].items == 2
    assert found["verdict.not_enough"].value == pytest.approx(1 / 2)  # of R-S and R-N
    assert found["evidence.identical"].value == pytest.approx(1 / 3)
    assert found["evidence.mean_overlap"].value == pytest.approx((1 + 0 + 2 / 3) / 3)
    # Mine S S R, theirs S R N: po = 1/3, pe = 2/3 * 1/3 + 1/3 * 1/3 = 1/3.
    assert found[KAPPA].value == pytest.approx(0)
    assert isinstance(found[PERCENT].interval, Interval)


def test_what_cannot_be_measured_says_why():
    assert values([]) == {name: Undefined(Reason.NO_ITEMS) for name in values([])}
    found = values([item(1, rating(1, S), rating(2, S))])
    assert found[KAPPA] == Undefined(Reason.ONE_CATEGORY, 1)
    assert found["evidence.identical"] == Undefined(Reason.NO_EVIDENCE, 1)


@given(st.lists(st.lists(st.sampled_from(VERDICTS.values), min_size=2, max_size=4), min_size=1, max_size=20))
def test_it_is_the_number_that_the_manager_sees(verdicts):
    """Of the same items: the person's row of the matrix."""
    items = [
        item(n, *(rating(person, one) for person, one in enumerate(of, start=1)))
        for n, of in enumerate(verdicts, start=1)
    ]
    (row,) = [row for row in annotators(items, resamples=0).rows if row.person == 1]
    mine = values(items)
    for name, theirs in ((PERCENT, row.percent), (KAPPA, row.kappa)):
        if isinstance(theirs, Value):
            assert mine[name].value == pytest.approx(theirs.value)
        else:
            assert mine[name].reason == theirs.reason


def test_of_two_way_items_it_is_the_projects_own_figure():
    items = [item(n, rating(1, S, sets("ab")), rating(2, (S, R, N)[n % 3], sets("abc"[: n % 4]))) for n in range(9)]
    project = {one.name: one.result for one in [*verdict_figures(items), *evidence_figures(items)]}
    for name, mine in values(items).items():
        if name != KAPPA:
            theirs = project["verdict.percent" if name == PERCENT else name]
            assert (mine.value, mine.items) == (theirs.value, theirs.items), name
            # Rows of other columns draw other resamples of nine items.
            assert mine.interval.low == pytest.approx(theirs.interval.low, abs=0.05), name
            assert mine.interval.high == pytest.approx(theirs.interval.high, abs=0.05), name


def test_items_of_some_claims_are_those_of_all(both, project, verifier):
    assert verified_by_several(project, visible_claims(verifier, project).values("pk")) == items_of(project)
    assert items_of(project)[0].claim == both.pk and OTHER_PAGE not in str(items_of(project))
