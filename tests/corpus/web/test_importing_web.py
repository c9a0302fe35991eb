"""Web pages in the database: a corpus of their own, whatever happens in between, with the original of each."""

from __future__ import annotations

import json
import zlib
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from corpus.importing.batches import START, split_sources
from corpus.importing.reader import read_batches
from corpus.models import Corpus, CorpusKind, ImportCount, ImportFailure, StoredPage, WebPage, WebSnapshot
from corpus.snapshot.discarding import discard
from corpus.snapshot.importer import ImportSettings, begin_import, complete_import
from corpus.snapshot.saving import save
from corpus.snapshot.web_pages import SAME_ADDRESS
from tests.corpus.web.made import article, news, response, written

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path) -> None:
    settings.ATTEST_DATA_DIR = tmp_path / "var"


def typed(*words: object) -> str:
    out = StringIO()
    call_command("import_corpus", *map(str, words), stdout=out, stderr=StringIO())
    return out.getvalue()


def rows(slug: str) -> list[tuple[object, ...]]:
    """Everything that is stored of the pages of a corpus."""
    names = ("page__title", "page__data", "url", "key", "published", "earliest", "domain", "retrieved_at", "name")
    return list(WebPage.objects.filter(corpus__slug=slug).order_by("pk").values_list(*names))


def test_a_record_damaged_near_the_beginning_costs_itself_alone(tmp_path: Path) -> None:
    path = written(tmp_path / "crawl.warc.gz", [news(0), news(1)[:200], news(2)])
    with pytest.raises(CommandError, match="1 page could not be read"):
        typed(path, "--corpus", "crawl")
    assert WebPage.objects.count() == 2 and ImportFailure.objects.get().reason == "the compressed data is damaged"


@pytest.mark.both_databases
def test_an_archive_becomes_a_corpus_of_kind_web(tmp_path: Path) -> None:
    twice = response("http://example.com/news/1?utm_source=x", article(1, title="Later").encode())
    records = [*map(news, range(3)), twice, response("https://example.com/a.pdf", b"%PDF", kind="application/pdf")]
    path = written(tmp_path / "crawl.warc.gz", records)
    with pytest.raises(CommandError, match="1 page could not be read"):
        typed(path, "--corpus", "crawl")
    corpus = Corpus.objects.get()
    assert corpus.kind == CorpusKind.WEB
    assert StoredPage.objects.filter(corpus=corpus, came_ready=True).count() == WebPage.objects.count() == 3
    assert ImportCount.objects.get(kind="left", name=SAME_ADDRESS).count == 1
    first = WebPage.objects.order_by("pk")[0]
    assert zlib.decompress(bytes(first.snapshot.html)).decode() == article(0)
    assert (first.url, first.domain, first.country) == ("https://www.example.com/news/0", "example.com", "")
    assert (str(first.earliest), first.publisher, first.language) == ("2020-03-04", "The Example", "en")
    failure = ImportFailure.objects.get()
    assert (failure.place.startswith("crawl.warc.gz, record 5 at byte "), failure.reason) == (True, "it is a PDF")
    discard("crawl")
    assert not WebSnapshot.objects.exists() and not Corpus.objects.exists()


def test_an_import_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = written(tmp_path / "crawl.warc.gz", map(news, range(150)))
    run = begin_import("half", None, [path], ImportSettings())
    read = read_batches(split_sources([path], START), ImportSettings().limits)
    records, outcomes = next(read)
    read.close()
    save(run, outcomes, records.after)
    assert WebPage.objects.count() == len(outcomes) < 150
    run.refresh_from_db()
    complete_import(run, [path], ImportSettings(), 1, lambda progress: None)
    typed(path, "--corpus", "whole")
    assert rows("half") == rows("whole") and len(rows("half")) == 150


def test_articles_and_web_pages_do_not_mix(tmp_path: Path) -> None:
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki" / "A.wiki").write_text("An article.")
    with pytest.raises(CommandError):
        typed(written(tmp_path / "a.warc.gz", [news(1)]), tmp_path / "wiki", "--corpus", "both")
    assert not Corpus.objects.exists()


def test_documents_of_claims_are_kept_apart(tmp_path: Path) -> None:
    lines = [{"claim_id": n, "url": "https://ex.com/a", "url2text": [f"Text of claim {n}."]} for n in range(3)]
    path = tmp_path / "store.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    typed(path)
    assert list(WebPage.objects.order_by("pk").values_list("collection", flat=True)) == ["0", "1", "2"]
    assert not WebSnapshot.objects.exists()
