"""Create a project with its members and, optionally, its claims."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from annotation.accounts.invitations import invitation_path
from annotation.management.commands._arguments import project_of
from annotation.management.commands.import_claims import claims_from_file
from annotation.projects.models import Project, Role, setting_bounds
from annotation.projects.presets import Preset, preset_settings
from annotation.projects.setup import QA_RATE, NewPeople, create_project
from annotation.vocabulary.evidence_kinds import EvidenceKinds
from annotation.work.registry import default_workflows, prepare_workflows, workflows
from corpus.management.commands._choosing import select_corpus

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# Project settings with an option of their own, and their help texts; bounds are the validators of the model.
SETTINGS = {
    "verifications_per_claim": "people who verify each claim",
    "max_evidence_sets": "evidence sets per verification",
    "park_hours": "hours that postponed tasks stay reserved",
    "claim_rest_hours": "hours that written claims rest before they can be taken for verification, 0: at once",
    "edit_hours": "hours in which a submitted verification can be changed, 0: unlimited",
    "guide_minutes": "minutes until verifiers are reminded of NOT ENOUGH INFO, 0: never",
    "evidence_limit_pages": "pages per evidence set above which verifiers are warned",
    "evidence_limit_elements": "elements per evidence set above which verifiers are warned",
}
USERNAME = re.compile(r"[\w.@+-]{1,150}")


class Command(BaseCommand):
    help = "Create a project. Missing accounts are created; their invitation links are printed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="short name, used in URLs: lower-case letters, digits, hyphens")
        parser.add_argument("--name", help="display name (default: the short name)")
        parser.add_argument("--corpus", help="corpus to verify against (default: the only one)")
        for role in Role:
            option = "--" + role.value.replace("_", "-")
            help_text = f"account that becomes {role.label}; repeatable"
            parser.add_argument(option, action="append", default=[], metavar="USER", dest=role.value, help=help_text)
        parser.add_argument(
            "--workflow",
            action="append",
            choices=list(workflows()),
            dest="workflows",
            help=f"kind of work that is on; repeatable (default: {', '.join(default_workflows())})",
        )
        parser.add_argument("--people-of", metavar="PROJECT", help="copy the members of another project")
        parser.add_argument(
            "--claims", type=Path, metavar="FILE", help="claims to import, in a format of import_claims"
        )
        parser.add_argument(
            "--evidence-kinds",
            choices=EvidenceKinds.values,
            help="what verifiers can select as evidence (default: all)",
        )
        parser.add_argument("--preset", choices=Preset.values, help="settings to begin with (default: feverous)")
        parser.add_argument(
            "--labels", type=Path, metavar="FILE", help="labels in place of FEVEROUS' verdicts: docs/label-sets.md"
        )
        parser.add_argument(
            "--qa-percent",
            type=Decimal,
            default=QA_RATE * 100,
            metavar="P",
            help="QA overlap: percentage of verifications that others repeat (from 0 to 100; default: 10)",
        )
        for name, help_text in SETTINGS.items():
            low, high = setting_bounds(name)
            default = getattr(Project(), name)
            usual = "none" if default is None else default
            text = f"{help_text} (from {low} to {high}; default: {usual})"
            parser.add_argument(_option(name), type=int, metavar="N", help=text)

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["slug"]
        people = {role: options[role.value] for role in Role}
        given = {name: options[name] for name in SETTINGS if options[name] is not None}
        _check_names(slug, [username for names in people.values() for username in names])
        _check_settings(given)
        settings = preset_settings(options["preset"] or "") | given
        if options["evidence_kinds"]:
            settings["evidence_kinds"] = options["evidence_kinds"]
        if not 0 <= options["qa_percent"] <= 100:
            raise CommandError("--qa-percent: from 0 to 100.")
        project, new = create_project(
            slug=slug,
            name=options["name"] or slug,
            corpus=select_corpus(options["corpus"], f"create_project {slug}"),
            people=people,
            people_of=project_of(options["people_of"]) if options["people_of"] else None,
            qa_rate=options["qa_percent"] / 100,
            settings=settings,
            workflows=options["workflows"],
        )
        prepare_workflows(project)
        if options["labels"]:
            call_command("set_labels", str(options["labels"]), project=slug, stdout=self.stdout)
            project.refresh_from_db()
        claims = claims_from_file(project, options["claims"]) if options["claims"] else None
        self.stdout.write(f"Project {project.slug} over corpus {project.corpus.slug}.")
        self._print_people(new)
        if claims:
            self.stdout.write(f"Claims imported: {claims.created}.")

    def _print_people(self, new: NewPeople) -> None:
        for person in new.added:
            self.stdout.write(f"  {person}")
        if new.invited:
            self.stdout.write("New accounts, and the page of this site where each person chooses a password, once:")
        for account in new.invited:
            self.stdout.write(f"  {account.get_username()}  {invitation_path(account)}")


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def _check_names(slug: str, usernames: list[str]) -> None:
    if not SLUG.fullmatch(slug) or len(slug) > 60:
        raise CommandError(f"{slug!r} is not a valid short name. Use up to 60 lower-case letters, digits, hyphens.")
    if Project.objects.filter(slug=slug).exists():
        raise CommandError(f"The short name {slug!r} is already in use. Choose another one.")
    for username in usernames:
        if not USERNAME.fullmatch(username):
            raise CommandError(f"{username!r} is not a valid user name. Use letters, digits and . @ + - _ only.")


def _check_settings(settings: dict[str, int]) -> None:
    for name, value in settings.items():
        low, high = setting_bounds(name)
        if not low <= value <= high:
            raise CommandError(f"{_option(name)}: from {low} to {high}.")
