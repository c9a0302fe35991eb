"""One process of the crowd: a few threads, as the server's, in which fifty people come and go."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

from annotation.models import Assignment, User
from tests.annotation.crowd.annotator import VERIFYING, WRITING, Window, come_back, send_again, visit
from tests.annotation.crowd.crowd import Plan
from tests.annotation.crowd.journal import Journal, entries, latest

THREADS = 3
PATIENCE = 150  # seconds, for what is left after the storm


class Life:
    """From the start of a process to its end. `finishing` is the kind of work to bring to an end; None: the storm."""

    def __init__(self, plan: Plan, number: int, life: int, finishing: str | None) -> None:
        self.plan, self.number, self.finishing = plan, number, finishing
        self.folder = Path(plan.folder)
        self.journal = Journal(self.folder, number, life)
        self.seed = f"{plan.seed} {number} {life}"
        self.people = {user.username: user for user in User.objects.all()}
        self.failure: BaseException | None = None

    def live(self) -> None:
        """Raises what any of the threads raised."""
        threads = [threading.Thread(target=self._work, args=(n,)) for n in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self.failure is not None:
            raise self.failure

    def _work(self, thread: int) -> None:
        window = Window(self.journal, self.plan.project, random.Random(f"{self.seed} {thread}"))
        try:
            if thread == 0:
                self._send_what_has_no_answer(window)
            if self.finishing:
                self._finish(window, self.plan.people[self.number][thread::THREADS], self.finishing)
            while not self.finishing:
                self._muddle(window)
        except BaseException as error:
            self.failure = error

    def _muddle(self, window: Window) -> None:
        """One visit of one of the fifty; a window that was left open; a submission that is sent again."""
        dice = window.dice
        name = dice.choice(self.plan.people[self.number])
        if dice.random() < 0.15:
            attempts = [entry for entry in latest(self.folder) if entry["what"] == "attempt"]
            if attempts:
                send_again(window, dice.choice(attempts[-8:]), self.people)
        if dice.random() < 0.3:
            mine = Assignment.objects.filter(person=self.people[name]).select_related("person")
            submitted = mine.filter(state="submitted", kind=WRITING)  # to change the claims
            opened = list(submitted if dice.random() < 0.4 else mine.exclude(state="submitted", kind=VERIFYING))
            if opened:
                come_back(window, dice.choice(opened))
        for kind in self._kinds(name):
            visit(window, self.people[name], kind, calm=False)

    def _kinds(self, name: str) -> list[str]:
        writes, verifies = name in self.plan.writers, name in self.plan.verifiers
        return [kind for kind, does in ((WRITING, writes), (VERIFYING, verifies)) if does]

    def _send_what_has_no_answer(self, window: Window) -> None:
        """A browser keeps what it has sent until it is answered, and sends it again."""
        waiting = {}
        for entry in entries(self.folder, f"{self.number}-*.jsonl"):
            if entry["what"] == "attempt":
                waiting[entry["body"]["client_id"]] = entry
            elif entry["what"] in {"acknowledged", "refused"}:
                waiting.pop(entry["client_id"], None)
        for attempt in waiting.values():
            send_again(window, attempt, self.people)

    def _finish(self, window: Window, mine: list[str], kind: str) -> None:
        """Each of this thread's people, until there is nothing for any of them."""
        give_up = time.monotonic() + PATIENCE
        for name in mine:
            while kind in self._kinds(name) and visit(window, self.people[name], kind, calm=True):
                if time.monotonic() > give_up:
                    raise TimeoutError(f"{name} is still at work after {PATIENCE} s")
