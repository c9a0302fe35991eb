"""Tables 3 and 4 of the FEVEROUS paper for a prediction file, as tables of estimates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotation.release.record import CHALLENGES, LABELS
from baseline.scoring.intervals import Estimate, estimates
from baseline.scoring.measures import PAGE_DEPTHS, VERDICTS, derived, majority_parts, measured
from baseline.scoring.predictions import Prediction, as_said

# Numbers that need predicted labels, and those that need predicted evidence.
OF_LABELS = ("score", "accuracy", "gain", "verdict", "verdict macro F1")
OF_EVIDENCE = (
    "score", "recall", "precision", "f1", "cells", "evidence from sentences", "evidence from cells",
    "score from sentences", "score from cells",
)  # fmt: skip
MOST_NAMED = 10  # malformed parts that are named
CLASSES = (*LABELS, "Overall")
VERDICT_ROWS = (
    "Always the commonest label",
    "Given the gold evidence",
    "In the whole system",
    "  from its sentences alone",
    "  from its cells alone",
)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of (name, a value a column); None where the predictions do not say."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Estimate | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything `evaluate` prints; `claims` is the number of rows, `malformed` what counts as wrong for its form."""

    claims: int
    labels: Mapping[str, int]
    resamples: int
    tables: tuple[Table, ...]
    malformed: tuple[str, ...] = ()


def report(
    predictions: Sequence[Prediction], *, resamples: int = 1_000, seed: int = 0, malformed: Sequence[str] = ()
) -> Report:
    """Score the predictions. `malformed` names their malformed parts. Raises NothingToScore."""
    predictions = as_said(predictions)
    labels = [one.judged.label.upper() for one in predictions]
    commonest = max(LABELS, key=labels.count)
    parts = [{**measured(one), **majority_parts(one.judged, commonest)} for one in predictions]
    found = estimates(parts, derived, resamples=resamples, seed=seed)
    unsaid = _unsaid(predictions)
    found = {name: value for name, value in found.items() if not is_one_of(name, unsaid)}
    tables = (
        _system(found),
        _by_evidence(found),
        _retrieval(found),
        _cells(found),
        _verdicts(found),
        _challenges(found, Counter(one.challenge for one in predictions)),
    )
    return Report(
        claims=len(predictions),
        labels={label: labels.count(label) for label in LABELS},
        resamples=resamples,
        tables=tuple(table for table in tables if table.rows),
        malformed=tuple(malformed),
    )


def _unsaid(predictions: Sequence[Prediction]) -> frozenset[str]:
    """The numbers of labels where no row predicts one, and of evidence likewise: there is nothing to judge."""
    return frozenset(
        (() if any(one.judged.predicted_label for one in predictions) else OF_LABELS)
        + (() if any(one.judged.predicted_evidence for one in predictions) else OF_EVIDENCE)
    )


def is_one_of(name: str, numbers: frozenset[str]) -> bool:
    """Whether it is one of the numbers, over all rows, of a class or of a challenge."""
    return name in numbers or name.partition(" | ")[0] in numbers or name.partition(" F1 ")[0] in numbers


def _system(found: Mapping[str, Estimate]) -> Table:
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
    rows: list[tuple[str, tuple[Estimate | None, ...]]] = [
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
    return _one_column("Cell recall (section 5.2)", "Cells, header cells, captions and list items.", names, found)


def _one_column(title: str, note: str, names: Mapping[str, str], found: Mapping[str, Estimate]) -> Table:
    return Table(title, note, ("",), tuple((name, (found[key],)) for name, key in names.items() if key in found))


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


# --- As text, Markdown and JSON --------------------------------------------------------------------------------------


def as_text(result: Report) -> str:
    """Format the report for a terminal: per cent, with intervals."""
    parts = [_heading(result)]
    for table in result.tables:
        grid = _grid(table)
        widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
        lines = ["  ".join(text.ljust(w) for text, w in zip(line, widths, strict=True)).rstrip() for line in grid]
        parts.append("\n".join([table.title, *([table.note] if table.note else []), *filter(None, lines)]))
    return "\n\n".join(parts) + "\n"


def as_markdown(result: Report) -> str:
    """Format the report as Markdown tables."""
    parts = [_heading(result)]
    for table in result.tables:
        head, *rows = _grid(table)
        lines = [f"| {' | '.join(map(str.strip, line))} |" for line in (head, ["---"] * len(head), *rows)]
        parts.append(f"### {table.title}\n\n{table.note}\n\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


def as_json(result: Report) -> dict[str, object]:
    """Convert the report to JSON values: shares from 0 to 1, null for numbers without predictions."""
    return {
        "claims": result.claims,
        "labels": dict(result.labels),
        "resamples": result.resamples,
        "malformed": {"count": len(result.malformed), "first": [*result.malformed[:MOST_NAMED]]},
        "tables": [
            {
                "title": table.title,
                "note": table.note,
                "rows": [
                    {"name": name.strip(), "values": dict(zip(table.columns, map(_number, values), strict=True))}
                    for name, values in table.rows
                ],
            }
            for table in result.tables
        ],
    }


def _heading(result: Report) -> str:
    labels = ", ".join(f"{count:,} {label}" for label, count in result.labels.items())
    how = f"95 % intervals of {result.resamples:,} resamples in brackets" if result.resamples else "no intervals"
    lines = [f"{result.claims:,} claims ({labels}); per cent; {how}."]
    if result.malformed:
        lines += [
            "",
            f"{len(result.malformed):,} malformed parts of the predictions count as wrong (--strict refuses them):",
        ]
        lines += [f"- {one}" for one in result.malformed[:MOST_NAMED]]
    return "\n".join(lines)


def _grid(table: Table) -> list[list[str]]:
    """The texts of a table, head first."""
    return [["", *table.columns], *([name, *map(_shown, values)] for name, values in table.rows)]


def _shown(value: Estimate | None) -> str:
    if value is None:
        return "-"
    if value.low is None or value.high is None:
        return f"{100 * value.value:.1f}"
    return f"{100 * value.value:.1f} [{100 * value.low:.1f}, {100 * value.high:.1f}]"


def _number(value: Estimate | None) -> dict[str, float | int | None] | None:
    if value is None:
        return None
    return {"value": value.value, "low": value.low, "high": value.high, "claims": value.rows}
