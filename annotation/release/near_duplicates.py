"""Claims of a project that say nearly the same, so that a release can keep them on one side of its splits.

The same measure as the hint that a writer gets (`claim_generation.hints.near_duplicates`): 0.7 or more of the content
words of two claims are the same (Jaccard), found by the stored MinHash signatures, one a band. Claims of one band's
signature are compared each with each where they are few. Where they are many (sentences of one pattern), those that
share two bands are: of pairs at 0.7 exactly that finds 96 of 100, of pairs at 0.8 more than 99.9.

Memory: about 150 bytes a claim.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from zlib import crc32

from annotation.projects.models import Project
from annotation.workflows.claim_generation.hints.near_duplicates import NEAR
from annotation.workflows.claim_generation.hints.signatures import BANDS, signatures
from annotation.workflows.claim_generation.hints.words import content_words
from annotation.workflows.claim_generation.models import Claim, ClaimSignature

# So many are compared each with each; of more, each with the so many before it.
FEW = 20
TEXTS_AT_ONCE = 2_000


@dataclass(slots=True)
class Compared:
    """`pairs`: comparisons of two claims' words; `skipped`: left out, since too many claims are of one pattern."""

    pairs: int = 0
    skipped: int = 0


def near_pairs(project: Project, claims: array[int], compared: Compared) -> Iterator[tuple[int, int]]:
    """Pairs of places in `claims` (primary keys, ascending) whose claims say nearly the same, the earlier first.

    A pair may come more than once.
    """
    words = _Words(claims)
    signed = _signed(project, claims)
    for band in range(BANDS):
        for places in _sharing(signed[band], range(len(claims))):
            for one, other in _candidates(places, signed, band, compared):
                compared.pairs += 1
                if words.are_near(one, other):
                    yield one, other


class _Words:
    """The content words of every claim as numbers of 32 bits, in one row."""

    def __init__(self, claims: array[int]) -> None:
        self.numbers, self.starts = array("I"), array("Q", [0])
        for start in range(0, len(claims), TEXTS_AT_ONCE):
            some = claims[start : start + TEXTS_AT_ONCE]
            texts = dict(Claim.objects.filter(pk__in=list(some)).order_by().values_list("pk", "text"))
            for pk in some:
                self.numbers.extend(crc32(word.encode()) for word in content_words(texts.get(pk, "")))
                self.starts.append(len(self.numbers))

    def are_near(self, one: int, other: int) -> bool:
        first = self.numbers[self.starts[one] : self.starts[one + 1]]
        second = self.numbers[self.starts[other] : self.starts[other + 1]]
        if min(len(first), len(second)) < NEAR * max(len(first), len(second)) or not first:
            return False
        both = len(set(first).intersection(second))
        return both >= NEAR * (len(first) + len(second) - both)


def _signed(project: Project, claims: array[int]) -> list[array[int]]:
    """For each band the signature of every claim; 0 where a claim has no content words."""
    place_of = {pk: place for place, pk in enumerate(claims)}
    found = [array("q", bytes(8 * len(claims))) for _band in range(BANDS)]
    filled = bytearray(len(claims))
    # They were stored in the order of their bands.
    stored = ClaimSignature.objects.filter(claim__project=project, claim__phase=0).order_by("pk")
    for pk, value in stored.values_list("claim_id", "value").iterator(chunk_size=5_000):
        place = place_of.get(pk)
        if place is not None and filled[place] < BANDS:
            found[filled[place]][place] = value
            filled[place] += 1
    # Claims that did not come in by a door that signs them.
    unsigned = [pk for place, pk in enumerate(claims) if not filled[place]]
    for start in range(0, len(unsigned), TEXTS_AT_ONCE):
        some = unsigned[start : start + TEXTS_AT_ONCE]
        for pk, text in Claim.objects.filter(pk__in=some).order_by().values_list("pk", "text"):
            for band, value in enumerate(signatures(text)):
                found[band][place_of[pk]] = value
    return found


def _sharing(signature: array[int], places: Iterable[int]) -> Iterator[list[int]]:
    """The places of equal signature, of those that are not alone."""
    ordered = sorted((place for place in places if signature[place]), key=lambda place: (signature[place], place))
    start = 0
    for end in range(1, len(ordered) + 1):
        if end == len(ordered) or signature[ordered[end]] != signature[ordered[start]]:
            if end - start > 1:
                yield ordered[start:end]
            start = end


def _candidates(
    places: list[int], signed: list[array[int]], band: int, compared: Compared
) -> Iterator[tuple[int, int]]:
    if len(places) <= FEW:
        yield from combinations(places, 2)
        return
    for other in range(band + 1, BANDS):
        groups: defaultdict[int, list[int]] = defaultdict(list)
        for place in places:
            groups[signed[other][place]].append(place)
        for some in groups.values():
            for at, place in enumerate(some):
                before = some[max(0, at - FEW) : at]
                compared.skipped += at - len(before)
                yield from ((one, place) for one in before)
