"""What every test may ask for.

`pytest --database-only` keeps the tests to which the database makes a difference (for the run on PostgreSQL)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import pytest_django
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis

from tests.servers.browser import find_chromium
from tests.servers.process import ServerMissing
from tests.servers.redis import redis_server

pytest_plugins = ["tests.cast", "tests.skips"]

ROOT = Path(__file__).resolve().parent.parent
SHARED_DATA = ROOT.parent / "shared" / "data"

# Playwright's synchronous API runs an event loop in the test's thread, which makes Django refuse to use the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A machine that is busy with other things is no failure. In CI Hypothesis has this, and the same examples, by itself.
hypothesis.register_profile("patient", hypothesis.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis.load_profile("patient")


# --- Fixtures --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real articles, claims and dumps, which lie beside a checkout and not in it."""
    if not SHARED_DATA.is_dir():
        pytest.skip("no ../shared/data beside the checkout")
    return SHARED_DATA


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """A Chromium that Playwright can drive."""
    try:
        return find_chromium()
    except ServerMissing as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis of the test run's own."""
    try:
        with redis_server() as url:
            yield url
    except ServerMissing as reason:
        pytest.skip(str(reason))


@pytest.fixture
def npm() -> str:
    found = shutil.which("npm")
    if not found:
        pytest.skip("no npm: install it with `sudo apt-get install npm`")
    return found


@pytest.fixture(autouse=True)
def no_request_outlives_its_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """Emptying the tables under a request that is still being answered is a deadlock, or a row in the next test."""
    if "live_server" not in request.fixturenames:
        yield
        return
    from tests.servers import requests

    request.getfixturevalue("transactional_db")  # set up before this, and so emptied after it
    requests.forget_all()
    yield
    requests.wait_for_the_last()


@pytest.fixture(autouse=True)
def nobodys_language() -> Iterator[None]:
    """A request in German leaves its thread speaking German until the next request; the next test may make none."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[None]:
    """A test database is dropped even when a thread of a live server, cut off in a request, still holds on to it."""
    yield
    from django.db import connection

    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


# --- Which tests run -------------------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database-only", action="store_true", help="only the tests to which it makes a difference")


DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_setup"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    from django.db import connection

    for item in items:
        if item.get_closest_marker("postgres") and connection.vendor != "postgresql":
            item.add_marker(pytest.mark.skip(reason="only on PostgreSQL"))
    if config.getoption("--database-only"):
        config.hook.pytest_deselected(items=[item for item in items if not depends_on_database(item)])
        items[:] = [item for item in items if depends_on_database(item)]


def depends_on_database(item: pytest.Item) -> bool:
    return not item.get_closest_marker("any_database") and bool(
        item.get_closest_marker("django_db") or DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ()))
    )
