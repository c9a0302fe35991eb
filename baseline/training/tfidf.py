"""Claim-only verdicts by TF-IDF and logistic regression: what the wording gives away, for tables of verdicts.

Words and pairs of words that two claims have, C = 1, nothing tuned: as in `annotation/quality/audit/classifier.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def claim_only_labels(train: Sequence[tuple[str, str]], claims: Sequence[str]) -> list[str]:
    """Predict the label of each claim from (claim, label) pairs; their commonest where there is nothing to learn."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    texts, labels = zip(*train, strict=True)
    commonest = Counter(labels).most_common(1)[0][0]
    if len(set(labels)) < 2:
        return [commonest] * len(claims)
    model = make_pipeline(TfidfVectorizer(ngram_range=(1, 2), min_df=2), LogisticRegression(max_iter=1000))
    try:
        model.fit(texts, labels)
    except ValueError:  # no two claims share a word
        return [commonest] * len(claims)
    return [str(label) for label in model.predict(claims)]
