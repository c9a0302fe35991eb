"""Assign every claim to a split: its highlight's, or that of its near-duplicates.

1. Claims of one highlight are a bundle; of others a claim with its mutations, and those of one page where a workflow
   knows the pages (`Workflow.pages_of_claims`).
2. Bundles are dealt sides in the order in which their first claim was first verified (`dealing`). One whose first claim
   is a near-duplicate of a claim that was verified before it goes to that claim's side.
3. Where a claim that is verified later makes two bundles near-duplicates of one another, both stand on the side of the
   one that was verified first.
4. A claim that came with a released data set keeps the side it had there, whatever it is a near-duplicate of: others
   have published results on those sides.

Nothing else that annotators do moves a claim that was released before: not new claims or verifications, not changed
verdicts, adjudications or reports, since only the first verdict on each claim is looked at. What is not held off: a
manager who corrects the words of a reported claim changes what it is a near-duplicate of. Other settings, or another
seed, are another split.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Count, F

from annotation.claims.models import Claim
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.release.allocation import Allocator
from annotation.release.near_duplicates import Compared, near_pairs
from annotation.release.row_ids import row_number
from annotation.release.summary import ReleaseOptions
from annotation.work.registry import workflows
from annotation.workflows.models import Verification


class First(NamedTuple):
    """A claim's first verification. `bundle`: of the highlight, or of the claim alone. `others`: claims that were
    written with it, in one go, so that no later claim changes how many they are."""

    number: int
    bundle: int
    verdict: str
    split: str
    others: int


@dataclass(slots=True)
class Sides:
    """`of`: claim -> side; `group`: claim -> the row number of the oldest claim of its group. Claims that nobody has
    verified are in neither. `moved`: claims whose own bundle was dealt another side than the one they stand on.
    `near`: near-duplicates, by their keys in the database. `linked`: bundles that stand with an older one.
    """

    of: dict[int, str] = field(default_factory=dict)
    group: dict[int, int] = field(default_factory=dict)
    groups: int = 0
    linked: int = 0
    largest: int = 0
    moved: int = 0
    near: list[tuple[int, int]] = field(default_factory=list)
    compared: Compared = field(default_factory=Compared)


def sides_of(project: Project, settings: ReleaseOptions) -> Sides:
    """The side of every claim of the project that was verified. Memory: some hundred bytes a claim."""
    claims, firsts = _firsts(project)
    sides = Sides()
    links: defaultdict[int, list[int]] = defaultdict(list)
    if sum(share > 0 for share in settings.splits) > 1:
        for earlier, later in sorted(near_pairs(project, claims, sides.compared)):
            links[later].append(earlier)
            sides.near.append((claims[earlier], claims[later]))
    labels = label_set_of(project)
    dealer = Allocator(
        settings.splits,
        settings.test_nei,
        settings.seed,
        labels.values,
        labels.not_enough_info,
        balanced=settings.balanced,
    )
    _deal(claims, firsts, links, dealer, sides)
    return sides


def _firsts(project: Project) -> tuple[array[int], list[First]]:
    """The claims in the order in which they were first verified."""
    rows = Verification.objects.filter(claim__project=project, claim__phase=0)
    rows = rows.order_by(F("release_id").asc(nulls_last=True), "pk")  # imported ones in their order there
    fields = ("claim_id", "claim__release_id", "claim__release_split", "claim__highlight_id", "claim__claim_set_id")
    made_from = ("claim__mutated_claim_id", "claim__claim_type")
    sets = Claim.objects.filter(project=project, phase=0, claim_set__isnull=False, highlight__isnull=False)
    sizes = dict(sets.order_by().values_list("claim_set").annotate(claims=Count("pk")))
    claims, firsts, seen = array("q"), list[First](), set[int]()
    pages, of_page = pages_of_claims(project), dict[str, int]()
    for pk, release_id, split, highlight, claim_set, mutated, kind, verdict in rows.values_list(
        *fields, *made_from, "verdict"
    ).iterator(chunk_size=5_000):
        if pk not in seen:
            seen.add(pk)
            claims.append(pk)
            others = sizes.get(claim_set, 1) - 1
            bundle = highlight or -(pk if kind else mutated or pk)
            if highlight is None and pk in pages:
                bundle = of_page.setdefault(pages[pk], bundle)  # of the claim of the page that was verified first
            firsts.append(First(row_number(pk, release_id), bundle, verdict, split, others))
    return claims, firsts


def pages_of_claims(project: Project) -> dict[int, str]:
    """Claim -> title of the page that it was written from, of all workflows that say so."""
    found: dict[int, str] = {}
    for one in workflows().values():
        found |= one.pages_of_claims(project)
    return found


def _deal(
    claims: array[int], firsts: list[First], links: dict[int, list[int]], dealer: Allocator, sides: Sides
) -> None:
    groups, still_to_come = _Groups(), dict[int, int]()
    for place, first in enumerate(firsts):
        linked = {firsts[earlier].bundle for earlier in links.get(place, ())} - {first.bundle}
        if first.bundle not in groups.side:
            oldest = min((groups.oldest(each) for each in linked), key=groups.age.__getitem__, default=None)
            # A side that nothing is wanted on has no file: then that is another split than it came with.
            known = first.split if dealer.shares.get(first.split) else ""
            if known:
                side = known
                groups.kept.add(first.bundle)
            elif oldest is None:
                side = dealer.deal(str(first.number), first.verdict, first.others)
            else:
                side = groups.stands(oldest)
            groups.add(first.bundle, first.number, side)
            dealer.expect(side, first.others)
            still_to_come[first.bundle] = first.others
        elif still_to_come[first.bundle]:
            dealer.expect(groups.side[first.bundle], -1)
            still_to_come[first.bundle] -= 1
        for each in linked:
            groups.join(first.bundle, each)
        dealer.count(groups.stands(first.bundle), first.verdict)
    sizes: defaultdict[int, int] = defaultdict(int)
    for pk, first in zip(claims, firsts, strict=True):
        oldest = groups.oldest(first.bundle)
        sides.of[pk], sides.group[pk] = groups.stands(first.bundle), groups.number[oldest]
        sides.moved += groups.side[first.bundle] != sides.of[pk]
        sizes[oldest] += 1
    sides.groups, sides.largest = len(sizes), max(sizes.values(), default=0)
    sides.linked = len(groups.side) - len(sizes)


class _Groups:
    """Bundles that stand together, led by the oldest (union-find). `kept`: those that came with a side of their own."""

    def __init__(self) -> None:
        self.side: dict[int, str] = {}
        self.age: dict[int, int] = {}
        self.number: dict[int, int] = {}
        self.leader: dict[int, int] = {}
        self.kept: set[int] = set()

    def stands(self, bundle: int) -> str:
        """The side of a bundle: its own where it came with one, else that of the oldest it stands with."""
        return self.side[bundle if bundle in self.kept else self.oldest(bundle)]

    def add(self, bundle: int, number: int, side: str) -> None:
        self.age[bundle], self.number[bundle], self.side[bundle] = len(self.age), number, side

    def oldest(self, bundle: int) -> int:
        while (leader := self.leader.get(bundle, bundle)) != bundle:
            self.leader[bundle] = self.leader.get(leader, leader)
            bundle = leader
        return bundle

    def join(self, one: int, other: int) -> None:
        older, younger = sorted((self.oldest(one), self.oldest(other)), key=self.age.__getitem__)
        if older != younger:
            self.leader[younger] = older
