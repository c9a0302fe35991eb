"""The categories of an article, kept beside its elements."""

from __future__ import annotations

import pytest

from corpus.html.build import build_page_from_html
from corpus.site import ENGLISH, site_with
from corpus.store import PageRecord, layout_of, save_pages, stored
from corpus.wikitext.build import build_page


def categories(wikitext, site=ENGLISH):
    return build_page("Harbour League", f"The league has eight clubs.\n{wikitext}", site).layout.categories


@pytest.mark.parametrize(
    ("wikitext", "names"),
    [
        ("[[Category:Football leagues]] [[Category:1921 foundings|League]]", ("Football leagues", "1921 foundings")),
        ("[[ category : football_leagues ]]\n[[CATEGORY:Football leagues]]", ("Football leagues",)),
        ("[[:Category:Football leagues]] <!-- [[Category:Old]] --> <nowiki>[[Category:Shown]]</nowiki>", ()),
        ("[[Category:]] [[Category: ]] [[File:A.png]] [[fr:Ligue]]", ()),
    ],
)
def test_categories_are_read_from_wikitext(wikitext, names):
    assert categories(wikitext) == names


def test_a_wiki_has_its_own_word_for_them():
    german = site_with({"Kategorie": 14}, "de")
    assert categories("[[Kategorie:Fußballliga]]", german) == ("Fußballliga",)


@pytest.mark.parametrize(
    "html",
    [
        '<p>The league.</p><link rel="mw:PageProp/Category" href="./Category:Football_leagues#League">',
        '<div id="mw-content-text"><p>The league.</p></div><div id="catlinks"><ul>'
        '<li><a href="/wiki/Category:Football_leagues">Football leagues</a></li></ul></div>',
    ],
)
def test_categories_are_read_from_html(html):
    assert build_page_from_html("Harbour League", html).layout.categories == ("Football leagues",)


def test_they_are_stored_with_the_page_and_no_part_of_its_hash(corpus):
    with_them = build_page("New page", "It has clubs. [[Category:Leagues]]")
    without = build_page("Other page", "It has clubs.")
    assert with_them.page and without.page
    save_pages(corpus, [PageRecord(built.page, layout=built.layout) for built in (with_them, without)])
    assert layout_of(stored(corpus, "New page")).categories == ("Leagues",)
    assert layout_of(stored(corpus, "Other page")).categories == ()
    assert "Leagues" not in stored(corpus, "New page").data
