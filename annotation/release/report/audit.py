"""Audit chapter: artefacts of claims and evidence, by the functions of the audit pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annotation.figures.bars import Bar, bars
from annotation.quality.audit.balance import Balance
from annotation.quality.audit.pmi import LEAST_COUNT, Association
from annotation.quality.audit.reports import TOP_OF_LABEL
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
from annotation.vocabulary.labels import Verdict

PLACES = 20
SHORT: dict[str, str] = {Verdict.SUPPORTS: "SUPPORTS", Verdict.REFUTES: "REFUTES", Verdict.NOT_ENOUGH_INFO: "NEI"}
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
    f"-1 never together. Words and phrases of up to three words in at least {LEAST_COUNT} verifications, the "
    f"{TOP_OF_LABEL} strongest of each label by G2; count is verifications with both. Of all current verifications."
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
TARGETS = {"verdict": "The verdict from the claim alone", "evidence": "The type of evidence from the claim alone"}
ROWS = {"accuracy": "classifier", "majority": "majority", "gain": "difference"}


def words_blocks(found: Mapping[str, Sequence[Association]]) -> list[Block]:
    """A figure of each verdict, and what is notable of every kind of label."""
    made: list[Block] = []
    for n, verdict in enumerate(Verdict, start=1):
        of_label = [one for one in found["verdict"] if one.label == verdict][:TOP_OF_LABEL]
        made.append(_associated(f"words-{n}", f"Words that go with {verdict.value}", NPMI, of_label, ("words", "nPMI")))
    rows: list[tuple[Cell, ...] | Group] = []
    for by, words in LABELS.items():
        notable = [one for one in found[by] if one.is_notable]
        rows.append(Group(f"By {words}"))
        rows += [(one.feature, one.label, *result_cells(one.npmi), one.both) for one in notable] or [
            ("(none)", "", None, None, None, None)
        ]
    heads = ("Words", "Label", "nPMI", "Low", "High", "Both")
    return [*made, Table("notable-words", "Notable words", NOTABLE, heads, rows)]


def places_block(found: Sequence[Association]) -> Drawn:
    """Places of evidence that go with a verdict."""
    definition = (
        "Normalised PMI of a place of evidence and a verdict (NEI: NOT ENOUGH INFO), as of words; count is current "
        "verifications with both. Sentences, rows, items and sections are counted from 0, from the page, table or list "
        "they are of."
    )
    title = "Places of evidence that go with a verdict"
    return _associated("places-verdicts", title, definition, found[:PLACES], ("place", "nPMI"), with_label=True)


def claim_only_blocks(found: Mapping[str, Any]) -> list[Block]:
    """`found`: target -> what `audit.job.claim_only_json` made of it."""
    made: list[Block] = []
    for target, title in TARGETS.items():
        one = found[target]
        rows = []
        for key, words in ROWS.items():
            of = one[key]
            ends = None if of["low"] is None else (of["low"], of["high"])
            rows.append(Bar(words, of["value"], ends, None, of["items"], why=of["words"]))
        definition = (
            f"{CLAIM_ONLY} {one['claims']:,} of {one['of']:,} verifications were looked at. {one.get('by', '')}".strip()
        )
        name = f"claim-only-{target}"
        made.append(Drawn(bars(name, title, definition, rows, high=1.0, columns=("", "accuracy"))))
        told = [(label, ", ".join(words)) for label, words in sorted(one["telling"].items())]
        if told:
            definition = (
                "The words with the largest weight for each label, in a classifier of all claims that were looked at."
            )
            made.append(Table(f"{name}-words", f"{title}: what it goes by", definition, ("Label", "Words"), told))
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
        result_bar(f"{one.feature} · {SHORT[one.label]}" if with_label else one.feature, one.npmi, one.both)
        for one in found
    ]
    return Drawn(bars(name, title, definition, rows, high=0.5, columns=heads))
