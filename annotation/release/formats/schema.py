"""Columns of a release's tables, each defined once: JSON Lines, CSV, Parquet, the features of `datasets` and Croissant
are made of these schemas.

A column that has one of a few words is dictionary-encoded. Metadata of the schema has its types in the words of
`datasets`; that of a column says what is in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

NUMBER, TEXT, TRUTH, REAL = pa.int64(), pa.string(), pa.bool_(), pa.float64()
CATEGORY = pa.dictionary(pa.int32(), TEXT)
TEXTS = pa.list_(TEXT)

OPERATIONS = pa.list_(pa.struct([("operation", TEXT), ("value", TEXT), ("time", TEXT)]))
# As the line of FEVEROUS, but that Parquet has no objects of any keys: a list of an element and what belongs to it.
EVIDENCE_SETS = pa.list_(
    pa.struct(
        [
            ("content", TEXTS),
            ("text", TEXTS),
            ("context", pa.list_(pa.struct([("element", TEXT), ("ids", TEXTS)]))),
            ("context_text", pa.list_(pa.struct([("element", TEXT), ("texts", TEXTS)]))),
        ]
    )
)
PIECE = pa.struct(
    [
        ("element", TEXT),
        ("text", TEXT),
        ("context", TEXTS),
        ("context_text", TEXTS),
        ("added_context", TEXTS),
        ("joined_with", TEXTS),
        ("page_revision", NUMBER),
        ("content_hash", TEXT),
    ]
)
PASSAGE = pa.struct([("element", TEXT), ("page_revision", NUMBER), ("content_hash", TEXT)])
ELEMENT = pa.struct([("element", TEXT), ("kind", TEXT), ("text", TEXT)])

Column = tuple[str, pa.DataType, str]
ID: Column = ("id", NUMBER, "Number of the claim, the same in every file")
SPLIT: Column = ("split", CATEGORY, "train, dev or test; empty where the claim is not released")
CLAIM: Column = ("claim", TEXT, "The claim")
CHALLENGE: Column = ("challenge", CATEGORY, "Main difficulty, as its verifier met it; empty where nobody gave one")
ORIGIN: tuple[Column, ...] = (
    ("source", CATEGORY, "What the row rests on: single, unanimous or adjudicated"),
    ("claim_type", CATEGORY, "Kind of claim that its writer was asked for"),
    ("mutation", CATEGORY, "How it was changed, where it is another claim changed"),
    ("expected_challenge", CATEGORY, "Main difficulty, as its writer expected it"),
    ("highlight", NUMBER, "Number of the highlight that it was written about"),
    ("group", NUMBER, "Number of the oldest claim of those that stand in one split together"),
)
WORDS = "as it reads, whose hash content_hash is; null where the corpus no longer has it in these words"

CLAIMS = (
    *(ID, SPLIT, CLAIM),
    ("label", CATEGORY, "The verdict"),
    CHALLENGE,
    *ORIGIN,
    ("mutated_claim", NUMBER, "Number of the claim that it was made of"),
    ("intended_label", CATEGORY, "The verdict that its writer meant"),
    ("highlight_kind", CATEGORY, "Whether sentences or a table were highlighted"),
    ("highlight_page", TEXT, "Page of the highlight"),
    ("writer", TEXT, "Pseudonym of its writer"),
    ("evidence_sets", NUMBER, "Number of evidence sets"),
    ("elements", NUMBER, "Number of pieces of evidence"),
    ("pages", NUMBER, "Number of pages that evidence stands on"),
    ("operations", NUMBER, "Number of operations of its annotator"),
)
ANNOTATIONS = (
    ("annotation", NUMBER, "Number of the annotation; each revision has its own"),
    *(ID, SPLIT, CLAIM),
    ("annotator", TEXT, "Pseudonym of the annotator"),
    ("revision", NUMBER, "1, and one more with every edit"),
    ("is_current", TRUTH, "Whether no later revision replaced it"),
    ("is_released", TRUTH, "Whether the released row has its evidence"),
    ("verdict", CATEGORY, "The annotator's verdict"),
    CHALLENGE,
    ("unsure", TRUTH, "Whether the annotator was unsure"),
    ("handed_in", TEXT, "Day on which it was first submitted"),
    ("submitted", TEXT, "Day on which this revision was submitted"),
    ("guidelines_version", NUMBER, "Version of the guidelines it was made under; 0: the default; null: not known"),
    ("turn", NUMBER, "1 where its annotator was the first to verify the claim, 2 the second"),
    ("seconds", REAL, "Time that it took; null where nobody measured it"),
    ("annotators_of_claim", NUMBER, "Number of people whose annotations of the claim are current"),
    ("is_qa_sample", TRUTH, "Whether the claim was drawn for quality assurance"),
    ("is_adjudicated", TRUTH, "Whether the claim was adjudicated"),
    ("claim_left_out", CATEGORY, "Why the claim is not released; empty where it is"),
    ("evidence_sets", NUMBER, "Number of evidence sets"),
    ("elements", NUMBER, "Number of pieces of evidence"),
    ("evidence", pa.list_(pa.list_(PIECE)), "Evidence sets, a list of pieces each"),
    ("contradictions", pa.list_(pa.list_(PASSAGE)), "Pairs of passages of the corpus that contradict each other"),
    ("annotator_operations", OPERATIONS, "What the annotator did, in seconds since the start"),
)
SET_LABELS = ("set_labels", TEXTS, "Of each evidence set, the verdict that it leads to, where annotators label sets")
EVIDENCE = (
    *(ID, SPLIT),
    ("set", NUMBER, "Number of the evidence set, from 0"),
    ("position", NUMBER, "Place in the set, from 0"),
    ("element", TEXT, "Id of the element"),
    ("text", TEXT, f"The element {WORDS}"),
    ("kind", CATEGORY, "sentence, cell, header_cell, table_caption or item"),
    ("page", TEXT, "Title of the page"),
    ("page_revision", NUMBER, "Revision of the page"),
    ("content_hash", TEXT, "SHA-256 of the kind, a line feed and the text"),
    ("context", TEXTS, "Ids of what the element stands under: title, sections, headers"),
    ("context_text", TEXTS, "Text of each of these"),
    ("found_by", CATEGORY, "How the page was opened: search, link, page, suggestion; or adjudicator"),
    ("suggestion_rank", NUMBER, "Rank at which it was suggested"),
)
# What all annotations of one claim have in common, in tables/distributions as in perspectivist/.
OF_CLAIM: tuple[Column, ...] = (
    ("released_label", CATEGORY, "The verdict that the claim is released with; empty where it is not"),
    ("claim_left_out", CATEGORY, "Why the claim is not released; empty where it is"),
    ("annotators_of_claim", NUMBER, "Number of people whose annotations of the claim are current"),
    ("counts", pa.list_(NUMBER), "How many of them gave each verdict, in the order of the label set"),
    ("distribution", pa.list_(REAL), "Their share, in the same order: a soft label"),
)
SIDE: Column = ("split", CATEGORY, "train, dev or test: the side of its highlight and near-duplicates")
DISTRIBUTIONS = (
    *(ID, SIDE, CLAIM, *OF_CLAIM),
    ("labels", TEXTS, "The verdicts, in the order of counts and distribution"),
    ("entropy", REAL, "Shannon entropy of the distribution, in bits; 0 where all agree"),
    ("is_released", TRUTH, "Whether the claim is released"),
)
PAGES = (
    ("title", TEXT, "Title of the page"),
    ("revision", NUMBER, "Revision of the page"),
    ("timestamp", TEXT, "When this revision was made"),
    ("elements", pa.list_(ELEMENT), "Everything that has an id and can be cited or be context, in page order"),
)


def schema_of(columns: Sequence[Column], classes: Mapping[str, Sequence[str]] | None = None) -> pa.Schema:
    """The schema of these columns. `classes`: column of numbers -> the names that they stand for, in order."""
    fields = [pa.field(name, kind, metadata={"description": words}) for name, kind, words in columns]
    features = {field.name: _feature(field.type) for field in fields}
    features |= {name: {"names": list(names), "_type": "ClassLabel"} for name, names in (classes or {}).items()}
    return pa.schema(fields, metadata={"huggingface": json.dumps({"info": {"features": features}})})


def rows_schema(labels: Sequence[str]) -> pa.Schema:
    """Schema of the released rows, whose label is a number: its place among `labels`."""
    columns = (
        ID,
        CLAIM,
        ("label", NUMBER, "The verdict"),
        ("evidence", EVIDENCE_SETS, f"Evidence sets, each of them enough alone; text: the element {WORDS}"),
        ("annotator_operations", OPERATIONS, "What the annotator did, in seconds since the start"),
        CHALLENGE,
        *ORIGIN,
    )
    return schema_of(columns, {"label": labels})


def perspectives_schema(labels: Sequence[str]) -> pa.Schema:
    """Schema of the rows of annotations, whose verdict is a number: its place among `labels`."""
    columns = (
        *(("annotation", NUMBER, "Number of the annotation"), ID, CLAIM),
        ("annotator", TEXT, "Pseudonym of the annotator"),
        ("verdict", NUMBER, "The annotator's verdict"),
        CHALLENGE,
        ("unsure", TRUTH, "Whether the annotator was unsure"),
        ("seconds", REAL, "Time that it took; null where nobody measured it"),
        ("evidence", EVIDENCE_SETS, f"Evidence sets, each of them enough alone; text: the element {WORDS}"),
        ("is_released", TRUTH, "Whether the released row has its evidence"),
        *OF_CLAIM,
    )
    return schema_of(columns, {"verdict": labels})


def class_names(schema: pa.Schema) -> dict[str, list[str]]:
    """Column -> the names its numbers stand for."""
    features = json.loads((schema.metadata or {}).get(b"huggingface", b"{}")).get("info", {}).get("features", {})
    of_classes = ((name, one) for name, one in features.items() if isinstance(one, dict))
    return {name: one["names"] for name, one in of_classes if one.get("_type") == "ClassLabel"}


def flat_columns(schema: pa.Schema) -> Iterator[str]:
    """Names of the columns that a flat file has: all but those of structures."""
    for field in schema:
        kind = field.type
        while pa.types.is_list(kind):
            kind = kind.value_type
        if not pa.types.is_struct(kind):
            yield field.name


def scalar(kind: pa.DataType) -> str:
    """The name of a plain type in `datasets`; a dictionary is what its values are."""
    plain = kind.value_type if pa.types.is_dictionary(kind) else kind
    return "float64" if pa.types.is_float64(plain) else str(plain)


def _feature(kind: pa.DataType) -> Any:
    """A type in the words of `datasets`. A list is [type], which versions before 4 read too."""
    if pa.types.is_struct(kind):
        return {field.name: _feature(field.type) for field in kind}
    return [_feature(kind.value_type)] if pa.types.is_list(kind) else {"dtype": scalar(kind), "_type": "Value"}
