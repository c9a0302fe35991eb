"""The settings tests run with: the product's own, in a folder and a database of their own, on a fast password hash."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from config.variables import VARIABLES

# A process that a test starts (a server, a worker, a command) inherits this and shares the test's folder.
_HANDED_DOWN = "ATTEST_TEST_DATA_DIR"
_HAS_FOLDER = "ATTEST_TEST_WORKER"

if _HANDED_DOWN not in os.environ:
    # What a developer has set for their own installation must not reach a test, their data folder least of all.
    # DATABASE_URL alone is kept: it says on which database the suite runs, and Django puts a test database beside it.
    for variable in VARIABLES:
        if variable.name != "DATABASE_URL":
            os.environ.pop(variable.name, None)
            os.environ.pop(f"{variable.name}_FILE", None)
    folder = tempfile.mkdtemp(prefix="attest-test-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ[_HANDED_DOWN] = folder
worker = os.environ.get("PYTEST_XDIST_WORKER", "")
if worker and os.environ.get(_HAS_FOLDER) != worker:
    # Each process of pytest-xdist has a folder of its own in that of the run; what it starts shares it.
    own_folder = Path(os.environ[_HANDED_DOWN]) / worker
    own_folder.mkdir()
    os.environ.update({_HANDED_DOWN: str(own_folder), _HAS_FOLDER: worker})
os.environ["ATTEST_DATA_DIR"] = os.environ[_HANDED_DOWN]
os.environ["ATTEST_ENV_FILE"] = ""

from config.settings import *  # noqa: E402, F403
from config.settings import ATTEST_DATA_DIR, DATABASES, INSTALLED_APPS  # noqa: E402

INSTALLED_APPS = [*INSTALLED_APPS, "tests.workflows.toy"]  # its tables; a test registers the workflow

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

if DATABASES["default"]["ENGINE"] == "config.sqlite":
    # A file, as in production: in memory there is one connection, and nothing can meet anything else.
    DATABASES["default"]["TEST"] = {"NAME": str(ATTEST_DATA_DIR / "test.sqlite3")}
else:
    # Threads of a live server keep connections: a test database cannot be dropped under them.
    DATABASES["default"]["CONN_MAX_AGE"] = 0
