"""The audit log as managers of a project and operators read it, and its files."""

from __future__ import annotations

import csv
import json
from datetime import datetime
from io import StringIO

import pytest
from django.test import Client

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.hash_chain import BEFORE_THE_FIRST, Entry, chained_entry
from annotation.models import Project, User
from tests.frontend.html import select

PAGE, SITE = "/p/harbour/manage/audit-log/", "/site/audit-log/"


@pytest.fixture
def entries(project, manager, verifier):
    other = Project.objects.create(slug="other", name="Other", corpus=project.corpus)
    roles = {"before": {"roles": []}, "after": {"roles": ["verifier"]}}
    record(Act.ROLES_CHANGED, by=manager, project=project, person=verifier, **roles)
    record(Act.SETTINGS_CHANGED, by=manager, project=project, after={"name": "<b>bold</b>"})
    record(Act.SETTINGS_CHANGED, by=None, project=other)
    record(Act.BACKUP_MADE, by=None)


def browser(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def numbers(html: str) -> list[str | None]:
    return [row.attributes["data-entry"] for row in select(html, "[data-entry]")]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", ["2", "1"]),
        ("?act=roles_changed", ["1"]),
        ("?person={verifier}", ["1"]),
        ("?by={manager}", ["2", "1"]),
        ("?by={verifier}", ["2", "1"]),  # did nothing: no choice
        ("?since=2090-01-01", []),
        ("?until=2090-01-01&act=nonsense", ["2", "1"]),
        ("?page=9", ["2", "1"]),
    ],
)
def test_managers_see_the_acts_in_their_project(entries, manager, verifier, asked, found):
    html = browser(manager).get(PAGE + asked.format(verifier=verifier.pk, manager=manager.pk)).text
    assert numbers(html) == found
    assert "<b>bold</b>" not in html


def test_operators_alone_see_all_acts(entries, manager, django_user_model):
    assert browser(manager).get(SITE).status_code == 404
    root = browser(django_user_model.objects.create_superuser("root"))
    assert numbers(root.get(SITE).text) == ["4", "3", "2", "1"]
    assert select(root.get("/my-work/").text, ".site-tools a[href='/site/']")


def test_the_file_of_the_site_can_be_verified_by_anybody(entries, django_user_model):
    root = browser(django_user_model.objects.create_superuser("root"))
    lines = b"".join(root.get(f"{SITE}?file=audit-log.jsonl").streaming_content).decode().splitlines()
    chain = BEFORE_THE_FIRST
    for row in reversed([json.loads(line) for line in lines]):
        row["at"] = datetime.fromisoformat(row["at"])
        chain = chained_entry(chain, Entry(**{name: row[name] for name in Entry._fields}))
        assert row["chain"] == chain
    assert len(lines) == 4


def test_the_csv_file_is_of_what_is_filtered(entries, manager):
    answer = browser(manager).get(f"{PAGE}?act=roles_changed&file=audit-log.csv")
    rows = list(csv.DictReader(StringIO(b"".join(answer.streaming_content).decode())))
    assert [(row["number"], row["by_name"], row["person_name"]) for row in rows] == [("1", "maya", "vincent")]
    assert json.loads(rows[0]["after"]) == {"roles": ["verifier"]}
