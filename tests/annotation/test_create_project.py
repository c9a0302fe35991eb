"""Setting a project up from the command line."""

from __future__ import annotations

import re

import pytest
from django.core.management import CommandError, call_command

from annotation.accounts.invitations import invitation_tokens
from annotation.demo.accounts import readable_password
from annotation.models import Claim, Project, User


def create(*arguments):
    call_command("create_project", *arguments)


def people_of(slug):
    memberships = Project.objects.get(slug=slug).memberships
    return sorted(memberships.values_list("user__username", "role"))


def test_a_project_with_new_people_prints_their_invitations(corpus, capsys):
    create("second", "--name", "Second", "--manager", "mona", "--verifier", "vic", "--verifier", "mona")
    assert people_of("second") == [("mona", "manager"), ("mona", "verifier"), ("vic", "verifier")]
    out = capsys.readouterr().out
    for username in ("mona", "vic"):
        (path,) = re.findall(rf"^  {username}  (\S+)$", out, re.MULTILINE)
        _start, _invitation, _uid, token, _end = path.split("/")
        assert invitation_tokens.check_token(User.objects.get(username=username), token)


def test_people_who_have_an_account_keep_their_password(corpus, outsider, capsys):
    create("second", "--verifier", outsider.username)
    assert people_of("second") == [("oscar", "verifier")]
    assert "/invitation/" not in capsys.readouterr().out


def test_the_people_of_another_project_may_be_taken_over(project, verifier, manager):
    create("second", "--people-of", project.slug, "--claim-writer", verifier.username)
    assert people_of("second") == [
        ("maya", "manager"),
        ("vincent", "claim_writer"),
        ("vincent", "verifier"),
    ]


def test_claims_come_along(corpus, tmp_path):
    file = tmp_path / "claims.jsonl"
    file.write_text('{"claim": "One."}\n{"claim": "Two."}\n', encoding="utf-8")
    create("second", "--claims", str(file), "--verifications-per-claim", "3")
    assert Claim.objects.count() == 2
    assert Project.objects.get().verifications_per_claim == 3


def test_bad_claims_leave_no_project_and_no_people(corpus, tmp_path):
    file = tmp_path / "claims.jsonl"
    file.write_text("{\n", encoding="utf-8")
    with pytest.raises(CommandError, match="line 1"):
        create("second", "--manager", "mona", "--claims", str(file))
    assert not Project.objects.exists() and not User.objects.exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Big Words"], "is not a valid short name"),
        (["x" * 61], "is not a valid short name"),
        (["harbour"], "short name 'harbour' is already in use"),
        (["second", "--corpus", "nowhere"], "create_project second --corpus harbour"),
        (["second", "--people-of", "nowhere"], "no project 'nowhere'"),
        (["second", "--manager", "no one"], "is not a valid user name"),
        (["second", "--verifications-per-claim", "0"], "from 1 to 20"),
    ],
)
def test_what_cannot_be_is_told_with_the_remedy(project, arguments, words):
    with pytest.raises(CommandError) as error:
        create(*arguments)
    assert words in str(error.value)
    assert Project.objects.count() == 1


def test_passwords_are_readable_and_differ():
    passwords = {readable_password() for _ in range(50)}
    assert len(passwords) == 50
    assert all(re.fullmatch(r"[a-z]{4}(-[a-z]{4}){3}", password) for password in passwords)


def test_what_differs_from_the_usual_is_set_at_once(corpus):
    create(
        "second",
        "--edit-hours",
        "0",
        "--claim-rest-hours",
        "6",
        "--park-hours",
        "72",
        "--evidence-limit-pages",
        "4",
        "--guide-minutes",
        "15",
    )
    project = Project.objects.get(slug="second")
    assert project.claim_rest_hours == 6
    assert (project.edit_hours, project.park_hours, project.guide_minutes) == (0, 72, 15)
    assert (project.evidence_limit_pages, project.evidence_limit_elements) == (4, None)
    assert project.max_evidence_sets == 3


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--edit-hours", "-1"),
        ("--park-hours", "0"),
        ("--evidence-limit-elements", "501"),
        ("--max-evidence-sets", "21"),
    ],
)
def test_a_setting_that_cannot_be_is_named(corpus, option, value):
    with pytest.raises(CommandError, match=f"{option}: from "):
        create("second", option, value)
    assert not Project.objects.exists()


def test_kinds_of_work_are_chosen(corpus):
    create("second", "--workflow", "claim_generation")
    assert Project.objects.get().workflows == ["claim_generation"]
    with pytest.raises(CommandError, match="nowhere"):
        create("third", "--workflow", "nowhere")
