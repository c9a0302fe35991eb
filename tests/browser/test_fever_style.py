"""From a sampled sentence to a released row of FEVER, by a writer, five verifiers and an oracle annotator."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command

from annotation.models import Claim, Project, Verification
from annotation.projects.models import Role
from annotation.projects.presets import preset_settings
from annotation.release.summary import ReleaseOptions
from annotation.release.write import write_release
from annotation.work.guidelines import confirm
from annotation.workflows.oracle_annotation.models import OracleAnnotation
from annotation.workflows.sentence_claims.sampling.sample import SLUG, sample_sentences
from search.indexing.build import build_index
from tests.browser.workspace import element, expect, log_in
from tests.cast import SENTENCE, member
from tests.release.test_loading import load
from tests.workflows.sentences import NEGATION, ORIGINAL

pytestmark = [pytest.mark.browser, pytest.mark.one_database]
LABELS = {ORIGINAL: "1", NEGATION: "2"}  # keys of the labels
WORKFLOWS = [SLUG, "claim_verification", "oracle_annotation"]


@pytest.fixture
def fever(project: Project, writer) -> list[str]:
    """A project in the style of FEVER, one sentence, and the names of five verifiers and an oracle annotator."""
    hidden = {"revalidation_share": 50, "revalidation_people": 5, "revalidation_every": 1, "oracle_share": 50}
    settings = preset_settings("fever") | hidden | {"workflows": WORKFLOWS, "guided_examples": "off"}
    Project.objects.filter(pk=project.pk).update(**settings)
    project.refresh_from_db()
    build_index(project.corpus)
    sample_sentences(project=project, size=1, seed=1, titles=["Harbour League"])
    people = {name: member(project, name, Role.VERIFIER) for name in ("v1", "v2", "v3", "v4", "v5")}
    people |= {"wilma": writer, "olga": member(project, "olga", Role.ORACLE)}
    for kind in WORKFLOWS:
        for person in people.values():
            confirm(person=person, project=project, kind=kind, version=0)
    return sorted(set(people) - {"wilma"})


def take(page, kind: str) -> bool:
    page.goto("/my-work/")
    button = page.locator(f".work-part[data-kind={kind}] .take button")
    if not button.count():
        return False
    button.click()
    page.wait_for_selector("#workspace[data-ready]")
    return True


def write(page) -> None:
    assert take(page, SLUG)
    page.fill("#true-claims", ORIGINAL)
    page.click("#to-mutations")
    page.fill("#box-0-negate", NEGATION)
    page.click("#submit-claims")
    page.click("#ask-dialog button[value=submit]")
    page.wait_for_selector("#thanks[open]")


def label(page, kind: str) -> bool:
    """Label the first line of the claim's page, by the keyboard; False where there is no task."""
    if not take(page, kind):
        return False
    expect(element(page, SENTENCE)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press(LABELS[page.text_content(".claim .claim-text")])
    page.keyboard.press("Control+Enter")
    page.locator("#confirm-submit").click()
    expect(page.locator("#confirmation")).to_have_attribute("data-stage", "done")
    return True


def test_from_a_sentence_to_a_released_row(context, project, fever, tmp_path):
    page = context.new_page()
    log_in(context, "wilma")
    write(page)
    for name in fever:
        context.clear_cookies()
        log_in(context, name)
        kind = "oracle_annotation" if name == "olga" else "claim_verification"
        while label(page, kind):
            pass
    counts = {claim.text: Verification.objects.filter(claim=claim).count() for claim in Claim.objects.all()}
    assert sorted(counts.values()) == [1, 5] and OracleAnnotation.objects.count() == 1
    assert {one.verdict for one in Verification.objects.all()} == {"SUPPORTS", "REFUTES"}
    write_release(project, tmp_path / "out", ReleaseOptions(formats=frozenset({"fever", "datasets"})))
    files = (tmp_path / "out" / "fever").glob("*.jsonl")
    rows = [json.loads(line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    assert {(row["claim"], row["label"], row["evidence"][0][0][2], row["evidence"][0][0][3]) for row in rows} == {
        (ORIGINAL, "SUPPORTS", "Harbour_League", 0),
        (NEGATION, "REFUTES", "Harbour_League", 0),
    }
    assert sum(load(tmp_path / "out", tmp_path / "home")["splits"].values()) == 2
    call_command("import_dataset", str(tmp_path / "out"), "--project", "again", "--corpus", project.corpus.slug)
    again = Claim.objects.filter(project__slug="again").values_list("text", "verifications__verdict")
    labels = {ORIGINAL: "SUPPORTS", NEGATION: "REFUTES"}
    assert sorted(again) == sorted((text, labels[text]) for text, count in counts.items() for _ in range(count))
    assert (tmp_path / "out" / "mutations.jsonl").read_text(encoding="utf-8").count("\n") == 2
