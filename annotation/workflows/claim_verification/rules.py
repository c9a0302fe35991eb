"""What makes a verification complete (paper, sections 2 and 3.1.2). Pure: words in, words out, no database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from unicodedata import normalize

from django.utils.translation import gettext as _

from annotation.vocabulary import Challenge, Verdict
from corpus.element_id import BadElementId, is_citable, parse

EvidenceSets = Sequence[Sequence[str]]
MAX_ELEMENTS = 500  # in one set; the longest released set has far fewer


def cleaned(evidence_sets: EvidenceSets) -> list[list[str]]:
    """The sets as they are kept: ids in NFD, sets in which nothing was put left out."""
    return [[normalize("NFD", element_id) for element_id in ids] for ids in evidence_sets if ids]


def problems(*, verdict: str, challenge: str, evidence_sets: EvidenceSets, max_sets: int) -> dict[str, list[str]]:
    """Field -> what is wrong with it, in plain words; empty when the verification may be submitted.

    `evidence_sets` are cleaned. Whether the elements exist is for the corpus to say, at submission.
    """
    found = {
        "verdict": _verdict_problems(verdict),
        "challenge": _challenge_problems(challenge),
        "evidence_sets": [*_set_problems(evidence_sets, max_sets), *_element_problems(evidence_sets)],
    }
    return {field: messages for field, messages in found.items() if messages}


def _verdict_problems(verdict: str) -> list[str]:
    if not verdict:
        return [_("Choose a verdict.")]
    if verdict not in list(Verdict):
        return [_("“%(verdict)s” is not a verdict. Choose one of: %(known)s.") % _choice("verdict", verdict, Verdict)]
    return []


def _challenge_problems(challenge: str) -> list[str]:
    if not challenge:
        return [_("Choose the main challenge.")]
    if challenge not in list(Challenge):
        message = _("“%(challenge)s” is not a challenge. Choose one of: %(known)s.")
        return [message % _choice("challenge", challenge, Challenge)]
    return []


def _choice(name: str, value: str, words: type[Verdict] | type[Challenge]) -> dict[str, str]:
    return {name: value[:80], "known": ", ".join(words)}


def _set_problems(evidence_sets: EvidenceSets, max_sets: int) -> list[str]:
    if not evidence_sets:
        return [_("Select at least one piece of evidence. “Not enough information” needs it too.")]
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
            if not _can_be_cited(element_id):
                messages.append(
                    _("Evidence set %(number)d: “%(id)s” is not a sentence, cell, caption or list item.") % place
                )
    return messages


def _can_be_cited(element_id: str) -> bool:
    try:
        return is_citable(parse(element_id))
    except BadElementId:
        return False
