"""Words that predict the type of a mutation in this project (FEVER's claims can be told without evidence)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.core.cache import cache

from annotation.claims.words import words
from annotation.projects.models import Project
from annotation.workflows.claim_generation.hints.give_away import npmi
from annotation.workflows.sentence_claims.models import SentenceClaim

NEGATIONS = frozenset({"no", "not", "never"})
LEAST_LINES, LEAST_NPMI, MOST_WORDS = 5, 0.1, 12
KEPT_FOR = 600  # seconds: they change slowly and cost a pass over the claims


@dataclass(slots=True)
class TypeRates:
    """Of one type: how many mutations, and how many of them have each of its give-away words."""

    lines: int = 0
    words: dict[str, int] = field(default_factory=dict)


def rates_of(project: Project) -> dict[str, TypeRates]:
    """Return the rates of each type that was written in production, from a cache of ten minutes."""
    key = f"sentence-claims-rates-{project.pk}"
    known: dict[str, TypeRates] | None = cache.get(key)
    if known is None:
        known = rates(typed_lines(project))
        cache.set(key, known, KEPT_FOR)
    return known


def typed_lines(project: Project) -> Iterable[tuple[str, str]]:
    """(text, type) of every mutation of the project's production."""
    rows = SentenceClaim.objects.filter(claim__project=project, claim__phase=0).exclude(mutation="").order_by()
    return rows.values_list("claim__text", "mutation").iterator()


def rates(typed: Iterable[tuple[str, str]]) -> dict[str, TypeRates]:
    """Type -> its rates, from (text, type) pairs.

    Give-away are no, not and never, and the words of at least five mutations of the type whose normalised pointwise
    mutual information with it (Bouma 2009) is at least 0.1; the twelve highest of each type.
    """
    together: defaultdict[str, Counter[str]] = defaultdict(Counter)
    of_type, with_word = Counter[str](), Counter[str]()
    for text, kind in typed:
        found = set(words(text))
        of_type[kind] += 1
        with_word.update(found)
        together[kind].update(found)
    total = of_type.total()
    result = {}
    for kind, lines in of_type.items():
        scored = {
            word: npmi(both, with_word[word], lines, total)
            for word, both in together[kind].items()
            if both >= LEAST_LINES or word in NEGATIONS
        }
        told = [word for word, score in scored.items() if score >= LEAST_NPMI or word in NEGATIONS]
        best = sorted(told, key=lambda word: (word not in NEGATIONS, -scored[word], word))[:MOST_WORDS]
        result[kind] = TypeRates(lines, {word: together[kind][word] for word in best})
    return result
