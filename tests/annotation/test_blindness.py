"""What a verifier is sent tells nothing of who wrote a claim, of what kind it is, where it comes from, who else has it.

Every address of the site is asked as a verifier, twice: the two times differ in nothing but what must stay hidden. An
answer that differs is a leak, however it is written: a name, a number that counts others' work, a header, a title.
A new address must be put into one of the lists below, or the first test fails.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from annotation.models import (
    Announcement,
    Assignment,
    Claim,
    ClaimSet,
    Highlight,
    Project,
    ProjectInvitation,
    QaSample,
    Report,
    SecondFactor,
    Task,
    User,
    Verification,
)
from annotation.projects.announcements import announce
from annotation.projects.joining import join_path
from annotation.projects.models import Role
from annotation.work.assignment import assign_next
from annotation.work.draft import save
from annotation.work.guidelines import confirm
from annotation.work.models import Submission
from annotation.work.operations import record
from annotation.work.registry import default_workflows
from annotation.work.submission import submit
from annotation.workflows.claim_verification import payload
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from annotation.workflows.models import GenerationItem
from search.indexing.build import build_index
from tests.cast import CELL, SENTENCE, claim_of, member, submission
from tests.web_pages import keep_page

KIND = TaskKind.CLAIM_VERIFICATION
ON_BY_DEFAULT = default_workflows()  # of screening: tests/workflows/test_screening.py


@dataclass(frozen=True)
class World:
    """A verifier with one claim handed in, one held, and one still to come."""

    project: Project
    verifier: User
    done: Assignment
    held: Assignment


@dataclass(frozen=True)
class Ask:
    """One request. `of`: the arguments of the address; `body`: JSON in the API, a form elsewhere."""

    name: str
    of: dict[str, Any] = field(default_factory=dict)
    method: str = "get"
    query: dict[str, Any] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)


Asks = Callable[[World], list[Ask]]


def held(name: str, method: str = "get", **body: Any) -> Asks:
    return lambda world: [Ask(name, {"public_id": world.held.public_id}, method, body=body)]


def done(name: str, method: str = "get", **body: Any) -> Asks:
    return lambda world: [Ask(name, {"public_id": world.done.public_id}, method, body=body)]


def at_project(name: str, method: str = "get", query: dict[str, Any] | None = None, **body: Any) -> Asks:
    return lambda world: [Ask(name, {"slug": world.project.slug}, method, query or {}, body)]


def plain(name: str, method: str = "get") -> Asks:
    return lambda world: [Ask(name, method=method)]


def next_claim(world: World) -> list[Ask]:
    return [Ask("next-task", {"slug": world.project.slug, "kind": KIND.value}, "post")]


def invited(world: World) -> list[Ask]:
    """The verifier's invitation to the project, for another role."""
    asked = {"name": world.verifier.username, "roles": [Role.CLAIM_WRITER], "public_id": uuid.UUID(int=1)}
    invitation = ProjectInvitation.objects.create(
        project=world.project, **asked, expires_at=timezone.now() + timedelta(days=1)
    )
    _start, _join, public_id, signature, _end = join_path(invitation).split("/")
    return [Ask("my-work"), Ask("join", {"public_id": public_id, "signature": signature})]


def both(name: str) -> Asks:
    return lambda world: held(name)(world) + done(name)(world)


def then(*several: Asks) -> Asks:
    """One after the other, the second in what the first has made."""
    return lambda world: [ask for asks in several for ask in asks(world)]


BODY = {"sets": [[SENTENCE]], "active_set": 0, "verdict": "SUPPORTS", "challenge": "Other", "place": {}}
OPERATION = {"sequence": 7, "name": "Now on", "value": "Anna Berg", "seconds": 3}
CHANGE = submission(client_id=str(uuid.UUID(int=9)), verdict="REFUTES", base_revision=1)
AGAIN = submission(client_id=str(uuid.UUID(int=8)))

# What a verifier may ask. Each is asked in both worlds and must be answered alike.
OPEN: dict[str, list[Asks]] = {
    "home": [plain("home")],
    "login": [plain("login")],
    "language": [plain("language", "post")],
    "logout": [plain("logout", "post")],
    "login-code": [plain("login-code")],
    "password": [plain("password")],
    "account": [plain("account")],
    "second-factor": [plain("second-factor")],
    "join": [invited],
    "tokens": [plain("tokens")],
    "my-work": [plain("my-work")],
    "next-task": [
        then(next_claim, plain("my-work")),
        then(held("give-back", "post"), next_claim, plain("my-work")),
        lambda world: [Ask("next-task", {"slug": world.project.slug, "kind": "unknown"}, "post")],
        lambda world: [Ask("next-task", {"slug": world.project.slug, "kind": kind}, "post") for kind in ON_BY_DEFAULT],
    ],
    "give-back": [then(held("give-back", "post"), plain("my-work"), held("workspace"))],
    "guidelines": [
        lambda world: [Ask("guidelines", {"slug": world.project.slug, "kind": kind}) for kind in ON_BY_DEFAULT]
    ],
    "guidelines-confirm": [
        lambda world: [
            Ask("guidelines-confirm", {"slug": world.project.slug, "kind": KIND.value}, "post", body={"version": "0"})
        ]
    ],
    "calibration": [at_project("calibration")],
    "guided-examples": [at_project("guided-examples")],
    "my-verifications": [at_project("my-verifications"), at_project("my-verifications", query={"q": "anna"})],
    "workspace": [both("workspace"), then(held("api-report", "post", reasons=["language"]), held("workspace"))],
    "workspace-change": [both("workspace-change")],
    "resume": [then(held("api-park", "post"), plain("my-work"), held("workspace"), held("resume", "post"))],
    "work": [both("work")],
    "postpone": [then(held("postpone", "post"), plain("my-work"))],
    "skip": [then(held("skip", "post", reason="personal"), plain("my-work")), held("skip", "post", reason="other")],
    "report": [held("report", "post", reason="other")],  # of other workflows: claims have a report of their own
    "write": [both("write")],  # leads to the verifier's own room
    "write-sentence": [both("write-sentence")],
    "read": [at_project("read", query={"title": "Harbour League"}), at_project("read", query={"title": "Nowhere"})],
    "find": [at_project("find", query={"q": "shipowner"})],
    "lines": [at_project("lines", query={"title": "Harbour League"})],
    "lines-find": [at_project("lines-find", query={"q": "shipowner"})],
    "lines-dictionary": [
        at_project("lines-dictionary", query={"title": "Harbour League"}),
        at_project("lines-dictionary", query={"line": SENTENCE}),
    ],
    "wiki": [at_project("wiki", query={"title": "Anna Berg"})],
    "api-assignments": [
        at_project("api-assignments", "post", kind=KIND.value),
        then(held("api-release", "post"), at_project("api-assignments", "post", kind=KIND.value)),
        then(held("api-submission", "post", **AGAIN), at_project("api-assignments", "post", kind=KIND.value)),
    ],
    "api-suggest": [at_project("api-suggest", query={"q": "harb"})],
    "api-search": [at_project("api-search", query={"q": "shipowner"})],
    "api-excerpts": [at_project("api-excerpts", "post", ids=[CELL, SENTENCE, "Nowhere_sentence_0"])],
    "api-assignment": [both("api-assignment")],
    "api-draft": [
        held("api-draft", "put", base_version=0, body=BODY),
        held("api-draft", "put", base_version=5, body=BODY),
        done("api-draft", "put", base_version=0, body=BODY),
    ],
    "api-operations": [held("api-operations", "post", operations=[OPERATION])],
    "web-snapshot": [at_project("web-snapshot", query={"title": "Harbour League"})],
    "api-heartbeat": [held("api-heartbeat", "post"), done("api-heartbeat", "post")],
    "api-release": [held("api-release", "post"), done("api-release", "post")],
    "api-skip": [held("api-skip", "post", reason="personal"), held("api-skip", "post", reason="other")],
    "api-submission": [
        then(held("api-submission", "post", **AGAIN), held("api-assignment"), plain("my-work")),
        done("api-submission", "post", **AGAIN),
        held("api-submission", "post", **submission(evidence_sets=[["Nowhere_sentence_0"]])),
    ],
    "api-report": [then(held("api-report", "post", reasons=["display"]), plain("my-work"))],
    "api-park": [then(held("api-park", "post"), held("api-assignment"))],
    "api-resume": [then(held("api-park", "post"), held("api-resume", "post")), held("api-resume", "post")],
    "api-verification": [
        then(done("api-verification", "put", **CHANGE), done("workspace"), at_project("my-verifications")),
        held("api-verification", "put", **CHANGE),
    ],
    "api-effort": [both("api-effort")],
    "api-check": [
        held("api-check", "post", verdict="SUPPORTS", elements=[SENTENCE]),
        done("api-check", "post", verdict="NOT ENOUGH INFO", elements=[]),
    ],
    "api-suggestions": [both("api-suggestions")],
    "stand-by": [done("stand-by", "post", answer="It says so."), held("stand-by", "post", answer="It says so.")],
    "announcements": [at_project("announcements"), at_project("announcements", query={"then": KIND.value})],
    "ask-about": [
        held("ask-about"),
        then(held("ask-about", "post", text="Which season is meant?"), at_project("announcements")),
    ],
    "ask-question": [then(at_project("ask-question", "post", text="May I use a list?"), at_project("announcements"))],
    "announcement-read": [
        lambda world: [
            Ask("announcement-read", {"slug": world.project.slug, "pk": one.pk}, "post", body={"revision": "1"})
            for one in Announcement.objects.all()
        ]
    ],
    "project": [at_project("project")],
    "invitation": [lambda _world: [Ask("invitation", {"uidb64": "MQ", "token": "0-0"})]],
    "my-agreement": [at_project("my-agreement")],
    "my-discussions": [at_project("my-discussions")],
    "preferences": [plain("preferences")],
    "shared-tasks": [plain("shared-tasks")],
    "service-worker": [plain("service-worker")],
    "other-static": [lambda _world: [Ask("other-static", {"version": "0", "name": "js/wiki.js"})]],
    "api-schema": [plain("api-schema")],
}

# What is not there for a verifier, or not allowed: by GET and by POST.
CLOSED = {
    *(
        "token-revoke",
        "provider-log-in",  # as the next two: no provider is set
        "provider-callback",
        "provider-link",
        "project-new",
        "submitted-claims",
        "my-claims",
        "guidelines-edit",
    ),
    *("manage", "manage-claims", "manage-verifications", "manage-verification", "manage-route", "manage-reports"),
    "manage-flag-review",
    *("manage-people", "manage-person", "manage-invitations", "manage-invitations-file"),
    *("manage-set-up", "manage-corpus", "manage-corpus-failures", "manage-copy"),
    "api-evidence-search",  # of the five phases: tests/workflows/test_web_evidence.py
    *("manage-web-evidence", "manage-web-import", "manage-web-import-step"),
    *("manage-flagged-list-import", "manage-flagged-list-remove"),
    *("manage-highlights", "manage-draw", "manage-skipped", "manage-withdrawn"),
    *("manage-plan", "manage-payroll", "manage-alert-mail", "api-production", "api-people", "api-plan"),
    *("manage-alert", "manage-actions", "manage-action", "manage-action-new", "manage-person-action"),
    *("manage-guideline-changes", "manage-guideline-change", "manage-guideline-change-new"),
    *("manage-quality-rules", "manage-audit-log", "site-audit-log", "manage-status", "site-status"),
    *("manage-sentences", "manage-sentence-settings", "manage-sentence-draw", "manage-sentence-drawing"),
    *("manage-stop-sentence-drawing", "api-line-hints"),  # tests/workflows/test_sentence_claims.py
    *("screening-test", "screening-item", "screening-new-item"),
    *("manage-symmetric", "manage-symmetric-rows"),
    *("manage-articles", "manage-fields", "manage-fields-file", "manage-release-rule"),
    *("manage-phase-work", "manage-phase-work-item"),
    "api-revision",  # tests/workflows/test_fact_check_blindness.py
    *("screening-grade", "screening-grade-test", "screening-person"),
    *(
        "manage-drawing",
        "manage-stop-drawing",
        "manage-put-back",
        "manage-settings",
        "manage-labels",
        "manage-task-reports",
    ),
    "data-statement",
    *("citations", "citation", "citation-decide", "citation-source", "citation-decisions"),
    *("citation-check", "citation-check-start", "citation-to-study", "citation-addresses"),
    *("manage-shared-tasks", "manage-shared-task", "manage-shared-task-split", "manage-shared-task-submission"),
    # None is listed here: tests/frontend/test_roles.py, tests/browser/test_shared_task.py
    *("shared-task", "shared-task-file", "shared-task-leaderboard", "shared-task-team", "shared-task-join"),
    *("shared-task-submit", "shared-task-submission"),
    *("api-releases", "api-one-release", "api-release-file", "api-jobs", "api-job", "api-job-cancel"),
    *("api-annotations", "api-agreement"),
    *("release-webhook", "release-webhook-secret", "release-webhook-test", "release-webhook-again"),
    *("release-texts", "release-scan-texts", "release-redact-texts"),
    *("releases", "release-stop", "release-download", "release-download-part", "release-report", "release-delete"),
    *("drift", "drift-ask", "drift-list"),
    *("release-differences", "release-differences-ask", "release-differences-list"),
    *("api-project-claims", "api-hints", "api-claims"),
    # Nobody is in calibration here; what a candidate may open is tested in tests/frontend/test_calibration.py.
    # Nor are there guided examples: tests/frontend/test_guided_examples.py.
    *("guided-example", "guided-example-start"),
    *("calibration-feedback", "quality-calibration", "quality-candidate", "quality-candidate-item"),
    *(
        "quality-gold",
        "quality-gold-agreed",
        "quality-gold-tasks",
        "quality-gold-make",
        "quality-gold-item",
        "quality-tasks",
        "quality-task",
    ),
    *("quality-adjudicate", "quality-adjudicate-claim", "quality-adjudicate-assign", "quality-nei", "manage-report"),
    *("quality", "quality-items", "quality-rows", "quality-claims", "quality-side-by-side", "quality-matrix"),
    *("quality-confusion", "quality-habits", "quality-groups"),
    *("quality-revalidation", "quality-oracle", "quality-oracle-missed"),
    *("quality-questions", "quality-question-times"),
    *("quality-question-claims", "quality-question-claim", "quality-question-articles"),
    *("quality-ratings", "quality-rating-metrics", "manage-rated-evidence"),
    *("quality-citation-study", "manage-citation-study", "manage-citation-study-settings"),
    *("manage-second-decisions", "quality-adjudicators", "quality-adjudicator-claims"),
    *("quality-audit", "quality-classifier", "quality-evidence", "quality-balance", "quality-time"),
    *("quality-production", "quality-reported", "quality-skipped", "quality-numbers"),
    *("quality-suggestions", "quality-suggested", "quality-check", "quality-checked"),
    *("quality-suggestion-claims", "quality-suggestion-ranks"),
    *("manage-announcements", "manage-announcement", "manage-questions", "manage-question", "manage-faq-entry"),
    # Nothing can be shown yet here; what may be is tested in tests/frontend/test_my_agreement.py.
    "my-agreement-item",
    # No discussion is open here: tests/annotation/test_discussion.py.
    *("my-discussion", "quality-discussions", "quality-discussion"),
    "api/v1/",  # whatever else is asked below it
}


def addresses(resolver: URLResolver | None = None, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address of the site: its name, or how it is written where it has none."""
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLResolver) and one.namespace == "admin":
            continue  # superusers only: tests/frontend/test_admin.py
        if isinstance(one, URLResolver):
            yield from addresses(one, before + str(one.pattern))
        else:
            yield one.name or before + str(one.pattern), one


def test_every_address_is_in_one_of_the_lists():
    """A new one? If a verifier may ask it: into OPEN, with a request that shows what it says; else into CLOSED."""
    names = [name for name, _pattern in addresses()]
    assert sorted(names) == sorted([*OPEN, *CLOSED])


# --- The two worlds --------------------------------------------------------------------------------------------------
@pytest.fixture
def world(project: Project, verifier: User, claims: list[Claim]) -> World:
    build_index(project.corpus)
    keep_page(project, "Harbour League", "<p>An archived page.</p>")
    Task.objects.update(required_annotations=9)  # so that what others do takes nothing away from the verifier
    confirm(person=verifier, project=project, kind=KIND, version=0)
    # Without one, its page shows another key each time.
    SecondFactor.objects.create(user=verifier, secret="", confirmed_at=timezone.now())
    manager = member(project, "maya", Role.MANAGER)
    announce(project=project, by=manager, title="A table is evidence", text="So are its cells.", must_read=False)
    first = assign_next(person=verifier, project=project, kind=KIND)
    assert first is not None
    submit(
        assignment=first, client_id=uuid.UUID(int=7), verdict="SUPPORTS", challenge="Other", evidence_sets=[[SENTENCE]]
    )
    second = assign_next(person=verifier, project=project, kind=KIND)
    assert second is not None
    return World(project, verifier, first, second)


# Words that stand nowhere else on the site.
WRITER, HOLDER = "Wxwriter", "Hxholder"


def change_what_is_hidden(world: World) -> None:
    """Another writer, type, mutation, label, challenge and highlight; others hold, verify and report the claims."""
    author = member(world.project, WRITER.lower(), Role.CLAIM_WRITER)
    User.objects.filter(pk=author.pk).update(first_name=WRITER, last_name=WRITER)
    highlight = Highlight.objects.create(
        project=world.project,
        kind="sentences",
        page_title="Anna Berg",
        element_ids=["Anna Berg_sentence_0"],
        type_one_is_true=False,
        several_pages=True,
        mutation="Negation",
        mutated_type="I",
    )
    (task,) = GenerationItem.objects.create_tasks(world.project, [highlight])
    writing = Assignment.objects.create(
        task=task, project=world.project, kind=task.kind, person=author, leased_until=world.held.leased_until
    )
    submission = Submission.objects.create(assignment=writing, client_id=uuid.uuid4())
    claim_set = ClaimSet.objects.create(submission=submission, highlight=highlight)
    for claim, kind in zip(Claim.objects.order_by("pk"), ("III", "I", "II"), strict=True):
        claim.author, claim.highlight, claim.claim_set, claim.claim_type = author, highlight, claim_set, kind
        claim.mutation = "Negation" if kind == "III" else ""
        claim.intended_label, claim.expected_challenge = "REFUTES", "Numerical Reasoning"
        claim.save()
    _others_at_work(world)
    # Drawn to be repeated, and so is all that follows.
    Project.objects.update(qa_rate=1)
    QaSample.objects.create(
        task=world.done.task, of=Verification.objects.get(submission__assignment=world.done), ways=3
    )


def _others_at_work(world: World) -> None:
    """One holds the claim that the verifier has handed in, one the next, one the last; the fourth reports one."""
    for number in range(4):
        person = member(world.project, f"{HOLDER.lower()}{number}", Role.VERIFIER)
        User.objects.filter(pk=person.pk).update(first_name=HOLDER, last_name=HOLDER)
        for _ in range(min(number, 2)):
            _submit_next(person, world)
        mine = _next(person, world)
        save(assignment=mine, base_version=0, body=BODY | {"verdict": "REFUTES"})
        record(assignment=mine, operations=[{"sequence": 1, "name": "search", "value": HOLDER, "seconds": 1}])
    reporter = member(world.project, f"{HOLDER.lower()}9", Role.VERIFIER)
    _submit_next(reporter, world)
    report(assignment=_next(reporter, world), reasons=["language"], note=HOLDER)


def _next(person: User, world: World) -> Assignment:
    taken = assign_next(person=person, project=world.project, kind=KIND)
    assert taken is not None
    return taken


def _submit_next(person: User, world: World) -> None:
    evidence = [[CELL], [SENTENCE]]
    mine = _next(person, world)
    submit(assignment=mine, client_id=uuid.uuid4(), verdict="REFUTES", challenge="Other", evidence_sets=evidence)


# --- Asking ----------------------------------------------------------------------------------------------------------
def answers(world: World, asks: Asks) -> list[HttpResponse]:
    """Asked one after the other by a browser of its own; whatever they changed is undone."""
    with transaction.atomic():
        client = Client()
        client.force_login(world.verifier)
        found = [_answer(client, ask) for ask in asks(world)]
        transaction.set_rollback(True)
    return found


def _answer(client: Client, ask: Ask) -> HttpResponse:
    address = reverse(ask.name, kwargs=ask.of)
    if ask.method == "get":
        return client.get(address, ask.query)
    if ask.name.startswith("api-"):
        return getattr(client, ask.method)(address, ask.body, content_type="application/json")
    return client.post(address, ask.body)


CHANGING = [
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "<id>"),
    (re.compile(r'(csrfmiddlewaretoken" value="|csrf-token" content=")[^"]+'), r"\1<token>"),
    (re.compile(r'((?:elapsed|active)_seconds": ?)[0-9.]+'), r"\1<seconds>"),
    (re.compile(r"20\d\d-\d\d-\d\dT[0-9:.]+(?:Z|\+00:00)"), "<time>"),
    (re.compile(r"\b\d{1,2}(?::\d\d)?[\s\xa0][ap]\.m\.|\bnoon\b|\bmidnight\b|\b\d{1,2}:\d\d\b"), "<clock>"),
    (re.compile(r"\d+[\s\xa0](?:minute|hour|day)s?(?:, \d+[\s\xa0](?:minute|hour)s?)*"), "<duration>"),
]
NOT_COMPARED = {"Content-Length", "Set-Cookie", "Date", "Expires", "X-Request-ID"}


def said(answer: HttpResponse) -> str:
    """Status, headers and body, without what is another each time anyhow."""
    headers = [f"{name}: {value}" for name, value in answer.items() if name not in NOT_COMPARED]
    cookies = sorted(answer.cookies)
    text = "\n".join([str(answer.status_code), *headers, *cookies, answer.content.decode()])
    for pattern, instead in CHANGING:
        text = pattern.sub(instead, text)
    return text


def everything_said(world: World, names: Iterable[str]) -> dict[str, list[str]]:
    return {
        f"{name} {number}": [said(answer) for answer in answers(world, asks)]
        for name in names
        for number, asks in enumerate(OPEN[name])
    }


def difference(before: list[str], after: list[str]) -> str:
    """The first lines that differ, from where they do."""
    lines = zip("\n".join(before).split("\n"), "\n".join(after).split("\n"), strict=False)
    one, other = next(((one, other) for one, other in lines if one != other), ("", "more lines"))
    same = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"…{one[max(0, same - 60) :][:160]} | …{other[max(0, same - 60) :][:160]}"


def leaks(world: World, names: Iterable[str] = OPEN) -> list[str]:
    """What answered otherwise when nothing had changed but what is hidden, and where a hidden word stands."""
    before = everything_said(world, names)
    change_what_is_hidden(world)
    after = everything_said(world, names)
    words = re.compile(f"{WRITER}|{HOLDER}|Negation", re.IGNORECASE)
    found = [
        f"{name} differs: {difference(before[name], after[name])}" for name in before if before[name] != after[name]
    ]
    return found + [
        f"{name} says {word}"
        for name, texts in after.items()
        if not name.startswith("guidelines") and name != "api-schema 0"
        for word in {match.group() for text in texts for match in words.finditer(text)}
    ]


# --- The tests -------------------------------------------------------------------------------------------------------
def test_nothing_hidden_shows_in_any_answer(world):
    found = leaks(world)
    assert not found, "\n".join(found)


def test_the_requests_reach_what_they_are_about(world):
    """An answer that is an error in both worlds would show nothing."""
    for name, several in OPEN.items():
        last = [answers(world, asks)[-1] for asks in several]
        assert any(answer.status_code < 400 for answer in last), (name, [answer.content[:300] for answer in last])


def test_the_others_were_really_at_work(world):
    change_what_is_hidden(world)
    others = Assignment.objects.filter(kind=KIND).exclude(person=world.verifier)
    for mine in (world.done, world.held):
        assert others.filter(task=mine.task, state="held").exists()
        assert others.filter(task=mine.task, state="submitted").exists()
    assert Report.objects.get().claim == claim_of(world.held)
    assert Verification.objects.count() > 4 and ClaimSet.objects.count() == 1


def test_the_rest_is_closed_to_a_verifier(world):
    values = {"slug": world.project.slug, "public_id": world.held.public_id, "pk": 1, "kind": KIND.value, "item": 1}
    values |= {
        "task": "piers",
        "split": 1,
        "invitation": world.held.public_id,
        "part": "sealed",
        "path": "feverous/train.jsonl",
    }
    patterns = dict(addresses())
    client = Client()
    client.force_login(world.verifier)
    for name in sorted(CLOSED):
        # The parts of enclosing addresses too.
        possible = get_resolver().reverse_dict.getlist(patterns[name].name)
        wanted = {key: values[key] for _ways, _text, _defaults, converters in possible for key in converters}
        address = reverse(name, kwargs=wanted) if patterns[name].name else f"/{name}no/such/thing/"
        for method in (client.get, client.post):
            answer = method(address)
            case = (name, method.__name__, answer.status_code, answer.get("Location"))
            assert answer.status_code in {403, 404, 405}, case
            text = answer.content.decode()
            assert claim_of(world.held).text not in text and "wilma" not in text, case


@pytest.mark.parametrize(
    ("part", "leak"),
    [
        ("kind of claim", lambda assignment: claim_of(assignment).claim_type),
        ("label", lambda assignment: claim_of(assignment).intended_label),
        ("writer", lambda assignment: claim_of(assignment).author_id),
        ("number of others", lambda assignment: Task.objects.get(pk=assignment.task_id).assigned_count),
        ("number of the next row", lambda assignment: Assignment.objects.latest("pk").pk),
    ],
)
def test_a_leak_would_be_noticed(world, monkeypatch, part, leak):
    real = payload._project

    def leaking(project):
        return real(project) | {"hint": leak(world.held.__class__.objects.get(pk=world.held.pk))}

    monkeypatch.setattr(payload, "_project", leaking)
    assert leaks(world, ["api-assignment"]), part
