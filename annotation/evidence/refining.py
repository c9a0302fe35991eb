"""What a verifier changed about the context of evidence, applied to its snapshot and checked against the corpus."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from annotation.evidence.rules import Refinement
from corpus.page.elements import Page, UnknownElement
from corpus.page.excerpt import excerpt
from corpus.page.neighbours import neighbours

if TYPE_CHECKING:
    from annotation.evidence.snapshotting import Pinned

LONGEST_ID = 200


@dataclass(slots=True)
class Refiner:
    """Refine the snapshots of one submission. `problems`: field of the submission -> what is wrong with it."""

    pins: dict[str, Pinned]
    page_of: Callable[[str], Page]  # by title
    problems: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def pinned(
        self, number: int, element_id: str, dropped: Refinement, added: Refinement, joined: Refinement
    ) -> Pinned:
        """The snapshot of an element in the set of this number, with what is changed about it there."""
        one = self.pins[element_id]
        out, more, after = (tuple(each.get(element_id, ())) for each in (dropped, added, joined))
        if not (out or more or after):
            return one
        self._check_dropped(number, one, out)
        self._check_added(number, one, more)
        self._check_joined(number, one, after)
        context = [*(each for each in one.context if each not in out), *more]
        return replace(one, context=context, dropped=out, added=more, joined=after)

    def _check_dropped(self, number: int, one: Pinned, dropped: Sequence[str]) -> None:
        words = _("Evidence set %(number)d: “%(context)s” is not in the context of “%(id)s”, so it cannot be dropped.")
        for context_id in dropped:
            if context_id not in one.context:
                self._note("dropped_context", words, number, one, context_id)

    def _check_added(self, number: int, one: Pinned, added: Sequence[str]) -> None:
        words = _("Evidence set %(number)d: “%(context)s” cannot be added to the context of “%(id)s”.")
        for context_id in added:
            if context_id in one.context or not self._is_on_page(one, context_id):
                self._note("added_context", words, number, one, context_id)

    def _check_joined(self, number: int, one: Pinned, joined: Sequence[str]) -> None:
        words = _("Evidence set %(number)d: “%(context)s” is not the sentence after “%(id)s”.")
        for next_id in joined:
            if neighbours(self.page_of(one.page_title), one.element_id).after != next_id:
                self._note("joined_sentences", words, number, one, next_id)

    def _is_on_page(self, one: Pinned, context_id: str) -> bool:
        try:
            excerpt(self.page_of(one.page_title), context_id, lambda _table: {})
        except UnknownElement:
            return False
        return True

    def _note(self, where: str, words: str, number: int, one: Pinned, other: str) -> None:
        ids = {"context": other[:LONGEST_ID], "id": one.element_id[:LONGEST_ID]}
        self.problems[where].append(words % {"number": number, **ids})
