"""An untrusted element is no evidence: by submission, draft, gold and suggestion."""

from __future__ import annotations

import pytest

from annotation.errors import Invalid
from annotation.evidence.snapshotting import pin
from annotation.evidence.trust import untrusted_elements
from annotation.models import Draft, Verification
from annotation.work.models import AssignmentState
from corpus.models import StoredPage
from corpus.page.elements import Untrusted
from tests.annotation.conftest import error_of
from tests.cast import CAPTION, CELL, ITEM, OTHER_PAGE, SECOND_SENTENCE, SENTENCE, submission

pytestmark = pytest.mark.both_databases

CELLS, TEXT = Untrusted.TEMPLATE_CELLS, Untrusted.MISSING_TEXT


@pytest.fixture(autouse=True)
def marks(corpus) -> None:
    """The table, the first sentence and the second item of the page."""
    untrusted = {"table_0": CELLS, "sentence_0": TEXT, "item_0_1": TEXT}
    StoredPage.objects.filter(corpus=corpus, title="Harbour League").update(untrusted=untrusted)


def test_marks_are_found_by_the_ids_of_elements(corpus):
    asked = [SENTENCE, SECOND_SENTENCE, CELL, CAPTION, ITEM, OTHER_PAGE, "nonsense", "No page_sentence_0"]
    assert untrusted_elements(corpus.pk, asked) == {SENTENCE: TEXT, CELL: CELLS, CAPTION: CELLS, ITEM: TEXT}


def test_marks_are_found_by_one_query(corpus, django_assert_num_queries):
    with django_assert_num_queries(1):
        untrusted_elements(corpus.pk, [SENTENCE, OTHER_PAGE])
    with django_assert_num_queries(0):
        assert untrusted_elements(corpus.pk, []) == {}


@pytest.mark.parametrize(("element", "is_refused"), [(SENTENCE, True), (CELL, True), (SECOND_SENTENCE, False)])
def test_it_cannot_be_pinned(corpus, element, is_refused):
    if not is_refused:
        assert pin(corpus.pk, [[element]])[0][0].element_id == element
        return
    with pytest.raises(Invalid) as refused:
        pin(corpus.pk, [[SECOND_SENTENCE], [element]])
    (message,) = refused.value.fields["evidence_sets"]
    assert element in message


def test_a_submission_with_it_is_refused_and_names_it(browser, assignment):
    error = error_of(browser.post("submission/", submission(evidence_sets=[[SECOND_SENTENCE, CELL]])), 400)
    assert error["code"] == "invalid" and list(error["fields"]) == ["evidence_sets"]
    assert CELL in error["fields"]["evidence_sets"][0] and not Verification.objects.exists()
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD


def test_a_draft_with_it_is_refused_and_names_it(browser):
    body = {"sets": [[SECOND_SENTENCE], [ITEM]], "active_set": 0, "verdict": "", "challenge": "", "place": {}}
    error = error_of(browser.put("draft/", {"base_version": 0, "body": body}), 400)
    assert error["code"] == "invalid" and ITEM in error["fields"]["body.sets"][0]
    assert not Draft.objects.exists()
    body["sets"] = [[SECOND_SENTENCE]]
    assert browser.put("draft/", {"base_version": 0, "body": body}).status_code == 200


def test_a_draft_without_evidence_is_saved(browser):
    assert browser.put("draft/", {"base_version": 0, "body": {"verdict": "SUPPORTS"}}).status_code == 200
