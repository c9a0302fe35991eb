"""A claim over two pages, the second of which is found only through the first: by HybRank, and not by the ensemble.

Each claim names a club. The club's page has rare words, and the second page has these too, and of the claim's words
"founder" alone, as have those of all other clubs. Pages about other places have more of the claim's words.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from annotation.release.record import EvidenceSetRecord, Record, lines
from baseline.arguments import read_pages
from baseline.config import Config, load_config
from baseline.pipeline import Pipeline
from baseline.training.__main__ import main
from corpus.page.elements import Page, Sentence
from corpus.page.page_json import page_to_json

pytest.importorskip("torch", reason="no torch: bin/setup web models")

pytestmark = pytest.mark.extended

CLAIMS, HELD = 48, 12
SYLLABLES = [
    "bar",
    "den",
    "fol",
    "gim",
    "har",
    "kel",
    "lun",
    "mor",
    "nis",
    "pod",
    "rek",
    "sil",
    "tav",
    "vor",
    "wex",
    "zan",
]


def name(number: int, of: str) -> str:
    """A word that nothing else has."""
    parts = (SYLLABLES[number % 16], SYLLABLES[number // 16 % 16], of)
    return "".join(parts).capitalize()


def page(title: str, text: str) -> Page:
    return Page(title, (Sentence("sentence_0", text),))


def club(number: int) -> tuple[str, Page, Page]:
    """A claim, the page that it names, and the page that only that page leads to."""
    own, rare = name(number, "ia"), [name(number, ending) for ending in ("ok", "ul", "et", "ash")]
    claim = f"The founder of {own} gave the town a harbour and a school."
    first = page(own, f"{own} was opened by {' '.join(rare)}.")
    second = page(f"{rare[3]} family", f"{' '.join(rare)} was a founder.")
    return claim, first, second


OTHERS = [
    page(f"Place {number}", f"The {word} of the town gave the harbour a school in {1800 + number}.")
    for number, word in enumerate(["founder", "mayor", "council", "people", "guild"] * 4)
]


def write(folder: Path) -> list[str]:
    clubs = [club(number) for number in range(CLAIMS)]
    records = []
    for number, (claim, *pages) in enumerate(clubs):
        ids = [f"{one.title}_sentence_0" for one in pages]
        records.append(Record(number, claim, "SUPPORTS", (EvidenceSetRecord(tuple(ids), dict.fromkeys(ids, ())),)))
    (folder / "train.jsonl").write_text("".join(lines(records[HELD:])), encoding="utf-8")
    every = [*OTHERS, *(one for _, *pages in clubs for one in pages)]
    (folder / "pages.jsonl").write_text(
        "".join(json.dumps(page_to_json(one)) + "\n" for one in every), encoding="utf-8"
    )
    return ["--train", str(folder / "train.jsonl"), "--pages", str(folder / "pages.jsonl")]


def found_by(config: Config, folder: Path) -> int:
    """Of how many claims that were held out both pages are among the first two."""
    pipeline = Pipeline(read_pages(folder / "pages.jsonl"), config)
    assert not [note for note in pipeline.notes if "left out" in note]
    hits = 0
    for number in range(HELD):
        claim, *pages = club(number)
        candidates = [one.title for one in pipeline.candidates(claim, "pages")]
        assert {one.title for one in pages} <= {*candidates}
        hits += {one.title for one in pages} == {*candidates[:2]}
    return hits


def test_the_second_page_is_found_through_its_neighbour_alone(tmp_path: Path, capsys):
    own = tmp_path / "own.toml"
    own.write_text('retriever = "ensemble"\n[hybrank]\nanchors = 8\n', encoding="utf-8")
    data = write(tmp_path)
    main(["rerank", "pages", "--stage", "hybrank", *data, "--config", str(own), "--out", str(tmp_path / "out"),
          "--epochs", "16", "--batch", "8", "--depth", "100"])  # fmt: skip
    told = capsys.readouterr().out
    with own.open("a", encoding="utf-8") as file:  # the folder that it says goes into [hybrank], which comes last
        file.write(told.splitlines()[-1] + '\n[stages]\npages = ["hybrank"]\n')
    config = load_config(own)
    assert found_by(replace(config, stages=replace(config.stages, pages=())), tmp_path) == 0
    assert found_by(config, tmp_path) == HELD
