"""What a verifier's page needs for the check before submission. Blind: from the claim, the corpus and their own work.

Whatever fails, the answer is "off": nobody's work may depend on it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TypedDict

from django.db import transaction

from annotation.evidence.excerpts import ExcerptJson, excerpts
from annotation.evidence.trust import untrusted_elements
from annotation.projects.label_sets import label_set_of
from annotation.quality.calibration.gold_mode import is_making_gold
from annotation.submission_check.arms import arm_of
from annotation.submission_check.models import CheckArm
from annotation.submission_check.opposite import opposite
from annotation.suggestions.logs import elements_of, logs_of
from annotation.vocabulary.label_set import Meaning
from annotation.vocabulary.operation_names import OwnOperation
from annotation.work.models import Assignment
from annotation.workflows.claim_verification.effort import looked_at
from annotation.workflows.claim_verification.title_mentions import mentioned_pages
from corpus.models import Corpus
from corpus.page.element_id import BadElementId, parse
from corpus.page.elements import Page
from corpus.page.excerpt import stored_text
from corpus.page.links import split_links
from corpus.store import PageNotFound, get_page
from search.api import IndexMissing, retrieve

BEST_PAGES = 5  # of the full-text search that count as near to the claim
MOST_PAGES = 10  # that are read for opposite values
MOST_ELEMENTS = 50  # of the evidence that are compared
MOST_TITLES = 3  # that a line names
log = logging.getLogger(__name__)


class PassagePart(TypedDict):
    """`against`: the chosen element that says otherwise; null where only the claim does."""

    element_id: str
    page_title: str
    against: str | None
    card: ExcerptJson


class PagePart(TypedDict):
    """A page that was never opened. `why`: evidence (some of it is on the page), suggested, or named in the claim."""

    title: str
    why: str


class CheckPayload(TypedDict):
    """`mode`: off, silent (lines are counted and not shown) or shown. `meaning`: of the verdict, as in label sets."""

    mode: str
    meaning: str
    searched: bool
    pages: list[PagePart]
    passages: list[PassagePart]


def check_for(assignment: Assignment, verdict: str, elements: Sequence[str]) -> CheckPayload:
    """What can be said of this verdict with this evidence, as far as the log has arrived. Never raises.

    `pages`: never opened, of those of chosen evidence, of suggestions that were seen, and of those that the claim names
    and a search for its words finds among the first.
    """
    try:
        with transaction.atomic():
            return _checked(assignment, verdict, elements)
    except Exception:  # an extra: nobody's work may depend on it
        log.exception("Assignment %s could not be checked", assignment.public_id)
        return _off()


def _off() -> CheckPayload:
    return {"mode": "off", "meaning": "", "searched": True, "pages": [], "passages": []}


def _checked(assignment: Assignment, verdict: str, elements: Sequence[str]) -> CheckPayload:
    drawn = None if is_making_gold(assignment) else arm_of(assignment)
    if drawn is None:
        return _off()
    label = label_set_of(assignment.project).of.get(verdict)
    meaning = label.meaning if label is not None else None
    corpus, claim = assignment.project.corpus, assignment.task.verification_item.claim
    assert claim is not None  # its tasks have one
    queries, opened = looked_at(assignment)
    cards, _unknown = excerpts(corpus, elements[:MOST_ELEMENTS])
    mentioned, best = mentioned_pages(corpus, claim.text), _best_pages(corpus, claim.text)
    titles = [*(card["page"] for card in cards), *mentioned, *_linked(corpus, cards), *best]
    near = [title for title in mentioned if title in best]
    suggested = _pages_of(_seen_suggestions(assignment))
    candidates = dict.fromkeys(near, "named") | dict.fromkeys(suggested, "suggested")
    candidates |= dict.fromkeys((card["page"] for card in cards), "evidence")
    unopened = [(title, why) for title, why in candidates.items() if title not in opened]
    pages = _pages(corpus, dict.fromkeys(titles))
    found = opposite(claim.text, cards, pages, is_refuted=meaning is Meaning.REFUTES)
    untrusted = untrusted_elements(corpus.pk, [one.element_id for one in found])
    shown, _unknown = excerpts(corpus, [one.element_id for one in found if one.element_id not in untrusted])
    against = {one.element_id: one.against for one in found}
    return {
        "mode": "shown" if drawn.arm == CheckArm.SHOWN else "silent",
        "meaning": meaning.value if meaning is not None else "",
        "searched": bool(queries),
        "pages": [{"title": title, "why": why} for title, why in unopened[:MOST_TITLES]],
        "passages": [
            {"element_id": card["id"], "page_title": card["page"], "against": against[card["id"]], "card": card}
            for card in shown
        ],
    }


def _seen_suggestions(assignment: Assignment) -> set[str]:
    names = [OwnOperation.SUGGESTION_SHOWN]
    return elements_of(logs_of([assignment.pk], names)[assignment.pk], OwnOperation.SUGGESTION_SHOWN)


def _pages_of(elements: Iterable[str]) -> Iterator[str]:
    for element in sorted(elements):
        with suppress(BadElementId):
            yield parse(element).page


def _linked(corpus: Corpus, cards: Iterable[ExcerptJson]) -> list[str]:
    """Pages that the chosen elements link to."""
    texts = (stored_text(get_page(corpus, card["page"]), card["id"]) for card in cards)
    return [title for text in texts for _shown, title in split_links(text) if title]


def _best_pages(corpus: Corpus, text: str) -> list[str]:
    try:
        return [hit.title for hit in retrieve(corpus, text, BEST_PAGES)]
    except IndexMissing:  # or an engine that does not answer
        return []


def _pages(corpus: Corpus, titles: Iterable[str]) -> Iterator[Page]:
    for title in [*titles][:MOST_PAGES]:
        with suppress(PageNotFound):
            yield get_page(corpus, title)
