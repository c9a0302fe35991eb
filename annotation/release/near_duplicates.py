"""Find near-duplicate claims of a project, which a release keeps in one split.

The same measure as the hint that a writer gets: 0.7 or more of the content
words of two claims are the same (Jaccard), found by the stored MinHash signatures, one a band. The first claims of one
band's signature are compared each with each. Where there are more (sentences of one pattern), those that share two
bands are: of pairs at 0.7 exactly that finds 96 of 100, of pairs at 0.8 more than 99.9. Whether two claims are compared
goes by what was there when the later came, so that no pair is lost when the project grows.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from annotation.claims.minhash import BANDS, signatures
from annotation.claims.models import Claim, ClaimSignature
from annotation.claims.near_duplicates import NEAR
from annotation.claims.words import content_words
from annotation.projects.models import Project

if TYPE_CHECKING:
    from scipy.sparse import csr_array

# So many are compared each with each; of more, each with the so many before it.
FEW = 20
TEXTS_AT_ONCE, ARRAYS_AT_ONCE = 2_000, 500

Places = NDArray[np.int64]  # indices of claims, ascending


@dataclass(slots=True)
class Compared:
    """`pairs`: comparisons of two claims' words; `skipped`: left out, since too many claims are of one pattern."""

    pairs: int = 0
    skipped: int = 0


def near_pairs(project: Project, claims: array[int], compared: Compared) -> set[tuple[int, int]]:
    """Pairs of places in `claims` (primary keys, ascending) whose claims say nearly the same, the earlier first."""
    words = _words(claims)
    sizes, found = np.diff(words.indptr), set[tuple[int, int]]()
    for one, other in _batches(_candidates(_signed(project, claims), compared)):
        both = words[one].multiply(words[other]).sum(axis=1)
        is_near = both >= NEAR * (sizes[one] + sizes[other] - both)
        found.update(zip(one[is_near].tolist(), other[is_near].tolist(), strict=True))
    return found


def _texts(keys: list[int]) -> Iterator[tuple[int, str]]:
    for start in range(0, len(keys), TEXTS_AT_ONCE):
        some = Claim.objects.filter(pk__in=keys[start : start + TEXTS_AT_ONCE])
        yield from some.order_by("pk").values_list("pk", "text")


def _words(claims: array[int]) -> csr_array:
    """Matrix of claims by content words: 1 where the claim has the word."""
    # Every command imports this module, and few compare claims: SciPy takes a third of a second to import.
    from scipy.sparse import csr_array

    texts, column = dict(_texts(claims.tolist())), dict[str, int]()
    starts, columns = array("q", [0]), array("q")
    for pk in claims:
        columns.extend(sorted(column.setdefault(word, len(column)) for word in content_words(texts.pop(pk, ""))))
        starts.append(len(columns))
    return csr_array((np.ones(len(columns), np.int32), columns, starts), shape=(len(claims), max(1, len(column))))


def _signed(project: Project, claims: array[int]) -> NDArray[np.int64]:
    """The signature of every claim in each band (band x claim); 0 where a claim has no content words."""
    place_of = {pk: place for place, pk in enumerate(claims)}
    found, filled = np.zeros((BANDS, len(claims)), np.int64), bytearray(len(claims))
    # They were stored in the order of their bands.
    stored = ClaimSignature.objects.filter(claim__project=project, claim__phase=0).order_by("pk")
    for pk, value in stored.values_list("claim_id", "value").iterator(chunk_size=5_000):
        place = place_of.get(pk)
        if place is not None and filled[place] < BANDS:
            found[filled[place], place] = value
            filled[place] += 1
    # Claims that were stored without signatures.
    for pk, text in _texts([pk for place, pk in enumerate(claims) if not filled[place]]):
        found[:, place_of[pk]] = signatures(text) or 0
    return found


def _candidates(signed: NDArray[np.int64], compared: Compared) -> Iterator[tuple[Places, Places]]:
    """Pairs to compare, as arrays of the earlier and the later claims; a pair may come several times."""
    for band in range(BANDS):
        for places in _sharing(signed[band], np.flatnonzero(signed[band])):
            for some in _alike(places, signed, band):
                compared.pairs += sum(min(at, FEW) for at in range(len(some)))
                compared.skipped += sum(range(len(some) - FEW))
                yield from ((some[:-apart], some[apart:]) for apart in range(1, min(FEW + 1, len(some))))


def _alike(places: Places, signed: NDArray[np.int64], band: int) -> Iterator[Places]:
    """The first places, and where there are more, those that share another band too."""
    yield places[:FEW]
    if len(places) > FEW:
        for other in range(band + 1, BANDS):
            yield from _sharing(signed[other], places)


def _sharing(signature: NDArray[np.int64], places: Places) -> Iterator[Places]:
    """Group the places by equal signature; only groups of at least two."""
    ordered = places[np.argsort(signature[places], kind="stable")]
    groups = np.split(ordered, np.flatnonzero(np.diff(signature[ordered])) + 1)
    return (group for group in groups if len(group) > 1)


def _batches(pairs: Iterator[tuple[Places, Places]]) -> Iterator[tuple[Places, Places]]:
    """Join the pairs into fewer and larger arrays."""
    while batch := list(islice(pairs, ARRAYS_AT_ONCE)):
        yield np.concatenate([one for one, _other in batch]), np.concatenate([other for _one, other in batch])
