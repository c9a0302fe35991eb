"""What may be searched for a claim, by whoever asks and answers questions about it."""

from __future__ import annotations

from annotation.work.access import refuse_lookups
from annotation.work.capabilities import SearchScope
from annotation.work.models import Assignment
from annotation.workflows.question_answering.dates import latest_day
from annotation.workflows.question_answering.models import NormalisedClaim
from annotation.workflows.question_answering.sources import last_day


def search_scope(assignment: Assignment) -> SearchScope:
    """What the person of phase 2 or 4 may find: nothing after the claim's date, or the article's where it has none.

    Raises NotAllowed while they have another claim to judge by its answers alone.
    """
    refuse_lookups(assignment.person, assignment.project)
    claim = assignment.task.claim_item.claim
    cut_off = last_day(claim) or latest_day(claim.article.published)
    return SearchScope(cut_off=cut_off, collection=collection_of(claim))


def collection_of(claim: NormalisedClaim) -> str:
    """The `claim_id` that the claim was imported with: its documents in a knowledge store; "" without one."""
    imported = claim.imported if isinstance(claim.imported, dict) else {}
    found = claim.article.found
    same = [one for one in found if one.get("claim", "").casefold() == claim.text.casefold()]
    for row in (imported.get("row"), *same, *found):
        key = row.get("claim_id") if isinstance(row, dict) else None
        if isinstance(key, str | int) and not isinstance(key, bool):
            return str(key)
    return str(imported.get("collection", ""))
