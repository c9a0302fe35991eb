"""Labels of infobox arguments by the rules for families."""

from __future__ import annotations

import pytest

from corpus.infobox.labels import NOT_SHOWN, argument_name, known_label, printed_labels, readable_name
from corpus.site import site_with
from corpus.wikitext.build import build_page
from tests.corpus.outline import outline


@pytest.mark.parametrize(
    ("template", "argument", "label"),
    [
        ("infobox film", "music", "Music by"),
        ("infobox museum", "director", "Director"),
        ("infobox person", "director", "Directed by"),  # as in any infobox that says nothing of its own
        ("infobox settlement", "timezone1_DST", "Summer time zone"),
        ("infobox officeholder", "spouse2", "Spouse"),
        ("infobox ship characteristics", "Ship beam", "Beam"),
        ("infobox language", "iso3", "ISO 639-3"),
        ("infobox medical condition", "ICD10", "ICD-10"),
        ("infobox company", "logo_size", NOT_SHOWN),
        ("infobox company", "image_upright3", NOT_SHOWN),
        ("infobox odd", "map caption 2", NOT_SHOWN),
        ("infobox airport", "h1-surface", "Helipad surface"),
        ("infobox odd", "quux", None),
    ],
)
def test_a_label_is_what_the_family_prints(template, argument, label):
    assert known_label(template, argument_name(argument)) == label


@pytest.mark.parametrize(
    ("written", "readable"),
    [
        ("largestcounty", "Largest county"),
        ("HighestPoint2", "Highest point"),
        ("quux_corge_4", "Quux corge"),
        ("carpenter", "Carpenter"),
        ("area_m2", "Area m2"),
        ("12", "12"),
    ],
)
def test_an_unknown_argument_reads_as_words_without_its_number(written, readable):
    assert readable_name(written) == readable


@pytest.mark.parametrize(
    ("argument", "label"),
    [
        ("length_sq_mi", "Length (sq mi)"),
        ("residents_2011", "Residents"),
        ("1998_residents", "Residents"),
        ("poverty_rank", "Rank by poverty"),
        ("assistantcoaches", "Assistant coaches"),
        ("lower_bridge_height_2", "Lower bridge height"),
        ("bridge1_builder2", "Bridge builder"),
        ("bridge_image_2011", NOT_SHOWN),
        ("bridge_type", None),  # a word that tells of arguments, no word of a label
        ("quux_2011", None),
    ],
)
def test_the_form_of_a_name_that_no_rule_names_gives_its_label(argument, label):
    assert known_label("infobox odd", argument_name(argument)) == label


@pytest.mark.parametrize(
    ("argument", "label"),
    [
        ("Data scioglimento", "Data scioglimento"),
        ("annopremio", "Anno premio"),
        ("quota_del_lago_2", "Quota del lago"),
        ("di_lago", None),
        ("bridge_builder", None),
    ],
)
def test_italian_names_are_read_by_italian_words(argument, label):
    assert known_label("odd", argument_name(argument), "it") == label


def test_years_in_names_stand_behind_values():
    built = build_page("Aa", "{{Infobox odd|residents_2001=5|2011_residents=6 (in 2011)|staff=7|staff_year=1999}}")
    assert outline(built.page)[2:] == [
        "  header_cell_0_1_0=Residents | cell_0_1_1=5 (2001)",
        "  header_cell_0_2_0=Residents | cell_0_2_1=6 (in 2011)",
        "  header_cell_0_3_0=Staff | cell_0_3_1=7 (1999)",
    ]


def test_arguments_without_a_name_are_read():
    built = build_page("Aa", "{{Infobox odd|=x|_year=1999|staff=7}}")
    assert outline(built.page)[2:] == [
        "  header_cell_0_1_0=Year | cell_0_1_1=1999",
        "  header_cell_0_2_0=Staff | cell_0_2_1=7",
    ]


def test_names_alone_tell_that_an_argument_is_the_label_of_another():
    built = build_page(
        "Aa",
        "{{Infobox odd|quux_label=Depth|quux_data=4|2_name=Colour|2_value=red|corge_title=Regent|corge_name=Bb}}",
    )
    assert outline(built.page)[2:] == [
        "  header_cell_0_1_0=Depth | cell_0_1_1=4",
        "  header_cell_0_2_0=Colour | cell_0_2_1=red",
        "  header_cell_0_3_0=Regent | cell_0_3_1=Bb",
    ]


def test_switches_of_names_that_only_their_words_tell_are_no_facts():
    built = build_page("Aa", "{{Infobox odd|lower_bridge=yes|home_ground=Cc}}")
    assert outline(built.page)[2:] == ["  header_cell_0_1_0=Home ground | cell_0_1_1=Cc"]


def test_labels_of_another_language_hold_on_its_wikis_alone():
    assert known_label("film", "fotografo", "it") == "Fotografia"
    assert known_label("film", "fotografo", "en") is None
    assert known_label("divisione amministrativa", "latitudine_gradi", "it") == NOT_SHOWN


def test_rows_of_an_italian_infobox_stand_under_its_headers():
    built = build_page(
        "Xeno",
        "{{Infobox elemento chimico|Nome=Xeno|Isotopo_1=Aa|NA_1=9%|TD_1=1 h|Isotopo_2=Bb|NA_2=8%|Fusione=7 K}}",
        site_with({}, "it"),
    )
    assert outline(built.page) == [
        "table_0 infobox",
        "  header_cell_0_0_0=Xeno (1x3)",
        "  header_cell_0_1_0=Punto di fusione | cell_0_1_1=7 K (1x2)",
        "  header_cell_0_2_0=Isotopi piu\u0300 stabili (1x3)",
        "  header_cell_0_3_0=Isotopo | header_cell_0_3_1=NA | header_cell_0_3_2=TD",
        "  header_cell_0_4_0=Aa | cell_0_4_1=9% | cell_0_4_2=1 h",
        "  header_cell_0_5_0=Bb | cell_0_5_1=8% | cell_0_5_2=",
    ]


def test_the_ranks_of_a_german_taxon_are_labels():
    built = build_page("Aa", "{{Taxobox|Taxon_Name=Aa|Taxon2_Name=Bb|Taxon2_WissName=Cc|Taxon2_Rang=Familie}}")
    assert outline(built.page)[-1] == "  header_cell_0_1_0=Familie | cell_0_1_1=Bb (Cc)"


def test_no_label_of_the_rules_looks_like_the_name_of_an_argument():
    assert not [label for label in printed_labels() if "_" in label or "#" in label or label != label.strip()]
