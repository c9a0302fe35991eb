"""Store the highlights, claims, tasks and reports of the simulated project."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from random import Random

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.demo.large.claims import MadeClaim
from annotation.demo.large.storing import assignment, made_uuid, store, store_logged, utc
from annotation.demo.large.workload import FIRST_DAY, Plan
from annotation.demo.large.world import Club
from annotation.projects.models import Project
from annotation.vocabulary.highlight_kinds import HighlightKind
from annotation.vocabulary.operation_names import OperationName, OwnOperation
from annotation.work.models import AssignmentState, Submission, Task
from annotation.work.skip_reasons import FORMATTING
from annotation.workflows.models import ClaimSet, GenerationItem, Highlight, Report, ReportReason, VerificationItem


def store_writing(
    project: Project,
    clubs: Sequence[Club],
    claims: Sequence[tuple[int, MadeClaim]],
    plan: Plan,
    writers: Sequence[User],
) -> list[Claim]:
    """Highlights, their tasks and claim sets, the claims, and the highlights that were skipped."""
    dice = Random(f"{project.slug} writing")
    written = sorted({club for club, _claim in claims})
    highlights = store(Highlight, (_highlight(project, clubs[n], dice) for n in written))
    tasks = GenerationItem.objects.create_tasks(project, highlights, is_done=True)
    begun = [_begun(dice) for _ in written]
    done = [
        assignment(task, writers[plan.writers[n]], AssignmentState.SUBMITTED, at, at + timedelta(seconds=400))
        for n, task, at in zip(written, tasks, begun, strict=True)
    ]
    assignments = store_logged(done, OperationName.FINISH)
    submissions = store(
        Submission, (Submission(assignment=one, client_id=made_uuid(dice), guidelines_version=0) for one in assignments)
    )
    sets = store(
        ClaimSet,
        (ClaimSet(submission=one, highlight=highlight) for one, highlight in zip(submissions, highlights, strict=True)),
    )
    _skip(plan, dict(zip(written, tasks, strict=True)), writers, dice)
    of_club = dict(zip(written, zip(highlights, sets, strict=True), strict=True))
    return store(
        Claim,
        (
            Claim(
                project=project,
                text=claim.text,
                highlight=of_club[club][0],
                claim_set=of_club[club][1],
                author=writers[plan.writers[club]],
                claim_type=claim.claim_type,
                mutation=claim.mutation,
                intended_label=claim.label,
                expected_challenge=claim.challenge,
            )
            for club, claim in claims
        ),
    )


def store_tasks(project: Project, claims: Sequence[Claim], plan: Plan) -> list[Task]:
    """A task per claim, done as often as the claim was verified."""
    times = Counter(done.claim for done in plan.done)
    return VerificationItem.objects.create_tasks(project, claims, [times[number] for number in range(len(claims))])


def store_reports(plan: Plan, tasks: Sequence[Task], people: Sequence[User], seed: int) -> None:
    """The claims that were reported, none of them decided: until then they are offered to nobody."""
    dice = Random(f"{seed} reports")
    found = sorted(plan.reported.items())
    for claim, (_person, at) in found:
        tasks[claim].withdrawn_at = utc(at)
    Task.objects.bulk_update([tasks[claim] for claim, _reported in found], ["withdrawn_at"], batch_size=500)
    reported = [
        assignment(tasks[claim], people[person], AssignmentState.REPORTED, utc(at) - timedelta(minutes=2), utc(at))
        for claim, (person, at) in found
    ]
    reasons = [dice.choice(ReportReason.values) for _ in reported]
    rows = zip(store_logged(reported, OwnOperation.REPORT, reasons), reasons, strict=True)
    reports = (Report(assignment=one, claim=one.task.verification_item.claim, reasons=[why]) for one, why in rows)
    store(Report, reports)


def _highlight(project: Project, club: Club, dice: Random) -> Highlight:
    kind = HighlightKind.TABLE if dice.random() < 2 / 3 else HighlightKind.SENTENCES
    shown = [club.table] if kind == HighlightKind.TABLE else list(club.sentences)
    return Highlight(project=project, kind=kind, page_title=club.title, element_ids=shown)


def _begun(dice: Random) -> datetime:
    """Draw a time in the two months before claims are verified."""
    return utc(datetime.combine(FIRST_DAY, time())) - timedelta(seconds=86400 + dice.randrange(60 * 86400))


def _skip(plan: Plan, tasks: dict[int, Task], writers: Sequence[User], dice: Random) -> None:
    rows = []
    for club, writer in plan.skipped.items():
        if club in tasks:
            at = _begun(dice)
            ended = at + timedelta(seconds=30)
            rows.append(assignment(tasks[club], writers[writer], AssignmentState.SKIPPED, at, ended))
    store_logged(rows, OwnOperation.SKIP, [FORMATTING.value] * len(rows))
