"""MinHash signatures with banding: texts of nearly the same words share one.

Broder 1997; Leskovec, Rajaraman and Ullman, Mining of Massive Datasets, section 3.4. With 8 bands of 2, two texts whose
content words overlap by 0.7 (Jaccard) share a number with probability 1 - (1 - 0.7²)⁸ = 0.995. Stored numbers depend on
everything here, the list of function words too: a change needs a migration that signs again.
"""

from __future__ import annotations

import hashlib
import struct
from functools import lru_cache

from annotation.claims.words import content_words

BANDS, ROWS = 8, 2


def signatures(text: str) -> list[int]:
    """One 63-bit number a band; none for a text without content words."""
    words = content_words(text)
    if not words:
        return []
    least = list(map(min, zip(*map(_hashes, words), strict=True)))
    bands = (struct.pack(f">{1 + ROWS}Q", band, *least[band * ROWS : (band + 1) * ROWS]) for band in range(BANDS))
    return [int.from_bytes(hashlib.blake2b(band, digest_size=8).digest(), "big") >> 1 for band in bands]


@lru_cache(maxsize=8_192)  # words come again and again: of many claims each is hashed once
def _hashes(word: str) -> tuple[int, ...]:
    return tuple(_hash(n, word) for n in range(BANDS * ROWS))


def _hash(number: int, word: str) -> int:
    digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=8, salt=number.to_bytes(8, "big"))
    return int.from_bytes(digest.digest(), "big")
