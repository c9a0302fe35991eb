"""Operators are told of a trouble once, and when it is over: by a real mail server and a real HTTP server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from email import message_from_bytes
from io import StringIO
from ipaddress import ip_network
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.core.management import CommandError, call_command
from django.utils import timezone

from frontend.site import alerts
from frontend.site.alerts import Trouble, compared, tell, why_refused
from frontend.site.check_job import KIND
from jobs.enqueue import enqueue
from jobs.models import Job, JobState
from jobs.runner import run
from tests.release.test_webhook import Receiver, receiver
from tests.servers.process import free_port

__all__ = ["receiver"]
DISK, REDIS = Trouble("disk", "only 3 MiB free", "Free some space."), Trouble("Redis", "away", "Start it.")
NOW = datetime(2026, 11, 26, 8, tzinfo=timezone.get_fixed_timezone(0))


class Mailbox:
    """What a mail server was given: recipients and message."""

    def __init__(self) -> None:
        self.mails: list[tuple[list[str], Any]] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.mails.append((envelope.rcpt_tos, message_from_bytes(envelope.content)))
        return "250 OK"


@pytest.fixture
def mailbox(settings) -> Iterator[Mailbox]:
    box, port = Mailbox(), free_port()
    server = Controller(box, hostname="127.0.0.1", port=port)
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", port, False
    settings.ATTEST_ALERT_MAIL = ["ops@example.org", "boss@example.org"]
    yield box
    server.stop()


@pytest.fixture
def hook(receiver: Receiver, settings, monkeypatch) -> Receiver:
    monkeypatch.setattr(alerts, "PAUSES", (0.0, 0.0, 0.0))
    settings.ATTEST_WEBHOOK_NETWORKS, settings.ATTEST_ALERT_WEBHOOK = [ip_network("127.0.0.0/8")], receiver.url
    return receiver


def test_a_trouble_is_told_once_again_after_a_day_and_when_it_is_over(mailbox, hook):
    state: alerts.State = {}
    told = []
    looks = ((0, [DISK]), (1, [DISK, REDIS]), (2, [DISK]), (3, [DISK, REDIS]), (25, [DISK]), (26, []), (60, []))
    for hours, troubles in looks:
        before = len(mailbox.mails)
        state = tell(troubles, state, NOW + timedelta(hours=hours))
        told += [(hours, message["Subject"]) for _to, message in mailbox.mails[before:]]
    assert told == [
        (0, "[Attest] disk"),
        (1, "[Attest] Redis"),
        (2, "[Attest] resolved"),  # Redis: that it comes back within the day is not told
        (25, "[Attest] disk"),
        (26, "[Attest] resolved"),
    ]
    assert state == {}
    to, first = mailbox.mails[0]
    assert to == ["ops@example.org", "boss@example.org"] and "Free some space." in first.get_payload()
    bodies = [json.loads(body) for _headers, body in hook.received]
    assert [(one["event"], [p["subject"] for p in one["problems"]], one["resolved"]) for one in bodies] == [
        ("trouble", ["disk"], []),
        ("trouble", ["Redis"], []),
        ("resolved", [], ["Redis"]),
        ("trouble", ["disk"], []),
        ("resolved", [], ["disk"]),
    ]


def test_what_nobody_received_is_told_at_the_next_look(hook):
    hook.status = 500
    state = tell([DISK], {}, NOW)
    assert state["disk"]["sent_at"] is None and len(hook.received) == len(alerts.PAUSES)
    hook.status = 302  # to itself: not followed
    tell([DISK], state, NOW)
    assert len(hook.received) == 2 * len(alerts.PAUSES)
    hook.status = 204
    assert tell([DISK], state, NOW)["disk"]["sent_at"] is not None
    assert compared([], state, NOW)[1] == alerts.News()  # nobody knows of it: nothing is over


def test_where_it_is_sent(settings):
    settings.ATTEST_WEBHOOK_NETWORKS = []
    assert why_refused("https://hooks.example.org/x") == ""
    for url in (
        "http://hooks.example.org/x",
        "https://127.0.0.1/x",
        "https://10.0.0.1/x",
        "ftp://a",
        "https://a:b@c.org",
    ):
        assert why_refused(url), url


@pytest.mark.django_db
def test_the_job_tells_and_the_next_one_knows_what_was_told(mailbox, settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path
    tmp_path.chmod(0o755)  # others may read it
    failed = Job.objects.create(kind="make_release", state=JobState.FAILED, finished_at=timezone.now())
    for _ in range(2):
        made = run(enqueue(KIND).pk)
        assert made is not None and made.state == JobState.DONE, made
    ((_to, message),) = mailbox.mails
    text = message.get_payload()
    assert "files: " in text and "failed jobs: 1 " in text
    tmp_path.chmod(0o700)
    failed.delete()
    run(enqueue(KIND).pk)
    assert len(mailbox.mails) == 2 and "Resolved: failed jobs" in mailbox.mails[1][1].get_payload()


def test_the_command_says_what_was_delivered(mailbox, hook, settings):
    said = StringIO()
    call_command("test_alert", stdout=said)
    assert said.getvalue() == "mail: delivered\nwebhook: delivered\n" and len(mailbox.mails) == len(hook.received) == 1
    settings.EMAIL_PORT = free_port()
    said = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("test_alert", stdout=said)
    assert caught.value.returncode == 1 and "webhook: delivered" in said.getvalue()
    settings.ATTEST_ALERT_MAIL, settings.ATTEST_ALERT_WEBHOOK = [], ""
    with pytest.raises(CommandError):
        call_command("test_alert")
