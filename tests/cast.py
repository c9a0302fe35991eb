"""The standing cast of the suite: who works on what, over a corpus of three small pages."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from annotation.claims.claim_importer import create_tasks
from annotation.models import Assignment, Claim, Highlight, Membership, Project, Task, User
from annotation.projects.models import Role
from annotation.work.assignment import assign_next
from annotation.workflows.kinds import TaskKind
from annotation.workflows.models import GenerationItem
from corpus.models import Corpus
from corpus.sentences import SPLITTER_VERSION
from corpus.store import PageRecord, RedirectRecord, save_pages, save_redirects
from corpus.wikitext.build import PARSER_VERSION, build_page

PASSWORD = "tavi-kome-duba-nihe"

# What the pages below are read as; tests speak of evidence by these names.
SENTENCE = "Harbour League_sentence_0"
SECOND_SENTENCE = "Harbour League_sentence_1"
CELL = "Harbour League_cell_0_1_1"
CAPTION = "Harbour League_table_caption_0"
ITEM = "Harbour League_item_0_1"
OTHER_PAGE = "Anna Berg_sentence_0"
DECOMPOSED = "A\u030asa Lind_sentence_0"  # the id of Åsa Lind's page, as every id in NFD

PAGES = {
    "Harbour League": """
The '''Harbour League''' was founded by [[Anna Berg]] in 1921.

== Seasons ==
Eight clubs play each season.

{| class="wikitable"
|+ Winners by season
! Season !! Winner
|-
! 2001
| Quay Rovers
|}

* Quay Rovers
* [[Åsa Lind]]'s Pilots
""",
    "Anna Berg": "'''Anna Berg''' was a shipowner.",
    "Åsa Lind": "'''Åsa Lind''' coached the Pilots in 2001.",
}
CLAIMS = [
    "Anna Berg founded the Harbour League.",
    "Quay Rovers won the Harbour League in 2001.",
    "Eight clubs played in the Harbour League in 1850.",
]


@pytest.fixture
def corpus(db: None) -> Corpus:
    """The three pages, read from wikitext; revisions 100, 101, 102."""
    corpus = Corpus.objects.create(
        slug="harbour", name="Harbour", parser_version=PARSER_VERSION, splitter_version=SPLITTER_VERSION
    )
    built = [build_page(title, wikitext).page for title, wikitext in PAGES.items()]
    save_pages(corpus, [PageRecord(page, revision=100 + n) for n, page in enumerate(built) if page is not None])
    save_redirects(corpus, [RedirectRecord("Harbor League", "Harbour League")])
    return corpus


@pytest.fixture
def project(corpus: Corpus) -> Project:
    """Written claims can be verified at once, which a new project does not allow."""
    return Project.objects.create(slug="harbour", name="The Harbour project", corpus=corpus, claim_rest_hours=0)


@pytest.fixture
def writer(project: Project) -> User:
    return member(project, "wilma", Role.CLAIM_WRITER)


@pytest.fixture
def verifier(project: Project) -> User:
    return member(project, "vincent", Role.VERIFIER)


@pytest.fixture
def other_verifier(project: Project) -> User:
    return member(project, "violet", Role.VERIFIER)


@pytest.fixture
def manager(project: Project) -> User:
    return member(project, "maya", Role.MANAGER)


@pytest.fixture
def outsider(db: None) -> User:
    """An account without any membership."""
    return User.objects.create_user("oscar", password=PASSWORD)


@pytest.fixture
def claims(project: Project, writer: User) -> list[Claim]:
    """Three claims by the writer, each wanted once; they come in this order."""
    claims = Claim.objects.bulk_create(Claim(project=project, text=text, author=writer) for text in CLAIMS)
    create_tasks(project=project, claims=claims)
    for position, claim in enumerate(claims):
        tasks_of(claim).update(position=position)
    return claims


def claim_of(assignment: Assignment) -> Claim:
    """The claim of a verifier's assignment."""
    return assignment.task.verification_item.claim


def tasks_of(*claims: Claim) -> QuerySet[Task]:
    """The verification tasks of these claims."""
    return Task.objects.filter(verification_item__claim__in=claims)


@pytest.fixture
def assignment(project: Project, verifier: User, claims: list[Claim]) -> Assignment:
    """The first claim, held by the verifier."""
    taken = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert taken is not None
    return taken


@pytest.fixture
def highlight(project: Project) -> Highlight:
    """A sentence, for one set of claims: a false Type I, a Type II over several pages, and a negation of that."""
    highlight = Highlight.objects.create(
        project=project,
        kind="sentences",
        page_title="Harbour League",
        element_ids=[SENTENCE],
        type_one_is_true=False,
        several_pages=True,
        mutation="Negation",
        mutated_type="II",
    )
    GenerationItem.objects.create_tasks(project, [highlight])
    return highlight


@pytest.fixture
def writing(project: Project, writer: User, highlight: Highlight) -> Assignment:
    """The highlight, held by the writer."""
    taken = assign_next(person=writer, project=project, kind=TaskKind.CLAIM_GENERATION)
    assert taken is not None
    return taken


def member(project: Project, username: str, *roles: Role) -> User:
    """An account with roles in the project; made when it is not there."""
    user = User.objects.filter(username=username).first() or User.objects.create_user(username, password=PASSWORD)
    for role in roles:
        Membership.objects.get_or_create(project=project, user=user, role=role)
    return user


def run_out(assignment: Assignment) -> None:
    """The lease ended a minute ago; nobody has noticed yet."""
    past = timezone.now() - timedelta(minutes=1)
    Assignment.objects.filter(pk=assignment.pk).update(leased_until=past)
    assignment.refresh_from_db()


def three_claims(**changes: str) -> dict[str, dict[str, str]]:
    """The claims of one highlight, ready for JSON; `II="..."` gives another text for one."""
    texts = {
        "I": "The Harbour League was founded in 1931.",
        "II": "The shipowner Anna Berg founded the Harbour League.",
        "III": "The shipowner Anna Berg did not found the Harbour League.",
    }
    return {kind: {"text": text, "challenge": "Other"} for kind, text in (texts | changes).items()}


def submission(**changes: object) -> dict[str, object]:
    """What a browser sends to submit; ready for JSON."""
    return {
        "client_id": str(uuid.uuid4()),
        "verdict": "SUPPORTS",
        "challenge": "Other",
        "evidence_sets": [[SENTENCE]],
        "operations": [],
    } | changes
