"""The check before submission: when it speaks and is silent, dismissing, going back, contradictions, what is kept."""

from __future__ import annotations

import re

import pytest

from annotation.models import CheckLine, Contradiction, Draft, Operation, Project, SubmissionCheckArm, Verification
from annotation.submission_check.arms import drawn_arm
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from search.indexing.build import build_index
from tests.browser.axe import violations
from tests.browser.workspace import (
    decide,
    element,
    eventually,
    expect,
    open_page,
    open_workspace,
    reload,
    wait_until_saved,
)
from tests.cast import CELL, SENTENCE, claim_of

pytestmark = pytest.mark.browser

OTHER = "Harbour cup_sentence_0"
CHECK = "#confirm-check"


@pytest.fixture
def mode():
    return "on"


@pytest.fixture
def page(visitor, project, assignment, mode):
    """The claim: The Harbour League was founded by Anna Berg in 1921. A second page says 1925."""
    Project.objects.filter(pk=project.pk).update(check_mode=mode, check_share=1, check_seed=0)
    claim = claim_of(assignment)
    claim.text = "The Harbour League was founded by Anna Berg in 1921."
    claim.save()
    built = build_page("Harbour cup", "The Harbour League was founded by Anna Berg in 1925.").page
    assert built is not None
    save_pages(project.corpus, [PageRecord(built, revision=1)])
    build_index(project.corpus)
    open_workspace(visitor, assignment)
    return visitor


def ask(page):
    """Open the confirmation, and wait until the check has been asked for."""
    page.click("#submit")
    expect(page.locator(CHECK)).to_have_attribute("data-state", re.compile("ready|off"))


def choose(page, *ids):
    open_page(page, "Harbour League")
    for one in ids:
        element(page, one).click(position={"x": 5, "y": 5})
    decide(page)


def line(page, code):
    return page.locator(f'{CHECK} li[data-code="{code}"]')


def codes(page):
    return page.locator(f"{CHECK} > ul > li").evaluate_all("all => all.map(each => each.dataset.code)")


def back(page):
    page.click("#confirm-back")
    expect(page.locator("#confirmation")).to_be_hidden()


def submit(page):
    page.click("#confirm-submit")
    expect(page.locator("#confirmation")).to_have_attribute("data-stage", "done")


def logged(assignment, prefix="check-"):
    rows = Operation.objects.filter(assignment=assignment, name__startswith=prefix).order_by("sequence")
    return [(row.name, row.value) for row in rows]


def stored():
    return {one.code: (one.state, one.reason, one.note) for one in CheckLine.objects.all()}


# --- When it speaks --------------------------------------------------------------------------------------------------
def test_it_names_what_lacks_and_what_says_otherwise_and_blocks_nothing(page, assignment):
    choose(page, CELL)
    ask(page)
    assert codes(page) == ["part", "page", "opposite"]
    expect(line(page, "part").locator("b")).to_have_text(["Anna Berg", "1921"])
    expect(line(page, "page").locator("[data-open-page]")).to_have_text(["Anna Berg"])
    expect(line(page, "opposite").locator(f'[data-open-element="{OTHER}"]')).to_be_visible()
    assert violations(page) == []
    submit(page)
    assert stored() == dict.fromkeys(("part", "page", "opposite"), ("shown", "", ""))
    eventually(page, lambda: logged(assignment), [("check-shown", code) for code in ("part", "page", "opposite")])


@pytest.mark.parametrize("mode", ["off"])
def test_a_project_without_it_asks_for_nothing(page, assignment):
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/check/") else None)
    choose(page, CELL)
    ask(page)
    expect(page.locator(CHECK)).to_be_hidden()
    submit(page)
    assert asked == [] and stored() == {} and not SubmissionCheckArm.objects.exists()


@pytest.mark.parametrize("mode", ["random"])
def test_the_control_arm_sees_nothing_and_counts_what_it_would_have_seen(page, assignment):
    Project.objects.update(check_seed=next(seed for seed in range(99) if is_silent(seed, assignment)))
    choose(page, CELL)
    ask(page)
    expect(page.locator(CHECK)).to_be_hidden()
    submit(page)
    assert stored() == dict.fromkeys(("part", "page", "opposite"), ("silent", "", ""))
    assert logged(assignment) == []


def is_silent(seed, assignment):
    return drawn_arm(seed, assignment.task.verification_item.claim_id, 1) == "none"


def test_a_passage_opens_at_its_place_and_the_list_is_gone_when_nothing_is_left(page):
    choose(page, SENTENCE)
    ask(page)
    assert codes(page) == ["opposite"]
    page.locator(f'[data-open-element="{OTHER}"]').click()
    expect(page.locator("#confirmation")).to_be_hidden()
    expect(element(page, OTHER)).to_be_visible()
    ask(page)
    expect(page.locator(CHECK)).to_be_hidden()
    submit(page)
    assert stored() == {"opposite": ("acted", "", "")}


def test_a_header_that_was_left_out_is_named(page):
    choose(page, CELL, SENTENCE)
    page.locator("#cards button[aria-pressed]").first.click()
    ask(page)
    expect(line(page, "header").locator("b")).to_have_count(1)


# --- Answering it ----------------------------------------------------------------------------------------------------
def test_a_line_is_dismissed_by_keyboard_and_comes_back_after_a_reload(page, assignment):
    choose(page, CELL)
    ask(page)
    select = line(page, "part").locator("select")
    select.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(line(page, "part")).to_have_attribute("data-state", "dismissed")
    line(page, "part").locator("select").select_option("follows")
    line(page, "part").locator("input").fill("of the caption")
    back(page)
    wait_until_saved(page)
    kept = {one["code"]: one for one in Draft.objects.get(assignment=assignment).body["check"]}
    assert (kept["part"]["state"], kept["part"]["reason"], kept["part"]["note"]) == (
        "dismissed",
        "follows",
        "of the caption",
    )
    reload(page)
    ask(page)
    expect(line(page, "part")).to_have_attribute("data-state", "dismissed")
    expect(line(page, "part").locator("input")).to_have_value("of the caption")
    line(page, "page").locator("select").select_option("not_about")
    line(page, "page").locator("select").select_option("")
    expect(line(page, "page")).to_have_attribute("data-state", "shown")
    submit(page)
    assert stored()["part"] == ("dismissed", "follows", "of the caption")
    assert stored()["page"] == ("shown", "", "")


def test_going_back_and_changing_is_acted_upon(page, assignment):
    choose(page, CELL)
    ask(page)
    back(page)
    element(page, SENTENCE).click(position={"x": 5, "y": 5})
    ask(page)
    assert "part" not in codes(page)
    submit(page)
    assert stored()["part"] == ("acted", "", "")
    eventually(page, lambda: ("check-acted", "part") in logged(assignment), wanted=True)


# --- Contradictions --------------------------------------------------------------------------------------------------
def test_a_passage_is_recorded_as_a_contradiction_with_one_click(page, assignment):
    choose(page, SENTENCE)
    ask(page)
    line(page, "opposite").locator(f'[data-contradicts="{OTHER}"]').click()
    expect(line(page, "opposite")).to_have_count(0)
    expect(page.locator("#confirm-contradictions [data-passage]")).to_have_count(2)
    submit(page)
    assert [one.elements for one in Contradiction.objects.all()] == [(SENTENCE, OTHER)]
    assert logged(assignment, "contradiction-") == [("contradiction-recorded", SENTENCE)]


@pytest.mark.parametrize("mode", ["off"])
def test_two_pieces_of_evidence_are_recorded_and_survive_a_reload(page):
    choose(page, SENTENCE, CELL)
    page.locator("#set-menu summary").click()
    page.click("#contradiction-open")
    page.locator("#contradiction-form button").click()
    expect(page.locator("#contradiction-list .contradiction")).to_have_count(1)
    page.locator("#contradiction-dialog [data-close]").click()
    wait_until_saved(page)
    reload(page)
    ask(page)
    expect(page.locator("#confirm-contradictions [data-passage]")).to_have_count(2)
    back(page)
    page.locator("#set-menu summary").click()
    page.click("#contradiction-open")
    page.locator("#contradiction-list [data-remove]").click()
    expect(page.locator("#contradiction-list .contradiction")).to_have_count(0)
    page.locator("#contradiction-dialog [data-close]").click()
    ask(page)
    submit(page)
    assert Verification.objects.count() == 1 and not Contradiction.objects.exists()
