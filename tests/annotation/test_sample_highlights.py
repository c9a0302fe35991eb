"""Highlights into the writers' queue: `sample_highlights` and its command."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Highlight, HighlightSample, Task
from annotation.projects.data_version import data_version
from annotation.workflows.claim_generation.sampling.sample import sample_highlights
from annotation.workflows.kinds import TaskKind
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page

pytestmark = pytest.mark.both_databases

ROWS = "\n".join(f"|-\n| club {n} || {n}" for n in range(6))


@pytest.fixture
def project(project):
    """The Harbour project over a corpus of thirty more pages, each with sentences and a table to draw."""
    records = []
    for n in range(30):
        text = "The club won all of its matches. " * 5
        built = build_page(f"Club {n}", f'{text}\n{{| class="wikitable"\n{ROWS}\n|}}').page
        assert built is not None
        records.append(PageRecord(built, revision=n))
    save_pages(project.corpus, records)
    project.highlight_settings = {"infobox": 0}
    project.save()
    return project


def drawn(project):
    return list(Highlight.objects.filter(project=project).order_by("id").values_list("page_title", "element_ids"))


def test_each_highlight_becomes_one_task(project):
    before = data_version(project.pk)
    sample_highlights(project=project, size=9, seed=1)
    assert data_version(project.pk) > before
    tasks = Task.objects.filter(project=project, kind=TaskKind.CLAIM_GENERATION)
    assert tasks.count() == 9
    assert {task.required_annotations for task in tasks} == {1}
    assert Highlight.objects.filter(kind="sentences").count() == 3


def test_without_a_workflow_that_samples_the_command_says_so(project, settings):
    settings.ATTEST_WORKFLOWS = ["annotation.workflows.claim_verification.workflow.WORKFLOW"]
    with pytest.raises(CommandError, match="ATTEST_WORKFLOWS"):
        call_command("sample_highlights", "--project", project.slug)


def test_a_page_is_used_once_over_all_draws(project):
    for seed in range(4):
        sample_highlights(project=project, size=10, seed=seed)
    titles = [title for title, _ in drawn(project)]
    assert len(titles) == len(set(titles)) == 30


def test_the_same_seed_gives_the_same_highlights_whatever_order_the_database_has(project):
    first = sample_highlights(project=project, size=8, seed=5)
    before = drawn(project)
    Task.objects.filter(project=project).delete()
    Highlight.objects.filter(project=project).delete()
    HighlightSample.objects.all().delete()
    page = project.corpus.pages.order_by("id").first()
    page.pk = None  # the first row becomes the last
    project.corpus.pages.order_by("id").first().delete()
    page.save()
    again = sample_highlights(project=project, size=8, seed=5)
    assert drawn(project) == before
    assert first.report == again.report


def test_trying_keeps_nothing(project):
    sampled = sample_highlights(project=project, size=8, seed=5, only_try=True)
    assert sampled.report.drawn == 8
    assert (drawn(project), Task.objects.count(), HighlightSample.objects.count()) == ([], 0, 0)


def test_only_the_listed_pages_are_drawn_and_unknown_ones_are_named(project, tmp_path, capsys):
    (tmp_path / "titles.txt").write_text("Club 3\nclub_4\n\nNo such club\nClub 3\n", encoding="utf-8")
    call_command("sample_highlights", project=project.slug, size=5, seed=1, titles_from=tmp_path / "titles.txt")
    assert {title for title, _ in drawn(project)} == {"Club 3", "Club 4"}
    out, err = capsys.readouterr()
    assert "No such club" in err
    assert "2 highlights drawn of 5 wanted" in out


def test_excluded_pages_are_not_drawn(project, tmp_path):
    others = tmp_path / "others.txt"
    others.write_text("club_3\nA table of another data set\n", encoding="utf-8")
    call_command("sample_highlights", project=project.slug, size=50, seed=1, exclude_titles_from=others)
    titles = {title for title, _ in drawn(project)}
    assert "Club 3" not in titles and "Club 4" in titles
    assert HighlightSample.objects.get().excluded == ["Club 3"]
    only = sample_highlights(project=project, size=5, seed=2, titles=["Club 3"], excluded=["Club 3"], only_try=True)
    assert (only.report.drawn, only.used) == (0, ())


def test_the_report_is_kept_with_the_sample_and_printed_as_json(project, capsys):
    call_command("sample_highlights", project=project.slug, size=6, seed=3, json=True)
    printed = json.loads(capsys.readouterr().out)
    sample = HighlightSample.objects.get()
    assert (sample.seed, printed["seed"], printed["drawn"]) == (3, 3, 6)
    assert sample.report["distributions"] == printed["distributions"]
    assert sample.settings["infobox"] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"size": 0}, "--size: "),
        ({"seed": -1}, "--seed: "),
        ({"titles_from": "nowhere.txt"}, "nowhere.txt cannot be read"),
    ],
)
def test_arguments_that_cannot_be_used_are_explained(project, arguments, words, tmp_path):
    if "titles_from" in arguments:
        arguments = {"titles_from": tmp_path / arguments["titles_from"]}
    with pytest.raises(CommandError, match=words):
        call_command("sample_highlights", project=project.slug, **arguments)


def test_settings_that_cannot_be_used_are_named_with_the_project(project):
    project.highlight_settings = {"least_rows": 90}
    project.save()
    with pytest.raises(CommandError, match=r"project harbour are invalid\. least_rows"):
        call_command("sample_highlights", project=project.slug)
