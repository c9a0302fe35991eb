"""Association of features with labels: normalised PMI with counts and intervals (FEVEROUS paper, section 3.2).

A document is a set of features: the words and phrases of a claim, the places of its evidence, or the one value of
another label. Counted is whether a document has a feature, not how often.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from annotation.quality.agreement.bootstrap import RESAMPLES, Row, estimate
from annotation.quality.agreement.result import Point, Reason, Result
from annotation.vocabulary.chi_square import survival

LEAST_COUNT, TOP = 10, 25
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
    documents: Sequence[Iterable[str]],
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
    kept = [
        (n, set(features), label) for n, (features, label) in enumerate(zip(documents, labels, strict=True)) if label
    ]
    of_label = Counter(label for *_, label in kept)
    of_feature = Counter(feature for _n, features, _label in kept for feature in features)
    frequent = {feature for feature, count in of_feature.items() if count >= least_count}
    both = Counter((feature, label) for _n, features, label in kept for feature in features & frequent)
    tests = max(1, len(frequent) * len(of_label))
    scored: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
    for (feature, label), count in both.items():
        if count * len(kept) > of_feature[feature] * of_label[label]:
            found = g_squared(count, of_feature[feature], of_label[label], len(kept))
            scored[label].append((-found, feature))
    best = {(feature, label) for label, found in scored.items() for _score, feature in sorted(found)[:top]}
    where: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for n, features, label in kept:
        for feature in features & frequent:
            if (feature, label) in best:
                where[feature, label].append(n)
    made = [
        _association(feature, label, of_feature[feature], of_label[label], of_both, len(kept), tests, resamples)
        for (feature, label), of_both in where.items()
    ]
    return _each_once(sorted(made, key=lambda one: (-one.g2, one.label, len(one.feature), one.feature)))


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
