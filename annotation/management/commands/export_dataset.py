"""Export a project's verified claims as a data set that others can load, cite and check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.management.commands._arguments import add_project, project_of
from annotation.projects.models import Project, Undecided
from annotation.release.cards.statement import statement_of
from annotation.release.options import NONE, splits_of
from annotation.release.output_directory import MANIFEST
from annotation.release.privacy.kinds import OPTIONAL
from annotation.release.privacy.withheld import with_choice
from annotation.release.rule import Excluded
from annotation.release.summary import DEFAULT_FORMATS, FORMATS, Counts, ReleaseError, ReleaseOptions, RowsSummary
from annotation.release.webhook.delivery_job import announce_exported
from annotation.release.write import FEVEROUS_ALONE, TRAIN, export_feverous, write_release

MOST_NAMED = 10


class Command(BaseCommand):
    help = (
        "Export a project's verified claims: the complete release in a new folder OUT, or with --format feverous only "
        "the FEVEROUS files, at the top of OUT."
    )
    requires_system_checks = ()  # they import every page of the site, which takes a quarter of a small export

    def add_arguments(self, parser: CommandParser) -> None:
        add_project(parser)
        parser.add_argument("out", type=Path, metavar="OUT", help="output folder; created if it does not exist")
        parser.add_argument("--format", choices=["feverous"], help="only these files (default: the complete release)")
        parser.add_argument(
            "--splits",
            metavar="TRAIN/DEV/TEST",
            help="shares of claims, or none for all in train (default: 0.8/0.1/0.1; none with --format)",
        )
        parser.add_argument("--seed", type=int, default=0, help="random seed of the splits")
        parser.add_argument(
            "--test-nei", type=float, metavar="SHARE", help="share of NOT ENOUGH INFO in test (default: paper's, 0.191)"
        )
        parser.add_argument(
            "--balanced", action="store_true", help="equally many claims of each verdict in dev and test, as in FEVER"
        )
        parser.add_argument("--no-operations", action="store_true", help="omit the operation logs")
        parser.add_argument(
            "--whole-corpus", action="store_true", help="include all pages, not only the referenced ones"
        )
        parser.add_argument(
            "--shared-task", action="store_true", help="OUT/public without the answers of test, OUT/sealed with them"
        )
        kinds = ", ".join(OPTIONAL)
        parser.add_argument(
            "--leave-out",
            metavar="KIND,KIND",
            help=f"free texts to leave out, or none (default: as chosen on the project's page): {kinds}",
        )
        parser.add_argument(
            "--smallest-group",
            type=int,
            metavar="N",
            help="leave figures about fewer people out of the report (default: as chosen on the project's page)",
        )
        known = ", ".join(sorted(FORMATS))
        parser.add_argument("--only", metavar="PART,PART", help=f"only these parts of the release: {known}")
        extra = ", ".join(sorted(FORMATS - DEFAULT_FORMATS))
        parser.add_argument("--with", metavar="PART,PART", help=f"parts beside the usual ones: {extra}")
        parser.add_argument(
            "--previous", type=Path, metavar="FOLDER", help="the release before: CHANGELOG.md tells what changed since"
        )
        parser.add_argument(
            "--without-person",
            action="append",
            default=[],
            metavar="NAME",
            help="release nothing that this person verified or wrote; may be given several times",
        )
        parser.add_argument(
            "--without-period",
            action="append",
            default=[],
            nargs=2,
            metavar=("FROM", "TO"),
            help="release nothing that was submitted from one day to another, in UTC (2026-03-02 2026-03-08)",
        )
        parser.add_argument(
            "--undecided",
            choices=Undecided.values,
            help="claims with several verdicts that nobody adjudicated (default: as the project has it)",
        )
        parser.add_argument("--force", action="store_true", help="replace an existing release in OUT")

    def handle(self, *args: Any, **options: Any) -> None:
        project, out = project_of(options["project"]), options["out"]
        try:
            settings = _settings(options, project)
            if options["format"] and (options["shared_task"] or options["previous"]):
                raise CommandError("--shared-task and --previous write a complete release: leave out --format.")
            if options["format"]:
                made = self._feverous(project, out, settings)
            else:
                made = self._whole(project, out, settings, options)
        except ReleaseError as error:
            raise CommandError(str(error)) from error
        version = statement_of(project).get("version") or ""
        after = {"folder": out.resolve().name, "version": version, "claims": made.counts.released}
        record(Act.RELEASE_EXPORTED, by=None, project=project, after=after)
        if announce_exported(project, out, version, made.counts.released) is not None:
            self.stdout.write("The project's webhook is delivered by the next worker.")

    def _feverous(self, project: Project, out: Path, settings: ReleaseOptions) -> RowsSummary:
        made = export_feverous(project=project, folder=out, settings=settings)
        self._tell(made, out / TRAIN)
        self.stdout.write(f"Manifest: {out / MANIFEST}")
        self.stdout.write("To export the pages of its evidence:")
        self.stdout.write(f"  python manage.py export_corpus {out / 'corpus.db'} --corpus {project.corpus.slug}")
        return made

    def _whole(self, project: Project, out: Path, settings: ReleaseOptions, options: dict[str, Any]) -> RowsSummary:
        how = {"force": options["force"], "previous": options["previous"]}
        facts = write_release(project, out, settings, progress=self._progress, **how)
        self._tell(facts, out)
        for slug, counts in facts.tasks.items():
            self.stdout.write(f"{counts['released']} of {counts['tasks']} tasks released to {out / slug}.jsonl")
        self.stdout.write(f"Manifest: {out / MANIFEST}")
        return facts

    def _progress(self, step: str, done: int, total: int) -> None:
        if self.stdout.isatty():
            share = f" {done:,} of {total:,}" if total > 1 else ""
            self.stdout.write(f"\r{step}{share}\033[K", ending="\n" if (done, total) == (1, 1) else "")
            self.stdout.flush()

    def _tell(self, made: RowsSummary, where: Path) -> None:
        counts, rows = made.counts, made.rows
        self.stdout.write(f"{counts.released} of {counts.claims} claims released to {where}")
        for label, number in sorted(counts.labels.items()):
            self.stdout.write(f"  {label}: {number}")
        if sum(map(bool, rows.values())) > 1:
            self.stdout.write("  " + ", ".join(f"{split} {number}" for split, number in rows.items()))
        for reason, number in sorted(counts.excluded.items()):
            self.stdout.write(f"excluded, {reason}: {number}{_named(counts, reason)}")
        for reason, number in sorted(counts.verifications_left_out.items()):
            self.stdout.write(f"verifications left out, {reason}: {number}")
        if counts.challenges_not_given:
            self.stdout.write(
                f"claims without a challenge: {counts.challenges_not_given}; the FEVEROUS format requires one: their "
                "lines have Other, and sources.jsonl says that it was not given"
            )
        if counts.without_evidence:
            self.stdout.write(
                f"claims without evidence, as FEVER's of NOT ENOUGH INFO are: {counts.without_evidence}; official "
                "readers of FEVEROUS take none: they are in *_no_evidence.jsonl beside the other lines"
            )
        if counts.evidence_sets_left_out:
            self.stdout.write(f"evidence sets omitted, as a row has at most three: {counts.evidence_sets_left_out}")
        if counts.operations_left_out:
            self.stdout.write(f"operations omitted, as they name no page of the corpus: {counts.operations_left_out}")


def _settings(options: dict[str, Any], project: Project) -> ReleaseOptions:
    start = with_choice(project, FEVEROUS_ALONE if options["format"] else ReleaseOptions())
    left_out, smallest = options["leave_out"], options["smallest_group"]
    return replace(
        start,
        splits=splits_of(options["splits"]) if options["splits"] else start.splits,
        seed=options["seed"],
        test_nei=options["test_nei"],
        balanced=options["balanced"],
        operations=not options["no_operations"],
        whole_corpus=options["whole_corpus"],
        shared_task=options["shared_task"],
        left_out=start.left_out if left_out is None else frozenset(left_out.split(",")) - {"", NONE},
        smallest_group=start.smallest_group if smallest is None else smallest,
        without_people=tuple(sorted(map(_person_of(project), options["without_person"]))),
        without_periods=tuple((first, last) for first, last in options["without_period"]),
        first_counts=None if options["undecided"] is None else options["undecided"] == Undecided.FIRST,
        formats=start.formats if options["format"] else _parts(options, start.formats),
    )


def _person_of(project: Project) -> Callable[[str], int]:
    def person_of(name: str) -> int:
        found = User.objects.filter(username=name, assignments__project=project).first()
        if found is None:
            raise CommandError(f"Nobody called {name} has worked in {project.slug}.")
        return found.pk

    return person_of


def _parts(options: dict[str, Any], usual: frozenset[str]) -> frozenset[str]:
    only, more = (frozenset(filter(None, (options[name] or "").split(","))) for name in ("only", "with"))
    return (only or usual) | more


def _named(counts: Counts, reason: str) -> str:
    """Which claims, where something is wrong with them; the manifest has them all."""
    found = sorted(counts.faults.get(reason, {}).items())
    named = [f"{number} ({', '.join(elements[:3])})" if elements else str(number) for number, elements in found]
    rest = f", and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
    words = "claim" if reason == Excluded.NO_EVIDENCE or len(named) == 1 else "claims"
    return f": {words} {', '.join(named[:MOST_NAMED])}{rest}" if named else ""
