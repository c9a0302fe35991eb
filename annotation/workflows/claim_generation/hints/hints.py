"""All hints about the claims of one highlight, gathered for the person who writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from unicodedata import normalize

from django.core.cache import cache
from django.db.models import Q

from annotation.claims.models import Claim
from annotation.claims.text_rules import cleaned
from annotation.projects.models import Project
from annotation.vocabulary.highlight_kinds import HighlightKind
from annotation.vocabulary.labels import ClaimType
from annotation.work.counted import counted
from annotation.work.models import Assignment
from annotation.workflows.claim_generation.hints.copying import copying, one_sentence_only
from annotation.workflows.claim_generation.hints.entities import entities, names_of
from annotation.workflows.claim_generation.hints.give_away import Tell, give_away, tells
from annotation.workflows.claim_generation.hints.hint import Hint
from annotation.workflows.claim_generation.hints.near_duplicates import near_duplicates
from annotation.workflows.claim_generation.hints.references import references
from annotation.workflows.claim_generation.hints.vagueness import vagueness
from annotation.workflows.claim_generation.hints.wording import wording
from annotation.workflows.claim_generation.models import Highlight
from corpus.page.element_id import parse
from corpus.page.elements import Page, sentences
from corpus.page.links import plain_text
from corpus.page.page_text import page_text
from corpus.store import get_page

TELLS_FOR = 600  # seconds that the project's give-away words are kept: they change slowly and cost a pass over claims


def hints_for(assignment: Assignment, texts: Mapping[ClaimType, str]) -> dict[ClaimType, list[Hint]]:
    """Hints for each text that is not empty. Raises PageNotFound if the corpus lost the highlight's page."""
    highlight = assignment.task.generation_item.highlight
    assert highlight is not None  # its tasks have one
    page = get_page(assignment.project.corpus, highlight.page_title)
    own = list(Claim.objects.filter(claim_set__submission__assignment=assignment).values_list("pk", flat=True))
    return {
        kind: [*_hints(kind, text, highlight, page, own)]
        for kind, text in ((kind, cleaned(text)) for kind, text in texts.items())
        if text
    }


def _hints(kind: ClaimType, text: str, highlight: Highlight, page: Page, own: list[int]) -> Iterator[Hint]:
    yield from wording(text)
    yield from references(text)
    yield from vagueness(text)
    if highlight.kind == HighlightKind.SENTENCES:
        highlighted = _highlighted(highlight, page)
        near = [*copying(text, highlighted)]
        yield from near
        if kind is ClaimType.TYPE_I and not near:  # the others may go beyond the highlight from one sentence of it
            yield from one_sentence_only(text, highlighted)
    yield from entities(text, _page_names(page))
    yield from near_duplicates(text, highlight.project_id, own)
    yield from give_away(text, tells_of(highlight.project))


def _highlighted(highlight: Highlight, page: Page) -> list[str]:
    wanted = {parse(element_id).local for element_id in highlight.element_ids}
    return [_composed(plain_text(sentence.text)) for sentence in sentences(page) if sentence.id in wanted]


def _page_names(page: Page) -> frozenset[str]:
    return names_of(_composed(f"{page.title} {plain_text(page_text(page))}"))


def _composed(text: str) -> str:
    """The corpus is in NFD, what people type in NFC."""
    return normalize("NFC", text)


def tells_of(project: Project) -> dict[str, Tell]:
    """The project's give-away words by its current verdicts, and by intended labels where there is none yet."""
    key = f"tells-{project.pk}"
    known: dict[str, Tell] | None = cache.get(key)
    if known is None:
        known = tells(_labelled(project))
        cache.set(key, known, TELLS_FOR)
    return known


def _labelled(project: Project) -> Iterator[tuple[str, str]]:
    claims = Claim.objects.filter(project=project, phase=0)
    verdicts = claims.filter(counted("verifications__submission__")).values_list("text", "verifications__verdict")
    yield from verdicts.iterator()
    intended = claims.filter(~Q(intended_label=""), verifications__isnull=True)
    yield from intended.values_list("text", "intended_label").iterator()
