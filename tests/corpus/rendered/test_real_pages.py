"""400 real pages as MediaWiki rendered them: faithful tables, no debris, and official code agrees."""

from __future__ import annotations

import json
import re
from io import StringIO

import pytest
from django.core.management import call_command

from corpus.html.build import build_page_from_html
from corpus.page.links import plain_text
from corpus.rules import Rules
from corpus.sources import SourcePage, read_source
from tests.corpus.test_real_articles import assert_official_code_agrees, texts

pytestmark = pytest.mark.extended

DEBRIS = re.compile(
    r"\[edit\]|\[citation needed\]|v\s*·\s*t\s*·\s*e|'''|<ref|</?(?:small|br|span|div|sup)\b|"
    r"[\ue000-\uf8ff\u2060]|\[\["
)
AS_WRITTEN = 6  # places where the page itself has such characters


@pytest.fixture(scope="module")
def pages(shared_data):
    """Flagged pages as well: here the reader is looked at, not the rules."""
    records = list(read_source(shared_data / "html" / "wikipages_400.tar.xz"))
    assert len(records) == 400 and all(isinstance(each, SourcePage) and each.revision for each in records)
    rules = Rules(keep_flagged=True)
    return [build_page_from_html(each.title, each.html, each.site, rules).page for each in records]


def test_official_code_agrees_on_every_table_and_context(pages):
    for page in pages:
        assert_official_code_agrees(page)


def test_real_pages_read_without_debris(pages):
    found = [
        f"{page.title} {element.id}: {text}"
        for page in pages
        for element in page.elements
        for text in map(plain_text, texts(element))
        if DEBRIS.search(text)
    ]
    assert len(found) <= AS_WRITTEN, found[: AS_WRITTEN + 5]


def test_tables_are_faithful_to_the_grids_that_others_made(shared_data):
    out = StringIO()
    call_command("measure_fidelity", shared_data / "html", "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert report["pages"] == 400
    assert report["enough"] >= 398 and report["enough_as_written"] >= 378
    assert all(report["below_as_written"].values()), "a page differs for a reason that has no name"
    assert report["equal"] >= 285
    assert report["differences"].get("no table found", 0) == 0
