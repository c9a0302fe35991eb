"""The real work through PgBouncer in transaction mode: many connections of ours share a few of the server."""

from __future__ import annotations

import io
import subprocess
from collections import Counter

import pytest
from django.core.management import call_command
from django.db import connection

from annotation.claims.claim_importer import create_tasks
from annotation.models import Assignment, Claim, Draft, Operation, Release, Submission, Task
from annotation.projects.models import Role
from annotation.release.job import KIND, enqueue_release
from annotation.release.summary import ReleaseOptions
from annotation.work.log_verification import Checked, broken_logs
from jobs.models import Job, JobState
from tests.cast import member
from tests.conftest import ROOT
from tests.servers.pgbouncer import pgbouncer
from tests.servers.process import PYTHON, ServerMissing, django_environment, test_database_url

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both_databases,
    pytest.mark.postgresql,
    pytest.mark.servers,
]
CLAIMS, PROCESSES, THREADS, CONNECTIONS = 20, 2, 3, 3


@pytest.fixture
def pooled():
    """Starts a pooler with so many connections to the test database: its address."""
    started = []

    def start(connections):
        try:
            started.append(pgbouncer(test_database_url(), connections))
            return started[0].__enter__()
        except ServerMissing as missing:
            started.clear()
            pytest.skip(str(missing))

    yield start
    for one in started:
        one.__exit__(None, None, None)


def start(address, *command):
    environment = django_environment(DATABASE_URL=address, DATABASE_POOLER="transaction")
    return subprocess.Popen(
        [PYTHON, "-m", "tests.deployment.pooled_work", *map(str, command)],
        env=environment,
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def said(process):
    words = process.communicate(timeout=120)[0]
    assert process.returncode == 0, words
    return words


@pytest.mark.extended
def test_work_a_backup_and_a_release_over_a_few_connections(pooled, project, manager, tmp_path):
    made = Claim.objects.bulk_create(Claim(project=project, text=f"Claim number {n}.") for n in range(CLAIMS))
    create_tasks(project=project, claims=made)
    names = [f"person-{n}" for n in range(PROCESSES * THREADS)]
    for name in names:
        member(project, name, Role.VERIFIER)
    address = pooled(CONNECTIONS)
    enqueue_release(KIND, project=project, settings=ReleaseOptions(formats=frozenset({"feverous"})), asked_by=manager)
    folders = (tmp_path / "backup", "-")
    crowd = [start(address, project.slug, out, *names[n::PROCESSES]) for n, out in enumerate(folders)]
    assert sum(int(said(one).split()[-1]) for one in crowd) == CLAIMS
    call_command("verify_backup", folders[0], stdout=io.StringIO())
    assert set(Job.objects.values_list("state", flat=True)) == {JobState.DONE}
    assert Release.objects.get().project == project
    assert set(Task.objects.values_list("assigned_count", flat=True)) == {1}
    assert Submission.objects.count() == Assignment.objects.count() == Draft.objects.count() == CLAIMS
    assert set(Counter(Operation.objects.values_list("assignment", flat=True)).values()) == {5}  # draft-taken, too
    assert list(broken_logs(Assignment.objects.all(), Checked())) == []


def test_nothing_is_left_in_a_session_between_transactions(pooled, claims):
    """With one connection of the server: what one leaves in it, the next would see."""
    host, port = pooled(1).rpartition("@")[2].split("/")[0].split(":")
    other = connection.copy("pooled")
    other.settings_dict.update(HOST=host, PORT=port)

    def cursors_in_the_middle():
        cursor = other.chunked_cursor()
        cursor.execute("SELECT id FROM annotation_claim")
        cursor.fetchmany(1)
        with other.cursor() as beside:
            beside.execute("SELECT count(*) FROM pg_cursors WHERE name LIKE '_django%'")
            (count,) = beside.fetchone()
        assert len(cursor.fetchmany(5)) == len(claims) - 1
        cursor.close()
        return count

    assert cursors_in_the_middle() == 1  # as Django does it
    other.settings_dict["POOLER"] = "transaction"
    try:
        assert cursors_in_the_middle() == 0
        other.set_autocommit(False)
        assert cursors_in_the_middle() == 1  # streamed, and gone with the transaction
        other.rollback()
        other.set_autocommit(True)
        with other.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_cursors WHERE name LIKE '_django%'")
            assert cursor.fetchone() == (0,)
    finally:
        other.close()
