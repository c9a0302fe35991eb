"""A manager who looks at dashboards all morning, fetches lists, and asks for a release every few minutes."""

from __future__ import annotations

import asyncio
import random
import re
import time
from contextlib import suppress

import pyotp

from benchmarks.load.client import Browser, Refused
from benchmarks.load.verifier import THINK

PAGES = (
    "manage/", "manage/claims/", "manage/people/", "manage/verifications/", "manage/actions/", "manage/settings/",
    "manage/plan/", "quality/", "quality/tasks/", "quality/matrix/", "quality/items/", "quality/confusion/",
    "quality/time/", "quality/production/", "quality/habits/", "quality/adjudicate/", "releases/",
)  # fmt: skip
LISTS = ("quality/time/?file=people.csv", "quality/production/?file=production.csv", "manage/plan/?file=days.csv")
BETWEEN_RELEASES = 180.0  # seconds
ENDED_BADLY = ("failed", "cancelled")


async def set_up_second_factor(browser: Browser, password: str) -> None:
    """Where the site wants one of managers, its pages lead to the set-up first."""
    page = (await browser.page("second factor", "/account/second-factor/")).text
    secret = re.search(r'id="secret">([A-Z2-7 ]+)<', page)
    if secret is not None:
        code = pyotp.TOTP(secret[1].replace(" ", "")).now()
        answer = await browser.post("second factor", "/account/second-factor/", password=password, code=code)
        assert answer.status_code == 200, f"the second factor was refused: {answer.status_code}"


class Manager:
    """One person on dashboards."""

    def __init__(self, browser: Browser, slug: str, seed: int, pace: float = 1) -> None:
        self.browser, self.slug, self.pace = browser, slug, pace
        self.dice = random.Random(seed)
        self.jobs: list[int] = []
        self.failed: list[str] = []

    async def work(self, until: float) -> None:
        next_release = time.monotonic() + BETWEEN_RELEASES / 3
        while time.monotonic() < until:
            if self.dice.random() < 0.15:
                await self.browser.page("manager: CSV", f"/p/{self.slug}/{self.dice.choice(LISTS)}")
            else:
                await self.browser.page("manager: dashboards", f"/p/{self.slug}/{self.dice.choice(PAGES)}")
            if time.monotonic() > next_release:
                next_release = time.monotonic() + BETWEEN_RELEASES
                with suppress(Refused):  # while another is being written
                    job = await self.browser.api("manager: release", "POST", f"projects/{self.slug}/releases/")
                    self.jobs.append(job["id"])
            await asyncio.sleep(self.dice.uniform(*THINK) * self.pace)

    async def unfinished(self, patience: float) -> list[int]:
        """Releases that were asked for and have no end by then; of those that failed, `failed` has the messages."""
        deadline = time.monotonic() + patience
        left = list(self.jobs)
        while left and time.monotonic() < deadline:
            found = {
                pk: await self.browser.api("manager: job", "GET", f"projects/{self.slug}/jobs/{pk}/") for pk in left
            }
            self.failed += [f"{job['state']}: {job['error']}" for job in found.values() if job["state"] in ENDED_BADLY]
            left = [pk for pk, job in found.items() if job["state"] not in {"done", *ENDED_BADLY}]
            await asyncio.sleep(1 if left else 0)
        return left
