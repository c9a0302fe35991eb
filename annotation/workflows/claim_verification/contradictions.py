"""Passages of the corpus that contradict each other, recorded by a verifier beside the evidence."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from annotation.errors import Invalid
from annotation.evidence.snapshotting import Pinned, pin
from annotation.workflows.claim_verification.models import Contradiction, Verification

MOST = 10  # of one verification
Pair = tuple[Pinned, Pinned]


def contradiction_problems(pairs: Sequence[Sequence[str]]) -> list[str]:
    """Problems of given pairs, one sentence each. The corpus says at submission what there is."""
    messages = []
    if len(pairs) > MOST:
        messages.append(_("At most %(most)d contradictions can be recorded.") % {"most": MOST})
    if any(len(set(pair)) != 2 for pair in pairs):
        messages.append(_("A contradiction has two different passages."))
    if len({frozenset(pair) for pair in pairs}) != len(pairs):
        messages.append(_("A contradiction is recorded twice."))
    return messages


def pinned_contradictions(corpus: int, pairs: Sequence[Sequence[str]]) -> list[Pair]:
    """Snapshot both passages of each pair. Raises Invalid, with the field `contradictions`."""
    try:
        return [(first, second) for first, second in pin(corpus, pairs)] if pairs else []
    except Invalid as error:
        messages = [message for said in error.fields.values() for message in said]
        raise Invalid(error.message, {"contradictions": messages}) from error


def store_contradictions(verification: Verification, pairs: Sequence[Pair]) -> None:
    """Write the contradictions of a new revision."""
    Contradiction.objects.bulk_create(
        Contradiction(
            verification=verification,
            position=position,
            first_element=pair[0].element_id,
            second_element=pair[1].element_id,
            pins=[
                {"page_title": one.page_title, "page_revision": one.page_revision, "content_hash": one.content_hash}
                for one in pair
            ],
        )
        for position, pair in enumerate(pairs)
    )


def contradictions_of(verification: Verification) -> list[list[str]]:
    """The stored pairs, as a draft has them."""
    return [list(one.elements) for one in verification.contradictions.all()]
