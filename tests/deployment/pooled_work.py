"""People who work over the API, a thread and a connection each, until nothing is left: `... PROJECT OUT NAME NAME ...`.

OUT: the folder of a backup that is made meanwhile; `-`: of none, but at the end the waiting jobs are run.
"""

from __future__ import annotations

import io
import sys
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django


def work(project: str, name: str) -> int:
    """Take, log, save and submit; returns the number of submissions."""
    from django.db import connection
    from rest_framework.test import APIClient

    from annotation.models import User
    from tests.cast import CELL, ITEM, SENTENCE

    client, done = APIClient(SERVER_NAME="localhost"), 0
    client.force_login(User.objects.get(username=name))

    def ask(method: str, path: str, body: dict[str, Any]) -> Any:
        answer = getattr(client, method)(f"/api/v1/{path}", body, format="json")
        assert answer.status_code == 200, (path, answer.status_code, answer.content)
        return answer.json()

    while True:
        taken = ask("post", f"projects/{project}/assignments/", {"kind": "claim_verification"})["assignment"]
        if taken is None:
            connection.close()
            return done
        log = [{"sequence": n, "name": "search", "value": "rovers", "seconds": n} for n in (1, 2)]
        path = f"assignments/{taken['id']}"
        ask("post", f"{path}/operations/", {"browser": "desk", "operations": log[:1]})
        ask("put", f"{path}/draft/", {"base_version": 0, "body": taken["draft"]["body"]})
        answer = {"verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": [[SENTENCE, CELL], [ITEM]]}
        sent = {"client_id": str(uuid.uuid4()), "browser": "desk", "operations": log}
        ask("post", f"{path}/submission/", answer | sent)
        done += 1


def back_up(out: str) -> None:
    from django.core.management import call_command
    from django.db import connection

    call_command("backup", out, stdout=io.StringIO())
    connection.close()


def main(project: str, out: str, names: list[str]) -> None:
    from jobs.runner import run_next

    with ThreadPoolExecutor(len(names) + 1) as pool:
        made = pool.submit(back_up, out) if out != "-" else None
        done = sum(pool.map(lambda name: work(project, name), names))
    if made is not None:
        made.result()
    else:
        while run_next() is not None:
            pass
    print(done)


if __name__ == "__main__":
    django.setup()
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
