"""A release in FEVER's formats has the pages that its rows name, as FEVER's."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from annotation.release.summary import ReleaseOptions
from annotation.release.write import write_release

OPTIONS = ReleaseOptions(formats=frozenset({"fever", "corpus"}))


@pytest.mark.parametrize(("kinds", "lines"), [("introductions", 1), ("sentences", 2)])
def test_every_cited_line_has_its_words(project, worked, tmp_path, kinds, lines):
    project.evidence_kinds = kinds
    project.save()
    out = tmp_path / "out"
    write_release(project, out, OPTIONS)
    rows = [json.loads(line) for line in (out / "fever/wiki-pages/wiki-001.jsonl").read_text("utf-8").splitlines()]
    pages = {row["id"]: dict(line.split("\t")[:2] for line in row["lines"].splitlines()) for row in rows}
    assert len(pages["Harbour_League"]) == lines
    cited = {
        (part[2], str(part[3]))
        for path in (out / "fever").glob("*.jsonl")
        for line in path.read_text("utf-8").splitlines()
        for each in json.loads(line)["evidence"]
        for part in each
        if part[2]
    }
    # A page of introductions lacks the lines behind them, which this project's own rules would not accept as evidence.
    wanted = cited if kinds == "sentences" else {one for one in cited if one[1] == "0"}
    assert wanted and all(number in pages[page] for page, number in wanted)
    with closing(sqlite3.connect(out / "fever/fever.db")) as database:
        ids = {name for (name,) in database.execute("SELECT id FROM documents")}
    assert len(ids) == len(pages) and "Harbour_League" in ids
    redirects = (out / "fever/wiki-pages/redirects.txt").read_text("utf-8")
    assert redirects.splitlines() == ["Harbor League\tHarbour League"]
    manifest = json.loads((out / "manifest.json").read_text("utf-8"))
    assert {"fever/fever.db", "fever/wiki-pages/wiki-001.jsonl"} <= set(manifest["files"])


def test_a_project_of_every_element_has_none(project, worked, tmp_path):
    write_release(project, tmp_path / "out", OPTIONS)
    assert not (tmp_path / "out/fever/wiki-pages").exists()
