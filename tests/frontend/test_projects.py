"""Setting a project up from the browser."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import Project, User

NEW = "/projects/new/"


@pytest.fixture
def as_manager(client: Client, manager) -> Client:
    client.force_login(manager)
    return client


@pytest.fixture
def sent(corpus) -> dict[str, object]:
    return {
        "name": "Lake claims",
        "slug": "",
        "description": "About lakes",
        "corpus": corpus.pk,
        "verifications_per_claim": 2,
        "max_evidence_sets": 4,
        "managers": "",
        "verifiers": "vincent",
        "writers": "",
        "claims": "A lake is wet.\nA hill is dry.",
    }


def test_the_form_offers_the_corpora_with_their_size(as_manager):
    assert "Harbour (3 pages)" in as_manager.get(NEW).text


def test_a_project_is_set_up(as_manager, verifier, manager, sent):
    answer = as_manager.post(NEW, sent)
    assert answer.headers["location"] == "/p/lake-claims/manage/"
    project = Project.objects.get(slug="lake-claims")
    assert (project.description, project.max_evidence_sets) == ("About lakes", 4)
    assert set(project.memberships.values_list("user__username", "role")) == {
        ("maya", "manager"),
        ("vincent", "verifier"),
    }
    assert list(project.tasks.values_list("wanted", flat=True)) == [2, 2]
    assert as_manager.get("/p/lake-claims/manage/").status_code == 200


def test_new_names_get_accounts_and_their_passwords_are_shown(as_manager, sent):
    answer = as_manager.post(NEW, sent | {"verifiers": "zoe, zack\nzara"})
    assert answer.text.count("<code>") == 3
    assert User.objects.filter(username__in=["zoe", "zack", "zara"]).count() == 3
    assert "/p/lake-claims/manage/" in answer.text


def test_claims_come_from_a_file(as_manager, verifier, sent):
    file = SimpleUploadedFile("claims.jsonl", b'{"claim": "A lake is wet.", "label": "SUPPORTS"}\n')
    as_manager.post(NEW, sent | {"claims": "", "file": file})
    claim = Project.objects.get(slug="lake-claims").claims.get()
    assert (claim.text, claim.intended_label) == ("A lake is wet.", "SUPPORTS")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"claim": "Wet."}\nnonsense\n', "Line 2: not readable as JSON"),
        (b'{"claim": "Wet.", "label": "MAYBE"}', "Line 1: &#x27;MAYBE&#x27; is not known"),
        (b"\xff\xfe\x00", "not text in UTF-8"),
        (b"\n\n", "There is no claim in it"),
    ],
)
def test_a_bad_file_is_explained_and_nothing_is_made(as_manager, verifier, sent, content, words):
    answer = as_manager.post(NEW, sent | {"claims": "", "file": SimpleUploadedFile("claims.jsonl", content)})
    assert words in answer.text
    assert "About lakes" in answer.text
    assert not Project.objects.filter(slug="lake-claims").exists()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": ""}, "This field is required"),
        ({"name": "日本"}, "write one in Latin letters"),
        ({"slug": "harbour"}, "Another project has the short name"),
        ({"slug": "no good"}, "valid “slug”"),
        ({"verifications_per_claim": 0}, "greater than or equal to 1"),
        ({"max_evidence_sets": 21}, "less than or equal to 20"),
        ({"corpus": 99999}, "valid choice"),
        ({"verifiers": "a/b"}, "“a/b” cannot be a name"),
        ({"claims": "Good.\n" + "x" * 2001}, "Line 2: 2001 characters"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(as_manager, verifier, sent, change, words):
    answer = as_manager.post(NEW, sent | change)
    assert words in answer.text
    assert "About lakes" in answer.text
    assert Project.objects.count() == 1


def test_only_who_manages_or_operates_may_begin_a_project(client, manager, verifier, outsider):
    assert client.get(NEW).status_code == 302
    for person, status in ((verifier, 404), (outsider, 404), (manager, 200)):
        client.force_login(person)
        assert client.get(NEW).status_code == status
    outsider.is_superuser = True
    outsider.save()
    client.force_login(outsider)
    assert client.get(NEW).status_code == 200
    assert 'href="/projects/new/"' in client.get("/my-work/").text


def test_without_a_corpus_the_page_says_how_to_get_one(client, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("root", password="x"))
    assert "import_corpus" in client.get(NEW).text
