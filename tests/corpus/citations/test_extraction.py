"""Citations of made-up pages: every way of writing a mark, and markup that nobody should write."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from corpus.citations.html import citations_in_html
from corpus.citations.record import Citation, Tag
from corpus.citations.wikitext import citations_in_wikitext
from corpus.html.build import build_page_from_html
from corpus.wikitext.build import build_page
from tests.corpus.citations.labelled import articles, compared, labels, rendered
from tests.corpus.hostile import hostile_wikitext

LEAST = 0.97


def citations(wikitext: str) -> tuple[Citation, ...]:
    page = build_page("Ada", wikitext).page
    assert page is not None
    return citations_in_wikitext(wikitext, page)


def found(wikitext: str) -> list[tuple[str, str, str]]:
    """(element, words before the mark, address or text of the source) of each; "-" for no source."""
    return [
        (
            each.element_id,
            each.claim[: each.offset].split(" ")[-1],
            "-" if each.source is None else each.source.url or each.source.text,
        )
        for each in citations(wikitext)
    ]


CITE = "{{cite web|url=http://a.org/x|title=T}}"


@pytest.mark.parametrize(
    ("wikitext", "expected"),
    [
        (f"Ada ran. She won.<ref>{CITE}</ref> End.", [("sentence_1", "won.", "http://a.org/x")]),
        (f"Ada ran<ref>{CITE}</ref>, then she won the race.", [("sentence_0", "ran", "http://a.org/x")]),
        (
            "Ada ran.<ref name=b/> She won.<ref name='b'>[//b.org/y B]</ref>",  # used before it is defined
            [("sentence_0", "ran.", "//b.org/y"), ("sentence_1", "won.", "//b.org/y")],
        ),
        (
            "Ada ran.<ref name=b>One</ref> She won.<ref name=b>Two</ref> She slept.<ref name=b/>",
            [("sentence_0", "ran.", "One"), ("sentence_1", "won.", "Two"), ("sentence_2", "slept.", "One")],
        ),
        (f"Ada ran.<ref>{CITE} and {CITE.replace('x|', 'z|')}</ref>", [("sentence_0", "ran.", "http://a.org/x")] * 2),
        ("Ada ran.<ref>A</ref><ref>B</ref> <ref>C</ref>", [("sentence_0", "ran.", each) for each in "ABC"]),
        ("Ada ran.{{cn|date=May 2020}} She won.", [("sentence_0", "ran.", "-")]),
        ("Ada ran. {{citation needed span|text=She won.|date=May 2020}}", [("sentence_1", "won.", "-")]),
        ("Ada ran.{{efn|Not far.}} She won.{{efn|So.<ref>A</ref>}}", [("sentence_1", "won.", "A")]),
        ("Ada ran.{{refn|Smith, p. 4}} She won.{{#tag:ref|B|name=b}}{{r|b}}", None),
        ("Ada ran.<ref name=z/>\n== References ==\n<references><ref name=z>Z</ref></references>", None),
        ("Ada ran.{{r|z}}\n== References ==\n{{reflist|refs=<ref name=z>Z</ref>}}", [("sentence_0", "ran.", "Z")]),
        ("Ada ran.<ref>open She won.<ref>A</ref>", None),
        ("Ada ran.<ref>{{cite web|title=No address}}</ref>", [("sentence_0", "ran.", "No address")]),
        (
            "Ada ran.<ref>[javascript:alert(1) A]</ref> She won.<ref>{{cite web|url=data:text/html,x|title=D}}</ref>",
            None,
        ),
        ("[[File:A.png|thumb|Ada ran far away.<ref>A</ref>]] Ada won the race today.", []),
    ],
)
def test_marks_of_wikitext(wikitext: str, expected: list[tuple[str, str, str]] | None) -> None:
    if expected is not None and "z|" not in wikitext:
        assert found(wikitext) == expected
    else:
        assert all(
            each.source is None or not each.source.url.startswith(("data", "javascript"))
            for each in citations(wikitext)
        )
        assert [(each.element_id, each.source and each.source.text) for each in citations(wikitext)] == {
            "refn": [("sentence_0", "Smith, p. 4"), ("sentence_1", "B"), ("sentence_1", "B")],
            "refe": [("sentence_0", "Z")],
            "open": [("sentence_0", "A")],
            "java": [("sentence_0", "[javascript:alert(1) A]"), ("sentence_1", "D")],
            "both": [("sentence_0", "T"), ("sentence_0", "T")],
        }[next((key for key in ("refn", "open", "java", "refe") if key in wikitext.lower()), "both")]


TABLE = """Intro of the page.
{| class="wikitable"
|+ Results of 1901<ref>Cap</ref>
! Club<ref>Head</ref> !! Goals !! Ref
|-
| Aa || 5<ref>Five</ref> || <ref>Row</ref>
|-
| Bb || style="x:y" | 5 || {{cn}}
|}
* First item<ref>Item</ref>
* Second item{{sfn|Smith|2010|p=4}}

== Sources ==
* {{cite book|last=Smith|year=2010|title=Whole book|url=http://s.org/b}}
"""


def test_marks_in_cells_captions_and_items() -> None:
    assert [(each.element_id, each.source and (each.source.url or each.source.text)) for each in citations(TABLE)] == [
        ("table_caption_0", "Cap"),
        ("header_cell_0_0_0", "Head"),
        ("cell_0_1_1", "Five"),
        ("cell_0_1_2", "Row"),
        ("cell_0_2_2", None),
        ("item_0_0", "Item"),
        ("item_0_1", "http://s.org/b"),
    ]


def test_which_of_equal_cells_is_marked() -> None:
    marked = [*[False] * 7, True, False, True, False, False, True]
    wanted = [f"cell_0_1_{number}" for number, is_marked in enumerate(marked) if is_marked]
    cells = " || ".join("Yes<ref>A</ref>" if each else "Yes" for each in marked)
    assert [each.element_id for each in citations(f'{{| class="wikitable"\n! A\n|-\n| {cells}\n|}}')] == wanted
    mark = '<sup class="reference"><a href="#cite_note-1">[1]</a></sup>'
    cells = "".join(f"<td>Yes{mark if each else ''}</td>" for each in marked)
    html = f"<table><tr><th>A</th></tr><tr>{cells}</tr></table><p>Ada won.</p>"
    page = build_page_from_html("Ada", html).page
    assert page is not None
    assert [each.element_id for each in citations_in_html(html, page)] == wanted


def test_tags_sections_and_fields() -> None:
    [first, second] = citations(
        "== History ==\n=== Early ===\nAda ran.<ref group=n name=a>"
        "{{cite web|url=http://a.org|archive-url=https://web.archive.org/web/2020/http://a.org|access-date=2 May 2020"
        "|title=''T'' of [[A|b]]}}{{dead link|date=May}}</ref><ref>B</ref>{{Not in source|date=May}}"
    )
    assert (first.sections, first.group, first.name) == (("History", "Early"), "n", "a")
    assert (first.tags, second.tags) == ((Tag.DEAD_LINK,), (Tag.NOT_IN_CITATION,))
    source = first.source
    assert source is not None and source.archive_url == "https://web.archive.org/web/2020/http://a.org"
    assert (source.title, source.accessed, source.template) == ("T of b", "2 May 2020", "cite web")
    assert source.fields["title"] == "''T'' of [[A|b]]"


def test_sources_by_position_and_of_unknown_templates() -> None:
    first, second, third = citations(
        "Ada ran.<ref>{{cita web|http://a.it/x|''Titolo''|2 maggio 2012}}</ref> She won.<ref>{{R:OED}}</ref> "
        "She slept.<ref>{{cita web|Titolo}}</ref>"
    )
    assert first.source is not None and second.source is not None and third.source is not None
    assert (first.source.url, first.source.title, first.source.text) == ("http://a.it/x", "Titolo", "Titolo")
    assert (second.source.text, third.source.url, third.source.title) == ("r:oed", "", "")


def test_a_template_without_words_of_its_own_is_named() -> None:
    (one,) = citations("Ada ran.<ref>{{Cite Q|Q15625490}}</ref>")
    assert one.source is not None and one.source.text == "cite q Q15625490"


def test_titles_of_rendered_pages_are_plain() -> None:
    html = (
        '<p>Ada ran.<sup class="reference"><a href="#cite_note-1">[1]</a></sup></p><ol class="references">'
        '<li id="cite_note-1"><span class="reference-text"><span class="citation web"><i>A</i> B</span>'
        '<span class="Z3988" title="rft.btitle=%27%27A%27%27+B"></span></span></li></ol>'
    )
    page = build_page_from_html("Ada", html).page
    assert page is not None
    [citation] = citations_in_html(html, page)
    assert citation.source is not None and citation.source.title == "A B"


PARSOID = """<p>Ada ran.<sup class="mw-ref reference" typeof="mw:Extension/ref" data-mw='{"a":"&lt;b>"}'
><a href="./Ada#cite_note-x-1"><span class="mw-reflink-text">[1]</span></a></sup><sup class="noprint Inline-Template"
><a title="W">failed verification</a></sup> She won<sup class="noprint Inline-Template Template-Fact">[<i>citation
needed</i>]</sup> it.</p><ol class="references"><li id="cite_note-x-1"><span class="mw-reference-text reference-text">
<cite class="citation web cs1"><a class="external text" href="http://a.org/x">"T"</a>. <span
class="reference-accessdate">Retrieved 2 May 2020</span>.</cite></span></li></ol>"""


def test_marks_of_parsoid() -> None:
    page = build_page_from_html("Ada", PARSOID).page
    assert page is not None
    first, second = citations_in_html(PARSOID, page)
    assert (first.element_id, first.claim[: first.offset], first.name) == ("sentence_0", "Ada ran.", "x")
    assert first.tags == (Tag.FAILED_VERIFICATION,)
    assert first.source is not None
    assert (first.source.url, first.source.template) == ("http://a.org/x", "cite web")
    assert first.source.accessed == "2 May 2020"
    assert second.source is None and second.claim[: second.offset] == "She won"


HOSTILE = {
    "many refs behind a cell": '{| class="wikitable"\n| a' + "<ref>A</ref>" * 500 + "\n|}",
    "open": "Ada. " + "<ref>" * 30_000,
    "nested": "Ada. " + "<ref>" * 9_000 + "</ref>" * 9_000,
    "templates": "Ada. " + "{{cn|" * 30_000 + "}}" * 100,
    "links": "Ada. " + "[[File:a|" * 15_000 + "<ref>A</ref>",
    "note of brackets": "Ada.<ref>" + "[//a " * 20_000 + "</ref>",
    "blank heading": "Ada.<ref>A</ref>\n=" + " " * 100_000 + "a",
    "2 MB of words": "Ada runs far. " * 140_000 + "<ref>A</ref>",
    "many marks": "Ada.<ref name=a/> " * 6_000,
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_marks_are_read_in_linear_time(case: str, seconds_of) -> None:
    text = HOSTILE[case]
    page = build_page("Ada", "Ada. Ada runs far.").page
    assert page is not None
    seconds = seconds_of(lambda: citations_in_wikitext(text, page))
    assert seconds < 1 / 25_000 * max(len(text), 10_000)


@pytest.fixture
def seconds_of():
    """Processor time of a call."""
    import time

    def measure(call) -> float:
        begun = time.process_time()
        call()
        return time.process_time() - begun

    return measure


def test_noise_never_fails() -> None:
    chance = random.Random(27)
    pages = ["Ada.<ref>A</ref> {{cn}} [[a|b]]", TABLE]
    for _ in range(60):
        text = hostile_wikitext(chance, pages)
        page = build_page("Ada", text).page
        if page is not None:
            for each in citations_in_wikitext(text, page):
                assert each.claim[: each.offset] + each.claim[each.offset :] == each.claim


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        (
            "{{Cita web|url=http://es.org|título=T|fechaacceso=2010|obra=El País}}",
            ("http://es.org", "2010", "T. El País"),
        ),
        (
            "{{Citar web|url=http://pt.org|titulo=T|acessodata=2010|último=Silva}}",
            ("http://pt.org", "2010", "Silva. T"),
        ),
        (
            "{{Ouvrage|nom1=Hugo|titre=T|lire en ligne=http://fr.org|année=1900}}",
            ("http://fr.org", "", "Hugo. T. 1900"),
        ),
        ("{{Literatur|Autor=A|Titel=T|Online=[http://de.org Online]|Jahr=1999}}", ("http://de.org", "", "A. T. 1999")),
        ("{{Cita web|url=http://it.org|titolo=T|accesso=2010|autore=Rossi}}", ("http://it.org", "2010", "Rossi. T")),
    ],
)
def test_templates_of_other_wikis(template: str, expected: tuple[str, str, str]) -> None:
    (one,) = citations(f"Ada ran.<ref>{template}</ref>")
    assert one.source is not None and one.source.title == "T"
    assert (one.source.url, one.source.accessed, one.source.text) == expected


@pytest.mark.extended
def test_labelled_citations_are_found(shared_data: Path) -> None:
    """At first sight of the reported half: wikitext 76 of 77, rendered pages 26 of 26, no wrong one."""
    counts: dict[str, Counter[str]] = {"wikitext": Counter(), "html": Counter()}
    problems: list[str] = []
    wikitext, html = labels("wikitext"), labels("html")
    for title, text in articles(shared_data.parent, wikitext):
        page = build_page(title, text).page
        assert page is not None
        citations = citations_in_wikitext(text, page)
        for label in wikitext[title]:
            count, wrong = compared(label, citations)
            counts["wikitext"] += count
            problems += wrong
    for title, text in rendered(shared_data.parent, html):
        page = build_page_from_html(title, text).page
        assert page is not None
        citations = citations_in_html(text, page)
        for label in html[title]:
            count, wrong = compared(label, citations)
            counts["html"] += count
            problems += wrong
    for markup, count in counts.items():
        assert count["found"] + count["missed"] == {"wikitext": 150, "html": 53}[markup]
        assert count["found"] / (count["found"] + count["missed"]) >= LEAST, problems
        assert count["found"] / (count["found"] + count["wrong"]) >= LEAST, problems
    json.dumps(problems)
