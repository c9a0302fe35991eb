"""State of a project's corpus and of its search index, cheap enough for a page that is asked for every second."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotation.projects.models import Project
from annotation.set_up.corpus_jobs import counts_of
from corpus.models import Corpus, ImportRun, Phase, Redirect, StoredPage
from search.backend import IndexMissing
from search.documents import SCHEMA_VERSION
from search.engines import get_backend
from search.models import IndexState


@dataclass(frozen=True, slots=True)
class CorpusStatus:
    """`import_state`: "empty", "begun", "complete" or "discarding". `index`: "missing", "stale" or "current".

    `counts` are those of `counts_of`; without an import only pages and redirects. `others`: projects that use it too.
    """

    corpus: Corpus
    import_state: str
    pages: int
    redirects: int
    counts: dict[str, Any]
    index: str
    index_built_at: datetime | None
    others: int

    @property
    def is_ready(self) -> bool:
        """Whether people can work with it."""
        return self.import_state == "complete" and self.index == "current"


def corpus_status(project: Project, *, ask_engine: bool = True) -> CorpusStatus:
    """The state of the project's corpus. `ask_engine`: whether the search engine is asked for its index, too.

    Pages of a large corpus are counted by its import or its index, not by this page.
    """
    corpus = project.corpus
    run = ImportRun.objects.filter(corpus=corpus).first()
    built = IndexState.objects.filter(corpus=corpus).first()
    counts = {} if run is None else counts_of(run)
    if run is None:
        counts["pages"] = built.pages if built is not None else StoredPage.objects.filter(corpus=corpus).count()
        counts["redirects"] = Redirect.objects.filter(corpus=corpus).count()
    elif run.phase == Phase.COMPLETE and built is not None:
        counts["pages"] = built.pages  # a title that came twice is one page
    return CorpusStatus(
        corpus=corpus,
        import_state=_import_state(run, counts["pages"]),
        pages=counts["pages"],
        redirects=counts["redirects"],
        counts=counts,
        index=_index_state(corpus, run, built, ask_engine=ask_engine),
        index_built_at=built.built_at if built is not None else None,
        others=corpus.projects.exclude(pk=project.pk).count(),
    )


def _import_state(run: ImportRun | None, pages: int) -> str:
    if run is None:
        return "complete" if pages else "empty"
    if run.phase == Phase.DISCARDING:
        return "discarding"
    return "complete" if run.phase == Phase.COMPLETE else "begun"


def _index_state(corpus: Corpus, run: ImportRun | None, built: IndexState | None, *, ask_engine: bool) -> str:
    """As `search.indexing.state.index_state`, but for the fingerprint: a complete corpus is not changed any more."""
    if built is None:
        return "missing"
    try:
        generation = get_backend(corpus).check() if ask_engine else built.generation
    except IndexMissing:
        return "missing"
    is_older = run is not None and run.finished_at is not None and run.finished_at > built.built_at
    is_same = (generation, SCHEMA_VERSION) == (built.generation, built.schema_version)
    return "current" if is_same and not is_older else "stale"
