"""Find near-duplicate claims of a project by MinHash signatures, without reading all of its claims."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from annotation.claims.minhash import signatures
from annotation.claims.models import Claim, ClaimSignature
from annotation.claims.words import content_words

NEAR = 0.7  # Jaccard similarity of content words
MOST_COMPARED = 200


def most_similar_claim(text: str, project_id: int, besides: Sequence[int] = ()) -> str | None:
    """Return the text of the project's claim with the highest Jaccard similarity to `text`, if that is at least NEAR.

    Claims of the ids `besides` do not count.
    """
    mine = content_words(text)
    shared = ClaimSignature.objects.filter(claim__project_id=project_id, claim__phase=0, value__in=signatures(text))
    ids = shared.exclude(claim__in=besides).values_list("claim_id", flat=True).distinct()[:MOST_COMPARED]
    others = Claim.objects.filter(pk__in=list(ids)).values_list("text", flat=True)
    similarity, nearest = max(((jaccard(mine, content_words(other)), other) for other in others), default=(0.0, ""))
    return nearest if similarity >= NEAR else None


def store_signatures(claims: Iterable[Claim]) -> None:
    """Store the signatures of new claims. Call it in the transaction that stores the claims."""
    rows = (ClaimSignature(claim=claim, value=value) for claim in claims for value in signatures(claim.text))
    ClaimSignature.objects.bulk_create(rows, batch_size=5_000)


def update_signatures(claims: Iterable[Claim]) -> None:
    """Replace the signatures of claims whose text has changed."""
    claims = list(claims)
    ClaimSignature.objects.filter(claim__in=claims).delete()
    store_signatures(claims)


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Jaccard similarity of two sets of words, |A ∩ B| / |A ∪ B|; 0 where both are empty."""
    either = one | other
    return len(one & other) / len(either) if either else 0.0
