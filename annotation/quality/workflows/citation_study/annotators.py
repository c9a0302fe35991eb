"""How well each annotator works, and who does not read: by tests that are stated. No database access.

ONE_SIDE is an exact binomial test: the order is drawn, so that left and right are equally likely for whoever reads.
AGAINST_OTHERS and CONTROLS are Fisher's exact test of the person against all others together, one-tailed. Alpha is .05,
divided by the number of annotators and of tests (Bonferroni). SAME_ANSWER and FAST are rules without a test.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from annotation.quality.workflows.citation_study.majority import most_of
from annotation.quality.workflows.citation_study.sign_test import fewer, upper_tail
from annotation.workflows.citation_study.choices import LEFT, RIGHT
from annotation.workflows.citation_study.models import Majority
from annotation.workflows.citation_study.queries import ORIGINAL, SUGGESTED, Judged

ALPHA, TESTS = 0.05, 3
ONE_SIDE, AGAINST_OTHERS, SAME_ANSWER, CONTROLS = "one_side", "against_others", "same_answer", "controls"
FASTER = 1 / 3  # of the median of the others, from which a time is pointed at
FAST = "fast"
LEAST_SAME, SAME_SHARE, MORE_OFTEN = 20, 0.8, 1.5  # answers; the share of one; how much more often than others give it


@dataclass(frozen=True, slots=True)
class StudyAnnotator:
    """`agreeing` of `compared` annotations have the choice of the majority of the others; `right` of `controls`.

    `left` and `right_side`: how often the source on that side was chosen; `same`: how often the most frequent whole
    answer (side and both grades) was given. `seconds`: the median, None where no time was recorded. `flags`: names of
    the tests and rules that point at the person.
    """

    person: int
    annotations: int
    agreeing: int
    compared: int
    right: int
    controls: int
    left: int
    right_side: int
    same: int
    seconds: float | None
    flags: list[str]


def annotators(rows: Sequence[Judged], seconds: Mapping[int, float]) -> list[StudyAnnotator]:
    """Everybody, those with the most annotations first. `seconds`: assignment -> active seconds."""
    by_person: defaultdict[int, list[Judged]] = defaultdict(list)
    for row in rows:
        by_person[row.person].append(row)
    compared = _compared(rows)
    answers = {person: Counter(map(_whole, own)) for person, own in by_person.items()}
    everybody: Counter[tuple[str, str, str]] = sum(answers.values(), Counter())
    found = []
    for person, own in by_person.items():
        times = [seconds[row.assignment] for row in own if row.assignment in seconds]
        others = [seconds[row.assignment] for row in rows if row.person != person and row.assignment in seconds]
        one = _numbers(person, own, compared[person], answers[person], median(times) if times else None)
        flags = _flags(one, _Others.of(person, by_person, compared, answers[person], everybody), len(by_person))
        if one.seconds is not None and others and one.seconds < FASTER * median(others):
            flags.append(FAST)
        one.flags.extend(flags)
        found.append(one)
    return sorted(found, key=lambda one: (-one.annotations, one.person))


def _numbers(
    person: int,
    own: Sequence[Judged],
    agrees: Sequence[bool],
    answers: Counter[tuple[str, str, str]],
    seconds: float | None,
) -> StudyAnnotator:
    sides = Counter(row.side for row in own)
    controls = [row.choice == ORIGINAL for row in own if row.control]
    return StudyAnnotator(
        person=person,
        annotations=sum(not row.control for row in own),
        agreeing=sum(agrees),
        compared=len(agrees),
        right=sum(controls),
        controls=len(controls),
        left=sides[LEFT],
        right_side=sides[RIGHT],
        same=answers.most_common(1)[0][1],
        seconds=seconds,
        flags=[],
    )


@dataclass(frozen=True, slots=True)
class _Others:
    """All others together: how many agree with their others and how many controls are right, each of how many; and the
    share of the person's most frequent answer."""

    agreeing: tuple[int, int]
    right: tuple[int, int]
    same: float

    @classmethod
    def of(
        cls,
        person: int,
        rows: Mapping[int, Sequence[Judged]],
        compared: Mapping[int, Sequence[bool]],
        answers: Counter[tuple[str, str, str]],
        everybody: Counter[tuple[str, str, str]],
    ) -> _Others:
        agrees = [one for other, found in compared.items() if other != person for one in found]
        right = [row.choice == ORIGINAL for other, own in rows.items() if other != person for row in own if row.control]
        most = answers.most_common(1)[0][0]
        total = everybody.total() - answers.total()
        same = (everybody[most] - answers[most]) / total if total else 1.0
        return cls((sum(agrees), len(agrees)), (sum(right), len(right)), same)


def _flags(one: StudyAnnotator, others: _Others, people: int) -> list[str]:
    """The tests below the corrected alpha. The order of sources is drawn, so that whoever reads has no side."""
    limit, sides = ALPHA / TESTS / people, one.left + one.right_side
    tests = {
        ONE_SIDE: min(1.0, 2 * upper_tail(max(one.left, one.right_side), sides)) if sides else 1.0,
        AGAINST_OTHERS: fewer(one.agreeing, one.compared, *others.agreeing),
        CONTROLS: fewer(one.right, one.controls, *others.right),
    }
    flags = [name for name, p in tests.items() if p < limit]
    total = one.annotations + one.controls
    if total >= LEAST_SAME and one.same >= SAME_SHARE * total and MORE_OFTEN * others.same * total <= one.same:
        flags.append(SAME_ANSWER)
    return flags


def _compared(rows: Iterable[Judged]) -> dict[int, list[bool]]:
    """Person -> for each item on which the most frequent choice of the others is one alone, whether theirs is that."""
    by_item: defaultdict[int, list[Judged]] = defaultdict(list)
    for row in rows:
        if not row.control:
            by_item[row.item].append(row)
    found: defaultdict[int, list[bool]] = defaultdict(list)
    for of in by_item.values():
        for row in of:
            most = most_of([one.choice for one in of if one is not row], Majority.RELATIVE)
            if most:
                found[row.person].append(row.choice == most)
    return found


def _whole(row: Judged) -> tuple[str, str, str]:
    """The answer as the form has it, by side and not by source."""
    right = SUGGESTED if row.left == ORIGINAL else ORIGINAL
    return row.side or row.choice, row.grades[row.left], row.grades[right]
