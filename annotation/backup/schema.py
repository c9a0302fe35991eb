"""The tables of a database at any state of its migrations, as models and columns."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from annotation.backup.errors import BackupError

# Not in a backup: who is logged in or slowed down, which workers run, and the search index, which is built anew.
LEFT_OUT_APPS = {"search"}
LEFT_OUT = {"annotation.session", "annotation.attempts", "sessions.session", "jobs.jobworker"}
# Apps that earlier versions had: their migrations stay recorded, their tables are not restored. An app that is taken
# out is named here: sites that had it could not restore their backups otherwise.
FORMER_APPS = {"axes"}
Node = tuple[str, str]


def applied(connection: BaseDatabaseWrapper) -> list[Node]:
    """The migrations that the database has, as it names them, in order."""
    return sorted(MigrationLoader(connection).applied_migrations)


def is_current(connection: BaseDatabaseWrapper) -> bool:
    """Whether every migration of this version is applied."""
    loader = MigrationLoader(connection)
    return all(node in loader.applied_migrations for node in loader.graph.leaf_nodes())


def known_nodes(names: list[Node]) -> list[Node]:
    """The migrations of this version that a database with these has applied.

    Raises BackupError `newer` for one that this version lacks, and `older` where it lacks the way from there.
    """
    graph, disk = _graph()
    # Of squashed migrations that were removed since, the one that replaces them still names them.
    replaced = {name for migration in disk.values() for name in migration.replaces}
    has = {node for node in names if node[0] not in FORMER_APPS}
    unknown = sorted(f"{app}.{name}" for app, name in has - set(disk) - replaced if not _is_older(app, name, disk))
    if unknown:
        words = f"The backup was made by a newer version of Attest: it has {', '.join(unknown[:5])}, unknown here."
        raise BackupError("newer", words, "Install that version, then restore.")
    found = []
    for node, migration in disk.items():
        olds = {old for old in migration.replaces if old[1] != "__first__"}
        if node in has or (olds and olds <= has):
            found.append(node)
        elif olds & has:
            words = f"The backup was made by a version from before {node[0]}.{node[1]}."
            raise BackupError("older", words, "Restore it with that version, upgrade, and back up again.")
    return [node for node in found if node in graph.nodes]


def _is_older(app: str, name: str, disk: dict[Node, Any]) -> bool:
    """Whether a name is of a migration that was squashed twice: databases keep it, no file names it any more.

    Its number is that of a squashed migration at most, as `0001_initial` is of `0001_squashed_0072_...`.
    """
    squashed = [known.split("_")[2] for of, known in disk if of == app and "_squashed_" in known]
    return name[:4].isdigit() and name[:4] <= max((one for one in squashed if one.isdigit()), default="")


def _graph() -> tuple[Any, dict[Node, Any]]:
    loader = MigrationLoader(None)
    return loader.graph, loader.disk_migrations


def targets_of(nodes: list[Node]) -> list[Node]:
    """What to migrate to so that exactly these are applied: the last ones of each app."""
    graph, _disk = _graph()
    there = set(nodes)
    return [
        node
        for node in nodes
        if not any(child.key in there and child.key[0] == node[0] for child in graph.node_map[node].children)
    ]


def models_at(connection: BaseDatabaseWrapper) -> Apps:
    """The models as the database has them: those of the code, or of its migrations where it is behind."""
    if is_current(connection):
        return apps
    loader = MigrationLoader(connection)
    there = [node for node in loader.graph.nodes if node in loader.applied_migrations]
    return loader.project_state(there).apps


def tables(registry: Apps) -> list[type[models.Model]]:
    """The models with a table of their own that a backup holds, by the names of their tables."""
    found = {}
    for model in registry.get_models(include_auto_created=True):
        meta = model._meta
        label = f"{meta.app_label}.{meta.model_name}"
        if meta.managed and not meta.proxy and meta.app_label not in LEFT_OUT_APPS and label not in LEFT_OUT:
            found[meta.db_table] = model
    return [found[name] for name in sorted(found)]


def is_former(table: str) -> bool:
    """Whether a table belonged to an app that this version has no more."""
    return table.partition("_")[0] in FORMER_APPS


def columns(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """The stored fields of a model, by the names of their columns: that order is the same at every state."""
    fields = [field for field in model._meta.local_concrete_fields if not field.generated]
    return sorted(fields, key=lambda field: str(field.column))


def last_numbers(connection: BaseDatabaseWrapper, names: list[str]) -> dict[str, int]:
    """Table -> the last number that its key was given, also where that row was deleted since."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, seq FROM sqlite_sequence")
            return {name: number for name, number in cursor.fetchall() if name in names}
        cursor.execute(
            "SELECT t.relname, s.last_value FROM pg_sequences s JOIN pg_class c ON c.relname = s.sequencename "
            "AND c.relnamespace = s.schemaname::regnamespace "
            "JOIN pg_depend d ON d.objid = c.oid AND d.deptype IN ('a', 'i') JOIN pg_class t ON t.oid = d.refobjid "
            "WHERE s.last_value IS NOT NULL AND s.schemaname = current_schema()"
        )
        return {name: number for name, number in cursor.fetchall() if name in names}


def continue_numbers(connection: BaseDatabaseWrapper, found: list[type[models.Model]], last: dict[str, int]) -> None:
    """Let the keys of new rows follow `last_numbers`: a number that was given is not given again."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name, number in last.items():
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [name])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [name, number])
            return
        for statement in connection.ops.sequence_reset_sql(no_style(), found):
            cursor.execute(statement)
        for model in found:
            name, key = model._meta.db_table, model._meta.pk
            if last.get(name) and key is not None:
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [f'"{name}"', key.column, last[name]]
                )
