"""The report of the citation study: the paper's p values, a simulated study with planted numbers, and the page."""

from __future__ import annotations

import json
from math import comb
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from krippendorff import alpha
from scipy import stats

from annotation.models import Membership
from annotation.projects.models import Role
from annotation.quality.agreement.result import ends_of, value_of
from annotation.quality.workflows.citation_study.annotators import annotators
from annotation.quality.workflows.citation_study.buckets import by_score
from annotation.quality.workflows.citation_study.majority import decide
from annotation.quality.workflows.citation_study.report import by_item, decided_on, report_over
from annotation.quality.workflows.citation_study.sign_test import fewer, sign_test
from annotation.workflows.citation_study.importing import add_items
from annotation.workflows.citation_study.models import StudySettings
from annotation.workflows.citation_study.queries import ORIGINAL, SUGGESTED, Judged, judged
from tests.cast import member
from tests.workflows.test_citation_study import item, judge, study  # noqa: F401

CLAIMS, PEOPLE, LAZY, CONTROLS = 2_016, 5, 4, 60
RULES = {"majority": "absolute", "ties": "open", "unit": "claim"}


@pytest.mark.parametrize(
    ("original", "suggested", "one", "two"),
    [(8, 20, 0.0178, 0.0357), (15, 30, 0.0178, 0.0357), (17, 28, 0.0676, 0.1352)],
)
def test_the_papers_p_is_that_of_8_to_20_and_15_to_30_and_not_of_17_to_28(original, suggested, one, two):
    """16 % and 26 % of 106 annotations are 17 and 28: the paper's P = 0.0178 is not theirs. .068 is one-tailed."""
    choices = [ORIGINAL] * original + [SUGGESTED] * suggested + ["neither"] * 3 + ["both", "open"]
    found = sign_test("annotation", choices)
    assert (found.n, found.neither, found.both, found.open) == (original + suggested, 3, 1, 1)
    assert found.total == len(choices)
    assert found.one_tailed == pytest.approx(one, abs=6e-5)
    assert found.two_tailed == pytest.approx(two, abs=1.2e-4)


def test_tails_of_few_of_many_and_of_none():
    assert sign_test("claim", ["both"]).one_tailed is None
    assert sign_test("claim", [ORIGINAL]).one_tailed == 1
    many = sign_test("annotation", [ORIGINAL] * 5_040 + [SUGGESTED] * 5_040)
    assert many.one_tailed == pytest.approx(0.504, abs=1e-3) and many.two_tailed == 1
    for suggested, n in ((700, 1_300), (90, 200), (0, 4)):
        exact = sum(comb(n, k) for k in range(suggested, n + 1)) / 2**n if n < 1_000 else 0.00303
        found = sign_test("annotation", [SUGGESTED] * suggested + [ORIGINAL] * (n - suggested)).one_tailed
        assert found == pytest.approx(exact, rel=0.01)
    assert fewer(1, 4, 9, 10) == pytest.approx((comb(10, 1) * comb(4, 3) + comb(4, 4)) / comb(14, 4))  # by hand
    assert fewer(0, 0, 3, 4) == 1


def test_majorities_and_ties():
    split = [ORIGINAL, SUGGESTED, SUGGESTED, "both", "neither"]
    assert decide(split, "absolute", "open") == "open"
    assert decide(split, "relative", "open") == SUGGESTED
    assert decide([ORIGINAL, SUGGESTED], "relative", "both") == "both"


def one(person: int, number: int, choice: str, left: str, *, control: str = "", score: float = 0.0) -> Judged:
    side = "" if choice in ("neither", "both") else "left" if choice == left else "right"
    grades = {name: "enough" if choice == name else "none" for name in (ORIGINAL, SUGGESTED)}
    reasons = {ORIGINAL: "paywall" if choice == SUGGESTED else "", SUGGESTED: ""}
    made = number * 10 + person
    return Judged(made, person, number, f"c{number}", control, choice, side, left, grades, reasons, {"original": score})


def simulated(seed: int = 27, claims: int = CLAIMS) -> list[Judged]:
    """On the worst tenth of the claims the truth is the suggested source in 70 %, else in 50 %; the readers find it
    in nine of ten cases. One of the five takes the source on the left, always. Controls are known answers."""
    random, rows = Random(seed), []
    for number in range(claims + CONTROLS):
        is_control = number >= claims
        share = 0.0 if is_control else 0.7 if number < claims // 10 else 0.5
        truth = SUGGESTED if random.random() < share else ORIGINAL
        for person in range(PEOPLE):
            left = random.choice([ORIGINAL, SUGGESTED])
            wrong = ORIGINAL if truth == SUGGESTED else SUGGESTED
            choice = left if person == LAZY else truth if random.random() < 0.9 else wrong
            control = "wrong_source" if is_control else ""
            rows.append(one(person, number, choice, left, control=control, score=number / 100))
    return rows


def test_a_simulated_study_gives_the_planted_numbers_and_names_the_lazy_one():
    rows = simulated()
    found = report_over(rows, {row.assignment: 30.0 for row in rows}, **RULES)
    assert (found.items, found.annotations, found.people) == (CLAIMS, CLAIMS * PEOPLE, PEOPLE)
    by = found.scores[0]
    assert (by.worst_tenth.size, sum(each.size for each in by.buckets), len(by.buckets)) == (202, CLAIMS, 10)
    low, high = ends_of(by.worst_tenth.share)
    assert low < 0.7 < high
    whole = ends_of(found.all.share)
    assert whole[0] < 0.52 < whole[1]
    assert value_of(by.worst_tenth.share) - value_of(by.buckets[-1].share) > 0.1
    assert {each.person: each.flags for each in found.annotators if each.flags} == {
        LAZY: ["one_side", "against_others", "controls", "same_answer"]
    }
    assert [each.right / each.controls > 0.8 for each in found.annotators if each.person != LAZY] == [True] * 4
    assert list(found.tests) == ["claim", "annotation"]
    claim, annotation = (found.tests[unit].test for unit in found.tests)
    assert (claim.total, annotation.total) == (CLAIMS, CLAIMS * PEOPLE)
    assert claim.open + claim.neither + claim.both == CLAIMS - claim.n
    assert all(0 <= each.one_tailed <= each.two_tailed <= 1 or each.one_tailed > 0.5 for each in (claim, annotation))
    question = found.questions[0].agreement
    assert {"fleiss", "alpha"} <= set(question)
    assert ends_of(question["fleiss"])[0] < value_of(question["fleiss"]) < ends_of(question["fleiss"])[1]
    assert found.reasons[ORIGINAL]["none"]["paywall"] > 1_000
    only = found.controls[1]
    assert (only.control, only.items, only.annotations) == ("wrong_source", CONTROLS, CONTROLS * PEOPLE)


def test_nobody_is_named_where_everybody_reads():
    """Alpha is divided by people and tests: of twenty such studies one may flag somebody."""
    honest = ([row for row in simulated(seed, claims=200) if row.person != LAZY] for seed in range(20))
    assert sum(any(each.flags for each in annotators(rows, {})) for rows in honest) <= 1


def test_equal_scores_stay_in_one_bucket():
    rows = [one(0, number, SUGGESTED, ORIGINAL, score=float(number > 4)) for number in range(30)]
    decided = [decided_on(of, "absolute", "open") for of in by_item(rows).values()]
    found = by_score(decided, "original")
    assert [(each.low, each.high, each.size) for each in found.buckets] == [(0, 0, 5), (1, 1, 25)]
    assert (found.worst_tenth.size, by_score(decided, "nowhere").without) == (5, 30)


@pytest.mark.django_db
def test_a_study_from_import_to_report(study, manager):  # noqa: F811
    """Six claims and three people, one of whom takes the left side; the page is for managers who judge nothing."""
    StudySettings.objects.create(project=study, annotators=3, unit="annotation")
    add_items(study, [item(number, scores={"original": number}) for number in range(6)], None)
    people = [member(study, name, Role.VERIFIER) for name in ("vera", "viktor", "lazy")]
    for _ in range(6):
        judge(study, people[0])
        judge(study, people[1])
        judge(study, people[2], "left")
    address = reverse("quality-citation-study", args=["harbour"])
    client = Client()
    client.force_login(manager)
    assert client.get(address).status_code == 200
    found = json.loads(client.get(address, {"file": "citation-study.json"}).content)
    left = sum(row.side == "left" and row.choice == SUGGESTED for row in judged(study) if row.person == people[2].pk)
    test = found["tests"][0]
    assert (test["unit"], test["suggested"], test["original"], test["total"]) == (
        "annotation",
        12 + left,
        6 - left,
        18,
    )
    assert found["tests"][1]["suggested"] == 6
    assert [each["size"] for each in found["scores"][0]["buckets"]] == [1] * 6
    for name in ("study-preference.csv", "study-preference.svg", "study-original.csv", "study-agreement.csv"):
        assert client.get(address, {"file": name}).status_code == 200
    assert b"viktor" in client.get(address, {"file": "study-annotators.csv"}).content
    for person in (member(study, "olga", Role.OBSERVER), member(study, "ada", Role.ADJUDICATOR), people[0]):
        if person == people[0]:  # who has judged, and leads the project now
            Membership.objects.create(project=study, user=person, role=Role.MANAGER)
        client.force_login(person)
        assert client.get(address).status_code == 404


def test_p_values_and_agreement_are_those_of_the_reference_packages():
    """On made data with ties, "neither", annotators that are missing, and items of one annotation or none."""
    random = Random(5)
    for n in (1, 2, 28, 106, 999, 1_000, 5_000):
        k = min(n, max(0, round(random.gauss(n / 2, n**0.5))))
        test = sign_test("claim", [SUGGESTED] * k + [ORIGINAL] * (n - k) + ["both", "neither", "open"])
        assert test.one_tailed == pytest.approx(stats.binomtest(k, n, 0.5, "greater").pvalue, rel=1e-9)
        assert test.two_tailed == pytest.approx(stats.binomtest(k, n, 0.5).pvalue, rel=1e-9)
        others = random.randrange(n)
        counts = [[k, n - k], [others, n - others]]
        assert fewer(k, n, others, n) == pytest.approx(stats.fisher_exact(counts, "less").pvalue, abs=1e-9)
    choices = [ORIGINAL, SUGGESTED, "both", "neither"]
    rows = [
        one(person, number, random.choice(choices), random.choice(choices[:2]))
        for number in range(60)
        for person in range(PEOPLE)
        if random.random() > 0.4
    ]
    agreement = {each.name: each.agreement for each in report_over(rows, {}, **RULES).questions}
    for name, levels, measure, level in (
        ("preference", choices, "alpha", "nominal"),
        (SUGGESTED, ["enough", "partial", "none"], "ordinal", "ordinal"),
    ):
        answers = [[float("nan")] * 60 for _ in range(PEOPLE)]
        for row in rows:
            answers[row.person][row.item] = levels.index(row.choice if name == "preference" else row.grades[name])
        domain = range(len(levels))
        expected = alpha(answers, value_domain=list(domain), level_of_measurement=level)
        assert value_of(agreement[name][measure]) == pytest.approx(expected, abs=1e-9)
