"""WAFER files: read, written, split by article, and predictions for them scored as KILT does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from baseline.citations.wafer.inputs import headings, section_name
from baseline.citations.wafer.rows import Problem, WaferRow, read_rows, row_of, write_rows
from baseline.citations.wafer.splits import SPLITS, Sizes, Table, split
from baseline.scoring.wafer import evaluate, prediction_of, ranked, read_predictions
from corpus.citation_sources import resolve
from corpus.citation_store import save_citations
from corpus.citations.record import Citation, Source, Tag
from corpus.models import Corpus, StoredCitation, StoredPage, WebPage
from corpus.page.elements import Item, Layout, List, Page, Section, Sentence
from corpus.store import PageRecord, get_page, save_pages, whole_corpora
from tests.baseline.wafer_rows import made_up


def gold(identity: Any, *sets: list[str], **meta: Any) -> dict[str, Any]:
    outputs = [{"answer": urls[0] if urls else "x", "provenance": [{"url": url} for url in urls]} for urls in sets]
    return {"id": identity, "input": "A [SEP]  [SEP] b[CIT]", "output": outputs, "meta": meta}


def written(path: Path, *rows: Any) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def test_a_thousand_rows_come_back_byte_for_byte(tmp_path):
    rows = [made_up(number) for number in range(1000)]
    lines = [json.dumps(row).encode() + b"\n" for row in rows]
    (tmp_path / "in.jsonl").write_bytes(b"".join(lines))
    problems: list[Problem] = []
    read = list(read_rows(tmp_path / "in.jsonl", problems.append))
    assert (problems, [row.data for row in read]) == ([], rows)
    assert write_rows(tmp_path / "out.jsonl", [row_of(row.data) for row in read]) == 1000  # from what was understood
    assert (tmp_path / "out.jsonl").read_bytes() == b"".join(lines)


def test_other_spellings_of_json_are_kept_too(tmp_path):
    spelled = [json.dumps(made_up(number), ensure_ascii=True, separators=(",", ":")) for number in range(200)]
    spelled[1] = '\t{"output" :[{"provenance":[],"answer":"\\u0041"}], "id":"x","input":"é", "n":1.50,"n":1e2}\r'
    content = ("\n".join(spelled)).encode()  # and no line break at the end
    (tmp_path / "in.jsonl").write_bytes(b"\xef\xbb\xbf" + content)
    problems: list[Problem] = []
    assert write_rows(tmp_path / "out.jsonl", read_rows(tmp_path / "in.jsonl", problems.append)) == 200
    assert not problems and (tmp_path / "out.jsonl").read_bytes() == b"\xef\xbb\xbf" + content


GOOD = gold("good", ["a"], featured=True)
SECOND = [{"url": "a"}, {"title": "t"}]
FAULTS = (
    ([], ""),
    ({**GOOD, "id": True}, "id"),
    ({**GOOD, "id": " "}, "id"),
    ({**GOOD, "input": 3}, "input"),
    ({**GOOD, "output": []}, "output"),
    ({**GOOD, "output": ["a"]}, "output[0]"),
    ({**GOOD, "output": [GOOD["output"][0], {"answer": None, "provenance": []}]}, "output[1].answer"),
    ({**GOOD, "output": [{"answer": "a"}]}, "output[0].provenance"),
    (
        {**GOOD, "output": [{"answer": "a", "provenance": [{"url": "a"}, {"title": "t"}]}]},
        "output[0].provenance[1].url",
    ),
    ({**GOOD, "output": [{"answer": "a", "provenance": [{"url": "a", "text": 1}]}]}, "output[0].provenance[0].text"),
    ({**GOOD, "meta": 1}, "meta"),
    ({**GOOD, "meta": {"featured": "yes"}}, "meta.featured"),
    ({**GOOD, "meta": {"cit_offset": True}}, "meta.cit_offset"),
    ({**GOOD, "meta": {"sentences": ["a", 1]}}, "meta.sentences"),
)


def test_bad_rows_are_named_and_good_ones_survive(tmp_path):
    lines = [json.dumps(row).encode() for row, _ in FAULTS]
    broken = [b"{", b'{"id": NaN}', b"\xff\xfe", b"[" * 100_000]
    twice = [json.dumps({**GOOD, "id": identity}).encode() for identity in ("1", 1, "good ")]
    (tmp_path / "w.jsonl").write_bytes(b"\n".join([json.dumps(GOOD).encode(), b"", *lines, *broken, *twice]))
    problems: list[Problem] = []
    read = list(read_rows(tmp_path / "w.jsonl", problems.append))
    assert [row.data["id"] for row in read] == ["good", "1"]
    fields = [*(field for _, field in FAULTS), *[""] * len(broken), "id", "id"]
    rows = [*range(3, 3 + len(FAULTS) + len(broken)), len(fields) + 2, len(fields) + 3]
    assert [(one.file, one.row, one.field) for one in problems] == [
        ("w.jsonl", row, field) for row, field in zip(rows[:-2], fields[:-2], strict=True)
    ] + [("w.jsonl", row, "id") for row in rows[-2:]]


@pytest.mark.parametrize(
    ("sets", "predicted", "rank"),
    [
        ([["a"]], ["a", "b"], [True, False]),
        ([["a"]], ["b", "c", "a"], [False, False, True]),
        ([["a", "b"]], ["a", "x", "b"], [False, True]),  # the half that was found loses its place to the whole
        ([["a", "b"]], ["a", "x"], [False, False]),
        ([["a"], ["b"]], ["b", "x", "a"], [True, False, True]),
        ([["a"], ["a"]], ["a"], [True]),  # the same output twice is one
        ([["a"], ["a", "b"]], ["a", "b"], [True, True]),  # a stands at two places, of which one is given up for b
        ([[]], ["a"], [False]),
        ([["a"]], [], []),
    ],
)
def test_ranks_are_those_of_kilt(sets, predicted, rank):
    assert ranked(row_of(gold("1", *sets)), predicted) == rank


def test_a_prediction_file_is_scored_by_group_with_documents_at_their_best_passage(tmp_path, capsys):
    rows = [
        row_of(gold("f1", ["a"], featured=True)),
        row_of(gold("f2", ["b"], featured=True)),
        row_of(gold(3, ["c"])),
        row_of(gold("4", ["d"], featured=False)),
        row_of(gold("5", [])),
    ]
    predicted = {
        0: ["a", "x"],  # first
        1: ["x", "x ", "y", "b"],  # third document, fourth passage
        2: ["x", "y", "z", "c"],  # fourth
    }
    predictions = [
        prediction_of(rows[at], [{"url": url, "score": 1.0} for url in urls]) for at, urls in predicted.items()
    ]
    write_rows(tmp_path / "gold.jsonl", rows)
    write_rows(tmp_path / "guess.jsonl", [*predictions, row_of({"id": "other", "output": [{"provenance": []}]})])
    call_command("evaluate_wafer", tmp_path / "gold.jsonl", tmp_path / "guess.jsonl", "--ks", "3", "4", "--json")
    found = json.loads(capsys.readouterr().out)
    names = ("P@1", "SR@3", "SR@4")
    values = {group: [one[name]["value"] for name in names] for group, one in found["groups"].items()}
    assert values == {"featured": [0.5, 1, 1], "others": [0, 0, pytest.approx(1 / 3)], "micro": [0.2, 0.4, 0.6]}
    assert [found[name] for name in ("without_prediction", "without_provenance", "unknown")] == [2, 1, 1]
    micro = found["groups"]["micro"]["SR@4"]
    assert 0 <= micro["low"] < 0.6 < micro["high"] <= 1
    assert found["groups"]["featured"]["SR@3"]["low"] is None  # all alike
    guesses = read_predictions(tmp_path / "guess.jsonl", pytest.fail)
    assert guesses["f2"] == ["x", "y", "b"] and evaluate(reversed(rows), guesses, (3, 4)) == evaluate(
        rows, guesses, (3, 4)
    )


def articles(path: Path, count: int) -> Path:
    """Three rows an article; every fifth article has a failed citation, every fourth is featured."""
    rows = []
    for at in range(count * 3):
        article = at % count
        row = gold(at, ["a"], wikipedia_id=str(article), **({"featured": True} if article % 4 == 0 else {}))
        if article % 5 == 0 and at < count:
            row["output"][0]["answer"] = "{Failed verification}"
        rows.append(row)
    return written(path, *rows)


def splits_of(folder: Path) -> dict[str, list[WaferRow]]:
    return {name: list(read_rows(folder / f"{name}.jsonl", pytest.fail)) for name in SPLITS}


def test_no_article_is_in_two_splits_and_the_table_counts_them(tmp_path):
    file = articles(tmp_path / "all.jsonl", 200)
    problems: list[Problem] = []
    written(tmp_path / "more.jsonl", gold("none", ["a"]))
    file.write_bytes(file.read_bytes() + (tmp_path / "more.jsonl").read_bytes())
    sizes = Sizes(dev=60, test=0.25, fail_dev=0.5, fail_test=10, featured=0.5)
    table = split(file, tmp_path, sizes, problems.append)
    found = splits_of(tmp_path)
    assert [(one.row, one.field) for one in problems] == [(601, "meta.wikipedia_id")]
    of = {name: {row.article for row in rows} for name, rows in found.items()}
    assert sum(map(len, of.values())) == len(set().union(*of.values()))
    assert {name: (each.rows, each.articles, each.featured) for name, each in table.splits.items()} == {
        name: (len(rows), len(of[name]), sum(row.is_featured for row in rows)) for name, rows in found.items()
    }
    assert {name: each.rows for name, each in table.splits.items()} == {
        "train": 360 - 30 - 60, "dev": 60, "test": 120, "fail-dev": 20, "fail-test": 10,
    }  # fmt: skip
    assert [table.splits[name].featured for name in ("train", "dev", "test")] == [0, 30, 60]
    assert all(row.has_failed for name in ("fail-dev", "fail-test") for row in found[name])
    assert not any(row.has_failed for name in ("train", "dev", "test") for row in found[name])
    assert table.left_out + sum(each.rows for each in table.splits.values()) == 600


def test_splits_depend_on_the_seed_and_not_on_the_order_of_the_rows(tmp_path, capsys):
    file = articles(tmp_path / "all.jsonl", 40)
    lines = file.read_bytes().splitlines(keepends=True)
    (tmp_path / "turned.jsonl").write_bytes(b"".join(reversed(lines)))

    def articles_of(source: str, seed: int) -> dict[str, set[str]]:
        call_command("split_wafer", tmp_path / source, tmp_path / "out", "--seed", str(seed))
        return {name: {row.article for row in rows} for name, rows in splits_of(tmp_path / "out").items()}

    first = articles_of("all.jsonl", 1)
    assert first == articles_of("turned.jsonl", 1) != articles_of("all.jsonl", 2)
    assert all(first.values()) and not Table().left_out
    with pytest.raises(CommandError):
        call_command("split_wafer", tmp_path / "missing.jsonl", tmp_path)


TEXTS = ("Ada was born.", "She [[Write|wrote]] [SEP].", "It was good.")


@pytest.mark.django_db
def test_citations_of_a_corpus_are_written_as_rows(tmp_path):
    corpus = Corpus.objects.create(slug="x", name="X")
    sentences = [Sentence(f"sentence_{at}", text) for at, text in enumerate(TEXTS)]
    items = List("list_0", "unordered_list", (Item("item_0_0", "One", 0, None), Item("item_0_1", "Two", 0, None)))
    page = Page("Ada", (sentences[0], Section("section_0", "Life", 2), *sentences[1:], items))
    layout = Layout(paragraphs=("sentence_0", "sentence_1"), categories=("People",))
    save_pages(corpus, [PageRecord(page, layout=layout)])
    failed, wrote = (Tag.FAILED_VERIFICATION,), "She wrote [SEP]."
    save_citations(
        StoredPage.objects.get(),
        [
            Citation(0, "sentence_0", 13, TEXTS[0], (), Source(url="example.org/a")),
            Citation(
                1, "sentence_1", 9, wrote, ("Life", "Work"), Source(url="http://b.org", archive_url="http://c.org")
            ),
            Citation(2, "sentence_2", 12, TEXTS[2], ("Life",), Source(archive_url="http://c.org"), tags=failed),
            Citation(3, "sentence_1", 9, wrote, ("Life", "Work"), Source(url="http://d.org")),
            Citation(4, "sentence_2", 3, TEXTS[2], ("Life",), None, tags=(Tag.CITATION_NEEDED,)),
            Citation(6, "item_0_0", 0, "", ("Life",), Source(url="http://f.org")),
            Citation(5, "item_0_1", 3, "Two", ("Life",), Source(url="http://e.org")),
        ],
    )
    out = tmp_path / "out.jsonl"
    (tmp_path / "featured").write_text("Bob\nada\n\n")
    call_command("export_wafer", out, "--texts", "--featured", str(tmp_path / "featured"))
    first = out.read_bytes()
    call_command("export_wafer", out, "--featured", str(tmp_path / "featured"))
    assert out.read_bytes() == first
    lead, work, last, item = [row.data for row in read_rows(out, pytest.fail)]
    assert lead["input"] == "Ada [SEP] Section::::Abstract. [SEP] Ada was born.[CIT]"
    assert work["input"] == "Ada [SEP] Section::::Life.:Work. [SEP] She wrote[CIT] (SEP). It was good."
    assert last["input"] == "Ada [SEP] Section::::Life. [SEP] She wrote (SEP). It was good.[CIT]"
    assert [one["answer"] for one in work["output"]] == ["http://b.org", "http://d.org"]
    assert last["output"] == [{"answer": "Failed verification", "provenance": [{"url": "http://c.org"}]}]
    assert last["meta"] == {
        "wikipedia_id": "Ada",
        "wikipedia_title": "Ada",
        "wikipedia_section": "Section::::Life.",
        "cit_paragraph_id": 3,
        "cit_offset": len("She wrote [SEP]. It was good."),
        "sentences": ["She wrote (SEP).", "It was good.[CIT]"],
        "featured": True,
        "categories": "People",
    }
    assert [row["meta"]["cit_paragraph_id"] for row in (lead, work, item)] == [1, 3, 5]
    assert (item["id"], item["meta"]["sentences"]) == ("Ada_item_0_1:3", ["Two[CIT]"])


LONG = "Of one and two. " + " ".join(f"In {year} it was said again." for year in range(1990, 2003))


@pytest.mark.django_db
def test_rows_become_a_corpus_whose_rows_are_the_same_again(tmp_path, capsys):
    def row(section: str, paragraph: int, sentences: list[str], *urls: str, text: str | None = None) -> dict[str, Any]:
        meta = {"wikipedia_title": "Ada", "wikipedia_section": section, "cit_paragraph_id": paragraph}
        outputs = [
            {
                "answer": "Failed verification" if url == "x.org/f" else url,
                "provenance": [{"url": url, "title": "S", "text": text}],
            }
            for url in urls
        ]
        name = f"{paragraph}-{len(sentences)}"
        asked = f"Ada [SEP] {section} [SEP] {' '.join(sentences)}"
        return {"id": name, "input": asked, "output": outputs, "meta": {**meta, "sentences": sentences}}

    work, lead = "Section::::Life.:Work.", "Section::::Abstract."
    rows = [
        row(work, 4, ["One.", "Two [[x]] \u00e9[CIT]."], "http://a.org", "b.org/x", text=LONG),
        row(work, 4, ["One[CIT]."], "http://a.org", text="More of it."),
        row("Section::::Life.", 6, ["Three.[CIT]"], "x.org/f", text="Not this."),
        row(lead, 1, ["Zero.[CIT]"], "javascript:x", text="Nothing."),
        {**gold("plain", ["http://p.org"]), "input": "B [SEP] Early [SEP] Before this. The claim [CIT] goes on."},
        {**gold("bad", ["http://p.org"]), "input": "# [SEP] [SEP] [CIT]"},
    ]
    rows[3]["meta"]["featured"] = True
    file = written(tmp_path / "in.jsonl", *rows)
    call_command("import_wafer", file, "--corpus", "w", "--sources", "s")
    assert "in.jsonl, row 6: meta.wikipedia_title" in capsys.readouterr().err
    page = get_page(Corpus.objects.get(slug="w"), "Ada")
    assert [getattr(one, "text", None) or one.value for one in page.elements] == [
        "Zero.", "Life", "Work", "One.", "Two [x] e\u0301.", "Life", "Three.",
    ]  # fmt: skip
    found = StoredCitation.objects.filter(corpus__slug="w").order_by("page__title", "number")
    assert [(one.element_id, one.offset, one.url, one.tag) for one in found] == [
        ("sentence_0", 5, "javascript:x", ""),
        ("sentence_1", 3, "http://a.org", ""),
        ("sentence_2", 10, "http://a.org", ""),
        ("sentence_2", 10, "b.org/x", ""),
        ("sentence_3", 6, "x.org/f", "failed_verification"),
        ("sentence_1", 9, "http://p.org", ""),
    ]
    assert sorted(WebPage.objects.values_list("url", flat=True)) == ["http://a.org", "http://b.org/x", "http://x.org/f"]
    assert {one.slug for one in whole_corpora()} == {"w", "s"}  # each can be chosen
    call_command("export_wafer", tmp_path / "out.jsonl", "--corpus", "w")
    again = [one.data for one in read_rows(tmp_path / "out.jsonl", pytest.fail)]
    assert [one["meta"]["sentences"] for one in again] == [
        ["Zero.[CIT]"], ["One[CIT]."], ["One.", "Two [x] e\u0301[CIT]."], ["Three.[CIT]"],
        ["Before this.", "The claim[CIT]"],
    ]  # fmt: skip
    assert [one["meta"]["wikipedia_section"] for one in again[:4]] == [lead, work, work, "Section::::Life."]
    assert all(one["meta"].get("featured") for one in again[:4]) and "featured" not in again[4]["meta"]
    resolve(Corpus.objects.get(slug="w"), [Corpus.objects.get(slug="s")])
    call_command("export_wafer", tmp_path / "out.jsonl", "--corpus", "w", "--texts")
    with_texts = [one.data["output"] for one in read_rows(tmp_path / "out.jsonl", pytest.fail)][2]
    assert [one["provenance"] for one in with_texts] == [
        [{"url": "http://a.org", "chunk_id": 0, "title": "S", "text": f"{LONG} More of it."}],
        [{"url": "b.org/x", "chunk_id": 0, "title": "S", "text": LONG}],
    ]
    with pytest.raises(CommandError):
        call_command("import_wafer", file, "--corpus", "w")
    written(file, rows[5])
    with pytest.raises(CommandError):
        call_command("import_wafer", file, "--corpus", "none")
    assert Corpus.objects.count() == 2


def test_sections_are_spelled_as_in_kilt():
    for sections in ((), ("A",), ("A", "B c."), ("St. X", "Y")):
        assert headings(section_name(sections)) == sections
    assert (headings("Plain"), headings("")) == (("Plain",), ())
