"""A project with challenges of its own, from the workspaces to the release. Its verdicts are those of FEVEROUS."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from annotation.claims.claim_importer import BadClaims
from annotation.errors import AnnotationError
from annotation.models import Adjudication, Claim, GoldItem, Verification
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project, Role
from annotation.quality.calibration.gold_importer import import_gold
from annotation.quality.label_choice import choose_labels
from annotation.vocabulary.tasks import Phase
from annotation.vocabulary.verdicts import VERDICTS
from tests.annotation import gold
from tests.annotation.conftest import Browser, error_of
from tests.annotation.disagreeing import submit_work
from tests.cast import SENTENCE, member, submission, three_claims
from tests.frontend.html import select, texts
from tests.release.conftest import hold
from tests.release.growing import write

OWN: dict[str, Any] = {
    "labels": [
        {"value": verdict.value, "meaning": verdict.meaning.value}
        for verdict in VERDICTS
        if verdict.meaning is not None
    ],
    "challenges": [
        {"value": "Statistics", "name": {"en": "Statistics", "de": "Statistik"}, "description": "Numbers of a table."},
        {"value": "Quotation", "short_name": "Quote", "description": "Somebody is quoted.", "example": "“I did.”"},
    ],
}
VALUES = ["Statistics", "Quotation"]


@pytest.fixture
def project(project) -> Project:
    project.label_set = OWN
    project.save()
    return project


@pytest.fixture
def worked(project, writer, verifier, other_verifier):
    """Two claims, each verified by two people; of the second they met other challenges."""
    claims = write(project, ["The first claim is here.", "The second claim is here."])
    Claim.objects.update(author=writer, claim_type="I", intended_label="SUPPORTS", expected_challenge="Statistics")
    for claim, others in zip(claims, VALUES, strict=True):
        for person, challenge in ((verifier, "Statistics"), (other_verifier, others)):
            submit_work(hold(claim, person), "SUPPORTS", [SENTENCE], challenge=challenge)
    return claims


def test_the_verifier_chooses_from_them(client, assignment, verifier, browser):
    client.force_login(verifier)
    html = client.get(reverse("workspace", args=[assignment.public_id])).text
    options = select(html, "#challenge option")
    assert [one.attributes["value"] for one in options] == ["", *VALUES]
    assert options[1].attributes["data-explanation"] == "Numbers of a table."
    german = client.get(reverse("workspace", args=[assignment.public_id]), HTTP_ACCEPT_LANGUAGE="de").text
    assert select(german, "#challenge option")[1].text(strip=True) == "Statistik"
    refused = error_of(browser.post("submission/", submission()), 400)
    assert list(refused["fields"]) == ["challenge"] and "Quotation" in refused["fields"]["challenge"][0]
    assert browser.post("submission/", submission(challenge="Quotation")).status_code == 200
    assert Verification.objects.get().challenge == "Quotation"


def test_the_writer_expects_them_and_changes_them(client, writing, writer):
    client.force_login(writer)
    html = client.get(reverse("write", args=[writing.public_id])).text
    explained = select(html, "#challenge-I option[value=Quotation]")[0].attributes["data-explanation"]
    assert explained is not None and explained.startswith("Somebody is quoted.") and "“I did.”" in explained
    api = Browser(writer, f"/api/v1/assignments/{writing.public_id}/")
    sent = {"client_id": str(uuid.uuid4()), "claims": three_claims(), "operations": []}
    assert set(error_of(api.post("submission/", sent), 400)["fields"]) == {
        f"claims.{n}.challenge" for n in ("I", "II", "III")
    }
    claims = {kind: claim | {"challenge": "Statistics"} for kind, claim in three_claims().items()}
    assert api.post("submission/", sent | {"claims": claims}).status_code == 200
    assert set(Claim.objects.values_list("expected_challenge", flat=True)) == {"Statistics"}
    changed = {kind: claim | {"challenge": "Quotation"} for kind, claim in claims.items()}
    revisions = dict.fromkeys(claims, 1)
    assert api.put("claims/", {"claims": changed, "base_revisions": revisions}).status_code == 200
    refused = api.put("claims/", {"claims": three_claims(), "base_revisions": dict.fromkeys(claims, 2)})
    assert len(error_of(refused, 400)["fields"]) == 3
    assert set(Claim.objects.values_list("expected_challenge", flat=True)) == {"Quotation"}


def test_imported_claims_and_gold_have_them(project, tmp_path):
    (tmp_path / "claims.jsonl").write_text('{"claim": "One.", "challenge": "statistics"}\n', encoding="utf-8")
    call_command("import_claims", str(tmp_path / "claims.jsonl"), project=project.slug)
    assert Claim.objects.get().expected_challenge == "Statistics"
    (tmp_path / "claims.jsonl").write_text('{"claim": "Two.", "challenge": "Other"}\n', encoding="utf-8")
    with pytest.raises(CommandError, match="Quotation"):
        call_command("import_claims", str(tmp_path / "claims.jsonl"), project=project.slug)
    import_gold(project=project, phase=Phase.FIRST, lines=[gold.row("Gold.", challenge="Quotation")])
    assert GoldItem.objects.get().challenges == ["Quotation"]
    with pytest.raises(BadClaims):
        import_gold(project=project, phase=Phase.FIRST, lines=[gold.row("More gold.", challenge="Other")])


def test_managers_see_and_decide_with_them(client, project, worked, manager):
    client.force_login(member(project, "ada", Role.ADJUDICATOR))
    address = reverse("quality-adjudicate-claim", kwargs={"slug": project.slug, "pk": worked[1].pk})
    assert [one.attributes["value"] for one in select(client.get(address).text, "#challenge option")] == ["", *VALUES]
    sent = {"action": "decide", "outcome": "own", "verdict": "SUPPORTS", "error_type": "counting", "base_revision": "0"}
    sent |= {"piece": f"1 {SENTENCE}"}
    assert client.post(address, sent | {"challenge": "Other"}).status_code == 400
    assert client.post(address, sent | {"challenge": "Quotation"}).status_code == 302
    assert Adjudication.objects.get().challenge == "Quotation"
    client.force_login(manager)

    def page(name: str, query: str = "") -> str:
        answer = client.get(reverse(name, args=[project.slug]) + query)
        assert answer.status_code == 200
        return answer.text

    for name in ("manage-verifications", "quality", "quality-items"):
        options = [one.attributes["value"] for one in select(page(name), "#id_challenge option")]
        assert options == ["", *VALUES], name
    assert len(select(page("manage-verifications", "?challenge=Quotation"), "tbody tr")) == 1
    assert "Statistics" in texts(page("quality-rows", "?challenge=Statistics"), "tbody td")
    assert page("manage") and page("quality-audit", "?by=challenge")


def test_a_release_names_them_and_is_imported_with_them(project, worked, tmp_path):
    call_command("export_dataset", str(tmp_path / "one"), project=project.slug, splits="none")
    report = (tmp_path / "one" / "report" / "report.md").read_text(encoding="utf-8")
    assert "Statistics" in report and "Quote" in report and "Numerical" not in report
    call_command("import_dataset", str(tmp_path / "one"), project="again")
    again = Project.objects.get(slug="again")
    assert label_set_of(again).challenge_set.values == tuple(VALUES)
    call_command("export_dataset", str(tmp_path / "two"), project="again", splits="none")
    one, two = ((tmp_path / name / "feverous" / "train.jsonl").read_bytes() for name in ("one", "two"))
    assert one == two and {json.loads(line)["challenge"] for line in one.splitlines()[1:]} <= set(VALUES)


def test_they_are_not_changed_once_a_claim_expects_another(project):
    claim = Claim.objects.create(project=project, text="One.", expected_challenge="Quotation")
    with pytest.raises(AnnotationError) as refused:
        choose_labels(project, None)
    assert refused.value.code == "labels_in_use"
    claim.expected_challenge = "Statistics"
    claim.save()
    fewer = OWN | {"challenges": [{"value": "Statistics"}, {"value": "Other"}]}
    choose_labels(project, fewer)
    assert label_set_of(Project.objects.get()).challenge_set.values == ("Statistics", "Other")


def test_the_page_of_labels_keeps_them(client, project, manager):
    client.force_login(manager)
    sent = {"labels": "3", "save": "1"}
    for at, label in enumerate(OWN["labels"]):
        sent |= {f"label-{at}-origin": str(at), f"label-{at}-value": label["value"], f"label-{at}-needs_evidence": "on"}
        sent |= {
            f"label-{at}-meaning": label["meaning"],
            f"label-{at}-style": "plain",
            f"label-{at}-name_en": "Renamed",
        }
    assert client.post(reverse("manage-labels", args=[project.slug]), sent).status_code == 302
    stored = Project.objects.get()
    assert stored.label_set is not None and stored.label_set["challenges"] == OWN["challenges"]
    assert set(label_set_of(stored).names.values()) == {"Renamed"}


# --- The database ----------------------------------------------------------------------------------------------------
