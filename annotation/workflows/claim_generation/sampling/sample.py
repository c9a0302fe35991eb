"""`sample_highlights`: highlights of a project's corpus, each with the task of its writer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from django.db import transaction

from annotation.accounts.models import User
from annotation.projects.data_version import bump
from annotation.projects.highlight_settings import HighlightSettings, settings_from
from annotation.projects.models import Project
from annotation.vocabulary.highlight_kinds import HighlightKind
from annotation.workflows.claim_generation.models import GenerationItem, Highlight, HighlightSample
from annotation.workflows.claim_generation.sampling.candidates import Candidate, Stratum, candidates
from annotation.workflows.claim_generation.sampling.draw import Drawn, Progress, draw
from annotation.workflows.claim_generation.sampling.report import Report, as_text, report
from corpus.page.element_id import BadTitle
from corpus.random_order import chosen_pages, shuffled_pages
from corpus.store import PageNotFound, existing_titles, resolve
from jobs.context import JobContext

BATCH = 500


@dataclass(frozen=True, slots=True)
class Sampled:
    """Result of a draw. `sample` is None when it was only tried; `unknown` are wanted titles the corpus lacks."""

    sample: HighlightSample | None
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


def sample_highlights(
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
    """Draw `size` highlights and put them into the writers' queue.

    The same seed, settings, corpus and pages used before give the same highlights. Pages that have a highlight in this
    project are left out, and `excluded` ones: those of another data set, say. With `titles` only those pages are drawn
    from. Redirects are followed in both. Raises BadSettings.

    Drawing reads, perhaps for minutes, and holds nobody up; what it drew is stored in one short transaction, whole or
    not at all. If somebody else drew meanwhile, it draws again. `job` is the context of the job that
    draws, if there is one: a draw is stored once per job, however often that starts. `progress` gets the number drawn.
    """
    while True:
        before = _latest(project)
        settings = settings_from(project.highlight_settings)
        taken = frozenset(Highlight.objects.filter(project=project).values_list("page_title", flat=True))
        found, unknown = (None, []) if titles is None else _resolved(project, titles)
        left_out, _ = _resolved(project, sorted(existing_titles(project.corpus, excluded)))
        skipped = Counter[str]()
        pages = _candidates(project, settings, seed, taken.union(left_out), found, skipped)
        drawn = draw(pages, size, settings, Random(seed), progress)
        result = report(drawn, settings, skipped)
        used = tuple(title for title in found or () if title in taken)
        if only_try or not drawn.drawn:
            return Sampled(None, result, tuple(unknown), used)
        sample = HighlightSample(
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
        if _stored(sample, drawn.drawn, before, job):
            return Sampled(sample, result, tuple(unknown), used)


@transaction.atomic
def _stored(sample: HighlightSample, drawn: Sequence[Drawn], before: int | None, job: JobContext | None) -> bool:
    """Store the draw with its tasks, unless there is a later one than `before`: that may have used the same pages."""
    Project.objects.select_for_update(no_key=True).get(pk=sample.project_id)  # one draw is stored after the other
    if job is not None:
        job.renew_lease()
    if _latest(sample.project) != before:
        return False
    sample.save()
    _save(sample.project, sample, drawn)
    bump(sample.project_id)
    return True


def _latest(project: Project) -> int | None:
    return HighlightSample.objects.filter(project=project).order_by("-pk").values_list("pk", flat=True).first()


def _resolved(project: Project, titles: Iterable[str]) -> tuple[list[str], list[str]]:
    """The page titles that the given ones lead to, each once, and those that lead nowhere."""
    found: dict[str, None] = {}
    unknown: list[str] = []
    for title in titles:
        try:
            found[resolve(project.corpus, title).title] = None
        except (PageNotFound, BadTitle):
            unknown.append(title)
    return list(found), unknown


def _candidates(
    project: Project,
    settings: HighlightSettings,
    seed: int,
    taken: frozenset[str],
    titles: list[str] | None,
    skipped: Counter[str],
) -> Iterator[list[Candidate]]:
    if titles is None:
        pages = shuffled_pages(project.corpus, seed, left_out=taken)
    else:
        pages = chosen_pages(project.corpus, seed, [title for title in titles if title not in taken])
    return (candidates(page, settings, layout, skipped) for page, layout in pages)


def _save(project: Project, sample: HighlightSample, drawn: Iterable[Drawn]) -> None:
    rows = Highlight.objects.bulk_create((_row(project, sample, each) for each in drawn), batch_size=BATCH)
    # They were drawn in random order already: the queue keeps it, and a later draw comes after an earlier one.
    GenerationItem.objects.create_tasks(project, rows, position=sample.pk)


def _row(project: Project, sample: HighlightSample, each: Drawn) -> Highlight:
    is_text = each.candidate.stratum is Stratum.SENTENCES
    return Highlight(
        project=project,
        sample=sample,
        kind=HighlightKind.SENTENCES if is_text else HighlightKind.TABLE,
        page_title=each.candidate.page_title,
        element_ids=list(each.candidate.element_ids),
        type_one_is_true=each.asked.type_one_is_true,
        several_pages=each.asked.several_pages,
        mutation=each.asked.mutation.value,
        mutated_type=each.asked.mutated_type.value,
    )
