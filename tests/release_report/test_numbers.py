"""The report's numbers are those of the quality pages, and those that somebody else would count."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from dataclasses import replace

import pytest

from annotation.dashboard.reports import report
from annotation.figures.bars import Bar, bars
from annotation.quality.agreement.definitions import GROUPINGS
from annotation.quality.agreement.queries import agreement_report
from annotation.quality.agreement.result import value_of
from annotation.quality.audit.durations import Timed, paces
from annotation.quality.audit.production import production
from annotation.quality.audit.queries import submitted, times
from annotation.quality.workflows.claim_generation.writing_effort import _effort
from annotation.release.report import audit, claims, time
from annotation.release.report.counting import ClaimOrigin, count_rows, merge_counts, tokens
from annotation.release.report.document import Drawn, Group, Rounded, Share, shown
from annotation.release.report.figures import challenges_met
from annotation.release.report.write import gather
from annotation.release.row_ids import pseudonym
from annotation.release.summary import SPLITS
from annotation.release.workflows.claim_generation.report import writing
from annotation.vocabulary.verdicts import VERDICTS
from annotation.workflows.kinds import TaskKind
from tests.release_report.rows import row

KINDS = {"sentence": "sentences", "cell": "table cells", "header_cell": "header cells of tables"}


def table(folder, name):
    with (folder / "report" / "figures" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def raw_rows(folder):
    for split in SPLITS:
        for text in (folder / "feverous" / f"{split}.jsonl").read_text(encoding="utf-8").splitlines()[1:]:
            yield split, json.loads(text)


def test_agreement_is_that_of_the_dashboard(release, simulated):
    _facts, folder = release
    page = agreement_report(simulated, by=tuple(GROUPINGS), with_annotators=True)
    shown = {line["Measure"]: line for line in table(folder, "agreement-numbers")}
    assert len(shown) == len(page.figures) > 10
    for one in page.figures:
        value = value_of(one.result)
        assert shown[one.label]["Value"] == ("" if value is None else str(value)), one.name
    by_type = {line["Claim type"]: float(line["kappa"]) for line in table(folder, "kappa-by-claim-type")}
    assert by_type == {f"Type {group.name}": value_of(group.kappa) for group in page.groups["claim_type"]}


def test_the_audit_is_that_of_its_pages(release, simulated):
    found = gather(facts_at(release))
    for by in audit.LABELS:
        assert found.words[by] == report(simulated, f"words {by}")
    assert found.words["verdict"]
    cues = report(simulated, "cue bigrams")
    told = [row[:1] + row[3:] for row in found.cue_bigrams.rows if not isinstance(row, Group)]
    assert told == [(one.bigram, one.both, one.count) for one in cues] != []
    assert found.balances == report(simulated, "balance")
    shown = {line[0]: line[1] for line in found.places.rows}
    page = {
        f"{one.feature} · {audit.SHORT.get(one.label, one.label)}": value_of(one.npmi)
        for one in report(simulated, "places and verdicts")[: audit.PLACES]
    }
    assert shown == page != {}


def test_whole_rows_and_columns_are_those_of_the_page(release, simulated):
    _facts, folder = release
    page = report(simulated, "whole lines")
    shown = {line["An evidence set contains"]: line for line in table(folder, "whole-lines")}
    assert len(shown) == len(page.shares) == 3
    for name, words in audit.LINES.items():
        assert int(shown[words]["Sets"]) == page.counts[name]
        assert float(shown[words]["Share"]) == value_of(page.shares[name]) == page.counts[name] / page.sets
        assert int(shown[words]["n"]) == page.sets > 0


def test_verdicts_by_type_of_evidence_are_those_of_the_page(release, simulated):
    _facts, folder = release
    found = report(simulated, "verdicts by evidence type")
    shown = {(line["group"], line["Verdict"]): line for line in table(folder, "verdicts-by-evidence")}
    assert len(shown) == 3 * len(found) > 0
    for one in found:
        for verdict, count in one.counts.items():
            line = shown[claims.TYPES[one.evidence], verdict]
            assert (int(line["Verifications"]), int(line["n"])) == (count, one.verifications)
            assert float(line["Share"]) == count / one.verifications
    assert {one.evidence: one.verifications for one in found} == report(simulated, "evidence types")


def test_writers_effort_is_a_row_a_measure(release):
    _facts, folder = release
    simulated = (folder / "report" / "figures" / "writing.csv").read_text(encoding="utf-8")
    searches = [line for line in csv.DictReader(simulated.splitlines()) if line["Operation"] == "searches"]
    assert searches and {line["Number"] for line in searches} == {"0"}  # simulated writers begin and finish
    rows = [(1.0, 0.0, 2.0, 1.0), (0.0, 0.0, 0.0, 1.0)]
    made = writing([_effort("all", rows), _effort("several_pages", rows[:1])])
    lines = list(csv.DictReader(made.csv().splitlines()))
    assert [(line["group"], line["Operation"]) for line in lines][::3] == [
        ("All annotations", "searches"),
        ("Type II over several pages", "searches"),
    ]
    assert [(line["Number"], line["Mean"], line["n"]) for line in lines[:3]] == [
        ("1", "0.5", "2"),
        ("0", "0.0", "2"),
        ("2", "1.0", "2"),
    ]


def facts_at(release):
    """The facts with the folder where the release lies now: it was written beside it."""
    facts, folder = release
    return replace(facts, folder=folder)


def test_times_are_those_of_the_page(release, simulated):
    _facts, folder = release
    verifying = times(submitted(simulated, TaskKind.CLAIM_VERIFICATION))
    first = table(folder, "time")[0]
    assert int(first["Done"]) == len(verifying)
    assert float(first["Mean"]) == pytest.approx(sum(one.seconds for one in verifying) / len(verifying))
    made = production(simulated, TaskKind.CLAIM_VERIFICATION)
    shown = {line["Annotator"]: line for line in table(folder, "time-of-verifiers")}
    assert {name: int(line["Done"]) for name, line in shown.items()} == {
        pseudonym(simulated.pk, one.person): one.done for one in made
    }
    fast = {pseudonym(simulated.pk, one.person): value_of(one.fast) for one in paces(verifying)}
    assert {name: float(line["Fast"]) for name, line in shown.items()} == fast


def test_the_tables_are_what_anybody_would_count(release):
    facts, folder = release
    rows = list(raw_rows(folder))
    assert len(rows) == facts.counts.released
    labels = Counter((split, one["label"]) for split, one in rows)
    for line in table(folder, "table-2"):
        if line["group"] == "Claims by verdict" and line[""] != "Claims":
            for split, head in zip(SPLITS, ("Train", "Dev", "Test"), strict=True):
                assert int(line[head]) == labels[split, line[""]]
    challenges = Counter(one["challenge"] for _split, one in rows)
    met = [line for line in table(folder, "table-5") if line["group"] == "Met by its verifier"]
    assert {line["Challenge"]: int(line["All"]) for line in met if int(line["All"])} == challenges
    kinds = Counter(
        re.sub(r"(_\d+)+$", "", element).rpartition("_")[2] if "_header_cell_" not in element else "header_cell"
        for _split, one in rows
        for element in {element for each in one["evidence"] for element in each["content"]}
    )
    shown = {line["Kind"]: int(line["Pieces"]) for line in table(folder, "evidence-kinds")}
    assert {kind: shown[words] for kind, words in KINDS.items() if kinds[kind]} == kinds
    sets = Counter(str(len(one["evidence"])) for _split, one in rows)
    said = table(folder, "sets-and-pages")
    first = [line for line in said if line["group"] == "Evidence sets of a claim" and line[""] != "mean"]
    assert {line[""]: int(line["Claims"]) for line in first} == sets


def test_every_claim_is_released_or_left_out_for_one_reason(release):
    facts, folder = release
    lines = {line[""]: line for line in table(folder, "selection")}
    assert int(lines["Claims in production"]["Claims"]) == 90
    assert int(lines["Released"]["Claims"]) + int(lines["in all"]["Claims"]) == 90
    assert facts.counts.excluded.total() == int(lines["in all"]["Claims"]) > 0


def test_splits_add_up_to_the_whole():
    first, second = row(1), row(2, label="REFUTES", content=(("Berg_cell_0_1_1", "Berg_cell_1_0_0", "See_sentence_4"),))
    written = {1: ClaimOrigin("I", "", "Other", "table"), 2: ClaimOrigin("III", "Negation", "", "sentences")}
    whole = count_rows([first, second], written)
    parts = merge_counts([count_rows([first], written), count_rows([second], written)])
    assert parts == whole
    assert (whole.rows, whole.tables, whole.labels) == (2, 2, Counter(SUPPORTS=1, REFUTES=1))
    assert whole.types == Counter(sentences=1, both=1)
    assert whole.pages == Counter({1: 1, 2: 1})
    assert whole.pieces == Counter({1: 1, 3: 1})
    assert whole.composed == Counter(elements=1, pages=1)
    assert whole.met == Counter({("Other", "Other"): 1})


def test_an_element_of_two_sets_is_one_piece_of_evidence():
    found = count_rows([row(1, content=(("Berg_sentence_0",), ("Berg_sentence_0", "Berg_item_0_2")))], {})
    assert found.kinds.total() == 2
    assert found.types == Counter(sentences=1, both=1)
    assert found.places.sentences == Counter({0: 1})


def test_searches_are_told_from_full_text_searches():
    log = (("start", "start"), ("search", "Berg"), ("search", "Contains...old town"), ("finish", "finish"))
    found = count_rows([row(1, operations=log), row(2, operations=())], {})
    assert (found.operations["search"], found.operations["contains"], found.with_operations) == (2, 1, 1)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("He won.", 3), ("It cost 1,234.5 euros", 4), ("Zu\u0308rich's lake", 2), ("“Yes”, she said.", 7), ("", 0)],
)
def test_tokens_are_words_and_marks(text, wanted):
    assert tokens(text) == wanted


def test_a_page_is_named_by_its_title_without_brackets():
    named = row(1, claim="The BERG is high.", content=(("Berg (Alps)_sentence_0",),))
    assert count_rows([named, row(2, claim="It is high.")], {}).title_named == 1


def test_steps_of_time_are_those_of_the_page(simulated):
    work = {kind: times(submitted(simulated, kind)) for kind in time.kinds()}
    drawn = time.distribution(work)
    verifying = [one for one in drawn.figure.rows if one[0] == "verifying a claim"]
    assert sum(one[3] for one in verifying) == len(work[TaskKind.CLAIM_VERIFICATION])


def test_the_order_of_rows_does_not_change_a_sum_of_times():
    """PostgreSQL gives rows in another order after an update; a naive sum then differs in its last digits."""
    seconds = [0.1, 0.2, 0.3]
    forward = [Timed(1, number, each) for number, each in enumerate(seconds)]
    assert sum(seconds) != sum(reversed(seconds))
    tables = [time.overview(dict.fromkeys(time.kinds(), work)) for work in (forward, forward[::-1])]
    assert repr(tables[0].rows) == repr(tables[1].rows)


def test_a_share_of_nothing_is_only_a_count():
    cells = (Share(3, 4), Share(0, 0), Rounded(2.25), None, 1234, 0.5, "x")
    assert [shown(cell) for cell in cells] == ["3 (75 %)", "0", "2.2", "–", "1,234", "0.500", "x"]


def test_the_table_under_a_figure_has_no_empty_columns_and_says_what_its_line_is():
    figure = bars("x", "x", "x", [Bar("a", 0.5, None, 0.7), Bar("b", 0.6, None, 0.7)], columns=("of", "kappa"))
    drawn = Drawn(figure, "overall")
    assert (drawn.columns, drawn.rows[0]) == (("of", "kappa", "overall"), ("a", 0.5, 0.7))
    counts = count_rows([row(1)], {1: ClaimOrigin("I", "", "Numerical Reasoning", "")})
    met = challenges_met(counts, VERDICTS.challenge_set)
    assert met.columns == ("expected", "met", "share", "count")
    assert ("Numerical", "Other", 1.0, 1) in met.rows
