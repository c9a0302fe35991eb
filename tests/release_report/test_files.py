"""The report as files: the same twice, whole in itself, with a table under every figure and nobody's name in it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from django.db import connection
from django.utils import timezone

from annotation.figures.columns import Panel, columns
from annotation.figures.png import font, png
from annotation.models import User
from annotation.release.cards.write import write_cards
from annotation.release.report import write
from annotation.release.report.as_markdown import escaped, table
from annotation.release.report.document import Table
from annotation.release.report.write import write_report
from jobs.models import Job, JobState
from tests.release_report.made import released

VOID = {"meta", "br", "link", "img", "input", "line", "rect", "path", "circle"}


class Outline(HTMLParser):
    """What a page is made of: its tags, ids, links, and what stands in each figure."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.links, self.figures, self.open = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags.append((tag, given))
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a" and given.get("href", "").startswith("#"):
            self.links.append(given["href"][1:])
        if tag == "figure":
            self.figures.append([])
        elif self.open and "figure" in self.open:
            self.figures[-1].append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def reverse_unordered():
    """Call it, and SQLite gives the rows of a query without an order the other way round."""

    def pragma(value: str) -> None:
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute(f"PRAGMA reverse_unordered_selects = {value}")

    yield lambda: pragma("ON")
    pragma("OFF")


def test_a_report_and_its_cards_are_the_same_bytes_again(release, reverse_unordered):
    facts, folder = release
    before = files(folder)
    again = replace(facts, folder=folder)
    reverse_unordered()
    write_report(again)
    write_cards(again)
    after = files(folder)
    assert {name for name in before if before[name] != after[name]} == set()
    assert before.keys() == after.keys()


def test_the_page_is_whole_in_itself(release):
    _facts, folder = release
    text = (folder / "report" / "report.html").read_text(encoding="utf-8")
    page = Outline(text)
    assert page.open == []
    assert not {"script", "iframe", "img", "link", "object"} & {tag for tag, _given in page.tags}
    assert not [given for _tag, given in page.tags if {"src", "style"} & given.keys()]
    assert not re.search(r"https?://(?!www\.w3\.org)", text)
    assert len(page.ids) == len(set(page.ids))
    assert set(page.links) <= set(page.ids)


def test_every_figure_has_its_table_and_its_files(release):
    _facts, folder = release
    report = folder / "report"
    page = Outline((report / "report.html").read_text(encoding="utf-8"))
    names = [given["id"] for tag, given in page.tags if tag == "figure"]
    assert len(page.figures) == len(names) > 15
    assert {f"figure-{name}" for name in ("3a", "3b", "4a", "4b", "5a", "5b", "6", "7a")} <= set(names)
    assert all("svg" in figure and "table" in figure for figure in page.figures)
    markdown = (report / "report.md").read_text(encoding="utf-8")
    for name in names:
        ET.fromstring((report / "figures" / f"{name}.svg").read_text(encoding="utf-8"))
        assert (report / "figures" / f"{name}.csv").stat().st_size > 10
        assert f"(figures/{name}.svg)" in markdown
        if font() is not None and png_is_there():
            assert (report / "figures" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert {"table-1", "table-2", "table-5"} <= set(page.ids)


def png_is_there():
    figure = columns("x", "x", "x", [Panel("", [("1", 1)])], steps="", heads=("", "", ""))
    return png(figure) is not None


def test_nobody_is_named(release):
    _facts, folder = release
    names = {name for user in User.objects.all() for name in (user.username, user.get_full_name()) if name}
    assert len(names) >= 9
    said = b"".join(
        text for name, text in files(folder).items() if name.startswith("report/") or name.endswith((".md", ".cff"))
    ).decode(errors="replace")
    assert [name for name in names if name in said] == []


def test_a_project_in_which_nothing_was_verified_has_a_report(project, claims, tmp_path):
    _facts, folder = released(project, tmp_path / "out")
    text = (folder / "report" / "report.html").read_text(encoding="utf-8")
    assert "Undefined: no item was annotated by two people." in text
    assert Outline(text).open == []


def test_the_stored_answer_of_the_claim_only_classifier_is_used_while_it_is_right(simulated, monkeypatch):
    raw = write.AuditDataset(simulated)
    told = {target: {"accuracy": target} for target in write.TARGETS}
    job = Job.objects.create(
        project=simulated, kind="claim_only", state=JobState.DONE, result=told, finished_at=timezone.now()
    )
    monkeypatch.setattr(write, "sample_for", lambda _target, _rows, most: pytest.fail(f"computed of {most}"))
    with pytest.raises(pytest.fail.Exception, match="computed of 1000"):
        write.claims_alone(raw)  # it says of how many verifications it is: of none
    job.result = told | {"verifications": len(raw.verified)}
    job.started_at = job.created_at
    job.save()
    assert write.claims_alone(raw) == told


def test_markdown_keeps_what_people_wrote_as_text():
    assert escaped("a|b *c* <d> [e](f) `g`\nh_i") == r"a\|b \*c\* &lt;d&gt; \[e\](f) \`g\` h\_i"
    assert list(table(("a", "n"), [("x|y", 1)])) == ["| a | n |", "| --- | ---: |", r"| x\|y | 1 |"]


def test_a_table_of_numbers_never_starts_a_formula():
    made = Table("t", "t", "t", ("word",), (("=1+1",),))
    assert made.csv().splitlines() == ["word", "'=1+1"]


def test_a_picture_is_the_same_every_time():
    if not png_is_there():
        pytest.skip("resvg_py or a known font is not installed")
    figure = columns("x", "t", "d", [Panel("a", [("1", 1), ("2", 3)])], steps="s", heads=("a", "b", "c"))
    assert png(figure) == png(figure) != b""
    assert figure.rows == [("a", "1", 0.25, 1), ("a", "2", 0.75, 3)]
