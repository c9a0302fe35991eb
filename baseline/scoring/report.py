"""Tables 3 and 4 of the FEVEROUS paper for a prediction file, as tables of estimates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from annotation.release.record import CHALLENGES, LABELS
from baseline.scoring.intervals import Estimate
from baseline.scoring.measures import PAGE_DEPTHS, VERDICTS, derived, majority_parts, measured
from baseline.scoring.predictions import Prediction, as_said
from baseline.scoring.scores import Scores, report_of
from baseline.scoring.tables import Report, Table, Values, one_column

# Numbers that need predicted labels, and those that need predicted evidence.
OF_LABELS = ("score", "accuracy", "gain", "verdict", "verdict macro F1")
OF_EVIDENCE = (
    "score", "recall", "precision", "f1", "cells", "evidence from sentences", "evidence from cells",
    "score from sentences", "score from cells",
)  # fmt: skip
CLASSES = (*LABELS, "Overall")
VERDICT_ROWS = (
    "Always the commonest label",
    "Given the gold evidence",
    "In the whole system",
    "  from its sentences alone",
    "  from its cells alone",
)


def report(
    predictions: Sequence[Prediction], *, resamples: int = 1_000, seed: int = 0, malformed: Sequence[str] = ()
) -> Report:
    """Score the predictions. `malformed` names their malformed parts. Raises NothingToScore."""
    return report_of(scores_of(predictions), resamples=resamples, seed=seed, malformed=malformed)


def scores_of(predictions: Sequence[Prediction]) -> Scores:
    """What each claim adds to the tables, and how these are made."""
    predictions = as_said(predictions)
    labels = [one.judged.label.upper() for one in predictions]
    commonest = max(LABELS, key=labels.count)
    claims = Counter(one.challenge for one in predictions)
    return Scores(
        predictions=predictions,
        parts=[{**measured(one), **majority_parts(one.judged, commonest)} for one in predictions],
        derive=derived,
        unsaid=unsaid(predictions),
        build=lambda found: (
            system_table(found),
            _by_evidence(found),
            _retrieval(found),
            _cells(found),
            _verdicts(found),
            _challenges(found, claims),
        ),
    )


def unsaid(predictions: Sequence[Prediction]) -> frozenset[str]:
    """The numbers of labels where no row predicts one, and of evidence likewise: there is nothing to judge."""
    return frozenset(
        (() if any(one.judged.predicted_label for one in predictions) else OF_LABELS)
        + (() if any(one.judged.predicted_evidence for one in predictions) else OF_EVIDENCE)
    )


def system_table(found: Mapping[str, Estimate]) -> Table:
    """FEVEROUS score and its companions."""
    names = {
        "FEVEROUS score": "score",
        "Evidence (a whole gold set)": "recall",
        "Label accuracy": "accuracy",
        "Evidence precision": "precision",
        "Evidence F1": "f1",
    }
    note = "At most 5 sentences and 25 cells of each prediction count."
    rows = tuple((name, (found.get(key),)) for name, key in names.items())
    return Table("Whole system", note, ("",), rows)


def _by_evidence(found: Mapping[str, Estimate]) -> Table:
    """The sentence-only, the table-only and the full baseline."""
    columns = {"FEVEROUS score": "score", "Evidence": "evidence", "Label accuracy": "accuracy"}
    rows = [
        (row, tuple(found.get(f"{key} from {kind}") for key in columns.values()))
        for row, kind in (("Sentences only", "sentences"), ("Cells only", "cells"))
    ]
    full = tuple(found.get("recall" if key == "evidence" else key) for key in columns.values())
    note = "Each row with a label of its own, predicted from this evidence alone. Evidence: a whole gold set was found."
    return Table("By type of evidence (Table 3)", note, tuple(columns), (*rows, ("Sentences and cells", full)))


def _retrieval(found: Mapping[str, Estimate]) -> Table:
    kinds = [kind for kind in ("pages", "sentences", "tables", "lists") if f"{kind} @1" in found]
    columns = [*kinds, *(f"all {kind}" for kind in kinds)]
    rows: list[tuple[str, Values]] = [
        (f"top {depth}", tuple(found.get(f"{column} @{depth}") for column in columns))
        for depth in PAGE_DEPTHS
        if columns
    ]
    if "passages" in found:
        rows.append(("5 sentences and 3 tables", (found["passages"], *[None] * (len(columns) - 1))))
        columns[0] = f"{columns[0]} (last row: passages)" if columns else "passages"
    note = 'The share of a claim\'s gold pieces that were found; "all": how many claims have all of them.'
    return Table("Retrieval (Table 4, left)", note, tuple(columns), tuple(rows))


def _cells(found: Mapping[str, Estimate]) -> Table:
    names = {
        "In the whole system": "cells",
        "Given the gold tables": "oracle cells",
        "  where a table has one gold cell": "oracle lone cells",
    }
    return one_column("Cell recall (section 5.2)", "Cells, header cells, captions and list items.", names, found)


def _verdicts(found: Mapping[str, Estimate]) -> Table:
    rows = [
        (row, tuple(found.get(f"{name} macro F1" if one == "Overall" else f"{name} F1 {one}") for one in CLASSES))
        for row, name in zip(VERDICT_ROWS, VERDICTS, strict=True)
        if f"{name} macro F1" in found or name == "verdict"
    ]
    note = f"Overall: the mean of the classes.{_worth(found.get('gain'))}"
    return Table("Verdicts, F1 (Table 4, right)", note, CLASSES, tuple(rows))


def _worth(gain: Estimate | None) -> str:
    """A sentence where labels are not more often right than the commonest label is."""
    if gain is None or gain.low is None or gain.low > 0:
        return ""
    return f" Worthless: the label accuracy is not above that of always the commonest label ({_difference_text(gain)})."


def _difference_text(gain: Estimate) -> str:
    """A difference in points with its interval."""
    return "{:+.1f} points, 95 % {:+.1f} to {:+.1f}".format(
        *(100 * one for one in (gain.value, gain.low or 0.0, gain.high or 0.0))
    )


def _challenges(found: Mapping[str, Estimate], claims: Mapping[str, int]) -> Table:
    rows = [
        (f"{one} ({claims[one]:,})", tuple(found.get(f"{name} | {one}") for name in _CHALLENGE_COLUMNS))
        for one in CHALLENGES
        if claims[one]
    ]
    return Table("By challenge (claims)", "", tuple(_CHALLENGE_COLUMNS.values()), tuple(rows))


_CHALLENGE_COLUMNS = {"score": "FEVEROUS score", "recall": "Evidence", "accuracy": "Label accuracy"}
