"""Database queries of a release: a few hundred claims at a time, as plain rows.

Verifications, their evidence, adjudications and logs are never changed once they are written, only added to; so what is
read here of one batch does not contradict what was read of another while people went on working.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from annotation.claims.models import Claim
from annotation.evidence.models import Evidence, EvidenceSet
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.release.row_ids import annotation_number, highlight_number, row_number
from annotation.release.summary import ReleaseError
from annotation.workflows.models import Verification

BATCH = 500


class ClaimRow(NamedTuple):
    """A claim with how it came about. `release_id`: of one that came with a released data set. `split`: the side that
    it had there. `highlight`: its number in releases."""

    pk: int
    release_id: int | None
    split: str
    text: str
    phase: int
    claim_type: str
    mutation: str
    intended_label: str
    expected_challenge: str
    author: int | None
    highlight: int | None
    highlight_kind: str | None
    highlight_page: str | None
    mutated_claim: int | None
    mutated_release_id: int | None
    release_mutated_claim: int | None

    @property
    def number(self) -> int:
        return row_number(self.pk, self.release_id)

    @property
    def mutated_number(self) -> int | None:
        """The number of the claim that it is a mutation of; None where it is none."""
        if self.mutated_claim is None:
            return self.release_mutated_claim
        return row_number(self.mutated_claim, self.mutated_release_id)

    @property
    def is_imported(self) -> bool:
        return self.release_id is not None


class VerificationRow(NamedTuple):
    """A verification, of any revision. `number`: the one it has in releases. `set_aside`: for which reason."""

    pk: int
    number: int
    claim: int
    assignment: int
    person: int
    revision: int
    is_current: bool
    verdict: str
    challenge: str
    unsure: bool
    ended_at: datetime | None
    created_at: datetime
    set_aside: str | None
    guidelines_version: int | None

    @property
    def first_submitted_at(self) -> datetime:
        """As `Verification.first_submitted_at`: edits change the verdict and not its turn."""
        return self.ended_at or self.created_at


class AdjudicationRow(NamedTuple):
    """An adjudication that is current. `chosen_assignment`: whose verification it is, where it is anybody's."""

    pk: int
    claim: int
    adjudicator: int
    revision: int
    kind: str
    chosen: int | None
    chosen_number: int | None
    chosen_assignment: int | None
    verdict: str
    challenge: str
    error_type: str
    note: str
    created_at: datetime
    evidence_sets: list[list[dict[str, Any]]]


class EvidenceRow(NamedTuple):
    """One element of a set, with the context and the words it was pinned with.

    `added` is what of the context a person added by hand, `joined` the sentence that goes on with this one; not read
    where the FEVEROUS files alone are written, which have no place for them.
    `content_hash` is empty of what came with a released data set and is not in the corpus.
    """

    element_id: str
    context: list[str]
    page_title: str
    page_revision: int | None
    content_hash: str
    added: Sequence[str] = ()
    joined: Sequence[str] = ()


Sets = list[list[EvidenceRow]]


@dataclass(slots=True)
class Batch:
    """Claims in the order of their keys, with what was said of them: verifications by claim, and sets by their key."""

    claims: list[ClaimRow]
    said: defaultdict[int, list[VerificationRow]] = field(default_factory=lambda: defaultdict(list))
    decided: dict[int, AdjudicationRow] = field(default_factory=dict)


def batches(
    project: Project,
    *,
    with_revisions: bool = False,
    without: Collection[int] = (),
    known: Container[int] | None = None,
) -> Iterator[Batch]:
    """All claims of the project but `without`, with the current verifications, or with every revision of them.

    `known`: the claims that were verified when the release began; what was said since of others is not seen.
    """
    claim_columns, said_columns, decided_columns = _columns(project)
    after = 0
    while True:
        found = Claim.objects.filter(project=project, pk__gt=after).order_by("pk").values_list(*claim_columns)
        claims = [ClaimRow(*row) for row in found[:BATCH]]
        if not claims:
            return
        after = claims[-1].pk
        # A query in the query: to give Django five hundred keys takes it longer than the database to find their rows.
        some = Claim.objects.filter(project=project, pk__gte=claims[0].pk, pk__lte=after, phase=0).order_by()
        claims = [claim for claim in claims if claim.pk not in without]
        batch = Batch(claims)
        keys = {claim.pk for claim in claims if claim.phase == 0 and (known is None or claim.pk in known)}
        said = Verification.objects.filter(claim__in=some).order_by("pk")
        said = said if with_revisions else said.filter(submission__is_current=True)
        for row in map(VerificationRow._make, said.values_list(*said_columns)):
            if row.claim in keys:
                batch.said[row.claim].append(row)
        decided = Adjudication.objects.filter(claim__in=some, is_current=True).order_by("pk")
        rows = map(AdjudicationRow._make, decided.values_list(*decided_columns))
        batch.decided = {one.claim: one for one in rows if one.claim in keys}
        yield batch


def sets_of(verifications: Sequence[int], *, whole: bool) -> Mapping[int, Sets]:
    """Verification -> its evidence sets, in order; `whole`: with what was added and joined. Raises ReleaseError of
    evidence outside the corpus."""
    rows = Evidence.objects.filter(evidence_set__submission__verification__in=verifications)
    rows = rows.order_by("evidence_set__submission__verification", "evidence_set__position", "evidence_set", "position")
    found: defaultdict[int, Sets] = defaultdict(list)
    last = None
    for verification, evidence_set, *piece in rows.values_list(*_PIECE, *(_BY_HAND if whole else ())):
        if evidence_set != last:
            found[verification].append([])
            last = evidence_set
        if not piece[0]:
            words = _("Verification %(number)d cites a source outside the corpus, for which a release has no place.")
            raise ReleaseError(words % {"number": verification})
        element_id, context, title, revision, pin, *by_hand = piece
        row = EvidenceRow(element_id, _loaded(context), title, revision, pin, *map(_loaded, by_hand))
        found[verification][-1].append(row)
    return found


@lru_cache(maxsize=4_096)
def _loaded(text: str) -> list[str]:
    """Ids of a context, which many elements have in common: to decode each anew is half of the time of reading them."""
    ids: list[str] = json.loads(text)
    return ids


def labels_of_sets(verifications: Sequence[int]) -> dict[int, list[str]]:
    """Verification -> the labels of its evidence sets, in the order of `sets_of`; "" of a set without one."""
    rows = EvidenceSet.objects.filter(submission__verification__in=verifications, evidence__isnull=False)
    found: defaultdict[int, list[str]] = defaultdict(list)
    in_order = rows.order_by("submission__verification", "position", "pk").distinct()
    columns = ("submission__verification", "position", "pk", "label")
    for verification, _position, _pk, label in in_order.values_list(*columns):
        found[verification].append(label)
    return found


def sets_decided(decided: AdjudicationRow) -> Sets:
    """The evidence sets of an adjudication, which are stored with it."""
    later: dict[str, Any] = {"page_revision": None, "added": [], "joined": []}  # which old adjudications lack
    rows = [[later | one for one in each] for each in decided.evidence_sets]
    return [[EvidenceRow._make(one[name] for name in EvidenceRow._fields) for one in each] for each in rows]


def _columns(project: Project) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]]:
    """Columns of ClaimRow, VerificationRow and AdjudicationRow."""
    claim = (
        *("pk", "release_id", "release_split", "text", "phase", "claim_type", "mutation", "intended_label"),
        *("expected_challenge", "author_id", highlight_number(project), "highlight__kind", "highlight__page_title"),
        *("mutated_claim_id", "mutated_claim__release_id", "release_mutated_claim"),
    )
    said = (
        *(
            "pk",
            annotation_number(project),
            "claim_id",
            "submission__assignment_id",
            "submission__assignment__person_id",
        ),
        *("submission__revision", "submission__is_current", "verdict", "challenge", "unsure"),
        *("submission__assignment__ended_at", "submission__created_at", "submission__assignment__set_aside__reason"),
        "submission__guidelines_version",
    )
    decided = (
        *("pk", "claim_id", "adjudicator_id", "revision", "kind", "chosen_id", annotation_number(project, "chosen__")),
        *("chosen__submission__assignment_id", "verdict", "challenge", "error_type", "note", "created_at"),
        "evidence_sets",
    )
    return claim, said, decided


_PIECE = (
    *("evidence_set__submission__verification__pk", "evidence_set_id"),
    *("element_id", Cast("context", TextField()), "page_title", "page_revision", "content_hash"),
)
_BY_HAND = (Cast("added", TextField()), Cast("joined", TextField()))
