"""Restore a backup into an empty database, of either kind, and a data folder without its files.

The tables are made as they were when the backup was made, filled, and then migrated to this version. Either all of it
is there at the end, or nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from django.apps import apps
from django.apps.registry import Apps
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from pyrage.x25519 import Identity

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.audit_log.verification import CheckedEntries, broken_entries
from annotation.backup import data_folder
from annotation.backup.check import AUDIT_LOG, open_backup, verify_contents, verify_objects
from annotation.backup.errors import FULL, BackupError
from annotation.backup.manifest import Manifest, digest_of_heads, head_of_audit_log
from annotation.backup.objects import damaged, read_object
from annotation.backup.rows import Lines, Loader
from annotation.backup.schema import (
    continue_numbers,
    is_former,
    known_nodes,
    last_numbers,
    tables,
    targets_of,
)
from annotation.backup.write import Progress, no_progress

ROOM = "Nothing was changed. Make room, then run the same command again."


@dataclass(frozen=True)
class Restored:
    """`env`: where the file of variables was put, to be compared by hand. `key_differs`: SECRET_KEY is another one."""

    manifest: Manifest
    rows: int
    files: int
    env: Path | None
    key_differs: bool


def restore_backup(folder: Path, secret: str = "", progress: Progress = no_progress) -> Restored:  # nosec B107 # empty is "not encrypted"
    """Restore. Raises BackupError; nothing is changed then."""
    manifest, identity = open_backup(folder, secret)
    nodes = known_nodes(manifest.migrations)
    _refuse_used(manifest)
    verify_objects(folder, manifest, progress)
    verify_contents(folder, manifest, identity, progress)
    written: list[Path] = []
    with _undone_on_failure(written):
        _write_files(folder, manifest, identity, written, progress)
        rows = _load_tables(folder, manifest, identity, targets_of(nodes), progress)
        progress("migrations of this version", 0, 1)
        call_command("migrate", interactive=False, verbosity=0)
        _continue_numbers_again(manifest)
        _check_heads(manifest)
        record(Act.BACKUP_RESTORED, by=None, after={"made_at": manifest.created_at, "database": manifest.database})
        env, key_differs = _write_settings(folder, manifest, identity, written)
    return Restored(manifest, rows, len(manifest.files), env, key_differs)


def _refuse_used(manifest: Manifest) -> None:
    """Raise BackupError unless the database has no tables and the data folder none of the files."""
    if connection.introspection.table_names():
        name = connection.settings_dict["NAME"]
        words = f"The database {name} is not empty."
        raise BackupError("not_empty", words, "Name an empty one in DATABASE_URL, or an unused ATTEST_DATA_DIR.")
    for path in manifest.files:
        if not _inside(path).exists():
            continue
        words = f"{_inside(path)} exists already."
        raise BackupError("not_empty", words, "Name a new folder in ATTEST_DATA_DIR.")


def _inside(path: str) -> Path:
    """The place of a file in the data folder. Raises BackupError for one that would lie outside of it."""
    root = data_folder.root().resolve()
    place = root / path
    if not place.resolve().is_relative_to(root):
        raise damaged(path)
    return place


@contextmanager
def _undone_on_failure(written: list[Path]) -> Iterator[None]:
    """Remove the files and all tables where the body fails; say a full disk as such."""
    try:
        yield
    except BaseException as error:
        for path in written:
            path.unlink(missing_ok=True)
        _drop_tables()
        if isinstance(error, OSError) and error.errno in FULL:
            raise BackupError("disk_full", f"The disk is full: {error.strerror}.", ROOM) from error
        if isinstance(error, OSError):
            words = f"{error.filename} cannot be written: {error.strerror}."
            raise BackupError(
                "not_writable", words, "Nothing was changed. Check the owner of the data folder."
            ) from error
        if isinstance(error, DatabaseError):
            said = str(error).strip().splitlines()[0]
            words = f"The database refuses the rows: {said}."
            is_full = any(sign in said.lower() for sign in ("full", "disk i/o", "no space", "could not extend"))
            raise BackupError("disk_full" if is_full else "not_loaded", words, ROOM) from error
        raise


def _drop_tables() -> None:
    """Make the database as empty as it was."""
    with suppress(DatabaseError, OSError):
        connection.close()
        if connection.vendor == "sqlite":
            for end in ("", "-wal", "-shm", "-lock"):
                Path(f"{connection.settings_dict['NAME']}{end}").unlink(missing_ok=True)
            return
        with connection.cursor() as cursor:
            for name in connection.introspection.table_names():
                cursor.execute(f"DROP TABLE IF EXISTS {connection.ops.quote_name(name)} CASCADE")
            cursor.execute(
                "SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace "
                "WHERE n.nspname = current_schema() AND p.prorettype = 'trigger'::regtype "
                "AND starts_with(p.proname, 'annotation_')"
            )
            for (function,) in cursor.fetchall():
                cursor.execute(f"DROP FUNCTION IF EXISTS {function} CASCADE")


def _load_tables(
    folder: Path, manifest: Manifest, identity: Identity | None, targets: list[tuple[str, str]], progress: Progress
) -> int:
    progress("migrations of the backup", 0, 1)
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    registry: Apps = MigrationExecutor(connection).loader.project_state(targets).apps
    found = {model._meta.db_table: model for model in tables(registry)}
    rows = 0
    with transaction.atomic():  # constraints are checked at its end, so the order of tables does not matter
        with connection.cursor() as cursor:
            for name in found:  # what migrations have put there
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(name)}")  # nosec B608 # a table of the models, quoted
        for number, (name, table) in enumerate(manifest.tables.items()):
            if is_former(name):
                continue
            if name not in found:
                raise BackupError("newer", f"There is no table {name}.", "Install the version that made the backup.")
            loader = Loader(connection, found[name], table["columns"])
            read_object(
                folder, table["object"]["name"], identity, Lines(_reporting(loader, name, number, manifest, progress))
            )
            loader.finish()
            rows += loader.rows
        continue_numbers(connection, list(found.values()), manifest.last_numbers)
    return rows


def _continue_numbers_again(manifest: Manifest) -> None:
    """On SQLite, a migration that rebuilds a table forgets the last number of a row that was deleted."""
    if connection.vendor != "sqlite":
        return
    there = set(connection.introspection.table_names())
    now = last_numbers(connection, list(manifest.last_numbers))
    wanted = {name: max(number, now.get(name, 0)) for name, number in manifest.last_numbers.items() if name in there}
    continue_numbers(connection, [], wanted)


def _reporting(
    loader: Loader, name: str, number: int, manifest: Manifest, progress: Progress
) -> Callable[[bytes], None]:
    def take(line: bytes) -> None:
        loader.add(line)
        if loader.rows % 10_000 == 0:
            progress(f"{name}, {loader.rows:,} rows", number, len(manifest.tables))

    return take


def _check_heads(manifest: Manifest) -> None:
    from annotation.work.models import Assignment

    if digest_of_heads(Assignment, "default") != (manifest.heads["logs"], manifest.heads["sha256"]):
        raise damaged(manifest.heads["object"]["name"])
    # Its table was compared with the head as it was read; here is what the database made of it.
    is_kept = head_of_audit_log(apps, "default") == manifest.heads.get("audit_log")
    if not is_kept or list(broken_entries(CheckedEntries())):
        raise damaged(AUDIT_LOG)


def _write_files(
    folder: Path, manifest: Manifest, identity: Identity | None, written: list[Path], progress: Progress
) -> None:
    for number, (path, part) in enumerate(manifest.files.items()):
        progress(path, number, len(manifest.files))
        place = _inside(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        written.append(place)
        with place.open("wb") as file:
            read_object(folder, part["name"], identity, file)


def _write_settings(
    folder: Path, manifest: Manifest, identity: Identity | None, written: list[Path]
) -> tuple[Path | None, bool]:
    """Put the secret key into the data folder, unless SECRET_KEY is set; the variables beside it, in effect nowhere."""
    parts: dict[str, bytes] = {}
    for name, part in manifest.settings.items():
        content = bytearray()
        read_object(folder, part["name"], identity, _Collects(content))
        parts[name] = bytes(content)
    env = data_folder.root() / "restored.env" if "env" in parts else None
    if env is not None:
        written.append(env)
        _write_private(env, parts["env"])
    given = bool(os.environ.get("SECRET_KEY") or os.environ.get("SECRET_KEY_FILE"))
    key = parts["secret_key"]
    if given:
        return env, settings.SECRET_KEY.encode() != key
    _write_private(data_folder.root() / "secret_key", key + b"\n")
    return env, False


class _Collects:
    def __init__(self, content: bytearray) -> None:
        self._content = content

    def write(self, data: bytes) -> None:
        self._content.extend(data)


def _write_private(path: Path, content: bytes) -> None:
    partial = path.with_name(f"{path.name}.partial")
    with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
    partial.replace(path)


__all__ = ["Restored", "restore_backup"]
