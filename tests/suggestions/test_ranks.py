"""The manager's page of the ranks of each suggestion, stage by stage."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from django.test import Client
from django.urls import reverse

from annotation.evidence.excerpts import excerpts
from annotation.models import Suggestion, SuggestionRun
from annotation.projects.models import Role
from annotation.suggestions.runner import Wanted, answer_for, store
from tests.cast import SECOND_SENTENCE, SENTENCE, member
from tests.frontend.html import select
from tests.suggestions.plugs import Found, One


@dataclass(frozen=True)
class At:
    stage: str
    rank: int
    score: float


@dataclass(frozen=True)
class Staged(One):
    stages: tuple[At, ...] = ()


class Reranking:
    """The second sentence was second in the retriever's order; the first one is beyond the depth of the stage."""

    version = "v1"

    def find(self, text: str) -> Found:
        up = (At("bm25", 2, 0.5), At("hybrank 1", 1, 0.9))
        first = Staged(SECOND_SENTENCE, model="hybrank 1", stages=up)
        return Found((first, replace(first, element=SENTENCE, rank=2, model="bm25", stages=(At("bm25", 1, 0.7),))))


@pytest.fixture
def claim(assignment):
    """A claim that has been looked for."""
    found = assignment.task.verification_item.claim
    assert store(found.project, Wanted(found.pk, found.text), "v1", answer_for(Reranking(), found.text))
    return found


def opened(client: Client, person, name: str, project, **more: int):
    client.force_login(person)
    return client.get(reverse(name, kwargs={"slug": project.slug, **more}))


def test_a_suggestion_is_stored_with_every_stage(claim):
    first, second = Suggestion.objects.order_by("rank")
    assert first.stages == [
        {"stage": "bm25", "rank": 2, "score": 0.5},
        {"stage": "hybrank 1", "rank": 1, "score": 0.9},
    ]
    assert [one["stage"] for one in second.stages] == ["bm25"]


def test_the_page_names_the_stage_that_placed_each_and_the_ranks_before_and_after(client, manager, project, claim):
    answer = opened(client, manager, "quality-suggestion-ranks", project, pk=claim.pk)
    rows = select(answer.text, "tr[data-element]")
    assert [(row.attributes["data-element"], row.attributes["data-placed-by"]) for row in rows] == [
        (SECOND_SENTENCE, "hybrank 1"),
        (SENTENCE, "bm25"),
    ]
    assert [cell.attributes["data-rank"] for cell in select(answer.text, "td[data-rank]")] == ["2", "1", "1", ""]
    assert not select(answer.text, "[data-old]")


def test_the_page_shows_the_words_of_each_suggestion_and_the_id_of_one_that_is_gone(client, manager, project, claim):
    found, _unknown = excerpts(project.corpus, [SECOND_SENTENCE])
    Suggestion.objects.filter(element_id=SENTENCE).update(element_id="Nowhere_sentence_0")
    answer = opened(client, manager, "quality-suggestion-ranks", project, pk=claim.pk)
    words, gone = select(answer.text, "tr[data-element] th")
    assert found[0]["text"] in words.text()
    assert "mark=" in select(answer.text, "tr[data-element] th a")[0].attributes["href"]
    assert gone.text() == "Nowhere_sentence_0"


def test_the_list_has_the_claim_and_the_overview_leads_to_it(client, manager, project, claim):
    answer = opened(client, manager, "quality-suggestion-claims", project)
    address = reverse("quality-suggestion-ranks", kwargs={"slug": project.slug, "pk": claim.pk})
    assert len(select(answer.text, "tr[data-claim]")) == 1
    assert address in answer.text
    overview = opened(client, manager, "quality-suggestions", project)
    assert reverse("quality-suggestion-claims", kwargs={"slug": project.slug}) in overview.text


def test_a_changed_claim_says_that_its_suggestions_are_old(client, manager, project, claim):
    type(claim).objects.filter(pk=claim.pk).update(text="Other words.")
    answer = opened(client, manager, "quality-suggestion-ranks", project, pk=claim.pk)
    assert select(answer.text, "[data-old]")


def test_old_suggestions_have_no_stages_and_a_claim_without_a_run_has_no_table(client, manager, project, claim):
    Suggestion.objects.update(stages=[])
    assert opened(client, manager, "quality-suggestion-ranks", project, pk=claim.pk).status_code == 200
    SuggestionRun.objects.all().delete()
    answer = opened(client, manager, "quality-suggestion-ranks", project, pk=claim.pk)
    assert answer.status_code == 200
    assert not select(answer.text, "table")
    assert opened(client, manager, "quality-suggestion-claims", project).status_code == 200


@pytest.mark.parametrize("who", ["verifier", "writer", "outsider", Role.ADJUDICATOR, Role.OBSERVER])
def test_only_managers_see_what_a_model_made_of_a_claim(who, client, request, project, claim):
    person = member(project, "somebody", who) if who in Role.values else request.getfixturevalue(who)
    assert opened(client, person, "quality-suggestion-ranks", project, pk=claim.pk).status_code == 404
    assert opened(client, person, "quality-suggestion-claims", project).status_code == 404
