"""Searching, challenges and writing on real pages, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from annotation.models import Assignment, Claim, Highlight
from annotation.work.assignment import assign_next
from annotation.work.guidelines import confirm
from annotation.workflows.kinds import TaskKind
from annotation.workflows.models import GenerationItem
from corpus.store import PageRecord, save_pages
from search.indexing.build import build_index
from tests.browser.real_pages import article
from tests.browser.workspace import element, eventually, expect, log_in, open_page, open_workspace, operations
from tests.cast import three_claims

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

WOLF, PIG = "Aardwolf", "Aardvark"  # the one links to the other
HIGHLIGHT = [f"Alaska_sentence_{number}" for number in (2, 3, 4, 5)]
HELP = ".challenge-help > summary"


@pytest.fixture
def real(corpus, alaska, shared_data: Path) -> None:
    """Three articles of Wikipedia among the pages."""
    others = [article(shared_data, title) for title in (WOLF, PIG)]
    save_pages(corpus, [PageRecord(page, revision=number) for number, page in enumerate([alaska, *others], start=1)])
    build_index(corpus)


@pytest.fixture
def room(real, context: BrowserContext, assignment: Assignment) -> Page:
    log_in(context)
    page = context.new_page()
    open_workspace(page, assignment)
    return page


@pytest.fixture
def writing_room(real, context, project, writer) -> Callable[[], Page]:
    """Four sentences of a real article before a writer."""
    highlight = Highlight.objects.create(
        project=project,
        kind="sentences",
        page_title="Alaska",
        element_ids=HIGHLIGHT,
        type_one_is_true=True,
        several_pages=False,
        mutation="Negation",
        mutated_type="I",
    )
    GenerationItem.objects.create_tasks(project, [highlight])
    confirm(person=writer, project=project, kind="claim_generation", version=0)
    taken = assign_next(person=writer, project=project, kind=TaskKind.CLAIM_GENERATION)
    assert taken is not None

    def opened() -> Page:
        log_in(context, "wilma")
        page = context.new_page()
        page.goto(f"/write/{taken.public_id}/")
        page.wait_for_selector("#workspace[data-ready]")
        return page

    return opened


def shown(page: Page, title: str) -> None:
    expect(page.locator(f'article[data-page-title="{title}"]')).to_be_visible()


def test_pages_are_found_by_mouse(room, assignment):
    room.click("#search-form input")
    room.keyboard.type("aardw")
    room.locator("#search-suggestions li", has_text=WOLF).first.click()
    shown(room, WOLF)
    with room.context.expect_page() as opened:
        room.locator(f'article a[data-title="{PIG}"]').first.click(button="middle")
    expect(opened.value.locator("article h1")).to_have_text(PIG)
    eventually(room, lambda: ("Now on", PIG) in operations(assignment), wanted=True)
    opened.value.close()
    room.bring_to_front()
    room.fill("#search-form input", "northwest extremity of the continent")
    room.press("#search-form input", "Enter")
    room.locator("#reader-frame a[data-title='Alaska']").first.click()
    shown(room, "Alaska")


def test_pages_are_found_by_keyboard(room):
    room.keyboard.press("Escape")
    room.locator("#reader-frame").focus()
    room.keyboard.press("/")
    room.keyboard.type("aardvark")  # in another case than the title
    room.keyboard.press("Enter")
    shown(room, PIG)
    room.keyboard.press("/")
    room.keyboard.type("alask")
    expect(room.locator("#search-suggestions li", has_text="Alaska").first).to_be_visible()
    room.keyboard.press("ArrowDown")
    room.keyboard.press("Enter")
    shown(room, "Alaska")
    room.keyboard.press("Alt+ArrowLeft")
    shown(room, PIG)


def test_challenges_have_one_text_in_both_rooms(room, writing_room):
    open_page(room, "Alaska")
    room.click(HELP)
    expect(room.locator(".challenge-help dl")).to_be_visible()
    verifying = room.locator(".challenge-help dl").inner_text()
    room.close()
    page = writing_room()
    page.locator(HELP).first.focus()
    page.keyboard.press("Enter")
    first = page.locator(".challenge-help dl").first
    expect(first).to_be_visible()
    assert first.inner_text() == verifying


def test_claims_of_four_sentences_are_written_and_changed_by_keyboard(writing_room):
    page = writing_room()
    shown(page, "Alaska")
    for each in HIGHLIGHT:
        expect(page.locator(f'.is-highlighted[data-element-id="{each}"]')).to_have_count(1)
    expect(element(page, HIGHLIGHT[0])).to_be_in_viewport()
    for number, claim in enumerate(three_claims().values(), start=1):
        page.locator("#reader-frame").focus()
        page.keyboard.press(str(number))
        page.keyboard.type(claim["text"])
        page.select_option(f"#challenge-{'I' * number}", "Other")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#thanks")).to_be_visible()
    page.locator("#thanks a[href$='/claims/']").press("Enter")
    page.wait_for_selector("#save-claims")
    page.wait_for_selector("#workspace[data-ready]")
    expect(element(page, HIGHLIGHT[0])).to_be_in_viewport()
    page.locator("#reader-frame").focus()
    page.keyboard.press("2")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("Alaska is larger than Texas.")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".message.success")).to_be_visible()
    assert Claim.objects.get(claim_type="II").text == "Alaska is larger than Texas."
