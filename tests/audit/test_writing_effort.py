"""Searches and hyperlinks of writers: an annotation is three claims, by what was asked of Type II."""

from __future__ import annotations

import uuid

import pytest

from annotation.dashboard.reports import report
from annotation.models import Highlight, Task
from annotation.quality.agreement.result import Reason, Undefined
from annotation.quality.workflows.claim_generation.writing_effort import (
    ALL,
    NOT_ASKED,
    ONE_PAGE,
    SEVERAL_PAGES,
    writing_effort,
)
from annotation.vocabulary.labels import ClaimType
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.work.models import Operation
from annotation.work.submission import submit
from annotation.workflows.claim_generation.editing import edit, revisions
from annotation.workflows.claim_generation.rules import WrittenClaim
from annotation.workflows.kinds import TaskKind
from annotation.workflows.models import GenerationItem

pytestmark = pytest.mark.both_databases

WRITING = TaskKind.CLAIM_GENERATION


def operations(*done):
    return [
        {"sequence": n, "name": name, "value": value, "seconds": float(n)} for n, (name, value) in enumerate(done, 1)
    ]


def claims_of(number):
    return {kind: WrittenClaim(f"Claim {kind} of highlight {number} is long.", "Other") for kind in ClaimType}


@pytest.fixture
def write(project, writer):
    """A function that writes three claims from a new highlight, with this log."""

    def made(*done, several=None, phase=Phase.PRODUCTION):
        number = Highlight.objects.count()
        asked = {} if several is None else {"type_one_is_true": True, "mutation": "Negation", "mutated_type": "I"}
        highlight = Highlight.objects.create(
            project=project,
            kind="sentences",
            page_title=f"Page {number}",
            element_ids=["Harbour League_sentence_0"],
            several_pages=several,
            **asked,
        )
        (task,) = GenerationItem.objects.create_tasks(project, [highlight])
        assignment = assign_next(person=writer, project=project, kind=WRITING)
        assert assignment is not None and assignment.task == task
        found, _new = submit(
            assignment=assignment,
            client_id=uuid.uuid4(),
            claims=claims_of(number),
            operations=operations(*done),
            browser="a",
        )
        Task.objects.filter(pk=task.pk).update(phase=phase)
        return found

    return made


def counts(project):
    return {one.group: (one.annotations, *one.counts.values()) for one in writing_effort(project)}


def test_means_are_over_annotations_by_what_type_two_was_to_be(project, write):
    write(("search", "Berg"), ("hyperlink", "league"), ("hyperlink", "Berg"), several=True)
    write(("search", "Contains...old town"), ("Page search", "x"), several=True)
    write(("hyperlink", "Contains...nothing"), several=False)
    write()
    assert counts(project) == {
        ALL: (4, 1, 1, 3),
        SEVERAL_PAGES: (2, 1, 1, 2),
        ONE_PAGE: (1, 0, 0, 1),
        NOT_ASKED: (1, 0, 0, 0),
    }
    every = report(project, "writing effort")[0]
    assert (every.means["hyperlinks"].value, every.means["hyperlinks"].items) == (0.75, 4)
    (asked_one,) = [one for one in report(project, "writing effort") if one.group == ONE_PAGE]
    assert asked_one.means["searches"].interval.reason is Reason.ALL_ALIKE
    assert every.means["hyperlinks"].interval.low < 0.75 < every.means["hyperlinks"].interval.high


def test_calibration_and_later_changes_do_not_count(project, writer, write):
    write(("search", "Berg"), phase=Phase.FIRST)
    claim_set = write(("search", "Berg"))
    edit(claim_set=claim_set, person=writer, claims=claims_of("changed"), base_revisions=revisions(claim_set))
    last = Operation.objects.filter(assignment=claim_set.assignment).latest("sequence")
    Operation.objects.create(
        assignment=claim_set.assignment, sequence=last.sequence + 1, browser="a", browser_sequence=9, sitting=2,
        name="search", value="again", seconds=1, received_at=last.received_at,
    )  # fmt: skip
    assert counts(project) == {ALL: (1, 1, 0, 0), NOT_ASKED: (1, 1, 0, 0)}


def test_no_annotation_has_no_mean(project):
    (every,) = writing_effort(project)
    assert (every.group, every.annotations) == (ALL, 0)
    assert every.means["searches"] == Undefined(Reason.NO_VALUES)
