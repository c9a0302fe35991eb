"""Deciding where annotators disagree: the queue, the decision, what is released, what goes back to its annotator."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.errors import AnnotationError, Invalid
from annotation.models import Adjudication, Assignment, Claim, QaSample, RevisionRequest, Verification
from annotation.projects.models import Role
from annotation.quality.adjudication.adjudicate import adjudicate, current_adjudication
from annotation.quality.adjudication.models import Outcome
from annotation.quality.adjudication.queue import Wanted, disagreeing, letters, queue, several
from annotation.quality.adjudication.rules import disagreement, merged, problems
from annotation.quality.agreement.queries import items_of
from annotation.quality.calibration.gold_items import GoldAnswer, make_gold
from annotation.quality.sampling.visibility import visible_claims
from annotation.quality.workflows.claim_verification.report_decisions import decide as decide_report
from annotation.quality.workflows.claim_verification.revision_requests import send_back, stand_by
from annotation.release.feverous import released as read_released
from annotation.release.summary import Counts
from annotation.suggestions.hashing import text_hash
from annotation.suggestions.missed_evidence import BEST, nei_on_unopened_pages
from annotation.suggestions.models import Suggestion, SuggestionRun
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.work.editing import edit, is_editable
from annotation.work.models import Submission
from annotation.workflows.claim_verification.comparison import verified_by_several
from annotation.workflows.claim_verification.editing import editable_until
from annotation.workflows.claim_verification.queries import open_revision_requests
from annotation.workflows.claim_verification.reporting import report
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from tests.annotation.disagreeing import said
from tests.annotation.released import records
from tests.annotation.worker import at_once
from tests.cast import CELL, OTHER_PAGE, SECOND_SENTENCE, SENTENCE, member, tasks_of

pytestmark = pytest.mark.both_databases

SUPPORTS, REFUTES, NEI = "SUPPORTS", "REFUTES", "NOT ENOUGH INFO"


@pytest.fixture
def adjudicator(project):
    return member(project, "ada", Role.ADJUDICATOR)


@pytest.fixture
def third(project):
    return member(project, "vera", Role.VERIFIER)


@pytest.fixture
def disagreed(project, verifier, other_verifier, claims):
    """The first claim, supported by one and refuted by another."""
    said(project, verifier, SUPPORTS, [SENTENCE], [CELL])
    said(project, other_verifier, REFUTES, [OTHER_PAGE])
    return claims[0]


def decide(claim, adjudicator, **changes):
    words = {"kind": "new", "verdict": REFUTES, "challenge": "Other", "evidence_sets": [[SENTENCE]]}
    return adjudicate(claim=claim, adjudicator=adjudicator, **(words | {"error_type": "overlooked"} | changes))


def by(claim, person):
    return Verification.objects.get(claim=claim, submission__is_current=True, submission__assignment__person=person)


# --- How far apart ---------------------------------------------------------------------------------------------------
def sets(*each):
    return tuple(frozenset(one) for one in each)


@pytest.mark.parametrize(
    ("ratings", "verdicts", "evidence"),
    [
        ([("S", sets("ab")), ("S", sets("ab"))], 1, 1),
        ([("S", sets("ab")), ("R", sets("cd"))], 0, 0),
        ([("S", sets("ab", "x")), ("R", sets("abcd", "y"))], 0, 2 * 2 / 6),
        ([("S", sets("a")), ("S", sets("a")), ("R", sets("b"))], 1 / 3, 1 / 3),
        ([("S", ()), ("S", ())], 1, None),
    ],
)
def test_how_far_apart_annotators_are(ratings, verdicts, evidence):
    found = disagreement(ratings)
    assert found.verdicts == pytest.approx(verdicts)
    assert found.evidence == (None if evidence is None else pytest.approx(evidence))


def test_ticked_evidence_comes_together_by_set():
    ticked = [(3, "a"), (1, "b"), (3, "c"), (3, "a"), (1, "a")]
    assert merged(ticked) == [["b", "a"], ["a", "c"]]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"kind": "guess"}, "kind"),
        ({"error_type": ""}, "error_type"),
        ({"error_type": "other"}, "note"),
        ({"note": "x" * 2001}, "note"),
        ({"verdict": ""}, "verdict"),
        ({"evidence_sets": []}, "evidence_sets"),
        ({"kind": "merged", "known": [CELL]}, "evidence_sets"),
    ],
)
def test_an_unfinished_decision_is_refused(changes, field):
    whole = {"kind": "new", "error_type": "counting", "note": "", "verdict": NEI, "challenge": "Other"}
    found = problems(**(whole | {"evidence_sets": [[SENTENCE]], "max_sets": 3} | changes))
    assert list(found) == [field]


# --- The queue -------------------------------------------------------------------------------------------------------
def test_the_queue_begins_with_the_lowest_agreement(project, verifier, other_verifier, third, claims):
    for person, verdicts in (
        (verifier, (SUPPORTS, SUPPORTS, SUPPORTS)),
        (other_verifier, (SUPPORTS, REFUTES, SUPPORTS)),
        (third, (REFUTES, NEI, SUPPORTS)),
    ):
        for verdict in verdicts:
            said(project, person, verdict, [SENTENCE])
    assert [entry.claim for entry in queue(project)] == [claims[1].pk, claims[0].pk]
    assert [entry.disagreement.verdicts for entry in queue(project)] == [0, pytest.approx(1 / 3)]


def test_of_equal_verdicts_the_least_common_evidence_comes_first(project, verifier, other_verifier, claims):
    theirs = ([[CELL], [SENTENCE]], [[OTHER_PAGE]], [[SENTENCE, CELL, SECOND_SENTENCE]])
    for evidence in theirs:
        said(project, verifier, SUPPORTS, [SENTENCE])
        said(project, other_verifier, SUPPORTS, *evidence)
    assert queue(project) == []
    found = queue(project, Wanted.EVIDENCE)
    assert [(entry.claim, entry.disagreement.evidence) for entry in found] == [(claims[1].pk, 0), (claims[2].pk, 0.5)]


def test_a_claim_that_becomes_gold_leaves_the_queue(project, disagreed, manager):
    assert [entry.claim for entry in queue(project)] == [disagreed.pk]
    make_gold(claim=disagreed, phase=Phase.SECOND, right=GoldAnswer(SUPPORTS, ["Other"], [[SENTENCE]]), by=manager)
    assert queue(project) == []


def test_what_is_decided_leaves_the_queue(project, disagreed, adjudicator):
    assert [entry.claim for entry in queue(project)] == [disagreed.pk]
    decide(disagreed, adjudicator)
    assert queue(project) == [] and [entry.claim for entry in queue(project, Wanted.DONE)] == [disagreed.pk]


def test_reported_claims_calibration_and_single_verdicts_are_not_in_it(project, verifier, disagreed, third):
    said(project, verifier, SUPPORTS, [SENTENCE])
    tasks_of(disagreed).update(phase=1)
    assert not disagreeing(project).exists() and not several(project).exists()
    tasks_of(disagreed).update(phase=0)
    assert len(queue(project)) == 1
    report(assignment=assign_next(person=third, project=project, kind="claim_verification"), reasons=["language"])
    assert queue(project) == []


def test_letters_tell_nothing_of_order_and_stay_the_same(project, disagreed, verifier):
    rows = list(Verification.objects.select_related("submission__assignment"))
    before = {row.assignment_id: letter for row, letter in ((row, letters(rows)[row.pk]) for row in rows)}
    assert sorted(before.values()) == ["A", "B"]
    first = by(disagreed, verifier).assignment
    edit(
        assignment=first,
        client_id=uuid.uuid4(),
        base_revision=1,
        verdict=NEI,
        challenge="Other",
        evidence_sets=[[CELL]],
    )
    rows = list(Verification.objects.filter(submission__is_current=True).select_related("submission__assignment"))
    assert {row.assignment_id: letters(rows)[row.pk] for row in rows} == before
    # By the public id alone: whichever is greater is B, whoever was first.
    other = Assignment.objects.exclude(pk=first.pk).get(state="submitted")
    Assignment.objects.filter(pk=first.pk).update(public_id=uuid.UUID(int=2))
    Assignment.objects.filter(pk=other.pk).update(public_id=uuid.UUID(int=1))
    rows = list(Verification.objects.filter(submission__is_current=True).select_related("submission__assignment"))
    assert {row.assignment_id: letters(rows)[row.pk] for row in rows} == {other.pk: "A", first.pk: "B"}


def test_a_correction_empties_the_queue_at_once(project, disagreed, manager, third):
    assert len(queue(project)) == 1
    made = report(
        assignment=assign_next(person=third, project=project, kind="claim_verification"), reasons=["language"]
    )
    decide_report(report=made, by=manager, decision="corrected", text="Anna Berg founded a league.")
    assert queue(project) == []


# --- Deciding --------------------------------------------------------------------------------------------------------
def test_one_of_them_holds_with_the_evidence_as_it_was_pinned(project, disagreed, adjudicator, verifier):
    page = build_page("Harbour League", "The league is older than anybody knows.").page
    chosen = by(disagreed, verifier)
    save_pages(project.corpus, [PageRecord(page, revision=200)])
    made = decide(disagreed, adjudicator, kind="one", chosen=chosen, verdict=REFUTES)
    assert (made.verdict, made.challenge, made.revision) == (SUPPORTS, "Other", 1)
    assert [[one["element_id"] for one in each] for each in made.evidence_sets] == [[SENTENCE], [CELL]]
    assert {one["page_revision"] for each in made.evidence_sets for one in each} == {100}
    assert "Harbour League_title" in made.evidence_sets[0][0]["context"]


def test_merged_evidence_is_theirs_alone_and_new_evidence_is_not(disagreed, adjudicator):
    with pytest.raises(Invalid) as caught:
        decide(disagreed, adjudicator, kind="merged", evidence_sets=[[SENTENCE, SECOND_SENTENCE]])
    assert list(caught.value.fields) == ["evidence_sets"]
    decide(disagreed, adjudicator, kind="merged", evidence_sets=[[SENTENCE, OTHER_PAGE]])
    made = decide(disagreed, adjudicator, evidence_sets=[[SENTENCE, SECOND_SENTENCE]], base_revision=1)
    assert made.kind == Outcome.NEW and current_adjudication(disagreed) == made


def test_evidence_the_corpus_does_not_have_is_refused(disagreed, adjudicator):
    with pytest.raises(Invalid):
        decide(disagreed, adjudicator, evidence_sets=[["Nowhere_sentence_0"]])
    assert not Adjudication.objects.exists()


def test_a_second_decision_is_a_revision_and_the_first_stays(disagreed, adjudicator, manager):
    decide(disagreed, adjudicator)
    with pytest.raises(AnnotationError, match="meanwhile"):
        decide(disagreed, manager)
    decide(disagreed, manager, verdict=NEI, base_revision=1)
    assert list(Adjudication.objects.values_list("revision", "verdict", "is_current")) == [
        (1, REFUTES, False),
        (2, NEI, True),
    ]


def test_nobody_decides_on_their_own_work(disagreed, verifier, writer):
    for person in (verifier, writer):
        with pytest.raises(AnnotationError) as caught:
            decide(disagreed, person)
        assert caught.value.code == "own_work"


def test_an_earlier_revision_or_another_claims_verification_cannot_be_chosen(project, disagreed, adjudicator, verifier):
    old = by(disagreed, verifier)
    edit(
        assignment=old.assignment,
        client_id=uuid.uuid4(),
        base_revision=1,
        verdict=NEI,
        challenge="Other",
        evidence_sets=[[CELL]],
    )
    elsewhere = said(project, verifier, SUPPORTS, [SENTENCE])
    for chosen in (old, elsewhere, None):
        with pytest.raises(Invalid) as caught:
            decide(disagreed, adjudicator, kind="one", chosen=chosen)
        assert list(caught.value.fields) == ["chosen"]


# --- What is released ------------------------------------------------------------------------------------------------
def released(project):
    counts = Counts()
    return {row.id: row for row in records(project, counts)}, counts


def test_adjudicated_goes_before_unanimous_before_single(project, disagreed, adjudicator, verifier, other_verifier):
    claims = Claim.objects.order_by("pk")
    said(project, verifier, SUPPORTS, [SENTENCE])
    said(project, other_verifier, SUPPORTS, [CELL])
    said(project, verifier, NEI, [CELL])
    rows, counts = released(project)
    assert [row.source for row in rows.values()] == ["unanimous", "single"]
    assert counts.excluded == {"verdicts disagree": 1}
    decide(disagreed, adjudicator, evidence_sets=[[SENTENCE], [OTHER_PAGE]])
    rows, counts = released(project)
    assert [row.source for row in rows.values()] == ["adjudicated", "unanimous", "single"]
    assert counts.sources == {"adjudicated": 1, "unanimous": 1, "single": 1} and not counts.excluded
    assert list(rows) == [claim.pk for claim in claims]  # repeated verifications are one row
    row = rows[disagreed.pk]
    assert (row.label, [one.content for one in row.evidence]) == (REFUTES, [(SENTENCE,), (OTHER_PAGE,)])
    assert row.evidence[0].context[SENTENCE] == ("Harbour League_title",)


def test_the_log_of_the_one_who_was_right_goes_with_it(project, disagreed, adjudicator, verifier):
    decide(disagreed, adjudicator, kind="one", chosen=by(disagreed, verifier))
    assert [one.operation for one in released(project)[0][disagreed.pk].annotator_operations][-1] == "finish"


def test_with_new_evidence_goes_the_log_of_the_first_who_gave_that_verdict(project, disagreed, adjudicator):
    """Readers of FEVEROUS want operations with every row."""
    agreeing, other = Verification.objects.filter(claim=disagreed).order_by("-verdict")[::-1]
    assert (agreeing.verdict, other.verdict) == (REFUTES, SUPPORTS)
    decide(disagreed, adjudicator)
    (read,) = read_released(project, Counts())
    assert [(one.assignment, one.log) for one in read.spoken] == [(None, agreeing.assignment_id)]
    names = [one.operation for one in released(project)[0][disagreed.pk].annotator_operations]
    assert (names[0], names[-1]) == ("start", "finish")


def test_calibration_is_not_released(project, disagreed, adjudicator):
    decide(disagreed, adjudicator)
    Claim.objects.filter(pk=disagreed.pk).update(phase=1)
    rows, counts = released(project)
    assert not rows and (counts.claims, counts.excluded["calibration"], counts.released) == (3, 1, 0)


# --- Sending back ----------------------------------------------------------------------------------------------------
def test_what_is_sent_back_can_be_changed_after_the_time_for_changes(project, disagreed, verifier, adjudicator):
    mine = by(disagreed, verifier)
    long_ago = timezone.now() - timedelta(days=30)
    Assignment.objects.filter(pk=mine.assignment_id).update(ended_at=long_ago)
    assignment = Assignment.objects.select_related("project").get(pk=mine.assignment_id)
    assert not is_editable(assignment)
    back = send_back(verification=mine, by=adjudicator, note="The table has two rows of 2001.")
    assert list(open_revision_requests(verifier, project)) == [back] and queue(project)[0].waiting
    assert is_editable(assignment) and editable_until(assignment) is None
    edit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        base_revision=1,
        verdict=REFUTES,
        challenge="Other",
        evidence_sets=[[CELL]],
    )
    back.refresh_from_db()
    assert back.resolved_at is not None and back.answer == ""
    assert (
        not is_editable(assignment) and not open_revision_requests(verifier, project).exists() and queue(project) == []
    )


def test_an_annotator_may_leave_it_as_it_is_and_say_why(project, disagreed, verifier, adjudicator):
    mine = by(disagreed, verifier)
    send_back(verification=mine, by=adjudicator, note="Sure?")
    with pytest.raises(Invalid):
        stand_by(assignment=mine.assignment, answer=" ")
    assert stand_by(assignment=mine.assignment, answer="The caption says so.")
    assert not stand_by(assignment=mine.assignment, answer="Again.")
    assert RevisionRequest.objects.get().answer == "The caption says so."


def test_a_verification_is_sent_back_once_at_a_time_and_with_a_note(disagreed, verifier, adjudicator):
    mine = by(disagreed, verifier)
    with pytest.raises(Invalid):
        send_back(verification=mine, by=adjudicator, note=" ")
    send_back(verification=mine, by=adjudicator, note="Sure?")
    with pytest.raises(AnnotationError) as caught:
        send_back(verification=mine, by=adjudicator, note="Sure?")
    assert caught.value.code == "returned_already"
    assert RevisionRequest.objects.count() == 1


def refused(verification, adjudicator):
    with pytest.raises(AnnotationError) as caught:
        send_back(verification=verification, by=adjudicator, note="Look again.")
    assert not RevisionRequest.objects.exists()
    assert caught.value.code == "stays"
    return caught.value.message


def test_what_its_annotator_may_have_seen_beside_the_others_answers_is_not_sent_back(
    project, disagreed, verifier, adjudicator
):
    """They would look again with the others' answers in mind, and change theirs to be like them."""
    tasks_of(disagreed).update(required_annotations=2)
    mine = by(disagreed, verifier)
    long_ago = timezone.now() - timedelta(days=30)
    Assignment.objects.filter(task__verification_item__claim=disagreed).update(ended_at=long_ago)
    Submission.objects.filter(verification__claim=disagreed).update(created_at=long_ago)
    QaSample.objects.create(task=mine.assignment.task, of=mine, ways=2)
    assert list(visible_claims(verifier, project)) == [disagreed]
    assert "may have seen the others’ answers" in refused(mine, adjudicator)


@pytest.mark.parametrize("role", [Role.MANAGER, Role.ADJUDICATOR, Role.OBSERVER])
def test_to_whoever_may_look_at_all_answers_nothing_is_sent_back(project, disagreed, verifier, adjudicator, role):
    member(project, verifier.username, role)
    assert "may look at everybody’s answers" in refused(by(disagreed, verifier), adjudicator)


@pytest.mark.parametrize("phase", [Phase.FIRST, Phase.SECOND, Phase.SILENT])
def test_gold_is_not_sent_back(disagreed, verifier, adjudicator, phase):
    tasks_of(disagreed).update(phase=phase)
    assert "known answer" in refused(by(disagreed, verifier), adjudicator)


def test_agreement_counts_what_people_said_before_something_was_sent_back(
    project, disagreed, verifier, other_verifier, adjudicator
):
    """Their second look was asked for by somebody who had seen all answers: it is not independent of them."""
    before = items_of(project)
    mine = by(disagreed, verifier)
    assert {one.verdict for one in before[0].ratings} == {SUPPORTS, REFUTES}
    for verdict in (REFUTES, NEI):  # sent back, changed, sent back and changed once more
        mine = by(disagreed, verifier)
        send_back(verification=mine, by=adjudicator, note="Look at the table.")
        edit(
            assignment=Assignment.objects.select_related("project").get(pk=mine.assignment_id),
            client_id=uuid.uuid4(),
            base_revision=mine.revision,
            verdict=verdict,
            challenge="Other",
            evidence_sets=[[OTHER_PAGE]],
        )
    assert by(disagreed, verifier).verdict == NEI
    assert items_of(project) == before
    assert verified_by_several(project, Claim.objects.filter(pk=disagreed.pk).values("pk")) == before


def test_what_was_changed_by_oneself_counts_as_it_is_now(project, disagreed, verifier):
    assignment = Assignment.objects.select_related("project").get(pk=by(disagreed, verifier).assignment_id)
    edit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        base_revision=1,
        verdict=NEI,
        challenge="Other",
        evidence_sets=[[CELL]],
    )
    assert {one.verdict for one in items_of(project)[0].ratings} == {NEI, REFUTES}


# --- Pages nobody opened ---------------------------------------------------------------------------------------------
def test_nei_is_listed_where_somebody_found_evidence_on_a_page_it_never_opened(
    project, verifier, other_verifier, claims
):
    missed = said(project, verifier, NEI, [SENTENCE], opened=["Harbour League"])
    assert nei_on_unopened_pages(project) == []
    said(project, other_verifier, SUPPORTS, [OTHER_PAGE, SENTENCE], opened=["Anna Berg"])
    said(project, verifier, NEI, [SENTENCE], opened=["Harbour League", "Anna Berg"])
    said(project, other_verifier, REFUTES, [OTHER_PAGE])
    (found,) = nei_on_unopened_pages(project)
    assert (found.verification, found.pages, found.verdicts) == (missed.pk, ["Anna Berg"], [SUPPORTS])


def test_what_only_the_adjudicator_found_counts_too(project, verifier, claims, adjudicator):
    missed = said(project, verifier, NEI, [SENTENCE], opened=["Harbour League"])
    decide(claims[0], adjudicator, evidence_sets=[[OTHER_PAGE]])
    assert [(one.verification, one.pages) for one in nei_on_unopened_pages(project)] == [(missed.pk, ["Anna Berg"])]


def test_what_the_model_alone_found_is_listed_last_and_said_to_be_the_model_s(project, verifier, claims, adjudicator):
    by_people = said(project, verifier, NEI, [SENTENCE], opened=["Harbour League"])
    decide(by_people.claim, adjudicator, evidence_sets=[[OTHER_PAGE]])
    alone = said(project, verifier, NEI, [SENTENCE], opened=["Harbour League"])
    suggested(project, alone.claim, ["Anna Berg", "Harbour League"])
    suggested(project, by_people.claim, ["Anna Berg"])
    first, last = nei_on_unopened_pages(project)
    assert (first.verification, first.found_by) == (by_people.pk, {"Anna Berg": ["adjudicator", "model"]})
    assert (last.verification, last.pages, last.verdicts) == (alone.pk, ["Anna Berg"], [])
    assert (last.by, last.found_by) == (["model"], {"Anna Berg": ["model"]})


def test_suggestions_for_words_that_were_corrected_and_low_ranks_do_not_count(project, verifier, claims):
    missed = said(project, verifier, NEI, [SENTENCE], opened=["Harbour League"])
    suggested(project, missed.claim, ["Harbour League"] * BEST + ["Anna Berg"])
    assert nei_on_unopened_pages(project) == []
    suggested(project, missed.claim, ["Anna Berg"], version="2", text="Other words.")
    assert nei_on_unopened_pages(project) == []
    suggested(project, missed.claim, ["Anna Berg"], version="3")
    assert [one.pages for one in nei_on_unopened_pages(project)] == [["Anna Berg"]]


def suggested(project, claim, titles, *, version="1", text=None):
    run = SuggestionRun.objects.create(
        project=project, claim=claim, text_hash=text_hash(text or claim.text), state="ready", version=version
    )
    for rank, title in enumerate(titles, start=1):
        Suggestion.objects.create(
            run=run, element_id=f"{title}_sentence_{rank}", page_title=title, stage="sentences", rank=rank, score=1.0
        )


# --- At once ---------------------------------------------------------------------------------------------------------
@pytest.mark.django_db(transaction=True)
def test_of_several_who_decide_at_once_one_does_and_the_others_are_told(transactional_db, project, disagreed):
    people = [member(project, f"ada-{number}", Role.ADJUDICATOR) for number in range(4)]
    answers = at_once(
        "adjudicate_once", [{"claim": disagreed.pk, "person": one.username, "element": SENTENCE} for one in people]
    )
    assert sorted(map(str, answers)) == ["1", *["revision_conflict"] * 3]
    assert Adjudication.objects.filter(is_current=True).count() == Adjudication.objects.count() == 1
