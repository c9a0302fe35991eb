"""Templates that write tables, rows and cells, and those nobody knows that may."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from corpus.building.page_builder import BuiltPage
from corpus.page.elements import Table, Untrusted, tables
from corpus.page.grid import grid
from corpus.wikitext.build import build_page


def built(wikitext: str) -> BuiltPage:
    return build_page("Test", wikitext)


def only_table(wikitext: str) -> Table:
    page = built(wikitext).page
    assert page is not None
    (table,) = tables(page)
    return table


def squares(wikitext: str) -> list[list[str]]:
    """The texts of the table's grid; headers begin with an exclamation mark."""
    return [[f"!{cell.value}" if cell.is_header else cell.value for cell in row] for row in grid(only_table(wikitext))]


def untrusted(wikitext: str) -> dict[str, Untrusted]:
    return dict(built(wikitext).layout.untrusted)


def in_table(rows: str) -> str:
    return f'{{| class="wikitable"\n! A !! B !! C\n|-\n{rows}\n|}}'


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("{{won}}", "Won"),
        ("{{nom}}", "Nominated"),
        ("{{yes|Since 1999}}", "Since 1999"),
        ("{{n/a|}}", ""),
        ('style="color:red" {{no}}', "No"),
        ("align=center {{partial}}", "Partial"),
        ("align=center | {{nom}}", "Nominated"),
        ("{{won}} twice", "Won twice"),
        ("Best film {{won}}", "Best film Won"),
    ],
)
def test_cell_templates_write_attributes_and_a_text(cell: str, text: str) -> None:
    assert squares(in_table(f"| x\n| {cell}\n| y"))[1] == ["x", text, "y"]
    assert squares(in_table(f"| x || {cell} || y"))[1] == ["x", text, "y"]


def test_spans_before_a_cell_template_hold() -> None:
    rows = "| 2001\n| rowspan=2 {{nom}}\n| p\n|-\n| 2002\n| q\n|-\n| colspan=3 {{n/a}}"
    assert squares(in_table(rows))[1:] == [
        ["2001", "Nominated", "p"],
        ["2002", "Nominated", "q"],
        ["N/A", "N/A", "N/A"],
    ]


def test_bartable_writes_a_second_cell() -> None:
    rows = "| Christian\n|align=right| '''{{bartable|62|%|2||background:blue}}\n|-\n| Other\n|{{bartable|5|%}}"
    assert squares(in_table(rows))[1:] == [["Christian", "62%", ""], ["Other", "5%", ""]]


def test_bars_of_two_columns_stand_under_their_headers() -> None:
    rows = "| White || align=right|{{bartable|64.1|%|2}} ||align=right|{{bartable|66.5|%|2}}"
    text = f'{{| class="wikitable"\n! Group !! colspan=2 | Alone !! colspan=2 | Total\n|-\n{rows}\n|}}'
    assert squares(text) == [["!Group", "!Alone", "!Alone", "!Total", "!Total"], ["White", "64.1%", "", "66.5%", ""]]


def test_headers_written_by_templates() -> None:
    text = in_table(
        "! {{diagonal split header|Team|Year}}\n! {{vertical header|Wins}}\n! rowspan=1 {{vert header|stp=1|Losses}}"
    )
    assert squares(text)[1] == ["!Team / Year", "!Wins", "!Losses"]


def test_a_party_with_its_color_is_two_cells() -> None:
    assert squares(in_table("| {{party name with color|Labour Party}}\n| 5"))[1] == [
        "",
        "[[Labour_Party|Labour Party]]",
        "5",
    ]


def test_bars_written_by_templates_part_cells() -> None:
    assert squares(in_table("{{!}} a {{!!}} b\n{{!}} c"))[1] == ["a", "b", "c"]


def test_track_listing() -> None:
    text = """{{Track listing|headline=Side one|extra_column=Producer(s)|total_length=5:00
|title1=One|note1=live|extra1=P|length1=2:00|title2=[[Two]]|length2=3:00}}"""
    assert only_table(text).caption == "Side one"
    assert squares(text) == [
        ["!No.", "!Title", "!Producer(s)", "!Length"],
        ["1.", '"One" (live)', "P", "2:00"],
        ["2.", '"[[Two]]"', "", "3:00"],
        ["!Total length:", "!Total length:", "!Total length:", "5:00"],
    ]


def test_populations() -> None:
    assert squares("{{Historical populations|1900|1000|1910|1200|1920|1100}}") == [
        ["!Year", "!Pop.", "!±%"],
        ["1900", "1,000", "—"],
        ["1910", "1,200", "+20.0%"],
        ["1920", "1,100", "−8.3%"],
    ]
    assert squares("{{US Census population|1850=6052|1860=14454|estimate=15000|estyear=2012}}") == [
        ["!Census", "!Pop.", "!%±"],
        ["1850", "6,052", "—"],
        ["1860", "14,454", "138.8%"],
        ["Est. 2012", "15,000", "3.8%"],
    ]


def test_weather_box_has_a_column_for_each_month() -> None:
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    high = "".join(f"|{month} high C = {n}.5" for n, month in enumerate(months))
    rows = squares(f"{{{{Weather box|location=Here{high}|single line=Y}}}}")
    assert rows[0] == ["!Month", *(f"!{month}" for month in months)]
    assert rows[1][1:] == [f"{n}.5" for n in range(12)]


def test_bar_box() -> None:
    bars = "{{bar percent|[[Dari]]|red|50}}\n{{bar percent|Uzbek|red|11}}"
    text = f"{{{{bar box|title=T|left1=Language|right1=Share|bars=\n{bars}\n}}}}"
    assert squares(text) == [["!Language", "!Share"], ["[[Dari]]", "50%"], ["Uzbek", "11%"]]


def test_election_box() -> None:
    text = """{{Election box begin|title=[[1990 election]]}}
{{Election box candidate with party link|party=Labour Party (UK)|candidate=Bo|votes=203|percentage=69.6|change=+5.6}}
{{Election box majority|votes=100|percentage=3|change=}}
{{Election box gain with party link|winner=Labour Party (UK)|loser=Liberal Party|swing=+3}}
{{Election box end}}
After."""
    labour = "[[Labour_Party_(UK)|Labour Party]]"
    assert squares(text) == [
        ["!Party", "!Party", "!Candidate", "!Votes", "!%", "!±%"],
        ["!", labour, "Bo", "203", "69.6", "+5.6"],
        ["Majority", "Majority", "Majority", "100", "3", ""],
        ["!", *[f"{labour} gain from [[Liberal_Party|Liberal Party]]"] * 2, "Swing", "+3", ""],
    ]


def test_a_squad_on_one_line() -> None:
    first = "{{Fs start}} {{Fs player|no=1|nat=SCO|pos=GK|name=[[Al Bo]]|other=captain}}"
    text = first + " {{fs mid}} {{Fs player|no=2|nat=FRA|pos=DF|name=C}} {{Fs end}}"
    assert squares(text) == [
        ["!No.", "!Pos.", "!Nation", "!Player"],
        ["1", "GK", "Scotland", "[[Al_Bo|Al Bo]] (captain)"],
        ["2", "DF", "France", "C"],
    ]


def test_members_of_a_team_with_columns_of_the_pages_own() -> None:
    text = (
        "{{listplayer/Start}}\n! Replacing\n! Cup\n{{listplayer|Ace|us|Ann Lee|Slayer}}\n| Bo\n| First\n"
        "{{Listplayer|Red|us|Cy Fox|Flex}}\n| Di\n| Last\n{{Listplayer/EndTemp}}"
    )
    assert squares(text) == [
        ["!ID", "!Name", "!Role", "!Replacing", "!Cup"],
        ["Ace", "Ann Lee", "Slayer", "Bo", "First"],
        ["Red", "Cy Fox", "Flex", "Di", "Last"],
    ]
    assert untrusted(text) == {"table_0": Untrusted.TEMPLATE_CELLS}  # nobody knows what the wiki calls its columns


def test_members_of_a_team_who_have_left() -> None:
    text = (
        "{{listplayer/Start|newteam=yes|dates=yes}}\n"
        "{{listplayer|Ace|us|Ann Lee|Flex|newteam=Bb|joined=2015-01-02|left=2016}}\n{{listplayer/End}}"
    )
    assert squares(text) == [
        ["!ID", "!Name", "!Role", "!New team", "!Joined", "!Left"],
        ["Ace", "Ann Lee", "Flex", "Bb", "2015-01-02", "2016"],
    ]


def test_episodes() -> None:
    text = """{{Episode table|overall=5|season=5|title=30|director=10|airdate=10|episodes=
{{Episode list|EpisodeNumber=7|EpisodeNumber2=1|Title=Pilot|DirectedBy=D|OriginalAirDate=May 1|ShortSummary=It begins.}}
}}"""
    assert squares(text) == [
        ["!No. overall", "!No. in season", "!Title", "!Directed by", "!Original release date"],
        ["!7", "1", '"Pilot"', "D", "May 1"],
        ["It begins."] * 5,
    ]


def test_seasons_and_awards() -> None:
    seasons = "{{Series overview|link1=[[First|1]]|episodes1=22|start1=May 1|end1=June 2|episodes2=20|start2=May 3}}"
    assert squares(seasons) == [
        ["!Season", "!Episodes", "!First released", "!Last released"],
        ["[[First|1]]", "22", "May 1", "June 2"],
        ["2", "20", "May 3", ""],
    ]
    awards = "{{awards table}}\n|-\n| 2001\n| Film\n| Best\n| {{won}}\n{{end}}\n\nAfter."
    assert squares(awards) == [["!Year", "!Nominee / work", "!Award", "!Result"], ["2001", "Film", "Best", "Won"]]


def test_ties() -> None:
    ties = "{{TwoLegStart}}\n{{TwoLegResult|A|ENG|2–3|B|SCO|1–1|1–2}}\n{{TwoLegEnd}}"
    assert squares(ties)[1] == ["A (England)", "2–3", "B (Scotland)", "1–1", "1–2"]
    match = "{{rugbybox|date=1 May|home=A|score=20–3|away=B|stadium=S}}"
    assert squares(match) == [["1 May", "!A", "!20–3", "!B", "S"]]


def test_charts_and_certifications() -> None:
    text = in_table("{{singlechart|Sweden|4|artist=A|song=B}}\n| z\n|-\n{{single chart|Nowhere Top|9}}")
    assert squares(text)[1][1:] == ["4", "z"]
    assert untrusted(text) == {"table_0": Untrusted.TEMPLATE_CELLS}
    certified = """{{Certification Table Top}}
{{Certification Table Entry|region=Sweden|award=Platinum|number=2|salesamount=40000}}
{{Certification Table Bottom}}"""
    assert squares(certified)[1] == ["!Sweden", "2× Platinum", "40,000"]


def test_standings_and_medals() -> None:
    league = """{{#invoke:Sports table|main|style=WDL|team1=A|team2=B|name_A=[[Alpha]]
|win_A=2|draw_A=1|loss_A=0|gf_A=5|ga_A=2|win_B=0|draw_B=1|loss_B=2|gf_B=2|ga_B=5}}"""
    assert squares(league) == [
        [f"!{name}" for name in "Pos Team Pld W D L GF GA GD Pts".split()],
        ["1", "![[Alpha]]", *"3 2 1 0 5 2 +3 7".split()],
        ["2", "!B", *"3 0 1 2 2 5 −3 1".split()],
    ]
    medals = squares("{{Medals table|gold_USA=1|silver_USA=2|bronze_USA=0|gold_FRA=3|silver_FRA=0|bronze_FRA=0}}")
    assert medals[1:3] == [["1", "!France", "3", "0", "0", "3"], ["2", "!United States", "1", "2", "0", "3"]]


@pytest.mark.parametrize(
    "rows",
    [
        "| {{some unknown cell|1}}\n| b",
        "| a\n|-\n{{some unknown row|1|2}}",
        "| a\n{{some unknown row|1|2}}\n|-\n| b",
        "{{some unknown row|1|2}}",
    ],
)
def test_a_table_with_cells_of_an_unknown_template_is_untrusted(rows: str) -> None:
    page = built(in_table(rows))
    assert dict(page.layout.untrusted) == {"table_0": Untrusted.TEMPLATE_CELLS}
    assert sum(count for reason, count in page.dropped.items() if reason.startswith("cells of template some")) == 1


@pytest.mark.parametrize(
    "rows",
    [
        "| {{nowrap|a}}",
        "| {{citation needed}}",
        "| {{inflation|US|5|1990}}",
        "| a {{some unknown thing}}",
        "| {{some unknown thing}} a",
        "| x | {{some unknown thing}}",
        "| {{won}}",
    ],
)
def test_templates_in_the_text_of_a_cell_leave_the_table_trusted(rows: str) -> None:
    assert "table_0" not in untrusted(in_table(rows))


@pytest.mark.parametrize("end", ["|}", "{{My table end}}"])
def test_a_table_begun_by_an_unknown_template_is_shown_and_untrusted(end: str) -> None:
    text = f"{{{{My table start|x}}}}\n! A !! B\n|-\n| 1 || 2\n{end}\nAfter."
    assert squares(text) == [["!A", "!B"], ["1", "2"]]
    assert untrusted(text) == {"table_0": Untrusted.TEMPLATE_CELLS}
    assert built(text).dropped["cells of template my table start"] == 1


def test_a_table_may_end_with_a_template() -> None:
    page = built(in_table("| 1 || 2 || 3\n{{end}}\nText after it.").removesuffix("|}")).page
    assert page is not None
    assert [element.id for element in page.elements] == ["table_0", "sentence_0"]


def test_tables_that_are_not_rendered_are_counted_by_name() -> None:
    dropped = built("{{clade|1={{clade|1=a|2=b}}|2=c}}\n\nText.\n\n{{Track listing|headline=Nothing}}").dropped
    assert dropped == Counter({"table of template clade": 1, "table of template track listing": 1})


@pytest.mark.parametrize(
    "wikitext",
    [
        "{{track listing" + "".join(f"|title{n}=T{n}" for n in range(10_000)) + "}}",
        "{{historical populations" + "|1900|5" * 5_000 + "}}",
        in_table("| rowspan=2 {{won}} " * 5_000),
        in_table("|| {{won}} " * 5_000),
        in_table("| " + "{{bartable|" * 3_000 + "}}" * 3_000),
        "{{track listing|title1=" * 3_000 + "}}" * 3_000,
        "{{fs start}}\n" * 3_000 + "{{fs end}}\n" * 3_000,
        "{{x start}}\n| a\n" * 3_000 + "|}\n" * 3_000,
        in_table("| " + "a=b " * 5_000 + "{{won}}"),
        "{{medals table" + "".join(f"|gold_{n}=1" for n in range(10_000)) + "}}",
        "{{episode table|title=5|episodes=" + "{{episode list|Title=A|ShortSummary={{won}}}}\n" * 3_000 + "}}",
    ],
)
def test_hostile_calls_take_time_in_proportion(wikitext: str) -> None:
    start = time.process_time()
    built(wikitext)
    assert time.process_time() - start < 5
