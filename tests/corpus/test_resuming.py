"""An import that is stopped, by whatever means, is gone on with; the corpus is as if nothing had happened."""

from __future__ import annotations

import itertools
import random
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import QuerySet

from corpus.models import Corpus, ImportCount, ImportFailure, ImportRun, Phase, Redirect, StoredCitation, StoredPage
from corpus.snapshot import wiki_templates
from corpus.snapshot.discarding import discard
from corpus.store import CorpusNotChosen, choose_corpus
from search.models import IndexedName
from tests.conftest import ROOT
from tests.corpus.generated import write_dump, write_multistream
from tests.servers.process import django_environment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

COUNT = 900


@pytest.fixture
def data_dir(settings, tmp_path) -> Path:
    settings.ATTEST_DATA_DIR = tmp_path / "var"
    settings.ATTEST_DATA_DIR.mkdir()
    return settings.ATTEST_DATA_DIR


def begun(data_dir: Path, *words: object) -> subprocess.Popen[bytes]:
    """import_corpus as a process of its own, on the test's database."""
    command = [sys.executable, "manage.py", "import_corpus", *map(str, words)]
    environment = django_environment(ATTEST_TEST_DATA_DIR=str(data_dir))
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def snapshot(data_dir: Path, slug: str) -> dict[str, object]:
    """Everything the database and the quarantine say of a corpus, times and primary keys apart."""
    corpus = Corpus.objects.get(slug=slug)
    run = ImportRun.objects.get(corpus=corpus)
    pages = StoredPage.objects.filter(corpus=corpus).order_by("pk")
    keys = list(pages.values_list("pk", flat=True))
    quarantine = data_dir / "quarantine" / f"{slug}.jsonl"
    leave = ("id", "corpus", "corpus_id", "run", "linked", "started_at", "finished_at", "created_at", "slug", "name")
    return {
        "corpus": _values(Corpus.objects.filter(pk=corpus.pk), leave),
        "pages": _values(pages, leave),
        "redirects": _values(Redirect.objects.filter(corpus=corpus).order_by("pk"), leave),
        "citations": _values(StoredCitation.objects.filter(corpus=corpus).order_by("pk"), (*leave, "page_id")),
        "run": _values(ImportRun.objects.filter(pk=run.pk), leave),
        "linked": keys.index(run.linked),
        "counts": _values(ImportCount.objects.filter(run=run).order_by("kind", "name"), (*leave, "run_id")),
        "failures": _values(ImportFailure.objects.filter(run=run).order_by("pk"), (*leave, "run_id")),
        "quarantine": quarantine.read_text(encoding="utf-8"),
    }


def _values(rows, leave) -> list[dict[str, object]]:
    return [{name: value for name, value in row.items() if name not in leave} for row in rows.values()]


def finished(data_dir: Path, *words: object) -> None:
    with pytest.raises(CommandError, match="could not be read"):  # the pages without a title
        call_command("import_corpus", *map(str, words), stdout=StringIO(), stderr=StringIO())


@pytest.mark.extended
@pytest.mark.parametrize(("kind", "workers"), [("one stream", 1), ("multistream", 2)])
def test_an_import_that_is_killed_again_and_again_gives_the_same_corpus(data_dir, tmp_path, kind, workers):
    path = write_dump(tmp_path / "a.xml.bz2", COUNT) if kind == "one stream" else write_multistream(tmp_path, COUNT)
    finished(data_dir, path, "--corpus", "plain")
    words = (path, "--corpus", "killed", "--workers", workers)
    chance = random.Random(7)
    stopped_at = []
    while len(stopped_at) < 3:
        process = begun(data_dir, *words)
        before = _standing()
        while process.poll() is None and _standing() == before:
            time.sleep(0.002)
        time.sleep(chance.random() * 0.15)  # somewhere between the first batch it saves and a few later
        process.kill()
        process.communicate()
        stopped_at.append(_standing())
        if stopped_at[-1][0] == Phase.COMPLETE:
            break
    assert {phase for phase, *_ in stopped_at} >= {Phase.READING}
    if stopped_at[-1][0] != Phase.COMPLETE:
        finished(data_dir, *words)
    assert snapshot(data_dir, "killed") == snapshot(data_dir, "plain")


def _standing() -> tuple[object, ...]:
    run = ImportRun.objects.filter(corpus__slug="killed").values_list("phase", "source", "place", "linked").first()
    return run or ("", 0, 0, 0)


@pytest.mark.parametrize("phase", [pytest.param(Phase.READING, marks=pytest.mark.extended), Phase.LINKING])
def test_an_import_is_killed_in_each_phase_and_gone_on_with(data_dir, tmp_path, phase, monkeypatch):
    path = write_dump(tmp_path / "a.xml", 700)
    finished(data_dir, path, "--corpus", "plain")
    for _attempt in range(5):
        process = begun(data_dir, path, "--corpus", "killed")
        while process.poll() is None and _standing()[0] != phase:
            time.sleep(0.001)
        process.kill()
        process.communicate()
        if _standing()[0] == phase:
            break
        assert _standing()[0] == Phase.COMPLETE
        Corpus.objects.get(slug="killed").delete()  # the phase was over before this process had its turn
    assert _standing()[0] == phase
    finished(data_dir, path, "--corpus", "killed")
    assert snapshot(data_dir, "killed") == snapshot(data_dir, "plain")


@pytest.mark.parametrize(
    ("number", "code", "workers"),
    [(signal.SIGINT, 130, 1), pytest.param(signal.SIGTERM, 143, 2, marks=pytest.mark.extended)],
)
def test_an_import_ends_cleanly_when_it_is_asked_to(data_dir, tmp_path, number, code, workers):
    path = write_dump(tmp_path / "a.xml", 3_000)
    process = begun(data_dir, path, "--corpus", "killed", "--workers", workers)
    while process.poll() is None and _standing()[2] == 0:
        time.sleep(0.005)
    process.send_signal(number)
    _, said = process.communicate(timeout=30)
    assert process.returncode == code
    assert b"Interrupted" in said and b"the same again" in said and b"Traceback" not in said
    assert 0 < StoredPage.objects.count() < 2_400


def test_a_source_once_read_is_not_read_again(data_dir, tmp_path, capsys):
    path = write_dump(tmp_path / "a.xml", 300)
    finished(data_dir, path)
    before = snapshot(data_dir, "a"), _all_rows()
    call_command("import_corpus", str(path), "--workers", "2")
    said = capsys.readouterr().out
    assert "is complete: 2" in said and "Nothing was changed" in said
    assert (snapshot(data_dir, "a"), _all_rows()) == before


def _all_rows() -> list[object]:
    """Every row of the corpus's tables, to the last column."""
    rows: list[object] = []
    with connection.cursor() as cursor:
        for model in (Corpus, StoredPage, Redirect, ImportRun, ImportCount, ImportFailure):
            cursor.execute(f"SELECT * FROM {model._meta.db_table} ORDER BY id")
            rows += cursor.fetchall()
    return rows


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["{other}", "--corpus", "a"], r"another source.*--corpus a-2.*--replace"),
        (["{same}", "--limit", "5"], "without --limit"),
        (["{same}", "--keep-flagged"], "without --keep-flagged"),
        (["{same}", "--tables", "by-class"], "with --tables by-content"),
        (["{same}", "--page-limit", "3"], "with --page-limit 10"),
    ],
)
def test_a_corpus_is_not_imported_over_another_way(data_dir, tmp_path, words, complaint):
    same, other = write_dump(tmp_path / "a.xml", 100), write_dump(tmp_path / "b.xml", 101)
    finished(data_dir, same)
    before = _all_rows()
    with pytest.raises(CommandError, match=complaint):
        call_command("import_corpus", *(word.format(same=same, other=other) for word in words))
    assert _all_rows() == before


def test_another_reader_does_not_go_on_with_a_corpus(data_dir, tmp_path, monkeypatch):
    path = write_dump(tmp_path / "a.xml", 100)
    finished(data_dir, path)
    monkeypatch.setattr("corpus.snapshot.runs.PARSER_VERSION", "another")
    with pytest.raises(CommandError, match="another version of the reader.*element ids"):
        call_command("import_corpus", str(path))


def test_a_corpus_is_replaced_when_asked_for(data_dir, tmp_path):
    finished(data_dir, write_dump(tmp_path / "a.xml", 100))
    finished(data_dir, write_dump(tmp_path / "b.xml", 120), "--corpus", "a", "--replace")
    assert StoredPage.objects.filter(title="Port 118").exists()
    assert Corpus.objects.count() == 1


def test_a_replacement_that_is_killed_is_gone_on_with(data_dir, tmp_path):
    old, new = write_dump(tmp_path / "a.xml", 700), write_dump(tmp_path / "b.xml", 300)
    finished(data_dir, new, "--corpus", "plain")
    finished(data_dir, old, "--corpus", "killed")
    corpus = Corpus.objects.get(slug="killed")
    before = corpus.pages.count()
    words = (new, "--corpus", "killed", "--replace")
    process = begun(data_dir, *words)
    while process.poll() is None and StoredPage.objects.filter(corpus=corpus).count() == before:
        time.sleep(0.001)
    process.kill()
    process.communicate()
    if _standing()[0] == Phase.DISCARDING:
        with pytest.raises(CommandError, match="partly deleted.*--replace"):
            call_command("import_corpus", str(new), "--corpus", "killed")
        with pytest.raises(CorpusNotChosen):
            choose_corpus("killed")
    else:
        assert not Corpus.objects.filter(pk=corpus.pk).exists()  # the deletion was over before this had its turn
    finished(data_dir, *words)
    assert snapshot(data_dir, "killed") == snapshot(data_dir, "plain")


def test_a_deletion_that_stopped_anywhere_is_gone_on_with(data_dir, tmp_path, monkeypatch):
    path = write_dump(tmp_path / "a.xml", 120)
    finished(data_dir, path, "--corpus", "other")
    others = snapshot(data_dir, "other")
    monkeypatch.setattr("corpus.snapshot.discarding.ROWS_AT_ONCE", 20)
    finished(data_dir, path)
    index = IndexedName.objects.bulk_create(
        IndexedName(corpus=Corpus.objects.get(slug="a"), generation=1, name=str(n), content="-") for n in range(30)
    )
    templates = wiki_templates._file(ImportRun.objects.get(corpus__slug="a"))
    templates.write_text("as an unfinished import leaves it")
    left = [_rows_of("a")]
    with monkeypatch.context() as patched:
        patched.setattr(QuerySet, "delete", _stopping_after(3))
        while True:
            try:
                discard("a")
            except Stop:
                left.append(_rows_of("a"))
                assert ImportRun.objects.get(corpus__slug="a").phase == Phase.DISCARDING
                continue
            break
    assert len(left) > 3 and left == sorted(left, reverse=True) and len(set(left)) == len(left)
    assert _rows_of("a") == 0 and not IndexedName.objects.filter(pk__in=[each.pk for each in index]).exists()
    assert not (data_dir / "quarantine" / "a.jsonl").exists() and not templates.exists()
    assert snapshot(data_dir, "other") == others


class Stop(Exception):
    """The process ends here."""


def _stopping_after(most: int):
    """`QuerySet.delete`, at every so many calls instead of which the process ends."""
    delete, calls = QuerySet.delete, itertools.count(1)

    def stopping(rows):
        if next(calls) % most == 0:
            raise Stop
        return delete(rows)

    return stopping


def _rows_of(slug: str) -> int:
    models = (StoredPage, Redirect, ImportRun, IndexedName)
    rows = sum(model.objects.filter(corpus__slug=slug).count() for model in models)
    return rows + sum(model.objects.filter(run__corpus__slug=slug).count() for model in (ImportCount, ImportFailure))


def test_an_unfinished_import_is_gone_on_with_also_when_it_was_to_replace_another(data_dir, tmp_path):
    path = write_dump(tmp_path / "a.xml", 300)
    finished(data_dir, path)
    before, run = snapshot(data_dir, "a"), ImportRun.objects.get()
    ImportRun.objects.update(phase=Phase.LINKING, finished_at=None)
    finished(data_dir, path, "--replace")
    assert ImportRun.objects.get().pk == run.pk
    assert snapshot(data_dir, "a") == before
    finished(data_dir, path, "--replace")
    assert ImportRun.objects.get().pk != run.pk


def test_a_corpus_that_a_project_uses_is_not_replaced(data_dir, tmp_path):
    from annotation.projects.models import Project

    path = write_dump(tmp_path / "a.xml", 100)
    finished(data_dir, path)
    Project.objects.create(slug="p", name="P", corpus=Corpus.objects.get())
    with pytest.raises(CommandError, match="belongs to a project"):
        call_command("import_corpus", str(path), "--replace")
    assert StoredPage.objects.exists()
    assert ImportRun.objects.get().phase == Phase.COMPLETE


def test_a_corpus_of_unknown_origin_is_left_alone(data_dir, tmp_path):
    path = write_dump(tmp_path / "a.xml", 100)
    finished(data_dir, path)
    ImportRun.objects.all().delete()
    with pytest.raises(CommandError, match="no record of where"):
        call_command("import_corpus", str(path))


def test_two_processes_do_not_import_the_same_corpus_at_once(data_dir, tmp_path):
    from corpus.snapshot.runs import alone

    path = write_dump(tmp_path / "a.xml", 100)
    with alone("a"), pytest.raises(CommandError, match="being imported by another process"):
        call_command("import_corpus", str(path))


def test_a_limited_import_that_is_gone_on_with_keeps_to_its_limit(data_dir, tmp_path):
    path = write_dump(tmp_path / "a.xml", 300)
    call_command("import_corpus", str(path), "--limit", "80", stdout=StringIO())
    limited = _all_rows()
    ImportRun.objects.update(phase=Phase.READING, finished_at=None)  # as if killed after its last batch
    StoredPage.objects.filter(title="Port 0").update(size=1)
    ImportRun.objects.update(linked=StoredPage.objects.last().pk)
    call_command("import_corpus", str(path), "--limit", "80", stdout=StringIO())
    assert len(_all_rows()) == len(limited)
    assert ImportRun.objects.get().taken == 80
