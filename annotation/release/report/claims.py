"""Tables 1, 2 and 5 of the FEVEROUS paper, computed from these rows, with their text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from annotation.quality.audit.evidence_types import BOTH, CELLS, SENTENCES, VerdictsOfType
from annotation.release.report.counting import Counts, mean, pieces_of
from annotation.release.report.document import Cell, Group, Share, Table, result_cells
from annotation.release.summary import SPLITS
from annotation.vocabulary.operation_names import FULL_TEXT, OperationName
from corpus.page.element_id import ElementKind

TYPES = {
    SENTENCES: "only sentences",
    CELLS: "only cells, captions and list items",
    BOTH: "sentences and cells, captions or list items",
}
KINDS = {
    ElementKind.SENTENCE: "sentences",
    ElementKind.CELL: "table cells",
    ElementKind.HEADER_CELL: "header cells of tables",
    ElementKind.TABLE_CAPTION: "table captions",
    ElementKind.ITEM: "list items",
}
SPLIT_NAMES = {"train": "Train", "dev": "Dev", "test": "Test"}
NOT_GIVEN = "(not given)"
CLAIM_TYPES = {"I": "Type I", "II": "Type II", "III": "Type III", "": NOT_GIVEN}
HIGHLIGHTS = {"sentences": "four sentences", "table": "a table", "": NOT_GIVEN}


def table_one(whole: Counts, source: Mapping[str, int], labels: Sequence[str]) -> Table:
    """Table 1. `labels`: the project's verdicts; `source`: how many sentences and tables the corpus holds, where its
    import counted them."""
    sentences, cells = pieces_of(whole.kinds)
    rows: list[tuple[Cell, ...] | Group] = [
        ("Claims", whole.rows),
        ("Mean length of a claim, in tokens", mean(whole.tokens)),
        Group("Evidence of a claim, mean"),
        ("sentences", _each(sentences, whole.rows)),
        ("cells", _each(cells, whole.rows)),
        ("tables that these stand in", _each(whole.tables, whole.rows)),
        ("table captions", _each(whole.kinds[ElementKind.TABLE_CAPTION], whole.rows)),
        ("list items", _each(whole.kinds[ElementKind.ITEM], whole.rows)),
        Group("Evidence sets by type"),
        *((TYPES[name], Share(whole.types[name], whole.types.total())) for name in TYPES),
        Group("Verdicts"),
        *((verdict, Share(whole.labels[verdict], whole.rows)) for verdict in labels),
    ]
    if source:
        rows += [Group("Size of the evidence source"), *((name, count) for name, count in source.items())]
    definition = (
        "Of all released rows. A token is a word, a number or a punctuation mark. The evidence of a claim is the "
        "distinct elements of all of its evidence sets; a mean is over claims, also over those without any. An "
        "evidence set counts by what it holds: list items and captions count with cells, as they are no running text."
    )
    return Table("table-1", "Table 1: the data set at a glance", definition, ("Statistic", "Value"), rows)


def table_two(by_split: Mapping[str, Counts], whole: Counts, labels: Sequence[str]) -> Table:
    """Table 2: verdicts and types of evidence sets in every split."""
    parts = [*(by_split[name] for name in SPLITS), whole]
    rows: list[tuple[Cell, ...] | Group] = [Group("Claims by verdict")]
    rows += [(verdict, *(Share(part.labels[verdict], part.rows) for part in parts)) for verdict in labels]
    rows += [("Claims", *(part.rows for part in parts)), Group("Evidence sets by type")]
    rows += [(TYPES[name], *(Share(part.types[name], part.types.total()) for part in parts)) for name in TYPES]
    rows.append(("Evidence sets", *(part.types.total() for part in parts)))
    definition = (
        "Released rows of each split; in brackets the share of the split's claims, or of its evidence sets. A claim "
        "may have several evidence sets, each of which is enough alone."
    )
    return Table("table-2", "Table 2: the splits", definition, ("", *_heads()), rows)


def table_five(by_split: Mapping[str, Counts], whole: Counts, challenges: Sequence[str]) -> Table:
    """Table 5: challenges as writers expected them, and as verifiers met them."""
    parts = [*(by_split[name] for name in SPLITS), whole]
    rows: list[tuple[Cell, ...] | Group] = [Group("Expected by the claim's writer")]
    rows += _challenges(challenges, [part.expected for part in parts], [part.rows for part in parts])
    rows.append(Group("Met by its verifier"))
    rows += _challenges(challenges, [part.challenges for part in parts], [part.rows for part in parts])
    definition = (
        "Released rows by challenge: above the one that the writer of the claim expected, below the one that the "
        "verifier whose evidence is released met. In brackets the share of the split's claims."
    )
    return Table("table-5", "Table 5: challenges", definition, ("Challenge", *_heads()), rows)


def evidence_kinds(whole: Counts) -> Table:
    """Pieces of evidence by kind of element."""
    total = whole.kinds.total()
    rows = [(words, Share(whole.kinds[kind], total)) for kind, words in KINDS.items()]
    definition = "Pieces of evidence by the kind of element, each once a claim. In FEVEROUS 69 % were cells."
    return Table("evidence-kinds", "What evidence is", definition, ("Kind", "Pieces"), rows)


def verdicts_by_type(found: Sequence[VerdictsOfType]) -> Table:
    """Verdicts of verifications with sentences only, cells only, and both."""
    rows: list[tuple[Cell, ...] | Group] = []
    for one in found:
        rows.append(Group(TYPES[one.evidence]))
        rows += [
            (verdict, one.counts[verdict], *result_cells(share), one.verifications)
            for verdict, share in one.shares.items()
        ]
    definition = (
        "Current verifications by the type of all of their evidence together, and the share of each verdict within a "
        "type; n is verifications of the type. Those without evidence are left out. Low and high are the ends of the "
        "middle 95 % of 1,000 draws of these verifications."
    )
    heads = ("Verdict", "Verifications", "Share", "Low", "High", "n")
    return Table("verdicts-by-evidence", "Verdicts by type of evidence", definition, heads, rows)


def sets_and_pages(whole: Counts) -> Table:
    """How many evidence sets claims have, and how many pages their evidence is on."""
    rows: list[tuple[Cell, ...] | Group] = [Group("Evidence sets of a claim")]
    rows += [(str(number), Share(whole.sets[number], whole.rows)) for number in sorted(whole.sets)]
    rows += [("mean", mean(whole.sets)), Group("Pages that a claim's evidence is on")]
    rows += [(str(number), Share(whole.pages[number], whole.rows)) for number in sorted(whole.pages)]
    rows += [("mean", mean(whole.pages)), Group("What a claim needs, whichever set is taken")]
    needs = {"elements": "two elements or more", "pages": "two pages or more"}
    rows += [(words, Share(whole.composed[name], whole.rows - whole.sets[0])) for name, words in needs.items()]
    definition = (
        "Released rows by number of alternative evidence sets, and of distinct pages over all of their sets. Last: of "
        "rows with evidence those none of whose sets is smaller. FEVER: 16.82 % two sentences, 12.15 % two pages."
    )
    return Table("sets-and-pages", "Evidence sets and pages of a claim", definition, ("", "Claims"), rows)


def searching(whole: Counts) -> Table:
    """Operations of verifiers in search of evidence."""
    logged, done = whole.with_operations, whole.operations
    names = {
        "searches": done[OperationName.SEARCH] - done[FULL_TEXT],
        "full-text searches": done[FULL_TEXT],
        "hyperlinks followed": done[OperationName.HYPERLINK],
        "pages opened": done[OperationName.NOW_ON],
        "searches within a page": done[OperationName.PAGE_SEARCH],
        "elements selected": done[OperationName.HIGHLIGHTING],
        "elements unselected": done[OperationName.HIGHLIGHTING_DELETED],
        "steps back": done[OperationName.BACK],
    }
    rows: list[tuple[Cell, ...]] = [(name, count, _each(count, logged)) for name, count in names.items()]
    rows.append(("claims that name a page of their evidence", Share(whole.title_named, whole.rows), None))
    definition = (
        f"Operations in the logs of released rows, and their mean over the {logged:,} rows that have a log. A search "
        "that begins with “Contains...” is a full-text search. A claim names a page where the page's title, without "
        "what stands in brackets behind it, is a part of the claim. In FEVEROUS: 1.34 searches, 0.1 full-text searches "
        "and 0.72 hyperlinks a claim; 84 % named a page."
    )
    return Table("searching", "How evidence was found", definition, ("Operation", "Number", "Mean"), rows)


def claim_lengths(whole: Counts) -> Table:
    """Mean length of claims by type and by kind of highlight."""
    rows: list[tuple[Cell, ...] | Group] = [Group("By claim type")]
    rows += _lengths(whole.tokens_by_type, CLAIM_TYPES)
    rows.append(Group("By highlight"))
    rows += _lengths(whole.tokens_by_highlight, HIGHLIGHTS)
    definition = "Mean number of tokens of released claims. In FEVEROUS: 23, 29 and 24 for Types I, II and III."
    heads = ("", "Claims", "Mean tokens")
    return Table("claim-lengths", "Length of claims", definition, heads, rows)


def _lengths(found: Mapping[str, Counter[int]], names: Mapping[str, str]) -> list[tuple[Cell, ...]]:
    return [(words, found[name].total(), mean(found[name])) for name, words in names.items() if name in found]


def _challenges(known: Sequence[str], found: list[Counter[str]], of: list[int]) -> list[tuple[Cell, ...]]:
    names = [*known, *([""] if any(counts[""] for counts in found) else [])]
    shares = [[Share(counts[name], rows) for counts, rows in zip(found, of, strict=True)] for name in names]
    return [(name or NOT_GIVEN, *cells) for name, cells in zip(names, shares, strict=True)]


def _heads() -> tuple[str, ...]:
    return (*(SPLIT_NAMES[name] for name in SPLITS), "All")


def _each(count: int, rows: int) -> float | None:
    return count / rows if rows else None
