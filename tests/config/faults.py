"""Faults of an installation by the words of docs/operators/doctor.md, and how each is planted in the demo."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

import config.doctor
from annotation.accounts.second_factor import begin_set_up
from annotation.backup.job import KIND, PREFIX
from annotation.backup.manifest import HEADS, Manifest, write_manifest
from annotation.demo.accounts import PEOPLE
from annotation.installation import integrity
from annotation.management.commands import doctor
from annotation.models import Assignment, Project, Release, SecondFactor, User
from annotation.projects.member_settings import MemberSettings
from corpus.models import Corpus, Redirect
from jobs.models import Job, JobState, JobWorker
from tests.config.test_settings import ROOT
from tests.servers.identity_provider import identity_provider
from tests.servers.process import free_port
from tests.servers.redis import redis_server


@dataclass
class Site:
    """The demo, and what a fault is planted with; `undo` runs at the end of the test."""

    settings: Settings
    patch: pytest.MonkeyPatch
    data: Path
    scratch: Path
    request: pytest.FixtureRequest
    undo: ExitStack

    def public(self) -> None:
        """A site behind TLS that others reach, as it should be."""
        made = self.settings
        made.HTTPS, made.ATTEST_PROXIES, made.ALLOWED_HOSTS = True, 1, ["attest.example.org"]
        made.ATTEST_SITE_URL = f"https://127.0.0.1:{free_port()}"
        User.objects.filter(username__in=PEOPLE).update(is_active=False)
        User.objects.create_superuser("olga", password="brisk-lagoon-teapot-41")
        made.ATTEST_BACKUP_DIR = self.other_disk()

    def other_disk(self) -> str:
        folder = tempfile.mkdtemp(dir="/dev/shm")
        self.undo.callback(shutil.rmtree, folder)
        return folder

    def redis(self, url: str) -> None:
        self.settings.REDIS_URL = url
        self.settings.CELERY_BEAT_SCHEDULE_FILENAME = str(self.scratch / "celerybeat-schedule")
        (self.scratch / "celerybeat-schedule").touch()


# --- Plantings: files and addresses -----------------------------------------------------------------------------------


def set_(**values: object) -> Callable[[Site], None]:
    def plant(site: Site) -> None:
        for name, value in values.items():
            setattr(site.settings, name, value)

    return plant


def public_with(**values: object) -> Callable[[Site], None]:
    def plant(site: Site) -> None:
        site.public()
        set_(**values)(site)

    return plant


def old_package(site: Site) -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    site.patch.setattr(doctor, "PYPROJECT", site.scratch / "pyproject.toml")
    doctor.PYPROJECT.write_text(text.replace("pyarrow~=", "pyarrow~=9"))


def open_secret_key(site: Site) -> None:
    (site.data / "secret_key").write_text("x")
    (site.data / "secret_key").chmod(0o644)


def open_env(site: Site) -> None:
    (site.scratch / "env").touch(0o600)
    (site.scratch / "env").chmod(0o640)
    site.patch.setenv("ATTEST_ENV_FILE", str(site.scratch / "env"))


def open_mask(site: Site) -> None:
    site.undo.callback(os.umask, os.umask(0o022))


def demo_account(site: Site) -> None:
    site.public()
    User.objects.filter(username="vera").update(is_active=True)


def write_certificate(file: Path, days: int) -> Path:
    """One for 127.0.0.1 that its own key signs, with the key."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "attest")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(now - timedelta(days=1))
    builder = builder.not_valid_after(now + timedelta(days=days))
    here = x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))])
    signed = builder.add_extension(here, critical=False).sign(key, SHA256())
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + signed.public_bytes(Encoding.PEM))
    return file


@contextmanager
def tls_server(site: Site, days: int) -> Iterator[int]:
    """A server with a certificate for 127.0.0.1 that was signed by itself and ends in so many days."""
    chain = write_certificate(site.scratch / "chain.pem", days)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            opened, _address = listening.accept()
            with opened, suppress(OSError):  # the visitor may refuse the certificate
                context.wrap_socket(opened, server_side=True).close()

        thread = threading.Thread(target=answer)
        thread.start()
        yield listening.getsockname()[1]
        thread.join()


def certificate(site: Site, days: int, *, is_trusted: bool) -> None:
    site.public()
    port = site.undo.enter_context(tls_server(site, days))
    site.settings.ATTEST_SITE_URL = f"https://127.0.0.1:{port}"
    if is_trusted:
        site.patch.setenv("SSL_CERT_FILE", str(site.scratch / "chain.pem"))


# --- Plantings: database ----------------------------------------------------------------------------------------------


def sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def no_answer(site: Site) -> None:
    """On a connection that was closed, since that of the test is in a transaction."""
    gone = connection.copy()
    gone.settings_dict = {**connection.settings_dict, "NAME": "/nowhere/attest.sqlite3", "HOST": "127.0.0.1"}
    gone.settings_dict["PORT"] = str(free_port())
    site.patch.setattr(doctor, "connection", gone)


def without_trigger(_site: Site) -> None:
    table = " ON annotation_operation" if connection.vendor == "postgresql" else ""
    sql(f"DROP TRIGGER annotation_operation_append_only{table}")


def unreadable_factor(site: Site) -> None:
    begin_set_up(User.objects.get(username="mina"))
    SecondFactor.objects.update(confirmed_at=timezone.now())
    site.settings.SECRET_KEY = "another-" * 8


def missing_release(_site: Site) -> None:
    project = Project.objects.get(slug="demo")
    Release.objects.create(project=project, folder="0001", settings={}, counts={}, size=1, manifest_sha256="0" * 64)


def late_clock(_site: Site) -> None:
    job = Job.objects.create(kind="build_index", state=JobState.DONE, finished_at=timezone.now())
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() + timedelta(days=1))


def mail_asked(_site: Site) -> None:
    membership = {"project": Project.objects.get(slug="demo"), "user": User.objects.get(username="mina")}
    MemberSettings.objects.update_or_create(**membership, defaults={"alert_address": "mina@example.org"})


# --- Plantings: servers, jobs, backups --------------------------------------------------------------------------------


def redis_hangs(site: Site) -> None:
    listening = site.undo.enter_context(socket.create_server(("127.0.0.1", 0)))
    site.redis(f"redis://127.0.0.1:{listening.getsockname()[1]}/0")


def beat_away(site: Site) -> None:
    site.redis(site.request.getfixturevalue("redis_url"))
    os.utime(site.settings.CELERY_BEAT_SCHEDULE_FILENAME, (0, 0))


def redis_password(site: Site) -> None:
    site.request.getfixturevalue("redis_url")  # skips without Redis
    url = site.undo.enter_context(redis_server("--requirepass", "brisk-lagoon-teapot-41"))
    site.redis(url.replace("redis://", "redis://:wrong@"))


def no_operator(site: Site) -> None:
    site.public()
    User.objects.update(is_superuser=False)


def no_worker(site: Site) -> None:
    site.public()
    JobWorker.objects.all().delete()


def waits_long(_site: Site) -> None:
    job = Job.objects.create(kind="build_index")
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(hours=1))


def backup(site: Site, *, hours: int, is_whole: bool) -> None:
    made = timezone.now() - timedelta(hours=hours)
    site.settings.ATTEST_BACKUP_DIR = site.other_disk()
    folder = Path(site.settings.ATTEST_BACKUP_DIR) / f"{PREFIX}{made:%Y-%m-%dT%H%M%SZ}"
    folder.mkdir()
    heads = {"name": f"{HEADS}.gz", "size": 5, "sha256": "", "length": 0}
    (folder / f"{HEADS}.gz").write_bytes(b"heads" if is_whole else b"head")
    write_manifest(folder, Manifest(made.isoformat(), "sqlite", [], "", "", heads={"object": heads}))


def failed_backup(site: Site) -> None:
    site.settings.ATTEST_BACKUP_DIR = site.other_disk()
    Job.objects.create(kind=KIND, state=JobState.FAILED, finished_at=timezone.now(), error="The disk is full.")


def provider(site: Site, **document: object) -> None:
    served = site.undo.enter_context(identity_provider())
    served.document = document
    site.settings.ATTEST_OIDC_ISSUER = served.issuer


PLANTS: dict[str, Callable[[Site], object]] = {
    "packages-missing": old_package,
    "data-folder-unwritable": set_(ATTEST_DATA_DIR=Path("/nowhere")),
    "disk-full": lambda site: site.patch.setattr(config.doctor, "LITTLE_SPACE", 1 << 60),
    "files-readable": lambda site: site.data.chmod(0o755),
    "umask": open_mask,
    "secret-key-readable": open_secret_key,
    "env-readable": open_env,
    "settings": set_(CSRF_TRUSTED_ORIGINS=["attest.example.org"]),
    "debug-public": public_with(DEBUG=True),
    "any-host": public_with(ALLOWED_HOSTS=["*"]),
    "plain-http": public_with(HTTPS=False, ATTEST_PROXIES=0),
    "no-proxy": public_with(HTTPS=False, ATTEST_PROXIES=0, ATTEST_PLAIN_HTTP=True, ATTEST_BIND="0.0.0.0"),
    "proxies-uncounted": public_with(ATTEST_PROXIES=0),
    "proxies-believed": public_with(HTTPS=False, ATTEST_PLAIN_HTTP=True, ATTEST_BIND="0.0.0.0"),
    "certificate-ends": lambda site: certificate(site, 5, is_trusted=True),
    "certificate-refused": lambda site: certificate(site, 90, is_trusted=False),
    "weak-password": lambda site: site.patch.setenv("REDIS_URL", "redis://:hunter2@redis:6379/0"),
    "demo-accounts": demo_account,
    "import-folder": set_(ATTEST_IMPORT_DIR="/nowhere"),
    "database-away": no_answer,
    "migrations-waiting": lambda site: sql("DELETE FROM django_migrations WHERE app = 'annotation'"),
    "triggers-missing": without_trigger,
    "logs-broken": lambda site: Assignment.objects.exclude(log_head="").update(log_head="0" * 64),
    "release-files-missing": missing_release,
    "clocks-apart": lambda site: site.patch.setattr(integrity, "wall_clock", lambda: 0.0),
    "clock-behind": late_clock,
    "index-missing": lambda site: shutil.rmtree(site.data / "index"),
    "index-stale": lambda site: Redirect.objects.create(
        corpus=Corpus.objects.get(slug="demo"), title="A", target="Reykjavík"
    ),
    "elasticsearch-away": lambda site: set_(ELASTICSEARCH_URL=f"http://127.0.0.1:{free_port()}")(site),
    "suggester": set_(ATTEST_SUGGESTER="baseline.nowhere.suggester"),
    "suggestions-missing": set_(ATTEST_SUGGESTER="baseline.suggester.suggester"),
    "no-operator": no_operator,
    "second-factors-unreadable": unreadable_factor,
    "second-factors-missing": set_(ATTEST_REQUIRE_SECOND_FACTOR="managers"),
    "provider-away": lambda site: set_(ATTEST_OIDC_ISSUER=f"http://127.0.0.1:{free_port()}")(site),
    "provider-settings": lambda site: provider(site, issuer="https://other.example"),
    "mail-unset": mail_asked,
    "mail-links": public_with(EMAIL_HOST="mail.example.org", ATTEST_SITE_URL="http://127.0.0.1:8000"),
    "redis-away": lambda site: site.redis(f"redis://127.0.0.1:{free_port()}/0"),
    "redis-hangs": redis_hangs,
    "redis-password": redis_password,
    "no-worker": no_worker,
    "waits-long": waits_long,
    "beat-away": beat_away,
    "backups-off": public_with(ATTEST_BACKUP_DIR=""),
    "backups-unwritable": set_(ATTEST_BACKUP_DIR="/nowhere"),
    "backups-same-disk": lambda site: set_(ATTEST_BACKUP_DIR=str(site.scratch))(site),
    "backup-failed": failed_backup,
    "backup-damaged": lambda site: backup(site, hours=1, is_whole=False),
    "backup-old": lambda site: backup(site, hours=60, is_whole=True),
}
