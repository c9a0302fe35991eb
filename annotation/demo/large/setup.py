"""Create the large simulated project and describe its planted defects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import transaction

from annotation.demo.large.adjudicating import adjudicate_some
from annotation.demo.large.calibrating import calibrate
from annotation.demo.large.claims import CUE_WORD, all_claims
from annotation.demo.large.people import BROKEN_WEEK, Verifier, verifiers
from annotation.demo.large.sampling import date_samples_back, draw_of, rate_of, store_samples
from annotation.demo.large.storing import date_project_back, store_corpus, store_people
from annotation.demo.large.storing_suggestions import store_suggestions
from annotation.demo.large.storing_work import store_verifications
from annotation.demo.large.storing_writing import store_reports, store_tasks, store_writing
from annotation.demo.large.suggesting import anchored_of, led, shown_of
from annotation.demo.large.workload import FIRST_DAY, plan
from annotation.demo.large.world import make_club
from annotation.projects.models import Project, Role

SLUG = "demo-large"
LEAST_ANNOTATORS, LEAST_CLAIMS = 9, 30
Tell = Callable[[str], object]


class AlreadyThere(Exception):
    """The project or its corpus exists."""


@dataclass(frozen=True, slots=True)
class Planted:
    """What a dashboard must show: who is lazy, biased, fast; who is reported, who skips; who follows suggestions; the
    word; the week."""

    lazy: str
    biased: str
    fast: str
    careless_writer: str
    picky_writer: str
    anchored: str
    cue_word: str = CUE_WORD
    broken_week: str = field(
        default_factory=lambda: "{}-W{:02}".format(*(FIRST_DAY + timedelta(weeks=BROKEN_WEEK - 1)).isocalendar()[:2])
    )

    def lines(self) -> list[str]:
        """One sentence a defect."""
        return [
            f"{self.lazy} is lazy: nearly always NOT ENOUGH INFO, with one piece of evidence.",
            f"{self.biased} is biased: says SUPPORTS of most of what is refuted.",
            f"{self.fast} clicks fast: about ten seconds a claim, any evidence.",
            f"{self.careless_writer} writes claims that are reported far more often than others'.",
            f"{self.picky_writer} skips far more highlights than others.",
            f"{self.anchored} takes every suggestion over; others often the best three, if they are shown at once.",
            f"“{self.cue_word}” stands mostly in claims that are refuted.",
            f"In {self.broken_week} a guideline was misread: a third of the verdicts became NOT ENOUGH INFO.",
        ]


@transaction.atomic
def set_up_large(
    *,
    annotators: int,
    claims: int,
    seed: int,
    slug: str = SLUG,
    qa: int | None = None,
    calibration: int = 0,
    adjudications: int = 0,
    tell: Tell = lambda _line: None,
) -> tuple[Project, Planted]:
    """Make the project: a third of the annotators write, the others verify. The same numbers give the same project.

    `qa`: about how many claims several people verify, drawn as `annotation.quality.sampling` does; None: a tenth.
    `calibration`: gold items of each of its phases; `adjudications`: at most how many claims an adjudicator decides.
    Raises AlreadyThere.
    """
    if Project.objects.filter(slug=slug).exists():
        raise AlreadyThere(slug)
    people = verifiers(annotators - annotators // 3, seed)
    clubs = [make_club(number, seed) for number in range((claims + 2 * calibration) * 102 // 300 + 3)]
    all_made = all_claims(clubs, claims + 2 * calibration, seed)
    made, spare = all_made[:claims], all_made[claims:]
    tell(f"{len(clubs):,} pages, {len(made):,} claims")
    project = Project.objects.create(
        slug=slug,
        name="Simulated: made-up clubs",
        corpus=store_corpus(slug, clubs),
        qa_rate=rate_of(len(made), qa),
        qa_seed=seed,
        suggestions_on=True,
    )
    writers = store_people(project, [f"large-writer-{n + 1:02}" for n in range(annotators // 3)], Role.CLAIM_WRITER)
    users = store_people(project, [person.name for person in people], Role.VERIFIER)
    work = plan(clubs, made, people, annotators // 3, seed, draw_of(project, users))
    stored = store_writing(project, clubs, made, work, writers)
    tasks = store_tasks(project, stored, work)
    tell(f"{len(work.done):,} verifications, {len(work.ways):,} claims verified by several people")
    store_reports(work, tasks, users, seed)
    shown = shown_of(clubs, made, seed)
    store_verifications(project, led(work.done, shown, anchored_of(people), seed), tasks, users, seed)
    store_suggestions(project, stored, shown, seed)
    store_samples(project, work, tasks, users)
    if calibration:
        (manager,) = store_people(project, ["large-manager"], Role.MANAGER)
        calibrate(project, spare[: 2 * calibration], clubs, people, users, manager, seed)
    date_project_back(project)
    date_samples_back(project)
    if adjudications:
        (adjudicator,) = store_people(project, ["large-adjudicator"], Role.ADJUDICATOR)
        tell(f"{adjudicate_some(project, adjudicator, adjudications, seed):,} claims adjudicated")
    return project, _planted(people, [writer.username for writer in writers])


def _planted(people: list[Verifier], writers: list[str]) -> Planted:
    def who(defect: str) -> str:
        return next(person.name for person in people if getattr(person, defect))

    anchored = people[anchored_of(people)].name
    return Planted(who("is_lazy"), who("is_biased"), who("is_fast"), writers[0], writers[1], anchored)
