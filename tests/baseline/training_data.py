"""Tiny FEVEROUS files, with their pages, that a tiny model can learn from in seconds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from annotation.release.record import EvidenceSetRecord, Record, lines
from corpus.page.elements import Page, Sentence
from corpus.page.page_json import page_to_json
from tests.baseline.pages import table

CLUBS = ("Anchor Town", "Quay Rovers", "Mole United", "Pier Athletic")
LEAGUES = 12


def league(number: int) -> Page:
    rows = [["Season", "Champion"], *([str(2000 + r), CLUBS[(r + number) % len(CLUBS)]] for r in range(6))]
    return Page(f"League {number}", (Sentence("sentence_0", f"League {number} is played by the sea."), table(rows)))


def record(number: int, *, with_sentence: bool = True) -> Record:
    """A claim about one row of one league; every second one is refuted."""
    row = number % 6 + 1
    club = CLUBS[(row - 1 + number + number % 2) % len(CLUBS)]
    title = f"League {number % LEAGUES}"
    content = tuple(f"{title}_cell_0_{row}_{column}" for column in range(2))
    if with_sentence:
        content = (f"{title}_sentence_0", *content)
    context = dict.fromkeys(content, (f"{title}_title",))
    label = "REFUTES" if number % 2 else "SUPPORTS"
    return Record(
        number, f"{club} won {title} in {1999 + row}.", label, (EvidenceSetRecord(content, context),),
    )  # fmt: skip


def write_data(folder: Path, train: int = 24, dev: int = 6) -> list[str]:
    """The files, as arguments for the command."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "train.jsonl").write_text("".join(lines(map(record, range(train)))), encoding="utf-8")
    (folder / "dev.jsonl").write_text("".join(lines(map(record, range(100, 100 + dev)))), encoding="utf-8")
    pages = (json.dumps(page_to_json(league(number))) + "\n" for number in range(LEAGUES))
    (folder / "pages.jsonl").write_text("".join(pages), encoding="utf-8")
    return [
        "--train", str(folder / "train.jsonl"), "--dev", str(folder / "dev.jsonl"),
        "--pages", str(folder / "pages.jsonl"),
    ]  # fmt: skip


def read_metrics(path: Path) -> list[dict[str, Any]]:
    """The lines of metrics.jsonl, which may just be written."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]
