"""Quality of evidence rating, over AVeriTeC's own ratings: agreement, and every metric beside them."""

from __future__ import annotations

import csv
import json
import lzma
from collections import defaultdict
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from krippendorff import alpha
from scipy.stats import pearsonr, spearmanr

from annotation.models import Project
from annotation.projects.models import Role
from annotation.quality.agreement.result import Undefined, Value, ends_of, value_of
from annotation.quality.workflows.evidence_rating.agreement import OneRating, rating_report, ratings_of
from annotation.quality.workflows.evidence_rating.correlation import (
    RatedPoint,
    correlations,
    system_correlations,
    weighted_pearson,
    weighted_ranks,
)
from annotation.quality.workflows.evidence_rating.points import points_of
from annotation.workflows.evidence_rating.models import SLUG, EvidenceRating, EvidenceScore, RatedEvidence
from annotation.workflows.evidence_rating.queries import strings_of
from annotation.workflows.evidence_rating.scales import POINTS, scales
from baseline.scoring.averitec.metrics import METRICS
from tests.cast import member
from tests.frontend.html import select

ADDRESS = {"slug": "harbour"}


# --- Statistics alone ------------------------------------------------------------------------------------------------
def points(count: int = 60, systems: str = "A") -> list[RatedPoint]:
    random = np.random.default_rng(7)
    made = []
    for claim in range(count // len(systems)):
        for number, system in enumerate(systems):
            x = float(np.round(random.random(), 1))
            y = float(np.clip(np.round(1 + 4 * x + number + random.normal()), 1, 5))
            made.append(RatedPoint(f"{claim}", system, {"relevance": y}, {"meteor": x}))
    return made


def sides(of: list[RatedPoint]) -> tuple[list[float], list[float]]:
    return [one.metrics["meteor"] for one in of], [one.scores["relevance"] for one in of]


def test_correlations_are_scipys():
    made = points()
    (found,) = correlations(made, ["meteor"], ["relevance"], resamples=200)
    assert value_of(found.spearman) == pytest.approx(spearmanr(*sides(made)).statistic)
    assert value_of(found.pearson) == pytest.approx(pearsonr(*sides(made)).statistic)
    low, high = ends_of(found.spearman) or (0, 0)
    assert low < (value_of(found.spearman) or 0) < high and (found.spearman.items, found.claims) == (60, 60)


def test_a_draw_is_the_statistic_over_what_was_drawn():
    x, y = map(np.array, sides(points()))
    times = np.random.default_rng(1).integers(0, 3, size=len(x))
    weights = times[None].astype(float)
    drawn = np.repeat(x, times), np.repeat(y, times)
    ranks = weighted_ranks(x, weights), weighted_ranks(y, weights)
    assert weighted_pearson(*ranks, weights)[0] == pytest.approx(spearmanr(*drawn).statistic)
    assert weighted_pearson(x, y, weights)[0] == pytest.approx(pearsonr(*drawn).statistic)


def test_points_of_a_claim_are_drawn_together():
    """Five copies of each claim say no more than one."""
    once = points(40)
    copied = [RatedPoint(one.claim, system, one.scores, one.metrics) for one in once for system in "ABCDE"]
    (one,), (five,) = (correlations(some, ["meteor"], ["relevance"], resamples=400) for some in (once, copied))
    assert ends_of(five.spearman) == pytest.approx(ends_of(one.spearman), abs=1e-9)


def test_systems_are_compared_from_five_on():
    assert system_correlations(points(40, "ABCD"), ["meteor"], ["relevance"]) == []
    made = points(100, "ABCDE")
    (found,) = system_correlations(made, ["meteor"], ["relevance"], resamples=100)
    means = [np.mean([sides([one]) for one in made if one.system == name], axis=0).ravel() for name in "ABCDE"]
    assert value_of(found.spearman) == pytest.approx(spearmanr(*np.array(means).T).statistic)
    assert isinstance(found.spearman, Value) and (found.spearman.items, found.claims) == (5, 20)


def test_what_has_no_spread_has_no_correlation():
    made = [RatedPoint(f"{n}", "", {"relevance": 3.0}, {"meteor": n / 9}) for n in range(9)]
    (found,) = correlations(made, ["meteor"], ["relevance"], resamples=10)
    assert isinstance(found.spearman, Undefined) and isinstance(found.pearson, Undefined)


# --- AVeriTeC's ratings ----------------------------------------------------------------------------------------------
@pytest.fixture
def rated(project: Project, shared_data: Path) -> Project:
    project.workflows = [SLUG]
    project.save()
    call_command("import_dataset", str(shared_data / "averitec" / "evidence_ratings.jsonl.xz"), project="harbour")
    return project


@pytest.fixture
def managing(manager) -> Client:
    client = Client()
    client.force_login(manager)
    return client


def by_package(ratings: list[OneRating], value: Any, level: str) -> float:
    """Alpha of the package krippendorff, of items and raters."""
    people = sorted({one.person for one in ratings})
    rows: defaultdict[int, list[float]] = defaultdict(lambda: [np.nan] * len(people))
    for one in ratings:
        if (said := value(one)) is not None:
            rows[one.item][people.index(one.person)] = said
    return float(alpha(np.array(list(rows.values())).T, level_of_measurement=level))


@pytest.mark.django_db
def test_averitecs_ratings_have_the_alpha_of_krippendorff_and_their_metrics_on_a_page(rated, managing, manager):
    ratings = ratings_of(rated)
    assert (len(ratings), len({one.item for one in ratings}), len({one.person for one in ratings})) == (281, 221, 16)
    assert EvidenceRating.objects.exclude(major_error="none").exclude(scores={}).count() == 0
    several = [one for one in ratings if sum(other.item == one.item for other in ratings) > 1]
    found = rating_report(type("Rows", (), {"project": rated}))
    assert (found.items, found.several, found.ratings) == (221, 5, 281)
    for scale in found.scales:
        assert value_of(scale.alpha) == pytest.approx(
            by_package(several, lambda one, name=scale.name: one.scores.get(name), "ordinal")
        )
    verdicts = sorted({one.label for one in ratings})
    nominal = by_package(several, lambda one: verdicts.index(one.label), "nominal")
    assert value_of(found.verdicts.agreement["alpha"]) == pytest.approx(nominal)
    assert found.errors.counts == {"none": 250, "irrelevant": 25, "not understandable": 4, "empty": 2}
    assert [one.counts[-1] for one in found.scales] == [44, 83, 73, 92, 116]
    assert sum(one.ratings for one in found.raters) == 281

    page = reverse("quality-rating-metrics", kwargs=ADDRESS)
    assert not select(managing.get(page).text, '[data-test="all"]')
    items = RatedEvidence.objects.filter(project=rated).exclude(reference=None)
    EvidenceScore.objects.bulk_create(
        EvidenceScore(item=one, metric=name, value=METRICS[name].score(*map(strings_of, (one.evidence, one.reference))))
        for one in items
        for name in ("meteor", "evidence_f1")
    )  # fmt: skip
    made, left_out = points_of(rated)
    assert (len(made), sum(left_out.values()) + len(made)) == (74, 221)
    from annotation.results.store import forget

    forget()
    text = managing.get(page, {"metric": "meteor", "scale": "semantic_coverage"}).text
    assert len(select(text, '[data-test="all"] tbody tr')) == 2
    assert len(select(text, "#rating-scatter svg circle")) == len(made)
    table = managing.get(page, {"file": "rating-correlations.csv"}).text
    rows = {(row["metric"], row["scale"]): row for row in csv.DictReader(StringIO(table))}
    assert len(rows) == 2 * len(scales().names)
    both = [(one.metrics["meteor"], one.scores["semantic_coverage"]) for one in made]
    meteor = rows["meteor", "semantic_coverage"]
    assert float(meteor["spearman"]) == pytest.approx(spearmanr(*zip(*both, strict=True)).statistic, abs=1e-6)
    assert 0.05 < float(meteor["spearman_low"]) < 0.31 < float(meteor["spearman_high"]) < 0.6
    asked = managing.post(page)
    assert asked.status_code == 302
    from jobs.models import Job

    assert Job.objects.get(kind="rating_metrics").created_by_id == manager.pk


@pytest.mark.django_db
def test_only_managers_see_systems(project, managing):
    project.workflows = [SLUG]
    project.save()
    pair = {"question": "", "answer": "A"}
    rating: dict[str, Any] = {
        "claim": "It rained.",
        "system": "Zsystem",
        "predicted_evidence": [pair],
        "gold_evidence": ["A"],
    }
    rating |= {"id": 1, "rater": "r1", "major_error": "none", "verdict_from_evidence": "Supported"}
    rating |= dict.fromkeys(scales().names, 3)
    from django.core.files.uploadedfile import SimpleUploadedFile

    sent = SimpleUploadedFile("ratings.jsonl", json.dumps(rating).encode())
    assert managing.post(reverse("manage-rated-evidence", kwargs=ADDRESS), {"file": sent}).status_code == 302
    again = SimpleUploadedFile("ratings.jsonl", json.dumps(rating | {"coherence": 7, "rater": "r2"}).encode())
    answer = managing.post(reverse("manage-rated-evidence", kwargs=ADDRESS), {"file": again})
    assert answer.status_code == 400 and "coherence" in answer.text
    watching = Client()
    watching.force_login(member(project, "olga", Role.OBSERVER))
    for name, shown in (("quality-ratings", True), ("quality-rating-metrics", False)):
        assert ("Zsystem" in managing.get(reverse(name, kwargs=ADDRESS)).text) is shown
        assert "Zsystem" not in watching.get(reverse(name, kwargs=ADDRESS)).text


def test_the_command_says_the_same_of_a_file(shared_data, tmp_path, capsys):
    """Over the first rows, which are enough to compare."""
    with lzma.open(shared_data / "averitec" / "evidence_ratings.jsonl.xz", "rt", encoding="utf-8") as file:
        rows = [line for line in file if json.loads(line)["gold_evidence"]][:12]
    path = tmp_path / "ratings.jsonl"
    path.write_text("".join(rows) + '{"id": 1}\n')
    call_command("rating_correlations", str(path), "--json")
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert {one["metric"] for one in found["correlations"]} == {*METRICS}
    assert found["items"] + sum(found["left_out"].values()) == len({json.loads(row)["id"] for row in rows})
    assert "line 13" in said.err


def test_every_point_of_every_scale_stands_in_the_documentation():
    text = (Path(__file__).resolve().parents[2] / "docs" / "evidence-rating.md").read_text(encoding="utf-8")
    for scale in scales().scales:
        assert len(scale.points) == len(POINTS)
        assert all(word.said["en"] in text and word.said["de"] for word in (scale.label, scale.question, *scale.points))
