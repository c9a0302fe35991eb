"""python -m benchmarks.agreement [--claims N] [--qa N]: the quality pages and the command at the size of FEVEROUS."""

from __future__ import annotations

import argparse
import os
import platform
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.agreement.pages import pages

SLUG = "demo-large"


def main() -> None:
    """Make a simulated project of the size of FEVEROUS in a folder of its own, and time what a manager waits for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.agreement")
    parser.add_argument("--claims", type=int, default=87_026)
    parser.add_argument("--qa", type=int, default=8_474, help="claims verified by several people")
    parser.add_argument("--annotators", type=int, default=90, help="a third of them write")
    parser.add_argument("--folder", type=Path, help="keep the database there, and take it again if it is there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="attest-agreement-") as temporary:
        folder = options.folder or Path(temporary)
        os.environ |= {
            "ATTEST_DATA_DIR": str(folder),
            "ATTEST_ENV_FILE": "",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        os.environ.pop("DATABASE_URL", None)
        print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}")
        make(options)
        computing()
        job()
        pages(folder, SLUG, *a_manager())
        command()
        print(f"load at the end {os.getloadavg()[0]:.1f}")


def make(options: argparse.Namespace) -> None:
    """The project, unless it is there."""
    manage("migrate", "--verbosity", "0")
    sizes = ["--claims", str(options.claims), "--qa", str(options.qa), "--annotators", str(options.annotators)]
    timed("demo_large", lambda: manage("demo_large", *sizes))


def computing() -> None:
    """What a process has to compute where the database keeps nothing."""
    import django

    django.setup()
    from annotation.models import CachedResult, Project, Verification
    from annotation.quality.agreement.queries import ALL_GROUPINGS, agreement_report, items_of

    project = Project.objects.get(slug=SLUG)
    CachedResult.objects.all().delete()
    print(
        f"{Verification.objects.count():,} verifications, {len(items_of(project)):,} claims verified by several people"
    )
    timed("reading the items", lambda: items_of(project))
    timed("the report with everything", lambda: agreement_report(project, by=ALL_GROUPINGS, with_annotators=True))


def job() -> None:
    """What keeps the numbers of all pages, beside the website."""
    from annotation.models import Project
    from annotation.results.job import KIND, refresh_now
    from jobs.models import Job

    project = Project.objects.get(slug=SLUG)
    timed("the job", lambda: refresh_now(project))
    Job.objects.filter(kind=KIND).delete()


def a_manager() -> tuple[str, str]:
    """(name, password) of somebody who may see everything."""
    from annotation.models import Membership, Project, User
    from annotation.projects.models import Role

    password = secrets.token_urlsafe(16)
    user, _made = User.objects.get_or_create(username="benchmark")
    user.set_password(password)
    user.save()
    Membership.objects.get_or_create(project=Project.objects.get(slug=SLUG), user=user, role=Role.MANAGER)
    return user.username, password


def command() -> None:
    """The command as a person starts it, from nothing, with every group and annotator."""
    timed("manage.py agreement, kept", lambda: manage("agreement", "--project", SLUG, "--json"))
    timed("manage.py agreement --fresh", lambda: manage("agreement", "--project", SLUG, "--json", "--fresh"))


def manage(*arguments: str) -> None:
    subprocess.run([sys.executable, "manage.py", *arguments], check=True, stdout=subprocess.DEVNULL)


def timed(name: str, work: Callable[[], Any]) -> None:
    """Seconds by the clock, and of the processor: on a busy machine the second is the one to compare."""
    before, used = time.perf_counter(), _cpu()
    work()
    print(f"{name:30} {time.perf_counter() - before:7.2f} s  processor {_cpu() - used:6.2f} s", flush=True)


def _cpu() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


if __name__ == "__main__":
    main()
