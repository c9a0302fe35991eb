"""Figures say the same in the drawing, in the table, and to a screen reader."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from annotation.figures.bars import Bar, bars
from annotation.figures.confusion import Tally, confusion
from annotation.figures.drawing import STYLE, tick_text, ticks
from annotation.figures.figure import Figure
from annotation.figures.funnel import Step, funnel
from annotation.figures.heat_map import Square, heat_map
from annotation.figures.lines import Point, lines
from annotation.figures.scatter import Axis, Spot, scatter
from annotation.figures.stacked import Series, Stack, stacked

CSS = Path(__file__).resolve().parents[2] / "frontend/static/css"
SVG = "{http://www.w3.org/2000/svg}"


def week_lines() -> Figure:
    points = [
        Point("W1", 0.7, (0.6, 0.8), 120, "/items/?week=1"),
        Point("W2", None, why="nobody repeated anything"),
        Point("W3", 0.2, (0.1, 0.3), 90),
    ]
    return lines("weeks", "Kappa <by> week", "Two-way.", points, low=0, high=1, columns=("week", "kappa"))


FIGURES = [
    bars("types", "By type", "Alpha.", [Bar("I", 0.5, (0.4, 0.6), wanted=0.7, count=12), Bar("=II", None, why="one")]),
    bars("none", "Nothing", "No rows.", []),
    bars("below", "Below zero", "Kappa can be.", [Bar("x", -0.2), Bar("y", 0.9)]),
    week_lines(),
    lines("empty", "No weeks", "None.", []),
    heat_map("pairs", "Pairs", "Kappa.", ["a", "b"], {(0, 1): Square(0.8, 5, "/items/?pair=1"), (1, 0): Square(None)}),
    heat_map("few", "Few", "Grey.", ["a", "b"], {(0, 1): Square(0.8, 4, is_few=True)}),
    lines("target", "Target", "And volume.", [Point("W1", 0.7, count=3), Point("W2", None)], target=0.65, volume=True),
    confusion("said", "Said", "Of <two>.", ["a", "b"], ["a", "b"], {(0, 1): Tally(3, "/rows/")}, axes=("x", "y")),
    stacked("shares", "Shares", "Of all.", [Series("a", "plain")], [Stack("<p>", [(3, "/rows/")])], column="person"),
    stacked("nobody", "Nobody", "None.", [], [], column="person"),
    scatter("dots", "Dots", "Two.", [Spot("<p>", 3.0, 0.5, 9, "/rows/")], across=Axis("s"), up=Axis("k"), column="p"),
    scatter("no-dots", "No dots", "None.", [], across=Axis("s"), up=Axis("k", high=1.0), column="p"),
    funnel("steps", "Steps", "One after another.", [Step("a", 4), Step("b", 3, "/rows/")], column="step"),
    funnel("nothing", "Nothing yet", "Empty.", [Step("a", 0), Step("b", 0)], column="step"),
]


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_every_drawing_is_well_formed_and_named(figure: Figure) -> None:
    for text in (figure.svg, figure.standalone()):
        root = ElementTree.fromstring(text)
        assert root.tag == f"{SVG}svg"
        titles = {node.attrib["id"]: node.text for node in root if "id" in node.attrib}
        named = root.attrib["aria-labelledby"].split()
        assert [titles[name] for name in named] == [figure.title, figure.description]


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_a_page_that_allows_no_inline_style_can_show_it(figure: Figure) -> None:
    assert "style=" not in figure.svg
    assert "<style" not in figure.svg
    assert "<style" in figure.standalone()


def test_an_undefined_point_leaves_a_gap_in_the_line_and_an_empty_cell_in_the_table() -> None:
    figure = week_lines()
    root = ElementTree.fromstring(figure.svg)
    assert len([path for path in root.iter(f"{SVG}path") if path.attrib["class"] == "line"]) == 2
    assert len(list(root.iter(f"{SVG}circle"))) == 2
    rows = list(csv.DictReader(io.StringIO(figure.csv())))
    assert [row["kappa"] for row in rows] == ["0.7", "", "0.2"]


def test_a_mark_leads_to_the_rows_behind_it_and_says_its_numbers() -> None:
    links = list(ElementTree.fromstring(week_lines().svg).iter(f"{SVG}a"))
    assert [link.attrib["href"] for link in links] == ["/items/?week=1"]
    said = links[0].find(f"{SVG}g/{SVG}title")
    assert said is not None and said.text == "W1: 0.700 [0.600, 0.800], n = 120"


def test_the_bar_ends_where_its_value_stands_on_the_scale() -> None:
    figure = bars("half", "Half", "Of one.", [Bar("a", 0.5), Bar("b", 1.0)], high=1)
    rects = [float(r.attrib["width"]) for r in ElementTree.fromstring(figure.svg).iter(f"{SVG}rect")]
    assert rects[0] * 2 == pytest.approx(rects[1])


def test_a_name_cannot_become_a_formula_in_a_spreadsheet() -> None:
    rows = list(csv.reader(io.StringIO(FIGURES[0].csv())))
    assert rows[2][0] == "'=II"


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [
        (0, 1, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (0, 87_026, ["0", "20,000", "40,000", "60,000", "80,000", "100,000"]),
    ],
)
def test_ticks_are_round_and_cover_the_values(low: float, high: float, wanted: list[str]) -> None:
    marks = ticks(low, high)
    assert [tick_text(mark, marks) for mark in marks] == wanted


def test_a_figure_as_a_file_has_the_colours_of_the_page() -> None:
    """The colours stand twice: files know no style sheet, and pages allow no style within the drawing."""
    of_page = _looks(re.findall(r"^svg\.figure ([^{:]+) \{([^}]*)\}", (CSS / "figures.css").read_text(), re.MULTILINE))
    of_file = _looks(re.findall(r"([^{}]+)\{([^}]*)\}", STYLE))
    assert {"text", ".muted", ".bar", ".bar.other", ".whisker", ".reference", ".line", ".cell"} <= set(of_page)
    for mark, looks in of_page.items():
        assert {name: of_file[mark].get(name) for name in looks} == looks, mark


def _looks(rules: list[tuple[str, str]]) -> dict[str, dict[str, str]]:
    """Mark -> how it looks, with the palette's values for its names, in the shortest spelling."""
    palette = dict(re.findall(r"(--[\w-]+): ([^;]+);", (CSS / "variables.css").read_text()))
    found: dict[str, dict[str, str]] = {}
    for marks, body in rules:
        for mark in marks.split(","):
            declared = (part.split(":") for part in body.split(";") if ":" in part)
            looks = found.setdefault(re.sub(r"^(svg\.figure )?(text(?=\.))?", "", mark.strip()), {})
            looks.update({name.strip(): _short(value, palette) for name, value in declared})
    return found


def _short(value: str, palette: dict[str, str]) -> str:
    named = re.sub(r"var\((--[\w-]+)\)", lambda match: palette[match[1]], value.strip())
    same = re.sub(r"#(\w)\1(\w)\2(\w)\3\b", r"#\1\2\3", named)
    return re.sub(r"\s*,\s*", ",", re.sub(r"\b0\.", ".", same))
