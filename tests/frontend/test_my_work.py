"""My work: what is there for me, take one, give it back, what I have done."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from annotation.claims.claim_importer import create_tasks
from annotation.models import Assignment, Claim, Project, User
from annotation.projects.models import Role
from annotation.work import assignment as work
from annotation.work.guidelines import confirm
from annotation.work.models import AssignmentState
from annotation.work.postponing import postpone
from annotation.workflows.kinds import TaskKind
from tests.cast import member, run_out
from tests.frontend.html import levels, select, texts
from tests.frontend.submitting import edited, submitted

TAKE = "form[action$='/tasks/claim_verification/next/'] button"


@pytest.fixture
def as_verifier(client: Client, project: Project, verifier: User) -> Client:
    """Has read the guidelines."""
    confirm(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION, version=0)
    client.force_login(verifier)
    return client


def shown(answer) -> tuple[int, int, int]:
    """Number of the first row, of the last row, and of all rows."""
    page = answer.context["page"]
    return page.start_index(), page.end_index(), page.paginator.count


def take(client: Client, project: Project):
    return client.post(reverse("next-task", args=[project.slug, "claim_verification"]))


def test_the_first_page_is_my_work(client, outsider):
    client.force_login(outsider)
    assert client.get("/").headers["location"] == "/my-work/"


def test_a_stranger_is_asked_to_log_in(client, db):
    assert client.get("/my-work/").headers["location"] == "/login/?next=/my-work/"


def test_someone_without_a_project_is_told_whom_to_ask(client, outsider):
    client.force_login(outsider)
    assert "oscar" in texts(client.get("/my-work/").text, ".empty p")[0]


def test_a_verifier_sees_how_much_is_open(as_verifier, project, claims):
    text = as_verifier.get("/my-work/").text
    assert texts(text, ".take .number") == ["3"]
    assert select(text, TAKE)
    assert reverse("manage", args=[project.slug]) not in text


def test_taking_leads_to_the_claim_and_it_is_held_since(as_verifier, project, claims, verifier):
    answer = take(as_verifier, project)
    held = Assignment.objects.get(person=verifier)
    assert answer.headers["location"] == f"/verify/{held.public_id}/"
    text = as_verifier.get("/my-work/").text
    assert claims[0].text in text
    assert select(text, f".held a[href='/verify/{held.public_id}/']")
    assert not select(text, TAKE)


def test_taking_twice_leads_to_the_same_claim(as_verifier, project, claims):
    assert take(as_verifier, project).headers["location"] == take(as_verifier, project).headers["location"]
    assert Assignment.objects.count() == 1


def test_nothing_left_is_said_in_words(as_verifier, project):
    answer = as_verifier.post(reverse("next-task", args=[project.slug, "claim_verification"]), follow=True)
    assert answer.redirect_chain[0][0] == "/my-work/"
    assert select(answer.text, ".work-part > .notice")
    assert not select(answer.text, TAKE)


def test_giving_back_frees_the_claim(as_verifier, project, assignment):
    answer = as_verifier.post(reverse("give-back", args=[assignment.public_id]), follow=True)
    assert levels(answer) == ["success"]
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.RELEASED


def test_another_persons_claim_cannot_be_given_back(client, other_verifier, assignment):
    client.force_login(other_verifier)
    assert client.post(reverse("give-back", args=[assignment.public_id])).status_code == 404
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD


def test_what_is_submitted_cannot_be_given_back(as_verifier, assignment):
    submitted(assignment)
    answer = as_verifier.post(reverse("give-back", args=[assignment.public_id]), follow=True)
    assert levels(answer) == ["error"]
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.SUBMITTED


def test_a_claim_whose_time_ran_out_is_offered_again(as_verifier, project, assignment):
    run_out(assignment)
    assert select(as_verifier.get("/my-work/").text, "[data-test=continue-earlier]")
    assert take(as_verifier, project).headers["location"] == f"/verify/{assignment.public_id}/"


def test_changes_come_by_post_only(as_verifier, project, assignment):
    assert as_verifier.get(reverse("next-task", args=[project.slug, "claim_verification"])).status_code == 405
    assert as_verifier.get(reverse("give-back", args=[assignment.public_id])).status_code == 405


@pytest.mark.parametrize("slug", ["nothing", "harbour"])
def test_no_claim_for_outsiders_and_unknown_projects(client, outsider, project, slug):
    client.force_login(outsider)
    assert client.post(f"/p/{slug}/tasks/claim_verification/next/").status_code == 404
    assert client.get(f"/p/{slug}/my-verifications/").status_code == 404
    assert client.get(f"/p/{slug}/my-claims/").status_code == 404


def test_no_claim_for_a_writer(client, writer, project, claims):
    client.force_login(writer)
    assert take(client, project).status_code == 404


def test_a_writer_sees_their_claims_and_no_work_to_take(client, writer, project, claims):
    client.force_login(writer)
    text = client.get("/my-work/").text
    assert claims[2].text in text
    assert not select(text, TAKE)


def test_a_verifier_never_sees_who_wrote_a_claim(as_verifier, assignment):
    submitted(assignment)
    for address in ("/my-work/", f"/p/{assignment.project.slug}/my-verifications/"):
        assert "wilma" not in as_verifier.get(address).text


def test_what_i_verified_is_listed_and_searched(as_verifier, project, assignment, claims):
    submitted(assignment)
    assert claims[0].text in as_verifier.get("/my-work/").text
    address = reverse("my-verifications", args=[project.slug])
    assert claims[0].text in as_verifier.get(address, {"q": "anna BERG"}).text
    assert claims[0].text not in as_verifier.get(address, {"q": "Rovers"}).text


@pytest.mark.parametrize(("page", "person"), [("my-verifications", "verifier"), ("my-claims", "writer")])
def test_what_cannot_be_stored_can_be_searched_for(client, project, claims, request, page, person):
    client.force_login(request.getfixturevalue(person))
    assert client.get(reverse(page, args=[project.slug]), {"q": "a\0b"}).status_code == 200


def test_what_others_verified_is_not_mine(client, other_verifier, project, assignment, claims):
    submitted(assignment)
    client.force_login(other_verifier)
    assert claims[0].text not in client.get(reverse("my-verifications", args=[project.slug])).text


def test_my_claims_come_in_pages(client, writer, project):
    Claim.objects.bulk_create(Claim(project=project, text=f"Claim number {n}.", author=writer) for n in range(30))
    client.force_login(writer)
    first = client.get(reverse("my-claims", args=[project.slug]))
    assert shown(first) == (1, 25, 30)
    assert "Claim number 29." in first.text
    second = client.get(reverse("my-claims", args=[project.slug]), {"page": 2})
    assert shown(second) == (26, 30, 30)
    assert "Claim number 0." in second.text
    assert client.get(reverse("my-claims", args=[project.slug]), {"page": "x"}).status_code == 200


@pytest.mark.parametrize(("typed", "found"), [("club östersund", True), ("ÖSTERSUND", True), ("club rovers", False)])
def test_my_claims_are_searched_by_words_in_any_order_and_case(client, writer, project, typed, found):
    Claim.objects.create(project=project, text="Östersund has an old club.", author=writer)
    client.force_login(writer)
    text = client.get(reverse("my-claims", args=[project.slug]), {"q": typed}).text
    assert ("Östersund has an old club." in text) == found


def test_a_manager_sees_progress(client, manager, project, claims):
    client.force_login(manager)
    text = client.get("/my-work/").text
    assert [node.attributes["value"] for node in select(text, "progress")] == ["0"]
    assert [node.attributes["max"] for node in select(text, "progress")] == ["3"]
    assert reverse("manage", args=[project.slug]) in text


@pytest.mark.parametrize(
    ("role", "leads_to"), [(Role.ADJUDICATOR, "quality-adjudicate"), (Role.OBSERVER, "quality")], ids=str
)
def test_whoever_decides_or_watches_finds_the_way_there(client, project, role, leads_to):
    client.force_login(member(project, "ada", role))
    text = client.get("/my-work/").text
    for name in (leads_to, "quality", "releases"):
        address = reverse(name, args=[project.slug])
        assert f'href="{address}"' in text
        assert client.get(address).status_code == 200


def test_words_of_people_are_escaped(client, manager, project):
    project.name = "<script>alert(1)</script>"
    project.save()
    client.force_login(manager)
    text = client.get("/my-work/").text
    assert "<script>alert(1)" not in text
    assert "&lt;script&gt;alert(1)" in text


# --- What I verified, and what I put aside ---------------------------------------------------------------------------


def test_my_history_is_narrowed_to_a_verdict(as_verifier, project, verifier, claims):
    for verdict in ("SUPPORTS", "REFUTES"):
        assignment = work.assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
        assert assignment is not None
        submitted(assignment, verdict=verdict)
    address = reverse("my-verifications", args=[project.slug])
    refuted = as_verifier.get(address, {"verdict": "REFUTES"}).text
    assert claims[1].text in refuted
    assert claims[0].text not in refuted
    assert '<option value="REFUTES" selected>' in refuted
    none = as_verifier.get(address, {"verdict": "NOT ENOUGH INFO"}).text
    assert not any(claim.text in none for claim in claims)
    assert claims[0].text in as_verifier.get(address, {"verdict": "nonsense"}).text


def test_my_history_leads_to_each_verification(as_verifier, project, assignment):
    submitted(assignment)
    for address in ("/my-work/", reverse("my-verifications", args=[project.slug])):
        assert f'href="/verify/{assignment.public_id}/"' in as_verifier.get(address).text


def test_a_changed_verification_shows_its_revision(as_verifier, project, assignment):
    submitted(assignment)
    edited(assignment, verdict="REFUTES")
    answer = as_verifier.get(reverse("my-verifications", args=[project.slug]))
    assert "2" in texts(answer.text, ".when .tag")[0]
    assert shown(answer) == (1, 1, 1)


def test_my_history_comes_in_pages(as_verifier, project, verifier, writer):
    made = Claim.objects.bulk_create(Claim(project=project, text=f"Claim {n}.", author=writer) for n in range(27))
    create_tasks(project=project, claims=made)
    for _ in made:
        assignment = work.assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
        assert assignment is not None
        submitted(assignment)
    address = reverse("my-verifications", args=[project.slug])
    assert shown(as_verifier.get(address)) == (1, 25, 27)
    assert shown(as_verifier.get(address, {"page": 2})) == (26, 27, 27)
    assert "q=Claim&amp;page=2" in as_verifier.get(address, {"q": "Claim"}).text


def test_what_is_put_aside_is_listed_and_gone_on_with(as_verifier, assignment, claims):
    postpone(assignment)
    text = as_verifier.get("/my-work/").text
    assert claims[0].text in texts(text, ".parked .reading")
    assert select(text, TAKE)
    answer = as_verifier.post(reverse("resume", args=[assignment.public_id]))
    assert answer.headers["location"].startswith(f"/verify/{assignment.public_id}/")
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD


def test_what_is_put_aside_waits_while_another_claim_is_open(as_verifier, project, verifier, assignment):
    postpone(assignment)
    work.assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert select(as_verifier.get("/my-work/").text, "form[action$='/resume/'] button[disabled]")
    answer = as_verifier.post(reverse("resume", args=[assignment.public_id]), follow=True)
    assert levels(answer) == ["error"]
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.PARKED


def test_what_is_put_aside_can_be_given_back(as_verifier, assignment):
    postpone(assignment)
    as_verifier.post(reverse("give-back", args=[assignment.public_id]))
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.RELEASED


def test_going_on_comes_by_post_only(as_verifier, assignment):
    assert as_verifier.get(reverse("resume", args=[assignment.public_id])).status_code == 405
