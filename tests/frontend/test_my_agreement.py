"""“My agreement”: what an annotator reads of their own work beside that of others, who stay letters."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from annotation.models import Assignment, Membership, Project, User, Verification
from annotation.projects.models import Role
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.quality.calibration.gold_items import GoldAnswer
from annotation.quality.calibration.models import GoldItem, Rescore
from annotation.vocabulary.tasks import Phase
from annotation.work.editing import is_editable
from annotation.workflows.kinds import TaskKind
from tests.annotation.gold import answer_next, gold_phase
from tests.annotation.test_own_agreement import both, later, sampled  # noqa: F401 - `both` is a fixture
from tests.cast import CELL, OTHER_PAGE, SENTENCE, member, tasks_of
from tests.frontend.html import select, texts
from tests.frontend.test_announcements import browser, page, said

KIND = TaskKind.CLAIM_VERIFICATION


def beside(person, claim):
    assignment = Assignment.objects.get(person=person, task__verification_item__claim=claim)
    return reverse("my-agreement-item", kwargs={"public_id": assignment.public_id})


@pytest.fixture
def named(other_verifier):
    """Their name stands nowhere else."""
    User.objects.filter(pk=other_verifier.pk).update(username="Hxother", first_name="Hxother", last_name="Hxother")
    return other_verifier


def test_agreement_is_shown_with_intervals_and_definitions(both, project, verifier, named):  # noqa: F811
    html = browser(verifier).get(page("my-agreement", project)).text
    assert len(select(html, ".own-numbers > div")) == len(select(html, ".own-numbers .definition")) > 0
    assert "2|A∩B|" in html
    (row,) = select(html, ".cards tbody tr")
    assert both.text in row.text() and row.css(".verdict.supports")
    assert re.search(r"≠ 0\b.*\b1\b", row.css_first(".same-verdict").text())
    assert "Hxother" not in html


def test_work_that_has_no_claim_is_compared_with_nobody(writing, writer, project):
    Membership.objects.create(project=project, user=writer, role=Role.VERIFIER)
    address = reverse("my-agreement-item", kwargs={"public_id": writing.public_id})
    assert browser(writer).get(address).status_code == 404


def test_the_claim_is_shown_side_by_side_and_on_the_page(both, project, verifier, named):  # noqa: F811
    html = browser(verifier).get(beside(verifier, both)).content.decode()
    assert sorted(texts(html, ".side h2 .letter")) == ["A", "B"] and len(select(html, ".side.is-mine")) == 1
    assert select(html, ".side .verdict.refutes") and "Quay Rovers" in html
    assert len(select(html, ".legend .is-laid")) == 2
    assert len(re.findall(r'data-by="[AB]"', html)) == 2, "one element of each on the page"
    assert "Hxother" not in html and str(named.pk) not in re.findall(r'data-person="(\d+)"', html)
    theirs = Verification.objects.get(submission__assignment__person=named)
    assert str(theirs.assignment.public_id) not in html
    assert "<time" not in html, "when the others worked would say who came first"


def test_nobody_opens_what_is_not_theirs_or_not_yet_shown(both, project, verifier, named):  # noqa: F811
    assert browser(named).get(beside(verifier, both)).status_code == 404
    tasks_of(both).update(required_annotations=3)
    assert browser(verifier).get(beside(verifier, both)).status_code == 404
    assert both.text not in said(browser(verifier).get(page("my-agreement", project)))


def test_a_decision_and_its_note_are_shown_where_the_project_says_so(both, project, verifier, named):  # noqa: F811
    adjudicate(
        claim=both,
        adjudicator=member(project, "Hxada", Role.ADJUDICATOR),
        kind="one",
        error_type="overlooked",
        note="Read the second row.",
        chosen=Verification.objects.get(submission__assignment__person=named),
    )
    client = browser(verifier)
    assert "Read the second row" not in said(client.get(beside(verifier, both)))
    Project.objects.update(show_adjudications=True)
    html = client.get(beside(verifier, both)).text
    assert select(html, ".note-of-decision .verdict.refutes")
    assert texts(html, ".note-of-decision .note") == ["Read the second row."]
    assert "Hxada" not in html and "Hxother" not in html
    assert len(select(client.get(page("my-agreement", project)).text, ".cards tbody .verdict")) == 2


def test_a_third_annotator_has_a_letter_of_their_own(both, project, verifier, named):  # noqa: F811
    from annotation.work.assignment import assign_next
    from tests.annotation.disagreeing import submit_work

    tasks_of(both).update(required_annotations=3)
    submit_work(
        assign_next(person=member(project, "third", Role.VERIFIER), project=project, kind=KIND),
        "SUPPORTS",
        [OTHER_PAGE],
    )
    later(project)
    assert sorted(texts(browser(verifier).get(beside(verifier, both)).text, ".side h2 .letter")) == ["A", "B", "C"]


def test_the_project_may_show_nothing_and_says_so(both, project, verifier):  # noqa: F811
    Project.objects.update(show_agreement=False)
    words = said(browser(verifier).get(page("my-agreement", project)))
    assert both.text not in words
    assert browser(verifier).get(beside(verifier, both)).status_code == 404


def test_a_writer_sees_their_own_weeks_and_no_claims_of_verifiers(both, project, writer):  # noqa: F811
    html = browser(writer).get(page("my-agreement", project)).text
    assert select(html, "#done-claim_generation") and not select(html, "#done-claim_verification")
    assert both.text not in html


def test_my_work_leads_everywhere(both, project, verifier):  # noqa: F811
    html = browser(verifier).get(reverse("my-work")).content.decode()
    for name in ("announcements", "my-agreement", "my-verifications"):
        assert f'href="{page(name, project)}"' in html, name


def settings_as_sent(boss, project, **changes):
    """What a browser sends of the settings page as it is now, with these changes."""
    html = boss.get(page("manage-settings", project)).content.decode()
    fields = dict(re.findall(r'name="(initial-[a-z_]+)" value="([^"]*)"', html))
    typed = {name.removeprefix("initial-"): value for name, value in fields.items()}
    return fields | {name: value for name, value in typed.items() if value not in ("False", "")} | changes


def test_managers_say_what_annotators_see(both, project, manager, verifier):  # noqa: F811
    boss = browser(manager)
    sent = settings_as_sent(boss, project, agreement_delay_days="3", show_adjudications="on")
    sent.pop("show_agreement", None)
    answer = boss.post(page("manage-settings", project), sent)
    assert answer.status_code == 302, said(answer, 400)[:600]
    project.refresh_from_db()
    assert (project.show_agreement, project.agreement_delay_days, project.show_adjudications) == (False, 3, True)


@pytest.mark.parametrize("hours", ["721", "0"])
def test_a_longer_time_for_changes_does_not_open_what_was_seen_beside_others(
    both,  # noqa: F811
    project,
    manager,
    verifier,
    hours,
):
    """Whoever has seen the others' answers could put them in the place of their own."""
    assert both.text in said(browser(verifier).get(page("my-agreement", project)))
    boss = browser(manager)
    answer = boss.post(page("manage-settings", project), settings_as_sent(boss, project, edit_hours=hours))
    assert answer.status_code == 400 and "720" in answer.context["form"].errors["edit_hours"][0]
    assert Project.objects.get(pk=project.pk).edit_hours == 48
    assert not is_editable(Assignment.objects.get(person=verifier, task__verification_item__claim=both))
    # Nor with a longer delay in the same go: what was seen was seen with the one before.
    both_at_once = settings_as_sent(boss, project, edit_hours=hours, agreement_delay_days="365")
    assert boss.post(page("manage-settings", project), both_at_once).status_code == 400
    longer = settings_as_sent(boss, project, edit_hours="720")
    assert boss.post(page("manage-settings", project), longer).status_code == 302
    assert not is_editable(Assignment.objects.get(person=verifier, task__verification_item__claim=both))


# --- Gold that is changed --------------------------------------------------------------------------------------------
@pytest.fixture
def scored(project, claims, verifier):
    project.calibration, project.calibration_items = True, 2
    project.save()
    gold_phase(project, Phase.FIRST)
    for _ in range(2):
        answer_next(verifier, project)
    return project


def gold_form(item, **changes):
    same = {"phase": "1", "verdict": item.verdict, "challenges": item.challenges, "sets": SENTENCE, "comment": ""}
    return same | changes


def test_a_change_of_gold_is_shown_before_it_is_made(scored, verifier, manager):
    boss, item = browser(manager), GoldItem.objects.order_by("pk")[0]
    address = page("quality-gold-item", scored, pk=item.pk)
    answer = boss.post(address, gold_form(item, verdict="REFUTES"))
    effect = answer.context["effect"]
    assert (len(effect.scores), len(effect.falling)) == (1, 1)
    assert "100 % → 50 %" in texts(answer.text, ".gold-effect li")[0]
    item.refresh_from_db()
    assert item.verdict == "SUPPORTS" and not Rescore.objects.exists()
    (mark,) = re.findall(r'name="agreed" value="(\w+)"', answer.content.decode())
    refused = boss.post(address, gold_form(item, verdict="NOT ENOUGH INFO", agreed="0" * 16))
    assert select(refused.text, ".gold-effect"), "it was agreed to something else"
    assert boss.post(address, gold_form(item, verdict="REFUTES", agreed=mark)).status_code == 302
    html = boss.get(address).text
    assert "vincent" in html and "→" in html
    person = page("quality-candidate", scored, kind=KIND.value, pk=verifier.pk)
    assert "maya" in texts(boss.get(person).text, ".rescores")[0]


def test_the_candidate_is_told_that_they_were_scored_again(scored, verifier, manager):
    from annotation.quality.calibration.rescoring import change_gold

    item = GoldItem.objects.select_related("task").order_by("pk")[0]
    change_gold(item=item, phase=Phase.FIRST, right=GoldAnswer("REFUTES", ["Other"], [[CELL]]), by=manager)
    client = browser(verifier)
    own, told = page("calibration", scored), f".notice [href='{page('calibration', scored)}']"
    assert select(client.get(reverse("my-work")).text, told)
    html = client.get(own).text
    assert "100 % → 50 %" in texts(html, ".rescores li")[0] and select(html, ".rescores .tag") and "maya" not in html
    assert not select(client.get(reverse("my-work")).text, told)
    assert "100 % → 50 %" in texts(client.get(own).text, ".rescores li")[0], "it stays to be read"


def test_a_comment_is_saved_at_once(scored, manager):
    item = GoldItem.objects.order_by("pk")[0]
    answer = browser(manager).post(
        page("quality-gold-item", scored, pk=item.pk), gold_form(item, comment="The first sentence.")
    )
    assert answer.status_code == 302
    item.refresh_from_db()
    assert item.comment == "The first sentence."
