"""`doctor`: each problem with its remedy, nothing secret on screen, and 1 at the end when something is wrong."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import Settings

from annotation.management.commands.doctor import examine
from config.doctor import (
    Finding,
    effective_value,
    masked,
    report,
    size,
)
from config.variables import VARIABLES, Variable
from search.indexing.build import build_index


@pytest.fixture(autouse=True)
def this_machine_only(settings: Settings) -> None:
    """Django's tests add a host name, and a site with one needs TLS and a worker."""
    settings.ALLOWED_HOSTS = ["localhost"]


# --- What is said ----------------------------------------------------------------------------------------------------


def test_a_problem_comes_with_its_remedy():
    missing = Finding("index", "is missing", "python manage.py build_index", "index-missing")
    text = report([missing, Finding("Python", "3.11"), Finding("beat", "away", "start it", "beat-away", True)], {})
    assert "PROBLEM  index: is missing (index-missing)\n         -> python manage.py build_index\n" in text
    assert "advice   beat: away (beat-away)\n         -> start it\n" in text
    assert "ok       Python: 3.11\n" in text
    assert text.endswith("1 problem found, and 1 to think about.")


def test_every_variable_is_listed_with_its_meaning():
    text = report([], {})
    for variable in VARIABLES:
        assert variable.name in text
        assert variable.meaning in text
    assert text.endswith("No problems found.")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("postgres://attest:hunter2@db.example.org:5432/attest", "postgres://attest:***@db.example.org:5432/attest"),
        ("postgres://attest:hunt@er2@db:5432/attest", "postgres://attest:***@db:5432/attest"),
        ("postgres://db/attest?user=attest&password=hunter2", "postgres://db/attest"),
        ("redis://:hunter2@127.0.0.1:6379/0", "redis://:***@127.0.0.1:6379/0"),
        ("redis://127.0.0.1:6379/0", "redis://127.0.0.1:6379/0"),
        ("sqlite:////var/lib/attest.sqlite3", "sqlite:////var/lib/attest.sqlite3"),
        ("hunter2", "set (not shown)"),
    ],
)
def test_passwords_are_masked(value, shown):
    assert masked(value) == shown


def test_a_default_is_marked_as_one():
    variable = Variable("PORT", "8000", "Port.")
    assert effective_value(variable, {}) == "8000 (default)"
    assert effective_value(variable, {"PORT": " "}) == "8000 (default)"
    assert effective_value(variable, {"PORT": "9000"}) == "9000"


def test_a_secret_from_a_file_is_named_and_not_read():
    assert (
        effective_value(Variable("SECRET_KEY", "", "", secret=True), {"SECRET_KEY_FILE": "/run/key"}) == "from /run/key"
    )


def test_sizes_are_readable():
    assert [size(900), size(2048), size(5 * 1024**2), size(3 * 1024**3)] == ["900 B", "2 KiB", "5 MiB", "3.0 GiB"]


# --- What is looked at -----------------------------------------------------------------------------------------------


def problems() -> dict[str, str]:
    return {finding.subject: finding.remedy for finding in examine() if finding.is_problem}


@pytest.mark.django_db
def test_a_corpus_without_an_index_is_a_problem_until_it_is_built(corpus):
    assert problems() == {"corpus harbour": "python manage.py build_index --corpus harbour"}
    build_index(corpus)
    assert problems() == {}


@pytest.mark.django_db
def test_the_command_ends_with_1_when_there_is_a_problem(corpus):
    said = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("doctor", stdout=said)
    assert end.value.code == 1
    assert "python manage.py build_index --corpus harbour" in said.getvalue()


@pytest.mark.django_db
def test_an_installation_without_a_corpus_is_well():
    said = StringIO()
    call_command("doctor", stdout=said)
    assert said.getvalue().endswith("No problems found.\n")
    assert connection.display_name in said.getvalue()
