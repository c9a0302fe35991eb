"""Adjudicate some of the simulated disagreements with the real function, lowest agreement first."""

from __future__ import annotations

from random import Random

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.demo.large.claims import NEI
from annotation.evidence.models import Evidence
from annotation.projects.models import Project
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.quality.adjudication.models import ErrorType, Outcome
from annotation.quality.adjudication.queue import queue
from annotation.workflows.models import Verification

MERGED_SHARE, NEW_SHARE = 0.25, 0.1


def adjudicate_some(project: Project, adjudicator: User, number: int, seed: int) -> int:
    """So many claims, lowest agreement first; returns how many there were. The verdict is what the writer meant, which
    a real adjudicator would have to find out."""
    dice = Random(f"{seed} adjudication")
    entries = queue(project)[:number]
    claims = Claim.objects.select_related("project__corpus").in_bulk([entry.claim for entry in entries])
    for entry in entries:
        _decide(claims[entry.claim], adjudicator, dice)
    return len(entries)


def _decide(claim: Claim, adjudicator: User, dice: Random) -> None:
    given = list(Verification.objects.filter(claim=claim, submission__is_current=True).order_by("pk"))
    right = [one for one in given if one.verdict == claim.intended_label]
    wrong = ErrorType.NOT_FOUND if any(one.verdict == NEI for one in given) else ErrorType.OVERLOOKED
    way = dice.random()
    if right and way > MERGED_SHARE + NEW_SHARE:
        adjudicate(claim=claim, adjudicator=adjudicator, kind=Outcome.ONE, chosen=right[0], error_type=wrong)
        return
    of = right[:1] or given[:1]
    chosen = Evidence.objects.filter(
        evidence_set__submission__verification__in=of if way < NEW_SHARE or not right else given
    )
    elements = list(dict.fromkeys(chosen.order_by("pk").values_list("element_id", flat=True)))
    kind = Outcome.MERGED if right and way >= NEW_SHARE else Outcome.NEW
    adjudicate(
        claim=claim,
        adjudicator=adjudicator,
        kind=kind,
        verdict=claim.intended_label,
        challenge=claim.expected_challenge,
        evidence_sets=[elements],
        error_type=wrong,
        note="Simulated.",
    )
