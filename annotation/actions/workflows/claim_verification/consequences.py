"""What would follow from an action on verifications: claims that lose their verdict, their overlap, their place in a
release. Computed from the rows of now, with the rule of releases.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from annotation.actions.kinds import Consequence, Preview, Refused
from annotation.actions.models import Action
from annotation.actions.rows import AT_ONCE, Target, targets
from annotation.projects.models import Role, Undecided
from annotation.quality.adjudication.models import Adjudication
from annotation.release.rule import Excluded, choose
from annotation.work.counted import counted
from annotation.work.models import Assignment
from annotation.workflows.models import Report, ReportDecision, Verification
from corpus.batching import batched

Check = Callable[[Action, Sequence[Target]], dict[int, str]]
Previewer = Callable[[Action], Preview]


class Said(NamedTuple):
    """A counted verification of a claim, as the rule of releases takes it."""

    pk: int
    verdict: str
    first_submitted_at: datetime
    person: int


# Stands for a decision whose verdict does not matter: an action changes none.
ADJUDICATED = Said(0, "adjudicated", datetime.min, 0)


@dataclass(slots=True)
class Concerned:
    """The rows that an action would be carried out on, and those it would leave, by code."""

    rows: list[int] = field(default_factory=list)
    claims: list[int] = field(default_factory=list)  # beside `rows`
    tasks: list[int] = field(default_factory=list)  # beside `rows`
    refused: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def preview(self, consequences: Iterable[Consequence]) -> Preview:
        refused = [Refused(code, rows) for code, rows in self.refused.items()]
        return Preview(len(self.rows), refused, list(consequences))


def of_setting_aside(check: Check, *, again: bool = False) -> Previewer:
    """The preview of what is set aside; `again`: and verified again."""

    def preview(action: Action) -> Preview:
        concerned = _concerned(action, check)
        others = _of_others(action, concerned) if again else ()
        return concerned.preview([*_of_claims(action, concerned), *others])

    return preview


def of_verifying_again(check: Check) -> Previewer:
    def preview(action: Action) -> Preview:
        concerned = _concerned(action, check)
        return concerned.preview([*_of_others(action, concerned), *_of_decided(action, concerned)])

    return preview


def of_sending_back(check: Check) -> Previewer:
    def preview(action: Action) -> Preview:
        concerned = _concerned(action, check)
        people = Verification.objects.filter(pk__in=concerned.rows[:AT_ONCE])
        number = people.values("submission__assignment__person").distinct().count()
        line = Consequence(_("annotators are asked to look again at work of theirs"), number)
        return concerned.preview([line])

    return preview


def of_making_gold(check: Check) -> Previewer:
    def preview(action: Action) -> Preview:
        concerned = _concerned(action, check)
        gone = set(concerned.claims)
        released = sum(state.verdict_of(state.before) is not None for state in _states(action, gone, ()))
        given = _("claims are given to every annotator as gold, and are no work of production any more")
        lines = [
            Consequence(given, len(gone)),
            Consequence(_("claims leave the release"), released, is_warning=released > 0),
        ]
        return concerned.preview(lines)

    return preview


def _concerned(action: Action, check: Check) -> Concerned:
    found = Concerned()
    for keys in batched(action.selected, AT_ONCE):
        rows = targets(keys)
        codes = check(action, rows)
        for row in rows:
            if code := codes.get(row.pk):
                found.refused[code].append(row.pk)
                continue
            found.rows.append(row.pk)
            found.claims.append(row.claim)
            found.tasks.append(row.task)
    return found


@dataclass(frozen=True, slots=True)
class ClaimState:
    """What counts of a claim before and after an action. `report`: why a report keeps it from being released."""

    before: list[Said]
    after: list[Said]
    is_adjudicated: bool
    report: Excluded | None
    first_counts: bool

    def verdict_of(self, said: list[Said]) -> str | None:
        """The verdict that the claim is released with, as far as the rule decides it; None where it is not released."""
        choice = choose(
            said,
            adjudicated=ADJUDICATED if self.is_adjudicated else None,
            reported=self.report is not None,
            first_counts=self.first_counts,
        )
        return None if isinstance(choice, Excluded) else choice.speaks.verdict


def _of_claims(action: Action, concerned: Concerned) -> Iterator[Consequence]:
    lost = overlap = left = new = decided = changed = 0
    rows, claims = set(concerned.rows), set(concerned.claims)
    for state in _states(action, claims, rows):
        lost += not state.after and not state.is_adjudicated
        overlap += len(state.before) > 1 >= len(state.after)
        was, is_now = state.verdict_of(state.before), state.verdict_of(state.after)
        left += was is not None and is_now is None
        new += was is None and is_now is not None
        changed += was is not None and is_now is not None and was != is_now
        decided += state.is_adjudicated
    yield Consequence(_("claims are concerned"), len(claims))
    yield Consequence(_("claims lose their only verdict"), lost, is_warning=lost > 0)
    yield Consequence(_("claims have fewer than two verifications left and leave the agreement figures"), overlap)
    yield Consequence(_("claims leave the release"), left, is_warning=left > 0)
    if new:
        yield Consequence(_("claims enter the release: those that are left agree"), new)
    if changed:
        yield Consequence(_("claims are released with another verdict"), changed, is_warning=True)
    if decided:
        yield Consequence(_("claims are adjudicated: the decision continues to be released"), decided)


def _of_others(action: Action, concerned: Concerned) -> Iterator[Consequence]:
    """How many claims wait for somebody else, for how many verifications, and for how many claims there is nobody."""
    claims = set(concerned.claims)
    yield Consequence(_("claims return to the queue"), len(claims))
    yield Consequence(_("further verifications are asked for, one for each of these"), len(set(concerned.rows)))
    verifiers = set(
        action.project.memberships.filter(role=Role.VERIFIER, user__is_active=True).values_list("user", flat=True)
    )
    paused = set(action.project.member_settings.filter(paused_at__isnull=False).values_list("user", flat=True))
    had: Counter[int] = Counter()
    for tasks in batched(sorted(set(concerned.tasks)), AT_ONCE):
        people = Assignment.objects.filter(task__in=tasks, person__in=verifiers - paused)
        had.update(people.values_list("task", flat=True))
    for_nobody = sum(had[task] >= len(verifiers - paused) for task in set(concerned.tasks))
    if for_nobody:
        words = _("claims wait until somebody joins: every verifier who is not paused has had them")
        yield Consequence(words, for_nobody, is_warning=True)


def _of_decided(action: Action, concerned: Concerned) -> Iterator[Consequence]:
    done = Adjudication.objects.filter(claim__project=action.project, is_current=True).values_list("claim", flat=True)
    if decided := len(set(concerned.claims) & set(done)):
        yield Consequence(_("claims are adjudicated: the decision continues to be released"), decided)


def _states(action: Action, claims: Collection[int], without: Collection[int]) -> Iterator[ClaimState]:
    """What counts of each claim before and after these verifications are set aside."""
    project, reports = action.project, dict[int, Excluded]()
    first_counts = project.undecided_claims == Undecided.FIRST
    for claim, decision in Report.objects.standing(project).values_list("claim", "decision"):
        reports[claim] = Excluded.RETIRED if decision == ReportDecision.RETIRED else Excluded.REPORTED
    decided = set(Adjudication.objects.filter(claim__project=project, is_current=True).values_list("claim", flat=True))
    for some in batched(sorted(claims), AT_ONCE):
        said = _said(some)
        for claim in some:
            before = said[claim]
            after = [one for one in before if one.pk not in without]
            yield ClaimState(before, after, claim in decided, reports.get(claim), first_counts)


def _said(claims: Iterable[int]) -> defaultdict[int, list[Said]]:
    found: defaultdict[int, list[Said]] = defaultdict(list)
    rows = Verification.objects.filter(counted("submission__"), claim__in=claims).order_by().select_related(None)
    columns = ("pk", "verdict", "submission__assignment__ended_at", "submission__created_at")
    for claim, pk, verdict, ended, created, person in rows.values_list(
        "claim", *columns, "submission__assignment__person"
    ):
        found[claim].append(Said(pk, verdict, ended or created, person))
    return found
