"""Control items are attention checks: hidden gold in the work of everybody, by which a rule of the project pauses."""

from __future__ import annotations

from collections.abc import Iterable

from annotation.accounts.models import User
from annotation.quality.calibration.gold_items import GoldAnswer, make_label_gold
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Task


def make_controls(right: Iterable[tuple[Task, str]], by: User | None) -> None:
    """Make silent gold of each task, with the label of its right source."""
    for task, label in right:
        make_label_gold(task=task, phase=Phase.SILENT, right=GoldAnswer(label, [], []), by=by)
