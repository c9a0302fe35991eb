"""What managers see of verifications, and people of their own."""

from __future__ import annotations

import uuid
from unicodedata import normalize

import pytest

from annotation.models import Evidence
from annotation.work.assignment import assign_next
from annotation.work.editing import edit
from annotation.work.postponing import postpone
from annotation.work.submission import submit
from annotation.workflows.claim_verification.queries import Progress, history, progress
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from frontend.workflows.claim_verification.evidence_rows import sets_of
from frontend.workflows.claim_verification.rows import current_verifications, measured_page
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


def test_evidence_has_words_and_context(project, verified):
    first, second = sets_of(project.corpus, verified)
    cell, sentence = first.evidence
    assert cell.excerpt is not None
    assert cell.excerpt["text"] == "Quay Rovers" and cell.excerpt["row_headers"] == ["2001"]
    assert cell.context[0][0] == "Harbour League_title"
    assert (sentence.page_title, sentence.page_revision, sentence.changed) == ("Harbour League", 100, False)
    assert [evidence.element_id for evidence in second.evidence] == [OTHER_PAGE]


def test_evidence_whose_words_changed_is_marked(project, verified):
    Evidence.objects.filter(element_id=CELL).update(content_hash="0" * 64)
    Evidence.objects.filter(element_id=SENTENCE).update(element_id="Harbour League_sentence_77")
    cell, gone = sets_of(project.corpus, verified)[0].evidence
    assert cell.changed and cell.excerpt is not None
    assert gone.changed and gone.excerpt is None


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
    )


def test_what_is_put_aside_is_held_and_what_is_reported_is_not_free(project, verified, verifier, other_verifier):
    postpone(assign_next(person=other_verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION))
    report(
        assignment=assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION), reasons=["language"]
    )
    now = progress(project)
    assert (now.submitted, now.held, now.withdrawn, now.free, now.reported) == (1, 1, 1, 0, 1)


def test_an_empty_project_is_all_noughts(project):
    assert progress(project) == Progress(0, 0, 0, 0, 0, 0, 0, 0)


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


def test_history_shows_the_current_revision_once(project, verified, verifier, rf):
    changed = edit(
        assignment=verified.assignment,
        client_id=uuid.uuid4(),
        base_revision=1,
        verdict="SUPPORTS",
        challenge="Other",
        evidence_sets=[[CELL]],
    )
    assert list(history(verifier, project)) == [changed]
    (row,) = measured_page(rf.get("/"), current_verifications(project))
    assert (row.pk, row.revision, row.sets, float(row.seconds)) == (changed.pk, 2, 1, 12.5)
