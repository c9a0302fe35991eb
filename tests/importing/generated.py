"""Projects of which everything is generated that a release tells, for the round trip through our own folder."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone
from hypothesis import strategies as st

from annotation.claims.near_duplicates import store_signatures
from annotation.models import Assignment, Claim, Evidence, Highlight, Project, QaSample, Submission, Task, Verification
from annotation.projects.models import Role
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.quality.workflows.claim_verification.report_decisions import decide
from annotation.release.summary import ReleaseOptions
from annotation.work.editing import edit
from annotation.work.models import AssignmentState
from annotation.work.operations import NewOperation
from annotation.work.submission import submit
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.models import VerificationItem
from corpus.models import StoredPage
from tests.cast import CAPTION, CELL, DECOMPOSED, ITEM, OTHER_PAGE, SECOND_SENTENCE, SENTENCE, member, tasks_of

ELEMENTS = (SENTENCE, SECOND_SENTENCE, CELL, CAPTION, ITEM, OTHER_PAGE, DECOMPOSED)
VERDICTS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
CHALLENGES = ("Other", "Numerical Reasoning", "Multi-hop Reasoning")
# Of a few words, so that some are near-duplicates; in NFC and in NFD.
WORDS = ("harbour", "league", "\xc5sa", "A\u030asa", "founded", "pilots", "won", "clubs", "played")
PAGES = ("Harbour League", "Anna Berg", "\xc5sa Lind", "Nowhere")
PEOPLE = 4  # verifiers

elements = st.sampled_from(ELEMENTS)
evidence = st.lists(
    st.lists(elements, min_size=1, max_size=3, unique=True), min_size=1, max_size=3, unique_by=frozenset
)
days = st.integers(0, 3)


@dataclass(frozen=True)
class Answer:
    """What somebody submits. `day`: of that, counted from the first; `suggested`: rank of a suggestion they took."""

    verdict: str
    challenge: str
    evidence: list[list[str]]
    unsure: bool
    day: int
    search: str
    suggested: int | None
    contradicts: bool


@dataclass(frozen=True)
class Decision:
    """An adjudication, if there is something to decide. `own`: evidence of the adjudicator's own; else the first's."""

    own: bool
    verdict: str
    evidence: list[list[str]]
    note: str


@dataclass(frozen=True)
class Written:
    """A claim with its work. `answers`: of each verifier the first answer and what they made of it later."""

    words: list[str]
    highlight: int | None
    claim_type: str
    mutation: str
    mutates: bool
    intended: str
    writer: int | None
    phase: int
    answers: list[list[Answer]]
    decisions: list[Decision]
    reported: str | None
    is_sample: bool


@dataclass(frozen=True)
class Plan:
    """A project. `lost`: a page that the corpus loses once all is done; `changed`: whether it reads otherwise."""

    claims: list[Written]
    lost: str | None
    changed: bool
    settings: ReleaseOptions


answers = st.builds(
    Answer,
    verdict=st.sampled_from(VERDICTS),
    challenge=st.sampled_from(CHALLENGES),
    evidence=evidence,
    unsure=st.booleans(),
    day=days,
    search=st.sampled_from(["", "Rey", "\xc5sa"]),
    suggested=st.none() | st.integers(1, 9),
    contradicts=st.booleans(),
)
decisions = st.builds(
    Decision,
    own=st.booleans(),
    verdict=st.sampled_from(VERDICTS),
    evidence=evidence,
    note=st.sampled_from(["", "See \u201cSeasons\u201d."]),
)
claims = st.builds(
    Written,
    words=st.lists(st.sampled_from(WORDS), min_size=2, max_size=6),
    highlight=st.none() | st.integers(0, 2),
    claim_type=st.sampled_from(["", "I", "II", "III"]),
    mutation=st.sampled_from(["", "Negation", "Tense Shift"]),
    mutates=st.booleans(),
    intended=st.sampled_from(["", *VERDICTS]),
    writer=st.none() | st.integers(0, 1),
    phase=st.sampled_from([0, 0, 0, 0, 1, 3]),
    answers=st.lists(st.lists(answers, min_size=1, max_size=2), max_size=3),
    decisions=st.lists(decisions, max_size=2),
    reported=st.sampled_from([None, None, None, "", "reinstated", "retired"]),
    is_sample=st.booleans(),
)
settings = st.builds(
    ReleaseOptions,
    splits=st.sampled_from([(0.8, 0.1, 0.1), (0.4, 0.3, 0.3), (1.0, 0.0, 0.0)]),
    seed=st.integers(0, 3),
    operations=st.sampled_from([True, True, False]),
    formats=st.sampled_from(
        [frozenset({"feverous", "fever", "tables", "datasets"}), frozenset({"tables", "corpus", "provenance"})]
    ),
)
plans = st.builds(
    Plan,
    claims=st.lists(claims, min_size=1, max_size=6),
    lost=st.sampled_from([None, None, "Anna Berg", "A\u030asa Lind"]),
    changed=st.sampled_from([False, False, False, True]),
    settings=settings,
)


def make(project: Project, plan: Plan) -> None:
    """Fill the project as the plan says. What the rules of the site refuse is not part of any plan."""
    people = [member(project, f"verifier-{number}", Role.VERIFIER) for number in range(PEOPLE)]
    writers = [member(project, f"writer-{number}", Role.CLAIM_WRITER) for number in range(2)]
    ada, maya = member(project, "ada", Role.ADJUDICATOR), member(project, "maya", Role.MANAGER)
    highlights = [
        Highlight.objects.create(project=project, kind=kind, page_title=page, element_ids=[SENTENCE, DECOMPOSED])
        for kind, page in zip(("sentences", "table", "sentences"), PAGES, strict=False)
    ]
    stored: list[Claim] = []
    for number, written in enumerate(plan.claims):
        claim = _claim(project, number, written, highlights, writers, stored)
        stored.append(claim)
        for person, revisions in zip(people, written.answers, strict=False):
            _verify(claim, person, revisions)
        _decide(claim, ada, written.decisions)
        if written.reported is not None:
            one = report(assignment=_hold(claim, people[-1]), reasons=["unverifiable"], note="What is good?")
            if written.reported:
                decide(report=one, by=maya, decision=written.reported, note="So be it.")
        if written.is_sample and claim.verifications.exists():
            first = claim.verifications.order_by("pk")[0]
            QaSample.objects.create(task=tasks_of(claim).get(), of=first, ways=2)
        Claim.objects.filter(pk=claim.pk).update(phase=written.phase)
        tasks_of(claim).update(phase=written.phase)
    if plan.lost is not None:
        StoredPage.objects.filter(title=plan.lost).delete()
    if plan.changed:
        Evidence.objects.filter(element_id=CELL).update(content_hash="0" * 64)


def _claim(
    project: Project,
    number: int,
    written: Written,
    highlights: list[Highlight],
    writers: list[Any],
    stored: list[Claim],
) -> Claim:
    claim = Claim.objects.create(
        project=project,
        text=f"{' '.join(written.words)} {'I' * (number + 1)}.",
        highlight=None if written.highlight is None else highlights[written.highlight],
        claim_type=written.claim_type,
        mutation=written.mutation,
        intended_label=written.intended,
        expected_challenge="Other" if written.intended else "",
        author=None if written.writer is None else writers[written.writer],
        mutated_claim=stored[-1] if written.mutates and stored else None,
    )
    store_signatures([claim])
    VerificationItem.objects.create_tasks(project, [claim])
    tasks_of(claim).update(required_annotations=5)
    return claim


def _hold(claim: Claim, person: Any) -> Assignment:
    """The claim, held by a person, whoever's turn it is."""
    task = tasks_of(claim).get()
    Task.objects.filter(pk=task.pk).update(assigned_count=task.assigned_count + 1)
    return Assignment.objects.create(
        task=task,
        project=claim.project,
        kind=task.kind,
        person=person,
        state=AssignmentState.HELD,
        leased_until=timezone.now() + timedelta(hours=1),
    )


def _verify(claim: Claim, person: Any, revisions: list[Answer]) -> None:
    first, *later = revisions
    assignment = _hold(claim, person)
    submit(assignment=assignment, client_id=uuid.uuid4(), operations=_operations(first), **_content(first))
    _date(assignment, 1, first.day)
    for one in later:
        revision = assignment.submissions.get(is_current=True).revision
        edit(
            assignment=assignment,
            client_id=uuid.uuid4(),
            base_revision=revision,
            operations=[{**each, "sequence": each["sequence"] + 10} for each in _operations(one)],
            **_content(one),
        )
        if assignment.submissions.get(is_current=True).revision > revision:
            _date(assignment, revision + 1, first.day + one.day)


def _content(one: Answer) -> dict[str, Any]:
    return {
        "verdict": one.verdict,
        "challenge": one.challenge,
        "evidence_sets": one.evidence,
        "unsure": one.unsure,
        "contradictions": [[SENTENCE, OTHER_PAGE]] if one.contradicts else [],
    }


def _operations(one: Answer) -> list[NewOperation]:
    made: list[NewOperation] = [{"sequence": 1, "name": "Now on", "value": "Harbour League", "seconds": 1}]
    if one.search:
        made.append({"sequence": 2, "name": "search", "value": one.search, "seconds": 2.25})
    element = one.evidence[0][0]
    if one.suggested is not None:
        taken = {"rank": one.suggested, "stage": "sentences", "set": 0}
        made.append({"sequence": 3, "name": "suggestion-accepted", "value": element, "seconds": 3, "detail": taken})
    made.append({"sequence": 4, "name": "Highlighting", "value": element, "seconds": 4, "active_seconds": 3})
    return made


def _date(assignment: Assignment, revision: int, day: int) -> None:
    """Say that this revision was submitted on another day."""
    moment = timezone.now() - timedelta(days=20 - day, seconds=assignment.pk % 7)
    Submission.objects.filter(assignment=assignment, revision=revision).update(created_at=moment)
    if revision == 1:
        Assignment.objects.filter(pk=assignment.pk).update(ended_at=moment)


def _decide(claim: Claim, ada: Any, wanted: list[Decision]) -> None:
    said = list(Verification.objects.filter(claim=claim, submission__is_current=True).order_by("pk"))
    for number, one in enumerate(wanted if len(said) > 1 else []):
        how: dict[str, Any] = {"kind": "one", "chosen": said[0]}
        if one.own:
            sets = {"verdict": one.verdict, "challenge": "Other", "evidence_sets": one.evidence}
            how = {"kind": "new", **sets}
        adjudicate(claim=claim, adjudicator=ada, error_type="overlooked", note=one.note, base_revision=number, **how)
