"""Filled cite templates: nothing in a value is markup."""

from __future__ import annotations

from datetime import date
from typing import cast

import mwparserfromhell
import pytest

from annotation.citations.decisions import AcceptedSource
from annotation.citations.wikitext import cite_web, value, words_around

SOURCE: AcceptedSource = {
    "url": "https://a.example/b",
    "title": "T",
    "website": "",
    "published": "",
    "language": "",
    "retrieved": "",
    "passage": "",
    "score": 1.0,
    "fails": 0.1,
    "place": 0,
    "found_by": [],
}
DAY = date(2026, 11, 27)


def source(**given: str) -> AcceptedSource:
    return cast("AcceptedSource", {**SOURCE, **given})


@pytest.mark.parametrize(
    "title",
    [
        "a | b = c",
        "}} {{evil|x}}",
        "[[Link]] [http://x y]",
        "two\nlines\t''bold''",
        "</ref><ref>x",
        "~~~~ & &lt;",
        "<!-- x",
    ],
)
def test_no_value_leaves_its_field(title):
    text = cite_web(source(title=title, website=title), accessed=DAY)
    code = mwparserfromhell.parse(text)
    cites = [one for one in code.filter_templates() if one.name.matches("cite web")]
    assert len(cites) == 1 and [one.name.strip() for one in cites[0].params] == [
        "url",
        "title",
        "website",
        "access-date",
    ]
    assert text.count("<ref>") == 1 and "\n" not in text and "~~~" not in text
    assert not code.filter_wikilinks() and not code.filter_comments()
    assert "''" not in text


def test_fields_are_filled_with_what_is_known():
    known = {"website": "A", "published": "2017-02", "language": "de", "retrieved": "2020-05-06"}
    archived = source(**known, url="https://web.archive.org/web/2020/https://a.example/{b}")
    text = cite_web(archived, accessed=DAY, wiki_language="en")
    assert "|url=https://a.example/%7Bb%7D " in text and "|language=de " in text and "|date=2017-02 " in text
    assert "|archive-date=2020-05-06 |access-date=2026-11-27}}" in text
    assert "language" not in cite_web(archived, accessed=DAY, wiki_language="de")
    assert "url" not in cite_web(source(url="javascript:alert(1)"), accessed=DAY)
    assert value("a  b\nc") == "a b c"
    assert words_around("one two three", 7) == ("one two", "three")
