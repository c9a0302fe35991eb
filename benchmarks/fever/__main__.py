"""python -m benchmarks.fever WHAT: one of the measurements; see README.md"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.fever import imports, report, rows, symmetric


def main() -> None:
    """Run one of the measurements."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fever")
    parser.add_argument("what", choices=["imports", "rows", "symmetric", "report"])
    parser.add_argument("--pages", type=int, default=200_000, help="imports: how many pages")
    parser.add_argument("--shared", type=Path, default=Path("../shared/data"), help="the folder of the shared data")
    parser.add_argument("--claims", type=int, default=185_445, help="report: how many claims")
    options = parser.parse_args()
    if options.what == "imports":
        imports.run(options.pages)
    elif options.what == "report":
        report.run(options.claims)
    elif options.what == "rows":
        rows.run(options.shared)
    else:
        symmetric.run(options.shared)


if __name__ == "__main__":
    main()
