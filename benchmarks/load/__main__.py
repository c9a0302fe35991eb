"""python -m benchmarks.load [--site compose|sqlite] [--annotators 100] [--minutes 10] [--faults]: see README.md"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import shutil
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.assignment.site import ROOT
from benchmarks.load.client import Browser, Seen
from benchmarks.load.faults import Faults, clock_environment
from benchmarks.load.manager import Manager, set_up_second_factor
from benchmarks.load.report import tell_faults, tell_memory, tell_promises, tell_times
from benchmarks.load.site import Site, compose_site, disk_of_its_own, sqlite_site
from benchmarks.load.verifier import Promised, Verifier

SAMPLING = 10.0  # seconds between two looks at memory
DRAIN = 180.0  # seconds after the end in which what was begun is brought to its end
DISK = 3000  # MB, with faults


def main() -> None:
    """Run one measurement; exits with 1 when a promise is broken, or, without faults, after any error."""
    options = arguments()
    if options.faults and os.geteuid() == 0 and shutil.which("unshare"):
        disk_of_its_own(DISK)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="attest-load-")))
        folder.chmod(0o755)
        moved = clock_environment(folder) if options.faults else {}
        if options.site == "compose":
            site = stack.enter_context(compose_site(moved))
        else:
            site = stack.enter_context(sqlite_site(folder / "site"))
        made = prepare(site, options)
        load = os.getloadavg()[0]
        faults = Faults(site, folder / "clock" if moved else None) if options.faults else None
        if faults is not None:
            stack.callback(faults.stop)
        run = Run(site, made, options)
        asyncio.run(run.go(faults))
        machine = f"{platform.python_version()}, {os.cpu_count()} cores"
        loads = f"load before {load:.1f}, after {os.getloadavg()[0]:.1f}"
        print(f"{site.name}, {options.annotators} annotators, a manager, {options.minutes:g} min, {machine}, {loads}")
        sys.exit(run.tell(faults))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load")
    parser.add_argument("--site", choices=["compose", "sqlite"], default="compose")
    parser.add_argument("--annotators", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--claims", type=int, help="default: eight a person")
    parser.add_argument(
        "--articles", action="append", metavar="SOURCE", help="as for import_corpus; default: the demo's"
    )
    parser.add_argument("--faults", action="store_true", help="kill, fill and jump by turns every thirty seconds")
    parser.add_argument(
        "--pace", type=float, default=1, help="0.1: ten times as fast, for a look at the benchmark itself"
    )
    options = parser.parse_args()
    if options.faults and options.site != "compose":
        parser.error("--faults needs --site compose")
    return options


def prepare(site: Site, options: argparse.Namespace) -> dict[str, Any]:
    """Corpus, project, people; the suggestions of evidence are there before anybody comes, as on a real morning."""
    sources = options.articles or [str(ROOT / "corpus/demo/wiki")]
    print(f"{site.name}: preparing ...", flush=True)
    site.run("manage.py", "import_corpus", *sources, "--corpus", "load", "--name", "Load")
    site.run("manage.py", "build_index", "--corpus", "load")
    claims = options.claims or 8 * options.annotators
    made: dict[str, Any] = site.ask("make", corpus="load", annotators=options.annotators, claims=claims)
    site.run("manage.py", "suggest_evidence", "--project", "load", "--workers", "2")
    print(f"{len(made['pages'])} pages, {claims} claims", flush=True)
    return made


class Run:
    """The people at work, and what was seen of them and of the site."""

    def __init__(self, site: Site, made: dict[str, Any], options: argparse.Namespace) -> None:
        self.site, self.options = site, options
        self.seen, self.promised = Seen(), Promised()
        self.memory: list[tuple[float, dict[str, float]]] = []
        self.cpu: dict[str, float] = {}
        self.passwords: dict[str, str] = made["people"]
        self.manager = Manager(self.browser(), "load", 0, options.pace)
        names = [name for name in self.passwords if name != "manager"]
        self.verifiers = {
            name: Verifier(self.browser(), "load", made["pages"], self.promised, number, options.pace)
            for number, name in enumerate(names, 1)
        }
        self.begun = self.until = 0.0
        self.unfinished: list[int] = []
        self.stuck = 0

    def browser(self) -> Browser:
        return Browser(self.site.base_url, self.site.verify, self.site.host, self.seen)

    async def go(self, faults: Faults | None) -> None:
        await self.log_in()
        cpu = self.site.cpu_seconds()
        self.begun = time.monotonic()
        self.until = self.begun + 60 * self.options.minutes
        people = [asyncio.create_task(self.manager.work(self.until))]
        people += [asyncio.create_task(one.work(self.until)) for one in self.verifiers.values()]
        others = [asyncio.create_task(self.sample())]
        if faults is not None:
            others.append(asyncio.create_task(faults.go_on(self.until - 30)))
        try:
            _done, stuck = await asyncio.wait(people, timeout=60 * self.options.minutes + DRAIN)
            self.stuck = len(stuck)
            print(f"{len(people) - self.stuck} people have ended their work", flush=True)
            self.unfinished = await self.manager.unfinished(DRAIN)
            used = self.site.cpu_seconds()
            self.cpu = {name: used[name] - cpu.get(name, 0) for name in used}
        finally:
            for other in [*others, *people]:
                other.cancel()
            ended = await asyncio.gather(*others, *people, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception):
                raise error

    async def log_in(self) -> None:
        """Some at once: a password costs the server a tenth of a second on purpose."""
        several = asyncio.Semaphore(4)

        async def one(name: str, browser: Browser) -> None:
            async with several:
                await browser.log_in(name, self.passwords[name])
                if name != "manager":
                    await self.confirm_guidelines(browser)

        await one("manager", self.manager.browser)
        await set_up_second_factor(self.manager.browser, self.passwords["manager"])
        await asyncio.gather(*(one(name, verifier.browser) for name, verifier in self.verifiers.items()))

    async def confirm_guidelines(self, browser: Browser) -> None:
        """Read once, before the first task."""
        path = "/p/load/guidelines/claim_verification/confirm/"
        answer = await browser.post("guidelines", path, version="0")
        assert answer.status_code == 302, answer.status_code

    async def sample(self) -> None:
        while True:
            self.memory.append((time.monotonic() - self.begun, await asyncio.to_thread(self.site.memory)))
            await asyncio.sleep(SAMPLING)

    def tell(self, faults: Faults | None) -> int:
        """Print it; 1 when something is not as promised."""
        seen = self.seen
        print(f"{sum(map(len, seen.times.values())) / (time.monotonic() - self.begun):.1f} requests a second in all; "
              f"{len(self.promised.submissions)} submissions")  # fmt: skip
        if faults is None:  # what was killed has taken its times with it
            print("CPU: " + ", ".join(f"{name} {seconds:.0f} s" for name, seconds in self.cpu.items()))
        slow = tell_times(seen)
        tell_memory(self.memory)
        if faults is not None:
            tell_faults(faults.done, seen.failures)
        print(f"in the database: {self.site.ask('counts')}")
        broken = tell_promises(self.site, self.promised, postponed_may_end=faults is not None)
        errors = 0 if faults else len(seen.failures) + sum(seen.refusals.values())
        for refusal, often in seen.refusals.most_common():
            print(f"  refused {often} times: {refusal}")
        failed = self.manager.failed
        print(f"{self.stuck} people did not come to an end")
        print(
            f"releases: {len(self.manager.jobs)}, without an end {len(self.unfinished)}, failed {len(failed)}: {failed}"
        )
        errors += 0 if faults else len(failed)
        return int(bool(broken or errors or self.stuck or self.unfinished or (slow and not faults)))


if __name__ == "__main__":
    main()
