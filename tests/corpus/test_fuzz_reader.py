"""The readers against hostile input: whatever goes in, what comes out keeps the contract.

ATTEST_FUZZ_SEED repeats a run, ATTEST_FUZZ_INPUTS makes it longer. In CI the seed is always the same one, as Hypothesis
has it, and the inputs are counted, not timed: no change is refused for what it did not touch, on any machine. An input
that fails is written to the file that the failure names.
"""

from __future__ import annotations

import json
import os
import random
import signal
import tempfile
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from corpus.building.page_builder import BuiltPage
from corpus.html.build import BadHtml, build_page_from_html
from corpus.page.context import all_contexts
from corpus.page.element_id import parse
from corpus.page.elements import Element, List, Page, Section, Sentence, Table, lists, tables
from corpus.page.page_json import page_from_json, page_to_json
from corpus.rules import Rules
from corpus.site import ENGLISH, Site, site_with
from corpus.syntax.parser_state import PRIVATE
from corpus.wikitext.build import build_page
from tests.corpus.hostile import hostile_html, hostile_wikitext
from tests.corpus.official import wiki_page_class
from tests.skips import is_strict

DEMO = Path(__file__).parent.parent.parent / "corpus" / "demo" / "wiki"
SECONDS_A_PAGE = 5.0  # of this process; imports allow ten
STUCK_AFTER = 60  # seconds by the clock
MOST_CELLS = 5_000  # of a page that official code is given: it needs minutes for tables that we read in a second
SITES = (ENGLISH, site_with({"Datei": 6, "Kategorie": 14}, "de"), site_with({}, "it"), site_with({}, "ltg"))


@pytest.mark.parametrize("inputs", [100, pytest.param(4_000, marks=pytest.mark.extended)])
def test_whatever_goes_in_the_page_that_comes_out_keeps_the_contract(inputs: int) -> None:
    inputs = int(os.environ.get("ATTEST_FUZZ_INPUTS", inputs))
    seed = int(os.environ.get("ATTEST_FUZZ_SEED") or (1 if is_strict() else time.time_ns() % 10**9))
    chance = random.Random(seed)
    pages = [path.read_text(encoding="utf-8") for path in sorted(DEMO.glob("*.wiki"))]
    for _ in range(inputs):
        text, site = hostile_wikitext(chance, pages), chance.choice(SITES)
        _try(text, ".wiki", site, seed)
        if chance.random() < 0.4:
            _try(hostile_html(chance, text), ".html", site, seed)


def _try(text: str, kind: str, site: Site, seed: int) -> None:
    """Read one input and look at its page. Raises AssertionError, naming the seed and where the input lies."""
    try:
        with _not_stuck():
            before = time.process_time()
            built = _read(text, kind, site)
            spent = time.process_time() - before
            assert spent < SECONDS_A_PAGE, f"it took {spent:.1f} s"
            if built is not None and built.page is not None:
                assert_keeps_contract(built.page)
    except (Exception, RecursionError) as error:
        with tempfile.NamedTemporaryFile("wb", prefix="attest-fuzz-", suffix=kind, delete=False) as file:
            file.write(text.encode("utf-8", "surrogatepass"))
        pytest.fail(f"seed {seed}, {site.language}, input in {file.name}: {type(error).__name__}: {error}")


def _read(text: str, kind: str, site: Site) -> BuiltPage | None:
    if kind == ".wiki":
        return build_page("Fuzz", text, site, Rules(keep_flagged=True))
    try:
        return build_page_from_html("Fuzz", text, site, Rules(keep_flagged=True))
    except BadHtml:
        return None  # an answer in words, which an import shows


@contextmanager
def _not_stuck() -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise TimeoutError(f"no answer within {STUCK_AFTER} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(STUCK_AFTER)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def assert_keeps_contract(page: Page) -> None:
    """What must hold of any page: texts, ids, round trip, contexts, and that official code keeps every element."""
    for text in (text for element in page.elements for text in _texts(element)):
        assert text == unicodedata.normalize("NFD", text), f"not NFD: {text!r}"
        assert text == text.strip() and "\n" not in text, f"not on one clean line: {text!r}"
        assert not PRIVATE.search(text), f"private characters: {text!r}"
        text.encode("utf-8")
    assert all(element.text for element in page.elements if isinstance(element, Sentence)), "a sentence without text"
    data = json.loads(json.dumps(page_to_json(page)))
    assert page_from_json(data) == page, "another page comes back"
    citable = _citable(page)
    if sum(len(row) for table in tables(page) for row in table.rows) > MOST_CELLS:
        return
    official = wiki_page_class()(page.title, data)
    assert not any(official.error_dict.values()), f"official code drops {official.error_dict}"
    assert [table.name for table in official.get_tables()] == [table.id for table in tables(page)]
    assert [each.name for each in official.get_lists()] == [each.id for each in lists(page)]
    contexts = all_contexts(page)
    assert set(contexts) == {f"{page.title}_{local}" for local in citable}
    assert all(str(parse(element)) == element for element in contexts), "an id that does not read back"


def _texts(element: Element) -> Iterator[str]:
    match element:
        case Sentence(_, text) | Section(_, text, _):
            yield text
        case List(_, _, items):
            yield from (item.value for item in items)
        case Table(_, _, rows, caption):
            yield caption or ""
            yield from (cell.value for row in rows for cell in row)


def _citable(page: Page) -> list[str]:
    """Every citable id, once; a cell that spans both ways is written several times."""
    found = [element.id for element in page.elements if isinstance(element, Sentence)]
    for table in tables(page):
        found += dict.fromkeys(cell.id for row in table.rows for cell in row)
        found += [table.id.replace("table_", "table_caption_")] if table.caption else []
    for each in lists(page):
        found += [item.id for item in each.items]
    assert len(set(found)) == len(found), "an id comes twice"
    return found
