"""Re-validations and oracle items: drawn exactly, handed out exactly, and not to be told from other claims."""

from __future__ import annotations

import re
import uuid
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.claims.claim_importer import create_tasks
from annotation.models import Assignment, Claim, HiddenItem, Membership, Task, User, Verification
from annotation.projects.models import Role
from annotation.quality.sampling.draw import Places, drawn
from annotation.quality.sampling.hidden_items import draw_from_waiting
from annotation.work.assignment import assign_next, release
from annotation.work.queue import eligible_tasks
from annotation.work.submission import submit
from annotation.workflows.claim_verification.payload import for_verifier
from annotation.workflows.kinds import TaskKind
from annotation.workflows.oracle_annotation.models import OracleAnnotation, OracleItem
from annotation.workflows.oracle_annotation.tasks import SLUG, open_all
from tests.annotation.worker import at_once
from tests.cast import OTHER_PAGE, SENTENCE, member

KIND = TaskKind.CLAIM_VERIFICATION


def new_claims(project, count, first=0):
    made = Claim.objects.bulk_create(Claim(project=project, text=f"Claim {first + n}.") for n in range(count))
    return create_tasks(project=project, claims=made)


@pytest.fixture
def hiding(project):
    project.revalidation_share, project.revalidation_people, project.revalidation_every = 10, 3, 5
    project.oracle_share, project.oracle_every = 2, 20
    project.workflows = [*project.workflows, SLUG]
    project.save()
    return project


def do_next(project, person, kind=KIND, sets=((SENTENCE,),)):
    assignment = assign_next(person=person, project=project, kind=kind)
    if assignment is not None:
        answer = {"verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": [list(one) for one in sets]}
        submit(assignment=assignment, client_id=uuid.uuid4(), **answer)
    return assignment


def kinds_of(assignments):
    items = dict(HiddenItem.objects.values_list("task", "kind"))
    return ["" if one is None else items.get(one.task_id, "regular") for one in assignments]


@pytest.mark.parametrize(("again", "oracle"), [(10, 1), (10, 2), (7, 3), (50, 50), (0, 1), (33, 0)])
def test_each_share_is_exact_in_whatever_portions_claims_come(again, oracle):
    whole = drawn(7, range(3000), revalidation=again, oracle=oracle)
    assert [len(one) for one in whole] == [30 * again, 30 * oracle]
    assert not set(whole[0]) & set(whole[1])
    portions = [drawn(7, range(n, min(n + 17, 3000)), revalidation=again, oracle=oracle) for n in range(0, 3000, 17)]
    assert tuple(sum((part[at] for part in portions), []) for at in (0, 1)) == whole
    assert whole != drawn(8, range(3000), revalidation=again, oracle=oracle) or (again, oracle) == (0, 0)


def test_one_of_each_block_falls_due_at_a_place_without_rhythm():
    falls = [Places(7, "revalidation 1", 10).due(n) for n in range(1000)]
    assert all(falls[10 * n + 9] == n + 1 for n in range(100))
    places = [next(n for n in range(10) if falls[10 * block + n] > block) for block in range(100)]
    assert len(set(places)) == 10 and max(Counter(places).values()) < 25


@pytest.mark.parametrize(("every", "other_every"), [(8, 2), (20, 5), (20, 7), (5, 20), (30_000, 2), (3, 1)])
def test_no_two_items_fall_on_one_task_unless_all_are_taken(every, other_every):
    for person in range(200):
        others = Places(7, f"revalidation {person}", other_every)
        places = Places(7, f"oracle {person}", every, others)
        falls = [block * every + places.within(block) for block in range(5)]
        assert [task // every for task in falls] == [*range(5)]
        assert any(map(others.has, falls)) is (other_every == 1)


def test_claims_are_drawn_as_they_come(hiding):
    for first in (0, 30, 90):
        new_claims(hiding, 30 if first == 0 else 60 if first == 30 else 10, first)
    found = Counter(HiddenItem.objects.values_list("kind", flat=True))
    assert found == {"revalidation": 10, "oracle": 2}
    wanted = dict(HiddenItem.objects.values_list("task", "task__required_annotations"))
    kinds = dict(HiddenItem.objects.values_list("task", "kind"))
    assert all(wanted[task] == (3 if kind == "revalidation" else 1) for task, kind in kinds.items())
    drawn_claims = HiddenItem.objects.filter(kind="oracle").values_list("task__verification_item__claim", flat=True)
    assert set(OracleItem.objects.values_list("claim", flat=True)) == set(drawn_claims)


def test_claims_that_came_before_are_drawn_when_a_share_is_set(project, verifier):
    new_claims(project, 100)
    do_next(project, verifier)
    assert not HiddenItem.objects.exists()
    project.revalidation_share, project.oracle_share = 10, 1
    project.save()
    draw_from_waiting(project)
    draw_from_waiting(project)  # a second time draws nothing
    assert HiddenItem.objects.filter(kind="revalidation").count() in (9, 10)
    assert not HiddenItem.objects.filter(task__assignments__isnull=False).exists()
    new_claims(project, 101, 100)
    assert HiddenItem.objects.filter(kind="revalidation").count() == 20
    project.workflows = [*project.workflows, SLUG]
    open_all(project)
    assert OracleItem.objects.count() == HiddenItem.objects.filter(kind="oracle").count() == 2


@pytest.mark.both_databases
def test_a_person_gets_one_in_so_many(hiding, verifier):
    new_claims(hiding, 200)
    kinds = kinds_of([do_next(hiding, verifier) for _ in range(60)])
    for block in range(12):
        assert kinds[5 * block : 5 * block + 5].count("revalidation") <= 2
    assert Counter(kinds[:20])["oracle"] == 1 and Counter(kinds) == {"revalidation": 12, "oracle": 3, "regular": 45}


def test_a_re_validation_that_is_given_back_comes_again_as_another(hiding, verifier):
    new_claims(hiding, 200)
    had = []
    while len(had) < 5:
        had.append(do_next(hiding, verifier))
    before = kinds_of(had).count("revalidation")
    while kinds_of([taken := assign_next(person=verifier, project=hiding, kind=KIND)])[0] != "revalidation":
        submit(
            assignment=taken, client_id=uuid.uuid4(), verdict="SUPPORTS", challenge="Other", evidence_sets=[[SENTENCE]]
        )
    release(taken)
    other = assign_next(person=verifier, project=hiding, kind=KIND)
    assert before == 1 and kinds_of([other]) == ["revalidation"] and other.task_id != taken.task_id


def test_without_one_left_the_next_falls_due_and_in_the_end_all_are_done(hiding, verifier, other_verifier):
    hiding.oracle_share = 0
    hiding.save()
    new_claims(hiding, 20)  # two re-validations, of which a person does each once
    kinds = kinds_of([do_next(hiding, verifier) for _ in range(21)])
    assert kinds[10:18].count("revalidation") == 0 and kinds[-1] == "" and Counter(kinds)["revalidation"] == 2
    new_claims(hiding, 20, 20)
    assert kinds_of([do_next(hiding, verifier)]) == ["revalidation"]
    people = [other_verifier, *(member(hiding, f"person-{n}", Role.VERIFIER) for n in range(3))]
    for person in (verifier, *people):
        while do_next(hiding, person):
            pass
    for task in Task.objects.filter(kind=KIND):
        assert task.assigned_count == task.required_annotations == task.assignments.count()
    assert set(Task.objects.filter(kind=KIND).values_list("required_annotations", flat=True)) == {1, 3}


def test_nothing_a_person_sees_tells_a_hidden_item(hiding, verifier, client):
    new_claims(hiding, 100)
    client.force_login(verifier)
    shapes, counts, pages = set(), [], set()
    for _ in range(25):
        page = client.get("/my-work/").text
        counts.append(eligible_tasks(person=verifier, project=hiding, kind=KIND).count())
        assert re.search(rf"\b{counts[-1]}\b", page)
        taken = assign_next(person=verifier, project=hiding, kind=KIND)
        shown = for_verifier(taken) | {"id": "", "leased_until": "", "claim": "", "elapsed_seconds": 0}
        shapes.add(repr(shown))
        address = client.get(f"/work/{taken.public_id}/").headers.get("Location", "")
        pages.add(address.replace(str(taken.public_id), ""))
        submit(
            assignment=taken, client_id=uuid.uuid4(), verdict="SUPPORTS", challenge="Other", evidence_sets=[[SENTENCE]]
        )
    had = Assignment.objects.filter(person=verifier)
    assert {"revalidation", "oracle", "regular"} == set(kinds_of(had))
    assert len(shapes) == 1 and len(pages) == 1
    assert counts == list(range(100, 75, -1))  # one fewer after each, whatever it was
    times = {one.task_id: one.created_at for one in had}
    positions = [Task.objects.get(pk=task).position for task in times]
    assert positions != sorted(positions)  # as with other projects the place in the queue says nothing


def test_what_an_oracle_annotator_does_is_no_verification_and_never_in_their_other_work(hiding, verifier):
    new_claims(hiding, 100)
    oracle = member(hiding, "olga", Role.ORACLE)
    Membership.objects.create(project=hiding, user=oracle, role=Role.VERIFIER)
    first, second = OracleItem.objects.order_by("task")
    taken = do_next(hiding, oracle, SLUG, ((SENTENCE,), (OTHER_PAGE,)))
    assert (OracleAnnotation.objects.get().claim_id, Verification.objects.count()) == (
        taken.task.oracle_item.claim_id,
        0,
    )
    mine = eligible_tasks(person=oracle, project=hiding, kind=KIND)
    assert taken.task.oracle_item.claim_id not in mine.values_list("verification_item__claim", flat=True)
    other = second if taken.task_id == first.pk else first
    Claim.objects.filter(pk=other.claim_id).update(author=oracle)
    assert not eligible_tasks(person=oracle, project=hiding, kind=SLUG).exists()
    Claim.objects.filter(pk=other.claim_id).update(author=None)
    assert eligible_tasks(person=oracle, project=hiding, kind=SLUG).count() == 1
    other.claim.verification_item.task.assignments.create(
        project=hiding, kind=KIND, person=oracle, leased_until=taken.leased_until
    )
    assert not eligible_tasks(person=oracle, project=hiding, kind=SLUG).exists()


def test_a_task_costs_one_statement_more_where_items_are_hidden(project, verifier):
    def statements():
        with CaptureQueriesContext(connection) as asked:
            assert do_next(project, verifier)
        return len(asked)

    new_claims(project, 5)
    do_next(project, verifier)
    plain = statements()
    project.revalidation_share = 10
    project.revalidation_every = project.oracle_every = 30_000  # none is due yet, whatever the seed
    project.save()
    assert statements() == plain + 1


@pytest.mark.extended
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_many_people_at_once_get_nothing_twice_and_no_claim_from_too_many(transactional_db, hiding):
    people = User.objects.bulk_create(User(username=f"person-{n}") for n in range(8))
    Membership.objects.bulk_create(Membership(project=hiding, user=user, role=Role.VERIFIER) for user in people)
    new_claims(hiding, 200)
    at_once("verify_so_many", [{"person": user.username, "count": 20, "element": SENTENCE} for user in people])
    for task in Task.objects.filter(kind=KIND):
        done = list(task.assignments.values_list("person", flat=True))
        assert len(done) == len(set(done)) == task.assigned_count <= task.required_annotations <= 3
    for user in people:
        kinds = Counter(kinds_of(Assignment.objects.filter(person=user)))
        assert kinds["revalidation"] == 20 // 5 and sum(kinds.values()) == 20
