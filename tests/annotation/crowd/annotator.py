"""A person at work, over the API, as browsers and people do it: not always in order, and twice if in doubt.

Whatever they send more than once (another window, a retry after a lost answer) has the same content. The content of an
operation follows from its assignment and number, so that it can be checked whoever sent it.
"""

from __future__ import annotations

import copy
import random
import uuid
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotation.models import Assignment, User
from annotation.vocabulary.labels import Challenge, Verdict
from annotation.work.models import AssignmentState
from annotation.work.registry import get_workflow
from tests.annotation.crowd.journal import Entry, Journal
from tests.cast import CELL, DECOMPOSED, ITEM, OTHER_PAGE, SECOND_SENTENCE, SENTENCE

WRITING, VERIFYING = "claim_generation", "claim_verification"
ELEMENTS = [SENTENCE, SECOND_SENTENCE, CELL, ITEM, OTHER_PAGE, DECOMPOSED]
# Two who write the same words at the same moment: one of them is told.
COMMON_CLAIMS = [f"Everybody writes claim {n}." for n in range(12)]
# What may be answered, by the address that was asked; anything else is a defect.
EXPECTED = {
    "assignments": {"ok"},
    "operations": {"ok"},
    "heartbeat": {"ok", "lease_lost", "assignment_closed"},
    "draft": {"ok", "draft_conflict", "lease_lost", "assignment_closed"},
    "submission": {"ok", "lease_lost", "assignment_closed", "known_claim"},
    "skip": {"ok", "assignment_closed"},
    "release": {"ok", "assignment_closed"},
    "claims": {"ok", "verification_started", "revision_conflict", "known_claim"},
}
WHAT_PEOPLE_DO = {
    "hand in": 50,
    "hand in twice": 12,
    "come back late": 12,
    "walk away": 8,
    "skip": 6,
    "give back": 6,
    "take twice": 6,
}


@dataclass
class Window:
    """One browser window, which at one moment belongs to one person. One a thread."""

    journal: Journal
    project: str
    dice: random.Random
    client: APIClient = field(init=False)

    def __post_init__(self) -> None:
        self.client = new_client()

    def ask(self, person: User, method: str, path: str, body: Any) -> Response | None:
        """The answer if it is a good one. What ought not to be answered goes into the journal."""
        self.client.force_authenticate(user=person)
        answer = getattr(self.client, method)(f"/api/v1/{path}", body, format="json")
        what, code = path.rstrip("/").rpartition("/")[2], code_of(answer)
        if code not in EXPECTED[what]:
            said = answer.content.decode(errors="replace")[:500]
            self.journal.write("surprise", person=person.username, path=path, status=answer.status_code, said=said)
        return answer if code == "ok" else None


_warm = APIClient(raise_request_exception=False, SERVER_NAME="localhost")


def warm_up() -> None:
    """Let the product load its addresses and its middleware, before the process is copied."""
    assert _warm.get("/api/v1/nothing/").status_code == 404


def new_client() -> APIClient:
    client = APIClient(raise_request_exception=False, SERVER_NAME="localhost")
    client.handler = copy.copy(_warm.handler)  # its own for whom it lets in, ours for what took long to load
    return client


def code_of(answer: Response) -> str:
    """ "ok", or the error's code; of the errors in what was sent only "the project has this claim" is foreseen."""
    if answer.status_code == 200:
        return "ok"
    try:
        error = answer.json()["error"]
    except (ValueError, KeyError, TypeError):
        return f"HTTP {answer.status_code}"
    if error["code"] == "invalid" and "has such a claim already" in error["message"]:
        return "known_claim"
    return str(error["code"])


def visit(window: Window, person: User, kind: str, *, calm: bool) -> bool:
    """The person comes by, takes something and does something with it. False when there is nothing for them."""
    work = take(window, person, kind)
    if work is None:
        return False
    doing = "hand in" if calm else window.dice.choices(list(WHAT_PEOPLE_DO), list(WHAT_PEOPLE_DO.values()))[0]
    address = f"assignments/{work['id']}/"
    if doing == "take twice":
        work = take(window, person, kind) or work
    _go_on(window, person, work)
    if doing == "skip":
        reason = window.dice.choice(get_workflow(kind).skip_reasons).value
        if window.ask(person, "post", address + "skip/", {"reason": reason, "note": "a note"}):
            window.journal.write("skipped", assignment=work["id"])
    elif doing == "give back":
        if window.ask(person, "post", address + "release/", {}):
            window.journal.write("released", assignment=work["id"])
    elif doing == "walk away":
        let_run_out(work["id"])
    else:
        if doing == "come back late":
            let_run_out(work["id"])
            return True  # `come_back` goes on with it, if somebody does not take it first
        _hand_in(window, person, work, twice=doing == "hand in twice")
    return True


def take(window: Window, person: User, kind: str) -> dict[str, Any] | None:
    answer = window.ask(person, "post", f"projects/{window.project}/assignments/", {"kind": kind})
    return answer.json()["assignment"] if answer else None


def come_back(window: Window, assignment: Assignment) -> None:
    """Go on with something whose time may have run out, without taking it again: a window that was left open."""
    person, address = assignment.person, f"assignments/{assignment.public_id}/"
    answer = window.client.get(f"/api/v1/{address}") if _as(window, person) else None
    if answer is None or answer.status_code != 200:
        return
    work = answer.json()
    if window.dice.random() < 0.5:
        window.ask(person, "post", address + "heartbeat/", {})
    if work.get("claims"):
        _edit(window, person, work)
    else:
        _hand_in(window, person, work, twice=False)


def _as(window: Window, person: User) -> bool:
    window.client.force_authenticate(user=person)
    return True


def send_again(window: Window, attempt: Entry, people: dict[str, User]) -> None:
    """A submission that was sent before, by whichever process: the answer to it was lost, or is still on its way."""
    _send(window, people[attempt["person"]], attempt)


def let_run_out(public_id: str) -> None:
    """The lease ended a minute ago; nobody has noticed yet."""
    past = timezone.now() - timedelta(minutes=1)
    Assignment.objects.filter(public_id=public_id, state=AssignmentState.HELD).update(leased_until=past)


def operations_of(public_id: str, first: int, last: int) -> list[dict[str, Any]]:
    """What every window of this assignment records under these numbers."""
    return [
        {"sequence": n, "name": "search", "value": f"{public_id} {n}", "seconds": n / 10}
        for n in range(first, last + 1)
    ]


def _go_on(window: Window, person: User, work: dict[str, Any]) -> None:
    """A few operations and a draft, as they arrive while somebody works."""
    address, first = f"assignments/{work['id']}/", work["operations_received"].get("api", 0) + 1
    if window.dice.random() < 0.6:
        last = first + window.dice.randrange(1, 5)
        sent = {"operations": operations_of(work["id"], first, last)}
        answer = window.ask(person, "post", address + "operations/", sent)
        if answer:
            window.journal.write("recorded", assignment=work["id"], received=answer.json()["received"])
            work["operations_received"] = {"api": answer.json()["received"]}
    if window.dice.random() < 0.4:
        version, body = work["draft"]["version"], {"note": str(uuid.UUID(int=window.dice.getrandbits(128)))}
        answer = window.ask(person, "put", address + "draft/", {"base_version": version, "body": body})
        if answer:
            saved = answer.json()["version"]
            window.journal.write("saved", assignment=work["id"], version=saved, body=body)


def _hand_in(window: Window, person: User, work: dict[str, Any], *, twice: bool) -> None:
    first = work["operations_received"].get("api", 0) + 1
    body = _claims(window.dice, person) if work["kind"] == WRITING else _verification(window.dice)
    body["client_id"] = str(uuid.UUID(int=window.dice.getrandbits(128), version=4))
    body["operations"] = operations_of(work["id"], first, first + window.dice.randrange(6))
    attempt = {"person": person.username, "assignment": work["id"], "kind": work["kind"], "body": body}
    window.journal.write("attempt", **attempt)
    for _ in range(2 if twice else 1):
        _send(window, person, attempt)


def _send(window: Window, person: User, attempt: Entry) -> None:
    answer = window.ask(person, "post", f"assignments/{attempt['assignment']}/submission/", attempt["body"])
    client_id = attempt["body"]["client_id"]
    if answer:
        made = answer.json()
        stored = made.get("verification") or made.get("claim_set")
        window.journal.write("acknowledged", client_id=client_id, stored=stored, created=made["created"])
    else:
        window.journal.write("refused", client_id=client_id)


def _verification(dice: random.Random) -> dict[str, Any]:
    elements = dice.sample(ELEMENTS, dice.randrange(1, 5))
    cut = dice.randrange(len(elements))
    return {
        "verdict": dice.choice(list(Verdict)),
        "challenge": dice.choice(list(Challenge)),
        "evidence_sets": [ids for ids in (elements[:cut], elements[cut:]) if ids],
    }


def _claims(dice: random.Random, person: User) -> dict[str, Any]:
    texts = [f"{person.username} writes claim {dice.getrandbits(40)}." for _ in range(3)]
    if dice.random() < 0.15:  # in any order: two who hold what the other waits for
        texts[:2] = dice.sample(COMMON_CLAIMS, 2)
    dice.shuffle(texts)
    challenge = dice.choice(list(Challenge))
    claims = {
        kind: {"text": text, "challenge": challenge} for kind, text in zip(("I", "II", "III"), texts, strict=True)
    }
    return {"claims": claims}


def _edit(window: Window, person: User, work: dict[str, Any]) -> None:
    """Change one of the claims that were handed in, if nobody has begun to verify it."""
    claims = {kind: {name: claim[name] for name in ("text", "challenge")} for kind, claim in work["claims"].items()}
    changed = window.dice.choice(list(claims))
    claims[changed]["text"] = f"{person.username} changes claim {window.dice.getrandbits(40)}."
    revisions = {kind: claim["revision"] for kind, claim in work["claims"].items()}
    body = {"claims": claims, "base_revisions": revisions}
    if window.ask(person, "put", f"assignments/{work['id']}/claims/", body):
        window.journal.write("edited", assignment=work["id"], kind=changed, text=claims[changed]["text"])
