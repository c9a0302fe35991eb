"""The webhook "release made": signed, tried again after a while, logged, and never in the way of a release."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from annotation.models import Release, Webhook, WebhookDelivery
from annotation.release import job as making
from annotation.release.formats.files import sha256_of
from annotation.release.summary import ReleaseOptions
from annotation.release.webhook import alerts_job
from annotation.release.webhook import request as sending
from annotation.release.webhook.addresses import RefusedAddress, refuse_literal, resolve, target_of
from annotation.release.webhook.delivery_job import BACK_OFF, KIND
from annotation.release.webhook.request import NotDelivered, post
from annotation.release.webhook.signing import signature
from annotation.work.assignment import assign_next
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from jobs.models import Job, JobState, JobWorker
from jobs.runner import run_next
from tests.frontend.html import select, texts

pytestmark = pytest.mark.both_databases
PAGE = "/p/harbour/releases/webhook/"
OPTIONS = ReleaseOptions(formats=frozenset({"feverous"}))


class Receiver(ThreadingHTTPServer):
    """A system that is told: keeps what it receives and answers with `status`."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.status, self.received = 204, list[tuple[dict[str, str], bytes]]()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/told?by=attest"


class Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append(({"path": self.path, **dict(self.headers)}, body))
        self.send_response(self.server.status)
        self.send_header("Location", self.server.url)
        self.end_headers()

    def log_message(self, *_said: object) -> None:
        """Nothing is printed."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def silent() -> Iterator[str]:
    """The address of a server that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"


@pytest.fixture(autouse=True)
def site(settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path / "var"
    settings.ATTEST_DATA_DIR.mkdir()
    settings.ATTEST_WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]


@pytest.fixture
def at(manager) -> Client:
    client = Client()
    client.force_login(manager)
    return client


def hook(project, url: str) -> Webhook:
    return Webhook.objects.create(project=project, url=url, secret="s3cret")


def released(project, manager) -> Release:
    """A release, made by a worker; what it announces waits."""
    making.enqueue_release(making.KIND, project=project, settings=OPTIONS, asked_by=manager)
    job = run_next()
    assert job is not None and (job.kind, job.state) == (making.KIND, JobState.DONE), job and job.error
    return Release.objects.get(job=job)


def test_a_release_is_announced_with_a_signature(project, claims, manager, receiver):
    hook(project, receiver.url)
    release = released(project, manager)
    assert receiver.received == []  # a worker sends it, not the release
    before = time.time()
    job = run_next()
    assert job is not None and (job.kind, job.state) == (KIND, JobState.DONE), job and job.error
    ((headers, body),) = receiver.received
    told = json.loads(body)
    delivery = WebhookDelivery.objects.get()
    assert (told["event"], told["project"], told["delivery"]) == ("release.made", "harbour", str(delivery.public_id))
    assert told["release"]["manifest_sha256"] == release.manifest_sha256
    assert told["release"]["api"] == f"/api/v1/projects/harbour/releases/{release.pk}/"
    assert headers["path"] == "/told?by=attest" and headers["Attest-Event"] == "release.made"
    assert headers["Attest-Delivery"] == str(delivery.public_id)
    assert abs(int(headers["Attest-Timestamp"]) - before) < 30
    signed = hmac.new(b"s3cret", headers["Attest-Timestamp"].encode() + b"." + body, hashlib.sha256).hexdigest()
    assert headers["Attest-Signature"] == f"sha256={signed}"
    assert (delivery.state, delivery.release) == ("delivered", release)
    assert [one["status"] for one in delivery.attempts] == [204]


@pytest.mark.parametrize("only", [["--only", "feverous"], ["--format", "feverous"]])
def test_a_release_of_the_command_is_announced_too(project, claims, receiver, tmp_path, only):
    hook(project, receiver.url)
    out = tmp_path / "2026-11"
    call_command("export_dataset", str(out), "--project", "harbour", *only)
    assert receiver.received == []
    assert run_next().state == JobState.DONE
    ((_headers, body),) = receiver.received
    told = json.loads(body)
    assert (told["event"], told["release"]["name"]) == ("release.made", "2026-11")
    assert (told["release"]["id"], told["release"]["api"]) == (None, None)
    assert told["release"]["manifest_sha256"] == sha256_of(out / "manifest.json")
    assert WebhookDelivery.objects.get().release is None and not Release.objects.exists()


def test_the_command_announces_nothing_without_a_webhook_or_a_release(project, claims, receiver, tmp_path):
    call_command("export_dataset", str(tmp_path / "one"), "--project", "harbour", "--only", "feverous")
    hook(project, receiver.url)
    with pytest.raises(CommandError):
        call_command("export_dataset", str(tmp_path / "one"), "--project", "harbour", "--only", "feverous")
    assert not WebhookDelivery.objects.exists() and run_next() is None


def test_the_signature_is_that_of_the_guide():
    assert signature("key", 1_700_000_000, b"{}") == (
        "sha256=" + hmac.new(b"key", b"1700000000.{}", hashlib.sha256).hexdigest()
    )


@pytest.mark.parametrize("status", [500, 404, 302])
def test_a_delivery_is_tried_again_later_and_later_and_given_up(project, claims, manager, receiver, status):
    hook(project, receiver.url)
    receiver.status = status
    released(project, manager)
    for tried, wait in enumerate(BACK_OFF, start=1):
        job = run_next()
        assert job is not None and job.state == JobState.WAITING
        assert abs(job.not_before - timezone.now() - wait) < timedelta(seconds=20)
        assert WebhookDelivery.objects.get().state == "waiting" and len(receiver.received) == tried
        assert run_next() is None  # not yet
        Job.objects.filter(pk=job.pk).update(not_before=timezone.now())
    assert run_next().state == JobState.DONE
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, [one["status"] for one in delivery.attempts]) == ("failed", [status] * 6)
    assert len({body for _headers, body in receiver.received}) == 1 and len(receiver.received) == 6
    assert run_next() is None


def test_a_receiver_that_comes_back_is_told(project, claims, manager, receiver):
    hook(project, receiver.url)
    receiver.status = 503
    released(project, manager)
    run_next()
    Job.objects.update(not_before=timezone.now())
    receiver.status = 200
    assert run_next().state == JobState.DONE
    assert [one["status"] for one in WebhookDelivery.objects.get().attempts] == [503, 200]


def test_one_that_does_not_answer_is_left_after_a_while(project, claims, manager, silent, monkeypatch):
    """The release is there, and other jobs are done meanwhile."""
    monkeypatch.setattr(sending, "SECONDS", 0.3)
    hook(project, silent)
    release = released(project, manager)
    began = time.monotonic()
    job = run_next()
    assert time.monotonic() - began < 5 and job.state == JobState.WAITING
    (attempt,) = WebhookDelivery.objects.get().attempts
    assert attempt["status"] is None and attempt["error"] == "no answer within 0.3 seconds"
    assert release.home.is_dir()
    later = released(project, manager)
    assert later.pk > release.pk and WebhookDelivery.objects.count() == 2


def test_one_that_answers_a_letter_at_a_time_is_left_too():
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            connection, _address = server.accept()
            with connection:
                try:
                    for letter in b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 100:
                        connection.send(bytes([letter]))
                        time.sleep(0.1)
                except OSError:
                    return

        threading.Thread(target=drip, daemon=True).start()
        began = time.monotonic()
        with pytest.raises(NotDelivered, match="no answer within"):
            post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {}, 0.5)
        assert time.monotonic() - began < 5


def test_nobody_there_is_an_error_of_the_attempt(project, claims, manager):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    hook(project, f"http://127.0.0.1:{port}/")
    released(project, manager)
    assert run_next().state == JobState.WAITING
    assert "refused" in WebhookDelivery.objects.get().attempts[0]["error"].lower()


def test_without_a_webhook_nothing_is_announced(project, claims, manager, receiver):
    released(project, manager)
    Webhook.objects.create(project=project, url=receiver.url, secret="s", is_on=False)
    released(project, manager)
    assert not WebhookDelivery.objects.exists() and run_next() is None and receiver.received == []


def test_one_that_is_switched_off_meanwhile_is_told_nothing(project, claims, manager, receiver):
    hook(project, receiver.url)
    released(project, manager)
    Webhook.objects.update(is_on=False)
    assert run_next().state == JobState.DONE
    assert (WebhookDelivery.objects.get().state, receiver.received) == ("failed", [])


# --- Addresses -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "file:///etc/passwd",
        "example.org",
        "http://",
        "http://a:b@example.org/",
        "http://example.org:99999/",
        "javascript:alert(1)",
        "http://exa mple.org/",
        "http://example.org/\r\nX: y",
    ],
)
def test_addresses_that_are_none_of_the_web_are_refused(url, project, at):
    with pytest.raises(RefusedAddress):
        target_of(url)
    assert at.post(PAGE, {"url": url}).status_code == 400
    assert not Webhook.objects.exists()


PRIVATE = [
    *("127.0.0.1", "localhost", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.0", "224.0.0.1"),
    *("[::1]", "[fe80::1]", "[fd00::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "100.64.0.1"),
]


@pytest.mark.parametrize("host", PRIVATE)
def test_private_addresses_are_refused_unless_the_operator_allows_them(host, project, at, settings):
    settings.ATTEST_WEBHOOK_NETWORKS = []
    target = target_of(f"http://{host}/")
    with pytest.raises(RefusedAddress):
        refuse_literal(target)
    assert at.post(PAGE, {"url": f"http://{host}/"}).status_code == 400
    with pytest.raises(NotDelivered, match="ATTEST_WEBHOOK_NETWORKS"):
        post(f"http://{host}/", b"{}", {})
    settings.ATTEST_WEBHOOK_NETWORKS = [ip_network("0.0.0.0/0"), ip_network("::/0")]
    refuse_literal(target)


def test_a_name_that_leads_to_a_private_address_is_refused_when_it_is_sent(monkeypatch, settings):
    """Whatever else it leads to: all of its addresses count."""
    settings.ATTEST_WEBHOOK_NETWORKS = []
    places = [(2, 1, 6, "", ("93.184.215.14", 80)), (2, 1, 6, "", ("10.0.0.1", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_more: places)
    target = target_of("http://example.org/")
    refuse_literal(target)
    with pytest.raises(RefusedAddress):
        resolve(target)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_more: places[:1])
    assert resolve(target) == "93.184.215.14"


# --- The page --------------------------------------------------------------------------------------------------------
def test_a_manager_sets_it_up_and_sees_the_secret_once(project, at, receiver):
    answer = at.post(PAGE, {"url": receiver.url, "is_on": "on"})
    stored = Webhook.objects.get()
    assert texts(answer.text, "code.secret") == [stored.secret] and len(stored.secret) >= 43
    assert stored.secret not in at.get(PAGE).text
    answer = at.post(f"{PAGE}secret/")
    assert texts(answer.text, "code.secret") == [Webhook.objects.get().secret] != [stored.secret]
    kept = Webhook.objects.get().secret
    assert at.post(PAGE, {"url": receiver.url}).status_code == 302
    assert (Webhook.objects.get().is_on, Webhook.objects.get().secret) == (False, kept)
    at.post(PAGE, {"url": ""})
    assert not Webhook.objects.exists()


def test_deliveries_are_listed_and_sent_again(project, at, receiver):
    hook(project, receiver.url)
    receiver.status = 500
    at.post(f"{PAGE}test/")
    run_next()
    html = at.get(PAGE).text
    assert [one.attributes["data-state"] for one in select(html, "[data-state]")] == ["waiting"]
    assert " 500 " in texts(html, ".attempts li")[0]
    receiver.status = 200
    Job.objects.update(not_before=timezone.now())
    run_next()
    (first,) = WebhookDelivery.objects.all()
    at.post(f"{PAGE}deliveries/{first.pk}/again/")
    run_next()
    again, _first = WebhookDelivery.objects.all()
    assert (again.state, again.event) == ("delivered", "test") and again.public_id != first.public_id
    Webhook.objects.update(is_on=False)
    at.post(f"{PAGE}test/")
    assert WebhookDelivery.objects.count() == 2


def waiting_reports(project, verifier, number: int) -> None:
    for _n in range(number):
        held = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
        assert held is not None
        report(assignment=held, reasons=["language"])


def test_new_alerts_are_sent_once_and_again_when_their_numbers_have_changed(project, claims, verifier, receiver, at):
    JobWorker.objects.create(seen_at=timezone.now())
    waiting_reports(project, verifier, 1)
    at.post(PAGE, {"url": receiver.url, "is_on": "on", "sends_alerts": "on"})
    for sent in (["reports"], []):  # at first, and an hour later
        look = run_next()
        assert look is not None and (look.kind, look.state) == (alerts_job.KIND, JobState.WAITING), look and look.error
        assert abs(look.not_before - timezone.now() - alerts_job.EVERY) < timedelta(seconds=20)
        delivery = run_next()
        assert (delivery is not None) == bool(sent)
        Job.objects.filter(pk=look.pk).update(not_before=timezone.now())
    waiting_reports(project, verifier, 1)
    assert run_next().state == JobState.WAITING and run_next().kind == KIND
    first, second = (json.loads(body) for _headers, body in receiver.received)
    assert first["event"] == "alerts.new"
    assert [(one["kind"], one["n"]) for one in first["alerts"] if one["kind"] == "reports"] == [("reports", 1)]
    assert [(one["key"], one["n"]) for one in second["alerts"]] == [("reports", 2)]


def test_alerts_are_not_sent_unasked(project, claims, verifier, receiver, at):
    waiting_reports(project, verifier, 1)
    at.post(PAGE, {"url": receiver.url, "is_on": "on"})
    assert run_next() is None
    at.post(PAGE, {"url": receiver.url, "is_on": "on", "sends_alerts": "on"})
    at.post(PAGE, {"url": receiver.url, "is_on": "on"})
    assert run_next().state == JobState.DONE and receiver.received == []
