"""Notice that the wall clock of this machine jumped: it is compared with the clock that only runs on."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from jobs.enqueue import enqueue
from jobs.models import Job

KIND = "note_clock_jump"
LEAST = 2.0  # seconds; a clock that is corrected while it runs gains or loses at most 0.0005 s in each
SAME_JUMP = timedelta(minutes=2)  # in which every worker has noticed it


def running_on() -> float:
    """Seconds by the clock that no one sets; on Linux it goes on while the machine is suspended."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class WallClock:
    """One process's comparison of the two clocks."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = running_on) -> None:
        self._wall, self._steady = wall, steady
        self._offset = self._now()

    def jumped(self) -> float:
        """Return how many seconds the wall clock has jumped forward since the last call; 0.0 below LEAST."""
        before, self._offset = self._offset, self._now()
        moved = self._offset - before
        return moved if abs(moved) >= LEAST else 0.0

    def _now(self) -> float:
        return self._wall() - self._steady()


def enqueue_jump(seconds: float) -> Job | None:
    """Enqueue the job that notes the jump in the open logs, unless another worker has noticed the same one."""
    recent = Job.objects.filter(kind=KIND, created_at__gt=timezone.now() - SAME_JUMP)
    if any(abs(job.arguments["seconds"] - seconds) < LEAST for job in recent):
        return None
    return enqueue(KIND, arguments={"seconds": round(seconds, 3)})
