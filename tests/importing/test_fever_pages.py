"""FEVER's rows on FEVER's own pages: words of every cited line, out again byte for byte; lines that are not there."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest
from django.core.management import call_command

from annotation.models import Claim, Evidence, Project
from annotation.release.summary import ReleaseOptions
from annotation.release.write import write_release
from annotation.workflows.sentence_claims.sampling.candidates import candidates
from corpus.dictionary import dictionary
from corpus.models import Corpus
from corpus.random_order import chosen_pages
from tests.corpus.fever_pages import fever_row
from tests.importing.bringing import bring, write

pytestmark = pytest.mark.django_db


def made_pages(path: Path, rows: list[dict]) -> Path:
    """The pages that rows cite, in made words, as a file of wiki-pages; lines between the cited ones are empty."""
    cited: defaultdict[str, set[int]] = defaultdict(set)
    for row in rows:
        for _, _, page, line in (part for one in row["evidence"] for part in one):
            if page is not None:
                cited[page].add(line)
    pages = [
        fever_row(name, [f"Line {n} of it ." if n in lines else "" for n in range(max(lines) + 1)])
        for name, lines in cited.items()
    ]
    path.write_text("".join(f"{page}\n" for page in pages), encoding="utf-8")
    return path


@pytest.fixture
def fever_corpus(settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path / "var"

    def make(rows: list[dict]) -> str:
        call_command("import_corpus", str(made_pages(tmp_path / "wiki-001.jsonl", rows)), "--corpus", "fever")
        return "fever"

    return make


@pytest.mark.parametrize("count", [400, pytest.param(5_000, marks=[pytest.mark.extended, pytest.mark.one_database])])
def test_dev_rows_resolve_to_words_and_come_out_byte_for_byte(shared_data, tmp_path, fever_corpus, count):
    lines = (shared_data / "fever" / "dev_rows.jsonl").read_text(encoding="utf-8").splitlines()[:count]
    corpus = fever_corpus([json.loads(line) for line in lines])
    source = write(tmp_path / "paper_dev.jsonl", lines, header=False)
    code, told = bring(source, "--corpus", corpus)
    assert code == 0 and "not in the corpus" not in told and "no such line" not in told
    assert not Evidence.objects.filter(content_hash="").exists() and Evidence.objects.exists()
    write_release(Project.objects.get(slug="brought"), tmp_path / "out", ReleaseOptions(formats=frozenset({"fever"})))
    assert (tmp_path / "out" / "fever" / "dev.jsonl").read_bytes() == source.read_bytes()


def test_lines_that_are_empty_or_absent_and_mixed_labels_are_named_and_good_rows_stay(tmp_path, fever_corpus):
    def row(number: int, line: int, label: str = "SUPPORTS", page: str = "Elmstad_-LRB-port-RRB-") -> dict:
        return {"id": number, "label": label, "claim": f"Claim {number}.", "evidence": [[[number, 7, page, line]]]}

    corpus = fever_corpus([row(1, 0), row(2, 2)])
    rows = [row(1, 0), row(2, 2), row(3, 1), row(4, 9), row(5, 0, page="Nowhere"), row(1, 2, "REFUTES")]
    source = write(tmp_path / "train.jsonl", rows, header=False)
    code, told = bring(source, "--corpus", corpus)
    assert code == 1 and Claim.objects.count() == 5
    named = [line for line in told.splitlines() if "no such line" in line]
    places = ("line 3: evidence: Elmstad (port)_sentence_1", "line 4: evidence: Elmstad (port)_sentence_9")
    assert [place in line for place, line in zip(places, named, strict=True)] == [True, True]
    assert f"{source}, line 6: id: 1 is another claim here already, or has another label" in told
    assert Evidence.objects.filter(content_hash="").count() == 3


def test_writers_read_a_sentence_and_its_dictionary_without_tokens(settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path / "var"
    file = tmp_path / "wiki-001.jsonl"
    rows = [
        fever_row("Soul_Food", ["Soul Food -LRB- 1997 -RRB- stars Vanessa .\tVanessa\tVanessa"]),
        fever_row("Vanessa", ["", "Vanessa -LRB- born 1963 -RRB- is `` an actress '' ."]),
    ]
    file.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    call_command("import_corpus", str(file), "--corpus", "fever")
    corpus = Corpus.objects.get(slug="fever")
    page, layout = next(chosen_pages(corpus, 1, ["Soul Food"]))
    (drawn,) = candidates(page, whole_page=False, layout=layout)
    assert drawn.text == "Soul Food (1997) stars Vanessa."
    (entry,) = dictionary(corpus, page, "sentence_0")
    assert (entry.sentence_id, entry.text) == ("Vanessa_sentence_1", "Vanessa (born 1963) is “an actress”.")
