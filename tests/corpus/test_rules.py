"""What is left out of an article by rule, and how it is counted."""

from __future__ import annotations

import pytest

from corpus.building.page_builder import BuiltPage
from corpus.page.elements import Section, Sentence
from corpus.rules import Rules
from corpus.site import site_with
from corpus.wikitext.build import build_page

ARTICLE = """Lead text.
== A ==
A text.
=== A1 ===
A1 text.
== B ==
B text.
"""
WHOLE = ["Lead text.", "A", "A text.", "A1", "A1 text.", "B", "B text."]


def read(banner: str = "", *, before: str = "Lead text.", rules: Rules | None = None) -> BuiltPage:
    return build_page("A", ARTICLE.replace(before, f"{banner}\n{before}"), rules=rules or Rules())


def lines(built: BuiltPage) -> list[str]:
    assert built.page is not None
    texts = []
    for element in built.page.elements:
        assert isinstance(element, Sentence | Section)
        texts.append(element.text if isinstance(element, Sentence) else element.value)
    return texts


def test_an_article_without_banners_is_kept_whole():
    assert lines(read()) == WHOLE


@pytest.mark.parametrize(
    ("banner", "reason"),
    [
        ("{{Unreferenced|date=May 2010}}", "unreferenced"),
        ("{{refimprove}}", "more citations needed"),
        ("{{More_citations needed|date=May 2010}}", "more citations needed"),
        ("{{Multiple issues|{{Orphan}}\n{{POV}}\n}}", "multiple issues"),
        ("{{OR}}", "original research"),
        ("{{NPOV}}", "pov"),
        ("{{BLP sources}}", "blp sources"),
        ("{{Template:Cleanup|reason=unclear}}", "cleanup"),
    ],
)
def test_a_flagged_page_is_left_out_and_counted_by_reason(banner, reason):
    built = read(banner)
    assert built.page is None
    assert built.dropped == {f"page flagged: {reason}": 1}
    assert built.why_no_page == f"page flagged: {reason}"


@pytest.mark.parametrize("banner", ["{{Unreferenced section}}", "{{refimprove}}", "{{Cleanup-section}}"])
def test_a_flagged_section_goes_with_its_subsections_and_nothing_after_them(banner):
    built = read(banner, before="A text.")
    assert lines(built) == ["Lead text.", "B", "B text."]
    assert sum(built.dropped.values()) == 1


def test_a_banner_at_the_end_of_a_section_flags_all_of_it():
    assert lines(read("{{POV section}}", before="=== A1")) == ["Lead text.", "B", "B text."]


def test_a_flagged_subsection_leaves_its_section_alone():
    assert lines(read("{{Unreferenced section}}", before="A1 text.")) == ["Lead text.", "A", "A text.", "B", "B text."]


@pytest.mark.parametrize(
    "banner", ["{{refimprove section}}", "{{unreferenced|section|date=May 2010}}", "{{Multiple issues|section=yes}}"]
)
def test_a_banner_about_the_lead_leaves_out_the_lead(banner):
    assert lines(read(banner)) == ["A", "A text.", "A1", "A1 text.", "B", "B text."]


@pytest.mark.parametrize("banner", ["{{Unreferenced}}", "{{Unreferenced section}}"])
def test_flagged_pages_and_sections_can_be_kept(banner):
    built = read(banner, rules=Rules(keep_flagged=True))
    assert lines(built) == WHOLE
    assert not built.dropped


@pytest.mark.parametrize(
    "written",
    ["{{citation needed}}", "{{POV-inline}}", "{{Orphan}}", "{{Copy edit}}", "{{Expand section}}", "{{Stub}}",
     "{{failed verification}}", "{{dubious}}", "{{More|B}}"],
)  # fmt: skip
def test_what_is_no_banner_about_references_or_content_flags_nothing(written):
    assert lines(read(written)) == WHOLE


def test_a_banner_below_the_text_of_the_last_section_is_about_that_section():
    built = build_page("A", ARTICLE + "== Notes ==\n{{unreferenced}}\n")
    assert lines(built) == WHOLE
    assert built.dropped == {"excluded section": 1}


def test_an_excluded_heading_takes_its_subsections_and_nothing_after_them():
    built = build_page("A", ARTICLE.replace("== A ==", "== External links =="))
    assert lines(built) == ["Lead text.", "B", "B text."]
    assert built.dropped == {"excluded section": 1}


def test_a_wikis_own_banners_count_on_that_wiki_alone():
    italian = site_with({}, "it")
    assert build_page("A", "{{F|arte}}\nTesto.", italian).why_no_page == "page flagged: unreferenced"
    assert build_page("A", "{{F|arte}}\nText.").page is not None


def test_an_empty_page_is_no_flagged_page():
    assert build_page("A", "").why_no_page == "page without content"
