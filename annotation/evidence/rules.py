"""Rules of well-formed evidence sets (paper, sections 2 and 3.1.2). Pure: ids in, messages out, no database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar
from unicodedata import normalize

from django.utils.translation import gettext as _

from annotation.vocabulary.limits import MAX_ELEMENTS
from corpus.page.element_id import CITABLE, BadElementId, ElementKind, parse

EvidenceSets = Sequence[Sequence[str]]
Dropped = Mapping[str, Sequence[str]]  # element id -> ids of its context that do not belong to it

T = TypeVar("T")


def cleaned(evidence_sets: EvidenceSets) -> list[list[str]]:
    """Normalize sets for storage: ids in NFD, empty sets left out."""
    return [[_nfd(element_id) for element_id in ids] for ids in evidence_sets if ids]


def beside(evidence_sets: EvidenceSets, given: Sequence[T], empty: T) -> list[T]:
    """Align a parallel sequence with `cleaned`: its items for the sets that are kept, `empty` for a missing one."""
    padded = [*given, *[empty] * (len(evidence_sets) - len(given))]
    return [one for ids, one in zip(evidence_sets, padded, strict=False) if ids]


def cleaned_dropped(dropped: Dropped) -> dict[str, list[str]]:
    """Normalize dropped context for storage: distinct ids in NFD, elements without any left out."""
    return {_nfd(element_id): list(dict.fromkeys(map(_nfd, ids))) for element_id, ids in dropped.items() if ids}


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


def dropped_problems(evidence_sets: EvidenceSets, dropped_context: Sequence[Dropped]) -> list[str]:
    """Problems of cleaned `dropped_context`, which is parallel to the sets; one sentence each."""
    messages = []
    if any(dropped_context[len(evidence_sets) :]):
        messages.append(_("Context is dropped from an evidence set that there is not."))
    for number, (ids, dropped) in enumerate(zip(evidence_sets, dropped_context, strict=False), start=1):
        for element_id, context in dropped.items():
            if element_id not in ids:
                place = {"number": number, "id": element_id[:200]}
                messages.append(_("Evidence set %(number)d does not hold “%(id)s”: it has no context to drop.") % place)
            for context_id in context:
                if _kind(context_id) is not ElementKind.HEADER_CELL:
                    place = {"number": number, "id": context_id[:200]}
                    messages.append(
                        _("Evidence set %(number)d: “%(id)s” is no header cell, and only header cells can be dropped.")
                        % place
                    )
    return messages


def _kind(element_id: str) -> ElementKind | None:
    try:
        return parse(element_id).kind
    except BadElementId:
        return None


def _nfd(text: str) -> str:
    return normalize("NFD", text)
