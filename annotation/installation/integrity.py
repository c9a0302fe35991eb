"""Findings about what must never change: operation logs, the triggers that guard them, files of releases, the clock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from annotation.release.models import Release
from annotation.release.output_directory import MANIFEST
from annotation.work.log_verification import Checked, broken_logs
from annotation.work.models import Assignment, Operation
from config.doctor import Finding
from jobs.models import Job

NEWEST_LOGS = 500
APART = timedelta(seconds=30)  # a step of a code of a second factor
AHEAD = timedelta(minutes=2)  # of a row that was written on another machine
# Triggers of the migrations, which refuse to change or to delete rows that are only ever added.
TABLES = (
    *("annotation_operation", "annotation_discussionentry", "annotation_auditentry", "shared_tasks_submissionscore"),
    "citations_citationdecision",
)
APPEND_ONLY = tuple(f"{table}_{refuses}" for table in TABLES for refuses in ("append_only", "refuse_removal"))
wall_clock = time.time


def examine_integrity() -> Iterator[Finding]:
    yield examine_triggers()
    yield examine_logs()
    yield examine_releases()
    yield examine_clock()
    yield examine_newest_rows()


def examine_triggers() -> Finding:
    """Whether the database refuses changes of logs and discussions. A copy made by other tools may lack them."""
    missing = sorted(set(APPEND_ONLY) - triggers())
    if missing:
        remedy = "Restore a backup with `manage.py restore`, which makes them, or make them as the migration does."
        return Finding("append-only", f"the database has no {', '.join(missing)}", remedy, "triggers-missing")
    return Finding("append-only", "the database refuses to change or delete operations, discussions and the audit log")


def triggers() -> set[str]:
    """Names of the triggers that are there and on."""
    query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {name for (name,) in cursor.fetchall()}


def examine_logs() -> Finding:
    """Verify the hash chains of the newest logs; `verify_log` takes all."""
    newest = Assignment.objects.exclude(log_head="").order_by("-pk").values_list("pk", flat=True)[:NEWEST_LOGS]
    checked = Checked()
    broken = {str(one.assignment) for one in broken_logs(Assignment.objects.filter(pk__in=list(newest)), checked)}
    if broken:
        said = f"{len(broken)} of the newest {checked.logs} were altered, such as {sorted(broken)[0]}"
        remedy = "python manage.py verify_log names all; compare them with a backup (docs/operators/incidents.md)."
        return Finding("operation logs", said, remedy, "logs-broken")
    return Finding("operation logs", f"the newest {checked.logs} are whole; verify_log takes all")


def examine_releases() -> Finding:
    """Whether each release that is listed has its folder."""
    gone = [release for release in Release.objects.select_related("project") if not (release.home / MANIFEST).is_file()]
    if gone:
        names = ", ".join(f"{release.project.slug}/{release.folder}" for release in gone[:5])
        remedy = "Copy releases/ of the data folder from a backup, or restore it whole."
        return Finding("releases", f"{len(gone)} without files: {names}", remedy, "release-files-missing")
    return Finding("releases", "each has its files")


def examine_clock() -> Finding:
    """Compare the clocks of this machine and of the database; leases, codes and times of the data stand on them."""
    query = "SELECT strftime('%s', 'now')"
    if connection.vendor == "postgresql":
        query = "SELECT extract(epoch FROM clock_timestamp())"
    with connection.cursor() as cursor:
        cursor.execute(query)
        (seconds,) = cursor.fetchone()
    apart = abs(float(seconds) - wall_clock())
    if apart > APART.total_seconds():
        said = f"the machine and the database are {apart:.0f} s apart"
        return Finding("clock", said, "Let NTP set both: timedatectl set-ntp true", "clocks-apart")
    return Finding("clock", "the machine and the database agree")


def examine_newest_rows() -> Finding:
    """Whether rows come from the future: then the clock was wrong when they were written, or is wrong now."""
    found = [
        Operation.objects.order_by("-pk").values_list("received_at", flat=True).first(),
        Job.objects.order_by("-pk").values_list("created_at", flat=True).first(),
    ]
    latest = max((one for one in found if one is not None), default=None)
    if latest is not None and latest > timezone.now() + AHEAD:
        return Finding("clock", _ahead(latest), "Let NTP set it: timedatectl set-ntp true", "clock-behind")
    return Finding("clock", "no row is of the future")


def _ahead(latest: datetime) -> str:
    return f"the newest row is of {latest:%Y-%m-%d %H:%M} UTC, which is to come: the clock is, or was, wrong"
