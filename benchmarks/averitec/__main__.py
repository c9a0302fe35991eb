"""python -m benchmarks.averitec WHAT: one of the measurements; see README.md"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.averitec import speed, yardstick

MEASUREMENTS = {"yardstick": yardstick.run, "speed": speed.run}


def main() -> None:
    """Run one of the measurements."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.averitec")
    parser.add_argument("what", choices=[*MEASUREMENTS])
    parser.add_argument("--shared", type=Path, default=Path("../shared/data/averitec"), help="the folder of AVeriTeC")
    options = parser.parse_args()
    MEASUREMENTS[options.what](options.shared)


if __name__ == "__main__":
    main()
