"""Kill -9 in every phase loses nothing; four processes with twenty people each hold nothing twice."""

from __future__ import annotations

import uuid
from collections import Counter
from random import Random

import pytest

from annotation.models import Assignment, Draft, Operation, Submission, Task
from annotation.work.log_verification import Checked, broken_logs
from annotation.work.models import AssignmentState
from annotation.workflows.question_answering.models import ClaimItem, NormalisedClaim
from annotation.workflows.question_answering.phases import ANSWERS, PHASES
from tests.annotation.worker import at_once, killed
from tests.workflows.fact_checks import (
    REFUTED,
    answered,
    api,
    body_of,
    people_of,
    switch_on,
    take,
    validated,
    without_correction,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases, pytest.mark.extended]
PROCESSES, PEOPLE_EACH, ARTICLES = 4, 20, 6


def test_a_kill_in_any_phase_loses_nothing_and_stores_nothing_twice(project):
    checked = switch_on(project)
    bodies = (
        body_of(PHASES[0], Random(1)),
        answered(),
        validated(REFUTED),
        without_correction(answered()),
        validated(REFUTED),
    )
    for number, (person, kind, body) in enumerate(zip(people_of(checked, 5), PHASES, bodies, strict=True)):
        taken = take(person, checked, kind)
        assert taken is not None
        here = f"/api/v1/assignments/{taken['id']}/"
        sent = {"client_id": str(uuid.uuid4())} | body

        def request(method: str, path: str, content: object, *, in_transaction: bool = False) -> bool:
            plain = {"person": person.username, "method": method, "path": here + path, "body": content}  # noqa: B023
            return killed("request_and_die", plain | {"in_transaction": in_transaction})

        assert request("put", "draft/", {"base_version": 0, "body": body})
        assert Draft.objects.get(assignment__public_id=taken["id"]).body == body
        waiting = Task.objects.count()
        if number < 4:  # the last one opens nothing
            assert request("post", "submission/", sent, in_transaction=True)
            assert (Submission.objects.count(), Task.objects.count()) == (number, waiting)
            assert api(person).get(here).json()["draft"]["body"] == body
        assert request("post", "submission/", sent)  # it was stored, and nobody was told
        again = api(person).post(f"{here}submission/", sent, format="json")
        assert (again.status_code, again.json()["created"], Submission.objects.count()) == (200, False, number + 1)
    assert Counter(Task.objects.values_list("kind", flat=True)) == dict.fromkeys(PHASES, 1) | {PHASES[1]: 2}
    names = Operation.objects.order_by("assignment", "sequence").values_list("name", flat=True)
    assert list(names) == ["start", "finish"] * 5
    assert list(broken_logs(Assignment.objects.all(), Checked())) == []


def test_four_processes_with_twenty_people_each_hold_nothing_twice(project):
    checked = switch_on(project, ARTICLES)
    names = [person.username for person in people_of(checked, PROCESSES * PEOPLE_EACH)]
    plans = [{"people": names[n::PROCESSES], "kinds": list(PHASES), "seed": n} for n in range(PROCESSES)]
    done = at_once("check_facts", plans)
    submitted = Assignment.objects.filter(state=AssignmentState.SUBMITTED)
    assert sum(done) == submitted.count() == Submission.objects.count() and min(done) > 0
    claims = NormalisedClaim.objects.count()
    assert claims == 2 * ARTICLES == ClaimItem.objects.filter(kind=PHASES[1]).count()
    tasks = Task.objects.filter(project=checked)
    assert set(tasks.values_list("assigned_count", flat=True)) == {1}  # nothing is left, and nothing was given twice
    of_claims = submitted.filter(task__claim_item__isnull=False)
    met = Counter(of_claims.values_list("task__claim_item__claim", "person"))
    normalised = set(submitted.filter(kind=PHASES[0]).values_list("task", "person"))
    shown = of_claims.filter(kind__in=ANSWERS).values_list("task__claim_item__claim__article", "person")
    judged = of_claims.exclude(kind__in=ANSWERS).values_list("task__claim_item__claim__article", "person")
    worked = set(of_claims.values_list("task__claim_item__claim__article", "person"))
    assert max(met.values()) == 1 and not normalised & worked and not set(shown) & set(judged)
    steps = Counter(ClaimItem.objects.values_list("kind", flat=True))
    assert steps[PHASES[2]] == claims and steps[PHASES[3]] == steps[PHASES[4]] > 0
    assert list(broken_logs(submitted, Checked())) == []
