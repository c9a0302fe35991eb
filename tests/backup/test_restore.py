"""Restoring on either database, from the version before, with the same releases, logs and numbers; or nothing."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from pyrage.x25519 import Identity

from annotation.backup.check import verify_contents
from annotation.backup.manifest import read_manifest
from annotation.backup.objects import read_object
from annotation.backup.write import write_backup
from jobs.models import Job
from tests.servers.postgres import postgres
from tests.servers.process import ServerMissing

pytestmark = [pytest.mark.extended, pytest.mark.both_databases]
BEFORE = [("jobs", "0002_not_before")]  # the version before this table was added
FOLLOWED_LATER = {"annotation_job", "annotation_periodicjob", "django_content_type", "auth_permission"}
FOLLOWED_LATER |= {"annotation_auditentry", "annotation_audithead"}  # the restoring itself


class Content(bytearray):
    def write(self, data: bytes) -> None:
        self.extend(data)


def table_of(folder: Path, name: str) -> bytes:
    content = Content()
    read_object(folder, read_manifest(folder).tables[name]["object"]["name"], None, content)
    return bytes(content)


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for name in ("releases", "uploads")
        for path in (folder / name).rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("target", ["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)])
def test_everything_is_there_again(site, elsewhere, tmp_path, target):
    out, again, home = tmp_path / "out", tmp_path / "again", tmp_path / "elsewhere"
    last = Job.objects.create(kind="build_index").pk
    Job.objects.filter(pk=last).delete()
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    if target == "sqlite":  # from the version before
        MigrationExecutor(connection).migrate(BEFORE)
    try:
        manifest = write_backup(out)
    finally:
        MigrationExecutor(connection).migrate(leaves)
    home.mkdir()
    with ExitStack() as servers:
        try:
            url = servers.enter_context(postgres()) if target == "postgresql" else ""
        except ServerMissing as reason:
            pytest.skip(str(reason))
        restored = elsewhere("restore", str(out), "--no-index", url=url)
        assert restored.returncode == 0, restored.stderr
        said = elsewhere("verify_log", url=url)
        assert said.returncode == 0 and f"{manifest.tables['annotation_operation']['rows']} operations" in said.stdout
        assert "(not_empty)" in elsewhere("restore", str(out), url=url).stderr
        create = "from jobs.models import Job; print('new', Job.objects.create(kind='build_index').pk)"
        assert f"new {last + 1}" in elsewhere("shell", "-c", create, url=url).stdout
        assert elsewhere("backup", str(again), url=url).returncode == 0
    assert files_below(home) == files_below(site) and files_below(home)
    assert (home / "secret_key").read_text().strip() == django_settings.SECRET_KEY
    second = read_manifest(again)
    assert verify_contents(again, second, None) == second.rows
    assert second.heads["sha256"] == manifest.heads["sha256"] and second.heads["logs"] > 0
    assert second.heads["audit_log"]["number"] == manifest.heads["audit_log"]["number"] + 1 > 1
    counts = {name: table["rows"] for name, table in manifest.tables.items() if name not in FOLLOWED_LATER}
    assert {name: second.tables[name]["rows"] for name in counts} == counts
    if connection.vendor == target == "sqlite":  # PostgreSQL orders the keys of JSON
        assert [name for name in counts if table_of(out, name) != table_of(again, name)] == []


def test_a_full_disk_leaves_nothing_behind(site, elsewhere, tmp_path):
    out, home = tmp_path / "out", tmp_path / "elsewhere"
    identity = Identity.generate()
    write_backup(out, str(identity.to_public()))
    home.mkdir()
    key = tmp_path / "key"
    key.write_text(str(identity))
    failed = elsewhere("restore", str(out), "--key", str(key), most_kb=400)
    assert failed.returncode == 1 and "(disk_full)" in failed.stderr, failed.stderr
    assert [path.name for path in home.rglob("*") if path.is_file() and path.name != "secret_key"] == []
