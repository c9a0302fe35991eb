"""The mutation Tense Shift, which a project asks for only if a manager gives it a weight (supplement, 7.9.1)."""

from __future__ import annotations

import csv
import uuid
from collections import Counter
from random import Random

import pytest
from django.core.management import call_command

from annotation.models import Assignment, Claim, Highlight, HighlightSample
from annotation.projects.highlight_settings import HighlightSettings, settings_from
from annotation.release.record import read
from annotation.release.summary import ReleaseOptions
from annotation.release.write import write_release
from annotation.vocabulary.labels import ClaimType, Mutation
from annotation.work.submission import submit
from annotation.workflows.claim_generation.rules import WrittenClaim
from annotation.workflows.claim_generation.sampling.draw import allocate_requirements
from tests.annotation.disagreeing import submit_work
from tests.cast import SENTENCE, three_claims
from tests.frontend.html import select
from tests.official_checker import assert_official_code_reads
from tests.release.conftest import hold

SPLIT = ReleaseOptions(splits=(1, 0, 0), formats=frozenset({"feverous", "tables", "corpus"}))


def test_it_has_no_weight_unless_a_project_gives_it_one():
    assert Mutation.TENSE_SHIFT not in HighlightSettings().mutations
    drawn = {each.mutation for each in allocate_requirements(1000, HighlightSettings(), Random(3))}
    assert drawn == set(Mutation) - {Mutation.TENSE_SHIFT}


def test_a_project_without_it_draws_as_before():
    """The same seed gives the mutations that it gave when there were five."""
    drawn = Counter(each.mutation.value for each in allocate_requirements(200, settings_from({}), Random(7)))
    assert drawn == {
        "More Specific": 30,
        "Generalization": 30,
        "Negation": 60,
        "Paraphrasing": 20,
        "Entity Substitution": 60,
    }


def test_a_project_with_a_weight_draws_its_share():
    settings = settings_from({"tense_shift": 25})  # 25 of 125
    drawn = Counter(each.mutation for each in allocate_requirements(1000, settings, Random(3)))
    assert drawn[Mutation.TENSE_SHIFT] == 200


@pytest.mark.django_db
def test_a_manager_gives_it_a_weight_and_draws_it(client, manager, project):
    client.force_login(manager)
    address = "/p/harbour/manage/settings/"
    sent = {"save": "1"}
    for field in client.get(address).context["form"]:
        value = "" if field.value() is None else field.value()
        sent |= {field.html_name: value, field.html_initial_name: value}
    assert sent["tense_shift"] in (0, "0")
    five = ("more_specific", "generalization", "negation", "paraphrasing", "entity_substitution")
    assert client.post(address, sent | dict.fromkeys(five, 0) | {"tense_shift": 5, "least_rows": 1}).status_code == 302
    call_command("sample_highlights", project=project.slug, size=1, seed=1)
    assert Highlight.objects.get().mutation == "Tense Shift"
    distributions = {one["name"]: one for one in HighlightSample.objects.get().report["distributions"]}
    last = distributions["Type III mutation"]["lines"][-1]
    assert (last["value"], last["drawn"]) == ("Tense Shift", 1)


@pytest.fixture
def shifted(highlight, writing, client, writer):
    """The Type III claim of a highlight that asks for Tense Shift, once the writer's page has shown it."""
    Highlight.objects.update(mutation="Tense Shift")
    client.force_login(writer)
    (card,) = select(client.get(f"/write/{writing.public_id}/").content.decode(), "#asked-III .must")
    assert card.text() == "Tense shift"
    texts = three_claims(III="The shipowner Anna Berg will found the Harbour League.")
    claims = {ClaimType(kind): WrittenClaim(**claim) for kind, claim in texts.items()}
    held = Assignment.objects.get(pk=writing.pk)  # `writing` remembers the highlight as it was
    submit(assignment=held, client_id=uuid.uuid4(), claims=claims)
    return Claim.objects.get(claim_type="III")


@pytest.mark.django_db
def test_a_release_holds_it_and_the_official_code_reads_it(project, shifted, verifier, tmp_path):
    assert (shifted.mutation, shifted.mutated_claim.claim_type) == ("Tense Shift", "II")
    submit_work(hold(shifted, verifier), "REFUTES", [SENTENCE])
    write_release(project, tmp_path / "out", SPLIT)
    with (tmp_path / "out/tables/claims.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (int(row["id"]), row["mutation"]) == (shifted.pk, "Tense Shift")
    written = tmp_path / "out/feverous/train.jsonl"
    (record,) = read(written.read_text(encoding="utf-8").splitlines())
    assert (record.id, record.claim) == (shifted.pk, shifted.text)
    assert_official_code_reads(written, tmp_path / "out/corpus/corpus.db")


@pytest.mark.django_db
def test_quality_pages_filter_by_it(project, shifted, manager, client):
    client.force_login(manager)
    page = client.get("/p/harbour/quality/claims/?mutation=Tense+Shift")
    assert page.status_code == 200
    assert shifted.text in page.content.decode()
