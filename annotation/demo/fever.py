"""The second project of the demo, in the style of FEVER: sentences, claims with their mutations, lines as evidence."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any
from unicodedata import normalize

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.invitations import OF_NOBODY
from annotation.accounts.models import User
from annotation.demo.accounts import GOLD, OTHERS, join_demo, script_account
from annotation.demo.scripted import number_submitted, operations_of
from annotation.projects.models import Project, Role
from annotation.projects.presets import Preset, preset_settings
from annotation.vocabulary.guided_examples import GuidedExamples
from annotation.vocabulary.labels import Verdict
from annotation.work.assignment import assign_next, release
from annotation.work.models import Assignment, Task
from annotation.work.registry import kinds_on_claims, prepare_workflows
from annotation.work.submission import submit
from annotation.workflows.oracle_annotation.tasks import SLUG as ORACLE
from annotation.workflows.sentence_claims.models import SampledSentence
from annotation.workflows.sentence_claims.sampling.candidates import candidates
from annotation.workflows.sentence_claims.sampling.sample import SLUG as SENTENCES
from annotation.workflows.sentence_claims.sampling.sample import sample_sentences
from corpus.models import Corpus
from corpus.page.element_id import parse
from corpus.store import get_page

SLUG, NAME = "demo-fever", "Demo: in the style of FEVER"
CLAIMS = Path(__file__).resolve().parent / "fever_claims.json"
ORACLE_ACCOUNT, BY_ORACLE = "demo-oracle", 2
LAST = [*OTHERS][-1]
DRAWN, SEED = 20, 1918  # for whoever tries it; the sentences of the claims above are used already
# How many claims each account of a script verifies: enough that some are re-validated by all three, and some are left.
BY_SCRIPT = {GOLD: 12, **dict.fromkeys(OTHERS, 6)}
# More than FEVER's shares and oftener than its turns, so that a project of 31 claims has some of each.
HIDDEN = {
    "revalidation_share": 25,
    "revalidation_people": len(BY_SCRIPT),
    "revalidation_every": 2,
    "oracle_share": 10,
    "oracle_every": 8,
}
nfd = partial(normalize, "NFD")  # as every id
Answer = tuple[str, list[list[str]]]


def set_up_fever(corpus: Corpus, people: Mapping[str, Role]) -> Project:
    """Make what is missing of it, over the demo's corpus. Running it again changes nothing."""
    project = Project.objects.filter(slug=SLUG).first() or _project(corpus)
    join_demo(project, people)
    if not project.sentencesamples.exists():
        _sentences_of_claims(project)
        _write(project, User.objects.get(username="wren"))
        sample_sentences(project=project, size=DRAWN, seed=SEED)
    for name, count in BY_SCRIPT.items():
        person = script_account(project, name)
        while number_submitted(project, name) < count and _verify_next(person, project):
            pass
    _label_as_oracle(project)
    prepare_workflows(project, project.workflows)  # last: the scripts do no walkthroughs
    return project


def _project(corpus: Corpus) -> Project:
    return Project.objects.create(
        slug=SLUG,
        name=NAME,
        corpus=corpus,
        description=_("Made by setup_demo, to try claims from sentences, their mutations, and lines as evidence."),
        workflows=[SENTENCES, *kinds_on_claims(), ORACLE],
        claim_rest_hours=0,
        qa_seed=SEED,  # so that every demo has the same
        guided_examples=GuidedExamples.SKIPPABLE.value,
        **preset_settings(Preset.FEVER),
        **HIDDEN,
    )


@cache
def _rows() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(CLAIMS.read_text(encoding="utf-8"))
    return rows


@transaction.atomic
def _sentences_of_claims(project: Project) -> None:
    """The sentences that claims were written from by hand, each with its task."""
    if SampledSentence.objects.filter(project=project).exists():
        return
    for row in _rows():
        title = parse(nfd(row["sentence"])).page
        found = candidates(get_page(project.corpus, title), whole_page=False)
        one = next(each for each in found if each.element_id == nfd(row["sentence"]))
        SampledSentence.objects.create(
            task=Task.objects.create(project=project, kind=SENTENCES),
            project=project,
            page_title=one.page_title,
            element_id=one.element_id,
            text=one.text,
            before=one.before,
            after=one.after,
        )


def _write(project: Project, writer: User) -> None:
    """Write the claims of the sentences that nobody has yet."""
    texts = {nfd(row["sentence"]): _lines(row) for row in _rows()}
    while assignment := assign_next(person=writer, project=project, kind=SENTENCES):
        claims = texts.get(assignment.task.sampled_sentence.element_id)
        if claims is None:
            release(assignment)
            return
        submit(assignment=assignment, client_id=uuid.uuid5(assignment.public_id, "demo"), claims=claims, operations=[])


def _lines(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "text": claim["text"],
            "mutations": {kind: [one["text"] for one in lines] for kind, lines in claim["mutations"].items()},
        }
        for claim in row["claims"]
    ]


def _verify_next(person: User, project: Project) -> bool:
    """Verify the person's next claim; False if there is none, or if it is not one of the demo's."""
    assignment = assign_next(person=person, project=project, kind=kinds_on_claims()[0])
    if assignment is None:
        return False
    answer = _answers().get(assignment.task.verification_item.claim.text)
    if answer is None:
        release(assignment)
        return False
    verdict, evidence = answer
    if person.username != GOLD:
        evidence = evidence[:1]  # the others stop at the first line that will do
    if person.username == LAST and verdict == Verdict.REFUTES:
        verdict, evidence = Verdict.NOT_ENOUGH_INFO, []  # and one of them gives up where nothing supports the claim
    _submit(assignment, verdict, evidence)
    return True


def _label_as_oracle(project: Project) -> None:
    """The first oracle claims, with all evidence; the others are for whoever tries it."""
    person, _made = User.objects.get_or_create(
        username=ORACLE_ACCOUNT, defaults={"first_name": "Oracle, by script", "password": OF_NOBODY}
    )
    join_demo(project, {ORACLE_ACCOUNT: Role.ORACLE})
    while number_submitted(project, ORACLE_ACCOUNT) < BY_ORACLE:
        assignment = assign_next(person=person, project=project, kind=ORACLE)
        if assignment is None:
            return
        _submit(assignment, *_answers()[assignment.task.oracle_item.claim.text])


def _submit(assignment: Assignment, verdict: str, evidence: list[list[str]]) -> None:
    submit(
        assignment=assignment,
        client_id=uuid.uuid5(assignment.public_id, "demo"),
        verdict=verdict,
        challenge="",
        evidence_sets=evidence,
        looks=[{"label": verdict} for _set in evidence],
        operations=operations_of(assignment, verdict, "", evidence),
    )


@cache
def _answers() -> dict[str, Answer]:
    """Text of each claim -> its verdict and evidence."""
    found: dict[str, Answer] = {}
    for row in _rows():
        for claim in row["claims"]:
            mutations: Iterable[dict[str, Any]] = (one for lines in claim["mutations"].values() for one in lines)
            for one in (claim, *mutations):
                found[one["text"]] = one["label"], [list(map(nfd, each)) for each in one["evidence"]]
    return found
