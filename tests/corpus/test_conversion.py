"""{{convert}} as Wikipedia shows it. Expected results are what Module:Convert gives."""

from __future__ import annotations

import re
import tarfile
from collections import Counter

import pytest
from selectolax.lexbor import LexborHTMLParser

from corpus.page.elements import Sentence
from corpus.templates.conversion import Rounding, converted, unit_of, value_of
from corpus.wikitext.build import build_page


def shown(call: str) -> tuple[str, bool]:
    """What is shown, and whether words are missing."""
    built = build_page("Page", f"It is {call} here.")
    assert built.page is not None
    (sentence,) = built.page.elements
    assert isinstance(sentence, Sentence)
    return sentence.text.removeprefix("It is ").removesuffix(" here."), bool(built.layout.untrusted)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("{{convert|1200|km|mi|abbr=on}}", "1,200 km (750 mi)"),
        ("{{convert|5|km}}", "5 kilometres (3.1 mi)"),
        ("{{convert|1|mi}}", "1 mile (1.6 km)"),
        ("{{convert|5|km|mi|abbr=off}}", "5 kilometres (3.1 miles)"),
        ("{{convert|1,000|ft|m|sp=us}}", "1,000 feet (300 m)"),
        ("{{convert|300|m|ft|sp=us|0}}", "300 meters (984 ft)"),
        ("{{convert|100|acre}}", "100 acres (40 ha)"),
        ("{{convert|250|/km2}}", "250 per square kilometre (650/sq mi)"),
        ("{{convert|640081.87|km2|sqmi|abbr=on}}", "640,081.87 km² (247,136.99 sq mi)"),
        ("{{convert|3|nmi}}", "3 nautical miles (5.6 km; 3.5 mi)"),
        ("{{convert|10|-|20|km|mi}}", "10–20 kilometres (6.2–12.4 mi)"),
        ("{{convert|10|to|20|C|F}}", "10 to 20 °C (50 to 68 °F)"),
        ("{{convert|-40|C}}", "−40 °C (−40 °F)"),
        ("{{convert|77|x|53|cm|in|abbr=on}}", "77 cm × 53 cm (30 in × 21 in)"),
        ("{{convert|77|x|53|cm|in}}", "77 by 53 centimetres (30 in × 21 in)"),
        ("{{convert|5|ft|11|in|m}}", "5 feet 11 inches (1.80 m)"),
        ("{{convert|6|ft|2|in|cm|abbr=on}}", "6 ft 2 in (188 cm)"),
        ("{{convert|1.85|m|ftin}}", "1.85 metres (6 ft 1 in)"),
        ("{{convert|13|lb|4|oz|kg}}", "13 pounds 4 ounces (6.0 kg)"),
        ("{{convert|6+1/2|in|mm}}", "6 1/2 inches (170 mm)"),
        ("{{convert|1/2|mi|km}}", "1/2 mile (0.80 km)"),
        ("{{convert|5|km|mi|adj=on}}", "5-kilometre (3.1 mi)"),
        ("{{convert|12|ft|m|adj=mid|-long}}", "12-foot-long (3.7 m)"),
        ("{{convert|5|km|mi|order=flip}}", "3.1 miles (5 km)"),
        ("{{convert|1200|m|ft|disp=or}}", "1,200 metres or 3,900 ft"),
        ("{{convert|100|mph|km/h|0}}", "100 miles per hour (161 km/h)"),
        ("{{convert|333|km2|mi2|sigfig=2}}", "333 square kilometres (130 sq mi)"),
        ("{{convert|20|lb|kg|round=5}}", "20 pounds (10 kg)"),
        ("{{convert|0|km}}", "0 kilometres (0 mi)"),
    ],
)
def test_a_value_is_shown_in_both_units(call, text):
    assert shown(call) == (text, False)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("{{convert|5|furlong}}", "5 furlong"),
        ("{{convert|5|km|kg}}", "5 km"),
        ("{{convert|5|+/-|1|km}}", "5 ± 1 km"),
        ("{{convert|5|km|mi|disp=table}}", "5 km"),
        ("{{convert|five|km}}", "five km"),
        ("{{convert|1.2e6|km}}", "1.2e6 km"),
        ("{{convert|5}}", "5"),
        ("{{convert|1e500|km}}", "1e500 km"),
        ("{{convert|1/0|km}}", "1/0 km"),
        ("{{convert|5|km|spell=in}}", "5 km"),
    ],
)
def test_what_is_not_known_is_marked(call, text):
    assert shown(call) == (text, True)


@pytest.mark.parametrize("number", ["9" * 40, "1e40", "1e-40", "0." + "0" * 37 + "1", "-1e40"])
@pytest.mark.parametrize("units", ["km|mm", "mm2|sqmi", "C|F", "ft|in|1", "m|ftin"])
def test_no_number_is_too_much(number, units):
    text, _is_marked = shown(f"{{{{convert|{number}|{units}}}}}")
    assert "E+" not in text and len(text) < 500


def test_results_equal_those_of_rendered_pages(shared_data):
    """Default rounding of Module:Convert, over 400 pages that Wikipedia rendered."""
    number = r"\d[\d,]*(?:\.\d+)?"
    given, result = "mi|miles|km|kilometres|m|metres|feet|kg|lb|sq mi|ha|acres", "mi|km|m|ft|kg|lb|ha|acres"
    pattern = re.compile(rf"(?<![\d.,])({number}) ({given}) \(({number}) ({result})\)")
    counts = Counter[str]()
    with tarfile.open(shared_data / "html" / "wikipages_400.tar.xz") as pages:
        for member in pages:
            file = pages.extractfile(member) if member.name.endswith(".html") else None
            body = LexborHTMLParser(file.read().decode("utf-8", "replace")).body if file else None
            for match in pattern.finditer(body.text().replace("\xa0", " ") if body else ""):
                counts[_agreement(match)] += 1
    assert counts["other"] <= 0.02 * counts.total(), counts
    assert counts["default"] > 100


def _agreement(match: re.Match[str]) -> str:
    """Whether the rule gives the result, it has the decimals that a page asked for, or neither."""
    units = [unit_of(code.replace("sq mi", "sqmi")) for code in (match[2], match[4])]
    value = value_of(match[1])
    if value is None or units[0] is None or units[1] is None or units[0].kind != units[1].kind or len(match[1]) > 12:
        return "no conversion"
    wanted = match[3].replace(",", "")
    if converted([value], units[0], units[1], Rounding()) == [wanted]:
        return "default"
    asked = (converted([value], units[0], units[1], Rounding(decimals=places)) for places in range(-2, 4))
    return "as asked" if [wanted] in asked else "other"
