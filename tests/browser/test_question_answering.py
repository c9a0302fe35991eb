"""One claim goes through the five phases as five people, with a dispute, and is released as a row of AVeriTeC."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from annotation.evidence.web.models import FlaggedDomain, FlaggedList, ProjectWebCorpus
from annotation.models import Assignment, Draft, Operation, Project, Task
from annotation.release.summary import ReleaseOptions
from annotation.release.write import write_release
from annotation.work.guidelines import confirm
from annotation.workflows.question_answering.articles import digest
from annotation.workflows.question_answering.models import Answer, Article, ClaimWork, NormalisedClaim
from annotation.workflows.question_answering.phases import PHASES, PhaseName
from corpus.models import Corpus, WebPage
from search.indexing.build import build_index
from tests.browser.axe import violations
from tests.browser.workspace import eventually, expect, log_in
from tests.workflows.fact_checks import people_of

pytestmark = [pytest.mark.browser, pytest.mark.one_database]
WEB = Path(__file__).resolve().parents[2] / "corpus" / "demo" / "web"
URL = "https://plainfacts.example/2021/ferry-fares-harnsey/"
CLAIM = "The Harnsey Ferry Company raised its fares in 2021 because of the new harbour wall."
SIBLING = "Ferry fares from Kelby to Harnsey doubled between 2019 and 2021."
REASON = "Why were the ferry fares raised?"
SOURCE = "https://ferry.harnsey.example/report-2020"


@pytest.fixture
def island(project: Project) -> list[str]:
    """A project with web pages, one article, and the names of five people who may do any phase."""
    project.workflows = [*PHASES]
    project.verifications_per_person = project.claim_sets_per_person = None
    project.save()
    call_command("import_corpus", str(WEB), corpus="island", name="Island")
    web = Corpus.objects.get(slug="island")
    ProjectWebCorpus.objects.create(project=project, corpus=web)
    listed = FlaggedList.objects.create(project=project, name="A list")
    FlaggedDomain.objects.create(flagged_list=listed, domain="harnseyawake.example")
    for corpus in (web, project.corpus):
        build_index(corpus)
    task = Task.objects.create(project=project, kind=PhaseName.NORMALISATION)
    title = WebPage.objects.get(url=URL).page.title
    Article.objects.create(
        task=task, project=project, url=URL, address_digest=digest(URL), title="Fares", page_title=title
    )
    people = people_of(project, len(PHASES))
    for person in people:
        for kind in PHASES:
            confirm(person=person, project=project, kind=kind, version=0)
    return [person.username for person in people]


def take(context, name: str, kind: str):
    context.clear_cookies()
    log_in(context, name)
    page = context.new_page()
    page.goto("/my-work/")
    page.click(f".work-part[data-kind={kind}] .take button")
    page.wait_for_selector("#workspace[data-ready]")
    assert violations(page) == []
    return page


def answer(card, kind: str, text: str, explanation: str = "") -> None:
    """Fill the last answer of a question card."""
    one = card.locator(".answer-card").last
    one.locator("[data-name=answer_type]").select_option(kind)
    if explanation:
        one.locator(f"[data-choices] input[value={text}]").check()
        one.locator("[data-name=boolean_explanation]").fill(explanation)
    else:
        one.locator("textarea[data-name=answer]").fill(text)
    one.locator("[data-name=source_medium]").select_option("Web text")


def submit(page) -> None:
    page.click("#submit-work")
    page.click("#confirm-dialog button[value=submit]")


def drafted() -> list[str]:
    """The claims that the server has in a draft."""
    return [one["claim"] for body in Draft.objects.values_list("body", flat=True) for one in body["claims"]]


def normalise(page) -> None:
    """Two claims, of which the second stays without its date until the page says how dates are written."""
    expect(page.frame_locator("#article-frame").locator("h1")).to_contain_text("have not doubled")
    cards = page.locator("#cards > .qa-card")
    for text in (SIBLING, CLAIM):
        card = cards.last
        card.locator("[data-name=claim]").fill(text)
        card.locator(".verdict-choice").nth(1).click()
        card.locator("input[value='Causal Claim']").check()
        card.locator("input[value='Written Evidence']").check()
        if text == SIBLING:
            page.click("#add-card")
    cards.last.locator("[data-name=claim_date]").fill("2-6-2021")
    cards.last.focus()
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.press("Delete")
    expect(cards).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(cards).to_have_count(2)
    eventually(page, drafted, [CLAIM, SIBLING])
    page.reload()
    page.wait_for_selector("#workspace[data-ready]")
    page.click("#submit-work")
    expect(cards.first.locator("[data-name=claim_date]")).to_be_focused()
    cards.first.locator("[data-name=claim_date]").fill("2021-06-02")
    page.click("#submit-work")
    page.wait_for_selector("#thanks[open]")


def ask(page) -> None:
    """A question answered from the search by key; what the gates refuse is said at its field."""
    questions = page.locator("#cards > .qa-card")
    page.keyboard.press("/")
    page.keyboard.type("new harbour wall opened")
    page.keyboard.press("Enter")
    page.wait_for_selector(".result")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("y")
    expect(page.locator(".page-source a")).to_be_visible()
    questions.first.locator("[data-name=question]").fill("Was the wall opened before the fares rose?")
    answer(questions.first, "Boolean", "Yes", "It was opened in 2020.")
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    answer(questions.first, "Extractive", "Yes")
    questions.first.locator("[data-url]").last.fill(URL)
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.click("#submit-work")
    expect(questions.first.locator("[data-error=answer]").last).not_to_be_empty()
    questions.first.locator("textarea[data-name=answer]").last.fill("Fares rose in January 2021.")
    submit(page)
    expect(questions.first.locator("[data-error=source]").last).not_to_be_empty()  # the fact-check itself
    questions.first.locator(".answer-card").last.locator("[data-do=delete]").click()
    page.fill("#evidence-query", "Everybody remembers turbines promised")
    page.keyboard.press("Enter")
    expect(page.locator(".flagged").first).to_contain_text("A list")
    page.locator(".result [data-do=open]").first.click()
    page.wait_for_selector("#pane-page:not([hidden])")
    page.click("#tab-article")
    submit(page)
    page.wait_for_selector("#thanks[open]")


def judge(page, number: str, why: str) -> None:
    page.locator(".problem-choices summary").first.click()
    page.locator(".problem-choices input").first.check()
    page.keyboard.press(number)
    page.fill("#justification", why)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".read-cards:not(form *)")


def resolve(page) -> None:
    """Delete the question and restore it, change a word, and add what was missing."""
    expect(page.locator(".dispute-verdict")).to_have_count(2)
    expect(page.locator(".named-problems li")).to_have_count(1)
    questions = page.locator("#cards > .qa-card")
    page.click("#add-card")
    questions.nth(1).locator("[data-name=question]").fill(REASON)
    answer(questions.nth(1), "Extractive", "Fuel became dearer by 9 percent.")
    questions.nth(1).locator("[data-url]").fill(SOURCE)
    questions.first.locator("[data-do=delete]").first.click()
    page.locator("#deleted button").click()
    questions.first.locator("[data-name=question]").fill("Was the wall opened long before the fares rose?")
    expect(questions.first.locator(".word-diff ins").first).to_have_text("long ")
    assert [one.get_attribute("data-change") for one in questions.all()] == ["edited", "added"]
    assert violations(page) == []
    page.set_viewport_size({"width": 1366, "height": 768})
    for shown in (page.locator("#verdict .verdict-choice").last, page.locator("#submit-work")):
        expect(shown).to_be_in_viewport(ratio=1)  # below two cards, without scrolling
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    submit(page)
    page.wait_for_selector("#thanks[open]")


def test_a_claim_goes_through_five_phases_with_a_dispute_and_is_released(context, axe, project, island, tmp_path):
    first, second, third, fourth, fifth = island
    normalise(take(context, first, PhaseName.NORMALISATION))
    sibling = NormalisedClaim.objects.get(text=SIBLING)
    Task.objects.filter(claim_item__claim=sibling).update(withdrawn_at="2020-01-01T00:00Z")
    ask(take(context, second, PhaseName.ANSWERING))
    judge(take(context, third, PhaseName.VALIDATION), "3", "Nothing says why they rose.")
    resolve(take(context, fourth, PhaseName.DISPUTE))
    judge(take(context, fifth, PhaseName.CONTROL), "2", "The company gives another reason.")
    labels = ["Supported", "Not Enough Evidence", "Refuted", "Refuted"]
    assert list(ClaimWork.objects.order_by("pk").values_list("label", flat=True)) == labels
    assert Assignment.objects.filter(state="submitted").values("person").distinct().count() == len(PHASES)
    assert Answer.objects.filter(source_kind="page", evidence__isnull=False).count() == 2  # of both phases
    logged = Operation.objects.filter(assignment__kind=PhaseName.ANSWERING).values_list("name", flat=True)
    assert {"article-loaded", "evidence_search", "evidence_open", "evidence_closed"} <= set(logged)
    write_release(project, tmp_path / "out", ReleaseOptions(formats=frozenset({"feverous"})))
    rows = [row for path in (tmp_path / "out" / "averitec").glob("*.json") for row in json.loads(path.read_text())]
    assert [(row["claim"], row["label"], row["claim_date"]) for row in rows] == [(CLAIM, "Refuted", "2-6-2021")]
    assert [one["question"] for one in rows[0]["questions"]][1] == REASON
    assert [one["source_url"] for one in rows[0]["questions"][1]["answers"]] == [SOURCE]
