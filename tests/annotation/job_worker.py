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


def slow(context: Any) -> dict[str, Any]:
    """Count to `total`, a tenth of a second each; the file `log` gets a line when it begins and when it is done."""
    _log(context, "began")
    for number in range(context.arguments["total"]):
        context.progress(number, context.arguments["total"], "counting")
        time.sleep(0.1)
    _log(context, "done")
    return {"counted": context.arguments["total"]}


def stuck(context: Any) -> dict[str, Any]:
    """A draw whose worker stands still after it has been stored, and before the job says so."""
    from annotation.workflows.claim_generation.sampling.job import draw

    drawn = draw(context)
    _log(context, "drawn")
    if context.job.attempt == 1:
        time.sleep(600)
    return drawn


def _log(context: Any, word: str) -> None:
    with Path(context.arguments["log"]).open("a") as file:
        file.write(f"{word} {context.job.attempt}\n")


def main() -> None:
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = sys.argv[1]
    django.setup()
    from jobs import context, registry, runner
    from jobs.worker import Worker

    if len(sys.argv) > 2:
        context.LEASE = runner.LEASE = timedelta(seconds=float(sys.argv[2]))
    registry.FUNCTIONS |= {"slow": slow, "stuck": stuck}
    print("ready", flush=True)
    Worker().work()


if __name__ == "__main__":
    main()
