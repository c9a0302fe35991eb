"""Rules of well-formed evidence sets (paper, sections 2 and 3.1.2). Pure: ids in, messages out, no database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar
from unicodedata import normalize

from django.utils.translation import gettext as _

from annotation.vocabulary.limits import MAX_ELEMENTS
from corpus.page.element_id import CITABLE, BadElementId, ElementKind, parse

EvidenceSets = Sequence[Sequence[str]]
# Element id -> others: what was dropped of its context or added to it, or the sentence that goes on with it.
Refinement = Mapping[str, Sequence[str]]

ADDABLE = CITABLE | {ElementKind.SECTION}  # kinds that may be added to a context

T = TypeVar("T")


def cleaned(evidence_sets: EvidenceSets) -> list[list[str]]:
    """Normalize sets for storage: ids in NFD, empty sets left out."""
    return [[_nfd(element_id) for element_id in ids] for ids in evidence_sets if ids]


def beside(evidence_sets: EvidenceSets, given: Sequence[T], empty: T) -> list[T]:
    """Align a parallel sequence with `cleaned`: its items for the sets that are kept, `empty` for a missing one."""
    padded = [*given, *[empty] * (len(evidence_sets) - len(given))]
    return [one for ids, one in zip(evidence_sets, padded, strict=False) if ids]


def cleaned_refinement(given: Refinement) -> dict[str, list[str]]:
    """Normalize a refinement for storage: distinct ids in NFD, elements without any left out."""
    return {_nfd(element_id): list(dict.fromkeys(map(_nfd, ids))) for element_id, ids in given.items() if ids}


def evidence_problems(evidence_sets: EvidenceSets, max_sets: int) -> list[str]:
    """Problems of cleaned sets, one sentence each; of no set none. The corpus says whether their elements exist."""
    return [*_set_problems(evidence_sets, max_sets), *_element_problems(evidence_sets)]


def _set_problems(evidence_sets: EvidenceSets, max_sets: int) -> list[str]:
    messages = []
    if len(evidence_sets) > max_sets:
        messages.append(
            _("There are %(count)d evidence sets; this project takes at most %(most)d.")
            % {"count": len(evidence_sets), "most": max_sets}
        )
    first: dict[frozenset[str], int] = {}
    for number, ids in enumerate(evidence_sets, start=1):
        if len(ids) > MAX_ELEMENTS:
            messages.append(
                _("Evidence set %(number)d has %(count)d elements; %(most)d is the most.")
                % {"number": number, "count": len(ids), "most": MAX_ELEMENTS}
            )
        same = first.setdefault(frozenset(ids), number)
        if same != number:
            messages.append(
                _("Evidence sets %(first)d and %(second)d hold the same evidence. Each must lead to the verdict alone.")
                % {"first": same, "second": number}
            )
    return messages


def _element_problems(evidence_sets: EvidenceSets) -> list[str]:
    messages = []
    for number, ids in enumerate(evidence_sets, start=1):
        for element_id, times in Counter(ids).items():
            place = {"number": number, "id": element_id[:200]}
            if times > 1:
                messages.append(_("Evidence set %(number)d holds “%(id)s” more than once.") % place)
            if _kind(element_id) not in CITABLE:
                messages.append(
                    _("Evidence set %(number)d: “%(id)s” is not a sentence, cell, caption or list item.") % place
                )
    return messages


def dropped_problems(evidence_sets: EvidenceSets, dropped_context: Sequence[Refinement]) -> list[str]:
    """Problems of cleaned `dropped_context`, which is parallel to the sets; one sentence each."""
    messages = _holder_problems(evidence_sets, dropped_context)
    for number, _element_id, context_id in _pairs(dropped_context):
        if _kind(context_id) is not ElementKind.HEADER_CELL:
            messages.append(
                _("Evidence set %(number)d: “%(id)s” is no header cell, and only header cells can be dropped.")
                % {"number": number, "id": context_id[:200]}
            )
    return messages


def added_problems(evidence_sets: EvidenceSets, added_context: Sequence[Refinement]) -> list[str]:
    """Problems of cleaned `added_context`, parallel to the sets. The corpus says at submission what there is."""
    messages = _holder_problems(evidence_sets, added_context)
    for number, element_id, context_id in _pairs(added_context):
        if context_id == element_id or _page(context_id) != _page(element_id) or _kind(context_id) not in ADDABLE:
            messages.append(
                _("Evidence set %(number)d: “%(id)s” cannot be added to the context of “%(of)s”.")
                % {"number": number, "id": context_id[:200], "of": element_id[:200]}
            )
    return messages


def joined_problems(evidence_sets: EvidenceSets, joined_sentences: Sequence[Refinement]) -> list[str]:
    """Problems of cleaned `joined_sentences`, parallel to the sets. The corpus says which are neighbours."""
    messages = _holder_problems(evidence_sets, joined_sentences)
    for number, element_id, next_id in _pairs(joined_sentences):
        both = {element_id, next_id}
        is_one = len(both) == 2 and len(joined_sentences[number - 1][element_id]) == 1
        in_set = number <= len(evidence_sets) and both <= set(evidence_sets[number - 1])
        if not (is_one and in_set and {_kind(each) for each in both} == {ElementKind.SENTENCE}):
            messages.append(
                _("Evidence set %(number)d: “%(id)s” is not joined with one other sentence of this set.")
                % {"number": number, "id": element_id[:200]}
            )
    return messages


def _holder_problems(evidence_sets: EvidenceSets, refinements: Sequence[Refinement]) -> list[str]:
    messages = []
    if any(refinements[len(evidence_sets) :]):
        messages.append(_("There are changes to the context of an evidence set that there is not."))
    for number, (ids, refinement) in enumerate(zip(evidence_sets, refinements, strict=False), start=1):
        messages += [
            _("Evidence set %(number)d does not hold “%(id)s”: its context cannot be changed.")
            % {"number": number, "id": element_id[:200]}
            for element_id in refinement
            if element_id not in ids
        ]
    return messages


def _pairs(refinements: Sequence[Refinement]) -> Iterator[tuple[int, str, str]]:
    """The number of the set, an element and another, one by one."""
    for number, refinement in enumerate(refinements, start=1):
        for element_id, others in refinement.items():
            for other in others:
                yield number, element_id, other


def _kind(element_id: str) -> ElementKind | None:
    try:
        return parse(element_id).kind
    except BadElementId:
        return None


def _page(element_id: str) -> str | None:
    try:
        return parse(element_id).page
    except BadElementId:
        return None


def _nfd(text: str) -> str:
    return normalize("NFD", text)
