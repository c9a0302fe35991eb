"""manage.py citations after an import, as typed; a corpus that is replaced or deleted."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from corpus.models import Corpus, StoredCitation
from corpus.snapshot.discarding import discard

pytestmark = pytest.mark.django_db

ADA = """Ada ran.<ref name=a>{{cite web|url=http://a.org/x|title=T}}{{dead link|date=May}}</ref> She won.<ref name=a/>
She slept.{{cn}} She woke.<ref>Smith, p. 4</ref>"""
HTML = """<p>Bo ran.<sup class="reference"><a href="#cite_note-1">[1]</a></sup></p><ol class="references">
<li id="cite_note-1"><span class="reference-text"><a class="external text" href="http://b.org/">B</a></span></li></ol>"""


@pytest.fixture
def typed(settings, tmp_path: Path):
    """Runs a command and gives back what it prints."""
    settings.ATTEST_DATA_DIR = tmp_path / "var"

    def run(*words: object) -> str:
        out = StringIO()
        call_command(*map(str, words), stdout=out, stderr=StringIO())
        return out.getvalue()

    return run


def test_imported_citations_are_counted_exported_and_deleted(typed, tmp_path: Path) -> None:
    wiki, out = tmp_path / "ports", tmp_path / "citations.jsonl"
    wiki.mkdir()
    (wiki / "Ada.wiki").write_text(ADA)
    for _ in range(2):
        typed("import_corpus", wiki, "--replace")
    counts = json.loads(typed("citations", "--json"))
    assert counts == {
        "corpus": "ports",
        "citations": 4,
        "pages": 1,
        "states": {"unresolved": 2, "no_address": 1, "no_source": 1},
        "languages": {},
        "tags": {"dead_link": 2, "citation_needed": 1},
        "templates": {"": 2, "cite web": 2},
        "pages_with_most": [["Ada", 4]],
    }
    assert "4 citations on 1 pages" in typed("citations", "--corpus", "ports", "--export", out)
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["element"] for line in lines] == [f"Ada_sentence_{number}" for number in range(4)]
    assert lines[1]["source"]["url"] == "http://a.org/x" and lines[1]["name"] == "a"
    assert lines[2]["source"] is None and lines[2]["tags"] == ["citation_needed"]
    addresses = tmp_path / "addresses.txt"
    typed("citations", "--addresses", addresses)
    assert addresses.read_text() == "http://a.org/x\n"
    with pytest.raises(CommandError):
        typed("citations", "--addresses", tmp_path / "addresses.csv")
    discard("ports")
    assert not StoredCitation.objects.exists()


def test_rendered_pages_have_citations_and_old_corpora_say_what_to_do(typed, tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "Bo.html").write_text(HTML)
    (pages / "Bo.json").write_text('{"title": "Bo"}')
    typed("import_corpus", pages)
    row = StoredCitation.objects.get()
    assert (row.element_id, row.offset, row.url, row.domain) == ("sentence_0", 7, "http://b.org/", "b.org")
    Corpus.objects.create(slug="old")
    said = typed("citations", "--corpus", "old")
    assert "import_corpus" in said and "--replace" in said
    assert json.loads(typed("citations", "--corpus", "old", "--json"))["citations"] == 0
