"""“My agreement”: what an annotator reads of their own work beside that of others, who stay letters."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from annotation.models import Assignment, Project, Task, User, Verification
from annotation.projects.models import Role
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.quality.calibration.gold_items import GoldAnswer
from annotation.quality.calibration.models import GoldItem, Rescore
from annotation.vocabulary.tasks import Phase, TaskKind
from annotation.workflows.claim_verification.editing import is_editable
from tests.annotation.gold import answer_next, gold_phase
from tests.annotation.test_own_agreement import both, later, sampled  # noqa: F401 - `both` is a fixture
from tests.cast import CELL, OTHER_PAGE, SENTENCE, member
from tests.frontend.test_announcements import browser, page, said

KIND = TaskKind.CLAIM_VERIFICATION


def beside(person, claim):
    assignment = Assignment.objects.get(person=person, task__claim=claim)
    return reverse("my-agreement-item", kwargs={"public_id": assignment.public_id})


@pytest.fixture
def named(other_verifier):
    """Their name stands nowhere else."""
    User.objects.filter(pk=other_verifier.pk).update(username="Hxother", first_name="Hxother", last_name="Hxother")
    return other_verifier


def test_agreement_is_shown_with_intervals_and_definitions(both, project, verifier, named):  # noqa: F811
    words = said(browser(verifier).get(page("my-agreement", project)))
    assert "Agreement on the verdict" in words or "0.000" in words
    assert "divided by all such pairs" in words and "2|A∩B|" in words
    assert f"{both.text} Supported ≠ 0 of 1 agree nothing in common" in words
    assert "Hxother" not in words


def test_the_claim_is_shown_side_by_side_and_on_the_page(both, project, verifier, named):  # noqa: F811
    html = browser(verifier).get(beside(verifier, both)).content.decode()
    words = " ".join(re.sub(r"<[^>]+>", " ", html).split())
    assert re.search(r"You \([AB]\)", words) and re.search(r"Annotator [AB] ", words)
    assert "Refuted" in words and "Quay Rovers" in words and "chosen by you" in words
    assert len(re.findall(r'data-by="[AB]"', html)) == 2, "one element of each on the page"
    assert "Hxother" not in html and str(named.pk) not in re.findall(r'data-person="(\d+)"', html)
    theirs = Verification.objects.get(assignment__person=named)
    assert str(theirs.assignment.public_id) not in html
    assert "<time" not in html, "when the others worked would say who came first"


def test_nobody_opens_what_is_not_theirs_or_not_yet_shown(both, project, verifier, named):  # noqa: F811
    assert browser(named).get(beside(verifier, both)).status_code == 404
    Task.objects.filter(claim=both).update(wanted=3)
    assert browser(verifier).get(beside(verifier, both)).status_code == 404
    assert both.text not in said(browser(verifier).get(page("my-agreement", project)))


def test_a_decision_and_its_note_are_shown_where_the_project_says_so(both, project, verifier, named):  # noqa: F811
    adjudicate(
        claim=both,
        adjudicator=member(project, "Hxada", Role.ADJUDICATOR),
        kind="one",
        error_type="overlooked",
        note="Read the second row.",
        chosen=Verification.objects.get(assignment__person=named),
    )
    client = browser(verifier)
    assert "Read the second row" not in said(client.get(beside(verifier, both)))
    Project.objects.update(show_adjudications=True)
    words = said(client.get(beside(verifier, both)))
    assert "Decided: Refuted" in words and "Read the second row." in words and "overlooked" in words
    assert "Hxada" not in words and "Hxother" not in words
    assert "Decided" in said(client.get(page("my-agreement", project)))


def test_a_third_annotator_has_a_letter_of_their_own(both, project, verifier, named):  # noqa: F811
    from annotation.work.assignment import take
    from tests.annotation.disagreeing import hand_in

    Task.objects.filter(claim=both).update(wanted=3)
    hand_in(take(person=member(project, "third", Role.VERIFIER), project=project, kind=KIND), "SUPPORTS", [OTHER_PAGE])
    later(project)
    words = said(browser(verifier).get(beside(verifier, both)))
    assert len(set(re.findall(r"Annotator ([ABC]) ", words)) | set(re.findall(r"You \(([ABC])\)", words))) == 3


def test_the_project_may_show_nothing_and_says_so(both, project, verifier):  # noqa: F811
    Project.objects.update(show_agreement=False)
    words = said(browser(verifier).get(page("my-agreement", project)))
    assert "are not shown what others made" in words and both.text not in words
    assert browser(verifier).get(beside(verifier, both)).status_code == 404


def test_a_writer_sees_their_own_weeks_and_no_claims_of_verifiers(both, project, writer):  # noqa: F811
    words = said(browser(writer).get(page("my-agreement", project)))
    assert "Writing claims" in words and "others verified too" not in words


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
    assert "At most 720 hours: annotators who handed in longer ago may have seen" in said(answer, 400)
    assert Project.objects.get(pk=project.pk).edit_hours == 48
    assert not is_editable(Assignment.objects.get(person=verifier, task__claim=both))
    # Nor with a longer delay in the same go: what was seen was seen with the one before.
    both_at_once = settings_as_sent(boss, project, edit_hours=hours, agreement_delay_days="365")
    assert boss.post(page("manage-settings", project), both_at_once).status_code == 400
    longer = settings_as_sent(boss, project, edit_hours="720")
    assert boss.post(page("manage-settings", project), longer).status_code == 302
    assert not is_editable(Assignment.objects.get(person=verifier, task__claim=both))


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
    words = said(answer)
    assert "1 result changes , 1 person falls below the threshold" in words.replace("changes,", "changes ,")
    assert "Verdict 100 % → 50 %" in words and "Nothing is changed yet" in words
    item.refresh_from_db()
    assert item.verdict == "SUPPORTS" and not Rescore.objects.exists()
    (mark,) = re.findall(r'name="agreed" value="(\w+)"', answer.content.decode())
    refused = boss.post(address, gold_form(item, verdict="NOT ENOUGH INFO", agreed="0" * 16))
    assert "Nothing is changed yet" in said(refused), "it was agreed to something else"
    assert boss.post(address, gold_form(item, verdict="REFUTES", agreed=mark)).status_code == 302
    words = said(boss.get(address))
    assert "Supported → Refuted" in words and "vincent" in words
    person = page("quality-candidate", scored, kind=KIND.value, pk=verifier.pk)
    assert "Scored again" in said(boss.get(person)) and "maya" in said(boss.get(person))


def test_the_candidate_is_told_that_they_were_scored_again(scored, verifier, manager):
    from annotation.quality.calibration.rescoring import change_gold

    item = GoldItem.objects.select_related("task").order_by("pk")[0]
    change_gold(item=item, phase=Phase.FIRST, right=GoldAnswer("REFUTES", ["Other"], [[CELL]]), by=manager)
    client = browser(verifier)
    assert "scored again" in said(client.get(reverse("my-work")))
    words = said(client.get(page("calibration", scored)))
    assert "Verdict 100 % → 50 %" in words and "new" in words and "maya" not in words
    assert "scored again, since its gold" not in said(client.get(reverse("my-work")))
    assert "Verdict 100 % → 50 %" in said(client.get(page("calibration", scored))), "it stays to be read"


def test_a_comment_is_saved_at_once(scored, manager):
    item = GoldItem.objects.order_by("pk")[0]
    answer = browser(manager).post(
        page("quality-gold-item", scored, pk=item.pk), gold_form(item, comment="The first sentence.")
    )
    assert answer.status_code == 302
    item.refresh_from_db()
    assert item.comment == "The first sentence."
