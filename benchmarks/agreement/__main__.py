"""python -m benchmarks.agreement [--claims N] [--qa N]: `manage.py agreement` and its page at the size of FEVEROUS."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


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
        print(f"{platform.python_version()}, {os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}")
        make(options)
        page()
        command()


def make(options: argparse.Namespace) -> None:
    """The project, unless it is there."""
    manage("migrate", "--verbosity", "0")
    sizes = ["--claims", str(options.claims), "--qa", str(options.qa), "--annotators", str(options.annotators)]
    timed("demo_large", lambda: manage("demo_large", *sizes))


def page() -> None:
    """What a page asks for: cold, again, and after somebody has handed in."""
    import django

    django.setup()
    from annotation.agreement.queries import items_of
    from annotation.agreement.snapshot import agreement_snapshot
    from annotation.models import Project, Verification

    project = Project.objects.get(slug="demo-large")
    print(
        f"{Verification.objects.count():,} verifications, {len(items_of(project)):,} claims verified by several people"
    )
    timed("page, nothing known", lambda: agreement_snapshot(project, by=["week"]))
    timed("page, by another group", lambda: agreement_snapshot(project, by=["evidence_match"]))
    timed("page, again", lambda: agreement_snapshot(project, by=["week"]))
    timed("annotators", lambda: agreement_snapshot(project, with_annotators=True))
    timed("annotators, again", lambda: agreement_snapshot(project, with_annotators=True))


def command() -> None:
    """The command as a person starts it, from nothing, with every group and annotator."""
    timed("manage.py agreement --json", lambda: manage("agreement", "--project", "demo-large", "--json"))


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
