"""The tree of wikitext: what is paired with what. Real articles are compared in `test_differential`."""

from __future__ import annotations

import pytest

from corpus.syntax.nodes import Markup, split, template
from corpus.syntax.scanner import scan
from corpus.syntax.tables import is_data_table, table_rows, table_syntax


def shape(source: Markup) -> list[object]:
    """Every node as its kind, the text inside it, and its own nodes."""
    return [(node.kind.name.lower(), str(node.inner), shape(node.inner)) for node in source.nodes]


@pytest.mark.parametrize(
    ("wikitext", "found"),
    [
        ("a [[b|c]] d", [("link", "b|c", [])]),
        ("{{a|{{b}}|[[c|d]]}}", [("template", "a|{{b}}|[[c|d]]", [("template", "b", []), ("link", "c|d", [])])]),
        ("{{{a|b}}}", [("argument", "a|b", [])]),
        ("{{{{{1}}}}}", [("template", "{{{1}}}", [("argument", "1", [])])]),
        ("[[[a]] b]", [("link", "a", [])]),
        ("[[a|[http://x y]]]", [("link", "a|[http://x y]", [])]),
        ("[[a\nb]]", []),
        ("[[a {{b]] }}", [("template", "b]] ", [])]),
        ("{{a|[[b}}", [("template", "a|[[b", [])]),
        ("{{ [[a]]", [("link", "a", [])]),
        ("<sup>a<sup>b</sup>", [("element", "b", [])]),
        ("<nowiki>[[a]]</nowiki>", [("verbatim", "[[a]]", [])]),
        ("<nowiki>[[a]]", [("tag", "", []), ("link", "a", [])]),
        ("\n{|\n| a\n{|\n| b\n|}\n|}", [("table", "\n| a\n{|\n| b\n|}", [("table", "\n| b", [])])]),
        ("\n{|\n| a\n== b ==", [("table", "\n| a", []), ("heading", " b ", [])]),
        ("\n|} a", [("stray", "", [])]),
        ("\n=== a == \nb", [("heading", "= a ", [])]),
    ],
)
def test_wikitext_has_the_tree(wikitext, found):
    assert shape(scan(wikitext)) == found


def test_marks_inside_brackets_split_nothing():
    pieces = split(scan("a|[[b|c]]|{{d|e}}f|"), "|")
    assert [str(piece) for piece in pieces] == ["a", "[[b|c]]", "{{d|e}}f", ""]
    assert [len(piece.nodes) for piece in pieces] == [0, 1, 1, 0]


def test_arguments_without_a_name_are_numbered():
    call = template(scan("{{a|b|c=d|{{e=f}}}}").nodes[0])
    assert [(each.name, str(each.value), each.showkey) for each in call.params] == [
        ("1", "b", False),
        ("c", "d", True),
        ("2", "{{e=f}}", False),
    ]


def test_cells_are_read_line_by_line():
    wikitext = '\n{| class="x"\n|+ Cap\n! a !! b\n|-\n| rowspan="2" | c || [[d|e]]\nmore || text\n|-\n|f\n|}'
    rows = table_rows(table_syntax(scan(wikitext).nodes[0]))
    cells = [
        [(cell.is_header, cell.attributes.strip(), str(cell.contents).strip()) for cell in row] for row in rows.rows
    ]
    assert [str(caption).strip() for caption in rows.captions] == ["Cap"]
    assert cells == [
        [(True, "", "a"), (True, "", "b")],
        [(False, 'rowspan="2"', "c"), (False, "", "[[d|e]]\nmore || text")],
        [(False, "", "f")],
    ]


@pytest.mark.parametrize("attributes", ['class="wikitable sortable"', "class=infobox", "{{prettytable}}"])
def test_a_table_of_data_says_so(attributes):
    assert is_data_table(table_syntax(scan(f"\n{{| {attributes}\n| a\n|}}").nodes[0]))
