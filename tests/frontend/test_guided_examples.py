"""The pages of guided examples: the room with its steps, the feedback, the list, and where managers choose them."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Assignment, Verification
from annotation.quality.calibration.guided_progress import guided_progress
from annotation.quality.calibration.models import GoldItem
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import release
from annotation.work.guidelines import confirm
from annotation.work.models import AssignmentState
from tests.annotation.guided import VERIFYING, WHY, WRITING, answer, example, examples, next_of, writing_example
from tests.cast import CELL, SECOND_SENTENCE, SENTENCE, three_claims
from tests.frontend.html import levels, select, texts


def browser(person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def page(name, project, **numbers):
    return reverse(name, kwargs={"slug": project.slug, **numbers})


def room(client, assignment):
    answer = client.get(reverse("workspace", args=[assignment.public_id]))
    assert answer.status_code == 200
    return answer.text


def pieces(html, of):
    return [node.attributes["data-piece"] for node in select(html, f".guided-{of}[data-piece]")]


def test_the_room_says_what_to_do_next_and_how_to_leave_only_where_that_is_allowed(project, verifier):
    example(project, "text")
    taken = next_of(verifier, project)
    client = browser(verifier)
    html = room(client, taken)
    script = json.loads(select(html, "#guided-example")[0].text())
    assert script["steps"] == ["open", "find", "select", "context", "verdict", "challenge", "submit"]
    assert script["words"] == {"pages": ["Harbour League"]}
    assert "“Harbour League”" in texts(html, "#guided-step")[0]
    assert [line.attributes["data-step"] for line in select(html, "#guided [data-step]")] == script["steps"]
    for gone in ("#park", "#skip", "#report", "#guided form", f'form[action$="{taken.public_id}/give-back/"]'):
        assert not select(html, gone), gone
    assert client.get(script["feedback"]).status_code == 404  # nothing was submitted
    project.guided_examples = "skippable"
    project.save()
    assert select(room(client, taken), "#guided form")


def test_names_in_the_steps_are_quoted_as_the_language_does(project, verifier):
    example(project, "text")
    client = browser(verifier)
    client.cookies["django_language"] = "de"
    assert "„Harbour League“" in texts(room(client, next_of(verifier, project)), "#guided-step")[0]


def test_an_ordinary_room_has_no_steps_and_leads_to_the_examples_there_are(project, verifier, assignment):
    client = browser(verifier)
    html = room(client, assignment)
    assert not select(html, "#guided") and not select(html, ".keys-guided") and select(html, "#park")
    example(project, "text")
    assert select(room(client, assignment), ".keys-guided a")[0].attributes["href"] == page("guided-examples", project)


def test_feedback_says_what_is_right_missing_and_too_much_and_why(project, verifier, other_verifier):
    item = example(project, "text")
    taken = next_of(verifier, project)
    answer(taken, "REFUTES", [[SENTENCE, CELL]])
    client = browser(verifier)
    moved = client.get(reverse("workspace", args=[taken.public_id]))
    assert moved["Location"] == page("guided-example", project, pk=item.pk)
    html = client.get(moved["Location"]).text
    assert (pieces(html, "right"), pieces(html, "missing"), pieces(html, "extra")) == (
        [SENTENCE],
        [SECOND_SENTENCE],
        [CELL],
    )
    assert select(html, ".guided-result")[0].attributes["data-all-right"] == "no"
    assert WHY in texts(html, ".gold-comment")[0]
    assert select(html, f'[data-element-id="{SECOND_SENTENCE}"].by-b')
    assert browser(other_verifier).get(moved["Location"]).status_code == 404


def test_an_answer_is_mended_or_begun_again_until_all_of_it_is_right(project, verifier):
    item = example(project, "text")
    taken = next_of(verifier, project)
    answer(taken)
    client = browser(verifier)
    start, feedback = page("guided-example-start", project, pk=item.pk), page("guided-example", project, pk=item.pk)
    for form in ({"keep": "1"}, {}):
        opened = client.post(start, form)
        assert opened["Location"] == reverse("workspace", args=[taken.public_id])
        assert select(room(client, taken), "#guided form")  # what was submitted before stays: it can be left
        taken.refresh_from_db()
        answer(taken, sets=[[SENTENCE, SECOND_SENTENCE]])
    assert Verification.objects.filter(submission__assignment=taken).count() == 3
    assert select(client.get(feedback).text, ".guided-result")[0].attributes["data-all-right"] == "yes"


def test_the_list_says_how_far_one_is_and_my_work_what_comes_first(project, verifier, claims):
    confirm(person=verifier, project=project, kind=VERIFYING, version=0)
    examples(project)
    client = browser(verifier)
    assert select(client.get(reverse("my-work")).text, "[data-test=guided]")
    opened = client.post(page("next-task", project, kind=VERIFYING))
    taken = Assignment.objects.get(person=verifier)
    assert opened["Location"] == reverse("workspace", args=[taken.public_id])
    assert select(client.get(reverse("my-work")).text, "[data-test=guided-held]")
    answer(taken)
    states = [
        (line.attributes["data-guide-kind"], line.attributes["data-state"])
        for line in select(client.get(page("guided-examples", project)).text, "[data-guide-kind]")
    ]
    assert states == [("text", "done"), ("table", "new"), ("not_enough_info", "new")]


def test_the_task_in_hand_is_gone_on_with_after_an_example(project, verifier, assignment):
    item = example(project, "text")
    client = browser(verifier)
    client.post(page("guided-example-start", project, pk=item.pk))
    answer(Assignment.objects.get(person=verifier, task=item.task))
    go_on = select(client.get(page("guided-example", project, pk=item.pk)).text, "form:has([data-test=go-on])")[0]
    assert go_on.attributes["action"] == reverse("resume", args=[assignment.public_id])
    client.post(go_on.attributes["action"])
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD


def test_nobody_opens_what_is_not_offered_to_them(project, verifier, writer, highlight):
    item = example(project, "text")
    of_writers = writing_example(highlight)
    assert browser(writer).post(page("guided-example-start", project, pk=item.pk)).status_code == 404
    assert browser(verifier).post(page("guided-example-start", project, pk=of_writers.pk)).status_code == 404
    assert not Assignment.objects.exists()


def test_claims_are_shown_beside_hints_and_examples(project, writer, highlight):
    item = writing_example(highlight)
    taken = next_of(writer, project, WRITING)
    client = browser(writer)
    html = client.get(reverse("write", args=[taken.public_id])).text
    assert "other_page" in json.loads(select(html, "#guided-example")[0].text())["steps"]
    assert not select(html, "#park") and not select(html, "#skip-dialog")
    content = {"client_id": "5b6a0f8e-6f0a-4d5c-9d55-0d7c4c1d2f11", "claims": three_claims(I="Founded in 1931")}
    address = f"/api/v1/assignments/{taken.public_id}/submission/"
    sent = client.post(address, json.dumps(content), content_type="application/json")
    assert sent.status_code == 200, sent.text
    html = client.get(page("guided-example", project, pk=item.pk)).text
    assert [part.attributes["data-claim"] for part in select(html, "[data-claim]")] == ["I", "II", "III"]
    assert "no_final_period" in [line.attributes["data-code"] for line in select(html, "[data-claim=I] [data-code]")]
    assert "The league was founded in 1920." in texts(html, "[data-claim=I]")[0]
    assert WHY in texts(html, ".gold-comment")[0]


def test_a_manager_makes_one_of_a_finished_item_and_stops_offering_it(project, verifier, manager, assignment):
    answer(assignment, sets=[[CELL]])
    done = Verification.objects.get()
    client = browser(manager)
    form = {"phase": "4", "verdict": "SUPPORTS", "challenges": ["Other"], "sets": CELL, "comment": WHY}
    made = client.post(f"{page('quality-gold-make', project)}?verification={done.pk}", form)
    item = GoldItem.objects.get()
    assert made["Location"] == page("quality-gold-item", project, pk=item.pk)
    assert (item.guide_kind, item.task.phase) == ("table", Phase.GUIDED)
    assert select(client.get(page("quality-gold", project)).text, "[data-guide-kind=table]")
    changed = client.post(made["Location"], form | {"comment": "Another reason."})
    assert changed.status_code == 302  # it scores nobody: there is nothing to agree to
    stopped = client.post(made["Location"], {"action": "withdraw"}, follow=True)
    assert set(levels(stopped)) == {"success"}
    item.task.refresh_from_db()
    assert item.task.withdrawn_at is not None


@pytest.mark.parametrize("setting", ["off", "required"])
def test_without_examples_everything_is_as_it_was(project, verifier, claims, setting):
    project.guided_examples = setting
    project.save()
    client = browser(verifier)
    assert not select(client.get(reverse("my-work")).text, "[data-test=guided]")
    assert not select(client.get(page("guided-examples", project)).text, "[data-guide-kind]")


# --- Managers --------------------------------------------------------------------------------------------------------
def progress(html, username):
    """State of each kind and whether a time stands with it."""
    cells = select(html, f'[data-kind="{VERIFYING}"] tr[data-person="{username}"] [data-guide-kind]')
    states = {cell.attributes["data-guide-kind"]: cell.attributes["data-state"] for cell in cells}
    timed = {cell.attributes["data-guide-kind"] for cell in cells if cell.css("time")}
    return states, timed


def test_managers_see_who_has_done_left_and_not_begun_each_kind(project, verifier, other_verifier, manager, claims):
    project.guided_examples = "skippable"
    project.save()
    examples(project)
    done = next_of(verifier, project)
    answer(done)
    release(next_of(verifier, project))
    next_of(other_verifier, project)
    html = browser(manager).get(page("manage-people", project)).text
    assert progress(html, "vincent") == (
        {"text": "done", "table": "left", "not_enough_info": "new"},
        {"text", "table"},
    )
    other = other_verifier.get_username()
    assert progress(html, other) == ({"text": "begun", "table": "new", "not_enough_info": "new"}, {"text"})
    assert not select(html, f'[data-kind="{VERIFYING}"] tr[data-person="{manager.get_username()}"]')


def test_who_is_not_new_is_named_so_and_projects_without_examples_have_no_list(project, manager, verifier, assignment):
    client, people = browser(manager), page("manage-people", project)
    assert not select(client.get(people).text, "[data-test=guided-progress]")
    example(project, "text")
    answer(assignment)
    [row] = select(client.get(people).text, f'[data-test=guided-progress] tr[data-person="{verifier.get_username()}"]')
    assert row.attributes["data-new"] == "no"
    project.guided_examples = "off"
    project.save()
    assert not select(client.get(people).text, "[data-test=guided-progress]")


def test_the_list_of_progress_costs_no_queries_a_person(project, verifier, django_assert_num_queries):
    examples(project)
    with django_assert_num_queries(5):
        guided_progress(project)
    answer(next_of(verifier, project))
    with django_assert_num_queries(5):
        [found] = guided_progress(project)
    assert len(found.kinds) == 3
