"""Screening: the test, the prerequisite, grading without names, and what the machinery gives every workflow."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from annotation.errors import AnnotationError
from annotation.models import Assignment, Draft, Operation, Project, Task
from annotation.projects.models import Role
from annotation.quality.calibration.approval import decide as decide_calibration
from annotation.quality.calibration.approval_rates import approval_rates, wilson
from annotation.work.assignment import assign_next
from annotation.work.guidelines import confirm
from annotation.work.log_verification import Checked, broken_logs
from annotation.work.prerequisites import unmet_prerequisite
from annotation.work.queue import eligible_tasks
from annotation.workflows.screening.candidate_status import CandidateStatus, statuses_of
from annotation.workflows.screening.grading import decide, grade
from annotation.workflows.screening.importer import BadTest, add_default, import_test
from annotation.workflows.screening.models import (
    ScreeningAnswers,
    ScreeningDecision,
    ScreeningGrade,
    ScreeningItem,
    ScreeningTest,
)
from tests.cast import member, run_out
from tests.frontend.html import select, texts
from tests.workflows.screened import ALL_MET, LINES, MUTATED, SUMMARY, answers, content, hand_over, switch_on, take

CARD = ".work-part[data-kind=screening]"


@pytest.fixture
def screened(project: Project) -> Project:
    switch_on(project)
    return project


@pytest.fixture
def client(client: Client, verifier) -> Client:
    """The candidate's browser."""
    client.force_login(verifier)
    return client


@pytest.fixture
def managing(manager) -> Client:
    browser = Client()
    browser.force_login(manager)
    return browser


@pytest.fixture
def held(screened, verifier) -> Assignment:
    return take(verifier, screened)


def send(client: Client, method: str, held: Assignment, path: str, body: object = None) -> tuple[int, dict]:
    address = f"/api/v1/assignments/{held.public_id}/{path}"
    answer = getattr(client, method)(address, body or {}, content_type="application/json")
    return answer.status_code, answer.json()


def page(name: str, **of: object) -> str:
    return reverse(f"screening-{name}", kwargs={"slug": "harbour"} | of)


def kinds_of(person, project) -> list[str]:
    return [
        kind
        for kind in ("claim_generation", "claim_verification")
        if assign_next(person=person, project=project, kind=kind) is not None
    ]


# --- The prerequisite ------------------------------------------------------------------------------------------------
@pytest.mark.both_databases
def test_who_is_not_approved_is_assigned_nothing_of_the_role(screened, claims, highlight, verifier, writer):
    for person in (verifier, writer):
        assert kinds_of(person, screened) == []
    decide(person=verifier, project=screened, role=Role.VERIFIER, approved=True, by=verifier)
    assert (kinds_of(verifier, screened), kinds_of(writer, screened)) == (["claim_verification"], [])
    decide(person=writer, project=screened, role=Role.CLAIM_WRITER, approved=True, by=verifier)
    assert kinds_of(writer, screened) == ["claim_generation"]


def test_calibration_waits_for_screening_too(screened, claims, verifier):
    screened.calibration = True
    screened.save()
    assert unmet_prerequisite(person=verifier, project=screened, kind="claim_verification")
    assert kinds_of(verifier, screened) == []


def test_an_approval_holds_for_its_role_alone(screened, claims, highlight, manager):
    both = member(screened, "bea", Role.VERIFIER, Role.CLAIM_WRITER)
    decide(person=both, project=screened, role=Role.CLAIM_WRITER, approved=True, by=manager)
    assert kinds_of(both, screened) == ["claim_generation"]


def test_what_somebody_holds_when_screening_is_switched_on_they_finish(project, assignment, verifier):
    switch_on(project)
    assert assign_next(person=verifier, project=project, kind=assignment.kind) == assignment
    run_out(assignment)
    assert assign_next(person=verifier, project=project, kind=assignment.kind) is None
    assert send(logged_in(verifier), "post", assignment, "heartbeat/")[0] == 200  # what was begun is taken up again


def test_a_project_without_prerequisites_asks_nothing(project, verifier, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert unmet_prerequisite(person=verifier, project=project, kind="claim_verification") == ""


def test_the_api_says_what_comes_first(screened, claims, client):
    taken = client.post(
        "/api/v1/projects/harbour/assignments/", {"kind": "claim_verification"}, content_type="application/json"
    ).json()
    assert taken["assignment"] is None and taken["reason"]
    assert taken["reason"] in texts(client.get("/my-work/").text, ".work-part .notice")


def logged_in(person) -> Client:
    browser = Client()
    browser.force_login(person)
    return browser


# --- The test --------------------------------------------------------------------------------------------------------
def test_its_tables_are_those_of_its_migrations(db):
    call_command("makemigrations", "screening", check=True, dry_run=True, verbosity=0)


def test_my_work_leads_to_the_test(screened, client, verifier):
    shown = client.get("/my-work/").text
    assert select(shown, f"{CARD} li[data-screening=test]")
    begun = client.post(reverse("next-task", args=["harbour", "screening"]))
    assert begun["Location"] == reverse("guidelines", args=["harbour", "screening"])
    confirm(person=verifier, project=screened, kind="screening", version=0)
    begun = client.post(reverse("next-task", args=["harbour", "screening"]))
    opened = client.get(begun["Location"]).text
    assert len(select(opened, "fieldset[data-field^='answers.']")) == 4
    assert select(opened, "textarea[name=summary]") and texts(opened, "#the-text") == ["The quay"]


@pytest.mark.both_databases
def test_candidates_get_the_text_that_the_fewest_have_had(screened, verifier, other_verifier, writer):
    given = [take(person, screened).task.screeningtext.title for person in (verifier, other_verifier, writer)]
    assert given == ["The quay", "The league", "The quay"]


def test_the_payload_has_no_right_answers(held, client, screened):
    status, payload = send(client, "get", held, "")
    assert status == 200
    assert set(payload) == {
        *("id", "kind", "state", "leased_until", "elapsed_seconds", "active_seconds", "project", "items", "text"),
        *("draft", "operations_received"),
    }
    assert {key for item in payload["items"] for key in item} == {"id", "part", "prompt", "choices"}


def test_a_draft_comes_back_and_is_kept_when_the_lease_runs_out(held, client):
    body = {"answers": {"1": 0}, "summary": "A qu"}
    assert send(client, "put", held, "draft/", {"base_version": 0, "body": body})[0] == 200
    run_out(held)
    taken = client.post("/api/v1/projects/harbour/assignments/", {"kind": "screening"}, content_type="application/json")
    assert taken.json()["assignment"]["id"] == str(held.public_id)
    assert taken.json()["assignment"]["draft"] == {"version": 1, "body": body}


@pytest.mark.both_databases
def test_a_test_that_arrives_twice_is_stored_once(held, client, screened):
    sent = content(screened, operations=[{"sequence": 1, "name": "hidden", "value": "hidden", "seconds": 1}])
    first, again = (send(client, "post", held, "submission/", sent) for _ in range(2))
    assert first == (200, {"screening": sent["client_id"], "created": True})
    assert again == (200, {"screening": sent["client_id"], "created": False})
    names = Operation.objects.filter(assignment=held).order_by("sequence").values_list("name", flat=True)
    assert list(names) == ["start", "hidden", "finish"]
    assert (ScreeningAnswers.objects.get().right_count, ScreeningAnswers.objects.get().summary) == (4, SUMMARY)
    checked = Checked()
    assert list(broken_logs(Assignment.objects.all(), checked)) == [] and checked.logs == 1


def test_a_test_is_submitted_once(held, client, screened, verifier):
    assert send(client, "post", held, "submission/", content(screened))[0] == 200
    again = send(client, "post", held, "submission/", content(screened))
    assert again[1]["error"]["code"] == "assignment_closed"
    assert assign_next(person=verifier, project=screened, kind="screening") is None
    assert send(client, "put", held, "draft/", {"base_version": 0, "body": {}})[0] == 409


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"summary": "  "}, "summary"),
        ({"mutation": "tense"}, "mutation"),
        ({"mutated": ""}, "mutated"),
        ({"mutated": SUMMARY.upper()}, "mutated"),
        ({"answers": {}}, "answers."),
        ({"answers": "all"}, "answers"),
    ],
)
def test_what_is_missing_is_named_and_nothing_is_stored(held, client, screened, changes, wrong):
    status, answer = send(client, "post", held, "submission/", content(screened, **changes))
    assert (status, answer["error"]["code"]) == (400, "invalid")
    assert all(name.startswith(wrong) for name in answer["error"]["fields"])
    assert not ScreeningAnswers.objects.exists() and Assignment.objects.get(pk=held.pk).state == "held"


def test_an_item_that_was_changed_meanwhile_changes_no_result(held, client, screened):
    send(client, "post", held, "submission/", content(screened))
    ScreeningItem.objects.all().delete()
    assert ScreeningAnswers.objects.get().right_count == 4


def test_a_test_is_put_aside_and_given_back(held, client, verifier, screened):
    assert client.post(reverse("postpone", args=[held.public_id]))["Location"] == "/my-work/"
    assert texts(client.get("/my-work/").text, f"{CARD} .parked .reading") == ["The quay"]
    assert client.get(reverse("work", args=[held.public_id])).status_code == 302
    assert client.post(reverse("resume", args=[held.public_id])).status_code == 302
    client.post(reverse("give-back", args=[held.public_id]))
    assert take(verifier, screened).task.screeningtext.title == "The league"


def test_somebody_elses_test_is_not_there(held, other_verifier, manager):
    for person in (other_verifier, manager):
        browser = logged_in(person)
        assert send(browser, "get", held, "")[0] == 404
        assert browser.get(reverse("work", args=[held.public_id])).status_code == 404


def test_what_others_did_shows_nowhere(held, client, screened, other_verifier, manager):
    """Blindness: what another candidate submitted, their grade and their decision change nothing that one is sent."""

    def sent() -> list[object]:
        payload = send(client, "get", held, "")[1] | {"elapsed_seconds": 0, "leased_until": ""}
        return [payload, texts(client.get("/my-work/").text, CARD)]

    before = sent()
    grade(answers=hand_over(other_verifier, screened), by=manager, met=ALL_MET)
    assert sent() == before


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_server_that_is_killed_loses_no_test(held, client, screened, settings):
    """Killed in the transaction that stores the test: the draft is there, and the same test is stored once after it."""
    sent = content(screened)
    send(client, "put", held, "draft/", {"base_version": 0, "body": {"summary": SUMMARY}})
    script = f"""
import os, signal, uuid, django
django.setup()
from django.conf import settings
from django.db import connections
connections["default"].close()
settings.DATABASES["default"]["NAME"] = {str(connection.settings_dict["NAME"])!r}
connections["default"].settings_dict["NAME"] = {str(connection.settings_dict["NAME"])!r}
from annotation.models import Assignment
from annotation.work import extension_points
from annotation.work.submission import submit
extension_points.after_submission = [lambda work: os.kill(os.getpid(), signal.SIGKILL)]
sent = {sent!r}
submit(assignment=Assignment.objects.get(pk={held.pk}), **(sent | {{"client_id": uuid.UUID(sent["client_id"])}}))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        check=False,
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    assert not ScreeningAnswers.objects.exists()
    assert Draft.objects.get(assignment=held).body == {"summary": SUMMARY}
    for created in (True, False):
        assert send(client, "post", held, "submission/", sent) == (
            200,
            {"screening": sent["client_id"], "created": created},
        )
    assert ScreeningAnswers.objects.count() == 1


# --- Grading ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("right", "met", "writes", "verifies"),
    [
        (4, 6, True, True),
        (3, 6, True, False),  # 75 % of the items: enough for writers
        (4, 4, True, False),  # 67 % of the criteria
        (2, 6, False, False),
        (4, 3, False, False),
    ],
)
def test_the_minimum_of_each_role_decides_in_both_stages(screened, manager, right, met, writes, verifies):
    both = member(screened, "bea", Role.VERIFIER, Role.CLAIM_WRITER)
    grade(answers=hand_over(both, screened, right), by=manager, met=ALL_MET[:met])
    decided = dict(ScreeningDecision.objects.values_list("role", "approved"))
    assert decided == {"claim_writer": writes, "verifier": verifies}


@pytest.mark.both_databases
def test_a_test_is_graded_once_and_by_somebody_else(screened, verifier, manager):
    mine = hand_over(verifier, screened)
    for by, code in ((verifier, "own_work"), (manager, ""), (manager, "graded")):
        try:
            grade(answers=mine, by=by, met=ALL_MET)
            found = ""
        except AnnotationError as error:
            found = error.code
        assert found == code
    assert ScreeningGrade.objects.count() == 1


def test_a_role_that_comes_after_the_grade_waits_for_a_manager(screened, verifier, manager):
    grade(answers=hand_over(verifier, screened), by=manager, met=ALL_MET)
    member(screened, "vincent", Role.CLAIM_WRITER)
    assert statuses_of(verifier, screened) == {
        Role.CLAIM_WRITER: CandidateStatus.DECISION,
        Role.VERIFIER: CandidateStatus.APPROVED,
    }


def test_a_manager_grades_without_name_and_score(screened, verifier, managing):
    mine = hand_over(verifier, screened, right=3)
    overview = managing.get(reverse("quality-calibration", args=["harbour"])).text
    assert select(overview, "tr[data-screening=grading]")
    opened = managing.get(page("grade"), follow=True).text
    assert SUMMARY in opened and MUTATED in opened
    assert "vincent" not in opened and not select(opened, "[data-test=right]")
    said = dict.fromkeys(ALL_MET, "yes")
    half = managing.post(page("grade-test", pk=mine.pk), {"one_sentence": "yes"})
    assert half.status_code == 400 and not ScreeningGrade.objects.exists()
    assert (
        managing.post(page("grade-test", pk=mine.pk), said | {"faithful": "no", "comment": "Not so."}).status_code
        == 302
    )
    assert (len(ScreeningGrade.objects.get().met), ScreeningDecision.objects.get().approved) == (5, False)
    person = managing.get(page("person", pk=verifier.pk)).text
    assert texts(person, "[data-test=right]") == ["3 / 4"]


def test_the_candidate_reads_what_was_right_once_it_is_graded(screened, verifier, client, manager):
    mine = hand_over(verifier, screened, right=3)
    address = reverse("work", args=[mine.assignment.public_id])
    before = client.get(address).text
    assert select(before, "[data-test=waits]") and not select(before, "tr[data-right]")
    grade(answers=mine, by=manager, met=ALL_MET[1:], comment="Two sentences.")
    after = client.get(address).text
    assert len(select(after, "tr[data-right=yes]")) == 3 and len(select(after, "tr[data-right=no]")) == 1
    assert len(select(after, "li[data-met=no]")) == 1 and "Two sentences." in after
    assert select(client.get("/my-work/").text, f"{CARD} a[href='{address}']")


def test_a_manager_decides_otherwise_and_takes_it_back(screened, claims, verifier, managing):
    address = page("person", pk=verifier.pk)
    assert managing.get(address).status_code == 200
    for action, can_work in (("approved", True), ("rejected", False), ("undo", False)):
        managing.post(address, {"role": "verifier", "action": action})
        assert (not unmet_prerequisite(person=verifier, project=screened, kind="claim_verification")) is can_work
    assert not ScreeningDecision.objects.exists()
    assert managing.post(address, {"role": "manager", "action": "approved"}).status_code == 404


def test_nobody_is_asked_for_a_test_who_was_approved_without(screened, verifier, manager):
    decide(person=verifier, project=screened, role=Role.VERIFIER, approved=True, by=manager)
    assert not eligible_tasks(person=verifier, project=screened, kind="screening").exists()


# --- Approval rates --------------------------------------------------------------------------------------------------
def test_wilson_against_the_published_example():
    """Newcombe (1998), table I: 15 of 148, 0.0624 to 0.1605; 0 of 20, 0 to 0.1611."""
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)
    assert wilson(0, 0) is None


@pytest.mark.both_databases
def test_approval_rates_by_role_and_stage(screened, manager, managing):
    screened.calibration = True
    screened.save()
    people = [member(screened, f"p{n}", Role.VERIFIER) for n in range(5)]
    for n, person in enumerate(people[:4]):
        decide(person=person, project=screened, role=Role.VERIFIER, approved=n < 3, by=manager)
    for person, decision in zip(people[:2], ("approved", "rejected"), strict=True):
        decide_calibration(person=person, project=screened, kind="claim_verification", decision=decision, by=manager)
    rates = {(one.role, one.stage): (one.approved, one.decided, one.paper) for one in approval_rates(screened)}
    assert rates[Role.VERIFIER, "screening"] == (3, 4, None)
    assert rates[Role.VERIFIER, "claim_verification"] == (1, 2, None)
    assert rates[Role.VERIFIER, ""] == (1, 3, (0.54, 100))  # p2 passed screening and is not decided yet
    assert rates[Role.CLAIM_WRITER, ""] == (0, 0, (0.40, 141))
    shown = managing.get(reverse("quality-calibration", args=["harbour"])).text
    assert texts(shown, "tr[data-role=verifier][data-stage=screening] [data-test=rate]") == ["75 %"]


def test_the_report_and_the_data_statement_have_the_rates(screened, verifier, manager, tmp_path):
    decide(person=verifier, project=screened, role=Role.VERIFIER, approved=True, by=manager)
    out = tmp_path / "out"
    call_command("export_dataset", "--project", "harbour", str(out))
    rows = (out / "report" / "figures" / "approval.csv").read_text().splitlines()
    assert rows[0].startswith("role,stage,approved,decided") and "verifier,screening,1,1," in rows[3]
    assert "54%" in (out / "DATA_STATEMENT.md").read_text().replace("\\", "")
    assert SUMMARY not in "".join(one.read_text(errors="replace") for one in out.rglob("*") if one.is_file())


def test_a_release_without_prerequisites_has_no_rates(project, tmp_path):
    call_command("export_dataset", "--project", "harbour", str(tmp_path / "out"))
    assert not (tmp_path / "out" / "report" / "figures" / "approval.csv").exists()
    assert "Approval" not in (tmp_path / "out" / "DATA_STATEMENT.md").read_text()


# --- The manager's test ----------------------------------------------------------------------------------------------
def test_switching_it_on_brings_a_test(project, managing):
    settings = managing.get("/p/harbour/manage/settings/").text
    sent = {"workflows": ["claim_generation", "claim_verification", "screening"]}
    boxes = select(settings, "form.settings input[type=hidden]")
    sent |= {box.attributes["name"]: box.attributes.get("value") or "" for box in boxes}
    sent |= {
        box.attributes["name"]: box.attributes.get("value") or ""
        for box in select(settings, "form.settings input[type=number], form.settings input[type=text]")
    }
    sent |= {
        box.parent.attributes["name"]: box.attributes["value"]
        for box in select(settings, "form.settings select option[selected]")
    }
    assert managing.post("/p/harbour/manage/settings/", sent | {"save": "1"}).status_code == 302
    shown = managing.get(page("test")).text
    assert (texts(shown, "[data-test=items]"), texts(shown, "[data-test=texts]")) == (["12"], ["4"])


def test_a_new_project_has_a_test(project, manager):
    options = ["--corpus", "harbour", "--manager", "maya"]
    call_command("create_project", "new", *options, "--workflow", "claim_verification", "--workflow", "screening")
    assert ScreeningItem.objects.filter(project__slug="new").count() == 12


def test_the_default_test_is_added_once(project):
    assert (add_default(project).items, add_default(project).known) == (12, 16)
    assert {part: ScreeningItem.objects.filter(part=part).count() for part in ("grammar", "spelling", "fluency")} == {
        "grammar": 4,
        "spelling": 4,
        "fluency": 4,
    }


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("{", "JSON"),
        ("3", "{…}"),
        ('{"part": "style"}', "grammar"),
        ('{"part": "grammar", "choices": ["a"]}', "choices"),
        ('{"part": "grammar", "choices": ["a", "a"], "right": "a", "prompt": "?"}', "two"),
        ('{"part": "grammar", "choices": ["a", "b"], "right": "c", "prompt": "?"}', "right"),
        ('{"part": "grammar", "choices": ["a", "b"], "right": "a"}', "prompt"),
        ('{"part": "text", "title": "T"}', "text"),
        ('{"part": "text", "title": "T", "text": "a\\u0000b"}', "text"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_imported(project, line, word):
    with pytest.raises(BadTest) as caught:
        import_test(project=project, content=f"{LINES}{line}\n", name="my.jsonl")
    (problem,) = caught.value.problems
    assert problem.startswith("my.jsonl, line 8:") and word in problem
    assert not ScreeningItem.objects.exists() and not Task.objects.exists()


def test_an_array_is_read_too_and_its_lines_are_counted(project):
    rows = [line for line in LINES.splitlines() if line]
    assert import_test(project=project, content="[\n" + ",\n".join(rows) + "\n]", name="a.json").items == 4
    with pytest.raises(BadTest) as caught:
        import_test(project=project, content="[\n" + rows[0] + ",\n7,\n{]", name="a.json")
    assert [problem[:14] for problem in caught.value.problems] == ["a.json, line 3", "a.json, line 4"]
    with pytest.raises(BadTest):
        import_test(project=project, content=" \n", name="a.json")


def test_a_manager_edits_the_test(screened, managing, verifier):
    item = ScreeningItem.objects.all()[0]
    sent = {"part": "grammar", "prompt": "Which?", "choices": "He go.\nShe goes.\n", "right": "She goes."}
    assert managing.post(page("item", pk=item.pk), sent | {"right": "It goes."}).status_code == 400
    assert managing.post(page("item", pk=item.pk), sent).status_code == 302
    item.refresh_from_db()
    assert (item.choices, item.right) == (["He go.", "She goes."], 1)
    managing.post(page("new-item"), sent | {"prompt": "Who?"})
    managing.post(page("test"), {"action": "remove", "item": item.pk})
    assert ScreeningItem.objects.count() == 4
    text = Task.objects.filter(kind="screening").order_by("position")[0]
    managing.post(page("test"), {"action": "remove", "text": text.pk})
    managing.post(page("test"), {"action": "text", "title": "The fog", "text": "The fog was thick."})
    assert take(verifier, screened).task.screeningtext.title == "The league"
    minimum = {"action": "minimum", "minimum_claim_writer": "50", "minimum_verifier": "101"}
    assert managing.post(page("test"), minimum).status_code == 400
    managing.post(page("test"), minimum | {"minimum_verifier": "90"})
    assert ScreeningTest.objects.get().minimum(Role.VERIFIER) == 90


def test_a_file_is_uploaded(project, managing, tmp_path):
    project.workflows = [*project.workflows, "screening"]
    project.save()
    path = tmp_path / "test.jsonl"
    for content_of, status in ((LINES.encode(), 302), (b"\xff\xfe", 400), (b"{}", 400)):
        path.write_bytes(content_of)
        with path.open("rb") as file:
            assert managing.post(page("test"), {"action": "import", "file": file}).status_code == status
    assert ScreeningItem.objects.count() == 4


# --- Off -------------------------------------------------------------------------------------------------------------
def test_where_it_is_off_it_is_not_there(screened, claims, verifier, client, managing):
    mine = hand_over(verifier, screened)
    screened.workflows.remove("screening")
    screened.save()
    assert managing.get(page("grade")).status_code == 404
    for address in (page("test"), page("new-item"), page("grade-test", pk=mine.pk), page("person", pk=verifier.pk)):
        assert managing.get(address).status_code == managing.post(address).status_code == 404
    assert client.get(reverse("work", args=[mine.assignment.public_id])).status_code == 404
    assert not select(client.get("/my-work/").text, CARD)
    assert kinds_of(verifier, screened) == ["claim_verification"]
    assert approval_rates(screened) == []


def test_a_test_that_somebody_holds_is_finished_after_it_was_switched_off(held, client, screened):
    screened.workflows.remove("screening")
    screened.save()
    assert send(client, "post", held, "submission/", content(screened, answers=answers(screened)))[0] == 200


def test_managers_pages_stand_under_people(screened, managing):
    for page in ("screening-test", "screening-new-item"):
        shown = managing.get(reverse(page, args=[screened.slug])).text
        marked = {one.attributes["href"] for one in select(shown, "nav [aria-current]")}
        assert {reverse(name, args=[screened.slug]) for name in ("manage-people", "screening-test")} <= marked
