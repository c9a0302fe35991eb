"""The third project of the demo, in the style of AVeriTeC: articles of fact-checkers, with work waiting in every phase.

Articles and web pages are in `corpus/demo/web`, what the scripts do in `fact_checks.json`. Its answers name a page by
its address and some words of the passage; ids of kept questions are those of the phase before. Evidence of three
systems, rated by two people, is in `rated_evidence.json`.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.invitations import OF_NOBODY
from annotation.accounts.models import User
from annotation.demo.accounts import GOLD, OTHERS, join_demo, script_account
from annotation.demo.fever import ORACLE_ACCOUNT
from annotation.evidence.web.models import FlaggedDomain, FlaggedList, ProjectWebCorpus
from annotation.projects.models import Project, Role
from annotation.vocabulary.guided_examples import GuidedExamples
from annotation.work.assignment import assign
from annotation.work.models import Task
from annotation.work.registry import workflow_of
from annotation.work.submission import submit
from annotation.workflows.evidence_rating.importing import add_items
from annotation.workflows.evidence_rating.models import SLUG as RATING
from annotation.workflows.evidence_rating.models import RatedEvidence
from annotation.workflows.question_answering.articles import digest
from annotation.workflows.question_answering.models import Article, ClaimItem
from annotation.workflows.question_answering.phases import PHASES, PhaseName
from corpus.models import Corpus, WebPage
from corpus.page.element_id import full_id
from corpus.page.elements import Sentence
from corpus.store import get_page
from search.indexing.build import build_index

SLUG, NAME, CORPUS = "demo-averitec", "Demo: in the style of AVeriTeC", "demo-web"
UNRELIABLE = "harnseyawake.example"
WORK = Path(__file__).resolve().parent / "fact_checks.json"
RATED = Path(__file__).resolve().parent / "rated_evidence.json"
RATERS = 3  # of evidence, of whom two are scripts
WRITER = "wren"
SECOND, THIRD = OTHERS
# Who does which phase by script; so each of the others of the demo finds a claim in every phase.
BY_PHASE = {
    PhaseName.ANSWERING: GOLD,
    PhaseName.VALIDATION: SECOND,
    PhaseName.DISPUTE: THIRD,
    PhaseName.CONTROL: ORACLE_ACCOUNT,
}
KEYS = {
    PhaseName.ANSWERING: "answering",
    PhaseName.VALIDATION: "validation",
    PhaseName.DISPUTE: "dispute",
    PhaseName.CONTROL: "control",
}
NAMESPACE = uuid.UUID("5b4f2f6e-6a0b-4d0c-9a57-0d5c3f1c7a11")
Json = dict[str, Any]


def set_up_fact_checks(corpus: Corpus, people: Mapping[str, Role]) -> Project:
    """Make what is missing of it, over the demo's corpus and web pages. Running it again changes nothing."""
    project = Project.objects.filter(slug=SLUG).first() or _project(corpus)
    build_index(Corpus.objects.get(slug=CORPUS))
    join_demo(project, people)
    if not Article.objects.filter(project=project).exists():
        _fill(project)
    if RATING in project.workflows and not RatedEvidence.objects.filter(project=project).exists():
        _rate(project)
    return project


@transaction.atomic
def _fill(project: Project) -> None:
    """All of it or nothing."""
    work: Json = json.loads(WORK.read_text(encoding="utf-8"))
    for row in work["done"]:
        _normalise(project, row)
        for number, claim in enumerate(row["claims"]):
            for phase in PHASES[1:]:
                if KEYS[phase] in claim:
                    _do(project, row["article"], number, phase, claim)
    _normalise(project, work["answered_by_nobody"])
    for url in work["open"]:
        _article(project, url)


def _project(corpus: Corpus) -> Project:
    """The project with its web pages, which are imported first."""
    pages = settings.BASE_DIR / "corpus" / "demo" / "web"
    call_command("import_corpus", str(pages), corpus=CORPUS, name=_("Web pages of an island"), stdout=StringIO())
    project = Project.objects.create(
        slug=SLUG,
        name=NAME,
        corpus=corpus,
        description=_("Made by setup_demo, to try claims of the real world, verified with questions and answers."),
        workflows=[*PHASES, RATING],
        guided_examples=GuidedExamples.SKIPPABLE.value,
    )
    ProjectWebCorpus.objects.create(project=project, corpus=Corpus.objects.get(slug=CORPUS))
    listed = FlaggedList.objects.create(project=project, name=_("Rumours of the island"))
    FlaggedDomain.objects.create(flagged_list=listed, domain=UNRELIABLE)
    return project


# --- Articles --------------------------------------------------------------------------------------------------------
def _article(project: Project, url: str) -> Article:
    page = _page(url)
    return Article.objects.create(
        task=Task.objects.create(project=project, kind=PhaseName.NORMALISATION),
        project=project,
        url=url,
        address_digest=digest(url),
        published=page.published,
        title=page.name,
        page_title=page.page.title,
    )


def _page(url: str) -> WebPage:
    return WebPage.objects.select_related("page__corpus").get(corpus__slug=CORPUS, url=url)


def _normalise(project: Project, row: Json) -> None:
    article = _article(project, row["article"])
    fields = ("claim", "verdict", "claim_date", "original_claim_url", "speaker", "reporting_source")
    claims = [
        {name: claim.get(name, "") for name in (*fields, "location_iso_code")}
        | {name: claim[name] for name in ("claim_types", "fact_checking_strategies")}
        | {"id": _id(row["article"], "claim", number)}
        for number, claim in enumerate(row["claims"])
    ]
    _submit(project, User.objects.get(username=WRITER), article.task, {"claims": claims, "confirmed": []})


# --- Evidence of systems ---------------------------------------------------------------------------------------------
@transaction.atomic
def _rate(project: Project) -> None:
    """All of it or nothing."""
    rows: list[Json] = json.loads(RATED.read_text(encoding="utf-8"))
    add_items(project, rows, by=None, raters=RATERS)
    items = {(one.claim_id, one.system): one for one in RatedEvidence.objects.filter(project=project)}
    for row in rows:
        for name, rating in zip((SECOND, THIRD), row["ratings"], strict=False):
            _submit(project, _person(project, name), items[str(row["claim_id"]), row["system"]].task, rating)


# --- Claims ----------------------------------------------------------------------------------------------------------
def _do(project: Project, url: str, number: int, phase: PhaseName, claim: Json) -> None:
    """Do one phase of one claim."""
    item = ClaimItem.objects.select_related("task").get(
        claim__article__project=project, claim__article__url=url, claim__position=number, kind=phase
    )
    given = claim[KEYS[phase]]
    before = PhaseName.DISPUTE if phase == PhaseName.CONTROL else PhaseName.ANSWERING
    if "questions" in given:
        kept = _questions((url, number, PhaseName.ANSWERING), claim["answering"]["questions"], [])
        asked = kept if phase == PhaseName.ANSWERING else _questions((url, number, phase), given["questions"], kept)
        body = {"questions": asked, "verdict": given["verdict"], "confirmed": True}
    else:
        named = {_place(url, number, before, at): values for at, values in given["problems"].items()}
        body = {"verdict": given["verdict"], "justification": given["justification"], "problems": named}
    _submit(project, _person(project, BY_PHASE[phase]), item.task, body)


def _questions(of: tuple[object, ...], rows: list[Json], former: list[Json]) -> list[Json]:
    """Questions as they are submitted; `keep`: the number of one of the former."""
    found: list[Json] = []
    for number, row in enumerate(rows):
        kept: Json = former[row["keep"]] if "keep" in row else {"id": _id(*of, number), "answers": []}
        ids = dict(enumerate(one["id"] for one in kept["answers"]))
        answers = [
            {**answer, "id": ids.get(at, _id(*of, number, at)), "source": _source(answer["source"])}
            for at, answer in enumerate(row.get("answers", ()))
        ]
        question = row.get("question") or kept["question"]
        found.append({"id": kept["id"], "question": question, "answers": answers or kept["answers"]})
    return found


def _source(source: Json) -> Json:
    """The passage of the page that has these words."""
    found = _page(source["page"])
    page = get_page(found.page.corpus, found.page.title)
    passages = (one for one in page.elements if isinstance(one, Sentence) and source["words"] in one.text)
    return {"kind": "page", "element": full_id(found.page.title, next(passages).id), "url": found.url}


def _id(*of: object) -> str:
    """The same id at every set-up."""
    return str(uuid.uuid5(NAMESPACE, " ".join(map(str, of))))


def _place(url: str, number: int, phase: PhaseName, at: str) -> str:
    """The id of a question ("1") or of an answer ("1.0")."""
    return _id(url, number, phase, *at.split("."))


def _person(project: Project, name: str) -> User:
    if name != ORACLE_ACCOUNT:
        return script_account(project, name)
    person, _made = User.objects.get_or_create(
        username=name, defaults={"first_name": "Oracle, by script", "password": OF_NOBODY}
    )
    join_demo(project, {name: Role.VERIFIER})
    return person


def _submit(project: Project, person: User, task: Task, body: Json) -> None:
    """Take the task and submit, through the checks that people's work goes through."""
    taken = assign(task, person, project)
    assert taken is not None, f"nobody else may have {task}"
    workflow, sent = workflow_of(taken), {"client_id": str(uuid.uuid5(taken.public_id, "demo")), **body}
    form = workflow.submission_serializer(data=sent, context=workflow.submission_context(taken))
    form.is_valid(raise_exception=True)
    submit(assignment=taken, **form.validated_data)
