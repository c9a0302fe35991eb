"""Jobs that a test can wait for. Importing this registers them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from jobs.context import JobContext
from jobs.registry import job


@job("count_slowly")
def count_slowly(context: JobContext) -> dict[str, Any]:
    """Count to `total`, a tenth of a second each; the file `log` gets a line at the start and at the end."""
    _log(context, "began")
    for number in range(context.arguments["total"]):
        context.progress(number, context.arguments["total"], "counting")
        time.sleep(0.1)
    _log(context, "done")
    return {"counted": context.arguments["total"]}


@job("draw_then_hang")
def draw_then_hang(context: JobContext) -> dict[str, Any]:
    """Draw highlights; the first attempt hangs after the draw has been stored and before the job's result has."""
    from annotation.workflows.claim_generation.sampling.job import draw

    drawn = draw(context)
    _log(context, "drawn")
    if context.job.attempt == 1:
        time.sleep(600)
    return drawn


def _log(context: JobContext, word: str) -> None:
    with Path(context.arguments["log"]).open("a") as file:
        file.write(f"{word} {context.job.attempt}\n")
