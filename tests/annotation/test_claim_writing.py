"""Three claims from a highlight: handed in once, verified by others, changed until somebody verifies them."""

from __future__ import annotations

import uuid

import pytest

from annotation.claims.text_rules import cleaned
from annotation.errors import AnnotationError, AssignmentClosed, Invalid
from annotation.models import Claim, ClaimRevision, ClaimSet, Operation, Task
from annotation.vocabulary.labels import ClaimType
from annotation.work.assignment import assign_next, release
from annotation.work.models import AssignmentState
from annotation.work.submission import submit
from annotation.workflows.claim_generation.editing import edit, revisions
from annotation.workflows.claim_generation.rules import WrittenClaim, problems
from annotation.workflows.claim_verification.payload import for_verifier
from annotation.workflows.kinds import TaskKind
from tests.cast import claim_of, three_claims

pytestmark = pytest.mark.both_databases

FIRST, SECOND, THIRD = ClaimType


def written(**changes):
    return {
        ClaimType(kind): WrittenClaim(claim["text"], claim["challenge"])
        for kind, claim in three_claims(**changes).items()
    }


def submit_work(assignment, client_id=None, **changes):
    return submit(assignment=assignment, client_id=client_id or uuid.uuid4(), claims=written(**changes))


# --- Rules -----------------------------------------------------------------------------------------------------------


def test_complete_claims_have_no_problems():
    assert problems(written()) == {}


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"I": ""}, "claims.I.text", "Write this claim"),
        ({"II": "x" * 2001}, "claims.II.text", "2001 characters"),
        ({"III": "a \ud800 b"}, "claims.III.text", "cannot be stored"),
        ({"III": "the harbour league was FOUNDED in 1931."}, "claims.III.text", "same as claim I"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(changes, field, words):
    found = problems(written(**changes))
    assert list(found) == [field]
    assert words in found[field][0]


def test_a_challenge_must_be_chosen_for_each():
    claims = written() | {SECOND: WrittenClaim("A claim of its own.", "")}
    assert list(problems(claims)) == ["claims.II.challenge"]


def test_a_claim_is_kept_on_one_line_in_nfc():
    assert cleaned("  A\u030asa\n\tLind ") == "Åsa Lind"


# --- Handing in ------------------------------------------------------------------------------------------------------


def test_three_claims_are_stored_as_the_highlight_asked(writing, writer, highlight):
    claim_set, created = submit_work(writing)
    first, second, third = claim_set.claims.order_by("id")
    assert created
    assert [claim.claim_type for claim in (first, second, third)] == ["I", "II", "III"]
    assert [claim.intended_label for claim in (first, second, third)] == ["REFUTES", "", ""]
    assert (third.mutation, third.mutated_claim) == ("Negation", second)
    assert {claim.author for claim in (first, second, third)} == {writer}
    assert {claim.highlight for claim in (first, second, third)} == {highlight}


def test_handing_in_closes_the_task_and_ends_the_log(writing):
    submit_work(writing)
    writing.refresh_from_db()
    assert writing.state == AssignmentState.SUBMITTED
    assert list(Operation.objects.filter(assignment=writing).values_list("name", flat=True)) == ["start", "finish"]


def test_each_claim_is_wanted_for_verification_but_not_by_its_writer(writing, writer, verifier, project):
    submit_work(writing)
    assert Task.objects.filter(kind=TaskKind.CLAIM_VERIFICATION).count() == 3
    assert assign_next(person=writer, project=project, kind=TaskKind.CLAIM_VERIFICATION) is None
    assert assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION) is not None


def test_a_verifier_is_told_nothing_but_the_words(writing, verifier, project):
    submit_work(writing)
    taken = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    payload = for_verifier(taken)
    assert list(payload["claim"]) == ["text"]
    assert not {"asked", "highlight", "claims"} & set(payload)


def test_the_same_client_id_finds_the_first_answer(writing):
    client_id = uuid.uuid4()
    first, _ = submit_work(writing, client_id)
    again, created = submit_work(writing, client_id, I="Other words came along.")
    assert (again, created) == (first, False)
    assert Claim.objects.count() == 3


def test_a_second_submission_of_another_client_is_refused(writing):
    submit_work(writing)
    with pytest.raises(AssignmentClosed):
        submit_work(writing)
    assert ClaimSet.objects.count() == 1


def test_a_claim_that_the_project_has_is_named_and_nothing_is_stored(writing, project):
    Claim.objects.create(project=project, text=three_claims()["II"]["text"])
    with pytest.raises(Invalid) as caught:
        submit_work(writing)
    assert list(caught.value.fields) == ["claims.II.text"]
    writing.refresh_from_db()
    assert (ClaimSet.objects.count(), writing.state) == (0, AssignmentState.HELD)


# --- Changing --------------------------------------------------------------------------------------------------------


@pytest.fixture
def claim_set(writing):
    return submit_work(writing)[0]


def change(claim_set, writer, base=None, **changes):
    return edit(
        claim_set=claim_set, person=writer, claims=written(**changes), base_revisions=base or revisions(claim_set)
    )


def test_a_change_is_a_revision_and_the_old_words_stay(claim_set, writer):
    assert change(claim_set, writer, II="Anna Berg founded the league.") == {FIRST: 1, SECOND: 2, THIRD: 1}
    claim = claim_set.claims.get(claim_type="II")
    assert claim.text == "Anna Berg founded the league."
    assert [each.text for each in claim.revisions.all()] == [three_claims()["II"]["text"], claim.text]


def test_the_same_change_twice_is_one_revision(claim_set, writer):
    base = revisions(claim_set)
    change(claim_set, writer, base, II="Anna Berg founded the league.")
    assert change(claim_set, writer, base, II="Anna Berg founded the league.") == {FIRST: 1, SECOND: 2, THIRD: 1}


def test_a_change_from_an_old_window_is_refused(claim_set, writer):
    base = revisions(claim_set)
    change(claim_set, writer, base, II="Anna Berg founded the league.")
    with pytest.raises(AnnotationError) as caught:
        change(claim_set, writer, base, II="Berg founded it.")
    assert caught.value.code == "revision_conflict"


def test_a_claim_that_somebody_has_begun_to_verify_stays_as_it_is(claim_set, writer, verifier, project):
    taken = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    kind = claim_of(taken).claim_type
    with pytest.raises(AnnotationError) as caught:
        change(claim_set, writer, **{kind: "Quite another claim."})
    assert caught.value.code == "verification_started"
    assert ClaimRevision.objects.count() == 3


def test_the_others_can_still_be_changed(claim_set, writer, verifier, project):
    taken = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    other = next(kind for kind in ClaimType if kind.value != claim_of(taken).claim_type)
    assert change(claim_set, writer, **{other.value: "Quite another claim."})[other] == 2


def test_a_claim_that_was_begun_and_given_back_stays_as_it_is_too(claim_set, writer, verifier, project):
    taken = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    release(taken)
    with pytest.raises(AnnotationError, match="Verification has begun"):
        change(claim_set, writer, **{claim_of(taken).claim_type: "Quite another claim."})


def test_a_change_to_a_claim_that_the_project_has_is_refused(claim_set, writer, project):
    Claim.objects.create(project=project, text="A claim from a file.")
    with pytest.raises(Invalid) as caught:
        change(claim_set, writer, III="A claim from a file.")
    assert list(caught.value.fields) == ["claims.III.text"]
