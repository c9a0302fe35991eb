"""Projects whose pages are lines: what a verifier is told, a label for each evidence set, what is released of it."""

from __future__ import annotations

import json
import re
import uuid
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotation.alerts.alert import Kind
from annotation.alerts.waiting import waiting
from annotation.audit_log.models import AuditEntry
from annotation.errors import AnnotationError
from annotation.evidence.queries import evidence_sets
from annotation.models import Adjudication, Claim, EvidenceSet, FlagReview, GoldItem, Project, Verification
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Role
from annotation.projects.presets import preset_settings
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.quality.calibration.gold_items import checked, gold_answer_of
from annotation.work.assignment import assign_next
from annotation.work.editing import edit
from annotation.work.gold import Answer, Gold
from annotation.work.guidelines import default_text
from annotation.work.skipping import skip
from annotation.work.submission import submit
from annotation.workflows.claim_verification.payload import body_of, for_verifier
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.claim_verification.scoring import score_item
from annotation.workflows.kinds import TaskKind
from frontend.workflows.claim_verification.outcomes import outcomes
from tests.cast import OTHER_PAGE, SENTENCE, member, submission
from tests.frontend.html import select

pytestmark = pytest.mark.django_db
KIND = TaskKind.CLAIM_VERIFICATION
UNKNOWN = "NOT ENOUGH INFO"
LABELS = ["REFUTES", "SUPPORTS"]
BOTH = {
    "evidence_sets": [[SENTENCE, OTHER_PAGE], [OTHER_PAGE]],
    "looks": [{"name": "", "colour": "", "label": label} for label in LABELS],
}


@pytest.fixture
def fever(project: Project) -> Project:
    """The project with FEVER's settings."""
    for name, value in preset_settings("fever").items():
        setattr(project, name, value)
    project.save()
    return project


@pytest.fixture
def mixed(fever, assignment) -> Verification:
    """One set that refutes, and then one that supports."""
    return submit(assignment=assignment, client_id=uuid.uuid4(), verdict="REFUTES", challenge="", **BOTH)[0]


def labels_of(verification):
    return [one.label for one in verification.evidence_sets]


@pytest.mark.parametrize(
    ("settings", "page"),
    [
        ({}, {}),
        ({"page_view": "lines"}, {}),
        ({"opens_claim_page": True}, {}),
        ({"page_view": "lines", "opens_claim_page": True}, {"page": "Harbour League"}),
    ],
)
def test_a_payload_names_the_page_of_a_claim_only_where_the_project_says_so(
    project, assignment, highlight, settings, page
):
    Claim.objects.filter(pk=assignment.task.verification_item.claim_id).update(highlight=highlight)
    Project.objects.filter(pk=project.pk).update(**settings)
    told = for_verifier(type(assignment).objects.get(pk=assignment.pk))
    assert told["claim"] == {"text": "Anna Berg founded the Harbour League."} | page
    assert SENTENCE not in json.dumps(told) and "wilma" not in json.dumps(told)


def test_each_set_keeps_its_label_and_the_verdict_is_that_of_the_first(mixed):
    assert mixed.verdict == "REFUTES" and labels_of(mixed) == LABELS
    assert body_of(mixed)["labels"] == LABELS


def test_another_label_is_another_revision_and_the_same_one_is_none(mixed, assignment):
    again = {"assignment": assignment, "base_revision": 1, "challenge": ""}
    assert edit(client_id=uuid.uuid4(), verdict="REFUTES", **again, **BOTH).revision == 1
    other = BOTH | {"looks": [BOTH["looks"][0]] * 2}
    changed = edit(client_id=uuid.uuid4(), verdict="REFUTES", **again, **other)
    assert changed.revision == 2 and labels_of(changed) == ["REFUTES", "REFUTES"]


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ({"set_labels": ["SUPPORTS"]}, None),
        ({"set_labels": ["SUPPORTS"], "challenge": "Other"}, None),
        ({"evidence_sets": [[], [SENTENCE]], "set_labels": ["REFUTES", "SUPPORTS"]}, None),
        ({"verdict": UNKNOWN, "evidence_sets": []}, None),
        ({"verdict": UNKNOWN, "set_labels": [""]}, None),
        ({}, "set_labels"),
        ({"set_labels": ["REFUTES"]}, "set_labels"),
        ({"set_labels": [UNKNOWN]}, "set_labels"),
        ({"set_labels": ["maybe"]}, "set_labels"),
        ({"verdict": UNKNOWN, "set_labels": ["SUPPORTS"]}, "set_labels"),
        ({"evidence_sets": [], "set_labels": []}, "evidence_sets"),
        ({"evidence_sets": [[SENTENCE], [SENTENCE]], "set_labels": ["SUPPORTS", "REFUTES"]}, "evidence_sets"),
    ],
)
def test_what_the_api_takes(fever, assignment, browser, content, field):
    answer = browser.post("submission/", submission(challenge="") | content)
    assert answer.status_code == (200 if field is None else 400), answer.text
    assert field is None or list(answer.json()["error"]["fields"]) == [field]


def test_a_project_of_articles_takes_no_labels(assignment, browser):
    answer = browser.post("submission/", submission(set_labels=["SUPPORTS"]))
    assert answer.status_code == 400 and list(answer.json()["error"]["fields"]) == ["set_labels"]
    assert browser.post("submission/", submission()).status_code == 200
    assert set(EvidenceSet.objects.values_list("label", flat=True)) == {""}


def written(project, tmp_path):
    out = tmp_path / "out"
    call_command("export_dataset", "--project", project.slug, str(out), stdout=StringIO())
    manifest = json.loads((out / "manifest.json").read_text())
    texts = [path.read_text(encoding="utf-8") for path in sorted((out / "fever").glob("*.jsonl"))]
    return [json.loads(line) for text in texts for line in text.splitlines()], manifest


def test_the_released_sets_are_those_of_the_rows_label(mixed, fever, tmp_path):
    [row], manifest = written(fever, tmp_path)
    assert (row["label"], row["verifiable"]) == ("REFUTES", "VERIFIABLE")
    places = [[(page, line) for _annotation, _evidence, page, line in one] for one in row["evidence"]]
    assert places == [[("Harbour_League", 0), ("Anna_Berg", 0)]]
    assert '"sets_of_another_label": 1' in json.dumps(manifest)
    [line] = (tmp_path / "out/annotations.jsonl").read_text().splitlines()
    assert json.loads(line)["set_labels"] == LABELS
    call_command(
        "import_dataset", str(tmp_path / "out"), "--project", "again", "--corpus", "harbour", stdout=StringIO()
    )
    again = Verification.objects.get(claim__project__slug="again")
    assert (again.verdict, labels_of(again), again.claim.project.labels_sets) == ("REFUTES", LABELS, True)
    assert written(again.claim.project, tmp_path / "second")[0] == [row]


def test_labels_of_sets_that_do_not_fit_are_named(mixed, fever, tmp_path):
    written(fever, tmp_path)
    path = tmp_path / "out/annotations.jsonl"
    path.write_text(path.read_text().replace('"set_labels": ["REFUTES", "SUPPORTS"]', '"set_labels": ["REFUTES"]'))
    said = StringIO()
    with pytest.raises(CommandError):
        call_command(
            *("import_dataset", str(tmp_path / "out"), "--changed", "--project", "again", "--corpus", "harbour"),
            stderr=said,
            stdout=StringIO(),
        )
    assert re.search(r"annotations\.jsonl.*1.*set_labels", said.getvalue())


def test_nobody_is_asked_for_a_challenge_where_claims_are_decided_or_made_gold(fever, assignment, client, manager):
    done = submit(assignment=assignment, client_id=uuid.uuid4(), verdict=UNKNOWN, challenge="", evidence_sets=[])[0]
    client.force_login(manager)
    decide = f"/p/{fever.slug}/quality/adjudicate/{done.claim_id}/"
    assert select(client.get(decide).text, "#verdict") and not select(client.get(decide).text, "#challenge")
    own = {"outcome": "own", "verdict": "SUPPORTS", "piece": [f"1 {SENTENCE}"], "error_type": "other", "note": "So."}
    assert client.post(decide, own).status_code == 302
    assert Adjudication.objects.get().challenge == ""
    gold = f"/p/{fever.slug}/quality/calibration/gold/make/?claim={Claim.objects.exclude(pk=done.claim_id)[0].pk}"
    assert "challenges" not in client.get(gold).context["form"].fields
    answer = client.post(gold, {"phase": "1", "verdict": "SUPPORTS", "sets": SENTENCE, "comment": ""})
    assert answer.status_code == 302 and GoldItem.objects.get().challenges == []
    assert score_item(Answer("SUPPORTS"), Gold("SUPPORTS")).challenge_right is None


def test_the_view_of_pages_stays_once_a_claim_is_verified(mixed, fever, client, manager):
    client.force_login(manager)
    page = client.get(f"/p/{fever.slug}/manage/settings/")
    form = {field.html_name: field.value() for field in page.context["form"]}
    form = {name: value for name, value in form.items() if value is not None and value is not False}
    form |= {f"initial-{name}": value for name, value in form.items()} | {"page_view": "article", "save": "1"}
    answer = client.post(f"/p/{fever.slug}/manage/settings/", form)
    assert answer.status_code == 400 and list(answer.context["form"].errors) == ["page_view"]
    fever.refresh_from_db()
    assert fever.page_view == "lines"


def test_a_chosen_verification_decides_with_the_sets_of_its_verdict(mixed, fever, manager):
    made = adjudicate(claim=mixed.claim, adjudicator=manager, kind="one", error_type="other", note="x", chosen=mixed)
    assert [[one["element_id"] for one in each] for each in made.evidence_sets] == [[SENTENCE, OTHER_PAGE]]


def test_gold_and_agreement_have_the_sets_of_the_verdict(mixed, fever):
    right = checked(fever, gold_answer_of(mixed))
    assert (right.sets, right.challenges) == ([[SENTENCE, OTHER_PAGE]], [])
    assert evidence_sets(verification=mixed.pk) == {mixed.pk: (frozenset([SENTENCE, OTHER_PAGE]),)}


def test_what_is_put_aside_comes_back_to_somebody_else(fever, assignment, verifier, other_verifier):
    """The original told so, and it was not true."""
    assert not skip(assignment=assignment, reason="unwilling")
    assert assignment.task_id not in {
        one.task_id for _ in range(3) if (one := assign_next(person=verifier, project=fever, kind=KIND))
    }
    taken = assign_next(person=other_verifier, project=fever, kind=KIND)
    assert taken is not None and taken.task_id == assignment.task_id


def test_every_button_has_a_number_and_a_list(fever, assignment, client, manager, other_verifier):
    submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict="SUPPORTS",
        challenge="",
        evidence_sets=[[SENTENCE]],
        looks=[{"label": "SUPPORTS"}],
        unsure=True,
    )
    unclear = assign_next(person=other_verifier, project=fever, kind=KIND)
    report(assignment=unclear, reasons=["ambiguous"])
    skip(assignment=assign_next(person=other_verifier, project=fever, kind=KIND), reason="unwilling")
    found = outcomes(fever)
    assert [one.count for one in found] == [0, 1, 0, 1, 1, 0]
    client.force_login(manager)
    assert [client.get(one.address).status_code for one in found] == [200] * 6
    assert "outcomes" in client.get(f"/p/{fever.slug}/manage/").text
    assert assign_next(person=member(fever, "vito", Role.VERIFIER), project=fever, kind=KIND).task_id != unclear.task_id


def test_a_flagged_verification_waits_until_a_manager_has_looked_at_it(fever, assignment, client, manager):
    done = submit(
        assignment=assignment, client_id=uuid.uuid4(), verdict=UNKNOWN, challenge="", evidence_sets=[], unsure=True
    )[0]
    client.force_login(manager)
    [alert] = [one for one in waiting(fever) if one.kind is Kind.FLAGS]
    assert (alert.n, [one.pk for one in FlagReview.waiting(fever)]) == (1, [done.pk])
    listed = client.get(f"/p/{fever.slug}/manage/verifications/?unsure=open").context["page"]
    assert [row.pk for row in listed] == [done.pk]
    address = f"/p/{fever.slug}/manage/verifications/{done.pk}/"
    assert select(client.get(address).text, "[data-test=flagged] textarea")
    assert client.post(f"{address}reviewed/", {"note": "x" * 5000}).status_code == 302 and not done_reviews()
    for note in ("Asked at the meeting.", "Again"):
        assert client.post(f"{address}reviewed/", {"note": note}).status_code == 302
    assert done_reviews() == [(done.pk, manager.pk, "Asked at the meeting.")]
    assert AuditEntry.objects.filter(act="flag_reviewed").count() == 1
    assert not FlagReview.waiting(fever) and Kind.FLAGS not in {one.kind for one in waiting(fever)}
    assert select(client.get(f"/p/{fever.slug}/manage/verifications/?unsure=1").text, "[data-reviewed]")
    again = edit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        base_revision=1,
        **BOTH,
        verdict="REFUTES",
        challenge="",
        unsure=True,
    )
    assert [one.pk for one in FlagReview.waiting(fever)] == [again.pk]


def done_reviews():
    return list(FlagReview.objects.values_list("verification", "by", "note"))


def test_the_preset_has_fevers_labels_and_guidelines_of_its_own(fever):
    labels = label_set_of(fever)
    assert labels.values == ("SUPPORTS", "REFUTES", UNKNOWN) and not labels.needs_evidence(UNKNOWN)
    text = default_text(fever, KIND)
    assert text != default_text(Project(), KIND) and "Given only the lines" in text
    assert (fever.lease_minutes, fever.evidence_kinds) == (240, "introductions")


def test_unknown_reasons_of_reports_are_refused(fever, assignment):
    with pytest.raises(AnnotationError):
        report(assignment=assignment, reasons=["boring"])
