"""Create the demo project: a small encyclopedia and its claims, about half of them verified."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import StringIO

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import OutputWrapper
from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.claims.claim_importer import create_tasks
from annotation.claims.models import Claim
from annotation.claims.near_duplicates import store_signatures
from annotation.demo.accounts import GOLD, PEOPLE, gold_account, join_demo, set_up_people
from annotation.demo.citations import set_up_citations
from annotation.demo.dataset import DemoClaim, demo_files, read_demo
from annotation.demo.disagreements import disagree, is_disagreed
from annotation.demo.fact_checks import set_up_fact_checks
from annotation.demo.fever import set_up_fever
from annotation.demo.guided import make_examples
from annotation.demo.scripted import number_submitted, verify_next
from annotation.demo.statement import describe
from annotation.projects.models import Project, Role
from annotation.suggestions.enqueue import ask_for_suggestions
from annotation.vocabulary.guided_examples import GuidedExamples
from annotation.work.registry import samplable_workflow
from annotation.workflows.models import Highlight
from corpus.models import Corpus
from search.indexing.build import build_index

SLUG, NAME, CORPUS = "demo", "Demo: a small encyclopedia", "demo"
# Every second claim is verified by the script; the others stay open for whoever tries the demo.
SHARE_BY_SCRIPT = 2
HIGHLIGHTS, SEED = 20, 1921  # for whoever tries claim writing; the pages of the claims above are used already


def set_up_demo(stdout: OutputWrapper) -> None:
    """Make what is missing of the demo and print names and passwords. Running it again changes nothing.

    Raises CommandError (the corpus cannot be read), BadDemo (its claims do not fit it) and BuildInProgress.
    """
    project = Project.objects.select_related("corpus").filter(slug=SLUG).first() or _project()
    build_index(project.corpus)
    passwords = set_up_people(project)
    if not (_is_finished(project) and is_disagreed(project)):
        claims = read_demo(project.corpus, demo_files())
        by_text = {claim.text: claim for claim in claims}
        if not _is_finished(project):
            _store_claims(project, claims, User.objects.get(username="wren"))
            _verify_half(project, by_text)
        disagree(project, by_text)
    samplable = samplable_workflow()
    if samplable is not None and not project.highlightsamples.exists():
        samplable.sample(project=project, size=HIGHLIGHTS, seed=SEED)
    make_examples(project)
    describe(project)
    fever = set_up_fever(project.corpus, PEOPLE | {"mina": Role.ORACLE})
    join_demo(fever, {"mina": Role.MANAGER})
    set_up_fact_checks(project.corpus, PEOPLE)
    set_up_citations(project)
    if not project.suggestion_runs.exists():
        ask_for_suggestions(project)
    stdout.write(f"Demo project: {project.name}")
    for name, password in passwords.items():
        stdout.write(f"  {name:8} {password or _('(the password you gave it)'):24} {PEOPLE[name].label}")


def _project() -> Project:
    """The project over its corpus. It is made after the corpus is whole, so that there is none over half of one."""
    wiki = settings.BASE_DIR / "corpus" / "demo" / "wiki"
    call_command("import_corpus", str(wiki), corpus=CORPUS, name=_("A small encyclopedia"), stdout=StringIO())
    return Project.objects.create(
        slug=SLUG,
        name=NAME,
        corpus=Corpus.objects.get(slug=CORPUS),
        description=_("Made by setup_demo, to try Attest. It suggests evidence, which a new project does not."),
        suggestions_on=True,
        guided_examples=GuidedExamples.SKIPPABLE.value,
        claim_rest_hours=0,  # whoever tries it writes claims, and then verifies them as somebody else
    )


def _is_finished(project: Project) -> bool:
    """Claims and corpus may differ from today's files: a demo that was made whole stays as it was made."""
    claims = Claim.objects.filter(project=project, author__username="wren", claim_set=None).count()
    return 0 < claims // SHARE_BY_SCRIPT <= number_submitted(project, GOLD)


@transaction.atomic
def _store_claims(project: Project, claims: Sequence[DemoClaim], writer: User) -> None:
    known = set(Claim.objects.filter(project=project).values_list("text", flat=True))
    fresh = [claim for claim in claims if claim.text not in known]
    created = Claim.objects.bulk_create(
        Claim(
            project=project,
            text=claim.text,
            highlight=_highlight(project, claim),
            author=writer,
            claim_type=claim.claim_type,
            mutation=claim.mutation,
            intended_label=claim.label,
            expected_challenge=claim.expected_challenge,
        )
        for claim in fresh
    )
    store_signatures(created)
    create_tasks(project=project, claims=created)


def _highlight(project: Project, claim: DemoClaim) -> Highlight:
    highlight, _made = Highlight.objects.get_or_create(
        project=project,
        page_title=claim.highlight_page,
        defaults={"kind": claim.highlight_kind, "element_ids": list(claim.highlight)},
    )
    return highlight


def _verify_half(project: Project, claims: Mapping[str, DemoClaim]) -> None:
    gold = gold_account(project)
    for _number in range(number_submitted(project, GOLD), len(claims) // SHARE_BY_SCRIPT):
        verify_next(gold, project, claims, lambda claim: (claim.label, claim.evidence))
