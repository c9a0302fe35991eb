"""Two hundred annotators in four processes that are killed at any moment: nothing lost, doubled, or given too often.

The storm is over after 500 submissions; ATTEST_TEST_STORM=20000 makes it a long one.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from django.db import connection

from annotation.claims.claim_importer import create_tasks
from annotation.models import Assignment, Claim, Highlight, Membership, Project, Task, User
from annotation.projects.models import Role
from annotation.vocabulary.labels import ClaimType, Mutation
from annotation.work.models import AssignmentState
from annotation.workflows.models import GenerationItem
from tests.annotation.crowd import checks
from tests.annotation.crowd.crowd import Plan, run
from tests.annotation.crowd.journal import entries
from tests.cast import SENTENCE, tasks_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.extended, pytest.mark.both_databases]

PROCESSES, PEOPLE_EACH = 4, 50
STORM = int(os.environ.get("ATTEST_TEST_STORM", "500"))  # submissions
SEED = int(os.environ.get("ATTEST_TEST_STORM_SEED", "5"))


@pytest.fixture
def plan(transactional_db, project, tmp_path) -> Plan:
    """Highlights and claims, wanted once or twice, a tenth of the claims five times as hidden re-validations; of the
    fifty of a process 15 write, 30 verify, and 5 do both."""
    size = max(1, round(STORM / 500))
    project.claim_sets_per_person, project.verifications_per_person = size, 4 * size
    project.verifications_per_claim = 2
    project.revalidation_share, project.revalidation_people, project.revalidation_every = 10, 5, 4
    project.save()
    highlights(project, 45 * size)
    claims = Claim.objects.bulk_create(Claim(project=project, text=f"Claim {n}.") for n in range(120 * size))
    create_tasks(project=project, claims=claims)
    tasks_of(*claims[::2]).filter(hidden_item=None).update(required_annotations=1)
    users = User.objects.bulk_create(User(username=f"person-{n}") for n in range(PROCESSES * PEOPLE_EACH))
    names = [user.username for user in users]
    dealt = [names[n::PROCESSES] for n in range(PROCESSES)]
    writers = {name for some in dealt for name in some[:20]}
    verifiers = {name for some in dealt for name in some[15:]}
    Membership.objects.bulk_create(
        Membership(project=project, user=user, role=role)
        for role, those in ((Role.CLAIM_WRITER, writers), (Role.VERIFIER, verifiers))
        for user in users
        if user.username in those
    )
    return Plan(
        database=str(connection.settings_dict["NAME"]),
        folder=str(tmp_path),
        project=project.slug,
        people=dealt,
        writers=sorted(writers),
        verifiers=sorted(verifiers),
        storm=STORM,
        longest=STORM / 10,
        seconds_between_kills=0.5,
        seed=SEED,
    )


def highlights(project: Project, number: int) -> None:
    """Wanted once and twice in turn. What they highlight does not matter here."""
    made = Highlight.objects.bulk_create(
        Highlight(
            project=project,
            kind="sentences",
            page_title=f"Page {n}",
            element_ids=[SENTENCE],
            type_one_is_true=n % 2 == 0,
            several_pages=n % 3 == 0,
            mutation=list(Mutation)[n % 5],
            mutated_type=ClaimType.TYPE_II if n % 4 else ClaimType.TYPE_I,
        )
        for n in range(number)
    )
    tasks = GenerationItem.objects.create_tasks(project, made)
    Task.objects.filter(pk__in=[task.pk for task in tasks[1::2]]).update(required_annotations=2)


def test_nothing_is_lost_doubled_or_given_too_often_whatever_happens(plan, project, tmp_path):
    kills = run(plan, timeout=STORM / 10 + 400)
    happened = Counter(entry["what"] for entry in entries(tmp_path))
    told = Counter(Assignment.objects.values_list("kind", "state"))
    print(f"{kills} kills; {dict(happened)}; {dict(told)}")
    project.refresh_from_db()
    found = {
        "surprises": list(checks.surprises(tmp_path)),
        "lost": list(checks.lost(tmp_path)),
        "doubled": list(checks.doubled()),
        "over": list(checks.over()),
        "forbidden": list(checks.forbidden(project)),
        "broken logs": list(checks.broken_logs()),
        "changed under a verifier": list(checks.changed_under_a_verifier()),
        "left undone": list(checks.left_undone(project)),
    }
    assert {what: (len(cases), cases[:3]) for what, cases in found.items() if cases} == {}
    again = Assignment.objects.filter(task__hidden_item__kind="revalidation", state=AssignmentState.SUBMITTED)
    of_each = Counter(again.values_list("task", flat=True))
    assert len(of_each) >= 10 and max(of_each.values()) == 5  # some are reported before
    assert again.values("task", "person").distinct().count() == again.count()
    # The storm was one: all of this happened, or the silence above says nothing.
    assert kills >= 10
    for what in ("acknowledged", "refused", "skipped", "released", "recorded", "saved", "edited"):
        assert happened[what] >= 3, happened
