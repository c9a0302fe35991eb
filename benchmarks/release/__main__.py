"""python -m benchmarks.release [--claims N] [--folder FOLDER]: time and memory of a release at the size of FEVEROUS.

Makes the simulated project in a folder of its own, and exports it at a tenth, a third and all of its size: memory that
grows with the project shows. Beside it stands what it takes to write the same bytes with plain `json`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# 2.4 % of the claims are reported, and so the others make the 87,026 verifications of FEVEROUS.
CLAIMS = 89_250
DATA_ONLY = ["--only", "datasets,fever,corpus"]
WAYS = {"FEVEROUS files alone": ["--format", "feverous"], "whole release but for the report": DATA_ONLY}


def main() -> None:
    """Print a line a measurement."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.release")
    parser.add_argument("--claims", type=int, default=CLAIMS)
    parser.add_argument("--folder", type=Path, help="keep the databases there, and take them again if they are there")
    parser.add_argument("--report", action="store_true", help="the whole release with its report, too")
    options = parser.parse_args()
    print(f"{platform.python_version()}, {os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="attest-release-") as temporary:
        for part in (10, 3, 1):
            measure(options.folder or Path(temporary), options.claims // part, with_report=options.report and part == 1)


def measure(home: Path, claims: int, *, with_report: bool) -> None:
    """Export a project of so many claims in each way."""
    folder = home / f"{claims}"
    environment = {**os.environ, "ATTEST_DATA_DIR": str(folder), "ATTEST_ENV_FILE": ""}
    environment.pop("DATABASE_URL", None)
    made = folder / "made"
    if not made.exists():
        folder.mkdir(parents=True, exist_ok=True)
        run(environment, "migrate", "--verbosity", "0")
        run(environment, "demo_large", "--claims", str(claims), "--qa", "0", "--annotators", "90")
        made.write_text("")
    ways = WAYS | ({"whole release": []} if with_report else {})
    for name, arguments in ways.items():
        out = folder / f"out-{len(arguments)}"
        subprocess.run(["rm", "-rf", str(out)], check=True)
        began = time.perf_counter()
        used, memory = run(environment, "export_dataset", "--project", "demo-large", *arguments, str(out))
        seconds = time.perf_counter() - began
        size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
        print(
            f"{claims:7,} claims  {name:34} {seconds:6.1f} s  processor {used:6.1f} s  {memory:4.0f} MB of memory  "
            f"{size / 1e6:6.1f} MB written  load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        if name == "FEVEROUS files alone":
            plain(out / "train.jsonl", seconds, used)


def run(environment: dict[str, str], *arguments: str) -> tuple[float, float]:
    """Seconds of processor and most memory in MB of `manage.py` (of it and of what it starts, whichever is more)."""
    code = (
        "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); "
        "of = resource.getrusage(resource.RUSAGE_CHILDREN); print(of.ru_utime + of.ru_stime, of.ru_maxrss); "
        "sys.exit(done.returncode)"
    )
    command = [sys.executable, "-c", code, sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    used, kilobytes = done.stdout.split()
    return float(used), float(kilobytes) / 1024


def plain(path: Path, seconds: float, used: float) -> None:
    """The same lines with json.dumps and write, from objects that are there already."""
    rows = [json.loads(line) for line in path.open(encoding="utf-8")]
    before = resource.getrusage(resource.RUSAGE_SELF)
    began = time.perf_counter()
    with path.with_suffix(".plain").open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    clock = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_SELF)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if path.read_bytes() != path.with_suffix(".plain").read_bytes():
        raise SystemExit("not the same bytes")
    path.with_suffix(".plain").unlink()
    print(
        f"{'':16}plain json writes the same bytes in {clock:.2f} s, processor {busy:.2f} s: ratio "
        f"{seconds / clock:.1f}, of processor {used / busy:.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
