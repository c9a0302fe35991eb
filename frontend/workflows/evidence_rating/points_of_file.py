"""The points of a file of ratings, without a database: what people and what metrics say of each item."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from statistics import fmean
from typing import Any

from annotation.quality.workflows.evidence_rating.correlation import RatedPoint
from annotation.quality.workflows.evidence_rating.points import LEFT_OUT, why_not
from annotation.release.importing.evidence_ratings import fullest, item_row
from annotation.workflows.evidence_rating.importing import digest_of
from annotation.workflows.evidence_rating.queries import strings_of
from annotation.workflows.evidence_rating.scales import scales

Row = Mapping[str, Any]
Score = Callable[[list[str], list[str]], dict[str, float]]


def points_of_rows(rows: Iterable[Row], score: Score) -> tuple[list[RatedPoint], dict[str, int]]:
    """Points of the rows of ratings that have no problem, and how many items are left out, by LEFT_OUT.

    `score`: predicted and gold strings -> value by metric.
    """
    items: defaultdict[str, list[tuple[dict[str, Any], Row]]] = defaultdict(list)
    for row in rows:
        item = item_row(row)
        items[digest_of(item)].append((item, row))
    points, left_out = list[RatedPoint](), Counter[str]()
    for of in items.values():
        item = fullest(one for one, _row in of)
        means = {
            name: fmean(given) for name in scales().names if (given := [row[name] for _one, row in of if row[name]])
        }
        why = why_not(means, item["reference"], item["evidence"])
        if why:
            left_out[why] += 1
            continue
        values = score(strings_of(item["evidence"]), strings_of(item["reference"]))
        points.append(RatedPoint(str(item["claim_id"]), item["system"], means, values))
    return points, {name: left_out[name] for name in LEFT_OUT}
