"""The labelled citations: what is checked, against what, and what people found."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baseline.citations.claim import Claim

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
SUPPORTED, PARTIAL, FAILED = "supported", "partially_supported", "not_supported"
WORDS, STEP = 100, 50  # of the passages of a cited page


@dataclass(frozen=True, slots=True)
class Case:
    """A citation with its verdict. `sentences`: of the source, where the set has them; `supporting`: sets of places."""

    id: str
    claim: Claim
    passages: tuple[str, ...]
    label: str
    url: str = ""
    sentences: tuple[str, ...] = ()
    supporting: tuple[frozenset[int], ...] = ()
    tokens: tuple[str, ...] = ()
    unsupported: tuple[bool, ...] = ()

    @property
    def fails(self) -> bool:
        """Whether people found no support."""
        return self.label == FAILED

    @property
    def is_for_tuning(self) -> bool:
        """One half, by article, is looked at while choosing; `benchmarks.citations.pool` halves WiCE the same way."""
        return sum(self.claim.title.encode()) % 2 == 0


def side() -> list[Case]:
    """The 142 real citations whose source was there when people judged them."""
    made = []
    for row in _rows("side/citations.jsonl.xz"):
        label = row["ground_truth"].lower().replace(" ", "_")
        if label == "source_unavailable":
            continue
        before, found, _ = row["claim_container"].partition(row["claim_text"])
        claim = Claim(row["article_title"].replace("%2C", ","), row["claim_text"], len(row["claim_text"]), (),
                      (before,) if found else ())  # fmt: skip
        made.append(Case(row["id"], claim, windows(row["source_text"].split()), label, row["source_url"]))
    return made


def wice_dev() -> list[Case]:
    """The 349 claims of WiCE's dev set."""
    return [_wice(row) for row in _rows("wice/dev.jsonl.xz")]


def wice_train() -> list[Case]:
    """The 374 claims, all partly supported, with the tokens that are not."""
    return [_wice(row) for row in _rows("side/wice_train_spans.jsonl.xz")]


def _wice(row: dict[str, Any]) -> Case:
    meta = row["meta"]
    sections = tuple(part.strip(" .") for part in meta["claim_section"].split(".:"))
    claim = Claim(meta["claim_title"], row["claim"], len(row["claim"]), sections, (meta["claim_context"],))
    sentences = tuple(_plain(text) for text in row["evidence"])
    return Case(
        meta["id"], claim, windows(" ".join(sentences).split()), row["label"], "", sentences,
        tuple(frozenset(one) for one in row["supporting_sentences"]), tuple(row.get("claim_tokens", ())),
        tuple(row.get("non_supported_spans", ())),
    )  # fmt: skip


def _plain(text: str) -> str:
    return text.partition(": ")[2] if text.startswith("(meta data)") else text


def windows(words: Sequence[str], size: int = WORDS, step: int = STEP) -> tuple[str, ...]:
    """Overlapping passages of a source; one, empty, of a source without words."""
    starts = range(0, max(len(words) - size + step, 1), step)
    return tuple(" ".join(words[start : start + size]) for start in starts)


def _rows(name: str) -> Iterator[dict[str, Any]]:
    with lzma.open(SHARED / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
