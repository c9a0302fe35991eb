"""The test databases: migrated once, then copied for every process that runs tests.

Migrating takes seconds and copying does not, so the migrated database is kept as a template under the digest of the
migrations: a file in `.pytest_cache/databases` for SQLite, a database of its own on the PostgreSQL server. Processes of
pytest-xdist that start together wait for the first of them to make it.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django
import psycopg2
import psycopg2.extensions
import pytest
from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from pytest_django import DjangoDbBlocker

from tests.any_order import scatter_ids

ROOT = Path(__file__).resolve().parent.parent
SQLITE_TEMPLATES = ROOT / ".pytest_cache" / "databases"


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Give this process a test database of its own, which is gone at the end. Replaces the fixture of pytest-django."""
    with django_db_blocker.unblock():
        with one_process_at_a_time():
            remove = copy_template_postgresql() if connection.vendor == "postgresql" else copy_template_sqlite()
        yield
        remove()


@contextmanager
def one_process_at_a_time() -> Iterator[None]:
    with open(Path(tempfile.gettempdir()) / f"attest-test-databases-{os.getuid()}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def migrations_digest() -> str:
    """What the schema follows from: the files of the project's migrations, the installed apps, and Django."""
    digest = hashlib.sha256(repr((django.__version__, settings.INSTALLED_APPS)).encode())
    for path in sorted(ROOT.glob("[a-z]*/**/migrations/*.py")):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


# --- SQLite ----------------------------------------------------------------------------------------------------------


def copy_template_sqlite() -> Callable[[], None]:
    """Copy the template, and make it first where there is none. Returns what is to be called at the end."""
    name = settings.DATABASES["default"]["TEST"]["NAME"]
    template = SQLITE_TEMPLATES / f"{migrations_digest()}.sqlite3"
    if template.exists():
        connection.close()
        shutil.copyfile(template, name)
        connection.settings_dict["NAME"] = name
    else:
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        connection.close()
        SQLITE_TEMPLATES.mkdir(parents=True, exist_ok=True)
        for outdated in SQLITE_TEMPLATES.glob("*.sqlite3"):
            outdated.unlink()
        shutil.copyfile(name, template.with_suffix(".new"))
        template.with_suffix(".new").rename(template)
    return connection.close


# --- PostgreSQL ------------------------------------------------------------------------------------------------------


def copy_template_postgresql() -> Callable[[], None]:
    """Let the server copy the template, and make it first where there is none. Returns what removes the copy."""
    template, name = f"attest_template_{migrations_digest()}", f"test_attest_{os.getpid()}"
    with server() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'attest\\_template\\_%%'")
        templates = {row[0] for row in cursor.fetchall()}
    if template not in templates:
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        scatter_ids()
        made = connection.settings_dict["NAME"]
        connection.close()
        with server() as cursor:
            for outdated in templates:
                cursor.execute(f"DROP DATABASE {outdated}")
            cursor.execute(f'ALTER DATABASE "{made}" RENAME TO {template}')
    with server() as cursor:
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    connection.close()
    connection.settings_dict["NAME"] = name

    def remove() -> None:
        connection.close()
        with server() as cursor:  # FORCE: a thread of a live server, cut off in a request, may still hold on to it
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")

    return remove


@contextmanager
def server() -> Iterator[psycopg2.extensions.cursor]:
    """A cursor outside of the test database, and outside of a transaction."""
    given = connection.settings_dict
    credentials = {name: given[name.upper()] for name in ("host", "port", "user", "password") if given[name.upper()]}
    outside = psycopg2.connect(dbname="postgres", **credentials)
    try:
        outside.autocommit = True
        with outside.cursor() as cursor:
            yield cursor
    finally:
        outside.close()


# --- Append-only tables -----------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True, scope="session")
def append_only_tables_can_be_flushed() -> Iterator[None]:
    """Between tests Django empties tables, which these refuse: without those triggers it may."""
    operations = type(connection.ops)
    flush = operations.sql_flush

    def without_triggers(self: Any, *given: Any, **named: Any) -> list[str]:
        before, after = refusals(self.connection)
        return [*before, *flush(self, *given, **named), *after]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", without_triggers)
        yield


def refusals(database: BaseDatabaseWrapper) -> tuple[list[str], list[str]]:
    """What takes away the triggers that refuse to empty a table, and what brings them back."""
    with database.cursor() as cursor:
        if database.vendor == "sqlite":  # which empties them with DELETE
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%append-only%'")
            triggers = dict(cursor.fetchall())
            return [f"DROP TRIGGER {name}" for name in triggers], list(triggers.values())
        cursor.execute(
            "SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE tgname LIKE '%\\_refuse\\_emptying'"
        )
        found = cursor.fetchall()
    return (
        [f"ALTER TABLE {table} DISABLE TRIGGER {name}" for name, table in found],
        [f"ALTER TABLE {table} ENABLE TRIGGER {name}" for name, table in found],
    )
