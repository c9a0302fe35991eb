"""Setting a project up from the browser."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import Project, User
from tests.frontend.html import codes, select, texts

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
        "workflows": ["claim_generation", "claim_verification"],
        "managers": "",
        "verifiers": "vincent",
        "writers": "",
        "claims": "A lake is wet.\nA hill is dry.",
    }


def test_the_form_offers_the_corpora_with_their_size(as_manager):
    (offered,) = texts(as_manager.get(NEW).text, "[name=corpus] option:not([value=''])")
    assert re.search(r"Harbour .*\b3\b", offered)


def test_a_project_is_set_up(as_manager, verifier, manager, sent):
    answer = as_manager.post(NEW, sent)
    assert answer.headers["location"] == "/p/lake-claims/manage/people/invitations/"
    project = Project.objects.get(slug="lake-claims")
    assert (project.description, project.max_evidence_sets) == ("About lakes", 4)
    assert not project.suggestions_on
    assert set(project.memberships.values_list("user__username", "role")) == {
        ("maya", "manager"),
    }
    assert list(project.tasks.values_list("required_annotations", flat=True)) == [2, 2]
    assert as_manager.get("/p/lake-claims/manage/").status_code == 200


def test_everybody_else_is_invited(as_manager, verifier, sent):
    answer = as_manager.post(NEW, sent | {"verifiers": "zoe, zack\nvincent"}, follow=True)
    assert answer.redirect_chain == [("/p/lake-claims/manage/people/invitations/", 302)]
    assert len(select(answer.text, "[data-invited]")) == 3
    assert not User.objects.filter(username__in=["zoe", "zack"]).exists()
    assert as_manager.post(NEW, sent | {"slug": "alone", "verifiers": ""})["Location"] == "/p/alone/manage/set-up/"


def test_claims_come_from_a_file(as_manager, verifier, sent):
    file = SimpleUploadedFile("claims.jsonl", b'{"claim": "A lake is wet.", "label": "SUPPORTS"}\n')
    as_manager.post(NEW, sent | {"claims": "", "file": file})
    claim = Project.objects.get(slug="lake-claims").claims.get()
    assert (claim.text, claim.intended_label) == ("A lake is wet.", "SUPPORTS")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"claim": "Wet."}\nnonsense\n', r"\b2\b.*JSON"),
        (b'{"claim": "Wet.", "label": "MAYBE"}', r"\b1\b.*MAYBE"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"\n\n", ""),
    ],
)
def test_a_bad_file_is_explained_and_nothing_is_made(as_manager, verifier, sent, content, said):
    answer = as_manager.post(NEW, sent | {"claims": "", "file": SimpleUploadedFile("claims.jsonl", content)})
    ((message,),) = answer.context["form"].errors.values()
    assert re.search(said, message)
    assert "About lakes" in answer.text
    assert not Project.objects.filter(slug="lake-claims").exists()


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"name": ""}, "name", "required"),
        ({"name": "日本"}, "slug", None),
        ({"slug": "harbour"}, "slug", None),
        ({"slug": "no good"}, "slug", "invalid"),
        ({"verifications_per_claim": 0}, "verifications_per_claim", "min_value"),
        ({"max_evidence_sets": 21}, "max_evidence_sets", "max_value"),
        ({"corpus": 99999}, "corpus", "invalid_choice"),
        ({"verifiers": "a/b"}, "verifiers", None),
        ({"claims": "Good.\n" + "x" * 2001}, "claims", None),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(as_manager, verifier, sent, change, field, code):
    answer = as_manager.post(NEW, sent | change)
    assert codes(answer.context["form"]) == {field: [code]}
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


def test_without_a_corpus_a_new_one_is_offered(client, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("root", password="x"))
    assert len(select(client.get(NEW).text, "[name=corpus] option[value='']")) == 1


@pytest.mark.parametrize(
    ("who", "where"), [("manager", "/p/harbour/manage/"), ("verifier", "/my-work/#harbour"), ("outsider", None)]
)
def test_the_url_of_a_project_leads_to_where_a_member_works(client, request, project, who, where):
    client.force_login(request.getfixturevalue(who))
    answer = client.get("/p/harbour/")
    assert (answer.status_code, answer.get("Location")) == ((302, where) if where else (404, None))
