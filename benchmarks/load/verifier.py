"""A verifier at work: the requests that a Chromium sends from the workspace, in its order, with think time."""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

from benchmarks.load.client import Browser, Refused

KIND = "claim_verification"
THINK = (5.0, 30.0)  # seconds between two acts
TYPING = 0.12  # seconds between two letters, each of which asks for suggestions
SAVING = 2.0  # seconds until the page saves what was done
MINUTE = 60.0
MOST_ACTS = 14


@dataclass
class Promised:
    """What the server has acknowledged, and must still have at the end."""

    operations: dict[tuple[str, str, int], tuple[str, str]] = field(default_factory=dict)
    sent_operations: set[tuple[str, str, int]] = field(default_factory=set)
    drafts: dict[str, tuple[int, Any]] = field(default_factory=dict)  # assignment -> version and body
    submissions: dict[str, dict[str, Any]] = field(default_factory=dict)  # client id -> what was sent
    states: dict[str, str] = field(default_factory=dict)  # assignment -> parked or skipped
    lost_leases: list[str] = field(default_factory=list)


@dataclass
class Work:
    """An assignment as the page holds it: the draft, and the operations that wait in the outbox."""

    id: str
    claim: str
    version: int
    body: dict[str, Any]
    browser: str = field(default_factory=lambda: uuid.uuid4().hex[:10])
    sequence: int = 0
    begun: float = field(default_factory=time.monotonic)
    waiting: list[dict[str, Any]] = field(default_factory=list)
    changed: bool = True
    over: bool = False

    def log(self, name: str, value: str, **detail: Any) -> None:
        self.sequence += 1
        seconds = round(time.monotonic() - self.begun, 3)
        entry = {"sequence": self.sequence, "name": name, "value": value, "seconds": seconds, "active_seconds": seconds}
        self.waiting.append(entry | ({"detail": detail} if detail else {}))


class Verifier:
    """One person. `pages` maps titles to element ids that can be cited."""

    def __init__(
        self, browser: Browser, slug: str, pages: dict[str, list[str]], promised: Promised, seed: int, pace: float = 1
    ) -> None:
        self.browser, self.slug, self.pages, self.promised = browser, slug, pages, promised
        self.dice = random.Random(seed)
        self.pace = pace
        self.titles = list(pages)
        self.postponed: list[str] = []

    async def work(self, until: float) -> None:
        """Until the time is over; what is begun is then submitted."""
        await asyncio.sleep(self.dice.uniform(0, THINK[1]) * self.pace)
        while time.monotonic() < until:
            await self.browser.page("my work", "/my-work/")
            work = await self.take()
            if work is None:
                await self.think()
                continue
            heartbeat = asyncio.create_task(self.keep_lease(work))
            try:
                await self.one_task(work, until)
            except Refused as refusal:
                self.give_up(work, refusal)
            finally:
                work.over = True
                heartbeat.cancel()
                with suppress(asyncio.CancelledError):
                    await heartbeat

    async def think(self) -> None:
        await asyncio.sleep(self.dice.uniform(*THINK) * self.pace)

    def give_up(self, work: Work, refusal: Refused) -> None:
        """A lease that is lost is what the page says too; anything else is a surprise."""
        if refusal.code in {"lease_lost", "assignment_closed"}:
            self.promised.lost_leases.append(work.id)
            self.promised.drafts.pop(work.id, None)
        self.browser.refused("task", refusal)

    async def take(self) -> Work | None:
        """The button of My work, and the workspace that it opens. None when nothing is left."""
        if self.postponed and self.dice.random() < 0.5:
            public_id = self.postponed.pop()
            answer = await self.browser.post("resume", f"/work/{public_id}/resume/")
        else:
            answer = await self.browser.post("next task", f"/p/{self.slug}/tasks/{KIND}/next/")
        place = answer.headers.get("Location", "")
        if "/verify/" not in place:
            return None
        await self.browser.page("workspace", place)
        public_id = urlsplit(place).path.strip("/").split("/")[-1]
        with suppress(Refused):  # another person has it since, where leases ended
            held = await self.browser.api("assignment", "GET", f"assignments/{public_id}/")
            draft = held["draft"]
            work = Work(public_id, held["claim"]["text"], draft["version"], draft["body"] or {})
            work.body.setdefault("sets", [[], [], []])
            work.body |= {"saved_by": {"browser": work.browser, "changes": 1}}
            self.promised.states.pop(public_id, None)
            with suppress(Refused):  # where there are none
                await self.browser.api("evidence suggestions", "GET", f"assignments/{public_id}/suggestions/")
            return work
        return None

    async def one_task(self, work: Work, until: float) -> None:
        work.log("Now on", "?search=")
        await self.save(work)
        for _act in range(self.dice.randint(4, MOST_ACTS)):
            await self.think()
            await self.dice.choice([self.look_up, self.look_up, self.search_text, self.follow, self.cite, self.cite])(
                work
            )
            await asyncio.sleep(SAVING * self.pace)
            await self.save(work)
            if time.monotonic() > until:
                break
        await self.decide(work, is_last=time.monotonic() > until)

    # --- Acts --------------------------------------------------------------------------------------------------------

    async def look_up(self, work: Work) -> None:
        """Type the beginning of a title and open the page."""
        title = self.dice.choice(self.titles)
        typed = title[: self.dice.randint(2, 6)]
        for end in range(1, len(typed) + 1):
            await self.browser.api("suggest titles", "GET", f"projects/{self.slug}/suggest/?q={quote(typed[:end])}")
            await asyncio.sleep(TYPING * self.pace)
        work.log("search", title)
        await self.open(work, title)

    async def search_text(self, work: Work) -> None:
        """Full text, by words of the claim."""
        words = " ".join(self.dice.sample(work.claim.split(), min(3, len(work.claim.split()))))
        await self.browser.page("search", f"/p/{self.slug}/find/?q={quote(words)}&page=1")
        work.log("search", f"Contains...{words}")
        work.log("Now on", f"?search={words}")
        work.body["place"] = {"search": words}
        work.changed = True

    async def follow(self, work: Work) -> None:
        title = self.dice.choice(self.titles)
        work.log("hyperlink", title)
        await self.open(work, title)

    async def open(self, work: Work, title: str) -> None:
        await self.browser.page("page", f"/p/{self.slug}/read/?title={quote(title)}")
        work.log("Now on", title)
        work.body["place"] = {"title": title}
        work.changed = True

    async def cite(self, work: Work) -> None:
        title = self.dice.choice(self.titles)
        element = self.dice.choice(self.pages[title])
        chosen = work.body["sets"][0]
        if element in chosen or len(chosen) > 8:
            return
        chosen.append(element)
        work.log("Highlighting", element, set=0, at=len(chosen) - 1)
        work.changed = True
        await self.browser.api("excerpts", "POST", f"projects/{self.slug}/excerpts/", {"ids": [element]})

    async def decide(self, work: Work, *, is_last: bool) -> None:
        """Most are submitted, some postponed, some skipped."""
        end = self.dice.random()
        if not is_last and end < 0.08:
            await self.save(work)
            await self.browser.api("postpone", "POST", f"assignments/{work.id}/park/")
            self.promised.states[work.id] = "parked"
            self.postponed.append(work.id)
            return
        if not is_last and end < 0.12:
            await self.save(work)
            await self.browser.api("skip", "POST", f"assignments/{work.id}/skip/", {"reason": "other", "note": "load"})
            self.promised.states[work.id] = "skipped"
            self.promised.drafts.pop(work.id, None)
            return
        if not work.body["sets"][0]:
            await self.cite(work)
        verdict = self.dice.choice(["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"])
        work.body |= {"verdict": verdict, "challenge": "Other"}
        work.log("verdict", verdict)
        work.log("challenge", "Other")
        work.changed = True
        await asyncio.sleep(SAVING * self.pace)
        await self.save(work)
        await self.think()
        await self.submit(work)

    # --- What the page sends by itself -------------------------------------------------------------------------------

    async def save(self, work: Work) -> None:
        """The draft and the log, at the same time."""
        await asyncio.gather(self.save_draft(work), self.send_log(work))

    async def save_draft(self, work: Work) -> None:
        if not work.changed:
            return
        work.changed = False
        work.body["saved_by"] = {"browser": work.browser, "changes": work.version + 1}
        sent = {"base_version": work.version, "body": work.body}
        path = f"assignments/{work.id}/draft/"
        try:
            work.version = (await self.browser.api("draft", "PUT", path, sent))["version"]
        except Refused as refusal:
            if refusal.code != "draft_conflict":
                raise
            there = (await self.browser.api("assignment", "GET", f"assignments/{work.id}/"))["draft"]
            if there["body"].get("saved_by") != work.body["saved_by"]:
                raise  # from elsewhere, and nobody else is here
            work.version = there["version"]
        self.promised.drafts[work.id] = (work.version, {"sets": [list(one) for one in work.body["sets"]]})

    async def send_log(self, work: Work) -> None:
        if not work.waiting:
            return
        batch = list(work.waiting)
        self._sent(work, batch)
        content = {"browser": work.browser, "operations": batch}
        received = (await self.browser.api("operations", "POST", f"assignments/{work.id}/operations/", content))[
            "received"
        ]
        self._acknowledged(work, [one for one in batch if one["sequence"] <= received])
        work.waiting = [one for one in work.waiting if one["sequence"] > received]

    async def submit(self, work: Work) -> None:
        batch = list(work.waiting)
        self._sent(work, batch)
        body = {
            "client_id": str(uuid.uuid4()), "verdict": work.body["verdict"], "challenge": work.body["challenge"],
            "evidence_sets": [one for one in work.body["sets"] if one], "browser": work.browser, "operations": batch,
        }  # fmt: skip
        await self.browser.api("submission", "POST", f"assignments/{work.id}/submission/", body)
        self._acknowledged(work, batch)
        self.promised.drafts.pop(work.id, None)
        self.promised.submissions[body["client_id"]] = {
            "assignment": work.id, "verdict": body["verdict"], "sets": body["evidence_sets"]
        }  # fmt: skip

    async def keep_lease(self, work: Work) -> None:
        while not work.over:
            await asyncio.sleep(MINUTE * self.pace)
            with suppress(Refused):  # what the next save says as well
                await self.browser.api("heartbeat", "POST", f"assignments/{work.id}/heartbeat/")

    def _sent(self, work: Work, batch: list[dict[str, Any]]) -> None:
        self.promised.sent_operations |= {(work.id, work.browser, one["sequence"]) for one in batch}

    def _acknowledged(self, work: Work, batch: list[dict[str, Any]]) -> None:
        self.promised.operations |= {
            (work.id, work.browser, one["sequence"]): (one["name"], one["value"]) for one in batch
        }
