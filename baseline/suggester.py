"""Default of `ATTEST_SUGGESTER`: the pipeline over a corpus, opened once a process, for suggested evidence.

`annotation` knows this by its name in the settings alone. Opening it costs a query; weights are loaded, and torch
imported, only where the file of ATTEST_BASELINE names some. No verdict is ever computed here: annotators see none.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from threading import Lock

from django.conf import settings

from baseline.config import CLASSIFIER, Config, load_config
from baseline.database_source import StoredPages
from baseline.pipeline import Pipeline
from corpus.models import Corpus
from search.models import IndexState

MOST_OPEN = 4  # corpora whose pages are kept in memory


_open: OrderedDict[tuple[object, ...], Pipeline] = OrderedDict()
_lock = Lock()


def suggester(corpus: Corpus) -> Pipeline:
    """The pipeline over a corpus, as ATTEST_BASELINE configures it; the same one while its index is the same.

    Raises IndexMissing and BadConfig. Weights that cannot be used are no error: `find` falls back and notes it.
    """
    config = suggesting_config()
    source = StoredPages(corpus)
    built_at = IndexState.objects.values_list("built_at", flat=True).get(corpus=corpus)
    key = (corpus.pk, built_at, config.version)
    with _lock:
        if key not in _open:
            _open[key] = Pipeline(source, config)
        _open.move_to_end(key)
        while len(_open) > MOST_OPEN:
            _open.popitem(last=False)
        return _open[key]


def suggesting_config() -> Config:
    """The settings of the site, without the model of verdicts. Raises BadConfig."""
    config = load_config(Path(settings.ATTEST_BASELINE) if settings.ATTEST_BASELINE else None)
    return replace(config, verdict=replace(config.verdict, judge=CLASSIFIER, weights=""))
