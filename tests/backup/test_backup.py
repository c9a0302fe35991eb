"""Backups: consistent while people work, resumed after a full disk, verified, encrypted, rotated."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from pyrage.x25519 import Identity

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.backup.check import open_backup, verify_contents, verify_objects
from annotation.backup.errors import BackupError
from annotation.backup.job import PREFIX, rotate
from annotation.backup.manifest import MANIFEST
from annotation.backup.restore import restore_backup
from annotation.backup.schema import applied, known_nodes
from annotation.backup.write import write_backup
from annotation.models import Claim
from jobs.enqueue import enqueue
from jobs.runner import run_next
from tests.annotation.test_audit_log import unguarded
from tests.backup.conftest import PASSPHRASE
from tests.full_disk import disk_with

LEAST_NAMES = {"annotation_claim", "annotation_operation", "annotation_user", "corpus_storedpage", "annotation_job"}


def code_of(folder: Path, secret: str = "") -> str:
    with pytest.raises(BackupError) as caught:
        restore_backup(folder, secret)
    assert caught.value.remedy
    return caught.value.code


@pytest.mark.both_databases
def test_a_backup_is_of_one_moment_and_keeps_nobody_waiting(site, project, tmp_path):
    before = Claim.objects.count()

    def claim() -> None:
        try:
            Claim.objects.create(project=project, text="Written while the backup is made.")
        finally:
            connections.close_all()

    def work(_what: str, done: int, _total: int) -> None:
        if done == 0 and Claim.objects.count() == before:
            writer = threading.Thread(target=claim)
            writer.start()
            writer.join(15)
            assert not writer.is_alive()

    manifest = write_backup(tmp_path / "out", progress=work)
    assert Claim.objects.count() == before + 1
    assert manifest.tables["annotation_claim"]["rows"] == before
    assert set(manifest.tables) >= LEAST_NAMES and not any("session" in name for name in manifest.tables)
    assert {path.split("/")[0] for path in manifest.files} == {"releases", "uploads"}
    assert (tmp_path / "out").stat().st_mode & 0o077 == 0


def test_a_full_disk_is_named_at_every_step_and_the_backup_goes_on(site, tmp_path):
    out, identity = tmp_path / "out", Identity.generate()
    key = str(identity)
    for most in (0, 300, 2_000, 8_000, 40_000):
        with disk_with(most), pytest.raises(BackupError) as caught:
            write_backup(out, key)
        assert caught.value.code == "disk_full"
        assert not (out / MANIFEST).exists()
    assert code_of(out, key) == "half"
    kept = {path: path.stat().st_ino for path in (out / "files").rglob("*.age")}
    assert kept
    manifest = write_backup(out, key)
    assert {path: path.stat().st_ino for path in kept} == kept
    found, opened = open_backup(out, key)
    assert verify_objects(out, found) == len(list(manifest.objects()))
    assert verify_contents(out, found, opened) == manifest.rows
    with pytest.raises(BackupError) as caught:
        write_backup(out, key)
    assert caught.value.code == "exists"


def test_bad_backups_are_refused_by_name_and_nothing_is_changed(site, tmp_path):
    out = tmp_path / "out"
    write_backup(out, PASSPHRASE)
    people = connection.introspection.table_names()
    assert code_of(tmp_path / "none") == code_of(site) == "no_backup"
    assert code_of(out) == "no_key"
    assert code_of(out, "not the passphrase") == "wrong_key"
    assert code_of(out, PASSPHRASE) == "not_empty"
    text = (out / MANIFEST).read_text()
    manifest = json.loads(text)
    for change, code in (
        ({"version": 99}, "newer"),
        ({"migrations": [*manifest["migrations"], ["annotation", "9999_next_year"]]}, "newer"),
        ({"format": "tar"}, "damaged"),
    ):
        (out / MANIFEST).write_text(json.dumps(manifest | change))
        assert code_of(out, PASSPHRASE) == code
    (out / MANIFEST).write_text(text[:-200])
    assert code_of(out, PASSPHRASE) == "damaged"
    (out / MANIFEST).write_text(text)
    table = out / manifest["tables"]["annotation_claim"]["object"]["name"]
    table.write_bytes(table.read_bytes()[:-1] + b"!")
    with pytest.raises(CommandError, match=r"annotation_claim.*\(damaged\)"):
        call_command("verify_backup", str(out), "--key", str(_key_file(tmp_path)))
    (out / MANIFEST).unlink()
    assert code_of(out, PASSPHRASE) == "half"
    assert connection.introspection.table_names() == people


@pytest.mark.django_db
def test_a_migration_that_was_squashed_twice_is_no_newer_version():
    """Databases of before 25 November 2026 keep its name, and no file has it."""
    names = applied(connection)
    known = known_nodes(names)
    assert known_nodes([*names, ("annotation", "0001_initial"), ("annotation", "0016_kept_numbers")]) == known
    with pytest.raises(BackupError):
        known_nodes([*names, ("annotation", "0999_later")])


@pytest.mark.django_db
def test_an_app_that_was_taken_out_is_no_newer_version():
    names = applied(connection)
    known = known_nodes(names)
    assert known_nodes([*names, ("axes", "0001_initial")]) == known
    with pytest.raises(BackupError) as caught:
        known_nodes([*names, ("unheard_of", "0001_initial")])
    assert caught.value.code == "newer"


def _key_file(folder: Path) -> Path:
    path = folder / "key"
    path.write_text(f"# of the backups\n{PASSPHRASE}\n")
    return path


def test_an_identity_opens_what_its_recipient_encrypted(site, tmp_path):
    identity = Identity.generate()
    out = tmp_path / "out"
    write_backup(out, str(identity.to_public()))
    manifest, opened = open_backup(out, str(identity))
    assert verify_contents(out, manifest, opened) == manifest.rows
    assert code_of(out, str(Identity.generate())) == code_of(out, PASSPHRASE) == "wrong_key"
    for secret in ("short", "age1nonsense"):
        with pytest.raises(BackupError) as caught:
            write_backup(tmp_path / secret, secret)
        assert caught.value.code in {"short_key", "bad_key"}


@pytest.mark.django_db
def test_a_disk_that_is_not_mounted_fails_the_job_and_is_not_made_up_for(settings, tmp_path):
    settings.ATTEST_BACKUP_DIR = str(tmp_path / "mounted")
    enqueue("nightly_backup")
    job = run_next()
    assert job is not None and job.state == "failed" and "ATTEST_BACKUP_DIR" in job.error
    assert not (tmp_path / "mounted").exists()


def test_the_newest_backups_are_kept(tmp_path):
    def made(day: int, *, whole: bool) -> Path:
        folder = tmp_path / f"{PREFIX}2026-05-{day:02}T020000Z"
        folder.mkdir()
        if whole:
            (folder / MANIFEST).write_text("{}")
        return folder

    whole = [made(day, whole=True) for day in (1, 2, 4, 5)]
    broken, begun = made(3, whole=False), made(6, whole=False)
    by_hand = tmp_path / "before-the-upgrade"
    by_hand.mkdir()
    assert rotate(tmp_path, keep=2) == 3
    assert sorted(tmp_path.iterdir()) == sorted([*whole[2:], begun, by_hand])
    assert not broken.exists()


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_an_audit_log_that_was_changed_before_the_backup_is_found(project, manager, settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path / "data"
    settings.ATTEST_DATA_DIR.mkdir()
    for number in range(3):
        record(Act.SETTINGS_CHANGED, by=manager, project=project, after={"n": number})
    folders = iter(tmp_path / f"out-{number}" for number in range(3))

    def verified(changed: str = "") -> str:
        with unguarded() as editor:
            if changed:
                editor.execute(changed)
        manifest = write_backup(folder := next(folders))
        assert manifest.heads["audit_log"]["number"] == 3
        try:
            verify_contents(folder, manifest, None)
        except BackupError as error:
            return error.code
        return ""

    assert verified() == ""
    assert verified("UPDATE annotation_auditentry SET by_id = NULL WHERE number = 2") == "damaged"
    assert verified("DELETE FROM annotation_auditentry WHERE number >= 2") == "damaged"
