"""python -m benchmarks.citations WHAT [--weights FOLDER...]: one of the measurements; see README.md"""

from __future__ import annotations

import argparse
from importlib import import_module

# Each is a module of this folder with `run()`; "module.function" names another function of it.
MEASUREMENTS = {
    "words": "words",
    "fit": "fit",
    "fit-sentences": "ranker",
    "failed": "failing",
    "cross-encoder": "cross_encoder",
    "spans": "spans",
    "three-way": "threeway",
    "speed": "speed",
    "calibration": "calibration",
    "sentences": "sentences",
    "groups": "groups",
    "retrieval": "retrieval",
    "suggesting": "suggesting",
    "checking": "checking",
}


def main() -> None:
    """Run one of the measurements."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.citations")
    parser.add_argument("what", choices=[*MEASUREMENTS])
    parser.add_argument("--weights", nargs="+", metavar="FOLDER", help="of retrieval: a bi-encoder; of cross-encoder")
    options = parser.parse_args()
    module, _, function = MEASUREMENTS[options.what].partition(".")
    measure = getattr(import_module(f"benchmarks.citations.{module}"), function or "run")
    measure(*([options.weights] if options.weights else []))


if __name__ == "__main__":
    main()
