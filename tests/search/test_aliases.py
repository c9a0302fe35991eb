"""Aliases: what else a page is called, for programs that look for names in claims."""

from __future__ import annotations

import pytest

from corpus.models import Corpus, Redirect, StoredPage
from search.api import suggest
from search.indexing import anchors
from search.indexing.anchors import AnchorCounts, links_and_anchors
from search.indexing.build import build_index
from search.models import TitleKey
from search.titles.key_forms import short_forms
from tests.search.conftest import MakeCorpus
from tests.search.pages import make_page


@pytest.mark.parametrize(
    ("title", "forms"),
    [
        ("Mercury (planet)", {"mercury"}),
        ("Elmstad, Norland", {"elmstad"}),
        ("Sing, Swim, Repeat", set()),
        ("U.S. Route 66", {"us route 66"}),
        ("J. R. R. Vance (poet)", {"j r r vance", "jrr vance", "jrr vance poet"}),
        ("Will.i.am", set()),
        ("(I Can't Get No) Rest", set()),
        ("Plain Title", set()),
    ],
)
def test_short_forms_of_titles(title: str, forms: set[str]) -> None:
    assert short_forms(title) == forms


def aliases(corpus: Corpus) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for key, title in TitleKey.objects.filter(corpus=corpus, place__gte=TitleKey.ALIAS).values_list("key", "title"):
        found.setdefault(bytes(key).decode(), set()).add(title)
    return found


PAGES = [
    make_page("Mercury (planet)", "Near the [[Sun_(star)|day star]] and [[Sun_(star)|1990]], [[Mercury_(planet)|it]]."),
    make_page("Sun (star)", 'Seen from [[Mercury_(planet)|the "swift" one]] and [[Old_Mercury|Hermes]].'),
    make_page(
        "Vance",
        'Watched [[Mercury_(planet)|the "swift" one]], [[Nothing|nobody]], [[Sun_(star)|sun (star)]] [[Sun_(star)|!]].',
    ),
]


def test_pages_have_short_forms_and_anchors_as_aliases(make_corpus: MakeCorpus) -> None:
    corpus = make_corpus(PAGES, redirects={"Old Mercury": "Mercury (planet)"})
    build_index(corpus)
    assert aliases(corpus) == {
        "mercury": {"Mercury (planet)"},
        "sun": {"Sun (star)"},
        "day star": {"Sun (star)"},
        "the swift one": {"Mercury (planet)"},
        "hermes": {"Mercury (planet)"},
    }


def test_nobody_is_suggested_a_title_by_an_alias(make_corpus: MakeCorpus) -> None:
    corpus = make_corpus(PAGES)
    build_index(corpus)
    assert [one.title for one in suggest(corpus, "hermes") if not one.approximate] == []


def test_aliases_go_with_their_page_and_come_with_a_new_one(make_corpus: MakeCorpus) -> None:
    corpus = make_corpus([*PAGES, *(make_page(f"Filler {n}", "Text.") for n in range(20))])
    build_index(corpus)
    StoredPage.objects.filter(corpus=corpus, title="Sun (star)").delete()
    Redirect.objects.create(corpus=corpus, title="J. R. Vance", target="Vance")
    assert build_index(corpus).changed < 5
    assert aliases(corpus) == {
        "mercury": {"Mercury (planet)"},
        "the swift one": {"Mercury (planet)"},
        "jr vance": {"Vance"},
    }


@pytest.mark.parametrize("held", [1, 8_000_000])
def test_anchors_are_counted_by_page_in_memory_and_in_files(tmp_path, monkeypatch, held) -> None:
    monkeypatch.setattr(anchors, "MOST_HELD", held)
    monkeypatch.setattr(anchors, "MANY_PAGES", 3)
    counts = AnchorCounts(tmp_path)
    for title, target in (("A", "Sun"), ("B", "Sun"), ("B", "Moon"), ("C", "Moon"), ("D", "Star"), ("E", "Moon")):
        _, parts = links_and_anchors([(title, f'"[[{target}|Light]] [[{target}|light]]"')])
        counts.add(parts)
    assert [*counts.found(5)] == [("light", "Moon", 3), ("light", "Sun", 2)]
    assert [*counts.found(2)] == [("light", "Moon", 3), ("light", "Sun", 2), ("light", "Star", 1)]
    assert any(tmp_path.iterdir()) is (held == 1)
