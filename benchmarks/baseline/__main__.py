"""python -m benchmarks.baseline WHAT [--folder DIR]: one of the measurements; see README.md"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from benchmarks.baseline.setting_up import set_up

TRAINING = ("train-cells", "train-verdicts", "rerank")


def main() -> None:
    """Run one of the measurements, or all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.baseline")
    parser.add_argument("what", choices=["retrieval", "cells", "speed", *TRAINING])
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "attest-baseline-benchmark")
    parser.add_argument("--claims", type=int, default=300, help="speed: how many claims")
    parser.add_argument("--pages", type=int, default=100_000, help="speed: how many pages")
    parser.add_argument("--start", help="train-*, rerank: the checkpoint to start from")
    parser.add_argument("--layers", type=int, default=0, help="train-*: its first so many layers (0: all)")
    parser.add_argument("--minutes", type=float, default=0.0, help="train-*: stop after so many; again: go on")
    parser.add_argument("--limit", type=int, default=0, help="train-verdicts: learn from so many statements (0: all)")
    options = parser.parse_args()
    set_up(options.folder)
    if options.what == "retrieval":
        from benchmarks.baseline import retrieval

        retrieval.main(options.folder)
    elif options.what == "cells":
        from benchmarks.baseline import cells

        cells.main()
    elif options.what in TRAINING:
        if not options.start:
            parser.error("--start: name the folder of a checkpoint, such as MiniLM")
        from benchmarks.baseline import rerank, training

        if options.what == "rerank":
            rerank.main(options.start, options.claims)
        else:
            turn = training.turn_of(options.folder, options.start, options.layers, options.minutes, options.limit)
            (training.train_cells if options.what == "train-cells" else training.train_verdicts)(turn)
    else:
        from benchmarks.baseline import speed

        speed.main(options.folder, options.pages, options.claims)


if __name__ == "__main__":
    main()
