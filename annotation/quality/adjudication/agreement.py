"""Agreement between the two adjudicators of a claim, on verdict and evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication, SecondAdjudication, SecondState, Turn
from annotation.quality.adjudication.turns import is_same, sets_in
from annotation.quality.agreement.bootstrap import estimate, ratio
from annotation.quality.agreement.cohen import cohen_kappa, cohen_row
from annotation.quality.agreement.evidence import EVIDENCE_MEASURES, evidence_row
from annotation.quality.agreement.items import Item, Rating
from annotation.quality.agreement.report import Figure, figure, lowest_first
from annotation.quality.agreement.result import Result
from annotation.quality.agreement.verdict_agreement import label_agreement
from annotation.vocabulary.label_set import LabelSet


@dataclass(frozen=True, slots=True)
class AdjudicatorReport:
    """`items`: the claims that two people decided on, the first rating that of the first; `agreed` of them have one
    verdict and evidence that overlaps. `not_blind`: claims that are left out, since the second could read the first
    decision. `states`: `SecondState` -> claims. `figures`: each with the claims behind it."""

    items: list[Item]
    agreed: int
    not_blind: int
    states: Counter[str]
    figures: list[Figure]


def adjudicator_items(project: Project, *, is_blind: bool = True) -> list[Item]:
    """Each claim that two adjudicators have decided on, whatever a manager decided then; by id.

    `is_blind`: those whose second adjudicator could not read the first decision, or the others.
    """
    both = Adjudication.objects.filter(claim__project=project, claim__phase=0, stands=True)
    second = both.filter(turn=Turn.SECOND, is_blind=is_blind)
    rows = both.filter(claim__in=second.values("claim"), turn__in=[Turn.FIRST, Turn.SECOND]).order_by("claim", "turn")
    known: dict[int, list[Rating]] = {}
    columns = ("claim", "pk", "adjudicator", "verdict", "challenge", "evidence_sets", "created_at")
    for claim, pk, person, verdict, challenge, pinned, at in rows.values_list(*columns):
        known.setdefault(claim, []).append(Rating(pk, person, verdict, challenge, sets_in(pinned), at))
    return [Item(claim, tuple(ratings)) for claim, ratings in known.items() if len(ratings) > 1]


def adjudicator_report(project: Project) -> AdjudicatorReport:
    """Compute it from the decisions of now."""
    items = adjudicator_items(project)
    states = SecondAdjudication.objects.filter(project=project).values_list("state", flat=True)
    return AdjudicatorReport(
        items=items,
        agreed=sum(map(is_agreed, items)),
        not_blind=len(adjudicator_items(project, is_blind=False)),
        states=Counter(states),
        figures=adjudicator_figures(items, label_set_of(project)),
    )


def is_agreed(item: Item) -> bool:
    """Tell whether both decided the same, by the rule that settles their claim."""
    first, second = item.ratings
    return is_same((first.verdict, first.evidence), (second.verdict, second.evidence))


def adjudicator_figures(items: Sequence[Item], labels: LabelSet) -> list[Figure]:
    """Compute all measures over items of two ratings."""
    place, size, behind = labels.places, len(labels), lowest_first(items)
    verdicts = [[rating.verdict for rating in item.ratings] for item in items]
    found: dict[str, Result] = {"agreed": estimate([(float(is_agreed(item)), 1.0) for item in items], ratio)}
    of_verdict = label_agreement(verdicts, labels.values)
    found["percent"] = of_verdict["percent"]
    tables = [cohen_row(place[one], place[other], size) for one, other in verdicts]
    found["kappa"] = estimate(tables, cohen_kappa)
    found |= {name: of_verdict[name] for name in ("alpha", "ac1")}
    found["overlap"] = estimate([evidence_row(item) for item in items], EVIDENCE_MEASURES["mean_overlap"])
    return [figure(f"adjudicators.{name}", result, behind) for name, result in found.items()]


def unsettled(states: Counter[str]) -> int:
    """How many claims wait for a second decision or a manager's."""
    return states[SecondState.WAITING] + states[SecondState.DIFFERENT]
