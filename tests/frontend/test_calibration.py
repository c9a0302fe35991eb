"""The pages of calibration, as a candidate and as a manager open them."""

from __future__ import annotations

import re
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation.evidence.excerpts import excerpts
from annotation.models import Claim, ClaimGrade, Task
from annotation.projects.models import Role
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.quality.calibration.gold_statistics import gold_statistics
from annotation.quality.calibration.models import Calibration, GoldItem
from annotation.vocabulary.labels import ClaimType
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.work.registry import workflows
from annotation.work.submission import submit
from annotation.work.submission import submit as verify
from annotation.workflows.claim_generation.rules import WrittenClaim
from annotation.workflows.claim_verification.models import Verification
from annotation.workflows.kinds import TaskKind
from tests.annotation.gold import answer_next, gold_phase, row, silent_gold_among_three
from tests.cast import CELL, OTHER_PAGE, SENTENCE, claim_of, member, three_claims
from tests.frontend.html import levels, select, texts

KIND, WRITING = TaskKind.CLAIM_VERIFICATION, TaskKind.CLAIM_GENERATION


def browser(person):
    client = Client()
    client.force_login(person)
    return client


def said(answer, status=200):
    assert answer.status_code == status, answer.content.decode()[:2000]
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def candidates(manager, project) -> dict[str, tuple[str, str]]:
    """Status and items done of everybody on the manager's page."""
    rows = select(browser(manager).get(page("quality-calibration", project)).text, "tr[data-status]")
    return {
        row.css_first("th").text().strip(): (row.attributes["data-status"], row.css_first("[data-test=done]").text())
        for row in rows
    }


@pytest.fixture
def calibrating(project, claims):
    project.calibration, project.calibration_items = True, 2
    project.save()
    gold_phase(project, Phase.FIRST)
    gold_phase(project, Phase.SECOND)
    return project


@pytest.fixture
def scored(calibrating, verifier):
    """Phase 1 is done: the first answer is right, the second is not."""
    answer_next(verifier, calibrating)
    answer_next(verifier, calibrating, verdict="REFUTES", sets=[[CELL]])
    return calibrating


def page(name, project, **of):
    return reverse(name, kwargs={"slug": project.slug} | of)


# --- The candidate ---------------------------------------------------------------------------------------------------
def test_a_candidate_reads_that_their_results_wait(scored, verifier):
    client = browser(verifier)
    assert select(client.get(reverse("my-work")).text, ".work-part > .notice")
    answer = client.get(page("calibration", scored))
    assert texts(answer.text, "[data-test=to-read]")[0].startswith("2 ")
    assert "2 / 2 50 %" in said(answer) and "70 %" in texts(answer.text, ".threshold.low")[0]


def test_my_work_counts_what_is_left_of_the_phase(calibrating, verifier):
    gold_phase(calibrating, Phase.FIRST, size=6)
    client = browser(verifier)
    assert texts(client.get(reverse("my-work")).text, ".take .number") == ["2"]
    answer_next(verifier, calibrating)
    html = client.get(reverse("my-work")).text
    assert texts(html, ".take .number") == ["1"]
    assert select(html, f".work-links [href='{page('calibration', calibrating)}']")


def test_the_workspace_says_how_far_the_phase_is(calibrating, claims, verifier):
    client = browser(verifier)

    def shown(assignment):
        text = client.get(reverse("workspace", args=[assignment.public_id])).text
        return [re.findall(r"\d+", one) for one in texts(text, "[data-test=calibration-progress]")]

    for number in ("1", "2"):
        taken = assign_next(person=verifier, project=calibrating, kind=KIND)
        assert shown(taken) == [["1", number, "2"]]
        answer_next(verifier, calibrating)
    calibrating.calibration = False
    calibrating.save()
    assert shown(assign_next(person=verifier, project=calibrating, kind=KIND)) == []


def test_opening_every_answer_opens_the_second_phase(scored, verifier):
    client = browser(verifier)
    items = list(GoldItem.objects.filter(task__phase=1))
    html = client.get(page("calibration-feedback", scored, pk=items[0].pk)).text
    assert select(html, ".calibration-onward [rel=next]") and select(html, "#gold")
    assert Calibration.objects.get().phase == 1
    last = client.get(page("calibration-feedback", scored, pk=items[1].pk)).text
    assert not select(last, ".calibration-onward [rel=next]")
    assert Calibration.objects.get().phase == 2
    client.post(page("guidelines-confirm", scored, kind=KIND.value), {"version": "0"})
    assert "/verify/" in client.post(page("next-task", scored, kind="claim_verification"))["Location"]


def test_own_and_gold_evidence_are_laid_over_the_page(scored, verifier):
    wrong = Calibration.objects.get().project.assignments.filter(submissions__verification__verdict="REFUTES").get()
    text = browser(verifier).get(page("calibration-feedback", scored, pk=wrong.task.gold.pk)).content.decode()
    assert re.search(rf'by-a" data-element-id="{CELL}" data-by="A"', text)
    assert re.search(rf'by-b" data-element-id="{SENTENCE}" data-by="B"', text)
    assert select(text, "section[aria-labelledby=gold] .alone") and select(text, "section[aria-labelledby=mine] .alone")


def test_gold_is_not_shown_before_the_phase_is_scored(calibrating, verifier):
    done = answer_next(verifier, calibrating)
    client = browser(verifier)
    assert client.get(page("calibration-feedback", calibrating, pk=done.task.gold.pk)).status_code == 404
    assert not select(client.get(page("calibration", calibrating)).text, ".feedback-list")


def test_another_s_results_are_not_one_s_own(scored, other_verifier):
    item = GoldItem.objects.filter(task__phase=1).first()
    assert browser(other_verifier).get(page("calibration-feedback", scored, pk=item.pk)).status_code == 404


def test_silent_gold_is_shown_to_no_annotator(project, claims, verifier):
    silent_gold_among_three(project, verifier)
    while (done := answer_next(verifier, project)).task.phase != Phase.SILENT:
        pass
    client = browser(verifier)
    assert client.get(page("calibration-feedback", project, pk=done.task.gold.pk)).status_code == 404
    assert "silent" not in said(client.get(page("calibration", project))).lower()
    assert claim_of(done).text in said(client.get(page("my-verifications", project)))


def test_the_number_of_open_claims_does_not_tell_silent_gold(project, claims, verifier):
    silent_gold_among_three(project, verifier)
    client, numbers, phases = browser(verifier), [], []
    for _ in range(4):
        numbers.append(int(texts(client.get(reverse("my-work")).text, ".take .number")[0]))
        phases.append(answer_next(verifier, project).task.phase)
    assert Phase.SILENT in phases and numbers == [6, 5, 4, 3]


# --- The manager -----------------------------------------------------------------------------------------------------
def test_a_manager_sees_who_waits_for_gold(project, claims, verifier, writer, manager):
    """What the candidate is told: they wait for their manager, who must not read that they are at work."""
    project.calibration = True
    project.save()
    assert select(browser(verifier).get(page("calibration", project)).text, ".panel > .notice")
    assert candidates(manager, project) == {"vincent": ("no_gold", "0 / 0"), "wilma": ("no_gold", "0 / 0")}
    gold_phase(project, Phase.FIRST)
    assert candidates(manager, project) == {"vincent": ("working", "0 / 2"), "wilma": ("no_gold", "0 / 0")}


def test_a_manager_sees_everybody_and_approves(scored, verifier, other_verifier, manager):
    client = browser(manager)
    assert candidates(manager, scored)["vincent"] == ("reading", "2 / 2")
    assert candidates(manager, scored)["violet"][0] == "working"
    address = page("quality-candidate", scored, kind=KIND.value, pk=verifier.pk)
    assert select(client.get(address).text, ".verdict.supports") and "✗" in said(client.get(address))
    said(client.post(address, {"action": "approved", "note": "Well done."}, follow=True))
    row = Calibration.objects.get()
    assert (row.decision, row.decided_by, row.note) == ("approved", manager, "Well done.")
    assert assign_next(person=verifier, project=scored, kind=KIND).task.phase == Phase.PRODUCTION
    client.post(address, {"action": "undo"})
    assert Calibration.objects.get().decision == ""


def test_a_manager_opens_an_answer_beside_gold(scored, verifier, manager):
    item = GoldItem.objects.filter(task__phase=1).first()
    html = browser(manager).get(page("quality-candidate-item", scored, pk=verifier.pk, item=item.pk)).text
    assert texts(html, ".verification thead th")[1] == "vincent"
    assert len(select(html, ".verification .verdict.supports")) == 2 and "✓" in html
    assert Calibration.objects.get().items_read == []  # a manager's look is not the candidate's


@pytest.mark.parametrize("role", [Role.VERIFIER, Role.CLAIM_WRITER, Role.ADJUDICATOR, Role.OBSERVER])
def test_candidates_and_gold_are_for_managers_only(scored, verifier, role):
    client = browser(member(scored, "noah", role))
    item = GoldItem.objects.first()
    for address in (
        page("quality-calibration", scored),
        page("quality-candidate", scored, kind=KIND.value, pk=verifier.pk),
        page("quality-candidate-item", scored, pk=verifier.pk, item=item.pk),
        page("quality-gold", scored),
        page("quality-gold-make", scored),
        page("quality-gold-item", scored, pk=item.pk),
    ):
        assert client.get(address).status_code == 404
        assert client.post(address, {"action": "approved"}).status_code in {404, 405}
    assert not Calibration.objects.exclude(decision="").exists()


def test_a_file_of_gold_is_brought_in_and_its_bad_lines_are_named(project, manager):
    def bring(*lines):
        file = SimpleUploadedFile("gold.jsonl", "\n".join(lines).encode())
        return browser(manager).post(page("quality-gold", project), {"file": file, "phase": 2}, follow=True)

    (problem,) = texts(bring(row("One."), row("Two.", label="MAYBE")).text, ".error-summary li")
    assert "2" in problem and "MAYBE" in problem
    assert not GoldItem.objects.exists()
    assert levels(bring(row("One."))) == ["success"]
    assert GoldItem.objects.get().task.phase == Phase.SECOND


def test_a_verification_is_made_gold_from_its_page(project, claims, verifier, manager):
    done = Verification.objects.get(submission__assignment=answer_next(verifier, project))
    client = browser(manager)
    link = f"{page('quality-gold-make', project)}?verification={done.pk}"
    assert link in client.get(page("manage-verification", project, pk=done.pk)).content.decode()
    said(client.get(link))
    form = {"phase": 3, "verdict": "SUPPORTS", "challenges": ["Other", "Numerical Reasoning"]}
    form |= {"sets": f"{SENTENCE}\n\n{CELL}", "comment": "Either is enough."}
    said(client.post(link, form, follow=True))
    item = GoldItem.objects.get()
    assert (item.sets, item.challenges, item.silent) == ([[SENTENCE], [CELL]], ["Other", "Numerical Reasoning"], True)
    assert claim_of(item) == done.claim and item.made_by == manager


def test_gold_that_the_corpus_does_not_have_is_refused_at_its_field(project, manager):
    form = {"claim": "New.", "phase": 1, "verdict": "SUPPORTS", "challenges": ["Other"], "sets": "Nowhere_sentence_0"}
    answer = browser(manager).post(page("quality-gold-make", project), form)
    assert "Nowhere_sentence_0" in texts(answer.text, ".errors")[0] and answer.status_code == 400
    assert not GoldItem.objects.exists() and not Claim.objects.exists()


def graded(*claims):
    sent = {}
    for claim in claims:
        sent |= {f"meets_guideline-{claim.pk}": "yes", f"challenge_fits-{claim.pk}": "no"}
        sent[f"comment-{claim.pk}"] = f"On {claim.claim_type}."
    return sent


def test_claims_are_graded_beside_their_highlight_and_read_by_their_writer(project, highlight, writer, manager):
    project.calibration = True
    project.save()
    client = browser(manager)
    make = f"{page('quality-gold-make', project)}?highlight={highlight.pk}"
    said(
        client.post(
            make,
            {"phase": 1, "I": "The league is old.\nIt is.", "II": "", "III": "", "comment": "Be exact."},
            follow=True,
        )
    )
    taken = assign_next(person=writer, project=project, kind=WRITING)
    claims = {ClaimType(kind): WrittenClaim(**one) for kind, one in three_claims().items()}
    submit(assignment=taken, client_id=uuid.uuid4(), claims=claims)
    address = page("quality-candidate", project, kind=WRITING.value, pk=writer.pk)
    opened = client.get(address)
    assert "The league is old." in said(opened)
    (shown,) = select(opened.text, ".graded-highlight")
    assert excerpts(project.corpus, highlight.element_ids)[0][0]["text"] in shown.text()
    assert len(select(opened.text, "[data-test=graded-claim]")) == 3
    first, *others = Claim.objects.order_by("claim_type")
    sent = {"action": "grade", "claim": [claim.pk for claim in (first, *others)]}
    assert levels(client.post(address, sent, follow=True)) == ["error"]
    half = sent | {f"meets_guideline-{first.pk}": "yes"}
    assert levels(client.post(address, half, follow=True)) == ["error"] and not ClaimGrade.objects.exists()
    assert levels(client.post(address, sent | graded(first), follow=True)) == ["success"]
    assert ClaimGrade.objects.get().claim == first and Calibration.objects.get().scores == {}
    changed = graded(first, *others) | {f"comment-{first.pk}": "On I, again."}
    assert levels(client.post(address, sent | changed, follow=True)) == ["success"]
    assert ClaimGrade.objects.count() == 3 and ClaimGrade.objects.get(claim=first).comment == "On I, again."
    assert not select(client.get(address).text, "[name=claim]")  # the phase is scored
    own = browser(writer)
    assert texts(own.get(page("calibration", project)).text, "[data-test=to-read]")[0].startswith("1 ")
    words = said(own.get(page("calibration-feedback", project, pk=GoldItem.objects.get().pk)))
    assert "On III." in words and "The league is old." in words and "Be exact." in words
    assert Calibration.objects.get().phase == 2


def test_grading_reaches_no_claim_of_production(project, claims, writer, manager):
    address = page("quality-candidate", project, kind=WRITING.value, pk=writer.pk)
    judged = {"action": "grade", "claim": claims[0].pk} | graded(claims[0])
    assert browser(manager).post(address, judged).status_code == 404


def test_calibration_is_switched_on_in_the_settings(project, manager):
    client = browser(manager)
    address = page("manage-settings", project)
    text = client.get(address).content.decode()
    form = dict(re.findall(r'<input type="(?:text|number|hidden)" name="([^"]+)" value="([^"]*)"', text))
    form |= {"workflows": list(workflows()), "evidence_kinds": "all", "check_mode": "off", "page_view": "article"}
    form |= {"guided_examples": "skippable", "undecided_claims": "left_out"}
    said(client.post(address, form | {"calibration": "on", "calibration_items": "4", "save": "1"}, follow=True))
    project.refresh_from_db()
    assert (project.calibration, project.calibration_items) == (True, 4)
    assert project.guided_examples == "skippable"


def test_gold_is_made_in_the_workspace_and_offered_to_nobody_before(project, verifier, manager):
    project.calibration = True
    project.save()
    client = browser(manager)
    address = page("quality-gold-make", project)
    opened = client.post(address, {"claim": "Anna Berg was  a shipowner.", "phase": "1", "workspace": "1"})
    assert "/verify/" in opened["Location"]
    said(client.get(opened["Location"]))
    assert len(select(client.get(page("quality-gold", project)).text, "[aria-labelledby=begun] li")) == 1
    assert assign_next(person=verifier, project=project, kind=KIND) is None
    another = client.post(address, {"claim": "Another.", "phase": "1", "workspace": "1"}, follow=True)
    assert levels(another) == ["error"]
    mine = manager.assignments.get()
    verify(assignment=mine, client_id=uuid.uuid4(), verdict="SUPPORTS", challenge="Other", evidence_sets=[[OTHER_PAGE]])
    item = GoldItem.objects.get()
    assert (item.verdict, item.sets, item.task.phase, item.made_by) == ("SUPPORTS", [[OTHER_PAGE]], 1, manager)
    assert claim_of(item).text == "Anna Berg was a shipowner."
    assert assign_next(person=verifier, project=project, kind=KIND).task == item.task


def test_a_manager_approves_on_the_screen_of_all_candidates(scored, verifier, manager):
    item_pages = [page("calibration-feedback", scored, pk=item.pk) for item in GoldItem.objects.filter(task__phase=1)]
    for address in item_pages:
        browser(verifier).get(address)
    answer_next(verifier, scored)
    answer_next(verifier, scored)
    client = browser(manager)
    overview = page("quality-calibration", scored)
    address = page("quality-candidate", scored, kind=KIND.value, pk=verifier.pk)
    assert select(client.get(overview).text, f"form[action='{address}'] [value=approved]")
    answer = client.post(address, {"action": "approved", "back": "overview"})
    assert answer["Location"] == overview
    assert Calibration.objects.get().decision == "approved"


def test_while_calibration_is_off_only_those_who_began_it_are_listed(calibrating, verifier, manager):
    assert verifier.username in candidates(manager, calibrating)
    calibrating.calibration = False
    calibrating.save()
    assert candidates(manager, calibrating) == {}
    taken = assign_next(person=verifier, project=calibrating, kind=TaskKind.CLAIM_VERIFICATION)
    assert taken is not None and taken.task.phase == Phase.PRODUCTION
    Calibration.objects.create(person=verifier, project=calibrating, kind=TaskKind.CLAIM_VERIFICATION)
    assert list(candidates(manager, calibrating)) == [verifier.username]


# --- What answers say of gold ----------------------------------------------------------------------------------------
def test_gold_that_everybody_contradicts_is_flagged(calibrating, verifier, other_verifier, manager):
    """Three people answer: the first item as gold, the second, where gold is wrong, otherwise."""
    people = [verifier, other_verifier, member(calibrating, "vito", Role.VERIFIER)]
    for person in people:
        answer_next(person, calibrating)
        answer_next(person, calibrating, verdict="REFUTES", sets=[[CELL]])
    text = browser(manager).get(page("quality-gold", calibrating)).text
    assert [one.split()[:3] for one in texts(text, "[data-test=right]")[:2]] == [["3", "/", "3"], ["0", "/", "3"]]
    (flagged,) = select(text, "[data-test=doubtful] li a")
    bad = GoldItem.objects.filter(task__phase=Phase.FIRST).last()
    address = page("quality-gold-item", calibrating, pk=bad.pk)
    assert flagged.attributes["href"] == f"{address}#answers"
    assert len(select(browser(manager).get(address).text, "[aria-labelledby=answers] tbody tr")) == 3
    found = gold_statistics(calibrating)[bad.pk]
    assert (found.answers, found.right, found.complete, found.others_say, found.others) == (3, 0, 0, "REFUTES", 3)


def test_two_answers_are_too_few_to_doubt_gold(scored, other_verifier, manager):
    answer_next(other_verifier, scored, verdict="REFUTES", sets=[[CELL]])
    assert not select(browser(manager).get(page("quality-gold", scored)).text, "[data-test=doubtful]")


# --- Gold of claims that are agreed on -------------------------------------------------------------------------------
def listed(client, project, **query):
    rows = select(client.get(page("quality-gold-agreed", project), query).text, "tbody tr")
    return [row.css_first("th").text().strip() for row in rows]


def test_a_unanimous_claim_becomes_gold_with_one_click(project, claims, verifier, other_verifier, manager):
    for task in Task.objects.filter(verification_item__isnull=False):
        task.required_annotations = 2
        task.save()
    answer_next(verifier, project)
    answer_next(other_verifier, project, sets=[[SENTENCE, CELL], [CELL]])
    answer_next(verifier, project)
    answer_next(other_verifier, project, verdict="REFUTES", sets=[[CELL]])
    client = browser(manager)
    assert listed(client, project) == [claims[0].text]
    assert listed(client, project, source="adjudicated") == listed(client, project, verdict="REFUTES") == []
    address = page("quality-gold-agreed", project)
    assert levels(client.post(address, {"claim": claims[0].pk, "phase": "2"}, follow=True)) == ["success"]
    item = GoldItem.objects.get()
    assert (item.task.phase, item.verdict, item.made_by, item.challenges) == (2, "SUPPORTS", manager, ["Other"])
    assert sorted(item.sets) == sorted([[SENTENCE], [CELL]])  # without the set that holds a smaller one
    assert levels(client.post(address, {"claim": claims[1].pk, "phase": "2"}, follow=True)) == ["error"]
    assert GoldItem.objects.count() == 1 and listed(client, project) == []


def test_an_adjudicated_claim_becomes_gold_as_it_was_adjudicated(project, claims, verifier, other_verifier, manager):
    Task.objects.filter(verification_item__claim=claims[0]).update(required_annotations=2)
    answer_next(verifier, project)
    answer_next(other_verifier, project, verdict="REFUTES", sets=[[CELL]])
    chosen = Verification.objects.get(verdict="REFUTES")
    adjudicate(claim=claims[0], adjudicator=manager, kind="one", chosen=chosen, error_type="overlooked")
    client = browser(manager)
    assert listed(client, project, source="adjudicated") == [claims[0].text]
    client.post(page("quality-gold-agreed", project), {"claim": claims[0].pk, "phase": "1"})
    item = GoldItem.objects.get()
    assert (item.verdict, item.sets) == ("REFUTES", [[CELL]])
