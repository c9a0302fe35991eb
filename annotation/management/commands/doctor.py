"""Check the installation: `python manage.py doctor`."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.checks import WARNING, run_checks
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from annotation.accounts.second_factor import unreadable_second_factors
from annotation.backup.errors import BackupError
from annotation.backup.job import latest as latest_backup
from annotation.demo.accounts import PEOPLE
from annotation.models import Claim, Project, User
from annotation.projects.models import Role
from annotation.suggestions.enqueue import waits_for_suggestions
from annotation.suggestions.runner import NoSuggester, lacking, open_suggester
from config.deployment_checks import Deployment, examine_deployment
from config.doctor import Finding, data_folder, debugging, proxies, report, secret_key_file
from corpus.models import Corpus
from jobs.health import examine_broker, examine_workers
from search.api import index_state

OLD_BACKUP = timedelta(hours=50)  # two nights


class Command(BaseCommand):
    """Look at everything an operator may have to look after; each problem comes with its remedy."""

    help = "Check this installation: database, index, servers and environment. Exit code 1: there is a problem."
    requires_system_checks: tuple[str, ...] = ()  # they are part of the report

    def handle(self, *args: Any, **options: Any) -> None:
        findings = list(examine())
        self.stdout.write(report(findings, os.environ))
        if any(finding.is_problem for finding in findings):
            sys.exit(1)


def examine() -> Iterator[Finding]:
    """Every finding; the questions to the database only when it answers and is up to date."""
    yield Finding("Python", f"{platform.python_version()}, Django {django.get_version()}")
    data_dir = Path(settings.ATTEST_DATA_DIR)
    yield data_folder(data_dir)
    yield secret_key_file(
        data_dir / "secret_key", given=bool(os.environ.get("SECRET_KEY") or os.environ.get("SECRET_KEY_FILE"))
    )
    yield debugging(settings.ALLOWED_HOSTS, debug=settings.DEBUG)
    yield proxies(settings.ATTEST_PROXIES, https=settings.HTTPS)
    yield from system_checks()
    database = list(examine_database())
    yield from database
    if not any(finding.is_problem for finding in database):
        yield from examine_indexes()
        yield examine_demo()
        yield from examine_surroundings()
        yield from examine_suggestions()
        yield from examine_second_factors()
        yield from examine_job_table()
        yield examine_backups()
    yield from examine_jobs()
    yield from examine_elasticsearch()


def system_checks() -> Iterator[Finding]:
    """Django's own checks and those of our packages, from warnings upwards."""
    messages = [message for message in run_checks() if message.level >= WARNING]
    for message in messages:
        yield Finding("settings", message.msg, message.hint or f"See {message.id} in Django's system check reference.")
    if not messages:
        yield Finding("settings", "Django's system checks find nothing")


def examine_database() -> Iterator[Finding]:
    """Whether it answers, and whether its tables are those of this version."""
    name = connection.settings_dict["NAME"]
    try:
        connection.ensure_connection()
        version = ".".join(map(str, connection.get_database_version()))
        waiting = unapplied_migrations()
    except DatabaseError as error:
        said = str(error).strip().splitlines()
        yield Finding("database", said[0] if said else repr(error), "Is DATABASE_URL right, and the server running?")
        return
    yield Finding("database", f"{connection.display_name} {version}, {name}")
    if waiting:
        yield Finding(
            "database",
            f"{len(waiting)} migrations are not applied: {', '.join(waiting[:5])}",
            "python manage.py migrate",
        )
    else:
        yield Finding("database", "all migrations are applied")


def unapplied_migrations() -> list[str]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def examine_indexes() -> Iterator[Finding]:
    """The search index of each corpus."""
    corpora = list(Corpus.objects.order_by("slug"))
    if not corpora:
        yield Finding("corpus", "none yet; `python manage.py import_corpus SOURCE` brings one in")
    for corpus in corpora:
        subject = f"corpus {corpus.slug}"
        yield Finding(subject, f"{corpus.pages.count():,} pages")
        state = index_state(corpus)
        text, _run, remedy = state.sentence.partition(" Run: ")
        yield Finding(subject, text, remedy)


def examine_demo() -> Finding:
    project = Project.objects.filter(slug="demo").first()
    if project is None:
        return Finding("demo project", "not set up; `make run` or `python manage.py setup_demo` does it")
    claims = Claim.objects.filter(project=project).count()
    return Finding("demo project", f"set up, {claims} claims, {project.memberships.count()} memberships")


def examine_surroundings() -> Iterator[Finding]:
    """TLS, proxy, secrets, files and demo accounts."""
    is_sqlite = connection.vendor == "sqlite" and Path(connection.settings_dict["NAME"]).exists()
    demo_people = User.objects.filter(username__in=PEOPLE, memberships__project__slug="demo", is_active=True).distinct()
    site = Deployment(
        bind=settings.ATTEST_BIND,
        hosts=settings.ALLOWED_HOSTS,
        https=settings.HTTPS,
        plain=settings.ATTEST_PLAIN_HTTP,
        data_dir=Path(settings.ATTEST_DATA_DIR),
        database=Path(connection.settings_dict["NAME"]) if is_sqlite else None,
        addresses={name: os.environ.get(name, "") for name in ("DATABASE_URL", "REDIS_URL")},
        demo_accounts=sum(person.has_usable_password() for person in demo_people),
    )
    yield from examine_deployment(site)


def examine_suggestions() -> Iterator[Finding]:
    """Whether evidence can be looked for, and in which projects claims lack suggestions of the present version."""
    subject = "suggestions"
    if not settings.ATTEST_SUGGESTER:
        yield Finding(subject, "off (ATTEST_SUGGESTER)")
        return
    projects = Project.objects.filter(suggestions_on=True, claims__isnull=False).select_related("corpus").distinct()
    for project in projects.order_by("slug"):
        named = f"{subject} of {project.slug}"
        try:
            suggester = open_suggester(project.corpus)
        except NoSuggester as error:
            # A missing index is a finding of the corpus, with its own remedy.
            remedy = "" if error.no_index else "Correct ATTEST_SUGGESTER or ATTEST_BASELINE."
            yield Finding(named, f"none: {error}", remedy)
            continue
        missing = sum(1 for _claim in lacking(project, suggester.version))
        if missing and not waits_for_suggestions(project):
            command = f"python manage.py suggest_evidence --project {project.slug}"
            yield Finding(named, f"{missing:,} claims lack those of version {suggester.version}", command)
        else:
            said = f", {missing:,} claims to come" if missing else ""
            yield Finding(named, f"version {suggester.version}, by {settings.ATTEST_SUGGESTER}{said}")


def examine_second_factors() -> Iterator[Finding]:
    """Whether they can be read with the key of now, and how many managers have none."""
    subject = "second factors"
    unreadable = unreadable_second_factors()
    if unreadable:
        yield Finding(
            subject,
            f"{len(unreadable)} cannot be read, of {', '.join(unreadable[:5])}: SECRET_KEY was replaced",
            "Restore the key, or: python manage.py reset_second_factor USER",
        )
    managers = User.objects.filter(memberships__role=Role.MANAGER, is_active=True).distinct()
    without = managers.exclude(second_factor__confirmed_at__isnull=False).count()
    must = "a must" if settings.ATTEST_REQUIRE_SECOND_FACTOR else "no must (ATTEST_REQUIRE_SECOND_FACTOR)"
    yield Finding(subject, f"{must} for managers; {without} of {managers.count()} have none")


def examine_jobs() -> Iterator[Finding]:
    """The broker, where there is one."""
    if not settings.REDIS_URL:
        yield Finding("background jobs", "run by the embedded worker (REDIS_URL is unset)")
    for seen in examine_broker():
        yield Finding("Redis", seen.text, seen.remedy)


def examine_job_table() -> Iterator[Finding]:
    """The workers, and the job that has waited longest."""
    for seen in examine_workers():
        yield Finding("background jobs", seen.text, seen.remedy)


def examine_backups() -> Finding:
    """Whether nightly backups are made, and how old the newest is."""
    subject = "backups"
    if not settings.ATTEST_BACKUP_DIR:
        return Finding(subject, "none at night (ATTEST_BACKUP_DIR is unset)")
    home = Path(settings.ATTEST_BACKUP_DIR)
    if not home.is_dir() or not os.access(home, os.W_OK | os.X_OK):
        return Finding(subject, f"{home} cannot be written", "Make the folder, and give it to the user of the site.")
    try:
        newest = latest_backup()
    except BackupError as error:
        return Finding(subject, error.message, error.remedy)
    command = f"python manage.py backup {home}/first"
    if newest is None:
        return Finding(subject, f"none in {home} yet; the first one is made at night", "")
    text = f"the newest in {home} is of {newest:%Y-%m-%d %H:%M} UTC"
    is_old = timezone.now() - newest > OLD_BACKUP
    return Finding(subject, text, f"See why the job fails, or make one by hand: {command}" if is_old else "")


def examine_elasticsearch() -> Iterator[Finding]:
    """Check the Elasticsearch server. Skipped where ELASTICSEARCH_URL is unset."""
    if not settings.ELASTICSEARCH_URL:
        yield Finding("search", "embedded (ELASTICSEARCH_URL is unset)")
        return
    from search.elastic.health import examine_server

    for seen in examine_server():
        yield Finding("Elasticsearch", seen.text, seen.remedy)
