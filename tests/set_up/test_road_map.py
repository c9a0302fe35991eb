"""The road map names what is missing, by what the workflows of the project need."""

from __future__ import annotations

import pytest
from django.conf import settings as django_settings

from annotation.models import Highlight, Project
from annotation.projects.models import Role
from annotation.set_up.road_map import State, missing_steps, road_map
from annotation.vocabulary.tasks import Phase
from annotation.work.guidelines import write_guidelines
from annotation.workflows.models import GenerationItem
from search.indexing.build import build_index
from tests.annotation.gold import gold_phase
from tests.cast import SENTENCE, member
from tests.frontend.html import select

PAGE = "/p/harbour/manage/set-up/"


def states(project: Project) -> dict[str, str]:
    return {step.name: step.state.value for step in road_map(Project.objects.get(pk=project.pk))}


def missing(project: Project) -> set[str]:
    return {name for name, state in states(project).items() if state == State.MISSING}


def test_each_step_is_done_once_it_is(project, manager):
    project.calibration = True
    project.save()
    verifying, writing = "calibration-claim_verification", "calibration-claim_generation"
    assert missing(project) == {"index", "people", verifying, writing, "work-claim_generation", "overlap"}
    build_index(project.corpus)
    member(project, "wilma", Role.CLAIM_WRITER)
    member(project, "vincent", Role.VERIFIER)
    highlight = Highlight.objects.create(
        project=project, kind="sentences", page_title="Harbour League", element_ids=[SENTENCE]
    )
    GenerationItem.objects.create_tasks(project, [highlight])
    gold_phase(project, Phase.FIRST)
    assert verifying in missing(project)  # one phase is not enough
    gold_phase(project, Phase.SECOND)
    project.qa_rate = "0.1"
    project.save()
    assert missing(project) == {writing}
    project.calibration = False
    project.save()
    assert missing_steps(project) == 0
    write_guidelines(project=project, kind="claim_verification", text="Read the page.\n", author=manager)
    assert states(project)["guidelines-claim_verification"] == "done"


def test_a_project_of_labels_alone_needs_neither_corpus_nor_highlights(project, manager, settings, client):
    settings.ATTEST_WORKFLOWS = [*django_settings.ATTEST_WORKFLOWS, "tests.workflows.toy.workflow.WORKFLOW"]
    project.workflows = ["toy"]
    project.save()
    assert set(states(project)) == {"guidelines-toy", "people", "calibration-toy", "attention-toy", "work-toy"} & set(
        states(project)
    )
    assert {"corpus", "index", "overlap", "suggestions"}.isdisjoint(states(project))
    client.force_login(manager)
    assert client.get(PAGE).status_code == 200


def test_the_page_links_every_step_and_home_says_what_is_missing(project, manager, client):
    client.force_login(manager)
    page = client.get(PAGE).text
    rows = select(page, "[data-step]")
    assert {row.attributes["data-step"] for row in rows} == set(states(project))
    for link in select(page, ".steps a"):
        assert client.get(link.attributes["href"]).status_code == 200, link.attributes["href"]
    (said,) = select(client.get("/p/harbour/manage/").text, "[data-missing-steps]")
    assert said.attributes["data-missing-steps"] == str(len(missing(project)))


@pytest.mark.parametrize("pages", [1, 400])
def test_the_map_asks_as_often_whatever_the_size(project, manager, django_assert_max_num_queries, pages):
    highlights = Highlight.objects.bulk_create(
        Highlight(project=project, kind="sentences", page_title=f"Page {n}", element_ids=[SENTENCE])
        for n in range(pages)
    )
    GenerationItem.objects.create_tasks(project, highlights)
    with django_assert_max_num_queries(20):
        road_map(project)
