"""Page JSON: contract (a)."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from corpus.page.page_json import BadPageJson, page_from_json, page_from_stored, page_to_json
from tests.corpus.harbour import harbour_league

GOLDEN = Path(__file__).parent.parent / "contracts" / "page.json"


def golden() -> dict:
    return json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_a_page_is_written_as_the_golden_file_says():
    """Others read this file: when it has to change, the contract has changed."""
    assert json.dumps(page_to_json(harbour_league())) == json.dumps(golden())


def test_the_golden_page_is_read_back_unchanged():
    assert page_from_json(golden()) == harbour_league()


@pytest.mark.parametrize("left", ["{}", " {}\n", "{}\u0323", "{} \u00e9", ""])
def test_a_stored_page_is_read_without_checks_as_with_them(left):
    """`left`: what resolving links may make of a value."""
    text = json.dumps(golden()).replace("Harbour", json.dumps(left.format("Harbour"))[1:-1])
    data = json.loads(text) | {"title": golden()["title"]}
    assert page_from_stored(data) == page_from_json(data)


def test_keys_stand_in_page_order():
    data = page_to_json(harbour_league())
    assert list(data) == ["title", "order", *data["order"]]


def test_spans_are_strings_levels_are_integers_and_headers_are_booleans():
    data = page_to_json(harbour_league())
    cell = data["table_1"]["table"][0][0]
    assert (cell["row_span"], cell["column_span"], cell["is_header"]) == ("2", "1", True)
    assert data["section_1"]["level"] == 3
    assert data["list_0"]["list"][0] == {"id": "item_0_0", "value": "It began.", "level": 0, "type": "unordered_list"}


def test_a_table_without_caption_has_no_caption_key():
    assert "caption" not in page_to_json(harbour_league())["table_0"]


def test_integer_spans_and_composed_letters_of_other_writers_are_read():
    data = {
        "title": "Réunion",
        "order": ["sentence_0", "table_0"],
        "sentence_0": " Île. ",
        "table_0": {
            "type": "table",
            "table": [
                [{"id": "cell_0_0_0", "value": "é", "is_header": False, "row_span": 1, "column_span": 1}],
            ],
        },
    }
    page = page_from_json(data)
    assert page.title == unicodedata.normalize("NFD", "Réunion")
    assert page_to_json(page)["sentence_0"] == unicodedata.normalize("NFD", "Île.")
    assert page_to_json(page)["table_0"]["type"] == "general"


def broken(path: tuple, value: object) -> dict:
    data = golden()
    place = data
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (("title",), "My_page", "title"),
        (("title",), "  ", "title"),
        (("order",), "sentence_0", "order"),
        (("order",), ["sentence_0", "sentence_0"], "order"),
        (("sentence_9",), "Not in order.", "sentence_9"),
        (("table_count",), 2, "table_count"),
        (("sentence_0",), 5, "sentence_0"),
        (("section_0", "level"), "two", "section_0.level"),
        (("section_0", "level"), True, "section_0.level"),
        (("section_0", "value"), None, "section_0.value"),
        (("table_0", "type"), "chart", "table_0.type"),
        (("table_0", "table"), [], "table_0.table"),
        (("table_0", "colour"), "red", "table_0.colour"),
        (("table_1", "table", 0, 0, "id"), "cell_1_0_0", "table_1[0].id"),
        (("table_1", "table", 0, 0, "id"), "header_cell_0_0_0", "table_1[0].id"),
        (("table_1", "table", 0, 0, "is_header"), "yes", "table_1[0].is_header"),
        (("table_1", "table", 0, 0, "row_span"), "0", "table_1[0].row_span"),
        (("table_1", "table", 0, 0, "value"), None, "table_1[0].value"),
        (("list_0", "type"), "bag", "list_0.type"),
        (("list_0", "list"), [], "list_0.list"),
        (("list_0", "list", 0, "level"), 11, "list_0[0].level"),
        (("list_0", "list", 0, "id"), "item_1_0", "list_0[0].id"),
        (("list_0", "list", 0, "type"), "bag", "list_0[0].type"),
    ],
)
def test_what_breaks_the_contract_is_refused_by_its_key(path, value, named):
    with pytest.raises(BadPageJson, match=rf"^{named.replace('[', chr(92) + '[')}: "):
        page_from_json(broken(path, value))
