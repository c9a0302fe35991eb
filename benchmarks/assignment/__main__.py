"""python -m benchmarks.assignment [--database URL | postgres] [--work verifying|writing] [...]: see README.md"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from benchmarks.assignment.annotators import Seen, annotate, everybody
from benchmarks.assignment.site import Site, database_cpu_seconds, serving
from tests.servers.postgres import DURABLE, postgres
from tests.servers.process import free_port


def main() -> None:
    """Measure one kind of work on one database; exits with 1 when something was lost or answered with an error."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.assignment")
    parser.add_argument("--database", default="", help='a URL, or "postgres" for one made for this; unset: SQLite')
    parser.add_argument("--work", choices=["verifying", "writing"], default="verifying")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--annotators", type=int, default=20)
    parser.add_argument("--tasks", type=int, help="default: 300 a second")
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="attest-assignment-")))
        is_own = options.database == "postgres"
        database = stack.enter_context(postgres(DURABLE)) if is_own else options.database
        site = stack.enter_context(serving(folder, free_port(), database))
        tasks = options.tasks or int(options.seconds * 300)
        made = site.ask("make", annotators=options.annotators, tasks=tasks, work=options.work)
        annotators = everybody(site.port, made, options.work)
        load, used, by_database = os.getloadavg()[0], site.cpu_seconds(), database_cpu_seconds()
        seen = annotate(annotators, options.seconds)
        used, by_database = site.cpu_seconds() - used, database_cpu_seconds() - by_database
        name = "PostgreSQL" if database.startswith("postgres") else "SQLite"
        print(f"{name}, {options.work}, {options.annotators} annotators, {platform.python_version()}, "
              f"{os.cpu_count()} cores, load before {load:.1f}, after {os.getloadavg()[0]:.1f}")  # fmt: skip
        sys.exit(tell(seen, used, by_database if is_own else None) | check(site, seen, made["slug"], options.work))


def tell(seen: Seen, used: float, by_database: float | None) -> int:
    """Print what was seen; `used`, `by_database`: seconds of CPU, None for a database that was not made for this."""
    done = len(seen.acknowledged)
    print(
        f"{done / seen.seconds:.1f} acknowledged a second ({done} in {seen.seconds:.1f} s), {len(seen.errors)} errors"
    )
    for what, times in (("take", seen.take), ("submission", seen.submission)):
        shares = statistics.quantiles(times, n=100)
        p50, p95, p99 = (shares[share - 1] * 1000 for share in (50, 95, 99))
        print(f"{what:<10}  p50 {p50:.0f} ms  p95 {p95:.0f} ms  p99 {p99:.0f} ms  longest {max(times) * 1000:.0f} ms")
    print(f"the web server used {used:.1f} s of CPU: {used / max(1, done) * 1000:.1f} ms for a task")
    if by_database is not None:
        a_task = by_database / max(1, done) * 1000
        print(f"the database server used {by_database:.1f} s of CPU: {a_task:.1f} ms for a task")
    for error, often in Counter(seen.errors).most_common(5):
        print(f"  {often} times {error}")
    return int(bool(seen.errors))


def check(site: Site, seen: Seen, slug: str, work: str) -> int:
    """Every acknowledged submission is stored once and whole, and nothing else is."""
    counts = site.ask("count", slug=slug, work=work, acknowledged=seen.acknowledged)
    numbers = {
        counts[name] for name in ("acknowledged", "stored", "acknowledged_and_stored_whole", "submitted", "finished")
    }
    held = counts["places"] - counts["submitted"]
    right = len(numbers) == 1 and counts["places"] == counts["assignments"]
    print(f"in the database: {counts}, {held} held: {'as acknowledged' if right else 'NOT as acknowledged'}")
    return int(not right)


if __name__ == "__main__":
    main()
