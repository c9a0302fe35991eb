"""Agreement over the re-validated claims: those that were drawn when they came, for several people to label.

They are a sample of all claims, drawn before anybody saw them; what other rules made others label twice is not among
them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.projects.label_sets import label_set_of
from annotation.quality.agreement.bootstrap import Row, estimate, estimate_all
from annotation.quality.agreement.fleiss import fleiss_kappa, fleiss_row
from annotation.quality.agreement.groups import Group, by_claim, by_group, votes_row
from annotation.quality.agreement.items import Item, Pair, pairs, verdict_counts
from annotation.quality.agreement.percent import percent_agreement
from annotation.quality.agreement.result import Result
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.sampling.hidden_items import hidden_claims
from annotation.quality.sampling.models import HiddenKind
from annotation.work.counted import counted
from annotation.workflows.claim_verification.models import Verification


@dataclass(frozen=True, slots=True)
class LabelKappa:
    """Fleiss' kappa of one label against all others, over `claims` claims that somebody gave it."""

    label: str
    claims: int
    kappa: Result


@dataclass(frozen=True, slots=True)
class PairKappa:
    """Agreement of two people on the `claims` re-validated claims that both labelled. `kappa`: None: undefined."""

    first: int
    second: int
    claims: int
    agreeing: int
    kappa: float | None


@dataclass(frozen=True, slots=True)
class Revalidation:
    """Agreement over re-validated claims.

    `drawn`: claims that were drawn; `labelled`: those of them that two people or more labelled, `complete` that
    `people` did; `verifications`: of these claims. `by_person`: over all pairs in which the person is. `unsure`:
    verifications of the whole project that their annotators flagged.
    """

    drawn: int
    labelled: int
    complete: int
    people: int
    verifications: int
    kappa: Result
    percent: Result
    by_label: list[LabelKappa]
    by_person: list[Group]
    by_week: list[Group]
    by_pair: list[PairKappa]
    unsure: int


def revalidation(rows: AuditDataset) -> Revalidation:
    """Compute the report. Intervals draw claims."""
    project, labels = rows.project, label_set_of(rows.project)
    drawn = set(hidden_claims(project, HiddenKind.REVALIDATION))
    items = [item for item in rows.items if item.claim in drawn] if drawn else []
    whole = estimate_all(
        [fleiss_row(verdict_counts(item.ratings, labels.values)) for item in items],
        {"kappa": fleiss_kappa, "percent": lambda sums: percent_agreement(sums[:2])},
    )
    flagged = Verification.objects.filter(counted("submission__"), submission__assignment__project=project, unsure=True)
    return Revalidation(
        drawn=len(drawn),
        labelled=len(items),
        complete=sum(len(item.ratings) >= project.revalidation_people for item in items),
        people=project.revalidation_people,
        verifications=sum(len(item.ratings) for item in items),
        kappa=whole["kappa"],
        percent=whole["percent"],
        by_label=[_of_label(items, label) for label in labels.values],
        by_person=by_group(items, _people, labels),
        by_week=by_group(items, by_claim("week"), labels),
        by_pair=_pairs(items, labels.values),
        unsure=flagged.count(),
    )


def _people(_item: Item, pair: Pair) -> tuple[str, str]:
    return str(pair[0].person), str(pair[1].person)


def _of_label(items: Sequence[Item], label: str) -> LabelKappa:
    """Kappa of a category (Fleiss 1971, section on categories): its answers against all others."""
    given = [(sum(one.verdict == label for one in item.ratings), len(item.ratings)) for item in items]
    rows = (fleiss_row((n, of - n)) for n, of in given)
    return LabelKappa(label, sum(n > 0 for n, _of in given), estimate(rows, fleiss_kappa))


def _pairs(items: Sequence[Item], values: Sequence[str]) -> list[PairKappa]:
    """Everybody with everybody, by their numbers: two annotators' Fleiss' kappa, which is Scott's pi."""
    votes: defaultdict[tuple[int, int], Counter[tuple[str, str]]] = defaultdict(Counter)
    for item in items:
        for one, other in pairs(item):
            first, second = sorted((one, other), key=lambda rating: rating.person)
            votes[first.person, second.person][first.verdict, second.verdict] += 1
    found = []
    for (first_person, second_person), given in sorted(votes.items()):
        of_votes: list[tuple[Row, int]] = [(votes_row([vote], values), times) for vote, times in given.items()]
        sums = [sum(row[at] * times for row, times in of_votes) for at in range(len(of_votes[0][0]))]
        kappa = fleiss_kappa(sums)
        agreeing = sum(times for (one, other), times in given.items() if one == other)
        value = kappa if isinstance(kappa, float) else None
        found.append(PairKappa(first_person, second_person, sum(given.values()), agreeing, value))
    return found
