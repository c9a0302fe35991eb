"""Fifty annotators in each of several processes, some of which are killed at any moment.

`python -m tests.annotation.crowd.crowd` with the JSON of a `Plan` on its standard input. It loads Django once and forks
the processes, so that a killed one is back within a moment. First a storm: people do everything in a muddle, and
processes end without warning. Then everybody finishes what there is.
"""

from __future__ import annotations

import json
import logging
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Plan:
    """`people` are usernames, dealt out to the processes; `writers` and `verifiers` say who may do what.

    The storm is over when `storm` submissions were sent, or after `longest` seconds.
    """

    database: str
    folder: str
    project: str
    people: list[list[str]]
    writers: list[str]
    verifiers: list[str]
    storm: int
    longest: float
    seconds_between_kills: float
    seed: int


def run(plan: Plan, timeout: float) -> int:
    """Let it happen; returns how many processes were killed. Raises CalledProcessError where one failed by itself."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.annotation.crowd.crowd"],
        input=json.dumps(asdict(plan)),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=timeout,
        cwd=ROOT,
    )
    return int(json.loads(done.stdout)["kills"])


def main() -> None:
    import django
    from django.conf import settings

    plan = Plan(**json.load(sys.stdin))
    settings.DATABASES["default"]["NAME"] = plan.database
    django.setup()
    from tests.annotation.crowd.annotator import warm_up

    logging.disable(logging.WARNING)
    warm_up()  # before the forks: loading the product takes longer than some of their lives
    kills = weather_the_storm(plan)
    failed = sum(finish_up(plan, kind) for kind in ("claim_generation", "claim_verification"))
    print(json.dumps({"kills": kills}))
    sys.exit(failed)


def weather_the_storm(plan: Plan) -> int:
    """Keep one life of each process going, and end one without warning now and then. Returns how many were ended."""
    dice = random.Random(plan.seed)
    lives = [0] * len(plan.people)
    running = {number: fork(plan, number, 0) for number in range(len(lives))}
    over, kills = time.monotonic() + plan.longest, 0
    while time.monotonic() < over and sent(plan) < plan.storm:
        time.sleep(dice.uniform(0.5, 1.5) * plan.seconds_between_kills)
        number = dice.randrange(len(lives))
        end(running[number])
        kills += 1
        lives[number] += 1
        running[number] = fork(plan, number, lives[number])
    for pid in running.values():
        end(pid)
    return kills + len(running)


def sent(plan: Plan) -> int:
    return sum(path.read_bytes().count(b'"what": "attempt"') for path in Path(plan.folder).glob("*.jsonl"))


def finish_up(plan: Plan, kind: str) -> int:
    """Everybody does what is left of this kind. Returns how many processes did not come to an end."""
    life = {"claim_generation": 998, "claim_verification": 999}[kind]
    pids = [fork(plan, number, life, finishing=kind) for number in range(len(plan.people))]
    return sum(os.waitpid(pid, 0)[1] != 0 for pid in pids)


def end(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def fork(plan: Plan, number: int, life: int, finishing: str | None = None) -> int:
    """A process of its own, with its own connections; its process id."""
    pid = os.fork()
    if pid:
        return pid
    try:
        from tests.annotation.crowd.life import Life

        Life(plan, number, life, finishing).live()
    except BaseException:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    main()
