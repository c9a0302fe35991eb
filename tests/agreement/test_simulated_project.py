"""The simulated project's rows are those that the real functions make, and its numbers those of other people's code."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from django.core.management import call_command
from krippendorff import alpha
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from annotation.models import Adjudication, Calibration, QaCounter, QaSample, Verification, VerificationItem
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.queries import agreement_report, items_of
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.audit.phrases import phrases
from annotation.quality.audit.pmi import associations
from annotation.quality.audit.queries import submitted, times, verified
from annotation.quality.calibration.results import results_of
from annotation.quality.sampling.blocks import annotators_per_item
from annotation.quality.sampling.reannotation import repeat_some
from annotation.release.feverous import released
from annotation.release.rule import Source
from annotation.release.summary import Counts
from annotation.vocabulary.tasks import Phase
from annotation.workflows.claim_verification import comparison
from annotation.workflows.kinds import TaskKind
from tests.cast import claim_of
from tests.official_checker import assert_official_code_reads
from tests.prepared import simulated_project

VERDICTS = ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]


@pytest.fixture
def simulated(db):
    project, _planted = simulated_project(annotators=12, claims=240, seed=5, qa=120, calibration=3, adjudications=25)
    return project


def test_its_rows_are_those_of_the_real_functions(simulated, tmp_path):
    """In one test, since making the project is most of its time."""
    repeated_work_was_drawn_as_quality_sampling_draws_it(simulated)
    a_person_s_next_draw_goes_on_where_the_simulation_ended(simulated)
    everybody_has_been_scored_has_read_and_is_approved(simulated)
    adjudicated_claims_are_released_and_the_official_checker_agrees(simulated, tmp_path)


def repeated_work_was_drawn_as_quality_sampling_draws_it(project):
    in_order = Verification.objects.filter(claim__project=project, claim__phase=0).order_by(
        "submission__created_at", "pk"
    )
    samples = {claim_of(sample).pk: sample for sample in QaSample.objects.select_related("task", "of")}
    people, done = defaultdict(int), set()
    for row in in_order.select_related("submission__assignment__task"):
        if row.claim_id in done:
            continue
        done.add(row.claim_id)
        person = row.assignment.person_id
        rate = Fraction(project.qa_rate)
        drawn = annotators_per_item(seed=project.qa_seed, annotator=person, ordinal=people[person], rate=rate)
        people[person] += 1
        sample = samples.pop(row.claim_id, None)
        assert (drawn == 1) == (sample is None)
        if sample is not None:
            assert (sample.ways, sample.of_id, sample.task.required_annotations) == (drawn, row.pk, drawn)
            assert sample.drawn_at == row.created_at
            assert Verification.objects.filter(claim=row.claim_id).count() == drawn
    assert samples == {}
    assert dict(QaCounter.objects.values_list("person", "counted")) == people
    assert set(QaSample.objects.values_list("ways", flat=True)) == {2, 3}


def a_person_s_next_draw_goes_on_where_the_simulation_ended(project):
    """The real function, asked again about the last verification of which somebody was the first."""
    items = VerificationItem.objects.filter(task__project=project, task__phase=0, task__assigned_count=1)
    single = set(items.values_list("claim", flat=True))
    asked = 0
    for turn in QaCounter.objects.filter(project=project):
        mine = Verification.objects.filter(submission__assignment__person=turn.person, claim__phase=0).order_by(
            "-submission__created_at"
        )
        firsts = [row for row in mine if not row.claim.verifications.filter(pk__lt=row.pk).exists()]
        if firsts and firsts[0].claim_id in single:
            QaCounter.objects.filter(pk=turn.pk).update(counted=turn.counted - 1)
            assert repeat_some(firsts[0]) is None
            assert QaCounter.objects.get(pk=turn.pk).counted == turn.counted
            asked += 1
    assert asked


def everybody_has_been_scored_has_read_and_is_approved(project):
    rows = list(Calibration.objects.filter(project=project))
    assert len(rows) == 8
    for row in rows:
        assert (row.phase, row.decision, set(row.feedback_seen)) == (3, "approved", {"1", "2"})
        assert len(row.items_read) == 6
        for phase in ("1", "2"):
            done = Verification.objects.filter(submission__assignment__person=row.person, claim__phase=int(phase))
            right = [one.verdict == one.assignment.task.gold.verdict for one in done]
            assert row.scores[phase]["accuracy"] == np.mean(right)
            assert row.scores[phase]["items"] == len(right) == 3
    assert results_of(project, "claim_verification", [Phase.FIRST, Phase.SECOND], None)


def adjudicated_claims_are_released_and_the_official_checker_agrees(project, out):
    decided = {one.claim_id: one for one in Adjudication.objects.filter(claim__project=project, is_current=True)}
    assert len(decided) == 25
    assert {one.kind for one in decided.values()} == {"one", "merged", "new"}
    call_command("export_dataset", "--project", project.slug, "--format", "feverous", str(out / "release"))
    released = [json.loads(line) for line in (out / "release/train.jsonl").read_text(encoding="utf-8").splitlines()]
    sources = [json.loads(line) for line in (out / "release/sources.jsonl").read_text(encoding="utf-8").splitlines()]
    adjudicated = {row["id"] for row in sources if row["source"] == "adjudicated"}
    assert adjudicated == set(decided)
    for row in released[1:]:
        if row["id"] in decided:
            assert row["label"] == decided[row["id"]].verdict
            assert [set(one["content"]) for one in row["evidence"]] == [
                {piece["element_id"] for piece in each} for each in decided[row["id"]].evidence_sets
            ]
    database = out / "corpus.db"
    call_command("export_corpus", str(database), "--corpus", project.corpus.slug)
    assert_official_code_reads(out / "release/train.jsonl", database)


def test_its_numbers_are_those_of_pandas_sklearn_and_statsmodels(simulated, tmp_path):
    """From the exported annotations alone: another way from the rows to the numbers."""
    call_command("export_dataset", str(tmp_path / "release"), "--project", simulated.slug, "--only", "tables")
    frame = pd.read_json(tmp_path / "release/annotations.jsonl", lines=True)
    frame = frame[frame["is_current"]].sort_values("annotation")
    several = frame[frame.groupby("id")["id"].transform("size") > 1]
    verdicts_agree_as_others_compute_it(simulated, several)
    evidence_agrees_as_others_compute_it(simulated, several)
    each_annotator_agrees_as_others_compute_it(simulated, several)
    weeks_agree_as_others_compute_it(simulated, several)
    words_and_times_are_those_of_pandas(simulated, frame)
    early_annotations_are_those_of_pandas(simulated, frame)


def early_annotations_are_those_of_pandas(project, frame):
    """The first so many of a person, repeated or not (figure 7b)."""
    place = frame.sort_values("handed_in").groupby("annotator").cumcount()
    several = frame.groupby("id")["id"].transform("size") > 1
    with pytest.MonkeyPatch.context() as patch:  # nobody has a hundred here
        patch.setattr(comparison, "FIRST_FULL_SCALE", 20)
        ours = [rating.is_early for item in items_of(project) for rating in item.ratings]
    assert (sum(ours), len(ours)) == ((several & (place < 20)).sum(), several.sum())
    assert 0 < sum(ours) < len(ours)


def test_the_audit_counts_the_claims_that_a_release_has(simulated):
    counted = {row.claim: row.verdict for row in AuditDataset(simulated).released}
    spoken = [one for read in released(simulated, Counts()) for one in read.spoken]
    assert counted == {one.claim.pk: one.verdict for one in spoken}
    assert {one.source for one in spoken} == set(Source) - {Source.FIRST}  # a setting that is off here
    assert len(counted) < len(verified(simulated))


def figures(project, **filters):
    return {one.name: one for one in agreement_report(project, Filters(**filters), with_annotators=True).figures}


def value(figure):
    return figure.result.value


def verdicts_agree_as_others_compute_it(project, several):
    of_all = figures(project)
    votes = several.groupby("id")["verdict"].agg(list)
    assert of_all["verdict.percent"].result.items == len(votes)
    pairs = [(a, b) for one in votes for n, a in enumerate(one) for b in one[n + 1 :]]
    assert value(of_all["verdict.percent"]) == pytest.approx(
        np.mean([np.mean([a == b for a, b in combinations(one, 2)]) for one in votes])
    )
    assert value(of_all["verdict.unanimous"]) == pytest.approx((votes.map(set).map(len) == 1).mean())
    nei = [VERDICTS[2] in pair for pair in pairs if pair[0] != pair[1]]
    assert value(of_all["verdict.not_enough"]) == pytest.approx(np.mean(nei))
    counts = np.array([[one.count(verdict) for verdict in VERDICTS] for one in votes])
    expected = alpha(value_counts=counts, level_of_measurement="nominal")
    assert value(of_all["verdict.alpha"]) == pytest.approx(expected)
    for number in (2, 3):
        chosen = votes[votes.map(len) == number]
        table, _categories = aggregate_raters(np.array(chosen.tolist()))
        assert value(of_all[f"verdict.fleiss_{number}"]) == pytest.approx(fleiss_kappa(table))
        assert value(figures(project, ways=number)["verdict.fleiss"]) == pytest.approx(fleiss_kappa(table))
    two = votes[votes.map(len) == 2]
    assert value(of_all["verdict.cohen"]) == pytest.approx(cohen_kappa_score(two.str[0], two.str[1]))
    challenges = several.groupby("id")["challenge"].agg(list)
    names = sorted(set(several["challenge"]))
    counts = np.array([[one.count(name) for name in names] for one in challenges])
    assert value(of_all["challenge.alpha"]) == pytest.approx(alpha(value_counts=counts, level_of_measurement="nominal"))


def evidence_agrees_as_others_compute_it(project, several):
    def dice(a, b):
        return max(2 * len(x & y) / (len(x) + len(y)) for x in a for y in b)

    sets = several["evidence"].map(lambda all_sets: [{one["element"] for one in each} for each in all_sets])
    rows = several.assign(sets=sets).groupby("id")["sets"].agg(list)
    best = pd.Series([dice(a, b) for one in rows for n, a in enumerate(one) for b in one[n + 1 :]])
    found = figures(project)
    assert value(found["evidence.identical"]) == pytest.approx((best == 1).mean())
    assert value(found["evidence.overlapping"]) == pytest.approx((best >= 0.7).mean())
    assert value(found["evidence.mean_overlap"]) == pytest.approx(best.mean())


def each_annotator_agrees_as_others_compute_it(project, several):
    report = agreement_report(project, with_annotators=True)
    joined = several.merge(several, on="id", suffixes=("", "_other"))
    joined = joined[joined["annotator"] != joined["annotator_other"]]
    kappas = [
        cohen_kappa_score(of["verdict"], of["verdict_other"], labels=VERDICTS)
        for _name, of in joined.groupby("annotator")
    ]
    ours = [row.kappa.value for row in report.annotators.rows]
    assert sorted(ours) == pytest.approx(sorted(kappas))
    assert report.annotators.mean.value == pytest.approx(np.mean(kappas))
    assert report.annotators.spread.value == pytest.approx(np.std(kappas, ddof=1))


def weeks_agree_as_others_compute_it(project, several):
    calendar = pd.to_datetime(several["handed_in"]).dt.isocalendar()
    week = calendar["year"].astype(str) + "-W" + calendar["week"].astype(str).str.zfill(2)
    last = several.assign(week=week).groupby("id").agg({"week": "max", "verdict": list})
    (groups,) = agreement_report(project, Filters(ways=2), ["week"]).groups.values()
    two = last[last["verdict"].map(len) == 2]
    expected = two.groupby("week")["verdict"].agg(lambda of: np.mean([a == b for a, b in of]))
    assert {group.name: group.percent.value for group in groups} == pytest.approx(expected.to_dict())


def words_and_times_are_those_of_pandas(project, frame):
    rows = verified(project)
    assert len(rows) == len(frame)
    found = associations([phrases(row.text) for row in rows], [row.verdict for row in rows], resamples=0)
    one = next(each for each in found if " " not in each.feature)
    has = frame["claim"].str.lower().str.contains(rf"(?<!\w){one.feature}(?!\w)")
    says = frame["verdict"] == one.label
    both, x, y = (has & says).mean(), has.mean(), says.mean()
    assert one.npmi.value == pytest.approx(np.log(both / (x * y)) / -np.log(both))
    assert Counter(row.verdict for row in rows) == frame["verdict"].value_counts().to_dict()
    taken = pd.Series([one.seconds for one in times(submitted(project, TaskKind.CLAIM_VERIFICATION))])
    assert taken.median() == pytest.approx(frame["seconds"].median())
    assert taken.sum() == pytest.approx(frame["seconds"].sum())
