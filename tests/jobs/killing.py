"""Workers that kill themselves in the middle of a job: `python -m tests.jobs.killing` runs embedded ones, one after the
other; `celery -A tests.jobs.killing worker` is a Celery worker of the kind.

Never imported by a test: it changes the process that imports it. `kill_points` says where they kill themselves.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

from tests.jobs.celery_app import app
from tests.jobs.kill_points import armed

WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b")
OF_JOBS = ('"annotation_job"', '"annotation_jobworker"')


def die_if_armed(kind: str, point: str) -> None:
    with suppress(FileNotFoundError):
        armed(kind, point).unlink()
        os.kill(os.getpid(), signal.SIGKILL)


def install() -> None:
    from django.db import connection

    from jobs import context, registry, runner

    context.LEASE = timedelta(seconds=0.6)
    runner.MAX_ATTEMPTS = 1000  # on a busy machine leases lapse by themselves
    find, finish = registry.find, context.JobContext.finish

    def killing_find(name: str) -> Callable[[Any], Any]:
        function = find(name)

        def killed(job_context: context.JobContext) -> Any:
            def run(execute: Any, sql: str, *rest: Any) -> Any:
                result = execute(sql, *rest)
                if WRITES.match(sql) and not any(table in sql for table in OF_JOBS):
                    die_if_armed(name, "write")
                return result

            with connection.execute_wrapper(run):
                return function(job_context)

        return killed

    def killing_finish(self: context.JobContext, **fields: Any) -> None:
        die_if_armed(self.job.kind, "finish")
        finish(self, **fields)

    registry.find = killing_find
    context.JobContext.finish = killing_finish  # type: ignore[method-assign]


def main() -> None:
    from django.db import connections

    from jobs import worker

    worker.SECONDS_BETWEEN_POLLS = 0.1
    connections.close_all()
    while True:
        child = os.fork()
        if child == 0:
            worker.Worker(os.getppid()).work()
            os._exit(0)
        print("ready.", flush=True)
        signal.signal(signal.SIGTERM, partial(end, child))
        os.waitpid(child, 0)


def end(child: int, *_signal: object) -> None:
    os.kill(child, signal.SIGKILL)
    sys.exit(0)


install()
if __name__ == "__main__":
    main()

__all__ = ["app"]
