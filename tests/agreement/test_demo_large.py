"""The simulated project: sound as data, the same again, and every planted defect shows."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from annotation.demo.large.claims import all_claims
from annotation.demo.large.people import Answer
from annotation.demo.large.setup import AlreadyThere, set_up_large
from annotation.demo.large.suggesting import Shown, led
from annotation.demo.large.workload import Done
from annotation.demo.large.world import make_club
from annotation.models import Assignment, Claim, Evidence, QaSample, Task, User, Verification
from annotation.quality.agreement.queries import agreement_report
from annotation.quality.agreement.result import Value
from annotation.quality.audit.durations import paces
from annotation.quality.audit.phrases import phrases
from annotation.quality.audit.pmi import associations
from annotation.quality.audit.queries import said, skips, submitted, times, verified
from annotation.quality.audit.rates import rates
from annotation.work.log_verification import Checked, broken_logs
from annotation.workflows.claim_generation.queries import reported_claims
from corpus.page.content_hash import is_pinned
from corpus.page.context import context_ids
from corpus.store import get_page
from tests.prepared import simulated_project


@pytest.fixture
def large(db):
    """60 annotators are too many for 1,500 claims: 30, of whom 20 verify, and more than half of the claims again."""
    return simulated_project(annotators=30, claims=1500, seed=4, qa=900)


@pytest.fixture
def small(db):
    project, _planted = simulated_project(annotators=9, claims=60, seed=2, qa=20)
    return project


def test_the_same_seed_gives_the_same_claims():
    def texts(seed):
        return [claim for _club, claim in all_claims([make_club(n, seed) for n in range(20)], 60, seed)]

    assert texts(3) == texts(3)
    assert texts(3) != texts(4)


class Reversed(frozenset[str]):
    """An equal set whose elements come in another order, as they do in another process."""

    def __iter__(self):
        return reversed(list(super().__iter__()))

    def __repr__(self):
        return f"frozenset({list(self)})"


def test_what_suggestions_do_is_the_same_in_every_process():
    shown = [Shown("at_once", (("A_sentence_0", "sentences", 1), ("A_sentence_1", "sentences", 2)))] * 40
    elements = [f"A_sentence_{n}" for n in range(6)]

    def work(kind):
        return [
            Done(n, 1, Answer("SUPPORTS", "Other", (kind(elements),), 60.0), datetime(2026, 3, 1)) for n in range(40)
        ]

    assert led(work(Reversed), shown, 0, 1) == led(work(frozenset), shown, 0, 1)


def test_it_is_sound(small):
    assert Claim.objects.filter(project=small).count() == 60
    assert not Task.objects.filter(assigned_count__gt=F("required_annotations")).exists()
    for verification in Verification.objects.select_related("submission__assignment__task"):
        assert verification.claim_id == verification.assignment.task.verification_item.claim_id
        assert verification.created_at == verification.assignment.ended_at
        assert verification.claim.author_id != verification.assignment.person_id
    reported_tasks = Task.objects.filter(project=small, verification_item__claim__reports__isnull=False)
    assert reported_tasks.exists() and not reported_tasks.filter(withdrawn_at__isnull=True).exists()
    several = Counter(Verification.objects.values_list("claim", flat=True))
    repeated = {claim: times for claim, times in several.items() if times > 1}
    assert repeated == dict(QaSample.objects.values_list("task__verification_item__claim", "ways"))
    assert 14 <= len(repeated) <= 26  # about 20 are asked for; blocks of draws end where the work does


def test_its_evidence_is_in_the_corpus_with_its_context(small):
    for evidence in Evidence.objects.all():
        page = get_page(small.corpus, evidence.page_title)
        assert evidence.context == context_ids(page, evidence.element_id)
        assert is_pinned(page, evidence.element_id, evidence.content_hash)


def test_its_logs_hold_together(small):
    checked = Checked()
    assert not list(broken_logs(Assignment.objects.all(), checked))
    assert checked.logs == Assignment.objects.count() > 60
    kinds = Assignment.objects.values_list("kind", "state").distinct()
    assert {("claim_generation", "submitted"), ("claim_verification", "submitted")} <= set(kinds)
    for name, state in (("finish", "submitted"), ("skip", "skipped"), ("report", "reported")):
        for assignment in Assignment.objects.filter(state=state)[:3]:
            names = list(assignment.operations.order_by("sequence").values_list("name", flat=True))
            assert (names[0], names[-1]) == ("start", name)


def test_every_planted_defect_shows(large):
    """In one test, since making the project is most of its time."""
    the_lazy_and_the_biased_agree_least(*large)
    the_broken_week_shows(*large)
    the_lazy_and_the_biased_say_one_thing_more_than_others(*large)
    fast_clicking_shows(*large)
    the_cue_word_shows(*large)
    the_writers_who_are_reported_and_who_skip_show(*large)


def the_lazy_and_the_biased_agree_least(project, planted):
    report = agreement_report(project, with_annotators=True)
    kappas = {report.names[row.person]: row.kappa.value for row in report.annotators.rows}
    lowest = sorted(kappas, key=kappas.get)[:3]
    assert {planted.lazy, planted.biased} <= set(lowest)


def the_broken_week_shows(project, planted):
    weeks = {group.name: group.kappa for group in agreement_report(project, by=["week"]).groups["week"]}
    assert len(weeks) == 12
    lowest = min(weeks, key=lambda week: weeks[week].value if isinstance(weeks[week], Value) else 2)
    assert lowest == planted.broken_week


def the_lazy_and_the_biased_say_one_thing_more_than_others(project, planted):
    rows = verified(project)
    assert high(said(rows, "NOT ENOUGH INFO")) == [planted.lazy]
    assert high(said(rows, "SUPPORTS")) == [planted.biased]


def fast_clicking_shows(project, planted):
    timed = times(submitted(project, "claim_verification"))
    suspicious = [pace.person for pace in paces(timed) if pace.is_suspicious]
    assert names(suspicious) == [planted.fast]


def the_cue_word_shows(project, planted):
    rows = verified(project)
    found = associations([phrases(row.text) for row in rows], [row.verdict for row in rows])
    cue = next(one for one in found if one.label == "REFUTES")
    assert cue.feature == planted.cue_word
    assert cue.is_notable


def the_writers_who_are_reported_and_who_skip_show(project, planted):
    assert high(reported_claims(project)) == [planted.careless_writer]
    highest = rates(skips(project, "claim_generation"))[0]
    assert names([highest.person]) == [planted.picky_writer]


def high(counts):
    return names([one.person for one in rates(counts) if one.is_high])


def names(people):
    return [User.objects.get(pk=person).username for person in people]


def test_it_is_made_once(small):
    with pytest.raises(AlreadyThere):
        set_up_large(annotators=9, claims=60, seed=2)


def test_the_command_says_what_is_planted(db):
    out = StringIO()
    call_command("demo_large", annotators=9, claims=60, qa=10, stdout=out)
    assert "is lazy" in out.getvalue()
    assert "allegedly" in out.getvalue()
    again = StringIO()
    call_command("demo_large", annotators=9, claims=60, stdout=again)
    assert "already exists" in again.getvalue()
    with pytest.raises(CommandError, match="at least 9"):
        call_command("demo_large", annotators=2)
