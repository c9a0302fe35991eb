"""Evidence rating: items, who may rate which, what is submitted, and what nobody may see."""

from __future__ import annotations

import pytest

from annotation.workflows.evidence_rating.importing import add_items
from annotation.workflows.evidence_rating.models import SLUG, RatedEvidence

pytestmark = pytest.mark.django_db


def row(number: int, system: str, **more: object) -> dict[str, object]:
    return {
        "claim_id": number,
        "claim": f"Claim {number} was said.",
        "speaker": "A speaker",
        "claim_date": "2020-10-01",
        "label": "Refuted",
        "system": system,
        "evidence": [{"question": "Was it?", "answer": f"{system} says no.", "url": "https://a.example/x"}],
        "reference": [{"question": "Was it so?", "answer": "It was not."}],
    } | more


def test_items_are_added_once_by_claim_and_system(project):
    added = add_items(project, [row(1, "A"), row(1, "B"), row(1, "A"), row(2, "A", claim="")], None)
    assert (added.created, added.known, [place for place, _why in added.problems]) == (2, 1, [3])
    again = add_items(project, [row(1, "B"), row(3, "A")], None, raters=3)
    assert (again.created, again.known) == (1, 1)
    assert set(RatedEvidence.objects.values_list("claim_id", "system", "task__required_annotations")) == {
        ("1", "A", 1), ("1", "B", 1), ("3", "A", 3),
    }  # fmt: skip
    assert set(RatedEvidence.objects.values_list("task__kind", flat=True)) == {SLUG}
