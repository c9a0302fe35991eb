"""Settings, labels, guidelines and gold are copied from another project that one manages, after a preview."""

from __future__ import annotations

import uuid

import pytest

from annotation.models import Highlight, Membership, Project, QualityRules
from annotation.projects.models import Guidelines, Role
from annotation.quality.calibration.gold_importer import import_gold
from annotation.quality.calibration.gold_items import make_highlight_gold
from annotation.quality.calibration.models import GoldItem
from annotation.set_up.copying import Part, copy_parts, preview, sources_for
from annotation.vocabulary.tasks import Phase
from annotation.work.guidelines import write_guidelines
from annotation.workflows.models import GenerationItem
from annotation.workflows.question_answering.fields.project import fields_of, save_file, text_of
from annotation.workflows.question_answering.models import NormalisedClaim
from annotation.workflows.question_answering.phases import PHASES
from annotation.workflows.sentence_claims.settings import Box, Settings, save_settings, settings_of
from corpus.models import Corpus
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from jobs.models import Job
from tests.annotation.gold import row
from tests.cast import OTHER_PAGE, PAGES, SENTENCE
from tests.frontend.html import select
from tests.workflows.fact_checks import article_of

PAGE = "/p/harbour/manage/set-up/copy/"
LABELS = {
    "labels": [
        {"value": value, "name": {"en": value.title()}, "description": {"en": ""}, "questions": [], "style": style}
        | {"needs_evidence": False}
        for value, style in (("YES", "plain"), ("NO", "plain"))
    ]
}


@pytest.fixture
def other(project: Project, manager) -> Project:
    """Another project of the manager: over a corpus with one page alike, one different, and one less."""
    corpus = Corpus.objects.create(slug="quay", name="Quay")
    words = {"Harbour League": PAGES["Harbour League"].replace("1921", "1922"), "Anna Berg": PAGES["Anna Berg"]}
    built = [build_page(title, text).page for title, text in words.items()]
    save_pages(corpus, [PageRecord(page) for page in built if page is not None])
    made = Project.objects.create(
        slug="other", name="Other", corpus=project.corpus, calibration=True, calibration_items=3, lease_minutes=45
    )
    QualityRules.objects.create(project=made, third_verifier="verdict", gold_pause=True, gold_below=55)
    Membership.objects.create(project=made, user=manager, role=Role.MANAGER)
    project.corpus = corpus
    project.save()
    write_guidelines(project=made, kind="claim_verification", text="Read the page.\n", author=manager)
    evidence = {"same": [OTHER_PAGE], "changed": [SENTENCE], "gone": ["A\u030asa Lind_sentence_0"]}
    lines = [row(f"Claim of {name}.", evidence=[ids]) for name, ids in evidence.items()]
    import_gold(project=made, phase=Phase.FIRST, lines=lines, by=manager)
    return made


def test_a_preview_says_what_a_copy_then_does(project, other, manager):
    seen = preview(other, project, Part, manager)
    assert not GoldItem.objects.filter(task__project=project).exists()
    assert not Guidelines.objects.filter(project=project).exists()
    done = copy_parts(other, project, Part, manager)
    assert seen == done
    assert {one.name: one.after for one in done.settings} == {
        "calibration": True,
        "calibration_items": 3,
        "lease_minutes": 45,
        "claim_rest_hours": 24,
        "third_verifier": "verdict",
        "gold_pause": True,
        "gold_below": 55,
    }
    assert project.quality_rules.gold_pause and Job.objects.filter(project=project, kind="quality_rules").exists()
    assert (done.guidelines, done.gold, done.known) == ({"claim_verification": 1}, {Phase.FIRST: 1}, 0)
    assert sorted(one.what for one in done.left_out) == ["Claim of changed.", "Claim of gone."]
    project.refresh_from_db()
    assert (project.calibration_items, project.name, project.corpus.slug) == (3, "The Harbour project", "quay")
    assert project.qa_seed != other.qa_seed
    again = copy_parts(other, project, Part, manager)
    assert (again.is_nothing, again.known) == (True, 1)


def test_a_gold_highlight_comes_with_its_reference_claims(project, other, manager):
    for title, ids in (("Anna Berg", [OTHER_PAGE]), ("Harbour League", [SENTENCE])):
        made = Highlight.objects.create(project=other, kind="sentences", page_title=title, element_ids=ids)
        GenerationItem.objects.create_tasks(other, [made])
        make_highlight_gold(
            highlight=made, phase=Phase.SECOND, references={"I": ["Anna Berg owned ships."]}, comment="", by=manager
        )
    done = copy_parts(other, project, [Part.GOLD], manager)
    assert done.gold[Phase.SECOND] == 1
    copied = GoldItem.objects.get(task__project=project, task__phase=Phase.SECOND)
    assert copied.references == {"I": ["Anna Berg owned ships."]}
    assert Highlight.objects.get(project=project).page_title == "Anna Berg"


def test_settings_that_a_workflow_keeps_are_copied_with_it(project, other, manager, client):
    other.workflows = [*other.workflows, "sentence_claims"]
    other.save()
    save_settings(other, Settings(most_linked=7, boxes=(Box("negate", most=2, share=3, words="Say the contrary."),)))
    client.force_login(manager)
    shown = client.post(PAGE, {"source": "other", "parts": ["settings"]})
    assert shown.status_code == 200 and "most_linked" in shown.text
    copied = copy_parts(other, project, [Part.SETTINGS], manager)
    assert settings_of(project) == settings_of(other) and "sentence_claims" in {one.name for one in copied.settings}
    assert copy_parts(other, project, [Part.SETTINGS], manager).is_nothing


def test_a_fields_file_is_copied_unless_it_lacks_what_was_used(project, other, manager, client):
    other.workflows = [*other.workflows, *PHASES]
    other.save()
    save_file(other, text_of(other).replace("most_questions = 100", "most_questions = 99"), manager)
    client.force_login(manager)
    shown = client.post(PAGE, {"source": "other", "parts": ["settings"]})
    assert shown.status_code == 200 and "most_questions" not in shown.text
    copied = copy_parts(other, project, [Part.SETTINGS], manager)
    assert fields_of(project).limits.most_questions == 99
    assert len([one for one in copied.settings if one.name in PHASES]) == 1
    assert copy_parts(other, project, [Part.SETTINGS], manager).is_nothing
    article = article_of(project, "https://factcheck.example/1")
    NormalisedClaim.objects.create(article=article, key=uuid.uuid4(), position=0, text="So it is.", verdict="Half true")
    save_file(other, text_of(other).replace("most_questions = 99", "most_questions = 98"), manager)
    refused = copy_parts(other, project, [Part.SETTINGS], manager)
    assert fields_of(project).limits.most_questions == 99
    assert refused.is_nothing and [one.what for one in refused.left_out] == [PHASES[0]]


def test_labels_are_copied_until_they_are_in_use(project, other, manager, claims, verifier):
    Project.objects.filter(pk=other.pk).update(label_set=LABELS)
    other.refresh_from_db()
    done = copy_parts(other, project, [Part.LABELS], manager)
    project.refresh_from_db()
    assert done.labels is not None and project.label_set == LABELS
    project.label_set = None
    project.save()
    import_gold(project=project, phase=Phase.FIRST, lines=[row("Gold.", evidence=[[OTHER_PAGE]])], by=manager)
    refused = copy_parts(other, project, [Part.LABELS], manager)
    assert refused.labels is None and len(refused.left_out) == 1


def test_only_projects_that_one_manages_are_offered(project, other, manager, client):
    client.force_login(manager)
    form = {"source": "other", "parts": ["settings"]}
    page = client.post(PAGE, form)
    assert page.status_code == 200 and select(page.text, "#preview tbody tr")
    project.refresh_from_db()
    assert project.lease_minutes == 30
    assert client.post(PAGE, form | {"copy": "1"}).status_code == 302
    project.refresh_from_db()
    assert project.lease_minutes == 45
    Membership.objects.filter(project=other).update(role=Role.VERIFIER)
    assert sources_for(project, manager) == []
    assert client.post(PAGE, form | {"copy": "1"}).status_code == 400
