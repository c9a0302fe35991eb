"""Calibrate the simulated verifiers: two phases of gold items, scored and approved by the real functions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from random import Random

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.demo.large.claims import MadeClaim
from annotation.demo.large.people import Verifier, answer, moment
from annotation.demo.large.storing import store, utc
from annotation.demo.large.storing_work import store_verifications
from annotation.demo.large.workload import FIRST_DAY, Done
from annotation.demo.large.world import Club
from annotation.projects.models import Project
from annotation.quality.calibration.approval import decide
from annotation.quality.calibration.gold_items import GoldAnswer, make_gold
from annotation.quality.calibration.models import Calibration, Decision, GoldItem
from annotation.quality.calibration.phase_completion import read_feedback, score_phase
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Task

WEEK_BEFORE = 0  # the weeks of production count from 1


def calibrate(
    project: Project,
    gold: Sequence[tuple[int, MadeClaim]],
    clubs: Sequence[Club],
    people: Sequence[Verifier],
    users: Sequence[User],
    manager: User,
    seed: int,
) -> None:
    """Half of the gold claims are the first phase, half the second; everybody does all of them, and is approved."""
    project.calibration, project.calibration_items = True, len(gold) // 2
    project.save(update_fields=["calibration", "calibration_items"])
    tasks = _gold(project, gold, manager)
    done = [
        Done(number, person, answer(claim, verifier, WEEK_BEFORE, clubs[club].elements, dice), at)
        for person, verifier in enumerate(people)
        for dice in [Random(f"{seed} calibration {verifier.name}")]
        for number, (club, claim) in enumerate(gold)
        for at in [moment(WEEK_BEFORE, dice, FIRST_DAY)]
    ]
    in_order = sorted(done, key=lambda one: (one.at, one.claim))
    store_verifications(project, in_order, tasks, users, -1 - seed)  # ids from another row than those of production
    for user in users:
        _pass(project, user, manager, tasks[0].kind)
    Calibration.objects.filter(project=project).update(decided_at=utc(datetime.combine(FIRST_DAY, time())))


def _gold(project: Project, gold: Sequence[tuple[int, MadeClaim]], manager: User) -> list[Task]:
    claims = store(Claim, (Claim(project=project, text=made.text, claim_type=made.claim_type) for _club, made in gold))
    items = []
    for n, (claim, (_club, made)) in enumerate(zip(claims, gold, strict=True)):
        right = GoldAnswer(made.label, [made.challenge], [sorted(one) for one in made.proof])
        phase = Phase.FIRST if n < len(gold) // 2 else Phase.SECOND
        items.append(make_gold(claim=claim, phase=phase, right=right, by=manager))
    before = utc(datetime.combine(FIRST_DAY, time())) - timedelta(days=14)
    Claim.objects.filter(pk__in=[claim.pk for claim in claims]).update(created_at=before)
    GoldItem.objects.filter(pk__in=[item.pk for item in items]).update(created_at=before)
    places = (
        Task.objects.filter(gold__in=items).select_related("project", "verification_item__claim").order_by("gold__pk")
    )
    return list(places)


def _pass(project: Project, user: User, manager: User, kind: str) -> None:
    """Both phases: scored with the last item, the feedback opened item by item."""
    for phase in (Phase.FIRST, Phase.SECOND):
        score_phase(person=user, project=project, kind=kind)
        row = Calibration.objects.get(person=user, project=project, kind=kind)
        for item in GoldItem.objects.filter(task__project=project, task__phase=phase).values_list("pk", flat=True):
            read_feedback(row=row, item=item)
    decide(person=user, project=project, kind=kind, decision=Decision.APPROVED, by=manager)
