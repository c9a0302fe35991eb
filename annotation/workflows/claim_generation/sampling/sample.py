"""`sample_highlights`: highlights of a project's corpus, each with the task of its writer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from annotation.projects.highlight_settings import HighlightSettings, settings_from
from annotation.projects.models import Project
from annotation.vocabulary.highlight_kinds import HighlightKind
from annotation.work.sampling.pages import Wanted
from annotation.work.sampling.sampler import Drawn as Chosen
from annotation.work.sampling.sampler import Progress, Sampler
from annotation.workflows.claim_generation.models import GenerationItem, Highlight, HighlightSample
from annotation.workflows.claim_generation.sampling.candidates import Stratum, candidates
from annotation.workflows.claim_generation.sampling.draw import Drawn, draw
from annotation.workflows.claim_generation.sampling.report import Report, report

BATCH = 500


def highlight_settings(project: Project) -> HighlightSettings:
    """Return the settings by which the project draws. Raises BadSettings."""
    return settings_from(project.highlight_settings)


def _draw(wanted: Wanted, settings: HighlightSettings, progress: Progress) -> Chosen[Drawn, Report]:
    """Choose highlights on pages that have none in this project."""
    taken = frozenset(Highlight.objects.filter(project=wanted.project).values_list("page_title", flat=True))
    skipped = Counter[str]()
    pages = (candidates(page, settings, layout, skipped) for page, layout in wanted.pages(taken))
    drawn = draw(pages, wanted.size, settings, Random(wanted.seed), progress)
    return Chosen(drawn.drawn, report(drawn, settings, skipped), wanted.used(taken))


def _save(sample: HighlightSample, drawn: Sequence[Drawn]) -> None:
    rows = Highlight.objects.bulk_create((_row(sample.project, sample, each) for each in drawn), batch_size=BATCH)
    # They were drawn in random order already: the queue keeps it, and a later draw comes after an earlier one.
    GenerationItem.objects.create_tasks(sample.project, rows, position=sample.pk)


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


sample_highlights = Sampler(HighlightSample, highlight_settings, _draw, _save)
