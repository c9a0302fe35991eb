"""Annotators compare two sources by keys, blind and without loss; their manager reads what was planted."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from annotation.models import Assignment, Draft
from annotation.projects.models import Role
from annotation.work.assignment import assign_next
from annotation.work.guidelines import confirm
from annotation.workflows.citation_study.importing import add_items
from annotation.workflows.citation_study.models import SLUG, Preference, ShownOrder, StudySettings
from tests.browser.axe import violations
from tests.browser.workspace import API, eventually, expect, log_in, refuse, reload
from tests.cast import member
from tests.workflows.test_citation_study import item, judge, source

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
LONG = [f"Passage {place} says that it rained in the harbour for some days. " * 8 for place in range(60)]
WHERE = "all => all.map(one => [one.getBoundingClientRect().top, one.getBoundingClientRect().height])"
IS_SEEN = """(mark, holder) => {
  const outer = document.querySelector(holder).getBoundingClientRect(), inner = mark.getBoundingClientRect();
  return inner.top >= outer.top && inner.bottom <= outer.bottom;
}"""


@pytest.fixture
def study(project):
    project.workflows = [SLUG]
    project.verifications_per_person = None
    project.save()
    return project


def held_by(person, project) -> Assignment:
    confirm(person=person, project=project, kind=SLUG, version=0)
    taken = assign_next(person=person, project=project, kind=SLUG)
    assert taken is not None
    return taken


def open_work(context, held: Assignment) -> Page:
    log_in(context, held.person.username)
    page = context.new_page()
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"/work/{held.public_id}/")
    page.wait_for_selector("#workspace[data-ready]")
    return page


def draft(held: Assignment) -> tuple[str, ...]:
    """Choice, grades and reasons as the server has them."""
    body = getattr(Draft.objects.filter(assignment=held).first(), "body", {})
    sides = [body[side][name] for side in ("left", "right") for name in ("grade", "reason")] if body else []
    return (body.get("choice", ""), *sides)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_an_annotator_works_by_keys_and_a_broken_network_loses_nothing(context, axe, study, verifier):
    add_items(study, [item(1)], None)
    held = held_by(verifier, study)
    page = open_work(context, held)
    sources = page.locator(".study-source")
    before = sources.evaluate_all(WHERE)
    assert before[0] == before[1]
    press(page, "3", "2", "2")  # the three questions; a reason is asked of both sources
    eventually(page, lambda: draft(held), ("right", "none", "", "partial", ""))
    assert sources.evaluate_all(WHERE) == before
    press(page, "ArrowUp", "4", "ArrowUp", "ArrowUp", "3")
    wanted = ("right", "none", "not_in_text", "partial", "paywall")
    eventually(page, lambda: draft(held), wanted)
    press(page, "ArrowDown", "ArrowLeft", "Control+z")
    eventually(page, lambda: draft(held), wanted)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert violations(page) == []
    reload(page)
    assert page.is_checked("[name='right.reason'][value=paywall]")
    press(page, "1")  # the first group again: a source that is enough has no reason
    eventually(page, lambda: draft(held), ("right", "enough", "not_in_text", "partial", "paywall"))
    page.route(API, refuse)
    press(page, "Control+Enter")
    expect(page.locator("#submit-state")).not_to_be_empty()
    press(page, "Control+z")  # too late: it takes nothing back, now or later
    page.close(run_before_unload=False)
    page = context.new_page()
    page.goto(f"/work/{held.public_id}/")  # which sends it
    page.wait_for_selector("[data-test=judged]")
    stored = Preference.objects.get()
    said = {(stored.grade_a, stored.reason_a), (stored.grade_b, stored.reason_b)}
    assert said == {("enough", ""), ("partial", "paywall")}
    assert violations(page) == []
    page.goto("/my-work/")
    page.go_back()
    page.wait_for_selector("[data-test=judged]")


def test_full_texts_open_at_their_marked_passage_and_what_is_switched_off_is_not_offered(context, axe, study, verifier):
    StudySettings.objects.create(project=study, full_text=True, allow_neither=False, allow_both=False)
    sources = {
        "original": {"url": "", "title": "تاريخ المدينة", "passages": LONG, "selected": 40},
        "suggested": {"url": "", "title": "城市史", "passages": [*LONG[:30], "這座城市。"], "selected": 30},
    }
    add_items(study, [item(1, text="It rained. " * 300 + "[CIT] Then it stopped.", **sources)], None)
    held = held_by(verifier, study)
    page = open_work(context, held)
    assert page.locator(".study-mark").evaluate(IS_SEEN, ".study-claim")
    for best in page.locator(".study-best").all():
        assert best.evaluate(IS_SEEN, ".study-source")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.locator("[name=choice]").evaluate_all("all => all.map(one => one.value)") == ["left", "right"]
    assert violations(page) == []  # the mark too has enough contrast, light and dark
    press(page, "1", "1", "3", "1")  # no third choice: it says nothing
    eventually(page, lambda: draft(held), ("left", "enough", "", "enough", ""))
    press(page, "Control+Enter")
    page.wait_for_selector("[data-test=judged]")
    assert Preference.objects.get().label in ("source_a", "source_b")


@pytest.mark.parametrize("full_text", [False, True])
def test_nothing_in_the_page_or_on_the_network_tells_whose_a_source_is(context, study, verifier, full_text):
    """What is sent is the same in both orders, but for the two texts, which change places."""
    StudySettings.objects.create(project=study, full_text=full_text)
    old, new = ({**source(name), "title": f"Title {name}"} for name in ("old", "new"))
    add_items(study, [item(1, original=old, suggested=new)], None)
    held = held_by(verifier, study)
    log_in(context, verifier.username)
    ShownOrder.objects.create(assignment=held, is_swapped=False)
    sent = []
    for is_swapped in (False, True):
        ShownOrder.objects.filter(assignment=held).update(is_swapped=is_swapped)
        page, bodies = context.new_page(), []
        page.on("response", lambda answer, to=bodies: to.append(answer))
        page.goto(f"/work/{held.public_id}/")
        page.wait_for_selector("#workspace[data-ready]")
        api = page.request.get(f"/api/v1/assignments/{held.public_id}/").text()
        texts = [one.text() for one in bodies if "/static/" not in one.url and one.request.method == "GET"]
        shown = json.loads(api)["sources"]
        sent.append("\n".join(_neutral(text, shown) for text in [*texts, api, page.content()]))
        page.close()
    assert sent[0] == sent[1]
    assert not re.search(r"example|original|suggested|is_turned|is_swapped|Zscore|-1\.5|control\b", sent[0])


def _neutral(text: str, shown: list[dict[str, str]]) -> str:
    """A text with the two sources named by their side, without what differs from one answer to the next."""
    for side, one in zip(("LEFT", "RIGHT"), shown, strict=True):
        for name in ("title", "before", "best", "after"):
            text = text.replace(one[name] or "\0", f"{side}-{name}")
    text = re.sub(r'(content|value)="[A-Za-z0-9]{64}"', "", text)  # the token of the session's forms
    return re.sub(r'"(leased_until|\w+_seconds|operations_received)": ?({[^}]*}|"?[^,"}]*"?)', "", text)


def test_a_manager_reads_planted_numbers_and_decides_what_ties_count_as(context, axe, study, manager):
    StudySettings.objects.create(project=study, annotators=2)
    rows = [item(number, scores={"support": number}, original=source("old")) for number in range(10)]
    add_items(study, rows, None)
    vera, viktor = (member(study, name, Role.VERIFIER) for name in ("vera", "viktor"))
    for _ in range(10):
        taken = judge(study, vera)  # the suggested source, always
        number = int(re.findall(r"\d+", taken["claim"]["before"])[0])
        kinds = {0: "new", 1: "new", 2: "new", 3: "neither"}
        judged = judge(study, viktor, kinds.get(number, "old"))
        assert judged["claim"] == taken["claim"]
    log_in(context, "maya")
    page = context.new_page()
    page.goto("/p/harbour/quality/citation-study/")
    cells = page.locator("[data-test=sign-test] tbody tr").first.locator("td")
    assert [one.split("\n")[0] for one in cells.all_inner_texts()] == [
        *("3", "0", "3", "0.1250", "0.2500", "0", "0", "7", "10", "0.300")
    ]
    cells = page.locator("[data-test=sign-test] tbody tr").nth(1).locator("td")
    assert [one.split("\n")[0] for one in cells.all_inner_texts()] == [
        *("13", "6", "19", "0.0835", "0.1671", "0", "1", "0", "20", "0.650")
    ]
    expect(page.locator("[data-test=worst] strong")).to_have_text("1.000")
    assert "()" not in page.locator("[data-test=worst]").inner_text()
    assert violations(page) == []
    page.goto("/p/harbour/manage/citation-study/settings/")
    page.select_option("[name=ties]", "both")
    with page.expect_navigation():
        page.click("main button[type=submit]")
    page.goto("/p/harbour/quality/citation-study/")
    cells = page.locator("[data-test=sign-test] tbody tr").first.locator("td")
    expect(cells.nth(5)).to_have_text("7")
    with page.expect_download() as download:
        page.click("text=citation-study.json")
    found = json.loads(download.value.path().read_text())
    assert (found["tests"][0]["both"], found["scores"][0]["worst_tenth"]["choices"]) == (7, {"suggested": 1})
