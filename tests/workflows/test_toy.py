"""A third workflow by a folder and a registry line alone: everything that the machinery promises to every workflow."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from annotation.api import workflow_requests
from annotation.models import Assignment, Draft, GuidelinesConfirmation, Operation, Project, Task
from annotation.projects.models import Role
from annotation.work.assignment import assign_next
from annotation.work.checks import check_workflows
from annotation.work.guidelines import current_guidelines
from annotation.work.log_verification import Checked, broken_logs
from annotation.work.skipping import skip
from tests.cast import member, run_out
from tests.frontend.html import select, texts
from tests.workflows.conftest import TEXTS
from tests.workflows.toy.models import ToyAnswer

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "workflows" / "toy"
WITHOUT_TOY = list(settings.ATTEST_WORKFLOWS)
CARD = ".work-part[data-kind=toy]"
NEXT = "/p/harbour/tasks/toy/next/"


@pytest.fixture
def client(client: Client, verifier) -> Client:
    """The verifier's browser."""
    client.force_login(verifier)
    return client


@pytest.fixture
def held(toy: Project, verifier) -> Assignment:
    """The first text, held by the verifier."""
    found = assign_next(person=verifier, project=toy, kind="toy")
    assert found is not None
    return found


def send(client: Client, method: str, held: Assignment, path: str, body: object = None) -> tuple[int, dict]:
    answer = getattr(client, method)(
        f"/api/v1/assignments/{held.public_id}/{path}", body or {}, content_type="application/json"
    )
    return answer.status_code, answer.json()


def room(held: Assignment) -> str:
    return reverse("work", args=[held.public_id])


def submission(**changes: object) -> dict[str, object]:
    return {"client_id": str(uuid.uuid4()), "answer": "yes"} | changes


# --- The code --------------------------------------------------------------------------------------------------------
def files() -> list[Path]:
    return sorted(path for path in FOLDER.rglob("*.*") if path.suffix in {".py", ".html", ".md"} and path.read_text())


def test_its_python_has_at_most_150_lines():
    assert sum(len(path.read_text().splitlines()) for path in files() if path.suffix == ".py") <= 150


def test_the_guide_shows_this_very_code():
    guide = (ROOT / "docs" / "write-a-workflow.md").read_text()
    missing = [path.name for path in files() if f"\n{path.read_text()}```\n" not in guide]
    assert not missing


def test_it_is_complete(registered):
    assert check_workflows() == []


@pytest.mark.django_db
def test_its_tables_are_those_of_its_migration():
    call_command("makemigrations", "toy", check=True, dry_run=True, verbosity=0)


# --- Work ------------------------------------------------------------------------------------------------------------
def test_guidelines_are_read_before_the_first_text(toy, client, verifier):
    assert client.post(NEXT)["Location"] == reverse("guidelines", args=["harbour", "toy"])
    assert (
        current_guidelines(toy, "toy").text.strip() in client.get(reverse("guidelines", args=["harbour", "toy"])).text
    )
    begun = client.post(reverse("guidelines-confirm", args=["harbour", "toy"]), {"version": "0"})
    assert GuidelinesConfirmation.objects.get().kind == "toy"
    assert begun["Location"] == room(Assignment.objects.get())
    assert texts(client.get(begun["Location"]).text, "h1") == [TEXTS[0]]


def test_a_draft_comes_back_and_is_kept_when_the_lease_runs_out(held, client):
    status, _saved = send(client, "put", held, "draft/", {"base_version": 0, "body": {"answer": "no"}})
    assert (status, Draft.objects.get().body) == (200, {"answer": "no"})
    run_out(held)
    taken = client.post("/api/v1/projects/harbour/assignments/", {"kind": "toy"}, content_type="application/json")
    assert taken.json()["assignment"]["id"] == str(held.public_id)
    assert taken.json()["assignment"]["draft"] == {"version": 1, "body": {"answer": "no"}}
    assert select(client.get(room(held)).text, "input[name=answer][value='no'][checked]")


def test_an_answer_that_arrives_twice_is_stored_once(held, client):
    sent = submission(operations=[{"sequence": 1, "name": "search", "value": "port", "seconds": 1}])
    first, again = (send(client, "post", held, "submission/", sent) for _ in range(2))
    assert first == (200, {"toy_answer": sent["client_id"], "created": True})
    assert again == (200, {"toy_answer": sent["client_id"], "created": False})
    assert ToyAnswer.objects.get().answer == "yes"
    names = Operation.objects.filter(assignment=held).order_by("sequence").values_list("name", flat=True)
    assert list(names) == ["start", "search", "finish"]
    assert send(client, "post", held, "submission/", submission())[1]["error"]["code"] == "assignment_closed"
    draft = {"base_version": 0, "body": {}}
    assert send(client, "put", held, "draft/", draft)[0] == 200  # while the answer can be changed


def test_the_log_is_a_chain(held, client):
    send(client, "post", held, "submission/", submission())
    checked = Checked()
    assert list(broken_logs(Assignment.objects.all(), checked)) == [] and checked.logs == 1


def test_a_wrong_answer_is_refused_and_nothing_is_stored(held, client):
    status, answer = send(client, "post", held, "submission/", submission(answer=""))
    assert (status, answer["error"]["code"], list(answer["error"]["fields"])) == (400, "invalid", ["answer"])
    assert not ToyAnswer.objects.exists()


def test_the_page_submits_without_scripts(held, client):
    assert client.post(room(held), {"answer": "yes"})["Location"] == "/my-work/"
    assert ToyAnswer.objects.get().assignment == held
    assert texts(client.get("/my-work/").text, f"{CARD} [data-test=done]") == ["1"]


def test_the_limit_per_person_holds(toy, client, verifier):
    for _ in range(3):
        taken = assign_next(person=verifier, project=toy, kind="toy")
        assert taken is not None and send(client, "post", taken, "submission/", submission())[0] == 200
    assert assign_next(person=verifier, project=toy, kind="toy") is None
    assert "3" in texts(client.get("/my-work/").text, f"{CARD} .notice")[0]


def test_a_text_is_skipped_and_withdrawn(held, client):
    answer = client.post(reverse("skip", args=[held.public_id]), {"reason": "formatting"})
    assert answer["Location"].startswith("/p/harbour/guidelines/toy/")  # the next one, once the guidelines are read
    assert Task.objects.get(pk=held.task_id).withdrawn_at is not None
    manager = Client()
    manager.force_login(member(held.project, "maya", Role.MANAGER))
    for page in ("manage-skipped", "manage-withdrawn", "quality-skipped"):
        assert TEXTS[0] in manager.get(reverse(page, args=["harbour"])).text
    assert select(manager.get("/p/harbour/manage/skipped/").text, "option[value=toy]")


def test_a_reason_of_its_own_withdraws_when_enough_people_give_it(toy, held, client):
    assert send(client, "post", held, "skip/", {"reason": "dull"})[0] == 200
    assert Task.objects.get(pk=held.task_id).withdrawn_at is None
    second = member(toy, "second", Role.VERIFIER)
    Task.objects.filter(pk=held.task_id).update(position=-1)
    again = assign_next(person=second, project=toy, kind="toy")
    assert again is not None and again.task_id == held.task_id
    assert skip(assignment=again, reason="dull")
    assert Task.objects.get(pk=held.task_id).withdrawn_at is not None
    manager = Client()
    manager.force_login(member(toy, "maya", Role.MANAGER))
    shown = manager.get("/p/harbour/manage/skipped/?reason=dull").text
    assert select(shown, "option[value=dull][selected]") and shown.count("It is dull") >= 3


def test_a_reason_that_it_does_not_offer_is_refused(held, client):
    assert send(client, "post", held, "skip/", {"reason": "politics"})[0] == 400
    assert client.post(reverse("skip", args=[held.public_id]), {"reason": "politics"})["Location"] == room(held)


def test_a_text_is_put_aside_and_gone_on_with(held, client, verifier):
    assert client.post(reverse("postpone", args=[held.public_id]))["Location"] == "/my-work/"
    assert texts(client.get("/my-work/").text, f"{CARD} .parked .reading") == [TEXTS[0]]
    other = assign_next(person=verifier, project=held.project, kind="toy")
    assert other is not None and other != held
    assert client.post(reverse("resume", args=[held.public_id]))["Location"] == "/my-work/"  # one at a time
    assert send(client, "post", other, "park/")[1]["state"] == "parked"
    assert client.post(reverse("resume", args=[held.public_id]))["Location"] == f"{room(held)}?resumed"
    assert send(client, "post", other, "resume/")[1]["error"]["code"] == "one_open"
    client.post(reverse("give-back", args=[other.public_id]))
    assert Assignment.objects.get(pk=other.pk).state == "released"


# --- What is shown ---------------------------------------------------------------------------------------------------
def test_my_work_has_a_card(toy, client):
    card = client.get("/my-work/").text
    assert select(card, f"{CARD} form[action='{NEXT}']")
    assert texts(card, f"{CARD} .take .number") == ["4"]
    client.post(reverse("guidelines-confirm", args=["harbour", "toy"]), {"version": "0"})
    card = client.get("/my-work/").text
    assert texts(card, f"{CARD} .held .reading") == [TEXTS[0]]
    assert select(card, f"{CARD} a[href='{room(Assignment.objects.get())}']")


def test_the_payload_has_what_the_workflow_gives(held, client):
    status, payload = send(client, "get", held, "")
    assert status == 200
    assert payload == {
        "id": str(held.public_id),
        "kind": "toy",
        "state": "held",
        "text": TEXTS[0],
        "draft": {"version": 0, "body": {}},
    }


def test_the_schema_has_its_shapes(toy, client, monkeypatch):
    # drf-spectacular keeps what the functions returned first, which is right for a setting that does not change.
    monkeypatch.setattr(workflow_requests.ANY_ASSIGNMENT, "serializers", workflow_requests.assignment_serializers)
    monkeypatch.setattr(workflow_requests.ANY_SUBMISSION, "serializers", workflow_requests.submission_serializers)
    schema = yaml.safe_load(client.get("/api/v1/schema/").content)
    shapes = schema["components"]["schemas"]
    assert shapes["AnyAssignment"]["discriminator"]["mapping"]["toy"].endswith("/ToyAssignmentOut")
    assert "text" in shapes["ToyAssignmentOut"]["properties"]
    sent = {one["$ref"].rsplit("/", 1)[-1] for one in shapes["AnySubmission"]["oneOf"]}
    assert any(name.startswith("ToySubmissionIn") for name in sent)
    assert "toy_answer" in shapes["SubmittedOut"]["properties"]


def test_somebody_elses_text_is_not_there(held, other_verifier):
    stranger = Client()
    stranger.force_login(other_verifier)
    assert send(stranger, "get", held, "")[0] == stranger.get(room(held)).status_code == 404
    for action in ("skip", "postpone", "resume", "give-back"):
        assert stranger.post(reverse(action, args=[held.public_id])).status_code == 404


def test_managers_find_it_in_the_settings_and_in_quality(held, client):
    send(client, "post", held, "submission/", submission())
    manager = Client()
    manager.force_login(member(held.project, "maya", Role.MANAGER))
    assert select(manager.get("/p/harbour/manage/settings/").text, "input[name=workflows][value=toy][checked]")
    for page in ("quality-time", "quality-production"):
        shown = manager.get(reverse(page, args=["harbour"]), {"kind": "toy"})
        assert select(shown.text, ".switch a[href*='kind=toy'][aria-current=true]"), page
    assert texts(manager.get(reverse("quality-time", args=["harbour"]), {"kind": "toy"}).text, "dl.facts dd")[0] == "1"
    for page in ("manage", "manage-people", "quality-calibration", "my-work"):
        assert manager.get(reverse(page, args=[] if page == "my-work" else ["harbour"])).status_code == 200, page
    person = manager.get(reverse("manage-person", args=["harbour", held.person_id])).text
    assert texts(person, "tr[data-kind=toy] td") == ["1", "0", "0"]
    assert texts(manager.get("/p/harbour/manage/").text, "tr[data-kind=toy] td") == ["4", "1", "0"]


def test_annotators_find_it_among_their_own_pages(held, client):
    send(client, "post", held, "submission/", submission())
    for page in ("my-agreement", "calibration", "announcements"):
        assert client.get(reverse(page, args=["harbour"])).status_code == 200, page


# --- Off and removed -------------------------------------------------------------------------------------------------
def test_where_it_is_off_it_is_not_there(toy, client):
    toy.workflows.remove("toy")
    toy.save()
    for page in ("guidelines", "guidelines-confirm", "next-task"):
        assert client.post(reverse(page, args=["harbour", "toy"])).status_code in {404, 405}
    assert client.get(reverse("guidelines", args=["harbour", "toy"])).status_code == 404
    taken = client.post("/api/v1/projects/harbour/assignments/", {"kind": "toy"}, content_type="application/json")
    assert (taken.status_code, taken.json()["error"]["code"]) == (404, "unknown_kind")
    assert not select(client.get("/my-work/").text, CARD)


def test_a_text_that_somebody_holds_is_finished_after_it_was_switched_off(held, client, verifier):
    held.project.workflows.remove("toy")
    held.project.save()
    assert select(client.get("/my-work/").text, f"{CARD}[data-test=leftover] a[href='{room(held)}']")
    assert client.post(room(held), {"answer": "yes"})["Location"] == "/my-work/"
    assert ToyAnswer.objects.exists() and not select(client.get("/my-work/").text, CARD)
    assert client.get(room(held)).status_code == send(client, "get", held, "")[0] == 404


@pytest.fixture
def removed(held: Assignment, settings) -> Assignment:
    """The same text, when its workflow is no longer in the settings."""
    settings.ATTEST_WORKFLOWS = WITHOUT_TOY
    return held


def test_a_text_of_a_removed_workflow_is_named_and_can_be_given_back(removed, client):
    (card,) = select(client.get("/my-work/").text, f"{CARD}[data-test=leftover]")
    assert "“toy”" in card.text()
    assert client.get(room(removed)).status_code == send(client, "get", removed, "")[0] == 404
    for action in ("skip", "postpone", "resume"):
        assert client.post(reverse(action, args=[removed.public_id])).status_code == 404
    draft = {"base_version": 0, "body": {}}
    assert send(client, "put", removed, "draft/", draft)[1]["error"]["code"] == "unknown_kind"
    client.post(reverse("give-back", args=[removed.public_id]))
    assert Assignment.objects.get().state == "released"


def test_its_log_is_exported(removed, tmp_path):
    call_command("export_dataset", "--project", "harbour", str(tmp_path / "out"))
    (line,) = (tmp_path / "out" / "extra" / "other_work.jsonl").read_text().splitlines()
    row = json.loads(line)
    assert (row["kind"], row["state"], row["assignment"]) == ("toy", "held", str(removed.public_id))
    assert [one["operation"] for one in row["operations"]] == ["start"]


def test_managers_see_that_a_workflow_was_removed(removed, client):
    manager = Client()
    manager.force_login(member(removed.project, "maya", Role.MANAGER))
    person = manager.get(reverse("manage-person", args=["harbour", removed.person_id])).text
    assert select(person, "tr[data-kind=toy] [data-test=removed]")
    assert texts(person, "tr[data-kind=toy] td") == ["0", "1", "0"]
    for page in ("manage", "manage-people", "manage-skipped", "manage-withdrawn", "manage-settings", "quality-time"):
        assert manager.get(reverse(page, args=["harbour"])).status_code == 200, page
