"""State of the search index: fresh, stale or missing, or not known while the search server is away."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from corpus.models import Corpus, Redirect, StoredPage
from search.backend import EngineUnavailable, IndexMissing
from search.documents import SCHEMA_VERSION
from search.engines import get_backend
from search.models import IndexState

_BATCH = 5_000


@dataclass(frozen=True, slots=True)
class IndexReport:
    """State of an index; `sentence` describes it and, unless fresh, names the command to run."""

    status: Literal["fresh", "stale", "missing", "unreachable"]
    sentence: str


def index_state(corpus: Corpus) -> IndexReport:
    """Report whether the corpus can be searched and whether its index is complete.

    For `doctor`, for managers and before a build, not for every request: see `fingerprint`.
    """
    state = IndexState.objects.filter(corpus=corpus).first()
    remedy = _("Run: %(command)s") % {"command": f"python manage.py build_index --corpus {corpus.slug}"}
    if state is None:
        return IndexReport("missing", _("This corpus has no search index yet.") + f" {remedy}")
    try:
        generation = get_backend(corpus).check()
    except EngineUnavailable as error:
        return IndexReport("unreachable", str(error))
    except IndexMissing as error:
        return IndexReport("missing", str(error))
    if (generation, SCHEMA_VERSION, fingerprint(corpus)) != (state.generation, state.schema_version, state.fingerprint):
        return IndexReport("stale", _("The corpus has changed since the search index was built.") + f" {remedy}")
    sentence = _("The search index has all %(pages)d pages, built %(when)s UTC with %(engine)s.")
    when = state.built_at.strftime("%Y-%m-%d %H:%M")
    return IndexReport("fresh", sentence % {"pages": state.pages, "when": when, "engine": state.engine})


def fingerprint(corpus: Corpus) -> str:
    """Return a fingerprint that changes with every added, changed or removed page or redirect.

    It is the sha256 over every title with its content hash and categories: about a second for 100,000 pages.
    """
    pages = StoredPage.objects.filter(corpus=corpus)
    redirects = Redirect.objects.filter(corpus=corpus)
    digest = hashlib.sha256()
    for rows in (
        pages.order_by("pk").values_list("title", "content_hash", Cast("categories", TextField())),
        redirects.order_by("pk").values_list("title", "target"),
    ):
        for row in rows.iterator(chunk_size=_BATCH):
            digest.update(f"{chr(0).join(row)}\n".encode())
        digest.update(b"\f")
    return digest.hexdigest()
