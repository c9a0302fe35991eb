"""The operators' read-only admin."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.urls import reverse

from annotation.models import Project, User
from frontend.admin import APPS, site

INDEX = "/admin/"


def rows_of(model) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


@pytest.fixture
def as_operator(client, db):
    operator = User.objects.create_superuser("root", password="long-enough-for-root")
    client.force_login(operator)
    return client


def test_every_model_of_the_rooms_is_shown_but_those_whose_rows_let_in(as_operator, project):
    known = [model for room in APPS for model in apps.get_app_config(room).get_models()]
    models = [model for model in known if model.__name__ not in {"Session", "RecoveryCode"}]
    assert len(known) == len(models) + 2
    assert set(site._registry) == set(models)
    assert as_operator.get(INDEX).status_code == 200
    for model in models:
        assert as_operator.get(rows_of(model)).status_code == 200, model


def test_a_row_is_shown_without_secrets_and_under_the_content_security_policy(as_operator, verifier):
    answer = as_operator.get(reverse("admin:annotation_user_change", args=[verifier.pk]))
    assert answer.status_code == 200 and verifier.username in answer.text
    assert verifier.password not in answer.text and 'name="password"' not in answer.text
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    for page in (answer.text, as_operator.get(INDEX).text, as_operator.get(rows_of(User)).text):
        assert "<style" not in page and " style=" not in page and " onclick=" not in page
        assert all("src=" in tag for tag in page.split("<script")[1:] if 'type="application/json"' not in tag[:200])


def test_nothing_can_be_changed(as_operator, project):
    before = Project.objects.values().get()
    row = reverse("admin:annotation_project_change", args=[project.pk])
    sent = {"name": "Another", "slug": "another", "action": "delete_selected", "_selected_action": project.pk}
    for address in (row, reverse("admin:annotation_project_add"), f"{row}../delete/".replace("change/../", "")):
        assert as_operator.post(address, sent).status_code in (403, 404), address
    as_operator.post(rows_of(Project), sent)
    assert Project.objects.values().get() == before


def test_nobody_else_is_let_in(client, manager, verifier):
    answer = client.get(INDEX, follow=True)
    assert answer.redirect_chain[-1][0].startswith(reverse("login"))
    manager.is_staff = True
    manager.save()
    for person in (manager, verifier):
        client.force_login(person)
        for address in (INDEX, rows_of(Project), "/admin/login/"):
            assert client.get(address, follow=True).status_code == 404, (person, address)


def test_passwords_and_logging_out_are_the_sites_own(as_operator):
    assert as_operator.get("/admin/password_change/")["Location"] == reverse("password")
    answer = as_operator.post("/admin/logout/")
    assert (answer.status_code, answer["Location"]) == (307, reverse("logout"))
