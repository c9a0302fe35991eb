"""Validation of adjudications, and disagreement between a claim's annotators. No database access."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _

from annotation.evidence.verdict_rules import problems as verification_problems
from annotation.quality.adjudication.models import ErrorType, Outcome
from annotation.quality.agreement.distances import Sets
from annotation.quality.agreement.evidence import best_overlap
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS

LONGEST_NOTE = 2_000
NEEDS_NOTE = frozenset({ErrorType.OTHER})


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Disagreement over the pairs of a claim's annotators.

    `verdicts`: the share of pairs with the same verdict, 0 to 1. `evidence`: the mean overlap of their evidence, of
    each pair by those of their alternative sets that are nearest (paper, section 3.2), 0 to 1; None: nobody has any.
    """

    verdicts: float
    evidence: float | None

    @property
    def order(self) -> tuple[float, float]:
        """Sort key, lowest agreement first: by verdict, then by evidence."""
        return self.verdicts, 1.0 if self.evidence is None else self.evidence


def disagreement(ratings: Sequence[tuple[str, Sets]]) -> Disagreement:
    """Compute the disagreement of at least two annotators' (verdict, evidence sets)."""
    pairs = list(combinations(ratings, 2))
    matches = [match for one, other in pairs if (match := best_overlap(one[1], other[1])) is not None]
    return Disagreement(
        verdicts=sum(one[0] == other[0] for one, other in pairs) / len(pairs),
        evidence=sum(matches) / len(matches) if matches else None,
    )


def merged(chosen: Sequence[tuple[int, str]]) -> list[list[str]]:
    """Merge evidence chosen from several annotators: (number of the target set, element) -> the sets.

    Sets by their numbers, each element once in a set, in the order it was ticked. Empty numbers leave no gap.
    """
    sets: dict[int, dict[str, None]] = {}
    for number, element in chosen:
        sets.setdefault(number, {})[element] = None
    return [list(sets[number]) for number in sorted(sets)]


def problems(
    *,
    kind: str,
    error_type: str,
    note: str,
    verdict: str = "",
    challenge: str = "",
    evidence_sets: Sequence[Sequence[str]] = (),
    max_sets: int,
    known: Iterable[str] = (),
    labels: LabelSet = VERDICTS,
    asks_challenge: bool = True,
) -> dict[str, list[str]]:
    """Field -> error messages; empty for a valid adjudication. Of kind "one", the verification has the rest.

    `known`: the evidence of all annotators: merged evidence is made of it alone. `labels`: the project's verdicts.
    """
    found: dict[str, list[str]] = {}
    if kind not in Outcome.values:
        found["kind"] = [_("Choose what is to hold.")]
    if error_type not in ErrorType.values:
        found["error_type"] = [_("Say why they disagreed.")]
    if error_type in NEEDS_NOTE and not note.strip():
        found["note"] = [_("Write in a few words what it was.")]
    if len(note) > LONGEST_NOTE:
        found["note"] = [_("This note is too long: %(limit)d characters are the most.") % {"limit": LONGEST_NOTE}]
    if kind in (Outcome.MERGED, Outcome.NEW):
        found |= verification_problems(
            verdict=verdict,
            challenge=challenge,
            evidence_sets=evidence_sets,
            max_sets=max_sets,
            labels=labels,
            asks_challenge=asks_challenge,
        )
    if kind == Outcome.MERGED and "evidence_sets" not in found:
        foreign = {each for one in evidence_sets for each in one} - set(known)
        if foreign:
            names = ", ".join(sorted(foreign))[:300]
            found["evidence_sets"] = [_("None of the annotators has this evidence: %(names)s.") % {"names": names}]
    return found


def unopened(evidence_pages: Mapping[int, set[str]], opened: set[str], own: int) -> list[str]:
    """List pages with evidence of others that this annotator never opened. `evidence_pages`: annotator -> titles."""
    others = {title for who, titles in evidence_pages.items() if who != own for title in titles}
    return sorted(others - opened)
