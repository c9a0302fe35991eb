"""`sample_sentences`: sentences of a project's corpus, each with the task of its writer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random

from annotation.projects.models import Project
from annotation.work.models import Task
from annotation.work.sampling.pages import Wanted
from annotation.work.sampling.sampler import Drawn, Progress, Sampler
from annotation.workflows.sentence_claims.models import SampledSentence, SentenceSample
from annotation.workflows.sentence_claims.sampling.candidates import Candidate, candidates
from annotation.workflows.sentence_claims.sampling.popularity import most_linked
from annotation.workflows.sentence_claims.sampling.report import Report, report
from annotation.workflows.sentence_claims.settings import Settings, settings_of

SLUG = "sentence_claims"
BATCH = 500


def _draw(wanted: Wanted, settings: Settings, progress: Progress) -> Drawn[Candidate, Report]:
    """Choose sentences; which of a page depends on seed and title alone.

    A page gives as many as the settings say, over all draws. Where titles are wanted, the setting for links in does not
    hold.
    """
    size, had, skipped = wanted.size, _drawn_before(wanted.project), Counter[str]()
    full = frozenset(title for title, ids in had.items() if len(ids) >= settings.sentences_a_page)
    by_links = settings.most_linked and wanted.titles is None
    popular = most_linked(wanted.project.corpus, settings.most_linked) if by_links else None
    drawn: list[Candidate] = []
    pages_read = 0
    for page, layout in wanted.pages(full, popular) if size else ():
        pages_read += 1
        before = had.get(page.title, set())
        left = min(settings.sentences_a_page - len(before), size - len(drawn))
        found = candidates(page, whole_page=settings.whole_page, layout=layout, skipped=skipped)
        fresh = [one for one in found if one.element_id not in before]
        drawn += Random(f"{wanted.seed}\n{page.title}").sample(fresh, min(left, len(fresh)))  # nosec B311 # no secret
        progress(len(drawn), size)
        if len(drawn) >= size:
            break
    Random(wanted.seed).shuffle(drawn)  # nosec B311 # no secret
    return Drawn(drawn, report(drawn, size, pages_read, skipped), wanted.used(full))


def _drawn_before(project: Project) -> dict[str, set[str]]:
    """Page title -> element ids of its sentences that have a task."""
    found = defaultdict[str, set[str]](set)
    rows = SampledSentence.objects.filter(project=project).exclude(element_id="")
    for title, element in rows.values_list("page_title", "element_id").iterator():
        found[title].add(element)
    return found


def _save(sample: SentenceSample, drawn: Sequence[Candidate]) -> None:
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


sample_sentences = Sampler(SentenceSample, settings_of, _draw, _save)
