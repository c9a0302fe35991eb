"""The guideline loop in the browser's pages: select a group, write the change, announce it, re-open, see the effect."""

from __future__ import annotations

import pytest
from django.urls import reverse

from annotation.models import Action, Announcement, GuidelineChange, Guidelines, Task
from annotation.work.guidelines import confirm, current_guidelines
from annotation.workflows.kinds import TaskKind
from tests.annotation.disagreeing import said
from tests.cast import OTHER_PAGE, SENTENCE
from tests.frontend.html import select

KIND = TaskKind.CLAIM_VERIFICATION.value


@pytest.fixture
def disagreement(project, verifier, other_verifier, claims):
    """The first claim, which two verified differently, each having read Attest's own guidelines."""
    for person in (verifier, other_verifier):
        confirm(person=person, project=project, kind=KIND, version=0)
    return said(project, verifier, "SUPPORTS", [SENTENCE]), said(project, other_verifier, "REFUTES", [OTHER_PAGE])


def page(name, project, *args):
    return reverse(name, args=[project.slug, *args])


def test_a_group_becomes_a_change_an_announcement_and_re_opened_claims(client, project, manager, disagreement):
    client.force_login(manager)
    asked = {"all": "1", "source": "items", "selection": "ways=2", "next": page("quality-items", project)}
    answer = client.post(page("manage-guideline-change-new", project), asked)
    change = GuidelineChange.objects.get()
    assert answer["Location"] == f"{page('guidelines-edit', project, KIND)}?change={change.pk}"
    (link,) = select(client.get(answer["Location"]).text, "[data-test=group] a")
    assert link.attributes["href"] == asked["next"]

    text = current_guidelines(project, KIND).text + "\n\nOpen every page.\n"
    written = {"text": text, "change": change.pk, "save": "1"}
    assert client.post(page("guidelines-edit", project, KIND), written).status_code == 400  # without a reason
    answer = client.post(page("guidelines-edit", project, KIND), written | {"reason": "<b>Pages</b>"})
    version = Guidelines.objects.get()
    address = page("manage-guideline-change", project, version.pk)
    assert answer["Location"] == address and version.version == 1
    html = client.get(address).text
    assert "<ins>Open every page.</ins>" in html and "&lt;b&gt;Pages&lt;/b&gt;" in html and "<b>Pages" not in html
    (part,), (conclusion,) = select(html, "[data-part=group]"), select(html, "[data-test=conclusion]")
    assert (part.attributes["data-before"], part.attributes["data-after"]) == ("1", "0")
    assert conclusion.attributes["data-direction"] == "0"

    client.post(address, {"step": "announce", "title": "Pages", "text": "Open every page."})
    announced = Announcement.objects.get()
    assert announced.must_read and announced.audience == "verifier"
    answer = client.post(address, {"step": "re-open", "action": "replace"})
    action = Action.objects.get()
    assert answer["Location"] == page("manage-action", project, action.pk)
    assert sorted(action.selected) == sorted(one.pk for one in disagreement)
    client.post(answer["Location"], {"step": "confirm", "reason": "guidelines"})
    assert Task.objects.get(pk=disagreement[0].assignment.task_id).required_annotations == 5  # of 3
    html = client.get(address).text
    assert (
        page("manage-action", project, action.pk) in html and page("manage-announcement", project, announced.pk) in html
    )
    listed = client.get(page("manage-verifications", project), {"change": version.pk, "state": "all"}).text
    assert all(f"/manage/verifications/{one.pk}/" in listed for one in disagreement)
    assert f'data-version="1" data-kind="{KIND}"' in client.get(page("manage-guideline-changes", project)).text


def test_lists_are_narrowed_down_to_a_version(client, project, manager, other_verifier, disagreement):
    client.force_login(manager)
    client.post(page("guidelines-edit", project, KIND), {"text": "# Ours", "reason": "", "save": "1"})
    later = said(project, other_verifier, "REFUTES", [OTHER_PAGE])
    type(later.submission).objects.filter(pk=later.submission_id).update(guidelines_version=None)
    for version, rows in (("0", 2), ("1", 0), ("unknown", 1)):
        html = client.get(page("manage-verifications", project), {"guidelines": version}).text
        assert len(select(html, "td.check-cell")) == rows, version
    for version, found in (("0", 1), ("1", 0), ("", 1)):
        html = client.get(page("quality-items", project), {"guidelines": version}).text
        assert (disagreement[0].claim.text in html) == bool(found)


def test_two_managers_who_edit_at_once_do_not_overwrite_each_other(client, project, manager):
    client.force_login(manager)
    address = page("guidelines-edit", project, KIND)
    (field,) = select(client.get(address).text, "input[name=version]")
    begun = {"version": field.attributes["value"], "save": "1"}
    assert client.post(address, begun | {"text": "# First"}).status_code == 302
    second = begun | {"text": "# Second"}
    preview = client.post(address, {name: value for name, value in second.items() if name != "save"})
    assert select(preview.text, "input[name=version]")[0].attributes["value"] == begun["version"]
    refused = client.post(address, second)
    assert refused.status_code == 400 and select(refused.text, "[data-test=overtaken]")
    assert "# Second" in refused.text and current_guidelines(project, KIND).text.strip() == "# First"
    assert select(refused.text, "details[open]")  # what the other wrote
    again = second | {"version": select(refused.text, "input[name=version]")[0].attributes["value"]}
    assert client.post(address, again).status_code == 302
    assert current_guidelines(project, KIND).text.strip() == "# Second"


def test_an_unchanged_text_and_an_unknown_group_make_no_version(client, project, manager, disagreement):
    client.force_login(manager)
    address, now = page("guidelines-edit", project, KIND), current_guidelines(project, KIND).text
    for given in ({"text": now}, {"text": "# Ours", "change": "77"}):
        assert client.post(address, given | {"reason": "Why.", "save": "1"}).status_code == 400
    nothing = client.post(page("manage-guideline-change-new", project), {"next": page("quality-items", project)})
    assert nothing["Location"] == page("quality-items", project)
    away = client.post(page("manage-guideline-change-new", project), {"next": "//elsewhere.example/"})
    assert away["Location"] == page("manage-verifications", project)
    assert not Guidelines.objects.exists() and not GuidelineChange.objects.exists()


def test_a_part_of_the_adjudication_queue_is_a_group(client, project, manager, disagreement):
    client.force_login(manager)
    asked = {"all": "1", "source": "queue", "selection": "show=verdicts"}
    client.post(page("manage-guideline-change-new", project), asked)
    (task,) = GuidelineChange.objects.get().tasks.all()
    assert task.pk == disagreement[0].assignment.task_id
    unknown = client.post(page("manage-guideline-change-new", project), asked | {"selection": "show=all"})
    assert unknown["Location"] == page("manage-verifications", project)
