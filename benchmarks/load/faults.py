"""Faults by turns while people work: services are killed, the disk is filled, the clock jumps; then mended again."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.load.client import Failure
from benchmarks.load.site import Site

EVERY = 30.0  # seconds from one fault to the next
AWAY = 3.0  # seconds until a killed service is started again
FULL = 60.0  # seconds that the disk is full
JUMPED = 60.0  # seconds that the clock is wrong
JUMP = 2 * 60 * 60  # seconds


@dataclass
class Fault:
    """What was done, from when to when. Times are of `time.monotonic`."""

    what: str
    begun: float
    mended: float = 0

    def tell(self, failures: list[Failure], until: float) -> str:
        """How many requests failed until the next fault, and when the last of them had."""
        mine = [one for one in failures if self.begun <= one.ended < until]
        last = max((one.ended for one in mine), default=self.begun)
        took = f"{last - self.begun:.1f} s until the last request had failed" if mine else "nobody noticed"
        return f"{self.what:<28} away {self.mended - self.begun:5.1f} s, {len(mine):4} requests failed, {took}"


class Faults:
    """The faults that this machine allows, one every thirty seconds."""

    def __init__(self, site: Site, clock: Path | None) -> None:
        assert site.compose is not None, "faults need the services of compose.yml"
        self.site, self.compose, self.clock = site, site.compose, clock
        self.done: list[Fault] = []
        self.started: list[subprocess.Popen[bytes]] = []
        self.postgres = site.servers["postgres"]

    async def go_on(self, until: float) -> None:
        """One after the other, over and over."""
        turns: list[tuple[str, Callable[[], Awaitable[None]]]] = [
            ("web: a worker", self.kill_worker), ("web", lambda: self.kill("web")), ("jobs", lambda: self.kill("jobs")),
            ("redis", lambda: self.kill("redis")), ("postgres", self.kill_postgres),
            ("beat", lambda: self.kill("beat")), ("proxy", lambda: self.kill("proxy")),
        ]  # fmt: skip
        if os.environ.get("ATTEST_LOAD_DISK"):
            turns.append(("the disk is full", self.fill_disk))
        if self.clock is not None:
            turns.append(("the clock jumps two hours", self.jump))
        number, started = 0, time.monotonic()
        while (begin := time.monotonic() + EVERY) < until:
            await asyncio.sleep(max(0, begin - time.monotonic()))
            what, cause = turns[number % len(turns)]
            fault = Fault(what, time.monotonic())
            self.done.append(fault)
            await cause()
            fault.mended = time.monotonic()
            print(f"{fault.begun - started:5.0f} s: {what}", flush=True)
            number += 1

    async def kill(self, name: str) -> None:
        """The service and all its processes at once, as by the kernel when memory is short."""
        process = self.compose.processes[name]
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        await asyncio.sleep(AWAY)
        self.compose.start(name)

    async def kill_worker(self) -> None:
        for child in self.site.roots()["web"].children()[:1]:
            child.kill()

    async def kill_postgres(self) -> None:
        """With its children, and started again on the same files: it recovers by its log."""
        command, folder, person = self.postgres.cmdline(), self.postgres.cwd(), self.postgres.uids().real
        os.killpg(self.postgres.pid, signal.SIGKILL)
        with suppress(psutil.TimeoutExpired):
            self.postgres.wait(10)
        await asyncio.sleep(AWAY)
        with (Path(folder) / "restarted.log").open("ab") as log:
            started = subprocess.Popen(command, cwd=folder, user=person, stdout=log, stderr=log, start_new_session=True)
        self.started.append(started)
        self.postgres = self.site.servers["postgres"] = psutil.Process(started.pid)

    async def fill_disk(self) -> None:
        """All that is left of the disk on which database, index and releases are."""
        filler = self.site.folder.parent / "filler"
        file = os.open(filler, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with suppress(OSError):
                os.posix_fallocate(file, 0, shutil.disk_usage(filler.parent).free)
            with suppress(OSError):  # page by page what is left, until there is no room
                os.lseek(file, 0, os.SEEK_END)
                while os.write(file, bytes(4096)):
                    pass
            await asyncio.sleep(FULL)
        finally:
            os.close(file)
            filler.unlink()

    async def jump(self) -> None:
        """Of web, jobs and beat; the database's clock stays, as on a machine of its own."""
        assert self.clock is not None
        self.clock.write_text(str(JUMP))
        await asyncio.sleep(JUMPED)
        self.clock.write_text("0")

    def stop(self) -> None:
        """PostgreSQL, where it was started here: the site does not know it."""
        for process in self.started:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                process.wait(30)


def clock_environment(folder: Path) -> dict[str, str]:
    """What makes a process read how far the clock is off from `folder/clock` (clock.c); empty without a C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return {}
    library, clock = folder / "clock.so", folder / "clock"
    source = Path(__file__).with_name("clock.c")
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    clock.write_text("0")
    return {"LD_PRELOAD": str(library), "ATTEST_CLOCK": str(clock)}
