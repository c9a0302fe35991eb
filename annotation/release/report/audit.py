"""Audit chapter: artefacts of claims and evidence, by the functions of the audit pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annotation.figures.bars import Bar, bars
from annotation.quality.audit.balance import Balance
from annotation.quality.audit.cue_bigrams import CueBigram
from annotation.quality.audit.pmi import LEAST_COUNT, Association
from annotation.quality.audit.reports import TOP_OF_LABEL
from annotation.quality.audit.whole_lines import WholeLines
from annotation.release.report.document import (
    Block,
    Cell,
    Drawn,
    Group,
    Rounded,
    Table,
    result_bar,
    result_cells,
)
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.labels import Verdict
from annotation.vocabulary.verdicts import VERDICTS

PLACES = 20
SHORT: dict[str, str] = {Verdict.NOT_ENOUGH_INFO: "NEI"}
LABELS = {"verdict": "verdict", "claim_type": "claim type", "mutation": "mutation", "challenge": "challenge"}
BALANCES = {
    "verdicts": "Verdicts given",
    "claim-types": "Claims by type",
    "mutations": "Type III claims by mutation",
    "highlights": "Highlights by kind",
    "intended-labels": "Labels that writers intended",
}
NPMI = (
    "Normalised pointwise mutual information, ln(p(x, y) / (p(x) p(y))) / -ln p(x, y): 1 only together, 0 by chance, "
    f"-1 never together. Words and phrases of up to three words in at least {LEAST_COUNT} claims, the "
    f"{TOP_OF_LABEL} strongest of each label by G2; count is claims with both. Of the claims that the rule of the "
    "release chooses, each once."
)
NOTABLE = (
    "Of those, the ones that are both strong (nPMI of at least 0.05) and not by chance (G2 test, p below 0.01 after "
    "Bonferroni's correction over all words and labels that were looked at). FEVEROUS told of correlations from 0.07 "
    "on."
)
CLAIM_ONLY = (
    "The share of claims whose label was found by a classifier that sees no evidence, five-fold, claims of one "
    "highlight in one fold, beside always saying the label that is most frequent in the other folds. In FEVEROUS: 0.58 "
    "beside 0.56 for the verdict, 0.62 beside 0.43 for the type of evidence. Far above the majority, a model need not "
    "read."
)
CUE_BIGRAMS = (
    "Local mutual information p(w, l) ln(p(l | w) / p(l)) of a pair of neighbouring words and a verdict, in "
    "millionths, over the occurrences of pairs in released claims (Schuster et al. 2019, Towards Debiasing Fact "
    "Verification Models); the highest of each verdict."
)
LINES = {"row": "a whole row", "column": "a whole column", "either": "a whole row or a whole column"}
WHOLE_LINES = (
    "Evidence sets that contain all data cells of a row or of a column of a table, divided by all evidence sets. A row "
    "or column counts if it has at least two data cells; header cells are not asked for, as they are context."
)
TARGETS = {"verdict": "The verdict from the claim alone", "evidence": "The type of evidence from the claim alone"}
ROWS = {"accuracy": "classifier", "majority": "majority", "gain": "difference"}


def words_blocks(found: Mapping[str, Sequence[Association]], labels: LabelSet) -> list[Block]:
    """A figure of each verdict, and what is notable of every kind of label."""
    made: list[Block] = []
    for n, verdict in enumerate(labels.values, start=1):
        of_label = [one for one in found["verdict"] if one.label == verdict][:TOP_OF_LABEL]
        made.append(_associated(f"words-{n}", f"Words that go with {verdict}", NPMI, of_label, ("words", "nPMI")))
    rows: list[tuple[Cell, ...] | Group] = []
    for by, words in LABELS.items():
        notable = [one for one in found[by] if one.is_notable]
        rows.append(Group(f"By {words}"))
        rows += [(one.feature, one.label, *result_cells(one.npmi), one.both) for one in notable] or [
            ("(none)", "", None, None, None, None)
        ]
    heads = ("Words", "Label", "nPMI", "Low", "High", "Both")
    return [*made, Table("notable-words", "Notable words", NOTABLE, heads, rows)]


def cue_bigrams_table(found: Sequence[CueBigram]) -> Table:
    """Pairs of neighbouring words that go with a verdict, by local mutual information."""
    rows: list[tuple[Cell, ...] | Group] = []
    for label in dict.fromkeys(one.label for one in found):
        rows.append(Group(label))
        rows += [
            (one.bigram, Rounded(one.millionths), one.share, one.both, one.count) for one in found if one.label == label
        ]
    heads = ("Bigram", "LMI, millionths", "p(verdict | bigram)", "With the verdict", "In all")
    return Table("cue-bigrams", "Cue bigrams of verdicts", CUE_BIGRAMS, heads, rows)


def places_block(found: Sequence[Association], labels: LabelSet) -> Drawn:
    """Places of evidence that go with a verdict."""
    short = " (NEI: NOT ENOUGH INFO)" if labels is VERDICTS else ""
    definition = (
        f"Normalised PMI of a place of evidence and a verdict{short}, as of words; count is claims "
        "with both. Sentences, rows, items and sections are counted from 0, from the page, table or list "
        "they are of."
    )
    title = "Places of evidence that go with a verdict"
    return _associated("places-verdicts", title, definition, found[:PLACES], ("place", "nPMI"), with_label=True)


def whole_lines_table(found: WholeLines) -> Table:
    """Evidence sets that contain a whole row or column of a table."""
    rows = [(words, found.counts[name], *result_cells(found.shares[name]), found.sets) for name, words in LINES.items()]
    looked_at = f"{found.verifications:,} current verifications with evidence"
    if found.verifications < found.of:
        looked_at = f"{found.verifications:,} of the {found.of:,} current verifications with evidence, drawn by chance"
    definition = (
        f"{WHOLE_LINES} n is their evidence sets: of {looked_at}. Low and high are the ends of the middle 95 % of "
        "1,000 draws of these verifications. In FEVEROUS a substantial amount of claims required entire columns."
    )
    heads = ("An evidence set contains", "Sets", "Share", "Low", "High", "n")
    return Table("whole-lines", "Whole rows and columns of tables", definition, heads, rows)


def claim_only_blocks(found: Mapping[str, Any]) -> list[Block]:
    """`found`: target -> what `claim_only_json` made of it."""
    made: list[Block] = []
    for target, title in TARGETS.items():
        one = found[target]
        rows = []
        for key, words in ROWS.items():
            of = one[key]
            ends = None if of["low"] is None else (of["low"], of["high"])
            rows.append(Bar(words, of["value"], ends, None, of["items"], why=of["words"]))
        looked_at = f"{one['claims']:,} of {one['of']:,} released claims were looked at."
        definition = f"{CLAIM_ONLY} {looked_at} {one.get('by', '')}".strip()
        name = f"claim-only-{target}"
        made.append(Drawn(bars(name, title, definition, rows, high=1.0, columns=("", "accuracy"))))
        cues = [(label, ", ".join(words)) for label, words in sorted(one["telling"].items())]
        if cues:
            definition = (
                "The words with the largest weight for each label, in a classifier of all claims that were looked at."
            )
            made.append(Table(f"{name}-words", f"{title}: what it goes by", definition, ("Label", "Words"), cues))
    return made


def balance_table(found: Mapping[str, Balance]) -> Table:
    """Counts beside what was asked for, and the test of the two."""
    rows: list[tuple[Cell, ...] | Group] = []
    for name, one in found.items():
        rows.append(Group(BALANCES[name]))
        asked = any(kind.expected for kind in one.kinds)
        rows += [(kind.name, kind.count, Rounded(kind.expected) if asked else None, None, None) for kind in one.kinds]
        if asked and one.test is not None:
            rows.append(("chi-square test", None, None, one.test.statistic, one.test.p))
    definition = (
        "Everything that the project has, released or not. Asked for is how many there would be by the project's "
        "shares; a dash: nothing is asked for. Pearson's chi-square of counts beside shares, with its p."
    )
    heads = ("", "Count", "Asked for", "Chi-square", "p")
    return Table("balance", "What was made beside what was asked for", definition, heads, rows)


def _associated(
    name: str,
    title: str,
    definition: str,
    found: Sequence[Association],
    heads: tuple[str, str],
    *,
    with_label: bool = False,
) -> Drawn:
    rows = [
        result_bar(
            f"{one.feature} · {SHORT.get(one.label, one.label)}" if with_label else one.feature, one.npmi, one.both
        )
        for one in found
    ]
    return Drawn(bars(name, title, definition, rows, high=0.5, columns=heads))
