"""Check a submission against the public claims, before it is accepted: gold is not opened, so no error tells of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from annotation.averitec.labels import AVERITEC_LABELS, averitec_label
from annotation.averitec.submissions import Shape, shape_of, strings_of
from baseline.scoring.averitec.rows import Row, paired
from baseline.scoring.fever import read_fever
from baseline.scoring.hosted.gold import FEVER_LABELS, NUMBER, named_rows, with_places
from baseline.scoring.hosted.measures import AVERITEC, FEVER, FEVEROUS, Hosted
from baseline.scoring.predictions import BadPrediction, iter_predictions

Placed = tuple[str, Row]


def check(path: Path, name: str, claims: Sequence[Row], hosted: Hosted) -> list[Placed]:
    """The rows of a submission in the order of the claims, each with the words that name its place.

    `claims`: rows of the public claims file. Raises BadPrediction, which names file, row, field and remedy.
    """
    rows = named_rows(path, name)
    if not rows:
        raise BadPrediction(f"{name}: no row. Write a JSON array, or one object a line.")
    number = NUMBER[hosted.format]
    if hosted.format != AVERITEC:
        for where, row in rows:
            if not isinstance(row.get(number), int | str) or isinstance(row[number], bool):
                raise BadPrediction(f"{where}: {number}: missing. Take the numbers of the claims file.")
    known = [(f"claim {row[number]} of the claims file", row) for row in claims]
    try:
        placed = [(pair.where, pair.predicted) for pair in paired(known, rows)]
    except BadPrediction as error:
        raise BadPrediction(str(error).replace("gold file", "claims file").replace("gold claims", "claims")) from error
    {AVERITEC: _averitec, FEVEROUS: _feverous, FEVER: _fever}[hosted.format](placed, hosted)
    return placed


def _averitec(rows: Sequence[Placed], hosted: Hosted) -> None:
    from baseline.scoring.averitec.scorers import SCORERS  # NLTK takes a second to import

    scorer = SCORERS[Shape(hosted.scorer)]
    for where, row in rows:
        name = next((one for one in scorer.labels if one in row), None)
        if name is None:
            raise BadPrediction(f"{where}: {scorer.labels[0]}: missing. Give every row a label.")
        _known_label(where, name, row[name], AVERITEC_LABELS, known=bool(averitec_label(str(row[name]))))
        shape = shape_of(row)
        given = scorer.strings(row, where)
        if scorer.questions is not None:
            scorer.questions(row, where)
        if not given and shape not in (None, Shape(hosted.scorer)) and any(strings_of(row)):
            raise BadPrediction(
                f"{where}: this is the shape of the scorer {str(shape)!r}; this task is scored by {hosted.scorer!r}. "
                "Write its fields, as the page of the task lists them."
            )


def _feverous(rows: Sequence[Placed], _hosted: Hosted) -> None:
    blank = {"label": "SUPPORTS", "evidence": [], "challenge": ""}
    for where, row in rows:
        for name in ("predicted_label", "predicted_evidence"):
            if name not in row:
                raise BadPrediction(f"{where}: {name}: missing. Give every row a label and evidence, if only [].")
        if not row["predicted_label"]:
            raise BadPrediction(f"{where}: predicted_label: empty. Give every row a label.")
    lines = (json.dumps(row | blank) for _where, row in rows)
    with_places(lambda: [*iter_predictions(lines, has_header=False)], [where for where, _row in rows])


def _fever(rows: Sequence[Placed], _hosted: Hosted) -> None:
    for where, row in rows:
        label = row.get("predicted_label")
        _known_label(where, "predicted_label", label, FEVER_LABELS, known=str(label).upper() in FEVER_LABELS)
        evidence = row.get("predicted_evidence")
        for place, one in enumerate(evidence if isinstance(evidence, list) else [None]):
            if not (isinstance(one, list) and len(one) == 2 and isinstance(one[0], str) and isinstance(one[1], int)):
                field = f"predicted_evidence[{place}]" if isinstance(evidence, list) else "predicted_evidence"
                raise BadPrediction(f'{where}: {field}: want ["Page", number of the sentence]; [] for none.')
    gold = [json.dumps({"label": FEVER_LABELS[2], "evidence": []})] * len(rows)
    lines = (json.dumps(row) for _where, row in rows)
    with_places(lambda: read_fever(gold, lines), [where for where, _row in rows])


def _known_label(where: str, name: str, value: object, labels: Sequence[str], *, known: bool) -> None:
    if not isinstance(value, str) or not known:
        shown = repr(value)[:60]
        raise BadPrediction(f"{where}: {name}: {shown} is not one of {', '.join(labels)}. Write one of these.")
