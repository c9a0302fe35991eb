"""Agreement chapter: the numbers of the quality pages, from the same functions, with their intervals."""

from __future__ import annotations

from collections.abc import Mapping

from annotation.dashboard.agreement import agreement
from annotation.figures.bars import bars
from annotation.figures.lines import Point, lines
from annotation.figures.shares import Step, shares
from annotation.projects.models import Project
from annotation.quality.adjudication.agreement import AdjudicatorReport
from annotation.quality.agreement.definitions import COMPETENCE, COMPETENCE_LABELS, GROUP, GROUPINGS
from annotation.quality.agreement.groups import MATCH_GROUPS
from annotation.quality.agreement.groups import Group as OfGroup
from annotation.quality.agreement.queries import AgreementReport
from annotation.quality.agreement.result import Result, ends_of, value_of, why
from annotation.release.report.claims import CLAIM_TYPES, HIGHLIGHTS, NOT_GIVEN
from annotation.release.report.document import (
    Block,
    Cell,
    Drawn,
    Group,
    Table,
    Words,
    result_bar,
    result_cells,
)

WEEK, OF_MATCH, OF_CALIBRATION, OF_CALIBRATION_ALL = "week", "evidence_match", "calibration", "calibration_all"
HEADINGS = {"verdict": "Verdict", "challenge": "Challenge", "evidence": "Evidence", "annotators": "Annotators"}
_WORDS: dict[str, Mapping[str, str]] = {
    "claim_type": CLAIM_TYPES,
    "highlight_kind": HIGHLIGHTS,
    "ways": {"2": "two verifiers", "3": "three verifiers"},
}


def agreement_of(project: Project) -> AgreementReport:
    """The report of the agreement page over the whole project, never a stale one."""
    return agreement(project, by=tuple(GROUPINGS), with_annotators=True, with_competence=True, fresh=True).report


def blocks(report: AgreementReport, names: Mapping[int, str]) -> list[Block]:
    """Everything of the chapter. `names`: person -> pseudonym."""
    known = [by for by in GROUPINGS if any(group.name for group in report.groups[by])]
    others = [by for by in known if by not in (OF_MATCH, OF_CALIBRATION, OF_CALIBRATION_ALL)]
    return [
        Words(
            f"Of the project's claims, {report.items:,} were verified by several people, each on their own: "
            f"{report.two_way:,} by two, {report.three_way:,} by three, {report.verifications:,} verifications in all. "
            "These numbers are of every such claim, also where it is not released because its verifiers disagree: a "
            "data set of unanimous claims alone would agree perfectly. Work of calibration is not counted."
        ),
        numbers_table(report),
        _by_match(report.groups[OF_MATCH], report),
        *_by_calibration(report),
        *(_by(by, report.groups[by], report) for by in others),
        *_annotators(report, names),
    ]


def adjudicators_blocks(report: AdjudicatorReport) -> list[Block]:
    """Claims that two adjudicators decided on; nothing where there are none."""
    if not report.items:
        return []
    rows: list[tuple[Cell, ...] | Group] = [
        (one.label, *result_cells(one.result), one.result.items, f"{one.definition} {why(one.result)}".strip())
        for one in report.figures
    ]
    definition = (
        f"Claims decided by two adjudicators, the second without knowing of the first: {len(report.items):,}; both "
        f"agreed on the verdict and on the evidence: {report.agreed:,}. Where they did not, a manager decided. Left "
        f"out, since the second was a manager who could read the first decision: {report.not_blind:,}."
    )
    heads = ("Measure", "Value", "Low", "High", "n", "Definition")
    return [Table("adjudicators", "Agreement between adjudicators", definition, heads, rows)]


def numbers_table(report: AgreementReport) -> Table:
    """Every number with its interval and its definition."""
    rows: list[tuple[Cell, ...] | Group] = []
    seen = ""
    for one in report.figures:
        heading = one.name.partition(".")[0]
        if heading != seen:
            rows.append(Group(HEADINGS[heading]))
            seen = heading
        rows.append(
            (one.label, *result_cells(one.result), one.result.items, f"{one.definition} {why(one.result)}".strip())
        )
    definition = (
        "Low and high are the ends of the middle 95 % of 1,000 draws of the claims with replacement (bootstrap, "
        "seeded); n is what was counted: claims, or annotators. A value that is undefined says why."
    )
    heads = ("Measure", "Value", "Low", "High", "n", "Definition")
    return Table("agreement-numbers", "Agreement in numbers", definition, heads, rows)


def of_verdict(report: AgreementReport, measure: str) -> Result:
    """Agreement on the verdict: "alpha", "fleiss"."""
    return next(one.result for one in report.figures if one.name == f"verdict.{measure}")


def _by_match(groups: list[OfGroup], report: AgreementReport) -> Drawn:
    definition = (
        f"{GROUP} Pairs are grouped by 2|A∩B| / (|A| + |B|) of their evidence, the best over their alternative sets; "
        "pairs without any evidence are left out. Bars are the share of pairs of each group. The dashed line is kappa "
        "over all. In FEVEROUS kappa was 0.92 for identical evidence and 0.11 for evidence with nothing in common."
    )
    found = {group.name: group for group in groups}
    steps = [
        Step(group_words(OF_MATCH, name), one.pairs, value_of(one.kappa), ends_of(one.kappa), why(one.kappa))
        if (one := found.get(name)) is not None
        else Step(group_words(OF_MATCH, name), 0)
        for name in MATCH_GROUPS
    ]
    figure = shares(
        "figure-7a",
        "Figure 7a: kappa by evidence match",
        definition,
        steps,
        axis="evidence match (0: nothing in common, 1: identical)",
        columns=(GROUPINGS[OF_MATCH], "kappa", "share of pairs"),
        overall=value_of(of_verdict(report, "fleiss")),
    )
    return Drawn(figure, "overall")


def _by_calibration(report: AgreementReport) -> list[Block]:
    first, every = report.groups[OF_CALIBRATION], report.groups[OF_CALIBRATION_ALL]
    if not first:
        return [
            Words(
                "Figure 7b (kappa by score in calibration) cannot be drawn: nobody who verified claims here has a "
                "calibration score, or too few people have similar ones."
            )
        ]
    definition = (
        f"{GROUP} By the score of an annotator in calibration (label accuracy), over those of their first 100 "
        "annotations that others repeated; a pair counts for each of its two annotators. In FEVEROUS kappa was about "
        "0.8 above a score of 0.9 and about 0.5 below 0.6."
    )
    over_all = (
        f"{GROUP} As figure 7b, over all claims of an annotator that several verified. In FEVEROUS annotators with "
        "different scores then had very similar kappas; above a score of 0.9 it was still higher."
    )
    title = "Figure 7b: kappa by calibration score"
    return [
        _bars("figure-7b", title, definition, OF_CALIBRATION, first, report),
        _bars("figure-7b-all", f"{title}, over all annotations", over_all, OF_CALIBRATION_ALL, every, report),
    ]


def _by(by: str, groups: list[OfGroup], report: AgreementReport) -> Drawn:
    title = f"Kappa by: {GROUPINGS[by][:1].lower()}{GROUPINGS[by][1:]}"
    if by == WEEK:
        definition = f"{GROUP} A claim counts in the week of its last verification (ISO 8601)."
        points = [Point(g.name, value_of(g.kappa), ends_of(g.kappa), g.pairs, None, why(g.kappa)) for g in groups]
        figure = lines(f"kappa-by-{by}", title, definition, points, low=0.0, high=1.0, columns=("week", "kappa"))
        return Drawn(figure)
    definition = f"{GROUP} The dashed line is kappa over all; in brackets, and as count, pairs."
    return _bars(f"kappa-by-{by.replace('_', '-')}", title, definition, by, groups, report)


def _bars(name: str, title: str, definition: str, by: str, groups: list[OfGroup], report: AgreementReport) -> Drawn:
    overall = value_of(of_verdict(report, "fleiss"))
    rows = [result_bar(group_words(by, g.name), g.kappa, g.pairs, overall) for g in groups]
    return Drawn(bars(name, title, definition, rows, high=1.0, columns=(GROUPINGS[by], "kappa")), "overall")


def group_words(by: str, name: str) -> str:
    """A group as people read it."""
    if by in (OF_MATCH, OF_CALIBRATION, OF_CALIBRATION_ALL) and "-" in name:
        return name.replace("-", "–")
    return _WORDS.get(by, {}).get(name, name or NOT_GIVEN)


def _annotators(report: AgreementReport, names: Mapping[int, str]) -> list[Block]:
    people = report.annotators
    if people is None or not people.rows:
        return []
    in_order = sorted(
        people.rows, key=lambda row: (value_of(row.kappa) is None, value_of(row.kappa) or 0.0, row.person)
    )
    definition = (
        "Cohen's kappa of a person's verdicts and those of all others on the same claims, lowest first; in brackets, "
        "and as count, claims. The dashed line is the mean over people. Annotators have the pseudonyms of "
        f"annotations.jsonl. Below 0.60: {people.below_60}; above 0.70: {people.above_70}."
    )
    mean = value_of(people.mean)
    rows = [result_bar(names[row.person], row.kappa, len(row.claims), mean) for row in in_order]
    title = "Kappa of each annotator with all others"
    figure = bars("kappa-by-annotator", title, definition, rows, high=1.0, columns=("annotator", "kappa"))
    return [Drawn(figure, "mean"), *(_competence(name, report, names) for name in COMPETENCE)]


def _competence(measure: str, report: AgreementReport, names: Mapping[int, str]) -> Drawn:
    """Competence by one model, lowest first."""
    found = sorted(report.competence, key=lambda one: (value_of(getattr(one, measure)) or 0.0, one.person))
    rows = [result_bar(names[one.person], getattr(one, measure), one.items, None) for one in found]
    title = COMPETENCE_LABELS[measure]
    name = f"competence-{measure.replace('_', '-')}"
    return Drawn(bars(name, title, COMPETENCE[measure], rows, high=1.0, columns=("annotator", "competence")))
