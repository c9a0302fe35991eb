"""Some claims of the demo as FEVEROUS files, with their real pages as page JSON."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from annotation.release.record import EvidenceSetRecord, Record, lines
from corpus.page.element_id import parse
from corpus.page.page_json import page_to_json
from corpus.sources import read_source
from corpus.wikitext.build import build_page

ROOT = Path(__file__).resolve().parents[2]
WIKI, CLAIMS = ROOT / "corpus" / "demo" / "wiki", ROOT / "annotation" / "demo" / "claims"
PAGES = 8
TRAIN_SHARE = 3  # of each so many claims the last one is no claim to learn from


@lru_cache(maxsize=1)
def _data() -> tuple[list[Record], list[str]]:
    """The claims all of whose evidence stands on the first pages that claims need, and these pages as JSON."""
    rows = [json.loads(line) for file in sorted(CLAIMS.glob("*.jsonl")) for line in file.read_text().splitlines()]
    needed = {
        place: {parse(one).page for some in row["evidence"] for one in some["content"]}
        for place, row in enumerate(rows)
    }
    titles: set[str] = set()
    for pages in sorted(needed.values(), key=lambda pages: (len(pages), sorted(pages))):
        titles |= pages if len(titles | pages) <= PAGES else set()
    records = [
        Record(place, row["claim"], row["label"], tuple(
            EvidenceSetRecord(tuple(one["content"]), dict.fromkeys(one["content"], ())) for one in row["evidence"]
        ))
        for place, row in enumerate(rows) if needed[place] <= titles
    ]  # fmt: skip
    built = [
        json.dumps(page_to_json(build_page(source.title, source.wikitext).page))
        for source in read_source(WIKI)
        if source.title in titles and not source.redirect_to
    ]
    return records, built


def write_demo(folder: Path) -> list[str]:
    """The files, as arguments for the command."""
    records, pages = _data()
    folder.mkdir(parents=True, exist_ok=True)
    for name, part in (
        ("train", [one for place, one in enumerate(records) if place % TRAIN_SHARE]),
        ("test", [one for place, one in enumerate(records) if not place % TRAIN_SHARE]),
    ):
        (folder / f"{name}.jsonl").write_text("".join(lines(part)), encoding="utf-8")
    (folder / "pages.jsonl").write_text("\n".join(pages) + "\n", encoding="utf-8")
    return ["--train", str(folder / "train.jsonl"), "--pages", str(folder / "pages.jsonl")]
