"""A project with five labels on a scale, from the workspace to the release. None of them is a verdict of FEVEROUS."""

from __future__ import annotations

import csv
import io
import json
import uuid

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from pyarrow import parquet

from annotation.models import Adjudication, Claim, GoldItem, Verification
from annotation.projects.models import Project, Role
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.quality.calibration.gold_importer import import_gold
from annotation.quality.calibration.models import Calibration
from annotation.quality.evidence_drift.reopening import reopen
from annotation.release.record import BadRecord, read
from annotation.release.summary import ReleaseError, ReleaseOptions
from annotation.release.write import preview, write_release
from annotation.suggestions.comparison import compare
from annotation.suggestions.measures import MEASURES, measures_of
from annotation.suggestions.queries import works
from annotation.vocabulary.label_set_json import label_set_from
from annotation.vocabulary.tasks import Phase
from annotation.vocabulary.verdicts import VERDICTS
from annotation.work.assignment import assign_next
from annotation.workflows.kinds import TaskKind
from jobs.runner import run_next
from tests.annotation import gold
from tests.annotation.conftest import Browser, error_of
from tests.annotation.disagreeing import submit_work
from tests.annotation.labels import FIVE, VALUES
from tests.cast import OTHER_PAGE, SENTENCE, claim_of, member, submission, three_claims
from tests.frontend.html import select, texts
from tests.release.conftest import hold
from tests.release.growing import write

LABELS = label_set_from(FIVE)
KIND = TaskKind.CLAIM_VERIFICATION
STYLES = ["supports", "mostly-supports", "mixed", "mostly-refutes", "refutes"]


@pytest.fixture
def project(project) -> Project:
    project.label_set = FIVE
    project.save()
    return project


@pytest.fixture
def worked(project, writer, verifier, other_verifier):
    """Name -> claim: one for each label, which two people gave; two on which they differ; the first is decided."""
    names = [*VALUES, "near", "far"]
    claims = dict(zip(names, write(project, [f"The claim called {name} is here." for name in names]), strict=True))
    Claim.objects.update(author=writer, claim_type="I", intended_label="true", expected_challenge="Other")
    for name, claim in claims.items():
        one, other = {"near": ("true", "mostly true"), "far": ("true", "false")}.get(name, (name, name))
        for person, verdict in ((verifier, one), (other_verifier, other)):
            sets = [] if verdict == "half true" else [[SENTENCE]]
            submit_work(hold(claim, person), verdict, *sets, opened=["Anna Berg"])
    return claims


# --- Deciding --------------------------------------------------------------------------------------------------------


def test_the_workspace_offers_the_labels(client, assignment, verifier):
    client.force_login(verifier)
    html = client.get(reverse("workspace", args=[assignment.public_id])).text
    radios = select(html, "input[name=verdict]")
    assert [radio.attributes["value"] for radio in radios] == VALUES
    assert [radio.attributes["data-name"] for radio in radios] == ["True", *VALUES[1:]]
    assert ["data-no-evidence" in radio.attributes for radio in radios] == [False, False, True, False, False]
    assert [label.attributes["class"] for label in select(html, ".verdict-choice")] == [
        f"verdict-choice {style}" for style in STYLES
    ]
    assert texts(html, ".verdict-choice kbd") == ["1", "2", "3", "4", "5"]
    # What is said of "not enough information" is not said where there is no such label.
    assert not select(html, "#guide") and not select(html, "[data-not-enough-info]")
    german = client.get(reverse("workspace", args=[assignment.public_id]), HTTP_ACCEPT_LANGUAGE="de").text
    assert select(german, "input[value=true]")[0].attributes["data-name"] == "Wahr"


def test_the_api_takes_the_labels_and_names_them(browser):
    refused = error_of(browser.post("submission/", submission(verdict="SUPPORTS")), 400)
    assert list(refused["fields"]) == ["verdict"] and "mostly false" in refused["fields"]["verdict"][0]
    refused = error_of(browser.post("submission/", submission(verdict="true", evidence_sets=[])), 400)
    assert list(refused["fields"]) == ["evidence_sets"]
    assert browser.post("submission/", submission(verdict="half true", evidence_sets=[])).status_code == 200
    stored = Verification.objects.get()
    assert stored.verdict == "half true" and not stored.evidence_sets.exists()
    change = {"base_revision": 1, "verdict": "mostly false"}
    refused = error_of(browser.put("verification/", submission(**change, evidence_sets=[])), 400)
    assert list(refused["fields"]) == ["evidence_sets"]
    refused = error_of(browser.put("verification/", submission(base_revision=1, verdict="REFUTES")), 400)
    assert list(refused["fields"]) == ["verdict"]
    assert browser.put("verification/", submission(**change)).status_code == 200
    assert Verification.objects.order_by("submission__revision").last().verdict == "mostly false"


def test_a_type_one_claim_is_written_for_the_label_that_refutes(writing, writer):
    sent = {"client_id": str(uuid.uuid4()), "claims": three_claims(), "operations": []}
    answer = Browser(writer, f"/api/v1/assignments/{writing.public_id}/").post("submission/", sent)
    assert answer.status_code == 200, answer.content
    assert Claim.objects.get(claim_type="I").intended_label == "false"


def test_imported_claims_have_the_labels(project, tmp_path):
    (tmp_path / "claims.jsonl").write_text('{"claim": "One.", "label": "Mostly_True"}\n', encoding="utf-8")
    call_command("import_claims", str(tmp_path / "claims.jsonl"), project=project.slug)
    assert Claim.objects.get().intended_label == "mostly true"
    (tmp_path / "claims.jsonl").write_text('{"claim": "Two.", "label": "SUPPORTS"}\n', encoding="utf-8")
    with pytest.raises(Exception, match="half true"):
        call_command("import_claims", str(tmp_path / "claims.jsonl"), project=project.slug)


# --- Calibration -----------------------------------------------------------------------------------------------------


def test_calibration_scores_the_labels(project, verifier, manager, client, claims):
    project.calibration, project.calibration_items = True, 3
    project.save()
    rows = [gold.row("The first.", label="MOSTLY TRUE"), gold.row("The second.", label="half true", evidence=[])]
    import_gold(project=project, phase=Phase.FIRST, lines=[*rows, gold.row("The third.", label="false")])
    assert sorted(GoldItem.objects.values_list("verdict", flat=True)) == ["false", "half true", "mostly true"]
    import_gold(project=project, phase=Phase.SECOND, lines=[gold.row("The fourth.", label="true")])
    right = {"The first.": "mostly true", "The second.": "half true", "The third.": "mostly false"}
    for _number in right:
        taken = assign_next(person=verifier, project=project, kind=KIND)
        verdict = right[claim_of(taken).text]
        submit_work(taken, verdict, *([] if verdict == "half true" else [[SENTENCE]]))
    score = Calibration.objects.get().scores["1"]
    assert score["accuracy"] == pytest.approx(2 / 3) and score["f1"] == 1  # evidence is scored where gold has some
    client.force_login(manager)
    item = GoldItem.objects.get(verdict="half true")
    for name, kwargs in (
        ("quality-calibration", {}),
        ("quality-gold", {}),
        ("quality-candidate", {"kind": KIND.value, "pk": verifier.pk}),
        ("quality-candidate-item", {"pk": verifier.pk, "item": item.pk}),
    ):
        html = client.get(reverse(name, kwargs={"slug": project.slug, **kwargs})).text
        assert select(html, ".verdict.mixed") or name == "quality-calibration"
    page = reverse("quality-gold-item", kwargs={"slug": project.slug, "pk": item.pk})
    options = select(client.get(page).text, "select[name=verdict] option")
    assert [option.attributes["value"] for option in options] == ["", *VALUES]
    client.force_login(verifier)
    feedback = client.get(reverse("calibration-feedback", kwargs={"slug": project.slug, "pk": item.pk})).text
    assert len(select(feedback, ".verdict.mixed")) == 2


def test_a_manager_types_gold_without_evidence(project, manager, client, claims):
    client.force_login(manager)
    address = reverse("quality-gold-make", kwargs={"slug": project.slug})
    sent = {"claim": "Typed in.", "phase": "1", "verdict": "half true", "challenges": ["Other"], "sets": ""}
    assert client.post(address, sent).status_code == 302
    assert GoldItem.objects.get().verdict == "half true"
    refused = client.post(address, sent | {"claim": "Another.", "verdict": "true"})
    assert "sets" in refused.context["form"].errors
    assert "verdict" in client.post(address, sent | {"claim": "A third.", "verdict": "REFUTES"}).context["form"].errors


# --- Agreement and adjudication --------------------------------------------------------------------------------------


def test_agreement_counts_five_categories(project, worked):
    out = io.StringIO()
    call_command("agreement", project=project.slug, json=True, stdout=out)
    figures = {one["name"]: one["value"] for one in json.loads(out.getvalue())["figures"]}
    assert figures["verdict.percent"] == pytest.approx(5 / 7)
    # 14 answers: true 4, mostly true 3, half true 2, mostly false 2, false 3.
    chance = sum((n / 14) ** 2 for n in (4, 3, 2, 2, 3))
    assert figures["verdict.fleiss"] == pytest.approx((5 / 7 - chance) / (1 - chance))
    assert figures["verdict.alpha_ordinal"] is not None and "verdict.not_enough" not in figures


def test_quality_pages_know_the_labels(client, project, worked, manager, verifier):
    client.force_login(manager)

    def page(name: str, query: str = "", **kwargs: object) -> str:
        answer = client.get(reverse(name, kwargs={"slug": project.slug, **kwargs}) + query)
        assert answer.status_code == 200, name
        return answer.text

    for name in ("quality", "quality-matrix", "quality-classifier", "quality-time", "quality-suggestions"):
        assert not select(page(name), f'a[href="{reverse("quality-nei", args=[project.slug])}"]')
    items = page("quality-items")
    assert select(items, ".verdict.mostly-supports") and select(items, "option[value='true+false']")
    narrowed = page("quality-items", "?verdicts=true%2Bfalse")
    assert [node.text(strip=True) for node in select(narrowed, "tbody th a")] == [worked["far"].text]
    assert len(select(page("quality-rows", "?verdict=half+true"), ".verdict.mixed")) == 2
    assert page("quality-claims", "?intended=true")
    assert page("quality-audit")  # too few words to go with anything
    for name in ("quality-evidence", "quality-balance"):
        assert "mostly" in page(name)
    assert "Not enough" not in page("quality-production")
    assert page("quality-nei") and page("quality-suggested", "?measure=verdict:true")
    assert texts(page("manage"), "#verdict-name ~ * th, .shares th")[:5] == ["True", *VALUES[1:]]
    found = page("manage-verifications", "?verdict=mostly+false")
    assert len(select(found, ".verdict.mostly-refutes")) == 2
    client.force_login(verifier)
    mine = client.get(reverse("my-verifications", args=[project.slug]) + "?verdict=half+true").text
    assert len(select(mine, ".verdict.mixed")) == 1


def test_suggestions_compare_the_share_of_each_label(project, worked):
    labels = label_set_from(FIVE)
    measures = measures_of(labels)
    names = [one.name for one in measures]
    assert names[-5:] == [f"verdict:{value}" for value in VALUES] and len(names) == len(MEASURES) + 2
    for one in compare(works(project), measures):
        assert set(one.values) == set(names)


def test_an_adjudicator_decides_with_any_label(client, project, worked):
    ada = member(project, "ada", Role.ADJUDICATOR)
    client.force_login(ada)
    claim = worked["far"]
    address = reverse("quality-adjudicate-claim", kwargs={"slug": project.slug, "pk": claim.pk})
    html = client.get(address).text
    assert [one.attributes["value"] for one in select(html, "#verdict option")] == ["", *VALUES]
    sent = {"action": "decide", "outcome": "own", "challenge": "Other", "error_type": "counting", "base_revision": "0"}
    assert client.post(address, sent | {"verdict": "NOT ENOUGH INFO"}).status_code == 400
    assert client.post(address, sent | {"verdict": "mostly true"}).status_code == 400  # it needs evidence
    assert client.post(address, sent | {"verdict": "half true"}).status_code == 302
    decided = Adjudication.objects.get()
    assert (decided.verdict, decided.evidence_sets) == ("half true", [])
    assert select(client.get(address).text, ".notice.success .verdict.mixed")
    other = reverse("quality-adjudicate-claim", kwargs={"slug": project.slug, "pk": worked["near"].pk})
    piece = {"verdict": "mostly true", "piece": [f"1 {OTHER_PAGE}"]}
    assert client.post(other, sent | piece).status_code == 302
    assert Adjudication.objects.get(claim=worked["near"]).evidence_sets[0][0]["element_id"] == OTHER_PAGE


# --- Release ---------------------------------------------------------------------------------------------------------


def rows_of(path, labels=LABELS):
    with path.open(encoding="utf-8") as lines:
        return list(read(lines, labels))


def test_a_release_has_the_labels_in_every_file(project, worked, tmp_path):
    decide_without_evidence(project, worked)
    call_command("export_dataset", str(tmp_path / "out"), project=project.slug, splits="none")
    out = tmp_path / "out"
    rows = rows_of(out / "feverous" / "train.jsonl")
    assert sorted(row.label for row in rows) == sorted([*VALUES, "half true"])
    by_label = {row.label: row for row in rows}
    assert by_label["half true"].evidence == () and by_label["true"].evidence
    with pytest.raises(BadRecord):
        rows_of(out / "feverous" / "train.jsonl", VERDICTS)
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["label_set"] == FIVE and manifest["labels"]["half true"] == 2
    assert "but for half true" in manifest["rule"]
    splits = json.loads((out / "splits.json").read_text(encoding="utf-8"))
    assert list(splits["labels"]["train"]) == VALUES and splits["test_nei"] is None
    table = parquet.read_table(out / "data" / "train-00000-of-00001.parquet")
    names = json.loads(table.schema.metadata[b"huggingface"])["info"]["features"]["label"]["names"]
    assert names == VALUES and sorted(table["label"].to_pylist()) == [0, 1, 2, 2, 3, 4]
    with (out / "tables" / "claims.csv").open(encoding="utf-8", newline="") as file:
        assert {row["label"] for row in csv.DictReader(file)} == set(VALUES)
    fever = [json.loads(line) for line in (out / "fever" / "train.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {row["label"] for row in fever} == set(VALUES) - {"half true"}  # FEVER has no row without evidence
    assert {row["verifiable"] for row in fever} == {"VERIFIABLE"}
    report = (out / "report" / "report.md").read_text(encoding="utf-8")
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "Words that go with mostly true" in report and "Krippendorff's alpha, ordinal" in report
    for text in (report, card):
        assert "NOT ENOUGH INFO" not in text and "REFUTES" not in text
    assert "mostly false" in card
    assert "2: half true" in (out / "croissant.json").read_text(encoding="utf-8")


def decide_without_evidence(project, worked):
    """An adjudication without evidence for the claim on which two people were far apart."""
    ada = member(project, "ada", Role.ADJUDICATOR)
    words = {"adjudicator": ada, "error_type": "counting", "kind": "new", "challenge": "Other"}
    adjudicate(claim=worked["far"], verdict="half true", **words)


def test_splits_are_dealt_by_the_labels(project, worked, tmp_path):
    options = ReleaseOptions(splits=(0.5, 0.25, 0.25), formats=frozenset({"feverous", "report", "datasets"}))
    summary = write_release(project, tmp_path / "out", options)
    assert {label for split in summary.labels.values() for label in split} == set(VALUES)
    with pytest.raises(ReleaseError):
        write_release(project, tmp_path / "other", ReleaseOptions(test_nei=0.2))


def test_the_page_of_releases_asks_for_no_share_of_a_label_that_there_is_not(client, project, worked, manager):
    client.force_login(manager)
    address = reverse("releases", args=[project.slug])
    assert select(client.get(address).text, "#id_seed") and not select(client.get(address).text, "#id_test_nei")
    sent = {"train": "100", "dev": "0", "test": "0", "seed": "0", "formats": ["feverous"], "preview": "1"}
    assert client.post(address, sent).status_code == 302
    run_next()
    shown = client.get(address)
    assert [str(label) for label, *_counts in shown.context["counts"]["verdicts"]] == ["True", *VALUES[1:]]
    assert sum(total for _label, _claims, total in shown.context["counts"]["verdicts"]) == 5


def test_the_preview_of_a_release_counts_the_labels(project, worked):
    found = preview(project)
    assert sum(found.labels["train"].values()) + sum(found.labels["test"].values()) <= 5
    assert list(found.labels["train"]) == VALUES


def test_a_release_is_imported_with_its_labels(project, worked, tmp_path):
    decide_without_evidence(project, worked)
    for folder in ("one", "two"):
        name = project.slug if folder == "one" else "again"
        options = ReleaseOptions(splits=(1, 0, 0), formats=frozenset({"feverous"}))
        write_release(Project.objects.get(slug=name), tmp_path / folder, options)
        if folder == "one":
            call_command("import_dataset", str(tmp_path / "one"), project="again")
    assert Project.objects.get(slug="again").label_set == FIVE
    one, two = ((tmp_path / folder / "feverous" / "train.jsonl").read_bytes() for folder in ("one", "two"))
    assert one == two


def test_rows_are_imported_with_labels_from_a_file(project, corpus, tmp_path):
    (tmp_path / "labels.json").write_text(json.dumps(FIVE), encoding="utf-8")
    content = {"content": [SENTENCE], "context": {SENTENCE: ["Harbour League_title"]}}
    row = {"id": 7, "claim": "One.", "label": "mostly true", "evidence": [content], "challenge": "Other"}
    (tmp_path / "train.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    call_command("import_dataset", str(tmp_path / "train.jsonl"), project="again", labels=tmp_path / "labels.json")
    again = Project.objects.get(slug="again")
    assert Verification.objects.get(claim__project=again).verdict == "mostly true"
    with pytest.raises(CommandError):  # a project of FEVEROUS' verdicts has no such label
        call_command("import_dataset", str(tmp_path / "train.jsonl"), project="third")


def test_claims_of_changed_evidence_keep_the_labels(project, worked, corpus):
    made = reopen(project=project, claims=[worked["far"].pk], corpus=corpus, slug="reopened")
    assert made.label_set == FIVE and made.claims.get().intended_label == "true"
