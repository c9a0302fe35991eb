"""Prediction files: released rows with what a system predicted for them (README.md, "The file")."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from annotation.release.record import CHALLENGES, LABELS
from baseline.scoring.feverous import Judged
from baseline.scoring.stage_orders import FIELD, BadStages, StageOrder, read_stages
from corpus.page.element_id import BadElementId, parse

MALFORMED = ""  # in the place of a piece that is no text: it is no gold, and counts as a sentence


class BadPrediction(ValueError):
    """A file that cannot be scored; the message names the line, the field and the remedy."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """A row with what was predicted. What a system did not say is None, and is then left out of the tables.

    `pages` are titles, `sentences` and `tables` ids, all best first; `label_sentences` and `label_cells` are predicted
    from the predicted sentences or cells alone; `oracle_*` is what it made of the gold tables and the gold evidence.
    `shown` are the ids that annotators would be shown, `stages` the order after every stage (README.md, "Every stage").
    `where` names the line, `number` is the id of the row, None where it has none.
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
    shown: tuple[str, ...] | None = None
    stages: tuple[StageOrder, ...] | None = None
    where: str = ""
    number: int | str | None = None
    claim: str = ""


OPTIONAL = ("pages", "sentences", "tables", "oracle_cells", "oracle_label", "label_sentences", "label_cells")


def as_said(predictions: Sequence[Prediction]) -> list[Prediction]:
    """What no row says anything of is None in all of them: a list that is always empty, a label that is always ""."""
    silent = [name for name in OPTIONAL if not any(getattr(one, name) for one in predictions)]
    nothing: dict[str, Any] = dict.fromkeys(silent)
    return [replace(one, **nothing) for one in predictions]


def read_predictions(
    lines: Iterable[str],
    gold_lines: Iterable[str] | None = None,
    *,
    has_header: bool = True,
    malformed: list[str] | None = None,
) -> list[Prediction]:
    """The rows of a file, without the orders of stages; see `iter_predictions`."""
    rows = iter_predictions(lines, gold_lines, has_header=has_header, malformed=malformed)
    return [replace(one, stages=None) for one in rows]


def iter_predictions(
    lines: Iterable[str],
    gold_lines: Iterable[str] | None = None,
    *,
    has_header: bool = True,
    malformed: list[str] | None = None,
) -> Iterator[Prediction]:
    """The rows of a file; with `gold_lines`, a released file, label and evidence are taken from there.

    Gold is paired by id where predictions have one, else by order, as in a submission. Raises BadPrediction. Malformed
    ids and labels of a prediction are added to `malformed`, in words, and count as wrong; without the list they raise.
    """
    rows = _objects(lines, "line", has_header=has_header and gold_lines is None)
    if gold_lines is not None:
        rows = _with_gold([*rows], [*_objects(gold_lines, "gold line", has_header=has_header)])
    for where, row in rows:
        yield _prediction(_Row(where, row, malformed))


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
        row = _with_short_stages(where, json_object(where, text))
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


def _with_short_stages(where: str, row: dict[str, Any]) -> dict[str, Any]:
    """The row with its orders of stages read: as JSON values those of a whole file would fill the memory."""
    if row.get(FIELD) in (None, ""):
        return row
    try:
        return row | {FIELD: read_stages(row[FIELD])}
    except BadStages as error:
        raise BadPrediction(f"{where}: {error}") from error


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


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a file. `malformed` collects what is wrong with its prediction; None: the first such thing raises."""

    where: str
    values: Mapping[str, Any]
    malformed: list[str] | None

    def bad(self, words: str) -> BadPrediction:
        """The error of this row."""
        return BadPrediction(f"{self.where}: {words}")

    def count(self, words: str) -> None:
        """Note a malformed part of the prediction. Raises BadPrediction where these are refused."""
        if self.malformed is None:
            raise self.bad(words)
        self.malformed.append(f"{self.where}: {words}")


def _prediction(row: _Row) -> Prediction:
    evidence = row.values.get("evidence")
    if not isinstance(evidence, list):
        raise row.bad("evidence: want the gold evidence sets, or name their file with --gold.")
    challenge = row.values.get("challenge") or ""
    if challenge not in ("", *CHALLENGES):
        raise row.bad(f"challenge: {challenge!r} is not one of {', '.join(CHALLENGES)}.")
    return Prediction(
        judged=Judged(
            label=_gold_label(row),
            evidence=tuple(_gold_set(row, number, one) for number, one in enumerate(evidence)),
            predicted_label=_label(row, "predicted_label", row.values.get("predicted_label")),
            predicted_evidence=_predicted_ids(row, "predicted_evidence", row.values.get("predicted_evidence")),
        ),
        challenge=challenge,
        pages=_titles(row, row.values.get("predicted_pages")),
        sentences=_optional_ids(row, "predicted_sentences"),
        tables=_optional_ids(row, "predicted_tables"),
        oracle_cells=_optional_ids(row, "oracle_cells"),
        oracle_label=_optional_label(row, "oracle_label"),
        label_sentences=_optional_label(row, "predicted_label_sentences"),
        label_cells=_optional_label(row, "predicted_label_cells"),
        shown=_optional_ids(row, "predicted_shown"),
        stages=row.values.get(FIELD) or None,
        where=row.where,
        number=number if isinstance(number := row.values.get("id"), int | str) and number != "" else None,
        claim=claim if isinstance(claim := row.values.get("claim"), str) else "",
    )


def _gold_set(row: _Row, number: int, one: Any) -> tuple[str, ...]:
    if not isinstance(one, Mapping):
        raise row.bad(f"evidence[{number}]: want an object with content.")
    field, ids = f"evidence[{number}].content", []
    for place, piece in enumerate(_list(row, field, one.get("content"))):
        text, wrong = _read_id(piece)
        if wrong:
            raise row.bad(f"{field}[{place}]: {wrong}.")
        ids.append(text)
    return tuple(ids)


def _gold_label(row: _Row) -> str:
    value = row.values.get("label")
    if not isinstance(value, str) or value.upper() not in LABELS:
        raise row.bad(f"label: {value!r} is not one of {', '.join(LABELS)}.")
    return value


def _label(row: _Row, field: str, value: Any) -> str:
    """The predicted label; it may be empty, which is how a system says that it gives none."""
    if not isinstance(value, str):
        raise row.bad(f"{field}: {value!r} is not one of {', '.join(LABELS)}.")
    if value and value.upper() not in LABELS:
        row.count(f"{field}: {value!r} is not one of {', '.join(LABELS)}.")
    return value


def _optional_label(row: _Row, field: str) -> str | None:
    value = row.values.get(field)
    return None if value is None else _label(row, field, value)


def _optional_ids(row: _Row, field: str) -> tuple[str, ...] | None:
    value = row.values.get(field)
    return None if value is None else _predicted_ids(row, field, value)


def _titles(row: _Row, value: Any) -> tuple[str, ...] | None:
    """Titles; the official retriever writes [title, score] pairs, which do as well."""
    if value is None:
        return None
    if isinstance(value, list):
        names = [one[0] if isinstance(one, list) and one else one for one in value]
        if all(isinstance(name, str) for name in names):
            return tuple(names)
    raise row.bad("predicted_pages: want titles.")


def _list(row: _Row, field: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise row.bad(f"{field}: want a list of element ids.")
    return value


def _predicted_ids(row: _Row, field: str, value: Any) -> tuple[str, ...]:
    """Element ids, those that are malformed in their places."""
    ids = []
    for number, one in enumerate(_list(row, field, value)):
        text, wrong = _read_id(one)
        if wrong:
            row.count(f"{field}[{number}]: {wrong}.")
        ids.append(text)
    return tuple(ids)


def _read_id(one: Any) -> tuple[str, str]:
    """(id, what is wrong with it). [page, type, position] triples, as in a submission, are put together."""
    is_triple = isinstance(one, list) and len(one) == 3 and all(isinstance(part, str) for part in one)
    text = "_".join(one) if is_triple else one
    if not isinstance(text, str):
        return MALFORMED, "want an element id, or [page, type, position]"
    try:
        parse(text)
    except BadElementId as error:
        # The official evaluate.py splits "P_title_" as it does "P_title": the position of both is empty.
        return text.removesuffix("_") if text.count("_") == 2 else text, str(error)
    return text, ""
