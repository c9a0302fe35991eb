"""python -m baseline.averitec CLAIMS --training FILE [--collections FOLDER] > SUBMISSION: see baseline/README.md"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from baseline.averitec.evidence import Pool, Questions, collected_passages, evidence_for, training_passages
from baseline.config import BadConfig, load_config
from baseline.rerank.open import open_rerankers
from baseline.rerank.protocol import Reranker
from baseline.scoring.averitec.rows import Row, iter_rows, rows_of
from baseline.scoring.predictions import BadPrediction


def main() -> None:
    """Write a submission of the shared task of 2024 to standard output, and what it was made of to standard error."""
    parser = argparse.ArgumentParser(prog="python -m baseline.averitec", description=__doc__)
    parser.add_argument("claims", type=Path, help="claims of AVeriTeC; of their rows only claim and claim_id are read")
    parser.add_argument("--training", type=Path, required=True, help="AVeriTeC's training claims with questions")
    parser.add_argument(
        "--collections", type=Path, metavar="FOLDER",
        help="documents of each claim, FOLDER/CLAIM_ID.json, as the shared task has them (default: training answers)",
    )  # fmt: skip
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings over those of baseline.toml: its stages")
    options = parser.parse_args()
    notes: list[str] = []
    try:
        stages = open_rerankers(load_config(options.config), notes)["sentences"]
        training = [row for _where, row in rows_of(options.training)]
        for row in submission(rows_of(options.claims), training, options.collections, stages, notes):
            sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
    except (BadPrediction, BadConfig) as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(f"{error.filename} cannot be read: {error.strerror}.")
    for note, times in Counter(notes).items():
        print(f"{note} ({times:,} times)" if times > 1 else note, file=sys.stderr)


def submission(
    claims: Sequence[tuple[str, Row]],
    training: Sequence[Mapping[str, Any]],
    collections: Path | None,
    stages: Sequence[Reranker],
    notes: list[str],
) -> Iterator[dict[str, Any]]:
    """A row a claim with ten pairs. There are no weights for a verdict: the label is the commonest of training.

    Raises BadPrediction and OSError.
    """
    label = Counter(row["label"] for row in training).most_common(1)[0][0]
    notes.append(f"The label of every claim is {label!r}, the commonest of the training claims: no verdict was found.")
    questions, shared = Questions(training), None
    if collections is None:
        shared = Pool(training_passages(training), stages)
        notes.append("Answers are those of training claims: no documents were given (--collections).")
    for place, (where, row) in enumerate(claims):
        if not isinstance(row.get("claim"), str):
            raise BadPrediction(f"{where}: claim: want a text.")
        number = row.get("claim_id", row.get("id", place))
        pool = shared or Pool(_collected(Path(str(collections)) / f"{number}.json"), stages)
        pairs = list(evidence_for(row["claim"], questions, pool.best(row["claim"], notes)))
        yield {"claim_id": number, "claim": row["claim"], "evidence": pairs, "pred_label": label}


def _collected(path: Path) -> list[Any]:
    return list(collected_passages(row for _where, row in iter_rows(path)))


if __name__ == "__main__":
    main()
