"""Find near-duplicate claims of a project, which a release keeps in one split.

The same measure as the hint that a writer gets (`claim_generation.hints.near_duplicates`): 0.7 or more of the content
words of two claims are the same (Jaccard), found by the stored MinHash signatures, one a band. The first claims of one
band's signature are compared each with each. Where there are more (sentences of one pattern), those that share two
bands are: of pairs at 0.7 exactly that finds 96 of 100, of pairs at 0.8 more than 99.9. Whether two claims are compared
goes by what was there when the later came, so that no pair is lost when the project grows.

Most pairs share a pattern and few words. A bit for each word tells these apart before the words themselves are looked
at, which is what makes millions of comparisons a matter of seconds.

Memory: about 200 bytes a claim.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from zlib import crc32

from annotation.claims.minhash import BANDS, signatures
from annotation.claims.models import Claim, ClaimSignature
from annotation.claims.near_duplicates import NEAR
from annotation.claims.words import content_words
from annotation.projects.models import Project

# So many are compared each with each; of more, each with the so many before it.
FEW = 20
TEXTS_AT_ONCE = 2_000
BITS = 256  # words of two claims rarely share one by chance
OF_BOTH = (NEAR - 1e-9) / (1 + NEAR)  # a little less, for the rounding


@dataclass(slots=True)
class Compared:
    """`pairs`: comparisons of two claims' words; `skipped`: left out, since too many claims are of one pattern."""

    pairs: int = 0
    skipped: int = 0


def near_pairs(project: Project, claims: array[int], compared: Compared) -> Iterator[tuple[int, int]]:
    """Pairs of places in `claims` (primary keys, ascending) whose claims say nearly the same, the earlier first; each
    comes once."""
    words = _Words(claims)
    signed = _signed(project, claims)
    found: set[tuple[int, int]] = set()
    for band in range(BANDS):
        for places in _sharing(signed[band]):
            for some in _alike(places, signed, band):
                for pair in _compared(some, words, compared):
                    if pair not in found and words.are_near(*pair):
                        found.add(pair)
                        yield pair


class _Words:
    """The content words of every claim as numbers of 32 bits, in one row; how many they are; and a bit for each.

    `lost`: words that have the bit of another word of the claim.
    """

    def __init__(self, claims: array[int]) -> None:
        self.numbers, self.starts = array("I"), array("Q", [0])
        self.bits: list[int] = []
        self.sizes, self.lost = array("I"), array("I")
        for start in range(0, len(claims), TEXTS_AT_ONCE):
            some = claims[start : start + TEXTS_AT_ONCE]
            texts = dict(Claim.objects.filter(pk__in=list(some)).order_by().values_list("pk", "text"))
            for pk in some:
                self._add([crc32(word.encode()) for word in content_words(texts.get(pk, ""))])

    def _add(self, numbers: list[int]) -> None:
        bits = 0
        for number in numbers:
            bits |= 1 << number % BITS
        self.numbers.extend(numbers)
        self.starts.append(len(self.numbers))
        self.bits.append(bits)
        self.sizes.append(len(numbers))
        self.lost.append(len(numbers) - bits.bit_count())

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
    # Claims that were stored without signatures.
    unsigned = [pk for place, pk in enumerate(claims) if not filled[place]]
    for start in range(0, len(unsigned), TEXTS_AT_ONCE):
        some = unsigned[start : start + TEXTS_AT_ONCE]
        for pk, text in Claim.objects.filter(pk__in=some).order_by().values_list("pk", "text"):
            for band, value in enumerate(signatures(text)):
                found[band][place_of[pk]] = value
    return found


def _sharing(signature: array[int]) -> Iterator[list[int]]:
    """The places of equal signature, ascending, of those that are not alone."""
    ordered = sorted((place for place, value in enumerate(signature) if value), key=signature.__getitem__)
    start = 0
    for end in range(1, len(ordered) + 1):
        if end == len(ordered) or signature[ordered[end]] != signature[ordered[start]]:
            if end - start > 1:
                yield ordered[start:end]
            start = end


def _alike(places: list[int], signed: list[array[int]], band: int) -> Iterator[list[int]]:
    """The first places, and where there are more, those that share another band too."""
    yield places[:FEW]
    if len(places) <= FEW:
        return
    for other in range(band + 1, BANDS):
        groups: defaultdict[int, list[int]] = defaultdict(list)
        for place in places:
            groups[signed[other][place]].append(place)
        yield from groups.values()


def _compared(places: list[int], words: _Words, compared: Compared) -> Iterator[tuple[int, int]]:
    """Each with the so many before it: those pairs whose bits do not rule out that they are near.

    Who shares 0.7 of the words of both has 0.7 of those of one (the quicker look), and 0.7 / 1.7 of the two sizes.
    """
    bits, sizes = words.bits, words.sizes
    for at, place in enumerate(places):
        before = places[max(0, at - FEW) : at]
        compared.pairs += len(before)
        compared.skipped += at - len(before)
        mine, size, lost = bits[place], sizes[place], words.lost[place]
        least = ceil(NEAR * size) - lost
        for one in before:
            shared = (bits[one] & mine).bit_count()
            if shared >= least and shared + lost >= OF_BOTH * (size + sizes[one]):
                yield one, place
