"""The people of a project and their accounts."""

from __future__ import annotations

import re
import uuid
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Project, User
from annotation.projects.models import Role
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.work.models import AssignmentState
from annotation.work.submission import submit as submitted_claims
from annotation.workflows.claim_generation.rules import WrittenClaim
from annotation.workflows.kinds import TaskKind
from tests.cast import PASSWORD, claim_of, member, tasks_of, three_claims
from tests.frontend.html import levels, select
from tests.frontend.submitting import submitted

PEOPLE = "/p/harbour/manage/people/"


CLOSE = "[name=action][value=close]"


@pytest.fixture
def as_manager(client: Client, manager) -> Client:
    client.force_login(manager)
    return client


def change(client: Client, person: User, action: str, **more):
    address = reverse("manage-person", args=["harbour", person.pk])
    return client.post(address, {"action": action, **more}, follow=True)


def roles(person: User) -> set[str]:
    return set(person.memberships.values_list("role", flat=True))


def test_members_get_further_roles_at_once(as_manager, project, verifier):
    answer = as_manager.post(PEOPLE, {"names": "vincent", "roles": ["verifier", "claim_writer"]}, follow=True)
    assert answer.redirect_chain == [(PEOPLE, 302)]
    assert roles(verifier) == {"verifier", "claim_writer"}
    verifier.refresh_from_db()
    assert verifier.check_password(PASSWORD)


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"names": "", "roles": ["verifier"]}, "names"),
        ({"names": "zoe"}, "roles"),
        ({"names": "zoe <b>", "roles": ["verifier"]}, "names"),
        ({"names": "zoe", "roles": ["king"]}, "roles"),
    ],
)
def test_what_is_wrong_is_said_and_nobody_is_added(as_manager, project, sent, field):
    answer = as_manager.post(PEOPLE, sent)
    assert list(answer.context["form"].errors) == [field]
    assert "<b>" not in answer.text.split("<main")[1]
    assert not User.objects.filter(username="zoe").exists()


def test_roles_are_changed(as_manager, verifier):
    change(as_manager, verifier, "roles", roles=["claim_writer", "verifier"])
    assert roles(verifier) == {"claim_writer", "verifier"}


def test_leaving_gives_the_claim_back_and_keeps_the_account(as_manager, verifier, assignment):
    change(as_manager, verifier, "roles")
    assert roles(verifier) == set()
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.RELEASED
    assert User.objects.get(pk=verifier.pk).is_active


def test_the_last_manager_stays(as_manager, manager):
    answer = change(as_manager, manager, "roles", roles=["verifier"])
    assert levels(answer) == ["error"]
    assert roles(manager) == {"manager"}


def test_a_manager_may_step_back_when_there_is_another(as_manager, manager, project):
    member(project, "mona", Role.MANAGER)
    answer = change(as_manager, manager, "roles", roles=["verifier"])
    assert answer.redirect_chain[-1][0] == "/my-work/"
    assert roles(manager) == {"verifier"}


def test_a_closed_account_is_out_at_once_and_can_be_opened_again(as_manager, verifier, assignment):
    inside = Client()
    inside.force_login(verifier)
    change(as_manager, verifier, "close")
    assert inside.get("/my-work/").status_code == 302
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.RELEASED
    assert select(as_manager.get(PEOPLE).text, "[data-test=closed]")
    change(as_manager, verifier, "open")
    verifier.refresh_from_db()
    assert verifier.is_active


def test_an_account_of_other_projects_cannot_be_taken_over(as_manager, verifier, corpus):
    other = Project.objects.create(slug="other", name="Other", corpus=corpus)
    member(other, "vincent", Role.VERIFIER)
    for action in ("invite", "close"):
        assert levels(change(as_manager, verifier, action)) == ["error"]
    verifier.refresh_from_db()
    assert verifier.is_active
    assert verifier.check_password(PASSWORD)


def test_an_operators_account_cannot_be_taken_over(as_manager, verifier):
    verifier.is_superuser = True
    verifier.save()
    change(as_manager, verifier, "invite")
    verifier.refresh_from_db()
    assert verifier.check_password(PASSWORD)


def test_what_people_have_done_is_what_the_lists_behind_it_show(as_manager, project, writing, assignment, verifier):
    """Claims are no verifications, and what is done in calibration counts in neither."""
    texts = {kind: WrittenClaim(**claim) for kind, claim in three_claims().items()}
    submitted_claims(assignment=writing, client_id=uuid.uuid4(), claims=texts)
    submitted(assignment)
    gold = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    submitted(gold)
    project.claims.filter(pk=claim_of(gold).pk).update(phase=Phase.FIRST)
    tasks_of(claim_of(gold)).update(phase=Phase.FIRST)
    rows = as_manager.get(PEOPLE).context["page"]
    done = {row.person.username: tuple(count for _heading, count, _address in row.done) for row in rows}
    assert done == {"maya": (0, 0), "vincent": (0, 1), "wilma": (5, 0)}
    page = as_manager.get(PEOPLE).text
    links = dict(re.findall(r'<a href="([^"?]+\?(?:writer|person)=\d+(?:&amp;state=all)?)">(\d+)</a>', page))
    assert sorted(links.values()) == ["1", "5"], "nobody else has anything to be opened"
    for link, number in links.items():
        assert as_manager.get(unescape(link)).context["page"].paginator.count == int(number), link


def test_people_of_other_projects_are_out_of_reach(as_manager, outsider, project):
    assert change(as_manager, outsider, "roles", roles=["manager"]).status_code == 404


@pytest.mark.parametrize("who", ["outsider", "verifier", "writer"])
def test_nobody_else_changes_people(client, request, project, manager, who):
    client.force_login(request.getfixturevalue(who))
    assert client.post(PEOPLE, {"names": "zoe", "roles": ["manager"]}).status_code == 404
    assert change(client, manager, "roles", roles=["verifier"]).status_code == 404
    assert roles(manager) == {"manager"}


def test_each_person_has_a_page_that_changes_nothing_by_itself(as_manager, verifier, manager):
    answer = as_manager.get(reverse("manage-person", args=["harbour", verifier.pk]), {"action": "close"})
    assert select(answer.text, "[name=action][value=roles]")
    assert select(answer.text, CLOSE)
    verifier.refresh_from_db()
    assert verifier.is_active
    own = as_manager.get(reverse("manage-person", args=["harbour", manager.pk])).text
    assert not select(own, CLOSE)
