"""The citations of a project: worst first under any filter, decisions that are never lost, task lists and wikitext."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from annotation.citations.decisions import current
from annotation.citations.models import CitationDecision
from annotation.citations.source_pages import passages_of
from annotation.models import Project
from annotation.projects.models import Role
from annotation.workflows.citation_study.models import SLUG, StudyExclusion, StudyItem
from corpus.citations import sources
from corpus.models import CitationState, CitationSuggestion, StoredCitation
from corpus.page.page_json import page_from_stored
from corpus.web.addresses import page_key
from frontend.views.citations.marking import passage_parts
from tests.cast import member
from tests.citations.making import BETTER, CITED, checked, citation, web_corpus, web_page

pytestmark = pytest.mark.django_db
LIST = "/p/harbour/citations/"


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


@pytest.fixture
def at(manager) -> Client:
    client = Client()
    client.force_login(manager)
    return client


def keys(answer) -> list[int]:
    return [row.citation.pk for row in answer.context["rows"]]


def decide(at: Client, of: StoredCitation, choice: str, seen: int | None = None, note: str = "", **follow: bool):
    sent = {"choice": choice, "note": note, "seen": "" if seen is None else seen}
    return at.post(f"{LIST}{of.pk}/decide/", sent, **follow)


@pytest.fixture
def many(project) -> list[int]:
    """Keys of 60 citations in the order of the list: 40 checked ones, worst first, then 20 without a check."""
    made = [citation(project, n, fails=(n % 10) / 10 if n < 40 else None, depth=n % 7 - 1) for n in range(60)]
    made.sort(key=lambda one: (one.fails is None, -(one.fails or 0), one.pk))
    return [one.pk for one in made]


def test_pages_of_the_list_follow_each_other_both_ways(at, many):
    seen, query = [], ""
    for _ in range(3):
        answer = at.get(LIST + query)
        seen.append(keys(answer))
        query = f"?after={answer.context['listed'].after}"
    assert sum(seen, []) == many and answer.context["listed"].after is None
    back = at.get(f"{LIST}?before={answer.context['listed'].before}")
    assert keys(back) == seen[1]
    assert keys(at.get(f"{LIST}?before={back.context['listed'].before}")) == seen[0]
    for nonsense in ("x", "nan_3", "0.5_", "0.5_99999999999999999999", "inf_2"):
        assert keys(at.get(LIST, {"after": nonsense})) == seen[0]


def test_each_filter_narrows_the_list(at, project):
    first = citation(project, 0, fails=0.95, depth=6, tag="failed_verification", tags=["failed_verification"])
    second = citation(project, 1, fails=0.3, domain="other.example", section="Seasons", depth=0)
    third = citation(project, 2, state=CitationState.PAYWALL, depth=-1, section="", domain="")
    made = {"a": first.pk, "b": second.pk, "c": third.pk}
    decide(at, second, "cannot_tell")
    wanted = {
        "bucket=90-100": "a",
        "bucket=25-50": "b",
        "bucket=none": "c",
        "bucket=unknown": "",
        "depth=4": "a",
        "depth=0": "b",
        "depth=-1": "c",
        "tag=failed_verification": "a",
        "domain=www.Other.example": "b",
        "section=Seasons": "b",
        "state=paywall": "c",
        "decided=yes": "b",
        "decided=no": "ac",
        "decided=cannot_tell": "b",
        "decided=accepted": "",
        "article=No_page": "",
        "article=Harbour_League": "abc",
        "article=%5B%5D": "",
        "article=%00": "abc",
        "state=nonsense": "abc",
        "state=unresolved&bucket=90-100": "a",
    }
    for query, names in wanted.items():
        assert keys(at.get(f"{LIST}?{query}")) == [made[name] for name in names], query


def test_a_page_asks_as_often_for_many_citations_as_for_few(at, project, django_assert_max_num_queries, many):
    at.get(LIST)  # the counts are kept
    with django_assert_max_num_queries(16):
        assert len(keys(at.get(f"{LIST}?decided=no"))) == 25


def test_a_source_is_accepted_and_its_wikitext_is_ready(at, project):
    found = checked(project)
    suggestion = CitationSuggestion.objects.get(citation=found, place=0)
    shown = at.get(f"{LIST}{found.pk}/")
    assert [one.suggestion.place for one in shown.context["sources"]] == [0, 1]
    assert [part.text for part in shown.context["cited"].lacks if part.kind] == ["founded", "1921"]
    assert [one.has_all_words for one in shown.context["sources"]] == [False, False]
    assert shown.text.count("citation-lacks") == 2
    assert [part.text for part in shown.context["sources"][0].passage if part.kind] == [
        "Anna",
        "Berg",
        "founded",
        "1921",
    ]
    answer = decide(at, found, f"accepted:{suggestion.pk}", note="from the archive", follow=True)
    text = answer.context["wikitext"]
    assert text.startswith("<ref>{{cite web |url=https://league.example/history%7C1921 |title=History {{!}} League |")
    assert "|archive-url=https://web.archive.org/web/20200102030405/https://league.example/history%7C1921 " in text
    assert "|archive-date=2020-01-02 |access-date=20" in text and text.endswith("}}</ref>")
    kept = CitationDecision.objects.get()
    assert (kept.article, kept.revision, kept.old["url"], kept.new["url"]) == ("Harbour League", 100, CITED, BETTER)


def test_the_newest_decision_holds_and_none_is_lost(at, project, manager):
    found = checked(project)
    first = decide(at, found, "not_better")
    assert first.status_code == 302
    one = CitationDecision.objects.get()
    assert decide(at, found, "source_wrong").status_code == 409  # the page showed no decision
    assert decide(at, found, "source_wrong", one.pk).status_code == 302
    two = current(project).get()
    assert two.choice == "source_wrong"
    assert decide(at, found, "undone", two.pk).status_code == 302
    assert not current(project).exists() and CitationDecision.objects.count() == 3
    for choice in ("undone", "accepted", "accepted:999999", "nonsense", ""):
        assert decide(at, found, choice).status_code == 400
    assert decide(at, found, "cannot_tell", note="x" * 2_001).status_code == 400
    assert CitationDecision.objects.count() == 3
    for act in (lambda: CitationDecision.objects.update(note="y"), lambda: CitationDecision.objects.all().delete()):
        with pytest.raises(DatabaseError), transaction.atomic():
            act()


def test_decisions_outlive_the_citations_they_were_about(at, project):
    found = checked(project)
    suggestion = CitationSuggestion.objects.get(citation=found, place=0)
    decide(at, found, f"accepted:{suggestion.pk}")
    StoredCitation.objects.all().delete()  # as a new import of the article does
    page = at.get(f"{LIST}decisions/")
    assert page.status_code == 200 and len(page.context["rows"]) == 1
    rows = list(csv.DictReader(io.StringIO(at.get(f"{LIST}decisions/?file=csv").getvalue().decode())))
    lines = [json.loads(line) for line in at.get(f"{LIST}decisions/?file=jsonl").getvalue().decode().splitlines()]
    for task in (*rows, *lines):
        said = [task[name] for name in ("article", "decision", "old_url", "new_url", "decided_by", "element")]
        assert said == ["Harbour League", "accepted", CITED, BETTER, "maya", "Harbour League_sentence_0"]
    wikitext = at.get(f"{LIST}decisions/?file=wikitext").getvalue().decode()
    assert "== Harbour League ==" in wikitext and "§ History" in wikitext and "{{cite web |url=" in wikitext


def test_a_project_sees_no_sources_of_web_pages_that_it_does_not_search(project, manager, at):
    found = checked(project)
    other = Project.objects.create(slug="other", name="Other", corpus=project.corpus)
    web_corpus(other, "elsewhere")
    editor = member(other, "edith", Role.ADJUDICATOR)
    client = Client()
    client.force_login(editor)
    suggestion = CitationSuggestion.objects.get(citation=found, place=0)
    shown = client.get(f"/p/other/citations/{found.pk}/")
    assert shown.context["sources"] == [] and shown.context["cited"].page is None
    for query in ("", f"?suggestion={suggestion.pk}"):
        assert client.get(f"/p/other/citations/{found.pk}/source/{query}").status_code == 404
        assert at.get(f"/p/harbour/citations/{found.pk}/source/{query}").status_code == 200
    sent = {"choice": f"accepted:{suggestion.pk}"}
    assert client.post(f"/p/other/citations/{found.pk}/decide/", sent).status_code == 400


def test_an_address_that_runs_is_never_a_link(at, project):
    found = citation(project, url="javascript:alert(1)", archive_url="data:text/html,x", title="")
    page = at.get(f"{LIST}{found.pk}/").text
    assert 'href="javascript' not in page and 'href="data' not in page


def test_a_publication_without_address_is_described_and_linked_by_its_identifier(at, project):
    found = citation(project, url="", fields={"doi": "10.1086/523640"}, text="Dupont. Prices of fish. ApJ. 2007")
    page = at.get(f"{LIST}{found.pk}/").text
    assert 'href="https://doi.org/10.1086/523640"' in page and "Dupont. Prices of fish. ApJ. 2007" in page


def test_without_citations_the_page_says_so_and_the_place_is_not_in_the_navigation(at, project):
    assert at.get(LIST).context["summary"].total == 0
    assert reverse("citations", args=["harbour"]) not in at.get("/p/harbour/manage/").text
    citation(project)
    assert reverse("citations", args=["harbour"]) in at.get("/p/harbour/manage/").text


def test_citations_are_sent_to_the_study_and_who_made_the_items_judges_none(at, project, manager):
    found = checked(project)
    citation(project, 1, fails=0.9)  # without a better source
    assert at.post(f"{LIST}to-study/", {"size": 5, "seed": 1}).status_code == 200  # no study: nothing is sent
    project.workflows = [*project.workflows, SLUG]
    project.save()
    editor = member(project, "edith", Role.ADJUDICATOR)
    client = Client()
    client.force_login(editor)
    decide(client, found, "cannot_tell")
    assert at.post(f"{LIST}to-study/?bucket=90-100", {"size": 5, "seed": 1}).status_code == 302
    item = StudyItem.objects.get()
    assert (item.claim_id, item.title, item.section) == (str(found.pk), "Harbour League", "History")
    assert item.text == f"{found.claim} [CIT]" and item.scores["support_cited"] == pytest.approx(0.03)
    assert (item.original["url"], item.original["selected"]) == (CITED, 1)
    assert (item.suggested["url"], item.suggested["passages"][1]) == (BETTER, "Anna Berg founded it in 1921.")
    left_out = set(StudyExclusion.objects.values_list("person", "reason"))
    assert left_out == {(editor.pk, "decided"), (manager.pk, "imported")}
    at.post(f"{LIST}to-study/", {"size": 5, "seed": 2})
    assert StudyItem.objects.count() == 1


def foreign(project, number: int, language: str = "de", **values: object) -> StoredCitation:
    """A citation whose source is in another language, as a check leaves it."""
    given = {"state": CitationState.AVAILABLE, "language": language, "missing": [[47, 51, "date"]], **values}
    return citation(project, number, checked_with="lexical 2:x", **given)


def test_a_better_source_that_lacks_nothing_does_not_repeat_the_claim(at, project):
    found = checked(project)
    whole = web_page(web_corpus(project, "more"), "Whole", "https://whole.example/", [found.claim])
    CitationSuggestion.objects.filter(citation=found, place=0).update(page=whole, passage="sentence_0")
    shown = at.get(f"{LIST}{found.pk}/")
    assert [one.has_all_words for one in shown.context["sources"]] == [True, False]
    assert shown.text.count("citation-lacks") == 1


def test_no_source_in_another_language_is_sent_to_the_study(at, project):
    shown = checked(project)
    suggestion = CitationSuggestion.objects.get(citation=shown, place=0)
    german = foreign(project, 1, source_page=shown.source_page, passage="sentence_0")
    CitationSuggestion.objects.create(
        citation=german, place=0, page=suggestion.page, passage="sentence_1", score=1.0, fails=0.1, found_by=[]
    )
    project.workflows = [*project.workflows, SLUG]
    project.save()
    assert at.get(f"{LIST}to-study/").context["count"] == 1
    at.post(f"{LIST}to-study/", {"size": 5, "seed": 1})
    assert set(StudyItem.objects.values_list("claim_id", flat=True)) == {str(shown.pk)}


def test_sources_in_another_language_have_no_probability_and_a_filter(at, project):
    bad, german, french = checked(project), foreign(project, 1), foreign(project, 2, "fr")
    unchecked = citation(project, 3)

    def listed(query: str) -> list[int]:
        return keys(at.get(f"{LIST}?{query}"))

    assert listed("") == [bad.pk, german.pk, french.pk, unchecked.pk]
    assert listed("language=other") == [german.pk, french.pk]
    assert (listed("language=de"), listed("language=sv"), listed("language=x%00")) == ([german.pk], [], listed(""))
    assert listed("bucket=none") == [unchecked.pk]
    text = at.get(LIST).content.decode()
    assert "in German" in text and '<option value="fr">French</option>' in text and "?language=other" in text
    page = at.get(f"{LIST}{german.pk}/").content.decode()
    assert "citation-language" in page and "German" in page and 'class="citation-likely"' not in page
    assert 'class="word-missing"' in page


def test_a_checked_citation_without_text_of_its_source_is_not_called_unchecked(at, project):
    web_corpus(project)
    told = citation(project, 0, state=CitationState.NOT_IMPORTED, checked_with="lexical 2:-")
    silent = citation(project, 1, state=CitationState.NO_ADDRESS, url="", key="", checked_with="lexical 2:-")
    waiting = citation(project, 2)
    shown = at.get(LIST)
    assert (shown.context["summary"].checked, shown.context["summary"].compared) == (2, 0)
    assert [keys(at.get(f"{LIST}?bucket={name}")) for name in ("unknown", "none")] == [
        [told.pk, silent.pk],
        [waiting.pk],
    ]
    pages = [at.get(f"{LIST}{one.pk}/") for one in (told, silent, waiting)]
    assert [page.context["was_searched"] for page in pages] == [True, False, False]
    assert ["not checked" in page.text for page in pages] == [False, False, True]


def test_addresses_to_archive_follow_the_filters(at, project):
    checked(project)  # imported
    link = reverse("citation-addresses", args=["harbour"])
    assert all(link not in at.get(address).text for address in (LIST, f"{LIST}check/"))
    archived = "https://web.archive.org/web/20200102030405/https://gone.example/a"
    for number, values in enumerate(
        (
            {"url": "https://gone.example/a", "archive_url": archived},
            {"url": "https://gone.example/a/", "section": "Seasons"},  # the same page
            {"url": "https://here.example/b?x=1&y=2", "archive_url": archived, "fields": {"url-status": "live"}},
            {"url": "//plain.example/c", "state": CitationState.NOT_IMPORTED, "section": "Seasons"},
            {"url": "www.bare.example/d"},
            {"url": "", "key": "e", "fields": {"doi": "10.1086/523640", "isbn": "978-0754661962"}},
            {"url": "javascript:alert(1)", "state": CitationState.NO_ADDRESS, "key": ""},
            {"url": "https://paid.example/", "state": CitationState.PAYWALL},
        ),
        start=1,
    ):
        citation(project, number, **({"key": page_key(str(values["url"]))} | values))
    answer = at.get(f"{LIST}addresses/")
    assert answer["Content-Disposition"] == 'attachment; filename="harbour-addresses.txt"'
    assert answer.getvalue().decode().splitlines() == [
        "https://web.archive.org/web/20200102030405id_/https://gone.example/a",
        "https://here.example/b?x=1&y=2",
        "http://plain.example/c",
        "http://www.bare.example/d",
        "https://doi.org/10.1086/523640",
    ]
    cache.clear()
    assert all(link in at.get(address).text for address in (LIST, f"{LIST}check/"))
    some = at.get(f"{LIST}addresses/?section=Seasons").getvalue().decode().split()
    assert some == ["https://gone.example/a/", "http://plain.example/c"]


def test_a_model_may_read_a_source_in_another_language(at, project):
    german = foreign(project, 0, fails=0.4, score=0.4)
    page = at.get(f"{LIST}{german.pk}/").content.decode()
    assert "citation-language" in page and 'class="citation-likely">40' in page


def test_function_words_are_not_marked():
    parts = passage_parts("It was sold with the harbour after 1921.", "With harbour tolls, after the war of 1921")
    assert [part.text for part in parts if part.kind == "has"] == ["harbour", "1921"]


def test_sentences_closest_to_the_claim_are_highlighted(at, project):
    cited = checked(project)
    StoredCitation.objects.filter(pk=cited.pk).update(support=[["sentence_1", 0, 4], ["sentence_0", 0, 7]])
    better = cited.suggestions.first()
    CitationSuggestion.objects.filter(pk=better.pk).update(support=[["sentence_1", 5, 9], ["sentence_1", 20, 999]])
    found = re.findall(r'<span class="is-support"[^>]*>(.*?)</span>', at.get(f"{LIST}{cited.pk}/").content.decode())
    assert [re.sub("<.*?>", "", one) for one in found] == ["Anna", "Berg"]
    text = at.get(f"{LIST}{cited.pk}/source/").content.decode()
    found = re.findall(r'<span class="is-support"[^>]*>(.*?)</span>', text)
    assert [re.sub("<.*?>", "", one) for one in found] == ["Herring", "Anna"]


def test_places_in_a_passage_are_those_that_a_check_finds(project):
    source = web_page(web_corpus(project), "Notes", CITED, [" See [[1]] and [[Bergen|the town]]. Anna Berg sells cod."])
    page = page_from_stored(json.loads(source.data))
    assert list(passages_of(source).values()) == [one.text for one in sources.passages_of(page)]
