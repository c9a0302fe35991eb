"""What a leaderboard can be ranked by: official measures of each format, and the metrics of evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from annotation.averitec.submissions import Shape
from baseline.scoring.fever import ACCURACY, RECALL, SCORE

AVERITEC, FEVEROUS, FEVER = "averitec", "feverous", "fever"
FORMATS = (AVERITEC, FEVEROUS, FEVER)
METRIC = "metric "  # before the name of a metric of evidence
VERSION = "1"  # of what is computed here: another one where scores of the same file would differ


@dataclass(frozen=True, slots=True)
class Hosted:
    """How a task is scored. `scorer`: of AVeriTeC's three official ones, else empty; `measure`: a key of `measures`."""

    format: str
    scorer: str
    measure: str

    @property
    def name(self) -> str:
        """The scorer with its version, as results name it."""
        return f"{' '.join(filter(None, (self.format, self.scorer)))} {VERSION}"


OF_AVERITEC = {
    "evidence": "Evidence: Hungarian METEOR of this scorer",
    "accuracy": "Label accuracy",
    "questions": "Questions alone: Hungarian METEOR of this scorer",
}


def measures(format: str, scorer: str) -> Mapping[str, str]:
    """Key -> title of what a task of this format can be ranked by, the official headline first. All are means or
    ratios over claims, from 0 to 1, of which more is better."""
    if format == FEVEROUS:
        return {"score": "FEVEROUS score", "accuracy": "Label accuracy", "recall": "Evidence (a whole gold set)"}
    if format == FEVER:
        return {SCORE: SCORE, ACCURACY: ACCURACY, RECALL: RECALL}
    from baseline.scoring.averitec.metrics import METRICS  # NLTK takes a second to import
    from baseline.scoring.averitec.scorers import HEADLINE, SCORERS

    official = SCORERS[Shape(scorer)]
    thresholds = sorted(official.thresholds, key=lambda one: (one != HEADLINE, one))
    found = {f"score @{one}": f"AVeriTeC score @{one}" for one in thresholds}
    found |= {key: title for key, title in OF_AVERITEC.items() if key != "questions" or official.questions is not None}
    return found | {f"{METRIC}{one.name}": one.title for one in METRICS.values()}


def title_of(hosted: Hosted) -> str:
    """The title of its measure, without importing what scores it where that can be."""
    if hosted.format == AVERITEC and hosted.measure.startswith("score @"):
        return f"AVeriTeC {hosted.measure}"
    if hosted.format == AVERITEC and hosted.measure in OF_AVERITEC:
        return OF_AVERITEC[hosted.measure]
    return measures(hosted.format, hosted.scorer).get(hosted.measure, hosted.measure)
