"""`sample_sentences`: sentences of a project's corpus, each with the task of its writer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from django.db import transaction

from annotation.accounts.models import User
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.work.models import Task
from annotation.workflows.sentence_claims.models import SampledSentence, SentenceSample
from annotation.workflows.sentence_claims.sampling.candidates import Candidate, candidates
from annotation.workflows.sentence_claims.sampling.popularity import most_linked
from annotation.workflows.sentence_claims.sampling.report import Report, as_text, report
from annotation.workflows.sentence_claims.settings import Settings, settings_of
from corpus.page.elements import Layout, Page
from corpus.page.links import linked_title
from corpus.random_order import chosen_pages, shuffled_pages
from corpus.store import leading_to
from jobs.context import JobContext

SLUG = "sentence_claims"
BATCH = 500
Progress = Callable[[int, int], None]  # sentences chosen so far, and how many are wanted


@dataclass(frozen=True, slots=True)
class Sampled:
    """Result of a draw (`annotation.work.capabilities.Sampled`). `sample` is None when it was only tried."""

    sample: SentenceSample | None
    report: Report
    unknown: tuple[str, ...] = ()
    used: tuple[str, ...] = ()

    @property
    def is_stored(self) -> bool:
        return self.sample is not None

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return self.report.to_json()

    def as_text(self) -> str:
        """Return the report for a terminal."""
        return as_text(self.report)


def sample_sentences(
    *,
    project: Project,
    size: int,
    seed: int,
    titles: Sequence[str] | None = None,
    excluded: Sequence[str] = (),
    drawn_by: User | None = None,
    only_try: bool = False,
    progress: Progress = lambda drawn, wanted: None,
    job: JobContext | None = None,
) -> Sampled:
    """Draw `size` sentences and put them into the writers' queue.

    The same seed, settings, corpus and sentences drawn before give the same sentences. A page gives as many as the
    settings say, over all draws. With `titles` only those pages are drawn from, and the setting for links in does not
    hold. Raises BadSentenceSettings. Stored whole or not at all, and drawn again if somebody else drew meanwhile; `job`
    as of `sample_highlights`.
    """
    while True:
        before, settings, skipped = _latest(project), settings_of(project), Counter[str]()
        found, unknown = (None, []) if titles is None else _resolved(project, titles)
        left_out, _ = _resolved(project, excluded)
        had = _drawn_before(project)
        full = frozenset(title for title, ids in had.items() if len(ids) >= settings.sentences_a_page)
        pages = _pages(project, settings, seed, full.union(left_out), found)
        drawn, pages_read = _draw(pages, size, settings, seed, had, skipped, progress)
        result, used = report(drawn, size, pages_read, skipped), tuple(one for one in found or () if one in full)
        if only_try or not drawn:
            return Sampled(None, result, tuple(unknown), used)
        sample = SentenceSample(
            project=project,
            seed=seed,
            size=size,
            settings=settings.to_json(),
            titles=None if titles is None else list(titles),
            excluded=left_out,
            report=result.to_json(),
            drawn_by=drawn_by,
            job=None if job is None else job.job,
        )
        if _stored(sample, drawn, before, job):
            return Sampled(sample, result, tuple(unknown), used)


def _draw(
    pages: Iterable[tuple[Page, Layout]],
    size: int,
    settings: Settings,
    seed: int,
    had: Mapping[str, set[str]],
    skipped: Counter[str],
    progress: Progress,
) -> tuple[list[Candidate], int]:
    """The sentences in random order, and how many pages were read. Which of a page depends on seed and title alone."""
    drawn: list[Candidate] = []
    pages_read = 0
    for page, layout in pages if size else ():
        pages_read += 1
        before = had.get(page.title, set())
        left = min(settings.sentences_a_page - len(before), size - len(drawn))
        found = candidates(page, whole_page=settings.whole_page, layout=layout, skipped=skipped)
        fresh = [one for one in found if one.element_id not in before]
        drawn += Random(f"{seed}\n{page.title}").sample(fresh, min(left, len(fresh)))  # nosec B311 # no secret
        progress(len(drawn), size)
        if len(drawn) >= size:
            break
    Random(seed).shuffle(drawn)  # nosec B311 # no secret
    return drawn, pages_read


def _pages(
    project: Project, settings: Settings, seed: int, left_out: frozenset[str], titles: list[str] | None
) -> Iterator[tuple[Page, Layout]]:
    if titles is None and settings.most_linked:
        titles = most_linked(project.corpus, settings.most_linked)
    if titles is None:
        return shuffled_pages(project.corpus, seed, left_out=left_out)
    return chosen_pages(project.corpus, seed, [title for title in titles if title not in left_out])


def _resolved(project: Project, titles: Iterable[str]) -> tuple[list[str], list[str]]:
    """The page titles that the given ones lead to, each once, and those that lead nowhere."""
    names = {title: linked_title(title) for title in titles}
    goals = leading_to(project.corpus, {name for name in names.values() if name})
    found = dict.fromkeys(goals[name][0] for name in names.values() if name in goals)
    return list(found), [title for title, name in names.items() if name not in goals]


def _drawn_before(project: Project) -> dict[str, set[str]]:
    """Page title -> element ids of its sentences that have a task."""
    found = defaultdict[str, set[str]](set)
    rows = SampledSentence.objects.filter(project=project).exclude(element_id="")
    for title, element in rows.values_list("page_title", "element_id").iterator():
        found[title].add(element)
    return found


@transaction.atomic
def _stored(sample: SentenceSample, drawn: Sequence[Candidate], before: int | None, job: JobContext | None) -> bool:
    """Store the draw with its tasks, unless there is a later one than `before`: that may have used the same pages."""
    Project.objects.select_for_update(no_key=True).get(pk=sample.project_id)
    if job is not None:
        job.renew_lease()
    if _latest(sample.project) != before:
        return False
    sample.save()
    # They were drawn in random order already: the queue keeps it, and a later draw comes after an earlier one.
    tasks = Task.objects.bulk_create(
        (Task(project=sample.project, kind=SLUG, position=sample.pk) for _one in drawn), batch_size=BATCH
    )
    rows = (
        SampledSentence(
            task=task,
            project=sample.project,
            sample=sample,
            page_title=one.page_title,
            element_id=one.element_id,
            text=one.text,
            before=one.before,
            after=one.after,
        )
        for task, one in zip(tasks, drawn, strict=True)
    )
    SampledSentence.objects.bulk_create(rows, batch_size=BATCH)
    bump(sample.project_id)
    return True


def _latest(project: Project) -> int | None:
    return SentenceSample.objects.filter(project=project).order_by("-pk").values_list("pk", flat=True).first()
