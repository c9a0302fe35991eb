"""Store the three claims of a highlight, and open what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from annotation.claims.claim_importer import create_tasks
from annotation.claims.models import Claim, ClaimRevision
from annotation.claims.near_duplicates import store_signatures
from annotation.errors import Invalid
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.vocabulary.label_set import Meaning
from annotation.vocabulary.labels import ClaimType
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Submission, Task
from annotation.workflows.claim_generation.models import ClaimSet, Highlight
from annotation.workflows.claim_generation.rules import WrittenClaim

Claims = Mapping[ClaimType, WrittenClaim]


def refuse_known(project: Project, claims: Claims, besides: Sequence[int] = ()) -> None:
    """Raises Invalid for texts that the project has as claims, those of the ids `besides` left out."""
    texts = [claim.text for claim in claims.values()]
    others = Claim.objects.filter(project=project, phase=Phase.PRODUCTION, text__in=texts).exclude(pk__in=besides)
    taken = set(others.values_list("text", flat=True))
    fields = {
        f"claims.{kind}.text": [_("The project has this very claim already. Write another one.")]
        for kind, claim in claims.items()
        if claim.text in taken
    }
    if fields:
        raise Invalid(_("The project has such a claim already."), fields)


def store(submission: Submission, claims: Claims) -> ClaimSet:
    """Store one claim of each type. Raises Invalid if the project has such a claim.

    The claims have passed `rules.problems`.
    """
    assignment = submission.assignment
    if assignment.task.phase == Phase.PRODUCTION:
        refuse_known(assignment.project, claims)
    highlight = assignment.task.generation_item.highlight
    claim_set = ClaimSet.objects.create(submission=submission, highlight=highlight)
    _store_claims(claim_set, highlight, claims)
    return claim_set


def _store_claims(claim_set: ClaimSet, highlight: Highlight, claims: Claims) -> None:
    stored: dict[ClaimType, Claim] = {}
    for kind in ClaimType:  # the mutated claim comes before its mutation
        stored[kind] = _claim(claim_set, highlight, kind, claims[kind], stored)
    ClaimRevision.objects.bulk_create(
        ClaimRevision(
            claim=claim,
            number=1,
            text=claim.text,
            expected_challenge=claim.expected_challenge,
            author=claim_set.assignment.person,
        )
        for claim in stored.values()
    )
    if claim_set.assignment.task.phase == Phase.PRODUCTION:
        store_signatures(stored.values())


def open_claims(claim_set: ClaimSet) -> list[Task]:
    """Open what every workflow does with the claims. Those of calibration are graded, not verified."""
    if claim_set.assignment.task.phase != Phase.PRODUCTION:
        return []
    return create_tasks(project=claim_set.assignment.project, claims=list(claim_set.claims.order_by("pk")))


def _claim(
    claim_set: ClaimSet, highlight: Highlight, kind: ClaimType, written: WrittenClaim, stored: Mapping[ClaimType, Claim]
) -> Claim:
    mutated = highlight.mutated_type if kind is ClaimType.TYPE_III else ""
    return Claim.objects.create(
        project=highlight.project,
        phase=claim_set.assignment.task.phase,
        text=written.text,
        highlight=highlight,
        author=claim_set.assignment.person,
        claim_set=claim_set,
        claim_type=kind.value,
        mutation=highlight.mutation if kind is ClaimType.TYPE_III else "",
        mutated_claim=stored[ClaimType(mutated)] if mutated else None,
        intended_label=_intended(highlight) if kind is ClaimType.TYPE_I else "",
        expected_challenge=written.challenge,
    )


def _intended(highlight: Highlight) -> str:
    """Only the Type I claim has its veracity set (paper, section 3.1.1); "" where no label has that meaning."""
    if highlight.type_one_is_true is None:
        return ""
    meaning = Meaning.SUPPORTS if highlight.type_one_is_true else Meaning.REFUTES
    return label_set_of(highlight.project).meaning(meaning)
