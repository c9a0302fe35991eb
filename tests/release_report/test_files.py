"""The report as files: the same twice, whole in itself, with a table under every figure and nobody's name in it."""

from __future__ import annotations

import csv
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from django.db import connection
from django.utils import timezone

from annotation.figures.columns import Panel, columns
from annotation.figures.pdf import pdf
from annotation.figures.png import font, png
from annotation.models import User
from annotation.quality.agreement.groups import MATCH_GROUPS
from annotation.quality.audit.durations import Timed
from annotation.release.cards.write import write_cards
from annotation.release.markdown import escaped, table
from annotation.release.report import time, write
from annotation.release.report.as_latex import latex
from annotation.release.report.document import Rounded, Table, Words
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
        assert f"\\label{{tab:{name}}}" in (report / "figures" / f"{name}.tex").read_text(encoding="utf-8")
        if font() is not None and pdf_is_there():
            assert (report / "figures" / f"{name}.pdf").read_bytes().startswith(b"%PDF-")
        if font() is not None and png_is_there():
            assert (report / "figures" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert {"table-1", "table-2", "table-5"} <= set(page.ids)


def plain_figure():
    return columns("x", "t", "d", [Panel("a", [("1", 1), ("2–3", 3)])], steps="s", heads=("a", "b", "c"))


def png_is_there():
    return png(plain_figure()) is not None


def pdf_is_there():
    return pdf(plain_figure()) is not None


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
        write.claims_alone(raw)  # it says of how many claims it is: of none
    job.result = told | {"released": len(raw.released)}
    job.started_at = job.created_at
    job.save()
    assert write.claims_alone(raw) == told


def test_markdown_keeps_what_people_wrote_as_text():
    assert escaped("a|b *c* <d> [e](f) `g`\nh_i") == r"a\|b \*c\* &lt;d&gt; \[e\](f) \`g\` h\_i"
    assert table(("a", "n"), [("x|y", 1)]).splitlines() == ["| a | n |", "| --- | ---: |", r"| x\|y | 1 |"]


def test_a_table_of_numbers_never_starts_a_formula():
    made = Table("t", "t", "t", ("word",), (("=1+1",),))
    assert made.csv().splitlines() == ["word", "'=1+1"]


@pytest.mark.parametrize(("made", "is_there"), [(png, png_is_there), (pdf, pdf_is_there)])
def test_a_picture_is_the_same_every_time(made, is_there):
    if not is_there():
        pytest.skip("its library or a known font is not installed")
    figure = plain_figure()
    assert made(figure) == made(figure) != b""
    assert figure.rows == [("a", "1", 0.25, 1), ("a", "2–3", 0.75, 3)]


def test_the_pdf_of_a_figure_has_text_in_a_font_of_its_own_and_no_date():
    if not pdf_is_there():
        pytest.skip("svglib or a known font is not installed")
    made = pdf(plain_figure())
    assert b"/FontFile2" in made and b"/Helvetica" not in made and b"/Subtype /Image" not in made
    assert b"/Title (t)" in made and b"D:20000101000000" in made  # what reportlab writes in place of the moment


def test_latex_is_balanced_and_every_row_has_every_column(release):
    _facts, folder = release
    made = sorted((folder / "report" / "figures").glob("*.tex"))
    assert len(made) > 35
    for path in made:
        text = path.read_text(encoding="utf-8")
        plain = re.sub(r"\\[{}&%#$_]", "", text.split("\n", 1)[1])
        depth = 0
        for sign in plain:
            depth += (sign == "{") - (sign == "}")
            assert depth >= 0, path.name
        assert depth == 0 and plain.count("$") % 2 == 0, path.name
        kinds = re.search(r"\\begin\{tabular\}\{((?:[lr]|p\{[^}]*\})+)\}", text)[1]
        count = len(re.sub(r"p\{[^}]*\}", "l", kinds))
        rows = [line for line in plain.splitlines() if line.endswith("\\\\") and "multicolumn" not in line]
        assert rows and {line.count("&") for line in rows} == {count - 1}, path.name
        assert text.count("toprule") == text.count("bottomrule") == text.count("midrule") == 1


def test_latex_takes_nothing_that_people_wrote_for_a_command():
    text = latex("t", "Table 3: of x_1", "50 % & more", ("word", "n"), [("[a]\\input{x}", -1.5), ("~^|<≥", 2)])
    assert "\\caption[Of x\\_1]{Of x\\_1. 50 \\% \\& more}" in text
    assert "{[a]\\textbackslash{}input\\{x\\}} & $-1.500$ \\\\" in text
    assert "$\\geq$" in text and "Table 3" not in text


def test_work_of_scripts_has_no_human_times():
    work = {kind: [Timed(1, number, 0.04) for number in range(3)] for kind in time.kinds()}
    assert {median for _words, median in time.medians(work)} == {None}
    assert isinstance(time.distribution(work), Words)
    assert {row[1:] for row in time.overview(work).rows} == {(3, 0, None, None, None, None, None)}
    mixed = {kind: [*some, Timed(2, 9, 60.0)] for kind, some in work.items()}
    assert [row[1:4] for row in time.overview(mixed).rows][0] == (4, 1, Rounded(60.0))


def test_figure_7a_has_bars_of_the_share_of_pairs_and_every_step(release):
    _facts, folder = release
    with (folder / "report/figures/figure-7a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["Evidence match"] for row in rows] == [name.replace("-", "–") for name in MATCH_GROUPS]
    total = sum(int(row["count"]) for row in rows)
    assert all(float(row["share"]) == int(row["count"]) / total for row in rows)
    assert any(row["kappa"] for row in rows)


def test_a_printed_table_too_wide_for_a_column_stands_across_both(release):
    _facts, folder = release
    page = (folder / "report" / "report.html").read_text(encoding="utf-8")
    assert '<div class="block broad" id="agreement-numbers">' in page
    assert '<div class="block" id="table-1">' in page and "Numbers: figures/figure-7a.csv" in page
