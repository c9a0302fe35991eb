"""Import a released data set into a project, to view it, continue it or export it again unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.accounts.invitations import invitation_path
from annotation.management.commands._arguments import SHOWN, label_set_in
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import PageView, Project, Role
from annotation.projects.setup import create_project
from annotation.release.importing.attest_folder import AttestFolder
from annotation.release.importing.averitec import import_averitec
from annotation.release.importing.evidence_ratings import import_ratings
from annotation.release.importing.files import (
    Format,
    claims_of,
    files_of,
    folder_of,
    format_of,
    label_set_of_release,
    name_of_release,
    page_view_of_release,
    require_existing,
    with_challenge,
)
from annotation.release.importing.importer import HasOwnClaims, ImportResult, import_dataset, import_decisions
from annotation.release.importing.integrity import check_folder
from annotation.release.importing.parsed import NoDataSet, Problem, split_of
from annotation.release.importing.patience import DatabaseBusy, patiently
from annotation.release.importing.task_lines import task_lines
from annotation.release.importing.task_rows import import_tasks, importers, workflow_of_file
from annotation.vocabulary.label_set_json import BadLabelSet, label_set_from
from annotation.work.workflow import AnyWorkflow
from annotation.workflows.evidence_rating.models import SLUG as EVIDENCE_RATING
from annotation.workflows.question_answering.phases import PHASES
from corpus.management.commands._choosing import select_corpus


class Command(BaseCommand):
    help = (
        "Import a data set: FEVEROUS files, FEVER files, AVeriTeC's, ratings of evidence, the folder of a release, or "
        "tasks of another kind of work. An interrupted import continues when run again; invalid rows are named and "
        "left out. Exit code 1: some rows were left out."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "source",
            type=Path,
            metavar="FILE|FOLDER",
            help="in UTF-8, one JSON object per line; or a JSON array, as AVeriTeC's",
        )
        parser.add_argument("--project", required=True, metavar="SLUG", help="created if it does not exist")
        parser.add_argument("--corpus", metavar="SLUG", help="of a new project (default: the only one)")
        parser.add_argument("--manager", action="append", default=[], metavar="NAME", help="of a new project")
        parser.add_argument("--format", choices=[*Format, *importers()], help="required if the data set does not tell")
        parser.add_argument(
            "--challenge",
            metavar="CHALLENGE",
            default="",
            help="challenge of rows that name none, as in the Zenodo copy of FEVEROUS (default: none)",
        )
        parser.add_argument(
            "--labels",
            type=Path,
            metavar="FILE",
            help="labels of a new project (default: those that the release names, else FEVEROUS' verdicts)",
        )
        parser.add_argument(
            "--changed", action="store_true", help="import a release of ours though its files were changed since"
        )
        parser.add_argument(
            "--number-claims",
            action="store_true",
            help="rows of AVeriTeC without claim_id have their place in the file, from 0, as in knowledge stores; "
            "import the claims and the store of one split",
        )
        parser.add_argument("--reannotate", action="store_true", help="import only the claims, to verify them again")

    def handle(self, *args: Any, **options: Any) -> None:
        named = options["source"]
        source = options["source"] = folder_of(named)
        try:
            workflow = importers().get(options["format"]) if options["format"] else workflow_of_file(source)
            if workflow is not None:
                self._tasks(source, workflow, options["project"])
                return
            format_ = Format(options["format"]) if options["format"] else format_of(source)
            require_existing(source, format_)
            if format_ == Format.AVERITEC:
                self._averitec(source, options)
                return
            if format_ == Format.EVIDENCE_RATINGS:
                self._ratings(source, options)
                return
            if format_ == Format.ATTEST and not options["changed"]:
                for odd in check_folder(named):
                    self.stderr.write(odd)
            project = patiently(lambda: self._project(options))
            done = self._import(project, source, format_, options)
        except NoDataSet as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename or source} cannot be read: {error.strerror}.") from error
        except HasOwnClaims as error:
            message = f"The project {options['project']} has claims of its own, whose numbers may clash with the rows."
            raise CommandError(f"{message} Name a new project.") from error
        except DatabaseBusy as error:
            raise CommandError(
                "Another program was writing to the database all the time, perhaps a long job: see Jobs on the site. "
                "What was imported before is stored. Run the same command again later: it goes on from there."
            ) from error
        self._say(project, format_, done)
        if done.bad:
            raise CommandError(f"{done.bad:,} rows were left out. Fix them and run this again.", returncode=1)

    def _import(self, project: Project, source: Path, format_: Format, options: dict[str, Any]) -> ImportResult:
        labels = label_set_of(project)

        def tell(problem: Problem) -> None:
            self.stderr.write(str(problem))

        if format_ == Format.ATTEST:
            folder = AttestFolder(source, labels)
            coming = with_challenge(folder.claims(self._progress), options["challenge"])
            done = import_dataset(project, coming, reannotate=options["reannotate"], tell=tell)
            if not options["reannotate"]:
                import_decisions(project, folder, done, tell)
            return done
        rows = claims_of(source, format_, self._progress, challenge=options["challenge"], labels=labels)
        return import_dataset(project, rows, reannotate=options["reannotate"], tell=tell)

    def _tasks(self, source: Path, workflow: AnyWorkflow, slug: str) -> None:
        """Import tasks of a workflow that recognises the rows. Raises CommandError and OSError."""
        project = Project.objects.filter(slug=slug).first()
        if project is None or workflow.slug not in project.workflows:
            raise CommandError(f"The rows are of {workflow.slug}. Name a project that has this kind of work on.")
        done = import_tasks(project, workflow, source, lambda problem: self.stderr.write(str(problem)))
        self.stdout.write(f"Tasks imported: {done.created:,}. Already in the project: {done.known:,}.")
        if done.bad:
            raise CommandError(f"{done.bad:,} rows were left out. Fix them and run this again.", returncode=1)

    def _averitec(self, source: Path, options: dict[str, Any]) -> None:
        """Import rows of AVeriTeC, of each file in turn. Raises CommandError, NoDataSet and OSError."""
        project = patiently(lambda: self._project(options, workflows=PHASES))
        if not any(phase in project.workflows for phase in PHASES):
            raise CommandError(f"{project.slug} has no phase of {', '.join(PHASES)} on. Name a new project.")
        claims = known = bad = 0
        for path in files_of(source):
            done = import_averitec(
                project,
                task_lines(path),
                split_of(path),
                reannotate=options["reannotate"],
                numbered=options["number_claims"],
                tell=lambda problem: self.stderr.write(str(problem)),
            )
            claims, known, bad = claims + done.claims, known + done.known, bad + done.bad
        self.stdout.write(f"Claims imported: {claims:,}. Already in the project: {known:,}.")
        if bad:
            raise CommandError(f"{bad:,} rows were left out. Fix them and run this again.", returncode=1)

    def _ratings(self, source: Path, options: dict[str, Any]) -> None:
        """Import ratings of evidence. Raises CommandError, NoDataSet and OSError."""
        project = patiently(lambda: self._project(options, workflows=[EVIDENCE_RATING]))
        if EVIDENCE_RATING not in project.workflows:
            raise CommandError(f"{project.slug} has {EVIDENCE_RATING} not on. Switch it on, or name a new project.")
        lines = (line for path in files_of(source) for line in task_lines(path))
        done = import_ratings(project, lines, lambda problem: self.stderr.write(str(problem)))
        self.stdout.write(
            f"Ratings imported: {done.ratings:,}, of {done.items:,} new items. Already in the project: {done.known:,}."
        )
        if done.bad:
            raise CommandError(f"{done.bad:,} rows were left out. Fix them and run this again.", returncode=1)

    def _project(self, options: dict[str, Any], workflows: Sequence[str] | None = None) -> Project:
        """The project of this name, or a new one. Raises CommandError."""
        slug = options["project"]
        project = Project.objects.select_related("corpus").filter(slug=slug).first()
        if project is not None:
            if options["corpus"] not in (None, project.corpus.slug):
                raise CommandError(f"The project {slug} uses the corpus {project.corpus.slug}. Leave --corpus out.")
            if page_view_of_release(options["source"]) != project.page_view == PageView.ARTICLE:
                self.stderr.write(f"The pages of {slug} are read as articles: labels of evidence sets are left out.")
            return project
        corpus = select_corpus(options["corpus"], f"import_dataset {options['source']} --project {slug}")
        people = {Role.MANAGER: options["manager"]}
        settings = {"label_set": _label_set(options), "page_view": page_view_of_release(options["source"])}
        name = name_of_release(options["source"]) or slug
        project, new = create_project(
            slug=slug,
            name=name,
            corpus=corpus,
            people=people,
            qa_rate=Decimal(0),
            settings=settings,
            workflows=workflows,
        )
        self.stdout.write(f"New project {slug} on the corpus {corpus.slug}.")
        for account in new.invited:
            self.stdout.write(f"  {account.get_username()} chooses a password at {invitation_path(account)}")
        if not options["manager"]:
            self.stdout.write("Nobody can see it yet; --manager NAME adds a manager, as in create_project.")
        return project

    def _progress(self, file: str, done: int, total: int) -> None:
        """A line that is written over, where somebody looks on."""
        percent = 100 * done // max(1, total)
        if self.stdout.isatty() and percent != getattr(self, "_said", None):
            self._said = percent
            self.stdout.write(f"\r{file}: {percent} %", ending="\n" if percent == 100 else "")

    def _say(self, project: Project, format_: Format, done: ImportResult) -> None:
        again = f" Already in the project: {done.known:,}." if done.known else ""
        self.stdout.write(f"Claims imported: {done.claims:,}, with {done.verifications:,} verifications.{again}")
        if done.without_challenge:
            self.stdout.write(
                f"{done.without_challenge:,} verifications name no challenge: FEVEROUS lines of a release have the "
                "challenge Other, which the format requires, and sources.jsonl says that it was not given."
            )
        if done.unknown_evidence:
            pages = sorted(done.pages_missing.items())
            self.stdout.write(
                f"{done.unknown_evidence:,} evidence elements are not in the corpus {project.corpus.slug}. They are "
                "kept and exported unchanged. Their pages:"
            )
            for title, pieces in pages[:SHOWN]:
                self.stdout.write(f"  {pieces:>5,}  {title}")
            if len(pages) > SHOWN:
                self.stdout.write(f"  ... and {len(pages) - SHOWN:,} more")
            self.stdout.write(f"All of them: python manage.py check_evidence --project {project.slug}")
        if format_ == Format.FEVER and done.claims:
            self.stdout.write(
                "Line n of a FEVER introduction is stored as sentence_n; unless this corpus was made from FEVER's "
                "own pages, it may be a different sentence."
            )


def _label_set(options: dict[str, Any]) -> Any:
    """The JSON of a new project's labels; None for FEVEROUS' verdicts. Raises CommandError."""
    found = label_set_in(options["labels"]) if options["labels"] else label_set_of_release(options["source"])
    if found is not None:
        try:
            label_set_from(found)
        except BadLabelSet as bad:
            raise CommandError(str(bad)) from bad
    return found
