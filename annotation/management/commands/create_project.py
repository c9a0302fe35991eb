"""Make a project with its people, and its claims if there is a file of them."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from annotation.evidence.rules import MAX_ELEMENTS
from annotation.management.commands._arguments import project_of
from annotation.management.commands.import_claims import claims_from_file
from annotation.projects.models import Project, Role
from annotation.projects.setup import QA_RATE, NewPeople, create_project
from corpus.models import Corpus
from corpus.store import CorpusNotChosen, choose_corpus

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# What of a project can be set when it is made, beside its people and claims: name -> least, most, what it is.
SETTINGS = {
    "max_evidence_sets": (1, 20, "evidence sets that one verification may have; 3"),
    "park_hours": (1, 24 * 30, "hours that claims put aside keep their place; 24"),
    "edit_hours": (0, 24 * 365, "hours to change what was handed in, 0 without end; 48"),
    "guide_minutes": (0, 24 * 60, "minutes until a verifier is told of NOT ENOUGH INFO, 0 never; 10"),
    "evidence_limit_pages": (1, 1_000, "pages in one set above which the verifier is warned; never"),
    "evidence_limit_elements": (1, MAX_ELEMENTS, "elements in one set above which the verifier is warned; never"),
}
USERNAME = re.compile(r"[\w.@+-]{1,150}")


class Command(BaseCommand):
    help = "Make a project. Accounts that are not there are made, and their passwords printed once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="short name, as it will stand in addresses: small letters, digits, hyphens")
        parser.add_argument("--name", help="name as people read it (default: the short name)")
        parser.add_argument("--corpus", help="the corpus to verify against (default: the only one there is)")
        for role in Role:
            option = "--" + role.value.replace("_", "-")
            help_text = f"an account that becomes {role.label}; may be repeated"
            parser.add_argument(option, action="append", default=[], metavar="USER", dest=role.value, help=help_text)
        parser.add_argument("--people-of", metavar="PROJECT", help="take over the people of another project")
        parser.add_argument(
            "--claims", type=Path, metavar="FILE", help="claims to bring in, as import_claims reads them"
        )
        parser.add_argument(
            "--verifications-per-claim", type=int, default=1, metavar="N", help="how many people verify each claim"
        )
        parser.add_argument(
            "--qa-percent",
            type=Decimal,
            default=QA_RATE * 100,
            metavar="P",
            help="the share of verifications that others repeat, in per cent (from 0 to 100; 10)",
        )
        for name, (low, high, help_text) in SETTINGS.items():
            option = "--" + name.replace("_", "-")
            parser.add_argument(option, type=int, metavar="N", help=f"{help_text} (from {low} to {high})")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["slug"]
        people = {role: options[role.value] for role in Role}
        settings = {name: options[name] for name in SETTINGS if options[name] is not None}
        _check(slug, [username for names in people.values() for username in names], options["verifications_per_claim"])
        _check_settings(settings)
        if not 0 <= options["qa_percent"] <= 100:
            raise CommandError("--qa-percent: from 0 to 100.")
        project, new = create_project(
            slug=slug,
            name=options["name"] or slug,
            corpus=_corpus(options["corpus"]),
            people=people,
            people_of=project_of(options["people_of"]) if options["people_of"] else None,
            verifications_per_claim=options["verifications_per_claim"],
            qa_rate=options["qa_percent"] / 100,
            settings=settings,
        )
        claims = claims_from_file(project, options["claims"]) if options["claims"] else None
        self.stdout.write(f"Project {project.slug} over corpus {project.corpus.slug}.")
        self._print_people(new)
        if claims:
            self.stdout.write(f"Claims brought in: {claims.created}.")

    def _print_people(self, new: NewPeople) -> None:
        for person in new.added:
            self.stdout.write(f"  {person}")
        if new.passwords:
            self.stdout.write("New accounts; their passwords cannot be shown again:")
        for username, password in new.passwords.items():
            self.stdout.write(f"  {username}  {password}")


def _check(slug: str, usernames: list[str], verifications_per_claim: int) -> None:
    if not SLUG.fullmatch(slug) or len(slug) > 60:
        raise CommandError(f"{slug!r} cannot stand in an address. Use small letters, digits and hyphens, 60 at most.")
    if Project.objects.filter(slug=slug).exists():
        raise CommandError(f"There is a project {slug!r} already. Choose another short name.")
    for username in usernames:
        if not USERNAME.fullmatch(username):
            raise CommandError(f"{username!r} cannot be an account's name. Use letters, digits and . @ + - _ only.")
    if not 1 <= verifications_per_claim <= 20:
        raise CommandError("--verifications-per-claim: from 1 to 20.")


def _check_settings(settings: dict[str, int]) -> None:
    for name, value in settings.items():
        low, high, _help = SETTINGS[name]
        if not low <= value <= high:
            raise CommandError(f"--{name.replace('_', '-')}: from {low} to {high}.")


def _corpus(slug: str | None) -> Corpus:
    try:
        return choose_corpus(slug)
    except CorpusNotChosen as error:
        known = ", ".join(error.slugs) or "none yet; bring one in with import_corpus"
        raise CommandError(f"Name the corpus with --corpus. There are: {known}.") from error
