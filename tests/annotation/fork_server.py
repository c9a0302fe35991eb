"""A process that has loaded Django and forks the processes of concurrency tests, so that starting them costs little.

`python -m tests.annotation.fork_server` reads requests, one JSON object a line, and answers each with a line.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from importlib import import_module
from typing import Any

import django
from django.conf import settings


def main() -> None:
    django.setup()
    from tests.annotation import worker  # after the set-up, and before the forks

    import_module(settings.ROOT_URLCONF)  # once here, and not in each process that answers a request

    print("ready", flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(run_at_once(worker.JOBS[request["job"]], **request)), flush=True)


def run_at_once(run: Any, database: str, arguments: list[Any], **_: Any) -> list[Any]:
    """Run a function with each of the arguments in a process of its own, all set off together.

    Returns [exit code, what the function returned] of each.
    """
    wait, go = os.pipe()
    children = []
    for argument in arguments:
        answer, send = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(go)
            os._exit(child(wait, send, run, database, argument))
        os.close(send)
        children.append((pid, answer))
    os.close(wait)
    os.close(go)  # they all read the end of this pipe now
    answers = []
    for pid, answer in children:
        with open(answer, "rb") as pipe:
            said = pipe.read()
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        answers.append([code, json.loads(said) if code == 0 else None])
    return answers


def child(wait: int, send: int, run: Any, database: str, argument: Any) -> int:
    """The life of a forked process; returns its exit code."""
    from django.db import connection

    try:
        connection.settings_dict["NAME"] = database
        os.read(wait, 1)
        said = json.dumps(run(argument)).encode()
        connection.close()
        while said:
            said = said[os.write(send, said) :]
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    main()
