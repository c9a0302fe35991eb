"""Evidence of an answer: what may be searched for a claim, where a cited page is, and what is worth a warning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annotation.evidence.web.corpora import web_page_of
from annotation.evidence.web.flagged import flagged_by
from annotation.projects.models import Project
from annotation.work.capabilities import SearchScope
from annotation.work.models import Assignment
from annotation.workflows.question_answering.dates import earliest_day, latest_day
from annotation.workflows.question_answering.models import NormalisedClaim, SourceKind
from corpus.web.addresses import unarchived

YOUNGER, FLAGGED = "younger_than_claim", "flagged_domain"


def search_scope(assignment: Assignment) -> SearchScope:
    """What the person of phase 2 or 4 may find: nothing after the claim's date, or the article's where it has none."""
    claim = assignment.task.claim_item.claim
    cut_off = latest_day(claim.claim_date) or latest_day(claim.article.published)
    return SearchScope(cut_off=cut_off, collection=collection_of(claim))


def collection_of(claim: NormalisedClaim) -> str:
    """The `claim_id` that the claim was imported with: its documents in a knowledge store; "" without one."""
    imported = claim.imported if isinstance(claim.imported, dict) else {}
    for row in (imported, imported.get("row"), claim.article.found):
        key = row.get("claim_id") if isinstance(row, dict) else None
        if isinstance(key, str | int) and not isinstance(key, bool):
            return str(key)
    return ""


def marks_of(claim: NormalisedClaim, questions: Sequence[Mapping[str, Any]]) -> dict[object, dict[str, Any]]:
    """Id of each answer with an address or page -> columns of `Answer`: its source's date, and flags.

    Flags are warnings, nothing is refused: evidence younger than the claim, and domains on a list of the project.
    """
    project: Project = claim.article.project
    cut_off = latest_day(claim.claim_date)
    found: dict[object, dict[str, Any]] = {}
    addresses: dict[object, str] = {}
    for answer in (one for each in questions for one in each["answers"]):
        source = answer["source"]
        if source["kind"] not in (SourceKind.URL, SourceKind.PAGE):
            continue
        page = web_page_of(project, source["element"]) if source["kind"] == SourceKind.PAGE else None
        published = page.published if page is not None else ""
        first = earliest_day(published)
        is_younger = first is not None and cut_off is not None and first > cut_off
        addresses[answer["id"]] = unarchived(page.url if page is not None else source["url"])
        found[answer["id"]] = {"published": published, "flags": [YOUNGER] if is_younger else []}
    lists = flagged_by(project, addresses.values())
    for key, marks in found.items():
        marks["flags"] += [FLAGGED] if lists.get(addresses[key]) else []
    return found
