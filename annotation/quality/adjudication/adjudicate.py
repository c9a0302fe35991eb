"""Store adjudications: the verdict and evidence that replace those of the annotators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.errors import AnnotationError, Invalid
from annotation.evidence.queries import evidence_of
from annotation.evidence.rules import cleaned
from annotation.evidence.snapshotting import pin
from annotation.projects.data_version import ADJUDICATIONS, bump
from annotation.projects.label_sets import label_set_of
from annotation.quality.adjudication.models import Adjudication, AdjudicationAssignment, Outcome, Turn
from annotation.quality.adjudication.rules import problems
from annotation.quality.adjudication.second import doubled
from annotation.quality.adjudication.turns import manages, settle, standing_of, turn_of
from annotation.workflows.models import Verification

PINNED = ("element_id", "context", "dropped", "added", "joined", "page_title", "page_revision", "content_hash")


def adjudicate(
    *,
    claim: Claim,
    adjudicator: User,
    kind: str,
    error_type: str,
    note: str = "",
    chosen: Verification | None = None,
    verdict: str = "",
    challenge: str = "",
    evidence_sets: Sequence[Sequence[str]] = (),
    base_revision: int = 0,
) -> Adjudication:
    """Store the decision as the claim's next revision. It is the current one, unless two adjudicators decide on the
    claim (`turns.settle`).

    Of kind "one", `chosen` is one of the claim's current verifications and says verdict, challenge and evidence; its
    evidence stays pinned as it was submitted. Otherwise they are given, and pinned to the corpus of now.
    `base_revision`: the one that the adjudicator had before them, 0 where there was none. Raises Invalid, and
    AnnotationError `own_work` (the adjudicator wrote or verified the claim), `assigned_to_another` (unless a manager
    decides), and as `turns.turn_of`.
    """
    note, sets = note.strip(), cleaned(evidence_sets)
    if is_own_work(claim, adjudicator):
        message = _("You wrote or verified this claim yourself: somebody else must decide on it.")
        raise AnnotationError("own_work", message, 403)
    if is_assigned_to_another(claim, adjudicator):
        raise AnnotationError("assigned_to_another", _("This claim is assigned to another adjudicator."), 403)
    found = problems(
        kind=kind,
        error_type=error_type,
        note=note,
        verdict=verdict,
        challenge=challenge,
        evidence_sets=sets,
        max_sets=claim.project.max_evidence_sets,
        labels=label_set_of(claim.project),
        asks_challenge=not claim.project.labels_sets,
        known=known_evidence(claim) if kind == Outcome.MERGED else (),
    )
    if kind == Outcome.ONE:
        found |= _chosen_problems(claim, chosen)
    if found:
        raise Invalid(_("The decision is not complete."), found)
    if kind == Outcome.ONE:
        assert chosen is not None  # one of the problems above otherwise
        verdict, challenge, pinned = chosen.verdict, chosen.challenge, _pinned_of(chosen)
    else:
        chosen = None
        pins = pin(claim.project.corpus_id, sets, kinds=claim.project.evidence_kinds)
        pinned = [[{name: _plain(getattr(one, name)) for name in PINNED} for one in each] for each in pins]
    with transaction.atomic():
        Claim.objects.select_for_update(no_key=True).get(pk=claim.pk)  # one decision after the other
        standing = standing_of(claim)
        turn = turn_of(standing, adjudicator, base_revision)
        newest = Adjudication.objects.filter(claim=claim).order_by("-revision").first()
        replaced = Adjudication.objects.filter(claim=claim, stands=True, turn=turn)
        replaced.update(stands=False, is_current=False)
        stored = Adjudication.objects.create(
            claim=claim,
            adjudicator=adjudicator,
            revision=newest.revision + 1 if newest else 1,
            turn=turn,
            is_current=False,  # `settle` says whether it holds
            is_blind=turn != Turn.SECOND or not manages(claim.project_id, adjudicator),
            kind=kind,
            chosen=chosen,
            verdict=verdict,
            challenge=challenge,
            evidence_sets=pinned,
            error_type=error_type,
            note=note,
        )
        settle(standing, stored)
        bump(claim.project_id, ADJUDICATIONS)
        return stored


def current_adjudication(claim: Claim) -> Adjudication | None:
    """Return the claim's current adjudication, or None."""
    return Adjudication.objects.filter(claim=claim, is_current=True).first()


def known_evidence(claim: Claim) -> set[str]:
    """Return the element ids that current verifications of the claim cite."""
    return set(evidence_of(verification__claim=claim, is_current=True).values_list("element_id", flat=True))


def is_own_work(claim: Claim, person: User) -> bool:
    """Tell whether the person wrote or verified the claim, and so must not adjudicate it."""
    mine = Verification.objects.filter(claim=claim, submission__assignment__person=person)
    return claim.author_id == person.pk or mine.exists()


def is_assigned_to_another(claim: Claim, person: User) -> bool:
    """Tell whether the claim is assigned to others alone; never for managers."""
    assigned = AdjudicationAssignment.objects.filter(claim=claim).exclude(adjudicator=person)
    return assigned.exists() and is_somebody_elses(claim, person)


def is_somebody_elses(claim: Claim, person: User) -> bool:
    """Tell whether others are to decide on the claim; never for managers, who may decide anyway."""
    if manages(claim.project_id, person):
        return False
    found = doubled(claim.project, claim.pk).get(claim.pk)
    if found is not None and (found.asked == person.pk or found.has_decided(person.pk)):
        return False
    if found is not None and found.is_held:
        return True
    return AdjudicationAssignment.objects.filter(claim=claim).exclude(adjudicator=person).exists()


def _chosen_problems(claim: Claim, chosen: Verification | None) -> dict[str, list[str]]:
    if chosen is None or chosen.claim_id != claim.pk:
        return {"chosen": [_("Choose whose verdict and evidence are to hold.")]}
    if not Verification.objects.filter(pk=chosen.pk, submission__is_current=True).exists():
        return {"chosen": [_("This annotator has changed their verification meanwhile. Look at it again.")]}
    return {}


def _pinned_of(verification: Verification) -> list[list[dict[str, Any]]]:
    """The evidence for its verdict: of sets with labels, those with another one lead elsewhere."""
    sets = verification.evidence_sets.order_by("position").prefetch_related("evidence")
    sets = sets.filter(label__in=["", verification.verdict])
    return [[{name: getattr(one, name) for name in PINNED} for one in each.evidence.all()] for each in sets]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
