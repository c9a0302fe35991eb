"""Every address by which a manager changes something leaves an entry in the audit log, or is named below with a reason.

A new page that changes something belongs to CASES, with what a browser sends, or to EXCEPTIONS.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation.accounts.sessions import Session
from annotation.accounts.tokens import create_token
from annotation.actions.run import draft_on_person
from annotation.audit_log.acts import Act
from annotation.evidence.web.flagged import import_list
from annotation.models import (
    AuditEntry,
    Membership,
    Project,
    ProjectInvitation,
    Release,
    Task,
    User,
    Verification,
    Webhook,
)
from annotation.projects.joining import invite
from annotation.projects.models import Role
from annotation.shared_tasks.models import TeamSubmission
from annotation.work.assignment import assign_next
from annotation.work.registry import workflows
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from annotation.workflows.question_answering.fields.file import BUILT_IN as FIELDS
from annotation.workflows.screening.grading import decide
from annotation.workflows.screening.importer import NewItem, add, fill_empty_test
from annotation.workflows.screening.models import SCREENED, ScreeningItem
from corpus.models import Corpus, CorpusKind, ImportRun, Phase
from corpus.page.elements import Page, Sentence
from corpus.store import PageRecord, save_pages
from jobs.models import Job
from tests.annotation.disagreeing import said
from tests.annotation.gold import row
from tests.cast import OTHER_PAGE, PASSWORD, SENTENCE, member
from tests.frontend.html import form_values
from tests.frontend.test_roles import patterns
from tests.shared_tasks.hosting import close, make_split, make_task, player, predictions, score_all, submit
from tests.web_pages import keep_page

VERIFYING = str(TaskKind.CLAIM_VERIFICATION)
OWN_WORK = "somebody's own work: its operations and submissions are logs of their own"
OWN = "one's own page: nothing of others, no rights"
OWN_LOG = "its rows are a log: who, when and what, never overwritten"
COMPUTES = "computes or compares, changes nothing"
DRAFT = "a draft: nothing happens before it is confirmed (manage-action)"
READ_ALONG = "what somebody has read, said or asked"
EXCEPTIONS = {
    **dict.fromkeys(("api-check", "api-claims", "api-draft", "api-heartbeat", "api-hints", "api-operations"), OWN_WORK),
    **dict.fromkeys(("api-park", "api-release", "api-report", "api-resume", "api-skip", "api-submission"), OWN_WORK),
    **dict.fromkeys(("api-verification", "api-assignments", "next-task", "stand-by", "work", "ask-about"), OWN_WORK),
    **dict.fromkeys(("give-back", "postpone", "report", "resume", "skip", "submitted-claims"), OWN_WORK),
    **dict.fromkeys(("guided-example-start", "guidelines-confirm", "api-line-hints", "api-revision"), OWN_WORK),
    **dict.fromkeys(("announcement-read", "ask-question", "my-discussion"), READ_ALONG),
    **dict.fromkeys(("manage-questions", "manage-question", "manage-faq-entry"), READ_ALONG),
    **dict.fromkeys(("password", "preferences", "manage-alert-mail"), OWN),
    **dict.fromkeys(("manage-announcements", "manage-announcement"), "AnnouncementRevision says who wrote what"),
    "manage-guideline-change": "announces a version, which is in the log already, or drafts an action",
    **dict.fromkeys(
        ("manage-action-new", "manage-person-action", "manage-guideline-change-new", "manage-phase-work-item"), DRAFT
    ),
    "manage-alert": "notes of managers to each other: an alert was seen",
    **dict.fromkeys(("manage-report", "manage-task-reports"), "the report and ClaimRevision say who did what"),
    **dict.fromkeys(("quality-adjudicate-claim", "quality-task", "manage-second-decisions"), OWN_LOG),
    "citation-decide": OWN_LOG,
    "citation-to-study": "add_items records it (study_items_added): tests/citations/test_citation_pages.py",
    "quality-discussion": "entries of discussions are append-only",
    **dict.fromkeys(("api-excerpts", "site-status"), COMPUTES),
    **dict.fromkeys(
        ("quality-classifier", "quality-questions", "quality-numbers", "release-differences-ask", "drift-ask"), COMPUTES
    ),
    "quality-rating-metrics": COMPUTES,
    "release-scan-texts": "saves words of a search, whose number is in the log, and looks for them",
    **dict.fromkeys(("release-webhook-again", "release-webhook-test"), "its deliveries are a log (WebhookDelivery)"),
    "drift": "opens a project: create_project records it (project-new)",
    "provider-log-in": "leads to the provider",
    **dict.fromkeys(("provider-callback", "provider-link"), "tests/frontend/test_provider_log_in.py: with a provider"),
    **dict.fromkeys(("shared-task-team", "shared-task-join"), "a team's own: TeamMember says who joined it and when"),
    "shared-task-submit": "TeamSubmission says who, when and what, and is never overwritten",
    "second-factor": "tests/frontend/test_second_factor.py: it takes a code of now",
    "quality-gold-agreed": "as quality-gold-make: gold_items records what is made gold",
    "screening-grade-test": "as screening-person: grading records the decisions",
}


@dataclass
class Scene:
    """A project, its people, and the browser of its manager."""

    project: Project
    manager: User
    verifier: User
    client: Client

    def url(self, name: str, **given: Any) -> str:
        return reverse(name, kwargs={"slug": "harbour", **given})

    def post(self, name: str, data: dict[str, Any], **given: Any) -> None:
        answer = self.client.post(self.url(name, **given), data)
        assert answer.status_code in {200, 302}, answer.content[:2000]

    def shown(self, name: str, selector: str, **given: Any) -> dict[str, Any]:
        """What the form of a page would send, unchanged."""
        return form_values(self.client.get(self.url(name, **given)).text, selector)


def posts(name: str, data: dict[str, Any], **given: Any) -> Callable[[Scene], None]:
    """A case that sends this."""
    return lambda scene: scene.post(name, data, **given)


def posts_shown(name: str, selector: str, changed: dict[str, Any]) -> Callable[[Scene], None]:
    """A case that sends what the page's form shows, with a change."""
    return lambda scene: scene.post(name, scene.shown(name, selector) | changed)


def web_corpus() -> str:
    """A complete web corpus with a page, by its short name."""
    corpus = Corpus.objects.create(slug="news", name="News", kind=CorpusKind.WEB)
    save_pages(corpus, [PageRecord(Page("News", (Sentence("sentence_0", "A bridge was opened."),)))])
    run = {"sources": [], "settings": {}, "software": {}, "phase": Phase.COMPLETE, "finished_at": timezone.now()}
    ImportRun.objects.create(corpus=corpus, **run)
    return corpus.slug


def invitation(scene: Scene) -> ProjectInvitation:
    invite(project=scene.project, people={Role.VERIFIER: ["nadia"]}, by=scene.manager)
    return ProjectInvitation.objects.get(name="nadia")


def withdrawn(scene: Scene) -> None:
    scene.post("manage-invitations", {"action": "withdraw", "invitation": invitation(scene).pk})


def person_action(scene: Scene) -> None:
    action = draft_on_person(project=scene.project, by=scene.manager, kind="pause", person=scene.verifier)
    scene.post("manage-action", {"step": "confirm", "reason": "careless"}, pk=action.pk)
    scene.post("manage-action", {"step": "undo"}, pk=action.pk)


def put_back(scene: Scene) -> None:
    task = Task.objects.filter(project=scene.project, kind=VERIFYING).order_by("-pk")[0]
    Task.objects.filter(pk=task.pk).update(withdrawn_at="2026-11-01T00:00Z")
    scene.post("manage-put-back", {}, pk=task.pk)


def copied(scene: Scene) -> None:
    other = Project.objects.create(slug="other", name="Other", corpus=scene.project.corpus, lease_minutes=77)
    Membership.objects.create(project=other, user=scene.manager, role=Role.MANAGER)
    scene.post("manage-copy", {"source": "other", "parts": ["settings"], "copy": "1"})


def adjudicated(scene: Scene) -> None:
    ada, violet = member(scene.project, "ada", Role.ADJUDICATOR), User.objects.get(username="violet")
    said(scene.project, scene.verifier, "SUPPORTS", [SENTENCE])
    said(scene.project, violet, "REFUTES", [OTHER_PAGE])
    claim = scene.project.claims.order_by("pk")[0]
    scene.post("quality-adjudicate-assign", {"claim": [claim.pk], "adjudicator": ada.pk})


def pairs_drawn(scene: Scene) -> None:
    said(scene.project, scene.verifier, "SUPPORTS", [SENTENCE])
    Task.objects.filter(project=scene.project, assigned_count=1).update(required_annotations=1)
    scene.post("manage-symmetric", {"size": 1, "seed": 1})


def evidence_added(scene: Scene) -> None:
    item = b'{"claim_id": 1, "claim": "It rained.", "system": "A", "evidence": []}\n'
    scene.post("manage-rated-evidence", {"file": SimpleUploadedFile("items.jsonl", item)})


def study_items_added(scene: Scene) -> None:
    source = {"url": "https://a.example/", "passages": ["It rained."], "selected": 0}
    row = {"claim_id": 1, "text": "It rained.[CIT]", "original": source, "suggested": source}
    item = json.dumps(row).encode()
    scene.post("manage-citation-study", {"file": SimpleUploadedFile("items.jsonl", item)})


def study_settings(scene: Scene) -> None:
    shown = scene.shown("manage-citation-study-settings", "main form")
    scene.post("manage-citation-study-settings", shown | {"annotators": "3"})


def gold_made(scene: Scene) -> None:
    sent = {"claim": "Gold.", "phase": 1, "verdict": "SUPPORTS", "challenges": ["Other"], "sets": SENTENCE}
    scene.post("quality-gold-make", sent)


def gold_unmade(scene: Scene) -> None:
    gold_made(scene)
    item = Task.objects.get(gold__isnull=False, project=scene.project).gold
    scene.post("quality-gold-item", {"action": "unmake"}, pk=item.pk)


def release_job(scene: Scene) -> Job:
    return Job.objects.create(kind="make_release", project=scene.project)


def stopped_draw(scene: Scene) -> None:
    job = Job.objects.create(kind="draw_highlights", project=scene.project)
    scene.post("manage-stop-drawing", {}, pk=job.pk)


def stopped_draw_of_sentences(scene: Scene) -> None:
    sentences_on(scene)
    job = Job.objects.create(kind="draw_sentences", project=scene.project)
    scene.post("manage-stop-sentence-drawing", {}, pk=job.pk)


def sentences_on(scene: Scene) -> None:
    Project.objects.filter(pk=scene.project.pk).update(workflows=[*scene.project.workflows, "sentence_claims"])


def sentences_drawn(scene: Scene) -> None:
    sentences_on(scene)
    scene.post("manage-sentences", {"size": 1, "seed": 3, "titles": "", "after": "", "draw": "1"})


def sentence_settings(scene: Scene) -> None:
    sentences_on(scene)
    shown = scene.shown("manage-sentence-settings", "main form")
    scene.post("manage-sentence-settings", shown | {"most_claims": "4", "negate_shown": "on"})


DOCUMENT = b'{"claim_id": 1, "url": "https://example.com/a", "url2text": ["Fuel prices rose."]}'


def web_import_cancelled(scene: Scene) -> None:
    scene.post("manage-web-import", {"title": "News", "archive": SimpleUploadedFile("a.jsonl", DOCUMENT)})
    scene.post("manage-web-import-step", {"step": "cancel"})


def articles_uploaded(scene: Scene) -> None:
    Project.objects.filter(pk=scene.project.pk).update(workflows=[*scene.project.workflows, "claim_normalisation"])
    scene.post("manage-articles", {"file": SimpleUploadedFile("a.jsonl", b'{"url": "https://example.com/a"}')})


def fields_saved(scene: Scene) -> None:
    Project.objects.filter(pk=scene.project.pk).update(workflows=[*scene.project.workflows, "question_answering"])
    scene.post(
        "manage-fields", {"text": FIELDS.read_text(encoding="utf-8").replace("most_claims = 50", "most_claims = 40")}
    )


def release_deleted(scene: Scene) -> None:
    made = Release.objects.create(project=scene.project, folder="2026-11-01-1", settings={}, counts={}, size=0)
    scene.post("release-delete", {}, pk=made.pk)


def redacted(scene: Scene) -> None:
    held = assign_next(person=scene.verifier, project=scene.project, kind=TaskKind.CLAIM_VERIFICATION)
    assert held is not None
    made = report(assignment=held, reasons=["language"], note="Vincent's words")
    scene.post("release-redact-texts", {"kind": "report_notes", "row": [made.pk], "redact": "1"})


def flag_reviewed(scene: Scene) -> None:
    flagged = said(scene.project, scene.verifier, "SUPPORTS", [SENTENCE])
    Verification.objects.filter(pk=flagged.pk).update(unsure=True)
    scene.post("manage-flag-review", {"note": ""}, pk=flagged.pk)


def webhook(scene: Scene) -> None:
    sent = {"url": "https://hooks.example.org/hidden-path?key=hidden-key", "is_on": "on"}
    scene.post("release-webhook", sent)


def secret_replaced(scene: Scene) -> None:
    Webhook.objects.create(project=scene.project, url="https://example.org", secret="hidden-word")
    scene.post("release-webhook-secret", {})


def screening_item(scene: Scene) -> None:
    add(scene.project, [NewItem("grammar", "Which?", ("this", "that"), 0)])
    item = ScreeningItem.objects.filter(prompt="Which?").get()
    sent = scene.shown("screening-item", "main form", pk=item.pk) | {"prompt": "Which one?"}
    scene.post("screening-item", sent, pk=item.pk)


def revoked(scene: Scene) -> None:
    token, _text = create_token(user=scene.manager, name="hidden-word")
    scene.client.post(reverse("token-revoke", kwargs={"pk": token.pk}))


def sessions_ended(scene: Scene) -> None:
    Client().force_login(scene.manager)
    browser = Client()
    browser.force_login(scene.manager)
    assert Session.objects.filter(user=scene.manager).count() > 1
    scene.client.post("/account/", {"others": "1"})


def new_project(scene: Scene) -> None:
    sent = form_values(scene.client.get("/projects/new/").text, "main form")
    sent |= {"name": ["Another"], "slug": ["another"], "verifiers": ["vincent"]}
    answer = scene.client.post("/projects/new/", sent)
    assert answer.status_code == 302, answer.text


def by_program(scene: Scene, name: str, data: dict[str, Any], **given: Any) -> None:
    answer = scene.client.post(scene.url(name, **given), data, content_type="application/json")
    assert answer.status_code < 300, answer.content


SHARED_TASK = {"title": "Ports", "slug": "ports", "scored_by": "averitec:task2024", "time_zone": "UTC"}


def submitted_to_a_task(scene: Scene) -> TeamSubmission:
    split = make_split(make_task(scene.project, scene.manager), scene.manager)
    answer = submit(player("tina", split.task, "north"), split, predictions(3), "north")
    assert answer.status_code == 302
    return TeamSubmission.objects.get()


def announced(scene: Scene) -> None:
    split = submitted_to_a_task(scene).split
    score_all()
    close(split)
    scene.post("manage-shared-task-split", {"action": "announce"}, pk=split.task_id, split=split.pk)


def scored_again(scene: Scene) -> None:
    sent = submitted_to_a_task(scene)
    Job.objects.update(state="failed", finished_at=timezone.now())
    scene.post("manage-shared-task-submission", {}, pk=sent.pk)


# Name of an address -> the act that is recorded, and how a manager does it.
def check_asked(scene: Scene) -> None:
    keep_page(scene.project, "Harbour", "<p>Harbour")  # with a web corpus, "news"
    scene.post("citation-check-start", {"corpora": ["news"]})


CASES: dict[str, tuple[Act | tuple[Act, ...], Callable[[Scene], object]]] = {
    "manage-people": (
        Act.PERSON_INVITED,
        posts("manage-people", {"names": "nadia", "roles": ["verifier"], "role": "verifier"}),
    ),
    "manage-person": (
        Act.ROLES_CHANGED,
        lambda s: s.post("manage-person", {"action": "roles", "roles": ["adjudicator"]}, pk=s.verifier.pk),
    ),
    "manage-invitations": (Act.INVITATION_WITHDRAWN, withdrawn),
    "manage-action": ((Act.ACTION_CONFIRMED, Act.ACTION_UNDONE), person_action),
    "manage-claims": (Act.CLAIMS_IMPORTED, posts("manage-claims", {"claims": "Another claim of the league."})),
    "api-project-claims": (
        Act.CLAIMS_IMPORTED,
        lambda s: by_program(s, "api-project-claims", {"claims": [{"claim": "One more."}]}),
    ),
    "manage-put-back": (Act.TASK_PUT_BACK, put_back),
    "manage-settings": (
        Act.SETTINGS_CHANGED,
        posts_shown("manage-settings", "form.settings", {"lease_minutes": 55, "save": "1"}),
    ),
    "manage-labels": (
        Act.LABELS_CHANGED,
        posts_shown("manage-labels", "form.labels", {"label-0-name_en": "Holds", "save": "1"}),
    ),
    "manage-quality-rules": (
        Act.QUALITY_RULES_CHANGED,
        posts_shown("manage-quality-rules", "main form", {"third_verifier": "verdict", "step": "save"}),
    ),
    "guidelines-edit": (
        Act.GUIDELINES_PUBLISHED,
        posts("guidelines-edit", {"text": "Read it.", "save": "1", "version": 0}, kind=VERIFYING),
    ),
    "manage-copy": (Act.PROJECT_COPIED, copied),
    "manage-web-evidence": (Act.CORPUS_CHOSEN, lambda s: s.post("manage-web-evidence", {"corpora": [web_corpus()]})),
    "manage-web-import": (
        Act.CORPUS_JOB_ASKED,
        posts("manage-web-import", {"title": "News", "archive": SimpleUploadedFile("a.jsonl", DOCUMENT)}),
    ),
    "manage-web-import-step": (Act.CORPUS_JOB_CANCELLED, web_import_cancelled),
    "manage-flagged-list-import": (
        Act.FLAGGED_LIST_ADDED,
        posts("manage-flagged-list-import", {"name": "Watchers", "file": SimpleUploadedFile("a.txt", b"example.com")}),
    ),
    "manage-flagged-list-remove": (
        Act.FLAGGED_LIST_REMOVED,
        lambda s: s.post(
            "manage-flagged-list-remove", {}, pk=import_list(s.project, "Watchers", ["example.com"], s.manager)[0].pk
        ),
    ),
    "manage-corpus": (Act.CORPUS_JOB_ASKED, posts("manage-corpus", {"action": "index"})),
    "manage-highlights": (
        Act.HIGHLIGHTS_SAMPLED,
        posts("manage-highlights", {"size": 1, "seed": 3, "titles": "", "after": "", "draw": "1"}),
    ),
    "manage-rated-evidence": (Act.EVIDENCE_ADDED, evidence_added),
    "manage-citation-study": (Act.STUDY_ITEMS_ADDED, study_items_added),
    "manage-citation-study-settings": (Act.SETTINGS_CHANGED, study_settings),
    "manage-symmetric": (Act.PAIRS_DRAWN, pairs_drawn),
    "manage-stop-drawing": (Act.SAMPLING_CANCELLED, stopped_draw),
    "manage-sentences": (Act.SENTENCES_SAMPLED, sentences_drawn),
    "manage-sentence-settings": (Act.SETTINGS_CHANGED, sentence_settings),
    "manage-articles": (Act.TASKS_IMPORTED, articles_uploaded),
    "manage-fields": (Act.SETTINGS_CHANGED, fields_saved),
    "manage-stop-sentence-drawing": (Act.SAMPLING_CANCELLED, stopped_draw_of_sentences),
    "quality-adjudicate-assign": (Act.ADJUDICATOR_ASSIGNED, adjudicated),
    "quality-candidate": (
        Act.CALIBRATION_DECIDED,
        lambda s: s.post("quality-candidate", {"action": "approved"}, kind=VERIFYING, pk=s.verifier.pk),
    ),
    "screening-person": (
        Act.SCREENING_DECIDED,
        lambda s: s.post("screening-person", {"role": "verifier", "action": "rejected"}, pk=s.verifier.pk),
    ),
    "screening-test": (
        Act.SCREENING_TEST_CHANGED,
        posts("screening-test", {"action": "text", "title": "A text", "text": "Words of a text."}),
    ),
    "screening-item": (Act.SCREENING_TEST_CHANGED, screening_item),
    "screening-new-item": (
        Act.SCREENING_TEST_CHANGED,
        posts("screening-new-item", {"part": "grammar", "prompt": "Who?", "choices": "she\nhe", "right": "she"}),
    ),
    "quality-gold": (
        Act.GOLD_ADDED,
        posts("quality-gold", {"phase": 1, "file": SimpleUploadedFile("gold.jsonl", row("Gold of a file.").encode())}),
    ),
    "quality-gold-make": (Act.GOLD_ADDED, gold_made),
    "quality-gold-item": (Act.GOLD_WITHDRAWN, gold_unmade),
    "releases": (Act.RELEASE_ASKED, posts_shown("releases", "form.release-form, main form", {"build": "1"})),
    "api-releases": (Act.RELEASE_ASKED, lambda s: by_program(s, "api-releases", {})),
    "release-stop": (Act.RELEASE_STOPPED, lambda s: s.post("release-stop", {}, pk=release_job(s).pk)),
    "api-job-cancel": (Act.RELEASE_STOPPED, lambda s: by_program(s, "api-job-cancel", {}, pk=release_job(s).pk)),
    "release-delete": (Act.RELEASE_DELETED, release_deleted),
    "release-texts": (Act.FREE_TEXTS_CHANGED, posts("release-texts", {"released": [], "smallest_group": 7})),
    "release-redact-texts": (Act.TEXTS_REDACTED, redacted),
    "manage-flag-review": (Act.FLAG_REVIEWED, flag_reviewed),
    "data-statement": (
        Act.DATA_STATEMENT_CHANGED,
        posts_shown("data-statement", "main form", {"title": "Harbour claims"}),
    ),
    "release-webhook": (Act.WEBHOOK_CHANGED, webhook),
    "release-webhook-secret": (Act.WEBHOOK_SECRET_REPLACED, secret_replaced),
    "tokens": (
        Act.TOKEN_CREATED,
        lambda s: s.client.post("/tokens/", {"name": "hidden-word", "scope": "read", "days": "7"}),
    ),
    "token-revoke": (Act.TOKEN_REVOKED, revoked),
    "account": (Act.SESSIONS_ENDED, sessions_ended),
    "project-new": (Act.PROJECT_CREATED, new_project),
    "citation-check-start": (Act.CITATION_CHECK_ASKED, check_asked),
    "manage-shared-tasks": (Act.SHARED_TASK_CREATED, posts("manage-shared-tasks", SHARED_TASK)),
    "manage-shared-task": (
        Act.SHARED_TASK_CHANGED,
        lambda s: s.post("manage-shared-task", SHARED_TASK, pk=make_task(s.project, s.manager).pk),
    ),
    "manage-shared-task-split": (Act.SHARED_TASK_ANNOUNCED, announced),
    "manage-shared-task-submission": (Act.SHARED_TASK_RESCORED, scored_again),
}
# Not by a manager, or before anybody is logged in.
OPEN = {"home", "invitation", "join", "language", "login", "login-code", "logout", "service-worker", "other-static"}
READING = {"GET", "HEAD", "OPTIONS"}


def changing() -> set[str]:
    """Names of the addresses at which a view takes more than reading."""
    found = set()
    for path, pattern in patterns():
        if not pattern.name or path.startswith("/admin/"):
            continue
        view: Any = pattern.callback
        of_class = getattr(view, "cls", None) or getattr(view, "view_class", None)
        names = {name.upper() for name in dir(of_class)} & {"POST", "PUT", "PATCH", "DELETE"} if of_class else None
        methods = names if names is not None else getattr(view, "methods", {"POST"})
        if set(methods) - READING:
            found.add(pattern.name)
    return found - OPEN


def test_every_address_that_changes_something_is_a_case_or_an_exception():
    assert changing() - CASES.keys() - EXCEPTIONS.keys() == set()
    assert (CASES.keys() | EXCEPTIONS.keys()) - changing() == set()
    assert not CASES.keys() & EXCEPTIONS.keys()


@pytest.fixture
def scene(project, manager, verifier, other_verifier, claims, client, settings, tmp_path) -> Scene:
    settings.ATTEST_DATA_DIR = tmp_path
    project.workflows, project.calibration = list(workflows()), False
    project.save()
    fill_empty_test(project)
    for one in project.memberships.filter(role__in=SCREENED).select_related("user"):
        decide(person=one.user, project=project, role=Role(one.role), approved=True, by=manager)
    client.force_login(manager)
    return Scene(project, manager, verifier, client)


@pytest.mark.parametrize("name", CASES)
def test_it_leaves_an_entry(scene, name):
    acts, carry_out = CASES[name]
    last = max(AuditEntry.objects.values_list("number", flat=True), default=0)
    carry_out(scene)
    entries = list(AuditEntry.objects.filter(number__gt=last).order_by("number"))
    wanted = acts if isinstance(acts, tuple) else (acts,)
    found = [one for one in entries if one.act in wanted and (one.by_id == scene.manager.pk or name == "token-revoke")]
    assert {one.act for one in found} == {one.value for one in wanted}, entries
    stored = repr([(one.before, one.after, one.object_id) for one in entries])
    for secret in ("hidden", PASSWORD, "nadia"):
        assert secret not in stored
    assert all(one.request_id for one in found)
    assert found[0].act_words != found[0].act
