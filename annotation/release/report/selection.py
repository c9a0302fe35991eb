"""Selection chapter: released and excluded claims by reason, and the splits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from annotation.projects.label_sets import label_set_of
from annotation.release.report.claims import SPLIT_NAMES
from annotation.release.report.document import Block, Cell, Group, Share, Table, Words
from annotation.release.rule import Source, rule_of
from annotation.release.summary import SPLITS, Counts, ReleaseSummary

SOURCES = {
    Source.SINGLE: "one verification",
    Source.UNANIMOUS: "several verifications, which agree on the verdict",
    Source.FIRST: "the first of several verifications, which disagree",
    Source.ADJUDICATED: "an adjudicator's decision",
}


OF_OPTIONS = (
    "This release leaves people or periods out. Agreement, artefacts and times below are of all work of the project "
    "that is not set aside, that of these people and periods included."
)


def released(facts: ReleaseSummary) -> list[Block]:
    """The rule, and what it came to."""
    counts, settings = facts.counts, facts.settings
    rule = rule_of(label_set_of(facts.project), first_counts=bool(settings.first_counts))
    rows: list[tuple[Cell, ...] | Group] = [
        ("Claims in production", counts.claims),
        ("Released", Share(counts.released, counts.claims)),
        Group("Released rows rest on"),
        *((SOURCES[source], Share(counts.sources[source.value], counts.released)) for source in Source),
        Group("Not released, by reason"),
        *((reason, Share(count, counts.claims)) for reason, count in sorted(counts.excluded.items())),
        ("in all", Share(counts.excluded.total(), counts.claims)),
        *_left_out(counts),
        Group("Not part of a released row"),
        ("evidence sets beyond the third", counts.evidence_sets_left_out),
        *(
            [("evidence sets for another verdict than the row's", counts.sets_of_another_label)]
            if counts.sets_of_another_label
            else []
        ),
        ("operations that name no page of the corpus", counts.operations_left_out),
    ]
    definition = (
        "Claims of production, which calibration is no part of; each has exactly one line: released, or one reason. In "
        "brackets the share of all claims, or of all released rows."
    )
    return [
        Words(f"The rule: {rule}."),
        *([Words(OF_OPTIONS)] if settings.without_people or settings.without_periods else []),
        Table("selection", "What is released", definition, ("", "Claims"), rows),
    ]


def _left_out(counts: Counts) -> Iterator[tuple[Cell, ...] | Group]:
    """Verifications that no file of the release has, by reason."""
    if counts.verifications_left_out:
        yield Group("Verifications that are in no file, by reason")
        yield from sorted(counts.verifications_left_out.items())


def splits(facts: ReleaseSummary) -> list[Block]:
    """How the splits were made, how near they come to what was asked for, and what they have in common."""
    found = facts.splits_report
    return [*(Words(sentence) for sentence in found["rule"]), _made(facts), _shared(found["shared"])]


def _made(facts: ReleaseSummary) -> Table:
    found, settings = facts.splits_report, facts.settings
    asked = zip(SPLITS, settings.splits, strict=True)
    nei, near, groups = found["test_nei"], found["near_duplicates"], found["groups"]
    unknown: list[tuple[Cell, ...] | Group] = []
    if nei is not None:
        label = label_set_of(facts.project).not_enough_info
        unknown = [Group(label), ("share of test", nei["wanted"], nei["reached"])]
    rows: list[tuple[Cell, ...] | Group] = [
        Group("Share of the released rows"),
        *((SPLIT_NAMES[split], share, found["shares"][split]) for split, share in asked),
        *unknown,
        Group("Groups of claims that stand together"),
        ("groups", None, groups["groups"]),
        ("claims in the largest", None, groups["claims_in_the_largest"]),
        ("highlights joined by near-duplicates", None, groups["joined_by_near_duplicates"]),
        ("claims moved by a later near-duplicate", None, groups["claims_moved_by_a_later_link"]),
        Group("Near-duplicates"),
        ("pairs", None, near["pairs"]),
        ("pairs in two splits", 0, near["pairs_on_two_sides"]),
        ("pairs of claims that were compared", None, near["pairs_compared"]),
        ("pairs that were not, being too many of one pattern", None, near["pairs_not_compared"]),
    ]
    most = f" At most {nei['at_most']}.".replace("%", " %") if nei is not None else ""
    definition = f"Seed {settings.seed}. What was asked for, and what came out.{most}"
    return Table("splits-made", "What was asked of the splits", definition, ("", "Asked for", "Came out"), rows)


def _shared(found: Mapping[str, Mapping[str, int]]) -> Table:
    """`found`: kind of thing -> "all", and pairs of splits -> how many of it there are in both."""
    pairs = [name for name in next(iter(found.values())) if name != "all"]
    rows: list[tuple[Cell, ...]] = [(kind, of["all"], *(of[pair] for pair in pairs)) for kind, of in found.items()]
    definition = (
        "How many different things of each kind released rows have, and how many of them stand in both of two splits. "
        "Highlights and texts (of claims, in whatever case) must be 0 there. Pages, writers and annotators may be the "
        "same: these are said so that whoever wants splits without them knows."
    )
    heads = ("", "All", *(pair[:1].upper() + pair[1:] for pair in pairs))
    return Table("splits-shared", "What two splits have in common", definition, heads, rows)
