"""What a manager sees, and that nobody else does."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Claim, Verification
from annotation.projects.models import Role
from annotation.work.assignment import assign_next
from annotation.work.guidelines import confirm
from annotation.work.models import Submission
from annotation.work.operations import NewOperation, record
from annotation.work.postponing import postpone
from annotation.workflows.claim_verification.queries import progress
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from tests.cast import CELL, SENTENCE, member
from tests.frontend.html import levels, select, texts
from tests.frontend.submitting import edited, submitted

PAGES = ["manage", "manage-claims", "manage-verifications", "manage-people", "manage-reports"]


@pytest.fixture
def as_manager(client: Client, manager) -> Client:
    client.force_login(manager)
    return client


@pytest.fixture
def verification(assignment) -> Verification:
    return submitted(assignment)


def detail_address(verification: Verification) -> str:
    return reverse("manage-verification", args=["harbour", verification.pk])


@pytest.mark.parametrize("name", PAGES)
def test_every_page_works_while_nothing_is_there(as_manager, project, name):
    assert as_manager.get(reverse(name, args=[project.slug])).status_code == 200


@pytest.mark.parametrize("who", ["outsider", "verifier", "writer"])
def test_only_managers_come_in(client, request, project, who):
    client.force_login(request.getfixturevalue(who))
    assert not [name for name in PAGES if client.get(reverse(name, args=[project.slug])).status_code != 404]


def test_another_projects_manager_sees_neither_the_project_nor_its_rows(client, project, verification, corpus):
    from annotation.models import Project

    other = Project.objects.create(slug="other", name="Other", corpus=corpus)
    client.force_login(member(other, "otto", Role.MANAGER))
    assert client.get(detail_address(verification)).status_code == 404
    assert client.get(reverse("manage-verification", args=["other", verification.pk])).status_code == 404


def test_a_project_that_is_not_there(as_manager):
    assert as_manager.get("/p/nothing/manage/").status_code == 404
    assert as_manager.get("/p/no thing/manage/").status_code == 404


def test_the_overview_counts_and_links_to_the_rows(as_manager, verification):
    text = as_manager.get("/p/harbour/manage/").text
    assert "3" in texts(text, ".figures .of")[0]
    assert "?verdict=SUPPORTS" in text
    assert "?challenge=Other" in text
    assert "?state=held" in text
    assert len(select(text, ".figures > div")) == len(select(text, ".figures .definition"))


def test_the_numbers_are_those_of_the_rows_behind_them(as_manager, project, assignment, other_verifier, claims):
    submitted(assignment)
    client = Client()
    client.force_login(other_verifier)
    confirm(person=other_verifier, project=project, kind="claim_verification", version=0)
    client.post(reverse("next-task", args=["harbour", "claim_verification"]))
    figures = progress(project)
    assert (figures.submitted, figures.held, figures.free, figures.claims_done) == (1, 1, 1, 1)
    for state, text in (("done", claims[0].text), ("held", claims[1].text), ("open", claims[2].text)):
        listed = as_manager.get("/p/harbour/manage/claims/", {"state": state})
        assert listed.context["page"].paginator.count == 1
        assert text in listed.text


def test_verifications_are_filtered(as_manager, verification, claims, verifier, manager):
    address = "/p/harbour/manage/verifications/"
    for fits in ({}, {"verdict": "SUPPORTS"}, {"challenge": "Other"}, {"person": verifier.pk}, {"q": "anna"}):
        assert detail_address(verification) in as_manager.get(address, fits).text, fits
    for misses in (
        {"verdict": "REFUTES"},
        {"q": "Rovers"},
        {"challenge": "Numerical Reasoning"},
        {"claim": claims[1].pk},
    ):
        assert select(as_manager.get(address, misses).text, "#results .empty"), misses


def test_who_is_not_sure_is_seen_and_found(as_manager, verification):
    address = "/p/harbour/manage/verifications/"
    assert select(as_manager.get(address, {"unsure": "1"}).text, "#results .empty")
    Verification.objects.update(unsure=True)
    assert select(as_manager.get(address, {"unsure": "1"}).text, "#results [data-unsure]")
    assert select(as_manager.get(detail_address(verification)).text, "[data-unsure]")
    beside = f"/p/harbour/quality/claims/{verification.claim_id}/"
    assert select(as_manager.get(beside).text, "[data-unsure]")


@pytest.mark.parametrize(
    "query",
    [
        {"verdict": "x"},
        {"person": "x"},
        {"claim": "x"},
        {"claim": str(2**63)},
        {"page": "99"},
        {"q": "x" * 300},
        {"q": "\0"},
    ],
)
def test_a_filter_that_makes_no_sense_breaks_nothing(as_manager, verification, query):
    assert as_manager.get("/p/harbour/manage/verifications/", query).status_code == 200


def test_claims_are_searched_for_whatever_is_typed(as_manager, claims):
    found = as_manager.get("/p/harbour/manage/claims/", {"q": "anna\0 berg"})
    assert found.status_code == 200
    assert claims[0].text in found.text


def test_one_verification_with_all_it_rests_on(as_manager, verification, claims):
    text = as_manager.get(detail_address(verification)).text
    assert claims[0].text in text
    assert "vincent" in text
    assert "wilma" in text  # what the writer intended is the manager's to see
    assert "founded by Anna Berg in 1921" in text
    assert "Harbour League <span" in text
    assert "Seasons" in text
    assert "Winners by season" in text
    row, column = texts(text, ".headers span")
    assert "2001" in row and "Winner" in column
    names = [node.attributes["title"] for node in select(text, ".timeline th[title]")]
    assert names[0] == "start" and names[-1] == "finish"


def test_evidence_leads_to_the_page_with_the_element_marked(as_manager, verification):
    text = as_manager.get(detail_address(verification)).text
    wiki = reverse("wiki", args=["harbour"])
    assert f"{wiki}?title=Harbour%20League&amp;mark=Harbour%20League_cell_0_1_1" in text


def test_earlier_revisions_are_listed(as_manager, verification):
    Submission.objects.filter(verification=verification).update(is_current=False)
    second = Submission.objects.create(assignment=verification.assignment, revision=2, client_id=uuid.uuid4())
    Verification.objects.create(submission=second, claim=verification.claim, verdict="REFUTES", challenge="Other")
    newer = Verification.objects.get(submission__revision=2)
    text = as_manager.get(detail_address(newer)).text
    assert texts(text, ".revisions tbody a") == ["2", "1"]
    assert select(text, ".revisions .verdict.supports")
    assert as_manager.get(detail_address(verification)).status_code == 404


def test_words_of_people_are_escaped(as_manager, project, claims, verifier):
    from annotation.work.assignment import assign_next

    claims[0].text = "<img src=x onerror=alert(1)>"
    claims[0].save()
    verifier.first_name = "<b>Vincent</b>"
    verifier.save()
    verification = submitted(assign_next(person=verifier, project=project, kind="claim_verification"))
    for address in (
        detail_address(verification),
        "/p/harbour/manage/",
        "/p/harbour/manage/verifications/",
        "/p/harbour/manage/claims/",
    ):
        text = as_manager.get(address).text
        assert "<img src=x" not in text
        assert "<b>Vincent" not in text


def test_claims_are_pasted_in(as_manager, project):
    answer = as_manager.post("/p/harbour/manage/claims/", {"claims": "One is odd.\n\nTwo is even.\n"}, follow=True)
    assert levels(answer) == ["success"]
    assert set(project.claims.values_list("text", flat=True)) == {"One is odd.", "Two is even."}
    assert project.tasks.count() == 2


def test_a_bad_line_is_named_and_what_was_typed_stays(as_manager, project):
    answer = as_manager.post("/p/harbour/manage/claims/", {"claims": "Good.\n\nGood.\n" + "x" * 3000})
    assert re.search(r"\b4\b.*\b3000\b", answer.text)
    assert "Good.\n\nGood." in answer.text.replace("\r\n", "\n")
    assert not Claim.objects.exists()


def test_the_list_of_verifications_takes_few_queries(as_manager, verification, django_assert_max_num_queries):
    with django_assert_max_num_queries(14):
        as_manager.get("/p/harbour/manage/verifications/")


def test_both_kinds_of_evidence_are_told_apart(as_manager, verifier, project, assignment):
    verification = submitted(assignment, sets=((SENTENCE,), (CELL,)))
    text = as_manager.get(detail_address(verification)).text
    assert [node.attributes["id"] for node in select(text, "h2[id^=set-]")] == ["set-1", "set-2"]


# --- Revisions, context that was left out, reports -------------------------------------------------------------------


def test_a_manager_sees_what_changed_and_what_it_said_before(as_manager, verification, assignment):
    new = edited(assignment, verdict="REFUTES", sets=((SENTENCE,),))
    text = as_manager.get(detail_address(new)).text
    assert select(text, "[data-added='0'][data-removed='1']")
    assert "Quay Rovers</span>" not in text
    before = as_manager.get(detail_address(new), {"revision": "1"}).text
    assert "1" in texts(before, ".notice.warning")[0]
    assert '<span class="marked">Quay Rovers</span>' in before
    assert as_manager.get(detail_address(new), {"revision": "x" * 40}).status_code == 200
    assert as_manager.get(detail_address(verification)).status_code == 404  # lists lead to the current one


def test_a_manager_sees_what_was_left_out_of_the_context(as_manager, assignment):
    header = "Harbour League_header_cell_0_0_1"
    verification = submitted(assignment, sets=((CELL,),), dropped=({CELL: [header]},))
    text = as_manager.get(detail_address(verification)).text
    assert f'<del title="{header}">Winner</del>' in text
    assert '<li title="Harbour League_header_cell_0_1_0">2001</li>' in text
    assert f'<li title="{header}">' not in text


def test_reported_claims_are_listed_with_their_reasons(as_manager, project, verifier, assignment, claims):
    report(assignment=assignment, reasons=["language", "display"], note="<b>Who</b> is meant?")
    address = reverse("manage-reports", args=[project.slug])
    text = as_manager.get(address).text
    assert claims[0].text in text
    assert len(select(text, "#results .reasons li")) == 2
    assert "&lt;b&gt;Who&lt;/b&gt; is meant?" in text
    assert verifier.username in text
    assert claims[0].text in as_manager.get(address, {"reason": "display"}).text
    for asked in ({"reason": "guidelines"}, {"q": "Rovers"}, {"state": "decided"}):
        assert claims[0].text not in as_manager.get(address, asked).text
    assert claims[0].text in as_manager.get(address, {"reason": "nonsense", "q": "a\0nna"}).text


def test_a_verification_of_a_reported_claim_says_so(as_manager, project, claims, assignment, other_verifier):
    assignment.task.required_annotations = 2
    assignment.task.save()
    other = assign_next(person=other_verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert other is not None
    assert other.task_id == assignment.task_id
    report(assignment=assignment, reasons=["guidelines"], note="Two sentences.")
    text = as_manager.get(detail_address(submitted(other))).text
    assert texts(text, ".report .note") == ["Two sentences."]
    listed = as_manager.get(reverse("manage-reports", args=[project.slug])).text
    assert f"?claim={claims[0].pk}" in listed


def test_withdrawn_and_put_aside_places_are_counted_as_what_they_are(as_manager, project, assignment, other_verifier):
    report(assignment=assignment, reasons=["language"])
    other = assign_next(person=other_verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert other is not None
    postpone(other)
    figures = progress(project)
    assert (figures.held, figures.free, figures.withdrawn, figures.reported) == (1, 1, 1, 1)
    for state, count in (("held", figures.held), ("open", figures.free), ("withdrawn", figures.withdrawn)):
        assert as_manager.get("/p/harbour/manage/claims/", {"state": state}).context["page"].paginator.count == count
    undecided = as_manager.get("/p/harbour/manage/reports/", {"state": "undecided"})
    assert undecided.context["page"].paginator.count == 1


def test_the_time_of_a_verification_is_without_its_edits(as_manager, verification, assignment):
    later: NewOperation = {"sequence": 1, "name": "search", "value": "berg", "seconds": 7200}
    record(assignment=assignment, operations=[later], browser="editing")
    edited(assignment, verdict="REFUTES")
    assert "2 h" not in as_manager.get("/p/harbour/manage/verifications/").text
    current = Verification.objects.get(submission__is_current=True)
    assert "2" in texts(as_manager.get(detail_address(current)).text, ".timeline .sitting")[0]
