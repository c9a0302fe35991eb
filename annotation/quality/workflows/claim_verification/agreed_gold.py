"""Claims in production that can become gold as they are: their verifiers are unanimous, or they are adjudicated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.quality.agreement.evidence import match_of
from annotation.quality.agreement.items import Item, pairs
from annotation.quality.calibration.gold_items import GoldAnswer, checked, gold_answer_of, make_gold
from annotation.quality.calibration.models import GoldItem
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.workflows.models import Report, Verification


@dataclass(frozen=True, slots=True)
class Agreed:
    """A claim and its verdict. `match`: least overlap of two verifiers' evidence, None without any; of an adjudicated
    claim as well. `verifiers`: how many people verified it."""

    claim: int
    verdict: str
    is_adjudicated: bool
    verifiers: int
    match: float | None


def agreed_claims(project: Project, items: Sequence[Item]) -> list[Agreed]:
    """List them, those first that most people verified with the most similar evidence. `items`: of agreement."""
    decided = dict(
        Adjudication.objects.filter(claim__project=project, claim__phase=Phase.PRODUCTION, is_current=True).values_list(
            "claim", "verdict"
        )
    )
    reported = set(Report.objects.standing(project).values_list("claim", flat=True))
    gone = set(GoldItem.objects.filter(task__project=project).values_list("task__verification_item__claim", flat=True))
    found = []
    for item in items:
        verdicts = {rating.verdict for rating in item.ratings}
        if item.claim in reported | gone or (len(verdicts) > 1 and item.claim not in decided):
            continue
        verdict = decided.get(item.claim) or next(iter(verdicts))
        found.append(Agreed(item.claim, verdict, item.claim in decided, len(item.ratings), _least_match(item)))
    return sorted(found, key=lambda one: (-(one.match or 0.0), -one.verifiers, one.claim))


def make_agreed_gold(*, claim: Claim, phase: Phase, by: User) -> GoldItem:
    """Make the claim gold with the answer that is there. Raises AnnotationError `not_agreed`, and as `make_gold`."""
    right = _answer(claim)
    if claim.phase != Phase.PRODUCTION or right is None:
        raise AnnotationError("not_agreed", _("The verifiers of this claim do not agree any more."), 409)
    return make_gold(claim=claim, phase=phase, right=checked(claim.project, right), by=by)


def _answer(claim: Claim) -> GoldAnswer | None:
    """The adjudicated answer, or the unanimous one with challenges and evidence sets of all; None without either."""
    decided = Adjudication.objects.filter(claim=claim, is_current=True).first()
    if decided is not None:
        sets = [[piece["element_id"] for piece in each] for each in decided.evidence_sets]
        return GoldAnswer(decided.verdict, [decided.challenge] if decided.challenge else [], sets)
    current = Verification.objects.filter(counted("submission__"), claim=claim).order_by("pk")
    answers = [gold_answer_of(one) for one in current]
    if len(answers) < 2 or len({answer.verdict for answer in answers}) > 1:
        return None
    challenges = dict.fromkeys(challenge for answer in answers for challenge in answer.challenges if challenge)
    return GoldAnswer(answers[0].verdict, list(challenges), _distinct(ids for one in answers for ids in one.sets))


def _distinct(sets: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    """Without sets that hold a smaller one, which was enough for somebody."""
    smallest = sorted({frozenset(ids): ids for ids in sets}.items(), key=lambda one: len(one[0]))
    kept: list[tuple[frozenset[str], Sequence[str]]] = []
    for key, ids in smallest:
        if not any(other <= key for other, _ids in kept):
            kept.append((key, ids))
    return [ids for _key, ids in kept]


def _least_match(item: Item) -> float | None:
    return min((match for pair in pairs(item) if (match := match_of(pair)) is not None), default=None)
