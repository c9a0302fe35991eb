"""Answers to each gold item: gold that nearly everybody contradicts is more likely wrong than they are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.projects.models import Project
from annotation.quality.calibration.models import GoldItem
from annotation.quality.calibration.results import Result, results_of
from annotation.vocabulary.tasks import Phase
from annotation.work.registry import workflows_of

LEAST_ANSWERS = 3  # before gold is doubted


@dataclass(frozen=True, slots=True)
class GoldStatistics:
    """Of `answers` to a gold item `right` have its label, and `complete` the whole of one of its evidence sets.

    `others_say`: the most frequent other label, given `others` times; empty where nobody gave one.
    """

    answers: int
    right: int
    complete: int
    others_say: str
    others: int

    @property
    def is_doubtful(self) -> bool:
        """Whether enough people answered, and fewer than half of them as gold does."""
        return self.answers >= LEAST_ANSWERS and 2 * self.right < self.answers


def gold_statistics(project: Project) -> dict[int, GoldStatistics]:
    """Gold item -> its statistics, of the items that anybody answered. A few queries for each kind of work."""
    by_item: defaultdict[int, list[Result]] = defaultdict(list)
    phases = [phase for phase in Phase if phase != Phase.PRODUCTION]
    for kind in workflows_of(project):
        for results in results_of(project, kind, phases).values():
            for result in results:
                by_item[result.item.pk].append(result)
    return {item: _statistics(results) for item, results in by_item.items()}


def answers_to(item: GoldItem) -> list[Result]:
    """Everybody's answer to one item, the wrong ones first."""
    found = results_of(item.task.project, item.task.kind, [Phase(item.task.phase)])
    mine = [result for results in found.values() for result in results if result.item.pk == item.pk]
    return sorted(mine, key=lambda one: (one.score.verdict_right, one.score.complete_sets))


def _statistics(results: Sequence[Result]) -> GoldStatistics:
    wrong = Counter(one.answer.verdict for one in results if not one.score.verdict_right)
    others_say, others = wrong.most_common(1)[0] if wrong else ("", 0)
    right, complete = (
        sum(one.score.verdict_right for one in results),
        sum(one.score.complete_sets > 0 for one in results),
    )
    return GoldStatistics(len(results), right, complete, others_say, others)
