"""A worker of the job table in a process of its own, on the test database, with a job that a test can wait for.

`python -m tests.annotation.job_worker DATABASE [LEASE_SECONDS]`
"""

from __future__ import annotations

import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent


def slow(turn: Any) -> dict[str, Any]:
    """Count to `total`, a tenth of a second each; the file `log` gets a line when it begins and when it is done."""
    _log(turn, "began")
    for number in range(turn.arguments["total"]):
        turn.progress(number, turn.arguments["total"], "counting")
        time.sleep(0.1)
    _log(turn, "done")
    return {"counted": turn.arguments["total"]}


def stuck(turn: Any) -> dict[str, Any]:
    """A draw whose worker stands still after it has been stored, and before the job says so."""
    from annotation.workflows.claim_generation.sampling.job import draw

    drawn = draw(turn)
    _log(turn, "drawn")
    if turn.job.attempt == 1:
        time.sleep(600)
    return drawn


def _log(turn: Any, word: str) -> None:
    with Path(turn.arguments["log"]).open("a") as file:
        file.write(f"{word} {turn.job.attempt}\n")


def main() -> None:
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = sys.argv[1]
    django.setup()
    from annotation.jobs import doing, known, turn
    from annotation.jobs.worker import Worker

    if len(sys.argv) > 2:
        turn.LEASE = doing.LEASE = timedelta(seconds=float(sys.argv[2]))
    known.FUNCTIONS |= {"slow": slow, "stuck": stuck}
    print("ready", flush=True)
    Worker().work()


if __name__ == "__main__":
    main()
