"""The orders of one claim's candidates, stage by stage, with the time that each stage took.

trace = Trace()
pipeline.find("Messi was born in Rosario.", trace)
trace.rankings  # (Ranking("pages", "fusion", ...), Ranking("pages", "cross-encoder", ...), ...)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from baseline.candidates import Candidate, Kind, StageScore, identity, kind_of


@dataclass(frozen=True, slots=True)
class Ranking:
    """Candidates of a kind after a stage, best first, as (title or element id, score).

    The first ranking of a kind is the retriever's. A score is None where the stage gave none: the candidate stands
    beyond its depth. `milliseconds` is by the clock.
    """

    kind: Kind
    stage: str
    candidates: tuple[tuple[str, float | None], ...]
    milliseconds: float


class Trace:
    """Collects the rankings of one claim. Time counts from the last ranking, or from `start`."""

    def __init__(self) -> None:
        self.rankings: list[Ranking] = []
        self._ranks: dict[str, StageScore] = {}
        self._began = perf_counter()

    def start(self) -> None:
        """Count time from now on."""
        self._began = perf_counter()

    def retrieved(self, stage: str, candidates: Sequence[Candidate]) -> None:
        """Add the retriever's order. Nothing was retrieved: there is no ranking of that kind."""
        self._add(stage, candidates, [one.score for one in candidates])
        for rank, one in enumerate(candidates, start=1):
            self._ranks[identity(one)] = StageScore(stage, rank, one.score)

    def reordered(self, stage: str, candidates: Sequence[Candidate]) -> None:
        """Add the order after another stage."""
        last = [one.stages[-1] if one.stages else None for one in candidates]
        self._add(stage, candidates, [one.score if one and one.stage == stage else None for one in last])

    def stages_of(self, candidate: Candidate) -> tuple[StageScore, ...]:
        """Rank and score of every stage, the retriever's first."""
        first = self._ranks.get(identity(candidate))
        return candidate.stages if first is None else (first, *candidate.stages)

    def _add(self, stage: str, candidates: Sequence[Candidate], scores: Sequence[float | None]) -> None:
        spent = 1000 * (perf_counter() - self._began)
        if candidates:
            ordered = tuple(zip(map(identity, candidates), scores, strict=True))
            self.rankings.append(Ranking(kind_of(candidates[0]), stage, ordered, spent))
        self.start()
