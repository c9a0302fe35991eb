"""Job registry: decorated functions, found in the modules of the installed apps."""

from __future__ import annotations

import pytest

from jobs import registry
from jobs.enqueue import enqueue
from jobs.errors import DuplicateJob, UnknownJob
from jobs.models import Job
from jobs.registry import job


@pytest.fixture(autouse=True)
def functions(monkeypatch):
    monkeypatch.setattr(registry, "FUNCTIONS", dict(registry.FUNCTIONS))


def test_the_jobs_of_every_app_are_registered_by_autodiscovery():
    modules = {name: function.__module__ for name, function in registry.FUNCTIONS.items()}
    assert modules["build_index"] == "search.indexing.job"
    assert modules["make_release"] == "annotation.release.job"
    assert modules["draw_highlights"] == "annotation.workflows.claim_generation.sampling.job"


def test_modules_are_found_at_any_depth_of_an_app(tmp_path):
    for file in (
        "jobs.py",
        "deep/__init__.py",
        "deep/job.py",
        "deep/other_job.py",
        "deep/other.py",
        "no_package/job.py",
    ):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("")
    assert list(registry._modules("app", tmp_path)) == ["app.deep.job", "app.deep.other_job", "app.jobs"]


def test_a_second_function_of_one_name_is_refused():
    def first(context):
        return {}

    def second(context):
        return {}

    assert job("twice")(first) is job("twice")(first) is first
    with pytest.raises(DuplicateJob, match=r"twice.*first.*second"):
        job("twice")(second)


@pytest.mark.django_db
def test_an_unknown_job_cannot_be_enqueued():
    with pytest.raises(UnknownJob, match="make_tea"):
        enqueue("make_tea")
    assert not Job.objects.exists()
