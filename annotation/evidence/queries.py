"""Queries of the evidence that submissions cite."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db.models import F, Q, QuerySet

from annotation.evidence.models import Evidence, Source

Sets = tuple[frozenset[str], ...]
OF = "evidence_set__submission"
VERIFICATION = f"{OF}__verification"
LEADS_TO_VERDICT = Q(evidence_set__label="") | Q(evidence_set__label=F(f"{VERIFICATION}__verdict"))


def evidence_of(**submissions: Any) -> QuerySet[Evidence]:
    """Select the elements that the submissions of these lookups cite, unordered. Sources: `sources_of`."""
    # Every row has either an element or a source (`evidence_of_element_or_source`). Asked for rows without a source,
    # SQLite takes the index of sources: it reads all evidence there is, and compares each with every submission.
    return _cited(submissions).exclude(element_id="")


def sources_of(**submissions: Any) -> dict[int, list[Source]]:
    """Submission -> the sources that it cites, each once, in the order of its sets; those without any are absent."""
    rows = _cited(submissions).filter(source__isnull=False).select_related("source", "evidence_set")
    found: defaultdict[int, dict[int, Source]] = defaultdict(dict)
    for row in rows.order_by("evidence_set__position", "position"):
        assert row.source is not None  # as filtered
        found[row.evidence_set.submission_id].setdefault(row.source.pk, row.source)
    return {submission: list(sources.values()) for submission, sources in found.items()}


def _cited(submissions: dict[str, Any]) -> QuerySet[Evidence]:
    return Evidence.objects.filter(**{f"{OF}__{name}": value for name, value in submissions.items()}).order_by()


def evidence_sets(**submissions: Any) -> dict[int, Sets]:
    """Verification -> the element ids of each of its sets, in their order; those without evidence are absent.

    Of sets with labels, those that lead to its verdict.
    The lookups are those of its submission.
    """
    return _sets(VERIFICATION, submissions)


def evidence_sets_of_submissions(**submissions: Any) -> dict[int, Sets]:
    """Submission -> what `evidence_sets` has by verification."""
    return _sets(OF, submissions)


def _sets(key: str, submissions: dict[str, Any]) -> dict[int, Sets]:
    found: defaultdict[int, defaultdict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    rows = evidence_of(**submissions).filter(LEADS_TO_VERDICT).values_list(key, "evidence_set__position", "element_id")
    for pk, position, element in rows.iterator(chunk_size=5000):
        found[pk][position].add(element)
    return {pk: tuple(frozenset(sets[position]) for position in sorted(sets)) for pk, sets in found.items()}
