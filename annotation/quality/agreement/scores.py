"""How well people did in calibration: what agreement is set beside (FEVEROUS paper, figure 7b)."""

from __future__ import annotations

from annotation.projects.models import Project
from annotation.quality.calibration.models import Calibration


def label_scores(project: Project, kind: str) -> dict[int, float]:
    """Person -> label accuracy, 0 to 1, in the last phase of calibration for this kind of work that was scored."""
    rows = Calibration.objects.filter(project=project, kind=kind)
    found = {}
    for person, scores in rows.values_list("person", "scores"):
        last = scores.get("2") or scores.get("1") or {}
        if last.get("accuracy") is not None:
            found[person] = float(last["accuracy"])
    return found
