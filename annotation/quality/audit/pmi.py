"""Association of features with labels: normalised PMI with counts and intervals (FEVEROUS paper, section 3.2).

A document is a set of features: the words and phrases of a claim, the places of its evidence, or the one value of
another label. Counted is whether a document has a feature, not how often.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from annotation.quality.agreement.bootstrap import RESAMPLES, Row, estimate
from annotation.quality.agreement.result import Point, Reason, Result
from annotation.quality.audit.feature_table import FeatureTable
from annotation.vocabulary.chi_square import survival

LEAST_COUNT, TOP = 10, 25
AT_ONCE = 250_000  # pairs of documents and features

Numbers: TypeAlias = NDArray[np.integer[Any]]
NOTABLE, ALPHA = 0.05, 0.01  # the paper tells of correlations from 0.07 on


@dataclass(frozen=True, slots=True)
class Association:
    """A feature and a label. Of `total` documents `with_feature` have it, `with_label` the label, `both` both.

    `g2` is the log-likelihood ratio; `p` how likely one as large is by chance in any of all features and labels that
    were looked at (Bonferroni). `documents`: numbers of those with both.
    """

    feature: str
    label: str
    with_feature: int
    with_label: int
    both: int
    total: int
    npmi: Result
    g2: float
    p: float
    documents: tuple[int, ...]

    @property
    def is_notable(self) -> bool:
        """Whether the association is both strong and significant."""
        value = getattr(self.npmi, "value", 0.0)
        return bool(value >= NOTABLE and self.p < ALPHA)


def associations(
    documents: FeatureTable | Iterable[Iterable[str]],
    labels: Sequence[str],
    *,
    least_count: int = LEAST_COUNT,
    top: int = TOP,
    resamples: int = RESAMPLES,
) -> list[Association]:
    """Find the features that are positively associated with each label, at most `top` per label, highest G2 first.

    `labels` runs beside `documents`; a document with the label "" is left out. Features of fewer than `least_count`
    documents are not looked at. Ranked by G2, which rare features do not lead as they do by PMI.
    """
    table = documents if isinstance(documents, FeatureTable) else FeatureTable.of(documents)
    names = sorted(set(labels) - {""})
    number_of = {"": -1} | {name: number for number, name in enumerate(names)}
    label_of = np.array([number_of[label] for label in labels], np.int64)
    total, size = int((label_of >= 0).sum()), len(table.features)
    counts = sum(
        (np.bincount(pairs, minlength=len(names) * size) for _numbers, pairs in _pairs(table, label_of)),
        start=np.zeros(len(names) * size, np.int64),
    ).reshape(len(names), size)
    with_label = np.bincount(label_of[label_of >= 0], minlength=len(names)).tolist()
    with_feature = counts.sum(axis=0)
    frequent = with_feature >= least_count
    tests = max(1, int(frequent.sum()) * len(names))
    best = list[int]()
    for number, y in enumerate(with_label):
        together = np.flatnonzero(frequent & (counts[number] * total > with_feature * y))
        rows = zip(counts[number][together].tolist(), with_feature[together].tolist(), together.tolist(), strict=True)
        scored = sorted((-g_squared(both, x, y, total), table.features[place], place) for both, x, place in rows)
        best += [number * size + place for _score, _feature, place in scored[:top]]
    made = []
    for pair, numbers in _documents(table, label_of, best).items():
        label, place = divmod(pair, size)
        of = with_feature[place].item(), with_label[label]
        made.append(_association(table.features[place], names[label], *of, numbers, total, tests, resamples))
    return _each_once(sorted(made, key=lambda one: (-one.g2, one.label, len(one.feature), one.feature)))


def _pairs(table: FeatureTable, label_of: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """Numbers of documents that have a label, and with each a pair of the label and a feature of the document, as a
    number: that of the label * number of features + place of the feature."""
    for documents, places in table.parts:
        for start in range(0, len(places), AT_ONCE):
            numbers = documents[start : start + AT_ONCE]
            labels = label_of[numbers]
            kept = labels >= 0
            yield numbers[kept], labels[kept] * len(table.features) + places[start : start + AT_ONCE][kept]


def _documents(table: FeatureTable, label_of: Numbers, wanted: Sequence[int]) -> defaultdict[int, list[int]]:
    """Pair of those wanted -> the documents that have it."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for numbers, pairs in _pairs(table, label_of):
        kept = np.isin(pairs, wanted)
        for number, pair in zip(numbers[kept].tolist(), pairs[kept].tolist(), strict=True):
            found[pair].append(number)
    return found


def _each_once(found: list[Association]) -> list[Association]:
    """Without features that stand in the very documents of a shorter one: "is not" beside "not"."""
    kept: dict[tuple[str, int, tuple[int, ...]], Association] = {}
    for one in found:
        kept.setdefault((one.label, one.with_feature, one.documents), one)
    return list(kept.values())


def _association(
    feature: str, label: str, x: int, y: int, documents: list[int], total: int, tests: int, resamples: int
) -> Association:
    both = len(documents)
    table: dict[Row, int] = {
        (1, 0, 0, 0): both,
        (0, 1, 0, 0): x - both,
        (0, 0, 1, 0): y - both,
        (0, 0, 0, 1): total - x - y + both,
    }
    g2 = g_squared(both, x, y, total)
    result = estimate({row: count for row, count in table.items() if count}, npmi, resamples=resamples)
    p = min(1.0, survival(g2, 1) * tests)
    return Association(feature, label, x, y, both, total, result, g2, p, tuple(documents))


def npmi(table: Sequence[float]) -> Point:
    """ln(p(x, y) / (p(x) p(y))) / -ln p(x, y): 1 only together, 0 independent, -1 never together.

    Bouma (2009), Normalized (pointwise) mutual information in collocation extraction. Takes how many documents have
    both, the feature only, the label only, and neither.
    """
    both, feature_only, label_only, neither = table
    total = both + feature_only + label_only + neither
    with_feature, with_label = both + feature_only, both + label_only
    if not with_feature or not with_label:
        return Reason.NO_VALUES
    if not both:
        return -1.0
    if both == total:
        return Reason.ONE_CATEGORY
    return log(both * total / (with_feature * with_label)) / -log(both / total)


def g_squared(both: int, with_feature: int, with_label: int, total: int) -> float:
    """2 x sum of observed x ln(observed / expected) over the four cells, chi-square of 1 degree by chance.

    Dunning (1993), Accurate methods for the statistics of surprise and coincidence.
    """
    observed = (both, with_feature - both, with_label - both, total - with_feature - with_label + both)
    rows, columns = (with_feature, total - with_feature), (with_label, total - with_label)
    expected = (rows[0] * columns[0], rows[0] * columns[1], rows[1] * columns[0], rows[1] * columns[1])
    cells = zip(observed, expected, strict=True)
    return max(0.0, 2 * sum(count * log(count * total / by_chance) for count, by_chance in cells if count))
