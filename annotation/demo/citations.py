"""Pages that articles of the demo cite, and better ones: own texts in `corpus/demo/cited`, for *Citations*."""

from __future__ import annotations

from io import StringIO

from django.conf import settings
from django.core.management import call_command
from django.utils.translation import gettext as _

from annotation.evidence.web.models import ProjectWebCorpus
from annotation.projects.models import Project
from corpus.models import Corpus
from jobs.enqueue import enqueue
from jobs.models import Job
from search.indexing.build import build_index

CORPUS = "demo-cited"
CHECK = "check_citations"  # of frontend/views/citations, which this folder may not import


def set_up_citations(project: Project) -> None:
    """Import the pages, have the project search them, and ask for a check. Running it again changes nothing."""
    if Job.objects.filter(project=project, kind=CHECK).exists():  # it is asked for last
        return
    if not ProjectWebCorpus.objects.filter(project=project, corpus__slug=CORPUS).exists():
        pages = settings.BASE_DIR / "corpus" / "demo" / "cited"
        call_command("import_corpus", str(pages), corpus=CORPUS, name=_("Cited web pages"), stdout=StringIO())
        ProjectWebCorpus.objects.create(project=project, corpus=Corpus.objects.get(slug=CORPUS))
    build_index(Corpus.objects.get(slug=CORPUS))
    enqueue(CHECK, project=project, arguments={"corpora": [CORPUS]})
