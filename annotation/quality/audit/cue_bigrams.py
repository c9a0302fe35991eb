"""Bigrams that give a label away, by local mutual information (Schuster et al. 2019, section 2.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import log

from annotation.claims.words import words

TOP = 20
LEAST_COUNT = 2
MICRO = 1e6  # the paper prints LMI in millionths


@dataclass(frozen=True, slots=True)
class CueBigram:
    """A bigram and a label. `both`: how often the bigram stands in texts with the label, of `count` times in all;
    `share`: p(label | bigram); `lmi`: local mutual information, in nats."""

    bigram: str
    label: str
    both: int
    count: int
    share: float
    lmi: float

    @property
    def millionths(self) -> float:
        """LMI in the unit of the paper's tables."""
        return self.lmi * MICRO


def local_mutual_information(both: int, with_bigram: int, with_label: int, total: int) -> float:
    """p(w, l) ln(p(l | w) / p(l)), in nats: 0 where they are independent or never together.

    Counts are occurrences of bigrams: of this one with the label, of this one, of any with the label, of any at all.
    """
    if not both:
        return 0.0
    return both / total * log(both * total / (with_bigram * with_label))


def cue_bigrams(texts: Iterable[tuple[str, str]], *, top: int = TOP, least_count: int = LEAST_COUNT) -> list[CueBigram]:
    """The `top` bigrams of each label with the highest LMI, of pairs of text and label; rarer ones are left out.

    Ordered by label, then by LMI, then by bigram. A text with the label "" is left out.
    """
    pairs: Counter[tuple[str, str]] = Counter()
    for text, label in texts:
        if label:
            said = words(text)
            pairs.update((f"{first} {second}", label) for first, second in zip(said, said[1:], strict=False))
    of_bigram: Counter[str] = Counter()
    of_label: Counter[str] = Counter()
    for (bigram, label), count in pairs.items():
        of_bigram[bigram] += count
        of_label[label] += count
    total = of_label.total()
    found: dict[str, list[CueBigram]] = {label: [] for label in sorted(of_label)}
    for (bigram, label), both in pairs.items():
        count = of_bigram[bigram]
        lmi = local_mutual_information(both, count, of_label[label], total)
        if count >= least_count and lmi > 0:
            found[label].append(CueBigram(bigram, label, both, count, both / count, lmi))
    ranked = (sorted(those, key=lambda one: (-one.lmi, one.bigram))[:top] for those in found.values())
    return [one for those in ranked for one in those]
