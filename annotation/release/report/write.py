"""Write the report of a release. The same release gives the same bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from annotation.dashboard.reports import current_reports
from annotation.figures.pdf import pdf
from annotation.figures.png import png
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.adjudication.agreement import adjudicator_report
from annotation.quality.agreement.queries import calibration_scores
from annotation.quality.agreement.result import gettext_noop
from annotation.quality.audit.classifier import evaluate_words
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.audit.job import TARGETS, claim_only_json, latest, sample_for
from annotation.quality.calibration.approval_rates import approval_rates
from annotation.release import workflows
from annotation.release.report import audit, small_groups
from annotation.release.report.agreement import agreement_of
from annotation.release.report.arms import blocks as arm_blocks
from annotation.release.report.as_html import html
from annotation.release.report.as_latex import latex
from annotation.release.report.as_markdown import markdown
from annotation.release.report.chapters import Found, document
from annotation.release.report.counting import merge_counts
from annotation.release.report.reading import count_splits, evidence_source
from annotation.release.report.time import kinds
from annotation.release.row_ids import pseudonym
from annotation.release.summary import Progress, ReleaseSummary, silent
from annotation.work.folders import modules_of
from annotation.work.registry import folders
from annotation.workflows.models import Verification

FOLDER, FIGURES = "report", "figures"
SAMPLED = 1_000
STEPS = (
    gettext_noop("Report: counting claims and evidence"),
    gettext_noop("Report: agreement"),
    gettext_noop("Report: artefacts"),
    gettext_noop("Report: what claims alone give away"),
    gettext_noop("Report: time"),
    gettext_noop("Report: figures"),
)


def write_report(facts: ReleaseSummary, progress: Progress = silent) -> None:
    """Write report/report.md, report.html and figures/ below the release's folder, from its rows and the database.

    `progress` may raise, which stops it between two steps. Raises OSError.
    """
    found = gather(facts, progress)
    progress(_(STEPS[-1]), len(STEPS) - 1, len(STEPS))
    made = document(found)
    figures = facts.folder / FOLDER / FIGURES
    figures.mkdir(parents=True, exist_ok=True)
    for table in made.tables:
        tex = latex(table.name, table.title, table.definition, table.columns, table.rows)
        _write(figures / table.name, csv=table.csv(), tex=tex)
    for drawn in made.drawn:
        figure = drawn.figure
        tex = latex(figure.name, figure.title, figure.description, drawn.columns, drawn.rows)
        _write(figures / figure.name, csv=figure.csv(), tex=tex, svg=figure.standalone())
        for ending, picture in ((".png", png(figure)), (".pdf", pdf(figure))):
            if picture is not None:
                (figures / f"{figure.name}{ending}").write_bytes(picture)
    folder = facts.folder / FOLDER
    (folder / "report.md").write_text(markdown(made), encoding="utf-8", newline="")
    (folder / "report.html").write_text(html(made), encoding="utf-8", newline="")
    progress(_(STEPS[-1]), len(STEPS), len(STEPS))


def _write(place: Path, **texts: str) -> None:
    """The text of each ending in a file of its own, where there is any."""
    for ending, text in texts.items():
        if text:
            place.with_name(f"{place.name}.{ending}").write_text(text, encoding="utf-8", newline="")


def gather(facts: ReleaseSummary, progress: Progress = silent) -> Found:
    """Everything that the report tells, from the released files and from the functions of the quality pages."""
    project = facts.project
    steps = iter(range(len(STEPS)))

    def begin() -> None:
        at = next(steps)
        progress(_(STEPS[at]), at, len(STEPS))

    begin()
    by_split = count_splits(facts)
    begin()
    agreement, smallest = agreement_of(project), facts.settings.smallest_group
    begin()
    rows = AuditDataset(project)
    part = current_reports(rows)
    words = {by: part(f"words {by}") for by in audit.LABELS}
    rows.forget_phrases()
    places, balances, whole_lines = part("places and verdicts"), part("balance"), part("whole lines")
    begin()
    alone = claims_alone(rows)
    begin()
    done = {kind: rows.times(kind) for kind in kinds()}
    work = small_groups.large_enough(done, smallest)
    made = {kind: part(f"production {kind}") for kind in work if smallest == 1}
    people = {one.person for of_kind in made.values() for one in of_kind}
    people |= {row.person for row in agreement.annotators.rows} if agreement.annotators else set()
    return Found(
        facts=facts,
        by_split=by_split,
        whole=merge_counts(by_split.values()),
        source=evidence_source(project),
        agreement=small_groups.agreement_of_groups(agreement, calibration_scores(project), smallest),
        adjudicators=adjudicator_report(project),
        words=words,
        cue_bigrams=audit.cue_bigrams_table(part("cue bigrams")),
        places=audit.places_block(places, label_set_of(project)),
        whole_lines=whole_lines,
        verdicts_by_type=part("verdicts by evidence type"),
        of_workflows=[
            block
            for folder, one in modules_of(workflows, "report").items()
            if any(slug in work or slug not in done for slug in folders().get(folder, (folder,)))
            for block in one.blocks(part)
        ],
        claim_only=alone,
        balances=balances,
        work=work,
        made=made,
        paces={kind: part(f"paces {kind}") for kind in made},
        names={person: pseudonym(project.pk, person) for person in people},
        labels=label_set_of(project),
        approval=small_groups.approvals(approval_rates(project), smallest),
        arms=arm_blocks(project) if smallest == 1 or small_groups.verifiers(done) >= smallest else [],
    )


def claims_alone(rows: AuditDataset) -> dict[str, Any]:
    """What a claim alone gives away: target -> `ClaimOnly` as JSON.

    The answer of the quality page, where it is of the rows as they are now; else of a sample of SAMPLED of them, the
    same every time, since all of them are minutes of arithmetic.
    """
    stored = _stored(rows.project, len(rows.released))
    if stored is not None:
        return {target: stored[target] for target in TARGETS}
    return {target: claim_only_json(evaluate_words(sample_for(target, rows, SAMPLED))) for target in TARGETS}


def _stored(project: Project, released: int) -> dict[str, Any] | None:
    """Return the latest result of the job unless work was submitted or changed after the job began."""
    job = latest(project)
    found: dict[str, Any] = (job.result or {}) if job is not None else {}
    in_production = Verification.objects.filter(claim__project=project, claim__phase=0)
    newest = in_production.order_by("-submission__created_at").first()
    if job is None or job.started_at is None or newest is None or not set(TARGETS) <= found.keys():
        return None
    return found if job.started_at > newest.created_at and found.get("released") == released else None
