"""Sources that are named by an identifier: the address of a publication, and never that of a catalogue."""

from __future__ import annotations

import pytest

from corpus.citations.html import citations_in_html
from corpus.citations.identifiers import address_of, best_link
from corpus.citations.record import Source
from corpus.citations.wikitext import citations_in_wikitext
from corpus.html.build import build_page_from_html
from corpus.web.addresses import is_web_address, place_of
from corpus.wikitext.build import build_page

DOI = "https://doi.org/10.1086/523640"
OLD_DOI = "http://dx.doi.org/10.1086%2F523640"
NEW_PMC = "https://pmc.ncbi.nlm.nih.gov/articles/PMC3513682"
PMC = "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC3513682"


@pytest.mark.parametrize(
    ("fields", "address"),
    [
        ({"doi": "10.1086/523640", "bibcode": "2007ApJ...671.1624D", "pmid": "18305076"}, DOI),
        ({"doi": "10.1086/523640", "pmc": "PMC3513682"}, PMC),
        ({"pmc": "3513682"}, PMC),
        ({"eprint": "astro-ph/0701001v2"}, "https://arxiv.org/abs/astro-ph/0701001v2"),
        ({"arxiv": "0709.3111", "doi": "10.1086/523640"}, "https://arxiv.org/abs/0709.3111"),
        ({"jstor": "10.1086/523640"}, "https://www.jstor.org/stable/10.1086/523640"),
        ({"bibcode": "2007ApJ...671.1624D"}, "https://ui.adsabs.harvard.edu/abs/2007ApJ...671.1624D"),
        ({"bibcode": "1998A&A...331..811B"}, "https://ui.adsabs.harvard.edu/abs/1998A%26A...331..811B"),
        ({"doi": "10.1175/1520-0493(1971)099&lt;0818:C&gt;2.3.CO;2"}, None),
        ({"doi": "10.1175/1520-0493(1971)099<0818:C>2.3.CO;2"}, None),
        ({"doi": "pending", "pmid": "18305076"}, "https://pubmed.ncbi.nlm.nih.gov/18305076"),
        ({"doi": "pending", "isbn": "978-0754661962", "oclc": "2340417", "issn": "0022-0094"}, ""),
        ({"doi": "javascript:alert(1)", "hdl": "//evil.example/x", "jstor": "a b", "pmc": "<b>"}, ""),
        ({}, ""),
    ],
)
def test_the_best_identifier_is_the_address(fields: dict[str, str], address: str | None) -> None:
    found = address_of("", "", fields)
    assert found == ("https://doi.org/10.1175/1520-0493(1971)099%3C0818:C%3E2.3.CO;2" if address is None else address)
    assert not found or is_web_address(found)


@pytest.mark.parametrize(
    ("links", "address"),
    [
        (["//www.worldcat.org/issn/1049-0833"], ""),
        (["http://www.worldcat.org/oclc/2340417", "https://lccn.loc.gov/23016143"], ""),
        (["http://adsabs.harvard.edu/abs/2007ApJ...671.1624D", OLD_DOI], OLD_DOI),
        (
            [OLD_DOI, "//www.ncbi.nlm.nih.gov/pmc/articles/PMC3513682/"],
            "//www.ncbi.nlm.nih.gov/pmc/articles/PMC3513682/",
        ),
        (["//www.ncbi.nlm.nih.gov/pubmed/18305076", "https://pmc.ncbi.nlm.nih.gov/articles/PMC3513682"], NEW_PMC),
        (["//arxiv.org/abs/0709.3111", "http://a.example/paper.pdf"], "http://a.example/paper.pdf"),
        (["//www.jstor.org/journals/001"], "//www.jstor.org/journals/001"),
        ([], ""),
    ],
)
def test_the_best_link_of_a_rendered_template(links: list[str], address: str) -> None:
    assert best_link(links) == address


NOTE = (
    '<cite class="citation journal">Dupont. "<i>Title</i>". <i>ApJ</i>. '
    '<a class="external" href="https://ui.adsabs.harvard.edu/abs/2007ApJ...671.1624D">2007ApJ...671.1624D</a>. '
    '<a class="external" href="https://doi.org/10.1086%2F523640">10.1086/523640</a>. '
    '<a class="external" href="https://search.worldcat.org/issn/0004-637X">0004-637X</a></cite>'
    '<span class="Z3988" title="rft.atitle=Title&amp;rft_id=info%3Adoi%2F10.1086%2F523640"></span>'
)
MARK = '<sup class="reference"><a href="#cite_note-1">[1]</a></sup>'
HTML = (
    f'<html><body><div class="mw-parser-output"><p>Ada ran.{MARK}</p><ol class="references">'
    f'<li id="cite_note-1"><span class="reference-text">{NOTE}</span></li></ol></div></body></html>'
)
CITE = "{{cite journal|title=Title|journal=ApJ|bibcode=2007ApJ...671.1624D|doi=10.1086/523640|issn=0004-637X}}"


def address(source: Source | None) -> str:
    assert source is not None
    return address_of(source.url, source.archive_url, source.fields)


def test_both_readers_give_a_publication_the_same_address() -> None:
    wikitext = f"Ada ran.<ref>{CITE}</ref>"
    page, rendered = build_page("Ada", wikitext).page, build_page_from_html("Ada", HTML).page
    assert page is not None and rendered is not None
    sources = [citations_in_wikitext(wikitext, page)[0].source, citations_in_html(HTML, rendered)[0].source]
    assert {place_of(address(one))[:2] for one in sources} == {place_of(DOI)[:2]}
    assert [one and one.title for one in sources] == ["Title", "Title"]


@pytest.mark.parametrize(
    ("note", "url"),
    [
        ("Dupont 2007, {{doi|10.1086/523640}}", DOI),
        ("[http://a.example/x Dupont], {{doi|10.1086/523640}}", "http://a.example/x"),
        ("{{cite journal|title=T|doi=10.1086/523640|url=http://a.example/x}}", "http://a.example/x"),
        ("{{cite book|title=T|isbn=978-0754661962|oclc=2340417}}", ""),
    ],
)
def test_an_identifier_stands_in_only_where_there_is_no_address(note: str, url: str) -> None:
    wikitext = f"Ada ran.<ref>{note}</ref>"
    page = build_page("Ada", wikitext).page
    assert page is not None
    source = citations_in_wikitext(wikitext, page)[0].source
    assert address(source) == url
    assert source is not None and source.url in (url, "")  # what the page says is kept as written


def test_one_key_for_a_publication_however_it_is_linked() -> None:
    assert place_of(OLD_DOI)[:2] == place_of(DOI)[:2]
