"""Choose the search engine of this installation."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from corpus.models import Corpus
from search.backend import SearchBackend
from search.elastic.server import server_from_settings
from search.embedded.engine import EmbeddedIndex


def get_backend(corpus: Corpus) -> SearchBackend:
    """Return the engine with the index of this corpus: Elasticsearch if ELASTICSEARCH_URL is set, otherwise the
    embedded one. Raises ImproperlyConfigured."""
    if not settings.ELASTICSEARCH_URL:
        return EmbeddedIndex(Path(settings.ATTEST_DATA_DIR) / "index", corpus.slug)
    from search.elastic.engine import ElasticIndex  # the web process loads the client only if it is used

    return ElasticIndex(server_from_settings(), corpus.slug)
