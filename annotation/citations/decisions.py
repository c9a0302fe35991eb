"""Deciding on citations: the newest row of a citation holds, and nothing is ever overwritten."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypedDict

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.citations.models import LONGEST_NOTE, Choice, CitationDecision
from annotation.citations.source_pages import passages_of
from annotation.errors import AnnotationError, Invalid
from annotation.projects.models import Project
from corpus.models import CitationSuggestion, StoredCitation, StoredPage


class Outdated(AnnotationError):
    """The page that a decision was made on no longer shows what holds."""

    def __init__(self, message: str) -> None:
        super().__init__("outdated", message, 409)


class AcceptedSource(TypedDict):
    """An accepted source as it was then. What is not known of it is "".

    `url` is the address as imported (it may be that of an archive), `published` as precise as it is known.
    """

    url: str
    title: str
    website: str
    published: str
    language: str
    retrieved: str
    passage: str
    score: float
    fails: float
    place: int
    found_by: list[Any]


def decide(
    project: Project,
    citation: StoredCitation,
    *,
    by: User,
    choice: Choice,
    suggestion: CitationSuggestion | None = None,
    note: str = "",
    seen: int | None = None,
) -> CitationDecision:
    """Add a decision. `seen`: the key of the one that the page showed, None where it showed none.

    Raises Invalid for an acceptance without its source, or a decision to take back that is not there, and Outdated
    where somebody has decided since the page was shown.
    """
    if (choice == Choice.ACCEPTED) != (suggestion is not None):
        message = _("Choose the source that you accept.")
        raise Invalid(message, {"suggestion": [message]})
    if len(note) > LONGEST_NOTE:
        message = _("A note has at most %(most)d characters.") % {"most": LONGEST_NOTE}
        raise Invalid(message, {"note": [message]})
    with transaction.atomic():
        StoredCitation.objects.select_for_update().only("pk").get(pk=citation.pk)  # two at once: one after the other
        newest = _newest(project, [citation.pk]).get(citation.pk)
        current = newest if newest is not None and newest.choice != Choice.UNDONE else None
        if (current.pk if current else None) != seen:
            raise Outdated(_("Somebody has decided on this citation since you opened it. Nothing was saved."))
        if choice == Choice.UNDONE and current is None:
            message = _("There is no decision to take back.")
            raise Invalid(message, {"choice": [message]})
        return CitationDecision.objects.create(
            project=project,
            citation=citation,
            choice=choice,
            note=note,
            article=citation.page.title,
            revision=citation.page.revision,
            sections=citation.sections,
            element_id=citation.element_id,
            offset=citation.offset,
            claim=citation.claim,
            old={"url": citation.address, "title": citation.title, "text": citation.text, "name": citation.name},
            new={} if suggestion is None else dict(accepted(suggestion)),
            made_by=by,
        )


def accepted(suggestion: CitationSuggestion) -> AcceptedSource:
    """What is kept of a source that is accepted."""
    page = suggestion.page
    facts = getattr(page, "web", None)
    return AcceptedSource(
        url=facts.url if facts else "",
        title=facts.name if facts else page.title,
        website=(facts.publisher or facts.domain) if facts else "",
        published=facts.published if facts else "",
        language=facts.language if facts else "",
        retrieved=facts.retrieved_at.date().isoformat() if facts and facts.retrieved_at else "",
        passage=_passage(page, suggestion.passage),
        score=suggestion.score,
        fails=suggestion.fails,
        place=suggestion.place,
        found_by=suggestion.found_by,
    )


def current_of(project: Project, citations: Collection[int]) -> dict[int, CitationDecision]:
    """Key of a citation -> the decision that holds, of these citations those that have one."""
    return {key: one for key, one in _newest(project, citations).items() if one.choice != Choice.UNDONE}


def history_of(project: Project, citation: StoredCitation) -> QuerySet[CitationDecision]:
    """All decisions on a citation, newest first, those that were taken back included."""
    return CitationDecision.objects.filter(project=project, citation=citation).select_related("made_by").order_by("-pk")


def current(project: Project) -> QuerySet[CitationDecision]:
    """The decisions that hold in a project, in the order in which they were made; also on citations that are gone."""
    newer = CitationDecision.objects.filter(project=project, citation=OuterRef("citation"), pk__gt=OuterRef("pk"))
    rows = CitationDecision.objects.filter(~Exists(newer), project=project).exclude(choice=Choice.UNDONE)
    return rows.select_related("made_by").order_by("pk")


def is_decided(project: Project, *choices: str) -> Exists:
    """Whether a decision holds of a `StoredCitation`, one of these choices where some are named."""
    newer = CitationDecision.objects.filter(project=project, citation=OuterRef("citation"), pk__gt=OuterRef("pk"))
    rows = CitationDecision.objects.filter(~Exists(newer), project=project, citation=OuterRef("pk"))
    return Exists(rows.filter(choice__in=choices) if choices else rows.exclude(choice=Choice.UNDONE))


def deciders(project: Project) -> QuerySet[User]:
    """Everybody who has decided on a citation of the project."""
    return User.objects.filter(pk__in=CitationDecision.objects.filter(project=project).values("made_by"))


def _newest(project: Project, citations: Collection[int]) -> dict[int, CitationDecision]:
    rows = CitationDecision.objects.filter(project=project, citation__in=citations).select_related("made_by")
    return {one.citation_id: one for one in rows.order_by("pk")}


def _passage(page: StoredPage, local_id: str) -> str:
    return passages_of(page).get(local_id, "")
