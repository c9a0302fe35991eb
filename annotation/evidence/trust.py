"""Elements that cannot be evidence because what they say may not be what Wikipedia shows (`corpus.page.trust`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from annotation.vocabulary.untrusted import REASONS
from corpus.page.element_id import BadElementId, ElementId, parse
from corpus.page.elements import Marks, Untrusted
from corpus.page.trust import untrusted_reason
from corpus.store import untrusted_marks

LONGEST_ID = 200


def untrusted_elements(corpus: int, element_ids: Iterable[str]) -> dict[str, Untrusted]:
    """Filter full ids to those of untrusted elements of the corpus with this id, each with its reason. One query."""
    ids = list(element_ids)
    titles = {place.page for each in ids if (place := _place(each)) is not None}
    return untrusted_by_marks(ids, untrusted_marks(corpus, titles) if titles else {})


def untrusted_by_marks(element_ids: Iterable[str], marks: Mapping[str, Marks]) -> dict[str, Untrusted]:
    """Do what `untrusted_elements` does with the marks of the pages, by title."""
    places = {each: place for each in element_ids if (place := _place(each)) is not None}
    reasons = {each: untrusted_reason(marks.get(place.page, {}), place.local) for each, place in places.items()}
    return {each: reason for each, reason in reasons.items() if reason is not None}


def refusals(untrusted: dict[str, Untrusted]) -> list[str]:
    """One sentence for each untrusted element: its id and the reason."""
    return [
        _("“%(id)s” cannot be evidence: %(reason)s. Remove it. If the claim needs it, use Report.")
        % {"id": element_id[:LONGEST_ID], "reason": REASONS[reason]}
        for element_id, reason in untrusted.items()
    ]


def _place(element_id: str) -> ElementId | None:
    try:
        return parse(element_id)
    except BadElementId:
        return None
