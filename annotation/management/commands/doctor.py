"""Check the installation: `python manage.py doctor`."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.checks import WARNING, run_checks
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from annotation.demo.accounts import PEOPLE
from annotation.installation.accounts import examine_operators, examine_second_factors
from annotation.installation.backups import examine_backups
from annotation.installation.integrity import examine_integrity
from annotation.installation.mail import examine_mail
from annotation.installation.provider import examine_provider
from annotation.models import Claim, Project, User
from annotation.suggestions.enqueue import waits_for_suggestions
from annotation.suggestions.runner import NoSuggester, lacking, open_suggester
from config.certificate import certificate
from config.deployment_checks import Deployment, examine_deployment
from config.doctor import Finding, data_folder, debugging, env_file, proxies, report, secret_key_file
from config.packages import packages
from config.start_checks import public_names
from corpus.models import Corpus
from jobs.health import JobFinding, examine_broker, examine_workers
from search.api import index_state

PYPROJECT = settings.BASE_DIR / "pyproject.toml"


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
    yield packages(PYPROJECT)
    data_dir = Path(settings.ATTEST_DATA_DIR)
    folder = data_folder(data_dir)
    yield folder
    yield secret_key_file(
        data_dir / "secret_key", given=bool(os.environ.get("SECRET_KEY") or os.environ.get("SECRET_KEY_FILE"))
    )
    yield env_file(settings.BASE_DIR, os.environ.get("ATTEST_ENV_FILE"))
    yield debugging(settings.ALLOWED_HOSTS, debug=settings.DEBUG)
    yield proxies(settings.ATTEST_PROXIES, https=settings.HTTPS)
    yield from system_checks()
    database = list(examine_database())
    yield from database
    if not any(finding.is_problem for finding in database):
        if not folder.is_problem:
            yield from examine_indexes()
        yield examine_demo()
        yield from examine_surroundings()
        yield from examine_suggestions()
        yield from examine_people()
        yield from examine_integrity()
        yield from examine_job_table()
        yield from examine_backups(is_public=is_public())
    if settings.HTTPS:
        yield certificate(settings.ATTEST_SITE_URL)
    yield from examine_jobs()
    yield from examine_elasticsearch()


def system_checks() -> Iterator[Finding]:
    """Django's own checks and those of our packages, from warnings upwards."""
    messages = [message for message in run_checks() if message.level >= WARNING]
    for message in messages:
        remedy = message.hint or f"See {message.id} in Django's system check reference."
        yield Finding("settings", message.msg, remedy, "settings")
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
        remedy = "Is DATABASE_URL right, and the server running?"
        yield Finding("database", said[0] if said else repr(error), remedy, "database-away")
        return
    yield Finding("database", f"{connection.display_name} {version}, {name}")
    if waiting:
        yield Finding(
            "database",
            f"{len(waiting)} migrations are not applied: {', '.join(waiting[:5])}",
            "python manage.py migrate",
            "migrations-waiting",
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
        yield Finding(subject, *_index(corpus))


def _index(corpus: Corpus) -> tuple[str, str, str]:
    """What is said of its index, the remedy, and the code."""
    state = index_state(corpus)
    text, _run, remedy = state.sentence.partition(" Run: ")
    if state.status == "unreachable":  # a finding of the server, with its own remedy
        return text, "", ""
    return text, remedy, f"index-{state.status}" if remedy else ""


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
        proxies=settings.ATTEST_PROXIES,
        import_dir=settings.ATTEST_IMPORT_DIR,
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
            yield Finding(named, f"none: {error}", remedy, "suggester" if remedy else "")
            continue
        missing = sum(1 for _claim in lacking(project, suggester.version))
        if missing and not waits_for_suggestions(project):
            command = f"python manage.py suggest_evidence --project {project.slug}"
            yield Finding(
                named, f"{missing:,} claims lack those of version {suggester.version}", command, "suggestions-missing"
            )
        else:
            said = f", {missing:,} claims to come" if missing else ""
            yield Finding(named, f"version {suggester.version}, by {settings.ATTEST_SUGGESTER}{said}")


def is_public() -> bool:
    """Whether others than this machine reach the site."""
    return settings.HTTPS or bool(public_names(settings.ATTEST_BIND, settings.ALLOWED_HOSTS))


def examine_people() -> Iterator[Finding]:
    """Operators, second factors, the identity provider, and the mails that people asked for."""
    yield examine_operators(is_public=is_public())
    yield from examine_second_factors()
    yield examine_provider()
    yield examine_mail(is_public=is_public())


def examine_jobs() -> Iterator[Finding]:
    """The broker, where there is one."""
    if not settings.REDIS_URL:
        yield Finding("background jobs", "run by the embedded worker (REDIS_URL is unset)")
    for seen in examine_broker():
        yield _of_jobs("Redis", seen)


def examine_job_table() -> Iterator[Finding]:
    """The workers, and the job that has waited longest."""
    for seen in examine_workers():
        yield _of_jobs("background jobs", seen)


def _of_jobs(subject: str, seen: JobFinding) -> Finding:
    return Finding(subject, seen.text, seen.remedy, seen.code if seen.remedy else "", seen.is_advice)


def examine_elasticsearch() -> Iterator[Finding]:
    """Check the Elasticsearch server. Skipped where ELASTICSEARCH_URL is unset."""
    if not settings.ELASTICSEARCH_URL:
        yield Finding("search", "embedded (ELASTICSEARCH_URL is unset)")
        return
    from search.elastic.health import examine_server

    for seen in examine_server():
        yield Finding("Elasticsearch", seen.text, seen.remedy, "elasticsearch-away" if seen.remedy else "")
