"""`doctor`: each problem with its remedy, nothing secret on screen, and 1 at the end when something is wrong."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from annotation.accounts.second_factor import begin_set_up
from annotation.management.commands.doctor import examine, examine_second_factors
from annotation.models import SecondFactor
from config.doctor import (
    Finding,
    data_folder,
    debugging,
    effective_value,
    masked,
    proxies,
    report,
    secret_key_file,
    size,
)
from config.variables import VARIABLES, Variable
from search.indexing.build import build_index
from tests.servers.process import free_port


@pytest.fixture(autouse=True)
def this_machine_only(settings: Settings) -> None:
    """Django's tests add a host name, and a site with one needs TLS and a worker."""
    settings.ALLOWED_HOSTS = ["localhost"]


# --- What is said ----------------------------------------------------------------------------------------------------


def test_a_problem_comes_with_its_remedy():
    text = report([Finding("index", "is missing", "python manage.py build_index"), Finding("Python", "3.11")], {})
    assert "PROBLEM  index: is missing\n         -> python manage.py build_index\n" in text
    assert "ok       Python: 3.11\n" in text
    assert text.endswith("1 problem found.")


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


def test_a_data_folder_is_there_and_writable(tmp_path):
    assert not data_folder(tmp_path).is_problem
    assert data_folder(tmp_path / "nowhere").is_problem


def test_a_key_that_others_can_read_is_a_problem(tmp_path):
    key = tmp_path / "secret_key"
    key.write_text("x")
    key.chmod(0o600)
    assert not secret_key_file(key, given=False).is_problem
    key.chmod(0o644)
    assert secret_key_file(key, given=False).remedy == f"chmod 600 {key}"
    assert not secret_key_file(key, given=True).is_problem


def test_debugging_in_public_is_a_problem():
    assert not debugging(["127.0.0.1", "localhost"], debug=True).is_problem
    assert not debugging(["attest.example.org"], debug=False).is_problem
    assert debugging(["attest.example.org"], debug=True).is_problem


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


@pytest.mark.django_db
def test_a_redis_that_does_not_answer_is_a_problem(settings):
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert problems()["Redis"] == "Start it, correct REDIS_URL, or unset it."


@pytest.mark.django_db
def test_migrations_that_are_not_applied_are_a_problem():
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'annotation'")
    assert problems()["database"] == "python manage.py migrate"


@pytest.mark.parametrize(("count", "https", "problem"), [(0, True, True), (1, True, False), (0, False, False)])
def test_a_proxy_that_is_not_counted_is_a_problem(count, https, problem):
    assert proxies(count, https=https).is_problem is problem


def test_a_replaced_key_of_second_factors_is_a_problem(settings, verifier):
    begin_set_up(verifier)
    SecondFactor.objects.update(confirmed_at=timezone.now())
    assert not [one for one in examine_second_factors() if one.is_problem]
    settings.SECRET_KEY = "another-" * 8
    assert [one.subject for one in examine_second_factors() if one.is_problem] == ["second factors"]
