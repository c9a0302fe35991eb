"""Configuration of gunicorn: `gunicorn --config config/gunicorn.py config.wsgi`, as `make run` starts it."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.buffered_worker import MOST_CONNECTIONS
from config.env import env_bool, env_int, env_list, env_str, read_env_file
from config.private_files import UMASK
from config.start_checks import refuse_plain_http
from config.warm_up import warm_up
from observation.metrics_folder import make_folder, remove_folder

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
try:  # one line and no traceback for what an operator can correct
    read_env_file(Path(__file__).resolve().parent.parent)
    refuse_plain_http(
        env_str("ATTEST_BIND", "127.0.0.1"),
        env_list("ALLOWED_HOSTS", []),
        https=env_bool("HTTPS", default=False),
        plain=env_bool("ATTEST_PLAIN_HTTP", default=False),
    )
    bind = f"{env_str('ATTEST_BIND', '127.0.0.1')}:{env_int('PORT', 8000, minimum=1, maximum=65535)}"
    workers = env_int("WEB_CONCURRENCY", 2, minimum=1)
    threads = env_int("WEB_THREADS", 4, minimum=1)
    settings.SECRET_KEY  # noqa: B018  the settings are read here, and not first by every worker
except ImproperlyConfigured as error:
    sys.exit(f"Attest cannot start: {error}")

make_folder()  # before the application is loaded: its metrics are made where they are to be kept
umask = UMASK
worker_class = "config.buffered_worker.BufferedWorker"  # a verifier's page asks for several things at once
worker_connections = MOST_CONNECTIONS
timeout = 60
graceful_timeout = 10
keepalive = 5
loglevel = "warning"
if settings.ATTEST_LOG_FORMAT == "json":
    logconfig_dict = {
        "formatters": {"generic": {"class": "observation.json_logs.JsonFormatter"}},
        "root": {"level": "WARNING", "handlers": ["error_console"]},
        "loggers": {"gunicorn.error": {"handlers": ["error_console"], "propagate": False}},
    }
# After so long a thread that computes lets another have Python's lock. At the usual 5 ms a request that holds SQLite's
# write lock waits so long after each question it asks, and everybody else who writes waits for it.
SWITCH_SECONDS = 0.0005
# Objects made between two looks for garbage. A long page is a hundred thousand objects, none of them garbage yet: at
# the usual 700 they are all looked through again and again while its HTML is made.
GARBAGE = (50_000, 20, 50)
preload_app = True  # loaded once, before workers are forked: a new worker answers at once, and they share the memory
control_socket_disable = True  # it would leave a socket in the home folder


# Ctrl+C reaches every process of the terminal, and gunicorn's own answer to it cuts requests off. Ours: the workers
# leave it to the master, and the master lets them finish what they have begun.
def post_worker_init(worker: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*GARBAGE)


def when_ready(server: Any) -> None:
    warm_up()
    gc.collect()
    gc.freeze()  # what was loaded at the start stays anyway, and is not copied for being looked at
    signal.signal(signal.SIGINT, lambda *_: server.signal(signal.SIGTERM, None))


def on_exit(server: Any) -> None:
    remove_folder()
    print("\nAttest has stopped. All data is kept.", flush=True)
