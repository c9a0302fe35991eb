"""What every test may ask for, and which tests a run takes.

`pytest` alone runs what it is given. `bin/test` adds `--skip-extended` for `make test`, and `--second-database` for its
run on PostgreSQL.
"""

from __future__ import annotations

import gc
import os
import re
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis
from whitenoise.middleware import WhiteNoiseMiddleware

from tests.servers.browser import find_chromium
from tests.servers.process import ServerMissing
from tests.servers.redis import redis_server

pytest_plugins = ["tests.any_order", "tests.cast", "tests.database", "tests.skips"]

ROOT = Path(__file__).resolve().parent.parent
SHARED_DATA = ROOT.parent / "shared" / "data"

# Playwright's synchronous API runs an event loop in the test's thread, which makes Django refuse to use the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# Where every core has a process of tests, further threads of numpy and torch only wait for one another.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

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


@pytest.fixture(autouse=True)
def no_remembered_results() -> None:
    """Rows of an earlier test had the same ids."""
    store = sys.modules.get("annotation.results.store")
    if store is not None:
        store.forget()


@pytest.fixture(autouse=True, scope="session")
def tables_may_be_emptied_between_tests() -> Iterator[None]:
    """After a test with transactions of its own pytest-django empties all tables, the append-only ones included."""
    from django.db import connection

    from annotation.work.append_only import ALLOW, REFUSE

    operations = type(connection.ops)
    sql_flush = operations.sql_flush

    def with_permission(self: Any, *arguments: Any, **options: Any) -> list[str]:
        return [ALLOW[connection.vendor], *sql_flush(self, *arguments, **options), REFUSE[connection.vendor]]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", with_permission)
        yield


@pytest.fixture
def npm() -> str:
    found = shutil.which("npm")
    if not found:
        pytest.skip("no npm: install it with `sudo apt-get install npm`")
    return found


@pytest.fixture(autouse=True, scope="session")
def loopback_only() -> Iterator[None]:
    """A test that would speak to another machine fails, and says to which."""
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def refuse_others(address: Any) -> None:
        host = address[0] if isinstance(address, tuple) else "localhost"  # otherwise a Unix socket
        if host not in {"localhost", "::1"} and not host.startswith("127."):
            raise AssertionError(f"a test connects to {host}: tests use the loopback only")

    def guarded_connect(self: socket.socket, address: Any) -> None:
        refuse_others(address)
        connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        refuse_others(address)
        return connect_ex(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded_connect)
        patch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
        yield


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


@pytest.fixture(autouse=True, scope="session")
def static_files_are_listed_once() -> Iterator[None]:
    """Every test client builds the middleware anew, and listing the static files was a third of a page's test."""
    listed: dict[str, Any] = {}
    list_files = WhiteNoiseMiddleware.add_files_from_finders

    def from_the_first(self: WhiteNoiseMiddleware) -> None:
        if not listed:
            list_files(self)
            listed.update(self.files)
        self.files.update(listed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", from_the_first)
        yield


@pytest.fixture(autouse=True)
def nobodys_language() -> Iterator[None]:
    """A request in German leaves its thread speaking German until the next request; the next test may make none."""
    yield
    translation.deactivate()


# --- Which tests run -------------------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--skip-extended", action="store_true", help="leave out the tests marked `extended`")
    parser.addoption(
        "--second-database",
        choices=("marked", "all"),
        help="only what is run again on a second database: tests marked `both_databases`, or all that use a database",
    )


DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_setup"}
ALL_ARE_EXTENDED = re.compile(r"^pytestmark = .*\bmark\.extended\b", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a module of which no test is wanted: importing it takes seconds where it needs torch."""
    if not collection_path.name.startswith("test_") or not collection_path.is_file():
        return None
    text = collection_path.read_text(encoding="utf-8")
    if config.getoption("--skip-extended") and ALL_ARE_EXTENDED.search(text):
        return True
    if config.getoption("--second-database") == "marked" and "mark.both_databases" not in text:
        return True
    return None


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: the garbage collector need not look at it again."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = {item: is_wanted(item, config) for item in items}
    config.hook.pytest_deselected(items=[item for item in items if not wanted[item]])
    items[:] = [item for item in items if wanted[item]]


def is_wanted(item: pytest.Item, config: pytest.Config) -> bool:
    from django.db import connection

    if any(item.get_closest_marker(vendor) and connection.vendor != vendor for vendor in ("sqlite", "postgresql")):
        return False
    if config.getoption("--skip-extended") and item.get_closest_marker("extended"):
        return False
    again = config.getoption("--second-database")
    if again is None:
        return True
    if item.get_closest_marker("one_database"):
        return False
    if item.get_closest_marker("both_databases"):
        return uses_database(item)
    return again == "all" and uses_database(item) and not item.get_closest_marker("browser")


def uses_database(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", ())
    return bool(item.get_closest_marker("django_db") or DATABASE_FIXTURES.intersection(fixtures))
