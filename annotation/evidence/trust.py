"""Elements that cannot be evidence because what they say may not be what Wikipedia shows (`corpus.page.trust`)."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from annotation.vocabulary.untrusted import REASONS
from corpus.page.element_id import BadElementId, ElementId, parse
from corpus.page.elements import Untrusted
from corpus.page.trust import untrusted_reason
from corpus.store import untrusted_marks

LONGEST_ID = 200


def untrusted_elements(corpus: int, element_ids: Iterable[str]) -> dict[str, Untrusted]:
    """Filter full ids to those of untrusted elements of the corpus with this id, each with its reason. One query."""
    places = {each: place for each in element_ids if (place := _place(each)) is not None}
    marks = untrusted_marks(corpus, {place.page for place in places.values()}) if places else {}
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
