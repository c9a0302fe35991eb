"""Released rows with the baseline's predictions, the input of `evaluate`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from annotation.release.record import HEADER, Record, to_json
from baseline.candidates import Found, PageCandidate, PassageCandidate
from baseline.fever_rows import pieces_of
from baseline.pipeline import Pipeline
from baseline.rankings import Ranking, Trace
from baseline.scoring.fever import PAGE_DEPTHS
from baseline.scoring.measures import holder_id
from baseline.words import claim_words
from corpus.fever.names import page_name
from corpus.page.element_id import parse

DEEPEST = 150  # candidates of each ranking that are written: the deepest table of M-ReRank counts so many


def predicted_rows(
    records: Iterable[Record], pipeline: Pipeline, *, with_stages: bool = False
) -> Iterator[dict[str, Any]]:
    """The placeholder row, then a row a claim. Without a verdict model `predicted_label` is empty: none is made up.

    `with_stages` adds the order after every stage, for `evaluate --stages`.
    """
    yield HEADER
    for record in records:
        trace = Trace()
        found = pipeline.find(record.claim, trace)
        row = to_json(record) | prediction(found) | _labels_alone(found, pipeline) | _oracle(record, pipeline)
        yield row | stages_of(found, trace.rankings) if with_stages else row


def predicted_fever_rows(rows: Iterable[Mapping[str, Any]], pipeline: Pipeline) -> Iterator[dict[str, Any]]:
    """Rows of FEVER with its own fields of a prediction: a label, [page, line] of the sentences, the first 50 pages.

    The label is predicted from the same sentences, which are of the pages that the pipeline keeps. There is no
    placeholder row.
    """
    for row in rows:
        trace = Trace()
        found = pipeline.find(str(row.get("claim", "")), trace)
        pages = next((one.candidates for one in reversed(trace.rankings) if one.kind == "pages"), ())
        sentences = [one.element for one in found.sentences]
        label = pipeline.judge(found.claim, sentences, pipeline.source).label if pipeline.judge and sentences else ""
        yield {
            **row,
            "predicted_label": label,
            "predicted_evidence": pieces_of(sentences),
            "predicted_pages": [page_name(title) for title, _score in pages[: max(PAGE_DEPTHS)]],
        }


def prediction(found: Found) -> dict[str, Any]:
    """The fields that `evaluate`, and the official scorer, read."""
    return {
        "predicted_label": found.verdict.label if found.verdict else "",
        "predicted_evidence": [one.element for one in found.suggestions],
        "predicted_pages": [one.title for one in found.pages],
        "predicted_sentences": [one.element for one in found.sentences],
        "predicted_tables": [one.element for one in found.tables],
    }


def stages_of(found: Found, rankings: Iterable[Ranking]) -> dict[str, Any]:
    """The fields that `evaluate --stages` reads: the order after every stage, and what annotators would be shown."""
    return {
        "predicted_shown": [one.element for one in found.suggestions if one.is_shown],
        "predicted_stages": [
            {
                "kind": one.kind,
                "stage": one.stage,
                "milliseconds": round(one.milliseconds, 3),
                "candidates": [list(candidate) for candidate in one.candidates[:DEEPEST]],
            }
            for one in rankings
        ],
    }


def _labels_alone(found: Found, pipeline: Pipeline) -> dict[str, str]:
    """Predict the label from the sentences found alone, and from the cells found alone: the sentence-only and the
    table-only baseline (Table 3)."""
    if pipeline.judge is None:
        return {}
    shown = [one for one in found.suggestions if one.is_shown]  # as the label of the whole system
    kinds = {name: [one.element for one in shown if one.stage == name] for name in ("sentences", "cells")}
    return {
        f"predicted_label_{name}": pipeline.judge(found.claim, elements, pipeline.source).label
        for name, elements in kinds.items()
    }


def _oracle(record: Record, pipeline: Pipeline) -> dict[str, Any]:
    """Predict cells from the gold tables and the label from the gold evidence (Table 4, right; section 5.2)."""
    elements = list(dict.fromkeys(element for one in record.evidence for element in one.content))
    holders = dict.fromkeys(holder for element in elements if (holder := holder_id(element)))
    tables = [PassageCandidate(holder, parse(holder).page, "table", 1.0, "") for holder in holders]
    pages = [PageCandidate(title, 1.0) for title in dict.fromkeys(table.page for table in tables)]
    cells = pipeline.cells(claim_words(record.claim), tables, pages, pipeline.config.cells.keep)
    row: dict[str, Any] = {"oracle_cells": [one.element for one in cells]}
    if pipeline.judge is not None and record.evidence:
        row["oracle_label"] = pipeline.judge(record.claim, record.evidence[0].content, pipeline.source).label
    return row
