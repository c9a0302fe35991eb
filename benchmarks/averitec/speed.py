"""python -m benchmarks.averitec speed: processor time and memory of scoring, each file in a process of its own."""

from __future__ import annotations

import json
import lzma
import multiprocessing
import random
import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from annotation.averitec.submissions import Shape
from baseline.scoring.averitec.report import scored_files

STRINGS, SEED = 10, 20211
PADDING = 400_000  # characters of a scraped page: 500 rows make 200 MB


def run(shared: Path) -> None:
    """Print a line a file: dev and train with ten strings a claim, and dev with whole pages, 200 MB."""
    dev = json.loads((shared / "dev.json").read_text(encoding="utf-8"))
    with lzma.open(shared / "train.json.xz", "rt", encoding="utf-8") as file:
        train = json.load(file)
    print("| file | claims | MB | processor s | peak MB |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for title, rows, padding in (("dev", dev, 0), ("train", train, 0), ("dev with whole pages", dev, PADDING)):
            gold, predicted = Path(folder) / "gold.json", Path(folder) / "predicted.jsonl"
            gold.write_text(json.dumps(rows), encoding="utf-8")
            with predicted.open("w", encoding="utf-8") as out:
                out.writelines(f"{json.dumps(row)}\n" for row in _predictions(rows, padding))
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                seconds, peak = pool.apply(_measured, (predicted, gold))
            size = predicted.stat().st_size / 1e6
            print(f"| {title} | {len(rows):,} | {size:,.0f} | {seconds:.1f} | {peak:,.0f} |", flush=True)


def _predictions(rows: list[dict[str, Any]], padding: int) -> Iterator[dict[str, Any]]:
    """Ten pairs of other claims for each claim, the worst case for METEOR: few words are shared."""
    chance = random.Random(SEED)
    pairs = [
        {"question": question["question"], "answer": answer["answer"]}
        for row in rows for question in row["questions"] for answer in question["answers"]
    ]  # fmt: skip
    for number, row in enumerate(rows):
        page = {"scraped_text": "x" * padding} if padding else {}
        evidence = [*({**one, **page} for one in chance.sample(pairs, 1)), *chance.sample(pairs, STRINGS - 1)]
        yield {"claim_id": number, "claim": row["claim"], "pred_label": "Refuted", "evidence": evidence}


def _measured(predicted: Path, gold: Path) -> tuple[float, float]:
    """Processor seconds of scoring, and the most memory of the process in MB."""
    start = time.process_time()
    scored_files(predicted, gold, Shape.TASK_2024)
    return time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
