"""Claims of a project that say nearly the same: found among any number of them without reading them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from annotation.claims.minhash import signatures
from annotation.claims.models import Claim, ClaimSignature
from annotation.workflows.claim_generation.hints.hint import Hint
from annotation.workflows.claim_generation.hints.words import content_words

NEAR = 0.7  # Jaccard: words in both / words in either
MOST_COMPARED = 200


def near_duplicates(text: str, project_id: int, besides: Sequence[int] = ()) -> Iterator[Hint]:
    """The claim of the project that is most like this text, if it is near; claims of the ids `besides` do not count."""
    mine = content_words(text)
    shared = ClaimSignature.objects.filter(claim__project_id=project_id, claim__phase=0, value__in=signatures(text))
    ids = shared.exclude(claim__in=besides).values_list("claim_id", flat=True).distinct()[:MOST_COMPARED]
    others = Claim.objects.filter(pk__in=list(ids)).values_list("text", flat=True)
    likeness, nearest = max(((jaccard(mine, content_words(other)), other) for other in others), default=(0.0, ""))
    if likeness >= NEAR:
        message = _("The project has a claim that is nearly the same: “%(claim)s”")
        yield Hint("near_duplicate", message % {"claim": nearest})


def sign(claims: Iterable[Claim]) -> None:
    """Make new claims findable. Call it in the transaction that stores them."""
    rows = (ClaimSignature(claim=claim, value=value) for claim in claims for value in signatures(claim.text))
    ClaimSignature.objects.bulk_create(rows, batch_size=5_000)


def sign_again(claims: Iterable[Claim]) -> None:
    """Make claims findable by their new words, and by the old ones no more."""
    claims = list(claims)
    ClaimSignature.objects.filter(claim__in=claims).delete()
    sign(claims)


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Words in both / words in either; 0 for two texts without words."""
    either = one | other
    return len(one & other) / len(either) if either else 0.0
