"""Chapters of the report, in their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import override

from annotation.quality.adjudication.agreement import AdjudicatorReport
from annotation.quality.agreement.queries import AgreementReport
from annotation.quality.agreement.result import ends_of, value_of, why
from annotation.quality.audit.balance import Balance
from annotation.quality.audit.durations import Pace, Timed
from annotation.quality.audit.evidence_types import VerdictsOfType
from annotation.quality.audit.pmi import Association
from annotation.quality.audit.production import Produced
from annotation.quality.audit.whole_lines import WholeLines
from annotation.quality.calibration.approval_rates import ApprovalRate
from annotation.release.report import agreement, audit, claims, figures, selection, time
from annotation.release.report.approval import approval_table
from annotation.release.report.counting import Counts
from annotation.release.report.document import (
    Block,
    Document,
    Drawn,
    Number,
    Section,
    Table,
    Terms,
    shown,
)
from annotation.release.summary import ReleaseSummary
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS


@dataclass(frozen=True, slots=True)
class Found:
    """Everything that the report tells. `labels`: the project's verdicts; `names`: person -> pseudonym; `work`, `made`,
    `paces`: by kind of task, without those of too few people (`small_groups`); `of_workflows`: what these add to the
    chapter of claims and evidence."""

    facts: ReleaseSummary
    by_split: dict[str, Counts]
    whole: Counts
    source: dict[str, int]
    agreement: AgreementReport
    adjudicators: AdjudicatorReport
    words: dict[str, list[Association]]
    cue_bigrams: Table
    places: Drawn
    whole_lines: WholeLines
    verdicts_by_type: list[VerdictsOfType]
    of_workflows: list[Block]
    claim_only: Mapping[str, Any]
    balances: dict[str, Balance]
    work: dict[str, list[Timed]]
    made: dict[str, list[Produced]]
    paces: dict[str, list[Pace]]
    names: dict[int, str]
    labels: LabelSet
    approval: list[ApprovalRate]
    arms: list[Block]


def document(found: Found) -> Document:
    """The whole report."""
    by_split, whole, challenges = found.by_split, found.whole, found.labels.challenge_set
    return Document(
        title=f"Release report: {found.facts.project.name}",
        about=_about(found.facts),
        numbers=_numbers(found),
        sections=(
            Section("released", "Selection", selection.released(found.facts)),
            Section("claims-and-evidence", "Claims and evidence", _claims(whole, found)),
            Section(
                "splits",
                "Splits",
                (claims.table_two(by_split, whole, found.labels.values), *selection.splits(found.facts)),
            ),
            Section(
                "challenges",
                "Challenges",
                (claims.table_five(by_split, whole, challenges.values), figures.challenges_met(whole, challenges)),
            ),
            Section("places", "Where evidence stands", _places(whole, found.whole_lines)),
            Section(
                "agreement",
                "Agreement",
                (
                    *agreement.blocks(found.agreement, found.names),
                    *agreement.adjudicators_blocks(found.adjudicators),
                ),
            ),
            Section("artefacts", "Artefacts", _artefacts(found)),
            Section("time-taken", "Time", _time(found)),
            *([Section("annotators", "Annotators", (approval_table(found.approval),))] if found.approval else []),
            *([Section("arms", "Arms", tuple(found.arms))] if found.arms else []),
            Section("terms", "Terms", (_terms(found.labels),)),
        ),
    )


def _about(facts: ReleaseSummary) -> tuple[tuple[str, str], ...]:
    corpus = facts.project.corpus
    smallest = facts.settings.smallest_group
    as_of = "–" if facts.as_of is None else facts.as_of.isoformat(timespec="seconds")
    return (
        ("Project", facts.project.slug),
        ("Newest decision in it", as_of),
        ("Corpus", f"{corpus.name} ({corpus.slug})"),
        ("Corpus sha256", facts.corpus_sha256),
        ("Made by", f"Attest {facts.code_version}"),
        *([("Smallest group", f"figures about fewer than {smallest} people are left out")] if smallest > 1 else []),
    )


def _numbers(found: Found) -> tuple[Number, ...]:
    whole, alpha = found.whole, agreement.of_verdict(found.agreement, "alpha")
    ends, values = ends_of(alpha), found.labels.values
    shares = " / ".join(f"{100 * whole.labels[verdict] / whole.rows:.0f}" for verdict in values) if whole.rows else "–"
    gain = found.claim_only["verdict"]["gain"]
    return (
        Number("Claims released", shown(whole.rows), f"of {found.facts.counts.claims:,}", "released"),
        Number("Verdicts, in per cent", shares, " / ".join(values), "table-1"),
        Number(
            "Evidence sets",
            shown(whole.types.total()),
            f"{whole.kinds.total():,} pieces of evidence",
            "claims-and-evidence",
        ),
        Number(
            "Krippendorff's alpha",
            shown(value_of(alpha)),
            f"95 %: {ends[0]:.3f} to {ends[1]:.3f}" if ends else why(alpha),
            "agreement",
        ),
        Number(
            "Verdict from the claim alone",
            shown(gain["value"]),
            gain["words"] if gain["value"] is None else "accuracy above the majority",
            "artefacts",
        ),
        *(
            Number(words, shown(median), "no human times" if median is None else "seconds of active time", "time-taken")
            for words, median in time.medians(found.work)
        ),
    )


def _claims(whole: Counts, found: Found) -> list[Block]:
    return [
        claims.table_one(whole, found.source, found.labels.values),
        claims.evidence_kinds(whole),
        claims.verdicts_by_type(found.verdicts_by_type),
        claims.sets_and_pages(whole),
        claims.claim_lengths(whole),
        figures.lengths_by_highlight(whole),
        figures.lengths_by_type(whole),
        *([claims.searching(whole)] if whole.with_operations else []),
        *found.of_workflows,
    ]


def _places(whole: Counts, whole_lines: WholeLines) -> list[Block]:
    sentences, rows, sections = figures.positions(whole)
    return [sentences, rows, audit.whole_lines_table(whole_lines), figures.pieces_of_a_set(whole), sections]


def _artefacts(found: Found) -> list[Block]:
    return [
        *audit.claim_only_blocks(found.claim_only),
        *audit.words_blocks(found.words, found.labels),
        found.cue_bigrams,
        found.places,
        audit.balance_table(found.balances),
    ]


def _time(found: Found) -> list[Block]:
    return [
        time.overview(found.work),
        time.distribution(found.work),
        *(
            block
            for kind, words in time.kinds().items()
            if kind in found.made
            for block in time.of_annotators(found.made[kind], found.paces[kind], found.names, words)
        ),
    ]


def _terms(labels: LabelSet) -> Terms:
    """TERMS, with what the labels of the project say."""
    if labels is VERDICTS:
        return TERMS
    with override("en"):
        defined = "; ".join(
            f"{label.value}: {label.description}" if label.description else label.value for label in labels
        )
    order = " The order is a scale." if labels.is_ordinal else ""
    verdict = ("Verdict", f"One of: {defined}.{order}".replace("..", "."))
    return Terms(tuple(verdict if name == "Verdict" else (name, words) for name, words in TERMS.terms))


TERMS = Terms(
    (
        ("Claim", "A sentence that is verified by what the corpus says. A released row is one claim."),
        (
            "Verdict",
            "SUPPORTS: the evidence says so. REFUTES: it says otherwise. NOT ENOUGH INFO: the corpus does not have "
            "what "
            "it takes, and what there is, is given as evidence.",
        ),
        (
            "Evidence set",
            "Elements of pages (sentences, cells, captions, list items) that together lead to the verdict. A claim may "
            "have several, each of which is enough alone.",
        ),
        (
            "Context",
            "What an element is read with: the title of its page, the headings above it, the headers of its row and "
            "column. It goes with the evidence and is not counted as such.",
        ),
        ("Highlight", "Four sentences or a table, from which one person wrote three claims."),
        (
            "Type I, II, III",
            "A claim from its highlight only, a claim that goes beyond it, and a changed one of the two.",
        ),
        ("Challenge", "The main difficulty of verifying a claim: expected by its writer, met by its verifier."),
        ("Current verification", "What a verifier submitted, in its last revision, whether it is released or not."),
        (
            "Interval",
            "The middle 95 % of what the number would be, had other claims of the same kind been drawn: 1,000 draws "
            "with "
            "replacement, from a fixed seed, so that a repeated report is the same.",
        ),
        ("Pseudonym", "A name that stands for one annotator throughout this release and leads back to nobody."),
    )
)
