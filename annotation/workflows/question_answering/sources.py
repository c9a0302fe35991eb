"""Sources of answers: elements of a corpus are pinned as in claim verification, addresses are kept as references.

The server decides what is known of a source: its address and date are those of the archived page, not of the request.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotation.errors import Invalid
from annotation.evidence.models import LONGEST_URL
from annotation.evidence.snapshotting import Pinned, pin
from annotation.evidence.web.corpora import corpus_of, snapshot_url, web_page_of
from annotation.evidence.web.flagged import flagged_by
from annotation.evidence.web.models import ProjectWebCorpus
from annotation.projects.models import Project
from annotation.workflows.question_answering import gates
from annotation.workflows.question_answering.articles import addresses_of
from annotation.workflows.question_answering.dates import BadDate, latest_day
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.models import NormalisedClaim, SourceKind
from corpus.models import WebPage
from corpus.web.addresses import canonical, unarchived

YOUNGER, FLAGGED = "younger_than_claim", "flagged_domain"


@dataclass(slots=True)
class KnownSource:
    """What is known of the source of an answer. `earliest`: the first day that its date may mean."""

    url: str
    pinned: Pinned | None = None
    published: str = ""
    earliest: date | None = None
    flags: tuple[str, ...] = ()


def known_sources(
    project: Project, claim: NormalisedClaim, questions: Sequence[Mapping[str, Any]]
) -> dict[object, KnownSource]:
    """Id of each answer that has a source -> what is known of it. Raises Invalid, keyed by the answer."""
    found: dict[object, KnownSource] = {}
    problems: dict[str, list[str]] = {}
    for number, question in enumerate(questions):
        for place, answer in enumerate(question["answers"]):
            source = answer["source"]
            if source["kind"] not in (SourceKind.URL, SourceKind.PAGE):
                continue
            try:
                known = found[answer["id"]] = _known(project, source)
            except Invalid as error:
                problems[f"questions.{number}.answers.{place}.source"] = [error.message]
                continue
            message = gates.refused_source(fields_of(project), known.url, addresses_of(claim.article))
            if known.url and message:
                problems[f"questions.{number}.answers.{place}.source"] = [message]
    if problems:
        raise Invalid(next(iter(problems.values()))[0], problems)
    _flag(project, claim, list(found.values()))
    return found


def last_day(claim: NormalisedClaim) -> date | None:
    """The last day that the date of the claim may mean; None where it is unknown."""
    try:
        return latest_day(claim.claim_date)
    except BadDate:  # of an imported row
        return None


def pages_of(project: Project, titles: Sequence[str]) -> dict[str, tuple[str, str | None]]:
    """Title in a web corpus -> its name for people, and the address of its sandboxed original. One query."""
    if not titles:
        return {}
    rows = _web_pages(project).filter(page__title__in=titles).values_list("page__title", "name", "snapshot")
    return {
        title: (name, snapshot_url(project.slug, title if kept is not None else None)) for title, name, kept in rows
    }


def _web_pages(project: Project) -> QuerySet[WebPage]:
    return WebPage.objects.filter(corpus__in=ProjectWebCorpus.objects.filter(project=project).values("corpus"))


def _known(project: Project, source: Mapping[str, Any]) -> KnownSource:
    if source["kind"] == SourceKind.URL:
        rows = _web_pages(project).filter(address=canonical(unarchived(source["url"])))
        dated = rows.values_list("published", "earliest").first()
        return KnownSource(source["url"], None, *(("", None) if dated is None else dated))
    [[pinned]] = pin(corpus_of(project, source["element"]), [[source["element"]]])
    page = web_page_of(project, source["element"])
    if page is None:
        return KnownSource(source["url"], pinned)
    if len(page.url) > LONGEST_URL:
        size = {"count": len(page.url), "most": LONGEST_URL}
        message = (
            _("The address of this page has %(count)d characters; %(most)d is the most. Cite another page.") % size
        )
        raise Invalid(message, {"source": [message]})
    return KnownSource(page.url, pinned, page.published, page.earliest)


def _flag(project: Project, claim: NormalisedClaim, sources: Sequence[KnownSource]) -> None:
    lists, latest = flagged_by(project, {unarchived(one.url) for one in sources}), last_day(claim)
    warns = fields_of(project).gates.warn_of_younger_evidence
    for one in sources:
        is_younger = warns and latest is not None and one.earliest is not None and one.earliest > latest
        one.flags = tuple(
            flag for flag, holds in ((YOUNGER, is_younger), (FLAGGED, bool(lists.get(unarchived(one.url))))) if holds
        )
