"""Removing a person's data: who they are goes, their annotations, pseudonym and hash chains stay."""

from __future__ import annotations

import uuid

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from annotation.accounts.second_factor import begin_set_up
from annotation.accounts.tokens import create_token
from annotation.actions.person_removal import REMOVED, preview_removal, remove_person
from annotation.actions.run import confirm, draft_on_person
from annotation.errors import AnnotationError
from annotation.models import (
    Action,
    Assignment,
    MemberSettings,
    Membership,
    ProjectInvitation,
    Question,
    Redaction,
    User,
    Verification,
)
from annotation.projects.models import Role
from annotation.release.row_ids import pseudonym
from annotation.work.log_verification import Checked, broken_logs
from annotation.work.submission import submit
from tests.cast import SENTENCE
from tests.release.conftest import hold, worked

__all__ = ["worked"]
pytestmark = pytest.mark.both_databases


@pytest.fixture
def vincent(worked, project, verifier, manager):
    """A verifier with work, a login, a token, an address, and texts about him and by him."""
    User.objects.filter(pk=verifier.pk).update(first_name="Vincent", email="vincent@example.org")
    client = Client()
    client.force_login(User.objects.get(pk=verifier.pk), "django.contrib.auth.backends.ModelBackend")
    typed = {"sequence": 1, "name": "search", "value": "Vincent of the League", "seconds": 1}
    sent = {"verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": [[SENTENCE]], "operations": [typed]}
    submit(assignment=hold(worked["open"], verifier), client_id=uuid.uuid4(), **sent)
    create_token(user=verifier, name="script")
    begin_set_up(verifier)
    ProjectInvitation.objects.create(project=project, name="vincent", expires_at=timezone.now())
    MemberSettings.objects.update_or_create(
        project=project, user=verifier, defaults={"alert_address": "vincent@example.org"}
    )
    answer = {"answer": "Yes, Vincent.", "answered_by": manager, "answered_at": timezone.now()}
    Question.objects.create(project=project, asker=verifier, text="Am I, Vincent, right?", **answer)
    action = draft_on_person(project=project, by=manager, kind="pause", person=verifier)
    confirm(action, by=manager, reason="careless", note="Vincent was ill.")
    return User.objects.get(pk=verifier.pk)


def test_who_they_are_goes_and_their_work_stays(vincent, project, manager, outsider):
    name, work = pseudonym(project.pk, vincent.pk), Verification.objects.count()
    other = Client()
    other.force_login(outsider, "django.contrib.auth.backends.ModelBackend")
    before = preview_removal(vincent)
    for code in (
        "sessions",
        "tokens",
        "second_factors",
        "invitations",
        "addresses",
        "questions",
        "action_notes",
        "reports",
    ):
        assert before.counts[code] == 1, code
    assert before.counts["redactions"] > 0 and before.withdrawn > 0
    found = remove_person(vincent)
    assert found.counts == before.counts and found.withdrawn == 0
    gone = User.objects.get(pk=vincent.pk)
    assert (gone.username, gone.first_name, gone.email, gone.is_active) == (f"removed-{gone.pk}", "", "", False)
    assert not gone.has_usable_password() and not gone.api_tokens.exists()
    question = Question.objects.get()
    assert question.text == question.answer == Action.objects.get().note == REMOVED
    assert Redaction.objects.count() == before.counts["redactions"]
    assert other.session.exists(other.session.session_key)
    # The work is there, by the same pseudonym, and so is every hash chain.
    assert Verification.objects.count() == work and pseudonym(project.pk, gone.pk) == name
    assert list(broken_logs(Assignment.objects.all(), Checked(), lambda _n: None)) == []
    with pytest.raises(AnnotationError) as caught:
        preview_removal(gone)
    assert caught.value.code == "removed"


def test_withdrawn_work_is_set_aside_at_their_request(vincent, project, manager):
    expected = preview_removal(vincent).withdrawn
    found = remove_person(vincent, withdraw_by=manager)
    assert (found.withdrawn, found.refused) == (expected, 0)
    action = Action.objects.get(kind="set_aside")
    assert (action.reason, action.by, action.person) == ("request", manager, vincent)
    assert Assignment.objects.filter(set_aside=action, person=vincent).count() == found.withdrawn > 0


def test_a_preview_changes_nothing_and_who_is_needed_stays(vincent, project, manager, capsys):
    call_command("remove_person", "vincent")
    assert User.objects.get(pk=vincent.pk).email == "vincent@example.org"
    for person, code in (("maya", "last_manager"), ("nobody", "no account")):
        with pytest.raises(CommandError, match=code):
            call_command("remove_person", person, "--confirm")
    Membership.objects.create(project=project, user=vincent, role=Role.MANAGER)
    call_command("remove_person", "maya", "--confirm", "--withdraw-work", "vincent")
    assert User.objects.get(pk=manager.pk).username == f"removed-{manager.pk}"
