"""What `failed_verification` ranks: citations of a corpus, or rows of WAFER files, each known to fail or not."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from baseline.citations.claim import Verifier
from baseline.citations.language import foreign_language
from baseline.citations.verify import lexical_verifier
from baseline.citations.wafer.inputs import claim_of
from baseline.citations.wafer.rows import is_failed
from corpus.citations.record import Tag
from corpus.models import CitationState, Corpus, StoredCitation
from corpus.web.addresses import place_of

FAILING = (Tag.FAILED_VERIFICATION, Tag.NOT_IN_CITATION)
UNTAGGED = "no tag"


@dataclass(frozen=True, slots=True)
class Row:
    """A citation. `fails`: how likely by a check, None where none was made; `words` of its source, None if unknown.

    `score`: of the check, where it was made here. `language`: of the source, where it is not the claim's; then `fails`
    is None unless a model read it.
    """

    id: str
    group: str
    failed: bool
    depth: int
    is_dead: bool = False
    words: int | None = None
    fails: float | None = None
    score: float | None = None
    language: str = ""


class BadRows(ValueError):
    """Rows that cannot be read; each line names file, line and field."""


def corpus_rows(corpus: Corpus) -> Iterator[Row]:
    """The citations with an address: those that editors tagged as failing, and those without a tag or a dead link."""
    kept = StoredCitation.objects.filter(corpus=corpus, tag__in=[*FAILING, Tag.DEAD_LINK, ""]).exclude(url="")
    fields = ("id", "tag", "tags", "depth", "state", "fails", "language")
    for pk, tag, tags, depth, state, fails, language in kept.values_list(*fields).order_by("id").iterator():
        is_dead = Tag.DEAD_LINK in tags or state == CitationState.NO_TEXT
        yield Row(str(pk), tag or UNTAGGED, tag in FAILING, depth, is_dead, fails=fails, language=language or "")


def wafer_rows(paths: Sequence[Path], verifier: Verifier) -> tuple[list[Row], list[str]]:
    """(rows, what could not be read) of WAFER files: the answer says which failed, the provenance has what is checked.

    A prediction's scores are taken where there are no texts: the best of them, negated.
    """
    rows, problems, seen = [], [], set[str]()
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    row = _row(json.loads(line), path.stem, verifier)
                    if row.id in seen:
                        raise BadRows(f"id: {row.id} was there before")
                except (BadRows, ValueError) as error:
                    problems.append(f"{path.name}, line {number}: {error}")
                    continue
                seen.add(row.id)
                rows.append(row)
    return rows, problems


def _row(data: Any, group: str, verifier: Verifier) -> Row:
    if not isinstance(data, dict):
        raise BadRows("is no object")
    text, outputs = data.get("input"), data.get("output")
    if not isinstance(text, str) or not text:
        raise BadRows("input: want a text")
    if not isinstance(outputs, list) or not all(isinstance(one, dict) for one in outputs):
        raise BadRows("output: want a list of objects")
    answers = [one["answer"] for one in outputs if isinstance(one.get("answer"), str)]
    if not answers:
        raise BadRows("output.answer: want a text")
    listed = [one.get("provenance") or [] for one in outputs]
    provenance = [one for some in listed if isinstance(some, list) for one in some if isinstance(one, dict)]
    failed = any(map(is_failed, answers))
    urls = [one["url"] for one in provenance if isinstance(one.get("url"), str)]
    texts = [one["text"] for one in provenance if isinstance(one.get("text"), str) and one["text"].strip()]
    url = next(iter(urls), "" if failed else answers[0])
    words = sum(len(one.split()) for one in texts) if texts else None
    scores = [float(one["score"]) for one in provenance if isinstance(one.get("score"), int | float)]
    claim = claim_of(text)
    found = verifier.verify(claim, texts) if texts else None
    language = foreign_language(texts, claim.language)
    fails = found.fails if found else -max(scores) if scores else None
    depth, group = place_of(url)[2], "failed" if failed else group
    score = found.score if found and fails is not None else None
    return Row(
        str(data.get("id", "")), group, failed, depth, words=words, fails=fails, score=score, language=language
    )  # fmt: skip


def ranked(rows: Sequence[Row]) -> list[Row]:
    """The rows that can be ranked: without what was not checked at all.

    Those whose source could not be compared for its language fail as often as the lexical verifier has learnt of such.
    """
    lexical = lexical_verifier()
    foreign = lexical.calibration.fails(lexical.foreign)
    kept = (row for row in rows if row.fails is not None or row.language)
    return [replace(row, fails=foreign) if row.fails is None else row for row in kept]
