"""New alerts by mail: to those who asked, each once, again when it came back or got worse; and no words of claims."""

from __future__ import annotations

from smtplib import SMTPServerDisconnected

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from annotation.alerts.alert import Alert, Kind
from annotation.alerts.announcements import mark_sent, unsent
from annotation.alerts.inbox import sorted_in
from annotation.alerts.mail import mail_new_alerts, mail_text
from annotation.alerts.models import AlertAnnouncement, AlertReview
from annotation.projects.member_settings import MemberSettings
from annotation.projects.models import Role
from annotation.release.webhook.alerts_job import KIND
from annotation.work.assignment import assign_next
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from jobs.models import Job, JobState, JobWorker
from jobs.runner import run_next
from tests.cast import CLAIMS, member

pytestmark = pytest.mark.both_databases
PAGE = "/p/harbour/manage/alerts/mail/"


def speed(n: int = 100, value: float = 0.4) -> Alert:
    return Alert(kind=Kind.SPEED, n=n, value=value, reference=45.0, person=1, detail="claim_verification")


def words(n: int = 40) -> Alert:
    return Alert(kind=Kind.WORD, n=n, value=0.9, reference=0.1, detail="REFUTES", name="allegedly")


@pytest.fixture
def subscribed(project, manager) -> MemberSettings:
    return MemberSettings.objects.create(project=project, user=manager, alert_address="maya@example.org")


def test_an_alert_is_sent_once_to_whoever_asked(project, manager, subscribed):
    mona = member(project, "mona", Role.MANAGER)
    assert mail_new_alerts(project, sorted_in([speed(), words()], {})) == 1
    assert mail_new_alerts(project, sorted_in([speed(), words()], {})) == 0
    [sent] = mail.outbox
    assert sent.to == ["maya@example.org"]
    assert "allegedly" not in sent.body and sent.body.count("\n- ") == 1 and "/p/harbour/manage/" in sent.body
    MemberSettings.objects.create(project=project, user=mona, alert_address="mona@example.org")
    assert mail_new_alerts(project, sorted_in([speed()], {})) == 1


@pytest.mark.parametrize(
    ("later", "count"),
    [
        ([speed(n=199, value=0.45)], 0),
        ([speed(n=200)], 1),
        ([speed(value=0.5)], 1),
        ([speed(value=0.2)], 0),  # it has become better
        ([speed(), words()], 1),
    ],
)
def test_what_got_worse_is_sent_again(project, subscribed, later, count):
    mail_new_alerts(project, sorted_in([speed()], {}))
    assert mail_new_alerts(project, sorted_in(later, {})) == count


def test_what_went_away_and_came_back_is_sent_again(project, subscribed):
    for found, count in (([speed()], 1), ([], 0), ([speed()], 1)):
        assert mail_new_alerts(project, sorted_in(found, {})) == count


def test_what_was_reviewed_is_not_sent_and_the_webhook_keeps_its_own_account(project, manager, subscribed):
    seen = AlertReview(key=speed().key, n=100, value=0.4, state="seen")
    found = sorted_in([speed()], {speed().key: seen})
    assert mail_new_alerts(project, found) == 0
    mark_sent(project, [speed()], None)
    assert unsent(project, sorted_in([speed()], {}), None) == []
    assert mail_new_alerts(project, sorted_in([speed()], {})) == 1


def test_whoever_manages_no_more_is_sent_nothing(project, manager, subscribed):
    member(project, "mona", Role.MANAGER)
    project.memberships.filter(user=manager).delete()
    assert mail_new_alerts(project, sorted_in([speed()], {})) == 0


def test_a_mail_that_the_server_refuses_is_sent_at_the_next_look(project, subscribed, settings):
    settings.EMAIL_BACKEND = "tests.alerts.test_alert_mail.Refusing"
    assert mail_new_alerts(project, sorted_in([speed()], {})) == 0
    assert not AlertAnnouncement.objects.exists()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert mail_new_alerts(project, sorted_in([speed()], {})) == 1


class Refusing:
    """A mail server that hangs up."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        pass

    def send_messages(self, messages: object) -> int:
        raise SMTPServerDisconnected


def test_the_name_of_a_project_is_no_second_header(project, subscribed):
    project.name = "Harbour\nBcc: everybody@example.org"
    assert mail_new_alerts(project, sorted_in([speed()], {})) == 1
    assert mail.outbox[0].recipients() == ["maya@example.org"]


def test_a_manager_asks_on_the_page_and_a_worker_sends(client: Client, project, claims, verifier, manager):
    JobWorker.objects.create(seen_at=timezone.now())
    held = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    report(assignment=held, reasons=["language"])
    client.force_login(manager)
    assert client.post(PAGE, {"address": "nobody"}).status_code == 400
    assert not Job.objects.filter(kind=KIND).exists()
    client.post(PAGE, {"address": "maya@example.org"})
    look = run_next()
    assert look is not None and (look.kind, look.state) == (KIND, JobState.WAITING), look
    [sent] = mail.outbox
    assert "- " in sent.body and not any(claim in sent.body for claim in CLAIMS)
    client.post(PAGE, {"address": ""})
    Job.objects.filter(pk=look.pk).update(not_before=timezone.now())
    assert run_next().state == JobState.DONE and len(mail.outbox) == 1


def test_long_lists_are_cut(project):
    assert mail_text(project, [speed()] * 80).count("\n- ") == 50
