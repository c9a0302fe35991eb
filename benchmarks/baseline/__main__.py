"""python -m benchmarks.baseline WHAT [--folder DIR]: one of the measurements; see README.md"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from benchmarks.baseline.setting_up import set_up

WITHOUT_TRAINING = ("retrieval", "retrievers", "ensemble", "tables", "cells", "evidence", "fit-selection", "real-sized")
TRAINING = ("train-cells", "train-verdicts", "rerank")
STAGES = "stages"


def main() -> None:
    """Run one of the measurements, or all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.baseline")
    parser.add_argument("what", choices=[*WITHOUT_TRAINING, *TRAINING, STAGES])
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "attest-baseline-benchmark")
    parser.add_argument("--claims", type=int, default=300, help="real-sized: how many claims are timed")
    parser.add_argument("--pages", type=int, default=100_000, help="real-sized: how many pages")
    parser.add_argument(
        "--start", default="", help="train-*, rerank: the checkpoint to start from (train-cells: if any)"
    )
    parser.add_argument("--layers", type=int, default=0, help="train-*: its first so many layers (0: all)")
    parser.add_argument("--minutes", type=float, default=0.0, help="train-*: stop after so many; again: go on")
    parser.add_argument("--limit", type=int, default=0, help="train-verdicts: learn from so many statements (0: all)")
    parser.add_argument("--tabfact", type=Path, help="train-verdicts: a clone of TabFact's repository, with statements")
    parser.add_argument(
        "--only",
        default="",
        help="train-verdicts, stages, tables: sets whose name begins so; retrieval, ensemble: the one pool",
    )
    parser.add_argument("--spacy", default="", help="retrievers: a spaCy model whose entities the paper's one takes")
    parser.add_argument("--config", type=Path, help="retrievers: settings to compare with those shipped")
    parser.add_argument("--stage", action="append", default=[], help="stages: this one alone; may be given again")
    parser.add_argument("--behind", action="append", default=[], help="stages: after this one; may be given again")
    parser.add_argument("--training", default="", help="stages: options of baseline.training, '--rate 1e-4 --epochs 2'")
    parser.add_argument("--seeds", type=int, default=3, help="stages: how many trainings of each")
    parser.add_argument("--half-on-cpu", action="store_true", help="train-verdicts: see baseline.training --help")
    options = parser.parse_args()
    set_up(options.folder)
    if options.what == "retrieval":
        from benchmarks.baseline import retrieval

        retrieval.main(options.folder, options.only)
    elif options.what == "retrievers":
        from benchmarks.baseline import retrievers

        retrievers.main(options.folder, options.spacy, options.config)
    elif options.what == "ensemble":
        from benchmarks.baseline import ensemble

        ensemble.main(options.folder, options.only)
    elif options.what == "tables":
        from benchmarks.baseline import table_ranking

        table_ranking.main(options.only)
    elif options.what == "cells":
        from benchmarks.baseline import cells

        cells.main()
    elif options.what == "evidence":
        from benchmarks.baseline import evidence

        evidence.main(options.folder)
    elif options.what == "fit-selection":
        from benchmarks.baseline import fit_selection

        fit_selection.main(options.folder)
    elif options.what == STAGES:
        from benchmarks.baseline import stages

        how = stages.Training("", options.behind, options.start, options.training.split())
        stages.main(options.folder, options.stage, options.only, options.seeds, how)
    elif options.what in TRAINING:
        if not options.start and options.what != "train-cells":
            parser.error("--start: name the folder of a checkpoint, such as MiniLM")
        from benchmarks.baseline import rerank, train_cells, training, verdicts

        if options.what == "rerank":
            rerank.main(options.start, options.claims)
        else:
            turn = training.turn_of(
                options.folder, options.start, options.layers, options.minutes, options.limit, half=options.half_on_cpu
            )
            if options.what == "train-cells":
                train_cells.train_cells(turn)
            else:
                known = verdicts.sets(options.limit, options.tabfact)
                verdicts.train_verdicts(turn, [one for one in known if one.name.startswith(options.only)])
    else:
        from benchmarks.baseline import real_sized

        real_sized.main(options.folder, options.pages, options.claims)


if __name__ == "__main__":
    main()
