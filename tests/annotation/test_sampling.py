"""Which highlights are drawn, and how the draw compares with the settings (paper, section 3.1.1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.projects.highlight_settings import BadSettings, HighlightSettings, settings_from
from annotation.vocabulary.chi_square import goodness_of_fit, survival
from annotation.vocabulary.labels import ClaimType, Mutation
from annotation.workflows.claim_generation.sampling.candidates import Candidate, Stratum, candidates
from annotation.workflows.claim_generation.sampling.draw import allocate_requirements, draw
from annotation.workflows.claim_generation.sampling.report import report
from annotation.workflows.claim_generation.sampling.shares import share_out
from corpus.page.elements import Untrusted
from corpus.sources import read_source
from corpus.wikitext.build import build_page

pytestmark = pytest.mark.both_databases

PAPER = HighlightSettings()
LONG = "The club won all of its matches."
SHORT = "It won again."


def page(wikitext):
    built = build_page("Harbour League", wikitext)
    return built.page, built.layout


def found(wikitext, settings=PAPER):
    return candidates(page(wikitext)[0], settings, page(wikitext)[1])


def table(rows, kind="wikitable"):
    lines = "\n".join(f"|-\n| row {n} || {n}" for n in range(rows))
    return f'{{| class="{kind}"\n{lines}\n|}}'


def offering(*kinds):
    """A page, as the candidates it offers."""
    return [Candidate(Stratum(kind), "A page", (f"A page_{kind}",)) for kind in kinds]


# --- What may be a highlight -----------------------------------------------------------------------------------------


def test_every_run_of_four_sentences_may_be_a_highlight():
    runs = found(" ".join([LONG] * 6))
    assert [run.element_ids[0] for run in runs] == [f"Harbour League_sentence_{n}" for n in range(3)]
    assert runs[0].element_ids == tuple(f"Harbour League_sentence_{n}" for n in range(4))


@pytest.mark.parametrize("between", [SHORT, "\n== Seasons ==\n", "\n* an item\n", "\n" + table(2) + "\n"])
def test_a_short_sentence_heading_list_or_table_ends_a_run(between):
    assert found(f"{LONG} {LONG} {between} {LONG} {LONG}") == []


def test_a_run_may_go_over_a_paragraph_break():
    assert len(found(f"{LONG} {LONG}\n\n{LONG} {LONG}")) == 1


def test_a_hatnote_is_no_sentence_of_a_highlight():
    assert found("{{About|a league of clubs|the harbour itself|Harbour}}\n" + " ".join([LONG] * 3)) == []


@pytest.mark.parametrize(
    ("wikitext", "ids", "skipped"),
    [
        (" ".join([LONG] * 4), [0], {}),
        (
            f"{LONG} {LONG} The club {{{{Made up}}}} won its other matches. {LONG} {LONG}",
            [],
            {"missing_text": 1},
        ),
        (f"The club {{{{Made up}}}} won all its matches. {' '.join([LONG] * 4)}", [1], {"missing_text": 1}),
        (f"* {{{{Made up}}}} club\n\n{' '.join([LONG] * 4)}", [0], {}),  # an item is in no highlight
    ],
)
def test_an_untrusted_sentence_is_in_no_highlight(wikitext, ids, skipped):
    counted = Counter()
    runs = candidates(page(wikitext)[0], PAPER, page(wikitext)[1], counted)
    assert [run.element_ids[0] for run in runs] == [f"Harbour League_sentence_{n}" for n in ids]
    assert counted == skipped


def test_an_untrusted_table_is_no_highlight():
    built, layout = page(table(6) + "\n\n" + table(6))
    counted = Counter()
    untrusted = replace(layout, untrusted={"table_0": Untrusted.TEMPLATE_CELLS})
    runs = candidates(built, PAPER, untrusted, counted)
    assert [run.element_ids for run in runs] == [("Harbour League_table_1",)]
    assert counted == {"template_cells": 1}


def test_the_report_says_what_was_skipped():
    made = report(draw([], 0, PAPER, Random(1)), PAPER, {"missing_text": 7})
    assert made.to_json()["skipped"] == {"missing_text": 7}
    assert "7" in made.as_text()


def test_a_sentence_is_measured_by_what_is_read_not_by_its_links():
    assert found("[[The long name of a club that won|Quay]] won it all. " * 4) == []


def test_a_table_needs_five_to_fifty_rows():
    assert [len(found(table(rows))) for rows in (4, 5, 50, 51)] == [0, 1, 1, 0]
    assert found(table(5))[0].element_ids == ("Harbour League_table_0",)


def test_infoboxes_are_a_kind_of_their_own():
    rows = "\n".join(f"|-\n! fact {n}\n| {n}" for n in range(5))
    assert [each.stratum for each in found('{| class="infobox"\n' + rows + "\n|}")] == [Stratum.INFOBOX]


# --- The draw --------------------------------------------------------------------------------------------------------


def test_the_papers_shares_come_out_exactly():
    pages = [offering("sentences", "general", "infobox")] * 500
    kinds = Counter(each.candidate.stratum for each in draw(pages, 90, PAPER, Random(1)).drawn)
    assert kinds == {Stratum.SENTENCES: 30, Stratum.GENERAL: 42, Stratum.INFOBOX: 18}


def test_no_more_pages_are_read_than_needed():
    pages = iter([offering("sentences", "general", "infobox")] * 500)
    assert draw(pages, 10, PAPER, Random(1)).pages_read < 30


def test_the_same_seed_draws_the_same():
    pages = [offering("sentences", "general")] * 60 + [offering("infobox")] * 20
    assert draw(pages, 30, PAPER, Random(7)) == draw(pages, 30, PAPER, Random(7))
    assert draw(pages, 30, PAPER, Random(7)) != draw(pages, 30, PAPER, Random(8))


def test_a_page_is_moved_to_the_kind_that_only_it_offers():
    # three places each way round, and only a chain of moves fills them all
    pages = (
        [offering("sentences", "infobox")] * 3 + [offering("sentences", "general")] * 4 + [offering("sentences")] * 3
    )
    for seed in range(20):
        drawn = draw(pages, 10, settings_from({"general": 4, "infobox": 3, "sentences": 3, "tables": 7}), Random(seed))
        assert Counter(each.candidate.stratum for each in drawn.drawn) == drawn.wanted, seed


def test_what_the_corpus_cannot_give_is_said():
    drawn = draw([offering("sentences")] * 100, 30, PAPER, Random(1))
    result = report(drawn, PAPER)
    assert result.missing == {"general": 14, "infobox": 6}
    assert "6 of kind infobox are missing" in result.as_text()


@given(st.integers(0, 400), st.integers())
def test_what_claims_must_be_is_dealt_by_the_settings(number, seed):
    asked = allocate_requirements(number, PAPER, Random(seed))
    assert abs(2 * sum(each.type_one_is_true for each in asked) - number) <= 1
    assert abs(2 * sum(each.several_pages for each in asked) - number) <= 1
    assert abs(2 * sum(each.mutated_type is ClaimType.TYPE_I for each in asked) - number) <= 1
    drawn = Counter(each.mutation for each in asked)
    for mutation, weight in PAPER.mutations.items():
        assert abs(drawn[mutation] - number * weight / 100) < 1


def test_a_mutation_without_weight_is_never_asked_for():
    settings = settings_from({"paraphrasing": 0})
    assert Mutation.PARAPHRASING not in {each.mutation for each in allocate_requirements(200, settings, Random(3))}


@given(st.integers(0, 10_000), st.lists(st.floats(0.001, 1000), min_size=1, max_size=6))
def test_shares_add_up_and_are_less_than_one_off(total, weights):
    shares = share_out(total, dict(enumerate(weights)))
    assert sum(shares.values()) == total
    for key, weight in enumerate(weights):
        assert abs(shares[key] - total * weight / sum(weights)) < 1.000001


@pytest.mark.extended
def test_the_report_of_real_pages_matches_the_settings(shared_data):
    pages = []
    for record in read_source(shared_data / "wikitext" / "articles.jsonl.xz"):
        built = build_page(record.title, record.wikitext).page if not record.redirect_to else None
        if built is not None:
            pages.append(candidates(built, PAPER))
    result = report(draw(pages, 60, PAPER, Random(5)), PAPER)
    assert (result.drawn, result.missing) == (60, {})
    for distribution in result.distributions:
        assert distribution.test is not None and distribution.test.p > 0.99, distribution
        for line in distribution.lines:
            assert abs(line.drawn - 60 * line.share) < 1.000001, line


# --- Settings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"colour": 1}, "colour"),
        ({"negation": -1}, "negation"),
        ({"negation": "30"}, "negation"),
        ({"negation": float("nan")}, "negation"),
        ({"least_rows": 2.5}, "least_rows"),
        ({"least_rows": 60}, "most_rows"),
        ({"sentences": 0, "tables": 0}, "sentences"),
        ({"sentences_in_a_row": True}, "sentences_in_a_row"),
    ],
)
def test_settings_that_cannot_be_drawn_by_are_named(changes, names):
    with pytest.raises(BadSettings, match=names):
        settings_from(changes)


# --- Chi-square ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statistic", "degrees"), [(3.841459, 1), (5.991465, 2), (7.814728, 3), (9.487729, 4), (11.070498, 5)]
)
def test_the_survival_function_gives_the_tables_five_percent_points(statistic, degrees):
    assert survival(statistic, degrees) == pytest.approx(0.05, abs=1e-7)


def test_a_fair_die_is_tested_as_by_hand():
    test = goodness_of_fit([5, 8, 9, 8, 10, 20], [1] * 6)
    assert test is not None
    assert test.statistic == pytest.approx(13.4)
    assert test.degrees == 5
    assert test.p == pytest.approx(0.0199, abs=1e-4)


def test_nothing_drawn_is_nothing_to_test():
    assert goodness_of_fit([0, 0], [1, 1]) is None
    assert goodness_of_fit([3], [1]) is None


def test_a_value_that_was_never_asked_for_cannot_be_chance():
    test = goodness_of_fit([5, 5, 1], [1, 1, 0])
    assert test is not None and test.p == 0
