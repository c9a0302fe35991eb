"""A project of the five phases, its people, and bodies that each phase takes."""

from __future__ import annotations

import uuid
from random import Random
from typing import Any

from rest_framework.test import APIClient

from annotation.models import Assignment, Project, Task, User
from annotation.projects.models import Role
from annotation.workflows.question_answering.articles import digest
from annotation.workflows.question_answering.models import Article
from annotation.workflows.question_answering.phases import BLIND, PHASES
from tests.cast import SENTENCE, member

Body = dict[str, Any]
SUPPORTED, REFUTED, NOT_ENOUGH = "Supported", "Refuted", "Not Enough Evidence"
URL = "https://example.org/minutes-1921"


def switch_on(project: Project, articles: int = 1) -> Project:
    """Switch the five phases on, with articles to normalise."""
    project.workflows = [*PHASES]
    project.verifications_per_person = project.claim_sets_per_person = None
    project.save()
    for number in range(articles):
        article_of(project, f"https://factcheck.example/{number}", number)
    return project


def article_of(project: Project, url: str, position: int = 0) -> Article:
    task = Task.objects.create(project=project, kind=PHASES[0], position=position)
    return Article.objects.create(task=task, project=project, url=url, address_digest=digest(url))


def people_of(project: Project, count: int, prefix: str = "person") -> list[User]:
    """People who may work in every phase."""
    return [member(project, f"{prefix}-{number}", Role.VERIFIER, Role.CLAIM_WRITER) for number in range(count)]


def api(person: User) -> APIClient:
    client = APIClient(SERVER_NAME="localhost")
    client.force_authenticate(person)
    return client


def take(person: User, project: Project, kind: str) -> Body | None:
    """The payload of the person's next task; None if there is none."""
    answer = api(person).post(f"/api/v1/projects/{project.slug}/assignments/", {"kind": kind}, format="json")
    assert answer.status_code == 200, answer.content
    found: Body | None = answer.json()["assignment"]
    return found


def send(person: User, taken: Body, body: Body) -> Any:
    """The answer to a submission."""
    sent = {"client_id": str(uuid.uuid4())} | body
    return api(person).post(f"/api/v1/assignments/{taken['id']}/submission/", sent, format="json")


def do(person: User, project: Project, kind: str, body: Body) -> Assignment:
    """Take the next task and submit."""
    taken = take(person, project, kind)
    assert taken is not None
    answer = send(person, taken, body)
    assert answer.status_code == 200, answer.content
    return Assignment.objects.get(public_id=taken["id"])


def new_id() -> str:
    return str(uuid.uuid4())


def claim(text: str = "The Harbour League was founded in 1921.", **changes: Any) -> Body:
    plain = {
        "id": new_id(),
        "claim": text,
        "verdict": SUPPORTED,
        "claim_date": "2021-03",
        "original_claim_url": "https://social.example/post/1",
        "speaker": "A speaker",
        "reporting_source": "A network",
        "transcription": "",
        "media_sources": [],
        "location_iso_code": "SE",
        "claim_types": ["Event/Property Claim"],
        "fact_checking_strategies": ["Written Evidence"],
    }
    return plain | changes


def normalised(*claims: Body, confirmed: tuple[str, ...] = ()) -> Body:
    return {"claims": list(claims) or [claim()], "confirmed": list(confirmed)}


def answer(text: str = "It was founded in 1921.", **changes: Any) -> Body:
    plain = {
        "id": new_id(),
        "answer": text,
        "answer_type": "Extractive",
        "boolean_explanation": "",
        "source": {"kind": "page", "element": SENTENCE, "url": ""},
        "source_medium": "Web text",
    }
    return plain | changes


def question(text: str = "When was the Harbour League founded?", *answers: Body, **changes: Any) -> Body:
    return {"id": new_id(), "question": text, "answers": list(answers) or [answer()]} | changes


def answered(*questions: Body, verdict: str = SUPPORTED, **changes: Any) -> Body:
    asked = list(questions) or [question()]
    return {"correction": "", "questions": asked, "verdict": verdict, "confirmed": True} | changes


def validated(verdict: str = SUPPORTED, **changes: Any) -> Body:
    words = "" if not verdict else "The answer says so."
    return {"unreadable": False, "verdict": verdict, "justification": words, "problems": {}} | changes


def body_of(kind: str, dice: Random) -> Body:
    """A body that the phase takes, of chance verdicts."""
    verdict = dice.choice([SUPPORTED, REFUTED])
    if kind == PHASES[0]:
        return normalised(*(claim(f"The Harbour League was founded in {dice.random()}.") for _each in range(2)))
    if kind in BLIND:
        return validated(verdict)
    body = answered(question("When?", answer("In 1921.", source={"kind": "url", "url": URL})), verdict=verdict)
    return body if kind == PHASES[1] else without_correction(body)


def without_correction(body: Body) -> Body:
    return {name: value for name, value in body.items() if name != "correction"}
