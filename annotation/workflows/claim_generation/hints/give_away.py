"""Words that predict the verdict in this project's own claims (paper, section 7.5: lexical artefacts).

A model that learns "only" means REFUTES needs no evidence. Here the writer hears of it while writing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log

from django.utils.translation import gettext as _

from annotation.claims.words import matches, words
from annotation.workflows.claim_generation.hints.hint import Hint

LEAST_CLAIMS = 20  # with the word: fewer say nothing
LEAST_SHARE = 0.8  # of them with one label
LEAST_NPMI = 0.15


@dataclass(frozen=True, slots=True)
class Tell:
    """A word, the label it goes with, and how often: `with_label` of `claims` that have it."""

    word: str
    label: str
    with_label: int
    claims: int


def tells(labelled: Iterable[tuple[str, str]]) -> dict[str, Tell]:
    """word -> what it gives away, from (claim, label) pairs.

    A word tells when at least 20 claims have it, 80 % of them have one label, and its normalised pointwise mutual
    information with that label, ln(p(w,l) / (p(w) p(l))) / -ln p(w,l) (Bouma 2009), is at least 0.15: more than the
    label's own frequency explains.
    """
    pairs: Counter[tuple[str, str]] = Counter()
    with_word: Counter[str] = Counter()
    labels: Counter[str] = Counter()
    for text, label in labelled:
        labels[label] += 1
        for word in set(words(text)):
            with_word[word] += 1
            pairs[word, label] += 1
    total = labels.total()
    found: dict[str, Tell] = {}
    for (word, label), together in pairs.items():
        often = with_word[word] >= LEAST_CLAIMS and together >= LEAST_SHARE * with_word[word]
        if often and npmi(together, with_word[word], labels[label], total) >= LEAST_NPMI:
            found[word] = Tell(word, label, together, with_word[word])
    return found


def npmi(together: int, word: int, label: int, total: int) -> float:
    """Normalised pointwise mutual information of counts, from -1 to 1; `together` is at least 1."""
    if together == total:
        return 0.0  # every claim has both: knowing one tells nothing
    return log(together * total / (word * label)) / -log(together / total)


def give_away(text: str, known: Mapping[str, Tell]) -> Iterator[Hint]:
    """The words of the claim that give a label away."""
    for match in matches(text):
        tell = known.get(match[0].lower())
        if tell is not None:
            message = _(
                "“%(word)s”: %(with_label)d of the %(claims)d claims with it are %(label)s. Can you do without?"
            )
            values = {"word": match[0], "with_label": tell.with_label, "claims": tell.claims, "label": tell.label}
            yield Hint("give_away", message % values, match.start(), match.end())
