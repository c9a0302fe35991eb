"""The LSA of a corpus of the database: ATTEST_DATA_DIR/lsa/SLUG (`lsa.py` has the files)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from django.conf import settings

from baseline.dense.lsa import Lsa, fit, open_lsa, save_lsa
from baseline.dense.stored import index_fingerprint, text_of
from baseline.models import NoModel
from corpus.batching import batched
from corpus.models import Corpus, StoredPage
from search.indexing.build import build_lock

MOST_PAGES = 200_000  # that it is fitted to, evenly spread
BATCH = 256


def stored_lsa(corpus: Corpus) -> Lsa:
    """The LSA in use. Raises NoModel: none, or of the corpus before its index was rebuilt."""
    remedy = f"Run: python manage.py index_vectors --weights lsa --corpus {corpus.slug}"
    if not (_folder(corpus) / "about.json").exists():
        raise NoModel(f"The corpus {corpus.slug} has no LSA. {remedy}")
    lsa = open_lsa(_folder(corpus), remedy)
    if lsa.about["index"] != index_fingerprint(corpus):
        raise NoModel(f"The search index of {corpus.slug} was rebuilt since its LSA was fitted. {remedy}")
    return lsa


def index_lsa(corpus: Corpus, *, force: bool = False) -> Lsa:
    """Fit the LSA of a corpus unless that is done. Raises BuildInProgress, IndexMissing, NoModel."""
    final = _folder(corpus)
    with build_lock(final.with_suffix(".lock"), f"Another process is fitting the LSA of {corpus.slug}."):
        fingerprint = index_fingerprint(corpus)
        if not force:
            try:
                return stored_lsa(corpus)
            except NoModel:
                pass  # it is to be made
        part = final.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        save_lsa(fit(_texts(corpus)), part, corpus=corpus.slug, index=fingerprint)
        shutil.rmtree(final, ignore_errors=True)
        part.rename(final)
    return stored_lsa(corpus)


def _texts(corpus: Corpus) -> Iterator[str]:
    """Title and introduction of the pages by primary key."""
    pages = StoredPage.objects.filter(corpus=corpus).order_by("pk")
    step = -(-pages.count() // MOST_PAGES) or 1
    keys = islice(pages.values_list("pk", flat=True).iterator(), 0, None, step)
    for some in batched(keys, BATCH):
        for title, data in pages.filter(pk__in=some).values_list("title", "data"):
            yield text_of(title, json.loads(data))


def _folder(corpus: Corpus) -> Path:
    return Path(settings.ATTEST_DATA_DIR) / "lsa" / corpus.slug
