"""Payload of a writer: the sentence with its dictionary, the boxes, and the draft."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from annotation.work.draft import draft_of
from annotation.work.guided_examples import guide_kind_of
from annotation.work.models import Assignment
from annotation.work.operations import so_far
from annotation.work.payload import common_part
from annotation.workflows.sentence_claims.give_away import NEGATIONS, TypeRates, rates_of
from annotation.workflows.sentence_claims.models import SampledSentence
from annotation.workflows.sentence_claims.mutation_types import TYPES
from annotation.workflows.sentence_claims.settings import settings_of
from corpus.dictionary import dictionary
from corpus.page.element_id import parse
from corpus.page.elements import UnknownElement
from corpus.store import PageNotFound, get_page


def payload(assignment: Assignment, is_new: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002
    """Everything the page needs, ready for JSON. It has no key for who else works on claims."""
    log, draft = so_far(assignment, is_new=is_new), draft_of(assignment, is_new=is_new)
    sentence, settings = assignment.task.sampled_sentence, settings_of(assignment.project)
    rates = rates_of(assignment.project)
    return {
        **common_part(assignment, log),
        "guided": guide_kind_of(assignment),
        "sentence": {
            "page": sentence.page_title,
            "element_id": sentence.element_id,
            "text": sentence.text,
            "before": sentence.before,
            "after": sentence.after,
        },
        "dictionary": entries(sentence),
        "boxes": [
            {
                "type": box.type,
                "name": str(TYPES[box.type].name),
                "asks": box.words or str(TYPES[box.type].asks),
                "most": box.most,
                **_rates(box.type, rates.get(box.type, TypeRates())),
            }
            for box in settings.boxes
        ],
        "least_claims": settings.least_claims,
        "most_claims": settings.most_claims,
        "draft": {"version": draft.version, "body": draft.body},
    }


def _rates(kind: str, found: TypeRates) -> dict[str, Any]:
    """The rates, in negations always with the words that everybody thinks of first."""
    words = dict.fromkeys(sorted(NEGATIONS), 0) if kind == "negate" else {}
    return {"lines": found.lines, "words": words | found.words}


def entries(sentence: SampledSentence) -> list[dict[str, str]]:
    """The dictionary of the sentence; empty where it links to no page, or the corpus lost it since."""
    if sentence.entries is not None:
        return list(sentence.entries)
    corpus = sentence.project.corpus
    try:
        page = get_page(corpus, sentence.page_title)
        return [asdict(one) for one in dictionary(corpus, page, parse(sentence.element_id).local)]
    except (PageNotFound, UnknownElement):
        return []
