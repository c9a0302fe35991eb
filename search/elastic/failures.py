"""Translate client errors into messages with a remedy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from elasticsearch import (
    ApiError,
    AuthenticationException,
    AuthorizationException,
    ConnectionTimeout,
    NotFoundError,
    TransportError,
    UnsupportedProductError,
)
from elasticsearch.exceptions import SSLError as TlsError

from search.backend import EngineUnavailable, IndexMissing
from search.elastic.bulk import PASSING, PagesRefused
from search.elastic.deadline import TooSlow
from search.elastic.server import Server
from search.elastic.writer import IncompleteIndex

LONGEST_REASON = 300  # characters of the server's own words


@contextmanager
def reported(server: Server, slug: str) -> Iterator[None]:
    """Turn client errors into IndexMissing or EngineUnavailable. No message contains a password or key."""
    try:
        yield
    except (TooSlow, ConnectionTimeout) as error:
        said, advice = "did not answer in time.", "Look whether it is overloaded."
        raise EngineUnavailable(slug, f"{_name(server)} {said}", advice) from error
    except TlsError as error:
        said, advice = (
            "has a certificate that nobody vouches for.",
            "Set ELASTICSEARCH_CA_FILE or ELASTICSEARCH_FINGERPRINT.",
        )
        raise EngineUnavailable(slug, f"{_name(server)} {said}", advice) from error
    except UnsupportedProductError as error:
        said, advice = f"What answers at {server.url} is not Elasticsearch.", "Correct ELASTICSEARCH_URL, or unset it."
        raise EngineUnavailable(slug, said, advice) from error
    except TransportError as error:
        said, advice = "cannot be reached.", "Start it, correct ELASTICSEARCH_URL, or unset it."
        raise EngineUnavailable(slug, f"{_name(server)} {said}", advice) from error
    except (PagesRefused, IncompleteIndex) as error:
        raise EngineUnavailable(slug, str(error), "The index in use so far stays in use.") from error
    except NotFoundError as error:
        raise IndexMissing(slug, f"{_name(server)} has no search index of this corpus.") from error
    except ApiError as error:
        said = f"{_name(server)} answered {error.status_code} ({_words(error)})."
        raise EngineUnavailable(slug, said, _advice(server, error)) from error


def _name(server: Server) -> str:
    return f"Elasticsearch at {server.url}"


def _advice(server: Server, error: ApiError) -> str:
    """Suggest a remedy for an error response."""
    body = str(error.body)
    if isinstance(error, AuthenticationException):
        return "Correct the name and password in ELASTICSEARCH_URL, or ELASTICSEARCH_API_KEY."
    if "cluster_block" in body:
        return "Remove the block of the index; a full disk sets one."
    if isinstance(error, AuthorizationException):
        return f"Its user needs the privileges `all` on indexes {server.prefix}.* and `monitor` on the cluster."
    if "media_type_header" in body:
        return "Use Elasticsearch 8 or 9."
    if error.status_code in PASSING:
        return "Look whether it is overloaded or a node of it is down."
    return "Look into its log, and report this if it goes on."


def _words(error: ApiError) -> str:
    """Shorten the server's own error message."""
    body = error.body.get("error") if isinstance(error.body, dict) else None
    cause = body if isinstance(body, dict) else {}
    return f"{cause.get('type', error.message)}: {cause.get('reason', '')}".removesuffix(": ")[:LONGEST_REASON]
