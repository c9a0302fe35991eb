"""A project of 20 people and 2,000 claims with a lazy, a biased and a give-away annotator: each is seen on its page."""

from __future__ import annotations

import csv
import io
import random
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from statistics import mean

import numpy as np
import pytest
from django.db.models import F
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from annotation.claims.claim_importer import create_tasks
from annotation.models import Assignment, Claim, Evidence, HiddenItem, Project, Task, Verification
from annotation.projects.models import Role
from annotation.quality.agreement.result import ends_of, value_of
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.audit.rates import ALPHA
from annotation.quality.workflows.claim_verification.revalidation import revalidation
from annotation.quality.workflows.oracle_annotation.coverage import oracle_report
from annotation.release.workflows.claim_verification.report import blocks as revalidation_blocks
from annotation.release.workflows.oracle_annotation.report import blocks as oracle_blocks
from annotation.results.codec import decode, encode
from annotation.results.job import REPORTS
from annotation.workflows.oracle_annotation.models import OracleAnnotation
from annotation.workflows.oracle_annotation.tasks import SLUG
from tests.annotation.labelled import Labelled, people_of, store
from tests.cast import member

VALUES = ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
CLAIMS, PEOPLE, START = 2000, 20, datetime(2026, 11, 2, 9, tzinfo=UTC)
LAZY, BIASED = 0, 1  # of the annotators; the give-away writer is the first of the writers


def made(project: Project) -> Project:
    """Claims by ten writers, labelled by 20 annotators: a re-validated claim by five of them, an oracle claim by two
    and an oracle annotator, any other by one."""
    dice = random.Random(11)
    project.revalidation_share, project.oracle_share, project.workflows = 10, 5, [*project.workflows, SLUG]
    project.qa_seed = 5
    project.save()
    writers, people = people_of(project, 10, Role.CLAIM_WRITER), people_of(project, PEOPLE)
    (oracle,) = people_of(project, 1, Role.ORACLE)
    truth = [dice.choices(VALUES, (5, 4, 1))[0] for _ in range(CLAIMS)]
    texts = [f"Club {n} of town {n % 97} {_words(n, label)}." for n, label in enumerate(truth)]
    claims = [Claim(project=project, text=text, author=writers[n % 10]) for n, text in enumerate(texts)]
    create_tasks(project=project, claims=Claim.objects.bulk_create(claims, batch_size=500))
    tasks = list(
        Task.objects.filter(kind="claim_verification").select_related("verification_item__claim").order_by("pk")
    )
    hidden = dict(HiddenItem.objects.values_list("task", "kind"))
    rows = []
    for n, task in enumerate(tasks):
        number = {"revalidation": 5, "oracle": 2}.get(hidden.get(task.pk, ""), 1)
        for who in dice.sample(range(PEOPLE), number):
            at = START + timedelta(hours=n % 400, minutes=who)
            rows.append(Labelled(task, people[who], *_label(dice, n, who, truth[n]), at))
    for task in Task.objects.filter(kind=SLUG).select_related("oracle_item__claim"):
        n = texts.index(task.oracle_item.claim.text)
        found = [] if truth[n] == VALUES[2] else [f"Page {n}_sentence_{at}" for at in range(3)]
        rows.append(Labelled(task, oracle, truth[n], found, START))
    store(rows)
    return project


def _words(n: int, label: str) -> str:
    if n % 10 == 0 and label == "REFUTES":
        return "lost in 1950"  # the give-away writer's word
    return f"won season {n % 31} in {1900 + n % 90}"


def _label(dice: random.Random, n: int, who: int, truth: str) -> tuple[str, list[str]]:
    if who == LAZY and dice.random() < 0.8:
        return VALUES[2], []
    if who == BIASED and truth == "REFUTES" and dice.random() < 0.8:
        truth = "SUPPORTS"
    elif dice.random() < 0.1:
        truth = dice.choice(VALUES)
    elements = [f"Page {n}_sentence_{at}" for at in range(3) if dice.random() < 0.7]
    return truth, elements + ([f"Other {n}_sentence_0"] if dice.random() < 0.1 else [])


@pytest.fixture
def fever(project):
    return made(project)


def test_the_numbers_are_those_of_others_and_each_defect_is_on_its_page(fever, client):
    rows = AuditDataset(fever)
    again, oracle = revalidation(rows), oracle_report(rows)
    assert decode(encode([again, oracle])) == [again, oracle]
    assert None not in rows.types and None not in rows.evidence  # what oracles cite is nobody's verification
    _kappa_is_that_of_statsmodels(fever, again)
    _precision_and_recall_are_those_of_thirty_lines(oracle)
    people = {n: fever.memberships.filter(role="verifier").order_by("user")[n].user_id for n in (LAZY, BIASED)}
    in_order = sorted(again.by_person, key=lambda one: value_of(one.kappa))
    assert {int(one.name) for one in in_order[:2]} == set(people.values())
    assert int(min(oracle.by_person, key=lambda one: value_of(one.recall)).name) == people[LAZY]
    verdicts = REPORTS["verdicts"](rows)
    differing = {rate.person for rates in verdicts.values() for rate in rates if rate.p < ALPHA}
    assert differing == set(people.values())
    cues = {one.feature for one in REPORTS["words verdict"](rows) if one.label == "REFUTES"}
    assert "lost" in cues
    assert [len(blocks(lambda name: {"revalidation": again, "oracle": oracle}[name])) for blocks in BLOCKS] == [1, 1]
    _pages_show_them(fever, client, again, oracle)
    _hours_are_those_of_the_server(client)


BLOCKS = (revalidation_blocks, oracle_blocks)


def _kappa_is_that_of_statsmodels(project, again):
    answers = defaultdict(list)
    drawn = set(HiddenItem.objects.filter(kind="revalidation").values_list("task__verification_item__claim", flat=True))
    for claim, verdict in Verification.objects.filter(claim__in=drawn).values_list("claim", "verdict"):
        answers[claim].append(verdict)
    table, _values = aggregate_raters(np.array(list(answers.values())))
    assert (again.drawn, again.labelled, again.complete, again.verifications) == (200, 200, 200, 1000)
    assert value_of(again.kappa) == pytest.approx(fleiss_kappa(table), abs=1e-12)
    low, high = ends_of(again.kappa)
    assert low < value_of(again.kappa) < high < low + 0.2
    for one in again.by_label:
        binary = np.array([[given.count(one.label), 5 - given.count(one.label)] for given in answers.values()])
        assert value_of(one.kappa) == pytest.approx(fleiss_kappa(binary), abs=1e-12)
    assert sum(one.claims for one in again.by_pair) == 200 * 10
    assert sum(len(one.claims) for one in again.by_week) == 200 and len(again.by_week) == 3


def _precision_and_recall_are_those_of_thirty_lines(oracle):
    cited = defaultdict(set)
    for submission, element in Evidence.objects.values_list("evidence_set__submission", "element_id"):
        cited[submission].add(element)
    right = {one.claim_id: (one.verdict, cited[one.submission_id]) for one in OracleAnnotation.objects.all()}
    numbers = defaultdict(lambda: ([], [], []))
    missed = defaultdict(list)
    for one in Verification.objects.filter(claim__in=right).select_related("submission__assignment"):
        label, relevant = right[one.claim_id]
        given, both = cited[one.submission_id], cited[one.submission_id] & relevant
        missed[one.claim_id].append(relevant - given)
        at = one.submission.assignment.ended_at
        for key in ("", f"{one.submission.assignment.person_id}", at.strftime("%G-W%V"), at.date().isoformat()):
            numbers[key][0].append(len(both) / len(given) if given else 1.0)
            if relevant:
                numbers[key][1].append(len(both) / len(relevant))
            numbers[key][2].append(label == one.verdict)
    for one in (oracle.overall, *oracle.by_person, *oracle.by_week, *oracle.by_day):
        expected = [mean(values) if values else None for values in numbers.pop(one.name)]
        assert [value_of(one.precision), value_of(one.recall), value_of(one.label)] == pytest.approx(expected)
    assert not numbers and (oracle.drawn, oracle.annotated, oracle.compared) == (100, 100, 100)
    by_all = {claim: sorted(set.intersection(*sets)) for claim, sets in missed.items()}
    assert {one.claim: list(one.elements) for one in oracle.missed_by_all} == {c: e for c, e in by_all.items() if e}
    assert sum(len(one.missed) for one in oracle.rows) == sum(len(one) for sets in missed.values() for one in sets)


def _hours_are_those_of_the_server(client):
    Assignment.objects.update(created_at=F("ended_at") - timedelta(minutes=3), clock_jumped=60)
    address = "/p/harbour/quality/production/?kind=claim_verification&file=hours.csv"
    listed = list(csv.DictReader(io.StringIO(b"".join(client.get(address).streaming_content).decode())))
    assert sum(int(row["done"]) for row in listed) == Verification.objects.count()
    assert {round(float(row["hours"]) * 30 / int(row["done"]), 1) for row in listed} == {1.0}  # two minutes each
    assert {row["idle_hours"] == row["hours"] for row in listed} == {True}  # there is no log
    assert {row["week"] for row in listed} == {"2026-W45", "2026-W46", "2026-W47"}


def _pages_show_them(project, client, again, oracle):
    client.force_login(member(project, "otto", Role.OBSERVER))
    page = client.get("/p/harbour/quality/revalidation/")
    assert page.context["found"] == again and "otto" not in page.text.split("</header>")[-1]
    text = b"".join(client.get("/p/harbour/quality/revalidation/?file=pairs.csv").streaming_content).decode()
    assert sum(int(row["claims"]) for row in csv.DictReader(io.StringIO(text))) == 200 * 10
    page = client.get("/p/harbour/quality/oracle/")
    assert page.context["found"] == oracle
    for table, rows in (
        ("person", oracle.by_person),
        ("day", oracle.by_day),
        ("person_and_week", oracle.by_person_and_week),
    ):
        text = b"".join(client.get(f"/p/harbour/quality/oracle/?file={table}.csv").streaming_content).decode()
        listed = list(csv.DictReader(io.StringIO(text)))
        assert [row["precision"] for row in listed] == [str(value_of(one.precision)) for one in rows]
    person = next(one.person for one in oracle.rows if one.missed)
    for query, count in (("", len(oracle.missed_by_all)), (f"?person={person}", None)):
        page = client.get(f"/p/harbour/quality/oracle/missed/{query}")
        expected = sum(one.person == person and bool(one.missed) for one in oracle.rows) if count is None else count
        assert page.context["page"].paginator.count == expected
        assert client.get(page.context["rows"][0].address).status_code == 200
