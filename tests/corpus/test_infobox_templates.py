"""Infoboxes by the wiki's own templates: written here in the manner of Wikipedia's, none copied."""

from __future__ import annotations

import time
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from django.core.management import CommandError, call_command

from corpus.models import StoredPage
from corpus.page.page_json import page_from_json
from corpus.sources.template_pages import write_templates
from corpus.templates.definitions import StoredDefinitions, WrittenDefinitions
from corpus.templates.parser_functions import calculated
from corpus.wikitext.build import build_page
from tests.corpus.outline import outline

PERSON = """<!-- a comment --><includeonly>{{Infobox
| bodyclass = biography
| above = {{if empty|{{{name|}}}|{{PAGENAME}}}}
| image = {{#invoke:InfoboxImage|InfoboxImage|image={{{image|}}}}}
| label1 = Born
| data1 = {{br separated entries|{{{birth_name|}}}|{{{birth_date|{{{born|}}}}}}}}
| header2 = {{#if:{{{office|}}}{{{rank|}}}|Public life}}
| label3 = {{#switch:{{lc:{{{sex|}}}}} |f|female = Stateswoman |m = Statesman |#default = Post}}
| data3 = {{{office|}}}
| label4 = Salary ({{#expr: 2 * 3}} months)
| data4 = {{#ifeq:{{{paid|no}}}|no||{{{paid}}}}}
| label5 = {{#ifexpr: 1 < 2 | [[Rank]] | Never}}
| data5 = {{{rank|}}}
| data6 = {{{module|}}}
}}</includeonly><noinclude>{{Documentation}}</noinclude>"""
MODULE = (
    "{{Infobox|child={{{embed|}}}|title=Works|header1={{#if:{{{genre|}}}|As a writer}}|label2=Kind|data2={{{genre|}}}}}"
)
LAKE = """{| class="infobox"
|-
! colspan="2" | {{{name}}}
|-
{{#if:{{{depth|}}}|
{{!}} '''Depth:'''
{{!}} {{{depth}}}&nbsp;m
}}
|-
{{#if:{{{area|}}}|<tr><th>Area</th><td>{{{area}}}&nbsp;km²</td></tr>}}
|-
! Islands
| {{{islands|}}}
|}"""
TEMPLATES = {
    "infobox": "{{#invoke:Infobox|infobox}}",
    "infobox person": PERSON,
    "infobox human": "#REDIRECT [[Template:Infobox person]]",
    "infobox writer": MODULE,
    "lake": LAKE,
}


def table_of(wikitext: str, templates: dict[str, str] | None = None) -> list[str]:
    """The lines of the page's outline that are about tables."""
    definitions = WrittenDefinitions(TEMPLATES if templates is None else templates)
    return outline(build_page("Test (page)", wikitext, definitions=definitions).page)


def test_rows_headings_and_labels_are_the_templates_own():
    assert table_of("""{{Infobox human | image = A.jpg | image_size = 40px | birth_name = Anna | born = 1 May 1950
        | office = [[Mayor]]<br>[[Judge]] | sex = F | rank = Third | unknown7 = never shown }}""") == [
        "table_0 infobox",
        "  header_cell_0_0_0=Test (page) (1x2)",
        "  header_cell_0_1_0=Born | cell_0_1_1=Anna; 1 May 1950",
        "  header_cell_0_2_0=Public life (1x2)",
        "  header_cell_0_3_0=Stateswoman | cell_0_3_1=[[Mayor]]; [[Judge]]",
        "  header_cell_0_4_0=[[Rank]] | cell_0_4_1=Third",
    ]


def test_an_infobox_in_an_argument_gives_rows_of_the_one_around_it():
    assert table_of("{{Infobox person|name=Ann|rank=1|module={{Infobox writer|embed=yes|genre=Prose}}}}") == [
        "table_0 infobox",
        "  header_cell_0_0_0=Ann (1x2)",
        "  header_cell_0_1_0=Public life (1x2)",
        "  header_cell_0_2_0=[[Rank]] | cell_0_2_1=1",
        "  header_cell_0_3_0=As a writer (1x2)",
        "  header_cell_0_4_0=Kind | cell_0_4_1=Prose",
    ]


def test_a_template_that_writes_a_table_is_read_and_bold_cells_are_labels():
    assert table_of("{{Lake|name=Aa|depth=12|area=3,5}}") == [
        "table_0 infobox",
        "  header_cell_0_0_0=Aa (1x2)",
        "  header_cell_0_1_0=Depth: | cell_0_1_1=12 m",
        "  header_cell_0_2_0=Area | cell_0_2_1=3,5 km²",
    ]


def test_facts_that_only_lua_reads_are_kept_by_the_rules():
    rows = "|label1=Capital|data1={{{capital|}}}|label2=Area|data2={{#invoke:Units|area|{{{area_km2|}}}}}"
    template = "{{Infobox|above=A" + rows + "}}"
    lines = table_of("{{Infobox country|capital=Bb|area_km2=700}}", TEMPLATES | {"infobox country": template})
    assert lines[2:] == [
        "  header_cell_0_1_0=Capital | cell_0_1_1=Bb",
        "  header_cell_0_2_0=Area (km²) | cell_0_2_1=700",
    ]


@pytest.mark.parametrize(
    "template",
    [
        "{{Infobox country|a={{{a}}}}}",
        "{{Infobox|label1=L|data1={{{capital|}}}{{Infobox country|capital={{{capital|}}}x}}}}",
        "{{#if:x|{{Infobox country}}|y}}",
        "{{Infobox country/a}}",
    ],
)
def test_a_template_that_includes_itself_ends_and_is_counted(template):
    templates = TEMPLATES | {"infobox country": template, "infobox country/a": "{{Infobox country}}"}
    built = build_page("A", "{{Infobox country|capital=Bb}}", definitions=WrittenDefinitions(templates))
    assert built.dropped["template that includes itself"] >= 1
    assert any("Bb" in line for line in outline(built.page))


def test_a_template_that_doubles_itself_is_given_up_and_read_by_rules():
    doubling = {f"infobox d{n}": f"{{{{Infobox d{n + 1}}}}}" * 2 for n in range(30)} | {"infobox d30": "xxxx"}
    begin = time.process_time()
    built = build_page("A", "{{Infobox d0|capital=Bb}}", definitions=WrittenDefinitions(TEMPLATES | doubling))
    assert time.process_time() - begin < 5
    assert built.dropped["infobox template too large to expand"] == 1
    assert any("Bb" in line for line in outline(built.page))


@pytest.mark.parametrize(
    "piece",
    ["{{", "{{{a|", "{{#if:a|", "<tr><td>", "<onlyinclude>", "<noinclude>", "<!--", "[[", "[http://a ", "http://a "],
)
def test_a_piece_repeated_without_end_in_a_template_takes_time_in_proportion(piece):
    template = "{{Infobox|label1=L|data1={{{p}}}" + piece * (100_000 // len(piece)) + "}}"
    begin = time.process_time()
    table_of("{{Infobox odd|p=v}}", TEMPLATES | {"infobox odd": template})
    assert time.process_time() - begin < 4


def test_an_address_in_a_template_is_an_address():
    wiki = TEMPLATES | {
        "infobox odd": "{{Infobox|label1=Site|data1=[http://{{{p}}} {{lc:{{{p}}}}}]|label2=L|data2=//a/b}}"
    }
    assert table_of("{{Infobox odd|p=Aa.org}}", wiki)[2:] == [
        "  header_cell_0_1_0=Site | cell_0_1_1=aa.org",
        "  header_cell_0_2_0=L | cell_0_2_1=//a/b",
    ]


def test_ten_thousand_parameters_take_time_in_proportion():
    rows = "".join(f"|label{n}=L{n}|data{n}={{{{{{p{n}|}}}}}}" for n in range(1, 10_001))
    arguments = "".join(f"|p{n}=v{n}" for n in range(1, 10_001))
    begin = time.process_time()
    lines = table_of("{{Infobox odd" + arguments + "}}", TEMPLATES | {"infobox odd": "{{Infobox" + rows + "}}"})
    assert time.process_time() - begin < 20
    assert len(lines) >= 10_001


def test_a_label_that_is_a_table_is_the_text_of_its_cells():
    label = "{{(!}}\n{{!}} One {{!!}} Two\n{{!)}}"
    wiki = TEMPLATES | {
        "infobox odd": f"{{{{Infobox|above=A|label1={label}|data1={{{{{{x}}}}}}|label2={{{{{{y}}}}}}|data2=d}}}}",
        "(!": "{|",
        "!)": "|}",
    }
    lines = table_of("{{Infobox odd|x=v|y=\n{|\n| Cc || Dd\n|}\n}}", wiki)
    assert lines[0] == "table_0 infobox"
    assert any("Cc" in line and "Dd" in line and "cell_0_2_1=d" in line for line in lines)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1+2*3", 7),
        ("7 mod 4 = 3", 1),
        ("not 0 and (2 <> 3)", 1),
        ("2^3^99^99", None),
        ("x", None),
        ("", None),
        ("1/0", None),
    ],
)
def test_calculations(expression, value):
    assert calculated(expression) == value


# Out of a dump, into an import.


def dump(path: Path, pages: dict[str, str]) -> Path:
    """A dump of some pages, a namespace told by the title."""
    spaces = {"Template": 10, "Module": 828}
    body = "".join(
        f"<page><title>{escape(title)}</title><ns>{spaces.get(title.partition(':')[0], 0)}</ns><revision><id>1</id>"
        f"<text>{escape(text)}</text></revision></page>"
        for title, text in pages.items()
    )
    path.write_text(f'<mediawiki xml:lang="en"><siteinfo></siteinfo>{body}</mediawiki>', encoding="utf-8")
    return path


PAGES = {
    "Ann": "{{Infobox person|name=Ann|birth_name=Anna|rank=1}}\nAnn was a mayor.",
    "Aa": "{{Great lake|name=Aa|depth=12}}\nAa is a lake.",
    "Template:Infobox person": PERSON,
    "Template:Infobox": TEMPLATES["infobox"],
    "Template:Infobox person/doc": "{{Infobox person}}",
    "Template:Great lake": "#REDIRECT [[Template:Lake]]",
    "Template:Lake": LAKE.replace("{{{depth}}}", "{{Metres|{{{depth}}}}}"),
    "Template:Metres": "{{{1}}} metres or",
    "Template:Navbox": "{{{1}}}",
}


def test_of_a_dump_the_templates_of_infoboxes_are_kept_with_what_they_include(tmp_path):
    target = tmp_path / "a.templates"
    assert write_templates([dump(tmp_path / "a.xml", PAGES)], target) == 5
    stored = StoredDefinitions(target)
    assert stored.infoboxes("en") == {"infobox", "infobox person", "lake", "great lake"}
    assert stored.body("en", "metres") is not None
    assert stored.body("en", "navbox") is stored.body("lv", "lake") is stored.body("en", "infobox person/doc") is None
    assert stored.body("en", "great lake") == stored.body("en", "lake")


@pytest.fixture
def data_dir(settings, tmp_path) -> Path:
    settings.ATTEST_DATA_DIR = tmp_path / "var"
    return settings.ATTEST_DATA_DIR


def stored_lines(title: str) -> list[str]:
    import json

    return outline(page_from_json(json.loads(StoredPage.objects.get(title=title).data)))


@pytest.mark.django_db(transaction=True)
def test_an_import_reads_infoboxes_by_templates_that_come_after_them(tmp_path, data_dir):
    source = dump(tmp_path / "wiki.xml", PAGES)
    call_command("import_corpus", source, corpus="a", verbosity=0)
    assert stored_lines("Aa")[2] == "  header_cell_0_1_0=Depth: | cell_0_1_1=12 metres or m"
    assert stored_lines("Ann")[2] == "  header_cell_0_1_0=Born | cell_0_1_1=Anna"
    assert not list((data_dir / "imports").glob("*.templates*"))
    with pytest.raises(CommandError):
        call_command("import_corpus", source, corpus="a", without_templates=True)


@pytest.mark.django_db(transaction=True)
def test_an_import_may_leave_the_templates_unread(tmp_path, data_dir):
    call_command("import_corpus", dump(tmp_path / "wiki.xml", PAGES), corpus="a", without_templates=True, verbosity=0)
    assert stored_lines("Ann")[2] == "  header_cell_0_1_0=Birth name | cell_0_1_1=Anna"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_file_lost", [False, True])
def test_a_resumed_import_reads_by_the_same_templates(tmp_path, data_dir, monkeypatch, is_file_lost):
    first = dump(tmp_path / "first.xml", {title: text for title, text in PAGES.items() if title != "Ann"})
    second = dump(tmp_path / "second.xml", {"Ann": PAGES["Ann"]})
    from corpus.snapshot import execute

    saved = execute.save
    calls: list[object] = []

    def stopped(*arguments: object) -> object:
        calls.append(arguments)
        if len(calls) > 1:
            raise KeyboardInterrupt
        return saved(*arguments)

    monkeypatch.setattr(execute, "save", stopped)
    with pytest.raises(CommandError):
        call_command("import_corpus", first, second, corpus="a", verbosity=0)
    monkeypatch.setattr(execute, "save", saved)
    (file,) = (data_dir / "imports").glob("*.templates")
    if is_file_lost:
        file.unlink()
    call_command("import_corpus", first, second, corpus="a", verbosity=0)
    assert stored_lines("Ann")[2] == "  header_cell_0_1_0=Born | cell_0_1_1=Anna"
