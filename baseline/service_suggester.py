"""A suggester behind an address, `ATTEST_SUGGESTER=baseline.service_suggester.suggester`: any model in any language.

docs/suggester.md has the requests and answers. Whatever the service answers, only elements of the corpus that may be
evidence become suggestions; what it names beside them is counted in a note.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import sha256

from django.conf import settings

from baseline.candidates import Suggestion
from baseline.models import NoModel
from baseline.remote import Service, finite
from baseline.rerank.service import PROTOCOL, said_name
from corpus.models import Corpus
from corpus.page.element_id import BadElementId, ElementId, ElementKind, is_citable, parse
from corpus.page.elements import Page, UnknownElement
from corpus.page.excerpt import excerpt
from corpus.store import PageNotFound, get_page

LONGEST_VERSION = 40  # characters that are stored: a longer name is hashed, so that another version is another name
MOST = 100  # suggestions of a claim that are read
PAGES_KEPT = 64


@dataclass(frozen=True, slots=True)
class Answer:
    """See `annotation.suggestions.runner.Findings`."""

    suggestions: tuple[Suggestion, ...]
    notes: tuple[str, ...]


@dataclass
class ServiceSuggester:
    """See `annotation.suggestions.runner.Suggester`. `version` is what the service said when it was opened."""

    corpus: Corpus
    service: Service
    version: str = field(init=False)
    model: str = field(init=False)

    def __post_init__(self) -> None:
        self.model = said_name(self.service)
        self.version = (
            self.model if len(self.model) <= LONGEST_VERSION else sha256(self.model.encode()).hexdigest()[:12]
        )
        self.page = lru_cache(PAGES_KEPT)(partial(_page, self.corpus))

    def find(self, text: str) -> Answer:
        """Ask for a claim. Raises NoModel where there is no usable answer: the claim then has a failed run."""
        answer = self.service.post({"protocol": PROTOCOL, "claim": text, "corpus": self.corpus.slug})
        given = answer.get("suggestions")
        if not isinstance(given, list):
            raise NoModel(f"{self.service.url}: 'suggestions' of the answer is no list.")
        found: dict[str, Suggestion] = {}
        left_out: list[str] = []
        ranks = {"sentences": 0, "cells": 0}
        for one in given[:MOST]:
            element, score = (one.get("element"), finite(one.get("score"))) if isinstance(one, dict) else (None, None)
            place = self._place(element)
            if not isinstance(element, str) or place is None or score is None:
                left_out.append(str(element)[:60])
            elif element not in found:
                stage = "sentences" if place.kind is ElementKind.SENTENCE else "cells"
                ranks[stage] += 1
                found[element] = Suggestion(element, stage, self.model, self.version, ranks[stage], score)
        return Answer(tuple(found.values()), _notes(left_out, len(given)))

    def _place(self, element: object) -> ElementId | None:
        """The parsed id of an element that is in the corpus and may be evidence."""
        try:
            place = parse(element) if isinstance(element, str) else None
            page = self.page(place.page) if place is not None and is_citable(place) else None
            if page is None or not isinstance(element, str):
                return None
            excerpt(page, element)
        except (BadElementId, UnknownElement):
            return None
        return place


def suggester(corpus: Corpus) -> ServiceSuggester:
    """The service of ATTEST_SUGGESTER_URL over a corpus. Raises NoModel where it says no name and version."""
    if not settings.ATTEST_SUGGESTER_URL:
        raise NoModel("ATTEST_SUGGESTER_URL names no service.")
    service = Service(settings.ATTEST_SUGGESTER_URL, settings.ATTEST_SUGGESTER_SECONDS, settings.ATTEST_SUGGESTER_KEY)
    return ServiceSuggester(corpus, service)


def _notes(left_out: Sequence[str], given: int) -> tuple[str, ...]:
    notes = []
    if left_out:
        notes.append(f"{len(left_out)} suggestions are no evidence of this corpus, such as {left_out[0]!r}.")
    if given > MOST:
        notes.append(f"Of {given:,} suggestions the first {MOST} were read.")
    return tuple(notes)


def _page(corpus: Corpus, title: str) -> Page | None:
    try:
        return get_page(corpus, title)
    except PageNotFound:
        return None
