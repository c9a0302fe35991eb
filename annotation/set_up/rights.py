"""Which corpus a project may import, clear or change.

Corpora are shared: several projects may be about one. A complete corpus is frozen, since evidence points at its pages.
So managers import only into a corpus that no other project uses and that nobody has worked with yet.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext as _

from annotation.claims.models import Claim
from annotation.errors import AnnotationError
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.work.models import Task
from annotation.work.registry import workflows
from corpus.models import NAME_LENGTH, Corpus, ImportRun, Phase
from corpus.store import whole_corpora
from jobs.models import UNFINISHED, Job

LONGEST_SLUG = 100


def create_corpus(slug: str, name: str) -> Corpus:
    """Create an empty corpus for a project. The slug gets a number where another corpus has it."""
    base = slugify(slug)[: LONGEST_SLUG - 5] or "corpus"
    taken = set(Corpus.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    free = next(one for one in (base, *(f"{base}-{n}" for n in range(2, 10_000))) if one not in taken)
    return Corpus.objects.create(slug=free, name=name[:NAME_LENGTH])


def corpora_to_choose() -> QuerySet[Corpus]:
    """Corpora that a project can be about, by name."""
    return whole_corpora().order_by("name")


def why_not_changeable(project: Project) -> str:
    """Explain why the project's corpus can be neither changed nor cleared; empty while it can."""
    if Claim.objects.filter(project=project).exists() or _has_tasks(project):
        return _("This project has claims or tasks already, which point at the pages of its corpus.")
    running = Job.objects.filter(project=project, state__in=UNFINISHED)
    if running.exists():
        return _("A job of this project is running. Wait for it to end, or cancel it.")
    return ""


def why_no_import(project: Project) -> str:
    """Explain why nothing can be imported into the project's corpus; empty while something can."""
    others = project.corpus.projects.exclude(pk=project.pk).count()
    if others:
        return _("Another project uses this corpus too. Choose “A new corpus” below to import one for this project.")
    run = getattr(project.corpus, "import_run", None)
    if run is not None and run.phase == Phase.COMPLETE or run is None and project.corpus.pages.exists():
        return _("This corpus is complete, and a complete corpus is never changed.")
    return ""


@transaction.atomic
def choose_corpus(project: Project, corpus: Corpus | None) -> Corpus:
    """Let the project be about this corpus, or about a new, empty one. Raises AnnotationError `corpus_in_use`.

    An empty corpus that the project leaves is deleted.
    """
    locked = Project.objects.select_for_update(of=("self",), no_key=True).select_related("corpus").get(pk=project.pk)
    if why := why_not_changeable(locked):
        raise AnnotationError("corpus_in_use", why, 409)
    before = locked.corpus
    run = ImportRun.objects.filter(corpus=before).first()
    if run is not None and run.phase != Phase.COMPLETE:
        message = _("An import into this corpus has begun. Resume it, or delete its pages first.")
        raise AnnotationError("corpus_in_use", message, 409)
    locked.corpus = corpus or create_corpus(locked.slug, locked.name)
    locked.save(update_fields=["corpus"])
    bump(locked.pk)
    if not before.projects.exists() and not before.pages.exists() and not before.redirects.exists():
        before.delete()
    return locked.corpus


def _has_tasks(project: Project) -> bool:
    """Tasks that may cite the corpus. Those of a test before other work do not."""
    tests = [slug for slug, record in workflows().items() if record.prerequisite is not None]
    return Task.objects.filter(project=project).exclude(kind__in=tests).exists()
