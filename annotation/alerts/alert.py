"""One alert: numbers alone. Pages make sentences and links of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import inf

from annotation.alerts.models import LONGEST_KEY


class Kind(StrEnum):
    """What an alert is about. Values are part of stored keys and of the webhook's events."""

    WORKER = "worker"
    QUEUE = "queue"
    VERDICT = "verdict"
    KAPPA = "kappa"
    WEEK = "week"
    SPEED = "speed"
    SKIPS = "skips"
    REPORTED = "reported"
    SUGGESTIONS = "suggestions"
    WORD = "word"
    DRIFT = "drift"
    GUIDELINES = "guidelines"
    ANNOUNCEMENT = "announcement"
    REPORTS = "reports"
    TASK_REPORTS = "task_reports"
    QUESTIONS = "questions"
    CALIBRATION = "calibration"
    PAUSED = "paused"
    DIFFERENT_DECISIONS = "different_decisions"
    NO_SECOND = "no_second"
    FLAGS = "flags"


# While one of these lasts people cannot work, or nothing is computed: they come first.
BLOCKING = frozenset({Kind.WORKER, Kind.QUEUE})
COUNTS = frozenset(
    {
        *BLOCKING,
        Kind.GUIDELINES,
        Kind.ANNOUNCEMENT,
        Kind.REPORTS,
        Kind.TASK_REPORTS,
        Kind.QUESTIONS,
        Kind.CALIBRATION,
        Kind.PAUSED,
        Kind.DIFFERENT_DECISIONS,
        Kind.NO_SECOND,
        Kind.FLAGS,
    }
)
MARKED = 0.1  # of a share or a kappa


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """`n`: how many rows `value` is computed from; of COUNTS both are the count. `reference`: the value of all others,
    or the threshold. `concern`: about how many pieces of work are concerned; alerts are ranked by it.

    `detail`: the label, kind of work, week or phase that it is about. `name`: the word or title. `p`: None where
    nothing is tested, else as corrected for all tests.
    """

    kind: Kind
    n: int
    value: float
    reference: float | None = None
    concern: float = 0.0
    person: int | None = None
    detail: str = ""
    name: str = ""
    p: float | None = None

    @property
    def key(self) -> str:
        """What it is about, without its numbers: the same as long as it lasts."""
        who = "" if self.person is None else str(self.person)
        return " ".join(part for part in (self.kind.value, self.detail, self.name, who) if part)[:LONGEST_KEY]

    @property
    def rank(self) -> tuple[bool, float, str]:
        """Sort key: what blocks the work first, then by how much work is concerned."""
        return self.kind not in BLOCKING, -self.concern, self.key

    def is_worse(self, n: int, value: float) -> bool:
        """Whether it has become markedly worse since it had these numbers: twice as many rows or people waiting, the
        last free place taken, or a value further from the reference by MARKED."""
        if self.kind is Kind.QUEUE:
            return self.n == 0 < n
        if self.n >= 2 * max(n, 1):
            return True
        usual = 0.0 if self.kind is Kind.SPEED else self.reference or 0.0  # of speed it is seconds
        further = round(abs(self.value - usual) - abs(value - usual), 9)
        return self.kind not in COUNTS and further >= MARKED

    def has_changed(self, n: int, value: float) -> bool:
        """Whether the numbers differ markedly from these: twice as many rows, or a value further away by MARKED."""
        step = inf if self.kind in COUNTS else MARKED
        return self.n >= 2 * max(n, 1) or abs(self.value - value) >= step
