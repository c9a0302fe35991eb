"""What managers see of verifications, and people of their own."""

from __future__ import annotations

import uuid
from unicodedata import normalize

import pytest
from django.http import Http404

from annotation.models import Evidence
from annotation.vocabulary.tasks import TaskKind
from annotation.work.assignment import assign_next
from annotation.work.postponing import postpone
from annotation.workflows.claim_verification.editing import edit
from annotation.workflows.claim_verification.queries import (
    Progress,
    history,
    progress,
    verification_detail,
    verifications,
)
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.claim_verification.submission import submit
from tests.cast import CELL, OTHER_PAGE, SENTENCE, run_out

pytestmark = pytest.mark.both_databases


@pytest.fixture
def verified(assignment):
    """The first claim, refuted by a cell and a sentence, or by another page."""
    verification, _ = submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict="REFUTES",
        challenge="Multi-hop Reasoning",
        evidence_sets=[[CELL, SENTENCE], [OTHER_PAGE]],
        operations=[{"sequence": 1, "name": "Now on", "value": "Harbour League", "seconds": 12.5}],
    )
    return verification


def test_a_row_says_who_found_what_and_how_long_it_took(project, verified, claims):
    (row,) = verifications(project)
    assert (row.id, row.claim, row.person) == (verified.pk, claims[0].text, "vincent")
    assert (row.verdict, row.challenge) == ("REFUTES", "Multi-hop Reasoning")
    assert (row.sets, row.elements, float(row.seconds)) == (2, 3, 12.5)


def test_rows_come_in_pages_latest_first(project, verified, other_verifier):
    second = assign_next(person=other_verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    later, _ = submit(
        assignment=second, client_id=uuid.uuid4(), verdict="SUPPORTS", challenge="Other", evidence_sets=[[CELL]]
    )
    assert [row.id for row in verifications(project)] == [later.pk, verified.pk]
    assert [row.id for row in verifications(project, start=1, limit=5)] == [verified.pk]


def test_the_detail_shows_evidence_in_words_with_context_and_log(project, verified):
    detail = verification_detail(project, verified.pk)
    cell, sentence = detail.sets[0]
    assert cell.excerpt is not None
    assert cell.excerpt["text"] == "Quay Rovers" and cell.excerpt["row_headers"] == ["2001"]
    assert cell.context[0] == "Harbour League_title"
    assert (sentence.page_title, sentence.page_revision, sentence.changed) == ("Harbour League", 100, False)
    assert [evidence.element_id for evidence in detail.sets[1]] == [OTHER_PAGE]
    names = [operation.name for operation in detail.operations]
    assert names == ["start", "Now on", "draft-taken", "finish"]  # evidence that no operation has chosen


def test_evidence_whose_words_changed_is_marked(project, verified):
    Evidence.objects.filter(element_id=CELL).update(content_hash="0" * 64)
    Evidence.objects.filter(element_id=SENTENCE).update(element_id="Harbour League_sentence_77")
    cell, gone = verification_detail(project, verified.pk).sets[0]
    assert cell.changed and cell.excerpt is not None
    assert gone.changed and gone.excerpt is None


def test_a_verification_of_another_project_is_not_there(project, verified):
    other = type(project).objects.create(slug="other", name="Other", corpus=project.corpus)
    for where, number in [(other, verified.pk), (project, 987654)]:
        with pytest.raises(Http404):
            verification_detail(where, number)


def test_progress_counts_places(project, verified, other_verifier, verifier):
    assign_next(person=other_verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    run_out(assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION))
    assert progress(project) == Progress(
        claims=3,
        claims_done=1,
        wanted=3,
        submitted=1,
        held=1,
        withdrawn=0,
        free=1,
        reported=0,
        verdicts={"REFUTES": 1},
    )


def test_what_is_put_aside_is_held_and_what_is_reported_is_not_free(project, verified, verifier, other_verifier):
    postpone(assign_next(person=other_verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION))
    report(
        assignment=assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION), reasons=["language"]
    )
    now = progress(project)
    assert (now.submitted, now.held, now.withdrawn, now.free, now.reported) == (1, 1, 1, 0, 1)


def test_an_empty_project_is_all_noughts(project):
    assert progress(project) == Progress(0, 0, 0, 0, 0, 0, 0, 0, {})


def test_history_is_one_s_own(project, verified, verifier, other_verifier):
    assert list(history(verifier, project)) == [verified]
    assert not history(other_verifier, project)


@pytest.mark.parametrize(
    ("query", "verdict", "found"),
    [
        ("league ANNA", "", True),  # in any order and case
        ("league rovers", "", False),
        ("", "REFUTES", True),
        ("", "SUPPORTS", False),
        ("anna", "REFUTES", True),
        ("100%", "", False),
    ],
)
def test_history_is_searched_by_words_and_verdict(project, verified, verifier, query, verdict, found):
    assert list(history(verifier, project, query, verdict)) == ([verified] if found else [])


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_history_finds_letters_however_they_are_composed(project, verified, verifier, claims, form):
    claims[0].text = normalize(form, "Åsa Lind coached the Pilots.")
    claims[0].save()
    for typed in ("NFC", "NFD"):
        assert list(history(verifier, project, normalize(typed, "Åsa"))) == [verified]


@pytest.mark.parametrize("typed", ["österreich", "ÖSTERREICH", "Österreich", "wien österreich", "ελλάδα", "ΕΛΛΆΔΑ"])
def test_history_knows_of_the_case_of_every_letter(project, verified, verifier, claims, typed):
    claims[0].text = "Österreich lost to Ελλάδα in Wien."
    claims[0].save()
    assert list(history(verifier, project, typed)) == [verified]


def test_a_whole_page_of_words_may_be_searched_for(project, verified, verifier):
    assert not history(verifier, project, " ".join(f"word{number}" for number in range(1_200)))


def test_history_shows_the_current_revision_once(project, verified, verifier):
    changed = edit(
        assignment=verified.assignment,
        client_id=uuid.uuid4(),
        base_revision=1,
        verdict="SUPPORTS",
        challenge="Other",
        evidence_sets=[[CELL]],
    )
    assert list(history(verifier, project)) == [changed]
    (row,) = verifications(project)
    assert (row.id, row.revision, float(row.seconds)) == (changed.pk, 2, 12.5)


def test_a_list_takes_one_query(project, verified, django_assert_num_queries):
    with django_assert_num_queries(1):
        verifications(project)
