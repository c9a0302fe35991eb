"""Job registry: `@job("make_release")` registers the function that runs the jobs of that name.

To add a job, decorate a function in a module called `job.py` or `..._job.py` (plural allowed), in any folder of an
installed app: such modules are imported when Django starts. The function is given a `JobContext` and returns a result
that JSON can represent. It runs again from the start if its worker was killed, so it must be idempotent, or store
everything in one transaction that begins with `context.renew_lease()`. `jobs.enqueue.enqueue` enqueues it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

from django.apps import apps
from django.utils.translation import gettext as _

from jobs.context import JobContext
from jobs.errors import DuplicateJob, UnknownJob

JobFunction = Callable[[JobContext], dict[str, Any]]
MODULE = re.compile(r"(?:\w+_)?jobs?\.py")
FUNCTIONS: dict[str, JobFunction] = {}
EVERY: dict[str, timedelta] = {}  # of jobs that look again and again: when after a failure


def job(name: str, *, every: timedelta | None = None) -> Callable[[JobFunction], JobFunction]:
    """Register the decorated function under `name`. Raises DuplicateJob.

    `every`: the job looks again after this time (it raises RetryLater), and does so after a failure too: one bad hour
    must not end it for good.
    """
    if every is not None:
        EVERY[name] = every

    def register(function: JobFunction) -> JobFunction:
        registered = FUNCTIONS.setdefault(name, function)
        if registered is not function:
            both = " and ".join(f"{each.__module__}.{each.__qualname__}" for each in (registered, function))
            raise DuplicateJob(f"Two functions are registered for the job {name!r}: {both}. Rename one of them.")
        return function

    return register


def find(name: str) -> JobFunction:
    """Return the function registered under `name`. Raises UnknownJob."""
    try:
        return FUNCTIONS[name]
    except KeyError:
        raise UnknownJob(_("This version of Attest has no job named “%(name)s”.") % {"name": name}) from None


def autodiscover() -> None:
    """Import every module of the installed apps that may register jobs."""
    for app in apps.get_app_configs():
        for module in _modules(app.name, Path(app.path)):
            import_module(module)


def _modules(package: str, folder: Path) -> Iterator[str]:
    for path in sorted(folder.iterdir()):
        if MODULE.fullmatch(path.name):
            yield f"{package}.{path.stem}"
        elif (path / "__init__.py").is_file():
            yield from _modules(f"{package}.{path.name}", path)
