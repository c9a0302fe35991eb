"""Sources to pages: nothing stops an import but the end of its source."""

from __future__ import annotations

import json

import pytest

from corpus.importing.batches import Position, RecordBatch
from corpus.importing.limits import Limits
from corpus.importing.outcomes import CORRECT, REPORT, Excluded, Failed, Imported, outcome_of
from corpus.importing.reader import read_batches
from corpus.page.elements import Cell, Layout, Page, RedirectRecord, Sentence, Table
from corpus.page.grid import grid
from corpus.page.page_json import page_from_json
from corpus.page.page_text import page_text, text_hash
from corpus.sources import SourceFailure, SourcePage
from tests.corpus.harbour import HARBOUR_LEAGUE, harbour_league


def imported(page: Page, *more, **fields) -> Imported:
    data = page_text(page)
    return Imported(page.title, data, text_hash(data), *more, **fields)


def test_an_article_becomes_a_page():
    outcome = outcome_of(SourcePage("harbour_League", "Text.", 7, "2021-01-01T00:00:00Z"))
    page = Page("Harbour League", (Sentence("sentence_0", "Text."),))
    assert outcome == imported(page, 7, "2021-01-01T00:00:00Z", Layout(("sentence_0",)))


@pytest.mark.parametrize(
    ("title", "target", "expected"),
    [
        ("old_name", "New name", RedirectRecord("Old name", "New name", "")),
        ("Old", "new#Early_life", RedirectRecord("Old", "New", "Early life")),
        ("Old", "Category:Things", Excluded("Old", "redirect out of the articles")),
        ("Old", ":de:Alt", Excluded("Old", "redirect out of the articles")),
        ("Old", "old", Excluded("Old", "redirect to itself")),
    ],
)
def test_a_redirect_leads_to_a_normalised_title(title, target, expected):
    if target.startswith(":"):
        target = target[1:]
    assert outcome_of(SourcePage(title, "", redirect_to=target)) == expected


def test_a_redirect_to_nothing_fails():
    assert isinstance(outcome_of(SourcePage("Old", "", redirect_to="#x")), Failed)


def test_a_page_with_nothing_citable_is_left_out():
    assert outcome_of(SourcePage("A", "[[Category:X]]")) == Excluded(
        "A", "page without content", dropped={"page without content": 1}
    )


def test_a_page_that_cannot_be_read_fails_alone(monkeypatch):
    def burst(*arguments):
        raise LookupError("no such thing")

    monkeypatch.setattr("corpus.importing.outcomes.build_page", burst)
    assert outcome_of(SourcePage("A", "Text."), "page 7") == Failed("A", "page 7", "LookupError: no such thing", REPORT)


def test_a_page_without_a_title_fails():
    assert isinstance(outcome_of(SourcePage(" _ ", "Text.")), Failed)


def test_a_bad_record_is_a_failure_with_its_place():
    assert outcome_of(SourceFailure("A", "line 2", "not JSON")) == Failed("A", "line 2", "not JSON", CORRECT)
    assert outcome_of(SourceFailure("A", "line 2", "not JSON", "Mend it.")).remedy == "Mend it."


def test_a_ready_page_is_taken_as_it_is():
    outcome = outcome_of(SourcePage("Harbour League", "", page=harbour_league()))
    assert outcome == imported(harbour_league(), came_ready=True)


def test_a_ready_table_that_official_code_would_drop_is_repaired():
    cells = (Cell("cell_0_0_0", "x", False, 2, 2), Cell("cell_0_0_2", "y", False, 1, 1))
    page = Page("A", (Table("table_0", "general", (cells, (Cell("cell_0_1_0", "z", False, 1, 1),)), None),))
    outcome = outcome_of(SourcePage("A", "", page=page))
    assert isinstance(outcome, Imported)
    table = page_from_json(json.loads(outcome.data)).elements[0]
    assert isinstance(table, Table)
    assert len(grid(table)[0]) == 3


def test_several_processes_give_the_same_in_the_same_order():
    records = [SourcePage(f"Page {n}", f"{HARBOUR_LEAGUE}\nText {n}.") for n in range(40)]
    records.insert(5, SourcePage("A", "", redirect_to="Page 1"))
    records.insert(9, SourcePage("Long", "Text. " * 50_000))
    cut = [RecordBatch(tuple(records[n : n + 6]), n, Position(0, n + 6)) for n in range(0, len(records), 6)]
    alone, beside = (list(read_batches(cut, Limits(), workers)) for workers in (1, 2))
    assert alone == beside
    assert [record_batch for record_batch, _ in alone] == cut
    assert sum(len(outcomes) for _, outcomes in alone) == 42


def test_characters_that_no_database_holds_are_left_out():
    article = outcome_of(SourcePage("A\x00b\ud800", "One\x00 two\udfff."))
    page = Page("Ab", (Sentence("sentence_0", "One two."),))
    assert article == imported(page, layout=Layout(("sentence_0",)))
    redirect = outcome_of(SourcePage("Old", "", redirect_to="New#x\ud800"))
    assert redirect == RedirectRecord("Old", "New", "x")
