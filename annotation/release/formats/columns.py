"""Columns of the plain tables and their types. Pure: the process that writes Parquet has no Django."""

from __future__ import annotations

from collections.abc import Mapping

# "int64", "string", "bool" (1 or empty), "float64", "words" (one of a closed list)
Columns = Mapping[str, str]

CLAIMS: Columns = {
    "id": "int64",
    "split": "words",
    "claim": "string",
    "label": "words",
    "challenge": "words",
    "source": "words",
    "claim_type": "words",
    "mutation": "words",
    "mutated_claim": "int64",
    "intended_label": "words",
    "expected_challenge": "words",
    "highlight": "int64",
    "highlight_kind": "words",
    "highlight_page": "string",
    "group": "int64",
    "writer": "string",
    "evidence_sets": "int64",
    "elements": "int64",
    "pages": "int64",
    "operations": "int64",
}
ANNOTATIONS: Columns = {
    "annotation": "int64",
    "id": "int64",
    "split": "words",
    "claim": "string",
    "annotator": "string",
    "revision": "int64",
    "is_current": "bool",
    "is_released": "bool",
    "verdict": "words",
    "challenge": "words",
    "unsure": "bool",
    "handed_in": "string",
    "seconds": "float64",
    "annotators_of_claim": "int64",
    "is_qa_sample": "bool",
    "is_adjudicated": "bool",
    "claim_left_out": "words",
    "evidence_sets": "int64",
    "elements": "int64",
}
EVIDENCE: Columns = {
    "id": "int64",
    "split": "words",
    "set": "int64",
    "position": "int64",
    "element": "string",
    "kind": "words",
    "page": "string",
    "page_revision": "int64",
    "content_hash": "string",
    "context": "string",
    "found_by": "words",
    "suggestion_rank": "int64",
}
TABLES: Mapping[str, Columns] = {"claims": CLAIMS, "annotations": ANNOTATIONS, "evidence": EVIDENCE}
