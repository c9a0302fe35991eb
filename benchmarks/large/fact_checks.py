"""python -m benchmarks.large.fact_checks [--claims N]: a project of the five phases in bulk, in $ATTEST_DATA_DIR.

4,000 claims are made, and copied until there are about N.

Nine claims in ten have been answered and validated, three in ten of these are disputed, most disputes are resolved and
controlled; the rest waits.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from annotation.accounts.models import User
    from annotation.projects.models import Project
    from annotation.work.models import Submission, Task
    from annotation.workflows.question_answering.models import NormalisedClaim

SLUG = "large-averitec"
ANNOTATORS, MADE, CLAIMS_OF_AN_ARTICLE, QUESTIONS = 60, 4_000, 2, 2
DAYS = 9  # that the claims made take; those copied are later by as many
BEGIN = datetime(2026, 1, 5, 8, tzinfo=UTC)
WORDS = "harbour league council bridge school river village museum railway tax island vote".split()
VERDICTS = ("Supported", "Refuted", "Not Enough Evidence", "Conflicting Evidence/Cherrypicking")
TYPES = ("Event/Property Claim", "Numerical Claim", "Quote Verification", "Causal Claim", "Position Statement")
ANSWERED, VALIDATED, DISPUTED, RESOLVED, CONTROLLED = 0.95, 0.95, 0.3, 0.8, 0.9


def main() -> None:
    """Make the project."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large.fact_checks")
    parser.add_argument("--claims", type=int, default=87_026)
    claims = parser.parse_args().claims
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.db import transaction

    with transaction.atomic():
        project = make(claims)
        print(f"{project.slug}: {claims // MADE * MADE:,} claims")


def make(claims: int) -> Project:
    """The project with its people and all their work; the manager is `benchmark`."""
    from annotation.demo.large.storing import date_project_back, store_people
    from annotation.projects.models import Project, Role
    from annotation.workflows.question_answering.phases import PHASES
    from corpus.models import Corpus

    corpus, _made = Corpus.objects.get_or_create(
        slug="large-averitec", defaults={"name": "Empty", "parser_version": "1", "splitter_version": "1"}
    )
    project = Project.objects.create(slug=SLUG, name="Large", corpus=corpus, workflows=[*PHASES])
    people = store_people(project, [f"annotator-{n:02}" for n in range(ANNOTATORS)], Role.VERIFIER)
    store_people(project, [one.username for one in people], Role.CLAIM_WRITER)
    store_people(project, ["benchmark"], Role.MANAGER)
    made = min(MADE, claims)
    _some(project, people, Random(1), made)
    date_project_back(project)
    _copy(project, claims // made - 1)
    return project


def _copy(project: Project, times: int) -> None:
    """Copy the claims with all work on them."""
    from annotation.work.models import Assignment, Operation, Submission, Task
    from annotation.workflows.question_answering.models import (
        Answer,
        Article,
        ClaimItem,
        ClaimText,
        ClaimWork,
        Normalisation,
        NormalisedClaim,
        Question,
    )
    from benchmarks.large.copies import copy_rows

    paths: dict[Any, str] = {
        Task: "project", Assignment: "project", Submission: "assignment__project", Operation: "assignment__project",
        Article: "project", Normalisation: "article__project", NormalisedClaim: "article__project",
        ClaimText: "claim__article__project", ClaimItem: "task__project", ClaimWork: "claim__article__project",
        Question: "submission__assignment__project", Answer: "question__submission__assignment__project",
    }  # fmt: skip
    tables = {}
    for model, path in paths.items():
        mine, last = model._base_manager.filter(**{path: project}), model._base_manager.order_by("-pk").first()
        sql, parameters = mine.filter(pk__lte=last.pk).order_by().values("pk").query.sql_with_params()
        tables[model] = (f'"{model._meta.pk.column}" IN ({sql})', parameters)
    copy_rows(tables, times, DAYS, ("address_digest", "url"))


def _some(project: Project, people: Sequence[User], dice: Random, count: int) -> None:
    """Claims in all their phases. Each is the work of five people who sit next to each other in the list."""
    from annotation.workflows.question_answering.phases import PhaseName

    work = _Work(project, people, dice)
    claims = work.normalised(count)
    first = {one.pk: dice.choice(VERDICTS) for one in claims}
    answered = work.phase(PhaseName.ANSWERING, [(one, None) for one in claims], ANSWERED, first.get, 1)
    differs = {one.pk: dice.choice(VERDICTS) for one in claims if dice.random() < DISPUTED}
    validated = work.phase(PhaseName.VALIDATION, answered, VALIDATED, (first | differs).get, 2)
    asked = dict(answered)
    disputed = [(one, asked[one]) for one, _sent in validated if differs.get(one.pk, first[one.pk]) != first[one.pk]]
    resolved = work.phase(PhaseName.DISPUTE, disputed, RESOLVED, lambda pk: dice.choice(VERDICTS), 3)
    work.phase(PhaseName.CONTROL, resolved, CONTROLLED, lambda pk: dice.choice(VERDICTS), 4)


class _Work:
    """Stores the work on some claims."""

    def __init__(self, project: Project, people: Sequence[User], dice: Random) -> None:
        self.project, self.people, self.dice = project, people, dice

    def normalised(self, count: int) -> list[NormalisedClaim]:
        """Articles and their claims. One article in a hundred waits."""
        from annotation.demo.large.storing import made_uuid, store
        from annotation.work.models import Task
        from annotation.workflows.question_answering.articles import digest
        from annotation.workflows.question_answering.models import Article, ClaimText, Normalisation, NormalisedClaim
        from annotation.workflows.question_answering.phases import PhaseName

        done = (count + 1) // CLAIMS_OF_AN_ARTICLE
        pairs = range(done + done // 100)
        kind = PhaseName.NORMALISATION
        tasks = store(Task, [self._task(kind, done=number < done) for number in pairs])
        urls = [f"https://facts.example/{number}" for number in pairs]
        articles = store(
            Article,
            [
                Article(task=task, project=self.project, url=url, address_digest=digest(url), title=self._words(8))
                for task, url in zip(tasks, urls, strict=True)
            ],
        )
        sent = self._submitted(kind, tasks[:done], 0)
        bodies = [
            Normalisation(submission=one, article=article, body={"claims": [], "confirmed": []}, label=VERDICTS[0])
            for article, one in zip(articles[:done], sent, strict=True)
        ]
        store(Normalisation, bodies)
        rows = [
            NormalisedClaim(
                article=articles[number // CLAIMS_OF_AN_ARTICLE],
                assignment=sent[number // CLAIMS_OF_AN_ARTICLE].assignment,
                key=made_uuid(self.dice), position=number % CLAIMS_OF_AN_ARTICLE, text=self._words(15),
                verdict=self.dice.choice(VERDICTS), claim_date="2025-03-01", speaker="A speaker",
                claim_types=[self.dice.choice(TYPES)], fact_checking_strategies=["Written Evidence"],
                location_iso_code="SE",
            )
            for number in range(count)
        ]  # fmt: skip
        claims = store(NormalisedClaim, rows)
        store(ClaimText, [ClaimText(claim=one, number=1, text=one.text) for one in claims])
        return claims

    def phase(
        self,
        kind: str,
        claims: Sequence[tuple[NormalisedClaim, Submission | None]],
        share: float,
        verdict: Callable[[int], str | None],
        turn: int,
    ) -> list[tuple[NormalisedClaim, Submission]]:
        """A phase of the claims, each with the answers that it is about; a share of them is done, and returned with
        what was submitted."""
        from annotation.demo.large.storing import store
        from annotation.work.models import Task
        from annotation.workflows.question_answering.models import ClaimItem, ClaimWork
        from annotation.workflows.question_answering.phases import ANSWERS

        is_done = [self.dice.random() < share for _each in claims]
        tasks = store(Task, [self._task(kind, done=done) for done in is_done])
        items = zip(claims, tasks, strict=True)
        store(ClaimItem, [ClaimItem(task=task, claim=one, kind=kind, answers=about) for (one, about), task in items])
        chosen = [one for (one, _about), done in zip(claims, is_done, strict=True) if done]
        sent = self._submitted(kind, [task for task, done in zip(tasks, is_done, strict=True) if done], turn)
        works = []
        for one, submission in zip(chosen, sent, strict=True):
            label = verdict(one.pk) or VERDICTS[0]
            works.append(ClaimWork(submission=submission, claim=one, verdict=label, label=label, justification="So."))
        store(ClaimWork, works)
        if kind in ANSWERS:
            self._questions(sent)
        return list(zip(chosen, sent, strict=True))

    def _questions(self, sent: Iterable[Submission]) -> None:
        from annotation.demo.large.storing import made_uuid, store
        from annotation.workflows.question_answering.models import Answer, Question, SourceKind

        rows = [
            Question(submission=one, key=made_uuid(self.dice), position=place, text=self._words(8))
            for one in sent
            for place in range(QUESTIONS)
        ]
        answers = [
            Answer(
                question=one, key=made_uuid(self.dice), position=0, text=self._words(6), answer_type="Extractive",
                source_kind=SourceKind.URL, url=f"https://news.example/{self.dice.randrange(10_000)}",
            )
            for one in store(Question, rows)
        ]  # fmt: skip
        store(Answer, answers)

    def _task(self, kind: str, *, done: bool = True) -> Task:
        from annotation.work.models import Task

        position = self.dice.getrandbits(62)
        return Task(project=self.project, kind=kind, position=position, assigned_count=int(done))

    def _submitted(self, kind: str, tasks: Sequence[Task], turn: int) -> list[Submission]:
        """An assignment of each with its log, and its submission."""
        from annotation.demo.large.storing import assignment, made_uuid, store, store_logged
        from annotation.vocabulary.operation_names import OperationName
        from annotation.work.models import AssignmentState, Submission

        rows = []
        for number, task in enumerate(tasks):
            begun = BEGIN + timedelta(minutes=number * 3 + turn * 600)
            person = self.people[(number + turn) % len(self.people)]
            ended = begun + timedelta(seconds=self.dice.randrange(60, 900))
            rows.append(assignment(task, person, AssignmentState.SUBMITTED, begun, ended))
        name: Any = OperationName.FINISH.value
        stored = store_logged(rows, name, dice=self.dice)
        return store(Submission, [Submission(assignment=one, client_id=made_uuid(self.dice)) for one in stored])

    def _words(self, count: int) -> str:
        return " ".join(self.dice.choices(WORDS, k=count)).capitalize() + "."


if __name__ == "__main__":
    main()
