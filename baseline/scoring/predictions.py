"""Prediction files: released rows with what a system predicted for them (README.md, "The file")."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from annotation.release.record import CHALLENGES, LABELS
from baseline.scoring.feverous import Judged
from corpus.page.element_id import BadElementId, parse


class BadPrediction(ValueError):
    """A file that cannot be scored; the message names the line, the field and the remedy."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """A row with what was predicted. What a system did not say is None, and is then left out of the tables.

    `pages` are titles, `sentences` and `tables` ids, all best first; `label_sentences` and `label_cells` are predicted
    from the predicted sentences or cells alone; `oracle_*` is what it made of the gold tables and the gold evidence.
    """

    judged: Judged
    challenge: str = ""
    pages: tuple[str, ...] | None = None
    sentences: tuple[str, ...] | None = None
    tables: tuple[str, ...] | None = None
    oracle_cells: tuple[str, ...] | None = None
    oracle_label: str | None = None
    label_sentences: str | None = None
    label_cells: str | None = None


def read_predictions(
    lines: Iterable[str], gold_lines: Iterable[str] | None = None, *, has_header: bool = True
) -> list[Prediction]:
    """The rows of a file; with `gold_lines`, a released file, label and evidence are taken from there.

    Gold is paired by id where predictions have one, else by order, as in a submission. Raises BadPrediction.
    """
    rows = [*_objects(lines, "line", has_header=has_header and gold_lines is None)]
    if gold_lines is not None:
        rows = [*_with_gold(rows, [*_objects(gold_lines, "gold line", has_header=has_header)])]
    return [_prediction(where, row) for where, row in rows]


def json_object(where: str, text: str) -> dict[str, Any]:
    """Parse a line of a file. Raises BadPrediction, naming the line by `where`."""
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPrediction(f"{where}: not JSON ({error}). Every line is one object, none is blank.") from error
    if not isinstance(row, dict):
        raise BadPrediction(f"{where}: not an object.")
    return row


def _objects(lines: Iterable[str], name: str, *, has_header: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, text in enumerate(lines, start=1):
        where = f"{name} {number}"
        row = json_object(where, text)
        if number > 1:
            yield where, row
        elif _is_placeholder(row):
            continue
        elif has_header:
            raise BadPrediction(
                f"{where}: this is a row, and the official scorer throws the first line away unseen. Put "
                '{"id": "", "label": "", "evidence": ""} before it, or score it with --no-header.'
            )
        else:
            yield where, row


def _is_placeholder(row: Mapping[str, Any]) -> bool:
    """All its values are "". A submission may begin with a claim for which nothing was found: its evidence is []."""
    return all(value in ("", None) for value in row.values())


def _with_gold(
    rows: list[tuple[str, dict[str, Any]]], gold: list[tuple[str, dict[str, Any]]]
) -> Iterator[tuple[str, dict[str, Any]]]:
    if all("id" in row for _, row in rows):
        known: dict[Any, dict[str, Any]] = {}
        for where, row in gold:
            if _number(where, row) in known:
                raise BadPrediction(f"{where}: id {row['id']!r} was there already. Every claim has one of its own.")
            known[row["id"]] = row
        seen: dict[Any, str] = {}
        for where, row in rows:
            if _number(where, row) not in known:
                raise BadPrediction(f"{where}: id {row['id']!r} is not in the gold file.")
            if row["id"] in seen:
                raise BadPrediction(f"{where}: id {row['id']!r} was predicted on {seen[row['id']]} already.")
            seen[row["id"]] = where
            yield where, known[row["id"]] | _own(row)
        if missing := known.keys() - seen.keys():
            raise BadPrediction(f"{len(missing):,} gold claims have no prediction, {min(missing, key=str)!r} first.")
        return
    if len(rows) != len(gold):
        raise BadPrediction(f"{len(rows):,} predictions for {len(gold):,} gold claims: without ids they pair by order.")
    for (where, row), (_, known_row) in zip(rows, gold, strict=True):
        yield where, known_row | _own(row)


def _number(where: str, row: Mapping[str, Any]) -> int | str:
    number = row.get("id")
    if not isinstance(number, int | str):
        raise BadPrediction(f"{where}: id: {number!r} is no number of a claim.")
    return number


def _own(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key.startswith(("predicted_", "oracle_"))}


def _prediction(where: str, row: Mapping[str, Any]) -> Prediction:
    evidence = row.get("evidence")
    if not isinstance(evidence, list):
        raise BadPrediction(f"{where}: evidence: want the gold evidence sets, or name their file with --gold.")
    sets = tuple(_ids(where, f"evidence[{i}].content", _content(where, i, one)) for i, one in enumerate(evidence))
    challenge = row.get("challenge") or ""
    if challenge not in ("", *CHALLENGES):
        raise BadPrediction(f"{where}: challenge: {challenge!r} is not one of {', '.join(CHALLENGES)}.")
    return Prediction(
        judged=Judged(
            label=_label(where, "label", row.get("label")),
            evidence=sets,
            predicted_label=_label(where, "predicted_label", row.get("predicted_label")),
            predicted_evidence=_ids(where, "predicted_evidence", row.get("predicted_evidence")),
        ),
        challenge=challenge,
        pages=_titles(where, row.get("predicted_pages")),
        sentences=_optional_ids(where, "predicted_sentences", row),
        tables=_optional_ids(where, "predicted_tables", row),
        oracle_cells=_optional_ids(where, "oracle_cells", row),
        oracle_label=_optional_label(where, "oracle_label", row),
        label_sentences=_optional_label(where, "predicted_label_sentences", row),
        label_cells=_optional_label(where, "predicted_label_cells", row),
    )


def _content(where: str, number: int, one: Any) -> Any:
    if not isinstance(one, Mapping):
        raise BadPrediction(f"{where}: evidence[{number}]: want an object with content.")
    return one.get("content")


def _label(where: str, field: str, value: Any) -> str:
    """The label; a prediction may be empty, which is how a system says that it gives none."""
    if not isinstance(value, str) or (value.upper() not in LABELS and (value or field == "label")):
        raise BadPrediction(f"{where}: {field}: {value!r} is not one of {', '.join(LABELS)}.")
    return value


def _optional_label(where: str, field: str, row: Mapping[str, Any]) -> str | None:
    return _label(where, field, row[field]) if row.get(field) is not None else None


def _optional_ids(where: str, field: str, row: Mapping[str, Any]) -> tuple[str, ...] | None:
    return _ids(where, field, row[field]) if row.get(field) is not None else None


def _titles(where: str, value: Any) -> tuple[str, ...] | None:
    """Titles; the official retriever writes [title, score] pairs, which do as well."""
    if value is None:
        return None
    if isinstance(value, list):
        names = [one[0] if isinstance(one, list) and one else one for one in value]
        if all(isinstance(name, str) for name in names):
            return tuple(names)
    raise BadPrediction(f"{where}: predicted_pages: want titles.")


def _ids(where: str, field: str, value: Any) -> tuple[str, ...]:
    """Element ids; [page, type, position] triples, as in a submission, are put together."""
    if not isinstance(value, list):
        raise BadPrediction(f"{where}: {field}: want a list of element ids.")
    ids = []
    for number, one in enumerate(value):
        text = "_".join(map(str, one)) if isinstance(one, list) and len(one) == 3 else one
        if not isinstance(text, str):
            raise BadPrediction(f"{where}: {field}[{number}]: want an element id, or [page, type, position].")
        try:
            parse(text)
        except BadElementId as error:
            raise BadPrediction(f"{where}: {field}[{number}]: {error}.") from error
        ids.append(text)
    return tuple(ids)
