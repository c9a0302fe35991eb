"""python -m benchmarks.baseline pages|sentences|cells|speed [--folder DIR]: see README.md"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from benchmarks.baseline.setting_up import set_up


def main() -> None:
    """Run one of the measurements, or all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.baseline")
    parser.add_argument("what", choices=["retrieval", "cells", "speed"])
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "attest-baseline-benchmark")
    parser.add_argument("--claims", type=int, default=300, help="speed: how many claims")
    parser.add_argument("--pages", type=int, default=100_000, help="speed: how many pages")
    options = parser.parse_args()
    set_up(options.folder)
    if options.what == "retrieval":
        from benchmarks.baseline import retrieval

        retrieval.main(options.folder)
    elif options.what == "cells":
        from benchmarks.baseline import cells

        cells.main()
    else:
        from benchmarks.baseline import speed

        speed.main(options.folder, options.pages, options.claims)


if __name__ == "__main__":
    main()
