"""The guideline loop: versions of annotations, changes with their group, and agreement before and after."""

from __future__ import annotations

import uuid

import pytest

from annotation.actions.run import confirm, draft_on_rows, run
from annotation.errors import AnnotationError, Invalid
from annotation.models import GuidelineChange, Guidelines, Submission
from annotation.projects.announcements import has_required_reading
from annotation.quality.agreement.before_after import ENOUGH_ITEMS, alpha_difference, before_after
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.items import Item, Rating
from annotation.quality.agreement.queries import items_of
from annotation.quality.agreement.result import Reason, ends_of, value_of
from annotation.quality.guideline_changes.changes import (
    announce_change,
    begin_change,
    re_openable,
    save_change,
    unsaved_change,
)
from annotation.quality.guideline_changes.effect import effect_of
from annotation.vocabulary.verdicts import VERDICTS
from annotation.work.assignment import assign_next
from annotation.work.editing import edit
from annotation.work.guidelines import confirm as confirm_guidelines
from annotation.work.guidelines import write_guidelines
from annotation.workflows.kinds import TaskKind
from tests.annotation.disagreeing import said, submit_work
from tests.cast import OTHER_PAGE, SENTENCE, member

pytestmark = pytest.mark.both_databases
KIND = TaskKind.CLAIM_VERIFICATION


def write(project, manager, text):
    return write_guidelines(project=project, kind=KIND, text=text, author=manager).version


def read(person, project, version):
    confirm_guidelines(person=person, project=project, kind=KIND, version=version)


def version_of(verification):
    return Submission.objects.get(verification=verification).guidelines_version


def test_annotations_are_made_under_the_version_that_their_author_has_confirmed(
    project, manager, verifier, other_verifier, claims
):
    """Who has confirmed nothing works under the current one; an edit is made under the version known by then."""
    read(verifier, project, 0)
    held = assign_next(person=verifier, project=project, kind=KIND)
    write(project, manager, "# One\n")
    mine = submit_work(held, "SUPPORTS", [SENTENCE])
    assert version_of(mine) == 0 and mine.guidelines_version == 0
    assert version_of(said(project, other_verifier, "REFUTES", [OTHER_PAGE])) == 1
    read(verifier, project, 1)
    later = edit(
        assignment=held,
        client_id=uuid.uuid4(),
        base_revision=1,
        verdict="REFUTES",
        challenge="Other",
        evidence_sets=[[SENTENCE]],
    )
    assert version_of(later) == 1 and version_of(mine) == 0
    (item,) = items_of(project)
    assert Filters(guidelines=1).keep(item) and not Filters(guidelines=0).keep(item)


@pytest.fixture
def group(project, manager, verifier, other_verifier, claims):
    """Two claims that two verified under version 0: the first differently, the second alike."""
    for verdict in ("SUPPORTS", "REFUTES"):
        said(project, verifier, verdict, [SENTENCE])
    first, second = (said(project, other_verifier, "REFUTES", [OTHER_PAGE]) for _time in range(2))
    return begin_change(project=project, kind=KIND, by=manager, tasks=[first.assignment.task_id], source="/p/harbour/")


def test_a_change_keeps_its_group_and_why(project, manager, group):
    assert unsaved_change(project, KIND, manager, group.pk) == group
    for text, reason, field in (("# One\n", " ", "reason"), ("# One\n", "x" * 5_001, "reason")):
        with pytest.raises(Invalid) as error:
            save_change(project=project, kind=KIND, text=text, reason=reason, by=manager, change=group)
        assert list(error.value.fields) == [field]
    made = save_change(project=project, kind=KIND, text="# One\n", reason="Years.", by=manager, change=group)
    with pytest.raises(Invalid):  # the text is that of the current version
        save_change(project=project, kind=KIND, text="# One\n", reason="Years.", by=manager)
    with pytest.raises(AnnotationError) as taken:
        save_change(project=project, kind=KIND, text="# Two\n", reason="Again.", by=manager, change=group)
    assert taken.value.code == "saved_already"
    assert list(Guidelines.objects.values_list("version", flat=True)) == [1]
    group.refresh_from_db()
    assert (group.guidelines, group.reason, group.tasks.count()) == (made, "Years.", 1)
    assert unsaved_change(project, KIND, manager, group.pk) is None
    begin_change(project=project, kind=KIND, by=manager, tasks=group.tasks.values_list("pk", flat=True))
    assert GuidelineChange.objects.filter(guidelines=made).exists()  # what is saved is not replaced


def test_groups_have_tasks_of_this_project(project, manager, group):
    for tasks in ([], [10**9]):
        with pytest.raises(Invalid):
            begin_change(project=project, kind=KIND, by=manager, tasks=tasks)


def test_an_announcement_is_required_reading_once(project, manager, verifier, group):
    save_change(project=project, kind=KIND, text="# One\n", reason="Years.", by=manager, change=group)
    made = announce_change(group, by=manager, title="Years", text="Read this.")
    assert made.audience == "verifier" and has_required_reading(verifier, project)
    with pytest.raises(AnnotationError) as error:
        announce_change(group, by=manager, title="Years", text="Read this.")
    assert error.value.code == "announced_already"


def test_the_effect_compares_both_versions_on_the_group_and_on_others(project, manager, verifier, group):
    """What the action of the change set aside is its "before"; its "after" is new work on the same claims."""
    save_change(project=project, kind=KIND, text="# One\n", reason="Years.", by=manager, change=group)
    found = effect_of(group)
    assert (found.before, found.after, found.made_before, found.made_after) == (0, 1, 4, 0)
    assert (found.group.before.items, found.others.before.items, found.everything.before.items) == (1, 1, 2)
    assert value_of(found.group.before.percent) == 0 and value_of(found.others.before.percent) == 1
    assert found.group.after.items == 0 and found.group.difference.reason == Reason.NO_ITEMS

    rows = re_openable(group)
    action = draft_on_rows(project=project, by=manager, kind="replace", verifications=rows)
    group.actions.add(action)
    confirm(action, by=manager, reason="guidelines")
    run(action)
    new = [member(project, name, "verifier") for name in ("vera", "viktor")]
    for person in new:
        read(person, project, 1)
        held = assign_next(person=person, project=project, kind=KIND)
        while not group.tasks.filter(pk=held.task_id).exists():
            submit_work(held, "REFUTES", [SENTENCE])
            held = assign_next(person=person, project=project, kind=KIND)
        submit_work(held, "SUPPORTS", [SENTENCE])
    found = effect_of(group)
    assert (found.group.before.items, found.group.after.items) == (1, 1)
    assert value_of(found.group.before.percent) == 0 and value_of(found.group.after.percent) == 1
    assert not found.group.has_enough and found.group.direction == 0 and found.group_with_asked is None


def items(agreeing, differing):
    """Items of two people: half of those who agree say SUPPORTS, the others REFUTES."""
    pairs = [(("SUPPORTS", "REFUTES")[n % 2],) * 2 for n in range(agreeing)] + [("SUPPORTS", "REFUTES")] * differing
    return [
        Item(number, tuple(Rating(0, person, verdict, "", (), None) for person, verdict in enumerate(pair)))
        for number, pair in enumerate(pairs)
    ]


def test_differences_have_an_interval_and_are_judged_only_with_enough_items():
    found = before_after(items(60, 40), items(90, 10), VERDICTS)
    before, after = value_of(found.before.alpha), value_of(found.after.alpha)
    # Two balanced categories: 1 - (n - 1) / n * Do / 0.5 with n answers, by hand.
    assert before == pytest.approx(1 - 199 / 200 * 0.4 / 0.5) and after == pytest.approx(1 - 199 / 200 * 0.1 / 0.5)
    low, high = ends_of(found.difference)
    assert value_of(found.difference) == pytest.approx(after - before) and 0.3 < low < 0.6 < high < 0.9
    assert found.direction == 1 and before_after(items(90, 10), items(60, 40), VERDICTS).direction == -1
    assert before_after(items(60, 40), items(62, 38), VERDICTS).direction == 0
    few = before_after(items(60, 40), items(ENOUGH_ITEMS - 1, 0), VERDICTS)
    assert few.direction == 0 and not few.has_enough
    assert alpha_difference([], items(2, 0), VERDICTS).reason == Reason.NO_ITEMS
